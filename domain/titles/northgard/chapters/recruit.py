"""Recruter: adding a unit on the base tile, or where a Training Camp stands."""

from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Recruit
from domain.titles.northgard.board import Board
from domain.titles.northgard.turn import EachCard, judge_card, territory_refusal

NO = Refusals("Recruter", """
reserve-empty = No unit is left in your reserve.
enemy-there = {id} is occupied by the enemy: nobody can be recruited there.
no-camp = {id} is neither on your base tile nor a territory you control with a Training Camp.
""")  # fmt: skip


def judge_recruit(board: Board, seat: str, action: Recruit) -> Verdict:
    verdict = judge_card(board, seat, action.card, "recruit")
    if not verdict.legal:
        return verdict
    if not board.sides[seat].reserve:
        return NO("reserve-empty")
    id = board.find_territory(action.territory)
    if id is None:
        return territory_refusal(action.territory, NO.rule)
    if board.setting.rival[seat] in board.territories[id].units:
        return NO("enemy-there", id=id)
    return LEGAL if id in recruiting_places(board, seat) else NO("no-camp", id=id)


def recruit(course: Course, seat: str, action: Recruit) -> None:
    board = course.board
    id = board.find_territory(action.territory) or action.territory
    units = min(board.sides[seat].reserve, 1 + board.sum_of_effect(id, "recruits"))
    course.emit(f.CardPlayed(seat, action.card), f.UnitsRecruited(seat, id, units))


def offer_recruiting(board: Board, seat: str, cards: list[str]) -> Iterator[Recruit]:
    results = recruiting_places(board, seat) if board.sides[seat].reserve else []
    return (Recruit(card, id) for card in cards for id in results)


def recruiting_places(board: Board, seat: str) -> list[str]:
    """The territories in which a seat may recruit."""
    rival = board.setting.rival[seat]
    home = [id for id in board.home_territories(seat) if rival not in board.territories[id].units]
    return home + [
        id
        for id in board.held_territories(seat)
        if id not in home and board.sum_of_effect(id, "recruits")
    ]


LABEL = Text("plays {card}: recruits in {territory}")
MOVES = (
    Move(
        Recruit,
        ("playing",),
        judge_recruit,
        recruit,
        EachCard("recruit", offer_recruiting),
        LABEL,
        Text("Recruit"),
        always_legal=True,
    ),
)
