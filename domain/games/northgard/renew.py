"""Renouveler: the rival scores, and one's cards may be turned face up."""

from __future__ import annotations

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.turn import may_play
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict


def judge_renew(board: Board, seat: str, action: a.Renew) -> Verdict:
    """At any moment of one's turn, if the card is there."""
    return may_play(board, seat, renew_card(board), "renew")


def judge_combat_renew(board: Board, seat: str, action: a.CombatRenew) -> Verdict:
    """Both answers are free."""
    return LEGAL


def renew(course: Resolution[Board, f.AnyFact], seat: str, action: a.Renew, chance: Chance) -> None:
    """The rival's points come first; if they end the game, it ends at once."""
    card, rival = renew_card(course.board), course.board.setting.rival[seat]
    course.tell(f.CardPlayed(seat, card))
    trios, monopolies = trios_of(course.board, rival), monopolies_of(course.board, rival)
    if course.board.setting.options.monopoly_needs_trio and not trios:
        monopolies = 0
    points = _within_tokens(course.board, trios + monopolies)
    if points:
        course.tell(f.PointsGained(rival, points, trios, monopolies))
    if course.board.stage != "over":
        _turn_up(course, seat, action.turn_up)


def combat_renew(course: Resolution[Board, f.AnyFact], seat: str, action: a.CombatRenew, chance: Chance) -> None:
    """The cards are turned up or left; nobody scores."""
    _turn_up(course, seat, action.turn_up)


def _turn_up(course: Resolution[Board, f.AnyFact], seat: str, all: bool) -> None:
    """Renew itself always ends face up: nothing else could ever turn it up again."""
    card = renew_card(course.board)
    course.tell(f.CardsTurnedUp(seat, (*dormant(course.board, seat), card) if all else (card,)))


def dormant(board: Board, seat: str) -> tuple[str, ...]:
    """The cards that a Renew of this seat turns up besides itself. A card in play is turned down after its effect."""
    up, renewing = board.sides[seat].up, renew_card(board)
    in_play = board.playing if seat == board.turn else ""
    return tuple(c for c in board.setting.cards if c not in up and c not in (renewing, in_play))


def renew_card(board: Board) -> str:
    """The card that renews, by its id."""
    return next(c.id for c in board.setting.values.cards if "renew" in c.does)


def trios_of(board: Board, seat: str) -> int:
    """Sets of three different resources in the territories a seat controls, each resource counted once."""
    return min(board.resources(seat).values())


def monopolies_of(board: Board, seat: str) -> int:
    """The points that the buildings in a seat's territories give."""
    return sum(board.worth(id, "points") for id in board.held(seat))


def _within_tokens(board: Board, points: int) -> int:
    if not board.setting.options.cap_points_by_tokens:
        return points
    taken = sum(side.points for side in board.sides.values())
    return max(0, min(points, board.setting.values.vp_tokens - taken))
