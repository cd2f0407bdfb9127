"""Recruter: a unit on the base tile, or where a Training Camp stands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.turn import may_play, unknown_territory
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal

RULE = "Recruter"


def judge_recruit(board: Board, seat: str, action: a.Recruit) -> Verdict:
    """A territory of the base tile that no enemy occupies, or one's own with a Camp; somebody left in reserve."""
    verdict = may_play(board, seat, action.card, "recruit")
    if not verdict.legal:
        return verdict
    if not board.sides[seat].reserve:
        return illegal(
            "reserve-empty",
            RULE,
            "No unit is left in your reserve.",
            "Il ne reste aucune unité dans votre réserve.",
        )
    id = board.find(action.territory)
    if id is None:
        return unknown_territory(action.territory, RULE)
    if board.setting.rival[seat] in board.territories[id].units:
        return illegal(
            "enemy-there",
            RULE,
            f"{id} is occupied by the enemy: nobody can be recruited there.",
            f"{id} est occupé par l'ennemi : on ne peut pas y recruter.",
        )
    if id in places(board, seat):
        return LEGAL
    return illegal(
        "no-camp",
        RULE,
        f"{id} is neither on your base tile nor a territory you control with a Training Camp.",
        f"{id} n'est ni sur votre tuile de base, ni un territoire que vous contrôlez avec un Camp d'entraînement.",
    )


def recruit(course: Resolution[Board, f.AnyFact], seat: str, action: a.Recruit, chance: Chance) -> None:
    """One unit and one more for each Camp there, as far as the reserve goes."""
    board = course.board
    id = board.find(action.territory) or action.territory
    units = min(board.sides[seat].reserve, 1 + board.worth(id, "recruits"))
    course.tell(f.CardPlayed(seat, action.card), f.UnitsRecruited(seat, id, units))


def recruits(board: Board, seat: str, card: str) -> Iterator[a.Recruit]:
    """The territories a card can recruit in."""
    if board.sides[seat].reserve:
        for id in places(board, seat):
            yield a.Recruit(card, id)


def places(board: Board, seat: str) -> list[str]:
    """Where a seat may recruit: its base tile unless the enemy stands there, and its Camps."""
    rival = board.setting.rival[seat]
    home = [id for id in board.home(seat) if rival not in board.territories[id].units]
    return home + [id for id in board.held(seat) if id not in home and board.worth(id, "recruits")]
