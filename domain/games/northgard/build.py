"""Construire: a building on a free slot of a territory one controls."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.turn import may_play, not_held, unknown_territory
from domain.games.northgard.values import RESOURCE_NAMES
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal
from domain.rules.text import Text, listed

RULE = "Construire"


def judge_build(board: Board, seat: str, action: a.Build) -> Verdict:
    """A token left, a territory of one's own, a free slot in it, and the cost within one's territories."""
    verdict = may_play(board, seat, action.card, "build")
    if not verdict.legal:
        return verdict
    kinds = board.setting.values.buildings
    kind = kinds.get(action.building)
    if kind is None:
        known = ", ".join(kinds)
        return illegal(
            "unknown-building",
            RULE,
            f"There is no building {action.building}: {known}.",
            f"Il n'y a pas de bâtiment {action.building} : {known}.",
        )
    if not board.supply[action.building]:
        return illegal(
            "none-left",
            RULE,
            f"{kind.name.en}: all {kind.count} are on the board.",
            f"{kind.name.fr} : les {kind.count} sont déjà sur le plateau.",
        )
    id = board.find(action.territory)
    if id is None:
        return unknown_territory(action.territory, RULE)
    if not board.holds(seat, id):
        return not_held(board, seat, id, RULE)
    if not free_slots(board, id):
        slots = board.territories[id].slots
        return illegal("no-slot", RULE, f"{id} has no free slot (of {slots}).", f"{id} n'a pas de case libre (sur {slots}).")
    if not affordable(board, seat, action.building):
        cost = listed(
            tuple(Text(f"{n} {RESOURCE_NAMES[r].en}", f"{n} {RESOURCE_NAMES[r].fr}") for r, n in kind.cost.items()), Text("", "")
        )
        return illegal(
            "cost",
            RULE,
            f"{kind.name.en} needs {cost.en} within the territories you control.",
            f"{kind.name.fr} demande {cost.fr} dans les territoires que vous contrôlez.",
        )
    return LEGAL


def build(course: Resolution[Board, f.AnyFact], seat: str, action: a.Build, chance: Chance) -> None:
    """The token goes from the supply to the territory; the resources stay where they are printed."""
    id = course.board.find(action.territory) or action.territory
    course.tell(f.CardPlayed(seat, action.card), f.BuildingPlaced(seat, action.building, id))


def builds(board: Board, seat: str, card: str) -> Iterator[a.Build]:
    """Everything a card can build, and where."""
    slots = [id for id in board.held(seat) if free_slots(board, id)]
    if slots:
        for kind, left in board.supply.items():
            if left and affordable(board, seat, kind):
                for id in slots:
                    yield a.Build(card, kind, id)


def free_slots(board: Board, id: str) -> int:
    """Building slots of a territory that are still free."""
    there = board.territories[id]
    return there.slots - len(there.buildings)


def affordable(board: Board, seat: str, kind: str) -> bool:
    """Whether the cost of a building lies within the territories a seat controls."""
    if board.setting.values.cost_mode == "none":
        return True
    found = board.resources(seat)
    return all(found[r] >= n for r, n in board.setting.values.buildings[kind].cost.items())
