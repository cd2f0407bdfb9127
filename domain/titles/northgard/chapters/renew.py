"""Renouveler: the rival scores, and the player may turn his cards face up."""

from collections.abc import Iterator

from domain.titles.kit import Course, Move, Refusals, Text, Verdict, accept_any
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import CombatRenew, Renew
from domain.titles.northgard.board import Board
from domain.titles.northgard.turn import EachCard, judge_card

NO = Refusals("Renouveler", """
nothing-down = No other card of yours lies face down: there is none to leave so.
""")  # fmt: skip


def judge_renew(board: Board, seat: str, action: Renew) -> Verdict:
    """The verdict on playing Renew: its card must lie face up. Choosing to leave cards face down
    requires that another card lies face down; version 1 did not require it."""
    verdict = judge_card(board, seat, renew_card(board), "renew")
    if (
        verdict.legal
        and not action.turn_up
        and board.setting.version > 1
        and not cards_to_turn_up(board, seat)
    ):
        return NO("nothing-down")
    return verdict


def renew(course: Course, seat: str, action: Renew) -> None:
    """Emit the rival's points, then the cards turned face up. If the points end the game, no card
    is turned."""
    card, rival = renew_card(course.board), course.board.setting.rival[seat]
    course.emit(f.CardPlayed(seat, card))
    trios, monopolies = trios_of(course.board, rival), monopolies_of(course.board, rival)
    if course.board.setting.options.monopoly_needs_trio and not trios:
        monopolies = 0
    points = _limited_to_tokens(course.board, trios + monopolies)
    if points:
        course.emit(f.PointsGained(rival, points, trios, monopolies))
    if course.board.stage != "over":
        turn_up(course, seat, action)


def turn_up(course: Course, seat: str, action: Renew | CombatRenew) -> None:
    """Emit which cards turn face up: all, or Renew alone. Renew itself always turns up, because no
    other card could do it."""
    card = renew_card(course.board)
    course.emit(
        f.CardsTurnedUp(
            seat, (*cards_to_turn_up(course.board, seat), card) if action.turn_up else (card,)
        )
    )


def offer_renewing(board: Board, seat: str, cards: list[str]) -> Iterator[Renew]:
    yield Renew(True)
    if cards_to_turn_up(board, seat):
        yield Renew(False)


def cards_to_turn_up(board: Board, seat: str) -> tuple[str, ...]:
    """The face-down cards that a Renew of this seat turns up besides itself, without the card in
    play."""
    up, renewing = board.sides[seat].up, renew_card(board)
    in_play = board.playing if seat == board.turn else ""
    return tuple(c for c in board.setting.cards if c not in up and c not in (renewing, in_play))


def renew_card(board: Board) -> str:
    return next(c.id for c in board.setting.values.cards if "renew" in c.does)


def trios_of(board: Board, seat: str) -> int:
    """How many trios a seat has: sets of three different resources in the territories it controls.
    Each resource counts in one set only."""
    return min(board.resources(seat).values())


def monopolies_of(board: Board, seat: str) -> int:
    return sum(board.sum_of_effect(id, "points") for id in board.held_territories(seat))


def _limited_to_tokens(board: Board, points: int) -> int:
    if not board.setting.options.cap_points_by_tokens:
        return points
    taken = sum(side.points for side in board.sides.values())
    return max(0, min(points, board.setting.values.vp_tokens - taken))


ALL = Text("plays Renew and turns all cards face up")
NONE = Text("plays Renew and leaves the cards as they lie")
DRAWN = Text("turns all cards face up with the drawn Renew")
LEFT = Text("leaves the cards as they lie")


def _say_action(board: Board, action: Renew) -> Text:
    return ALL if action.turn_up else NONE


NAMES = (Text("Renew"), Text("Answer a Renew drawn in combat"))
MOVES = (
    Move(Renew, ("playing",), judge_renew, renew, EachCard("renew", offer_renewing), _say_action, NAMES[0], always_legal=True),
    Move(
        CombatRenew, ("renewing",), accept_any, turn_up, lambda board, seat: (CombatRenew(True), CombatRenew(False)),
        lambda board, action: DRAWN if action.turn_up else LEFT, NAMES[1], always_legal=True,
    ),
)  # fmt: skip
