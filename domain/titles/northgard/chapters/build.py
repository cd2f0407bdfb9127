"""Construire: placing a building on a free slot of a controlled territory."""

from collections.abc import Iterator

from domain.kernel.text import listed
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Build
from domain.titles.northgard.board import Board
from domain.titles.northgard.turn import EachCard, control_refusal, judge_card, territory_refusal
from domain.titles.northgard.values import RESOURCE_NAMES

NO = Refusals("Construire", """
unknown-building = There is no building {building}: {known}.
none-left = {building}: all {count} are on the board.
no-slot = {id} has no free slot (of {slots}).
cost = {building} needs {cost} within the territories you control.
""")  # fmt: skip


def judge_build(board: Board, seat: str, action: Build) -> Verdict:
    verdict = judge_card(board, seat, action.card, "build")
    if not verdict.legal:
        return verdict
    kinds = board.setting.buildings
    kind = kinds.get(action.building)
    if kind is None:
        return NO("unknown-building", building=action.building, known=", ".join(kinds))
    if not board.supply[action.building]:
        return NO("none-left", building=kind.name, count=kind.count)
    id = board.find_territory(action.territory)
    if id is None:
        return territory_refusal(action.territory, NO.rule)
    if not board.holds(seat, id):
        return control_refusal(board, seat, id, NO.rule)
    if not free_slots(board, id):
        return NO("no-slot", id=id, slots=board.territories[id].slots)
    if not can_afford(board, board.resources(seat), action.building):
        parts = (
            Text("{n} {RESOURCE_NAMES}", n=n, RESOURCE_NAMES=RESOURCE_NAMES[r])
            for r, n in kind.cost.items()
        )
        return NO("cost", building=kind.name, cost=listed(tuple(parts), Text("", "")))
    return LEGAL


def build(course: Course, seat: str, action: Build) -> None:
    id = course.board.find_territory(action.territory) or action.territory
    course.emit(f.CardPlayed(seat, action.card), f.BuildingPlaced(seat, action.building, id))


def offer_building(board: Board, seat: str, cards: list[str]) -> Iterator[Build]:
    slots = [id for id in board.held_territories(seat) if free_slots(board, id)]
    resources = board.resources(seat) if slots else {}
    kinds = [
        kind
        for kind, left in board.supply.items()
        if slots and left and can_afford(board, resources, kind)
    ]
    return (Build(card, kind, id) for card in cards for kind in kinds for id in slots)


def free_slots(board: Board, id: str) -> int:
    there = board.territories[id]
    return there.slots - len(there.buildings)


def can_afford(board: Board, resources: dict[str, int], kind: str) -> bool:
    return board.setting.values.cost_mode == "none" or all(
        resources[r] >= n for r, n in board.setting.buildings[kind].cost.items()
    )


LABEL = Text("plays {card}: builds {building} in {territory}")
MOVES = (
    Move(
        Build,
        ("playing",),
        judge_build,
        build,
        EachCard("build", offer_building),
        LABEL,
        Text("Build"),
        always_legal=True,
    ),
)
