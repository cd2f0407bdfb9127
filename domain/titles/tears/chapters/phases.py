from collections.abc import Iterator
from itertools import combinations
from math import comb

from domain.titles.contract.types import Field, Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict, accept_any, entry
from domain.titles.tears import facts as f
from domain.titles.tears.actions import Pass, Prepare
from domain.titles.tears.board import SEATS, Board
from domain.titles.tears.chapters.damage import may_hurt_wedges
from domain.titles.tears.turn import NORMAL, PROMPTS

HAND = Text("Cards that you draw")
MOST_HANDS = 30

NO = Refusals(PROMPTS["keep"].rule, """
hand-on-table = Your hand lies on the table in this game: no cards are named.
deck-is-known = The deck is counted here: it had cards.
keep-so-many = Keep {keep} different cards of the {number} drawn: {drawn}.
""")  # fmt: skip


# -- preparation -----------------------------------------------------------------------------------


def begin_round(course: Course) -> None:
    """Begin a round. If the player's deck is empty, he has lost; else all cards are readied and he
    draws."""
    course.emit(f.RoundBegan(course.board.round + 1))
    player = course.board.player
    if not player.deck and not player.entered:
        course.emit(f.Ended("deck-out"))
        return
    course.emit(f.CardsReadied())
    if player.entered:
        course.emit(f.question_fact("keep", "", ()))
        return
    seen, keeps = draw_counts(course.board)
    cards = draw_cards(course, seen)
    course.emit(
        f.question_fact("keep", "", cards) if len(cards) > keeps else f.PhaseBegan("deployment")
    )


def draw_counts(board: Board) -> tuple[int, int]:
    """How many cards the player sees each round, and how many of these he keeps."""
    numbers, options = board.setting.values.player, board.setting.options
    keeps = numbers.three_cards if options.three_cards else numbers.draw
    return (max(keeps, numbers.variant_draw) if options.draw_variant else keeps), keeps


def draw_cards(course: Course, count: int) -> tuple[str, ...]:
    """Draw `count` cards for the player, or as many as are left, by chance from his unseen cards.
    Returns them. With a real deck only their number is recorded, and nothing is returned."""
    player = course.board.player
    if player.entered:
        course.emit(f.Drawn((), count))
        return ()
    count = min(count, len(player.deck))
    if not count:
        return ()
    cards = tuple(map(str, course.chance.draw("hand", HAND, player.deck, count)))
    course.emit(f.Drawn(cards, count))
    return cards


def judge_prepare(board: Board, seat: str, action: Prepare) -> Verdict:
    """Judge which of the drawn cards are kept: as many as the rules say. If the deck is on the real
    table, the action names no cards and only says whether the deck was empty."""
    if board.player.entered:
        return NO("hand-on-table") if action.keep else LEGAL
    if action.deck_empty:
        return NO("deck-is-known")
    drawn, (_, keep) = _drawn_cards(board), draw_counts(board)
    if len(set(action.keep)) == len(action.keep) == keep and set(action.keep) <= set(drawn):
        return LEGAL
    return NO("keep-so-many", keep=keep, number=len(drawn), drawn=", ".join(drawn))


def prepare(course: Course, seat: str, action: Prepare) -> None:
    course.emit(
        f.Kept(action.keep, tuple(c for c in _drawn_cards(course.board) if c not in action.keep))
    )
    course.emit(f.Ended("deck-out") if action.deck_empty else f.PhaseBegan("deployment"))


def offer_hands(board: Board, seat: str) -> Iterator[Prepare]:
    """The choices of cards to keep, unless there are too many to list."""
    drawn, (_, keeps) = _drawn_cards(board), draw_counts(board)
    if board.player.entered:
        yield from (Prepare(), Prepare(deck_empty=True))
    elif comb(len(drawn), keeps) <= MOST_HANDS:
        yield from map(Prepare, combinations(drawn, keeps))


def hand_form(board: Board, seat: str) -> Iterator[Template]:
    drawn, (_, keeps) = _drawn_cards(board), draw_counts(board)
    if not board.player.entered and comb(len(drawn), keeps) > MOST_HANDS:
        text = PROMPTS["keep"].text
        yield entry(text, Prepare(drawn[:keeps]), keep=Field(text, drawn))


def _drawn_cards(board: Board) -> tuple[str, ...]:
    """The cards among which the player has to choose."""
    return board.question.options if board.question else ()


def _prepare_label(board: Board, action: Prepare) -> Text:
    if action.deck_empty:
        return Text("has no card left to draw")
    return (
        Text("keeps {cards}", cards=board.names(action.keep)) if action.keep else Text("has drawn")
    )


# -- deployment ------------------------------------------------------------------------------------


def hand_turn_over(course: Course, sacrificed: bool = False, passing: bool = False) -> None:
    """End the player's turn, unless the game is over. The Enemy then takes its turn, except after a
    sacrifice and in round 1. `passing`: the player has passed, so it is the Enemy's last turn of
    the phase."""
    if course.board.ending:
        return
    if course.board.round == 1:
        course.emit(f.EnemySkipped("first-round"))
        if passing:
            close_deployment(course)
    else:
        course.emit(f.EnemySkipped("sacrifice") if sacrificed else f.TurnHandedOver(passing))


def pass_(course: Course, seat: str, action: Pass) -> None:
    """End the player's part of this deployment ("Passer"). The Enemy takes one more turn, except in
    round 1."""
    course.emit(f.Passed())
    hand_turn_over(course, passing=True)


def close_deployment(course: Course) -> None:
    """End the deployment: move the marker down a row, and begin the wedge phase or, if neither side
    can damage wedges, the objective phase."""
    board = course.board
    course.emit(f.MarkerMoved(board.marker + 1))
    if any(may_hurt_wedges(board, seat) for seat in SEATS):
        course.emit(f.PhaseBegan("wedges", tuple(map(str, board.untaken_wedges()))))
    else:
        course.emit(f.PhaseBegan("objectives", sides_to_test(board)))


def sides_to_test(board: Board) -> tuple[str, ...]:
    """The sides whose objective is to be tested. A side at Hastings has none."""
    return tuple(seat for seat in SEATS if not board.is_on_last_objective(seat))


PREPARE, PASS = Text("Finish the preparation"), Text("Pass")
MOVES = (
    Move(
        Prepare,
        ("keep",),
        judge_prepare,
        prepare,
        offer_hands,
        _prepare_label,
        PREPARE,
        forms=hand_form,
        rule=NORMAL,
        always_legal=True,
    ),
    Move(
        Pass,
        ("deployment",),
        accept_any,
        pass_,
        lambda board, seat: (Pass(),),
        Text("passes"),
        PASS,
        rule="Passer",
        always_legal=True,
    ),
)
