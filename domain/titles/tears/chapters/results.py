"""Results that the table declares, because the rule text leaves them to a card's text or to the
base rules. They are checked one after another, in the order in which they happened, as far as the
record can know."""

from collections.abc import Callable, Iterable, Iterator

from domain.titles.contract.types import Field, Template
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Refusals,
    Sentences,
    Text,
    Verdict,
    entry,
    none_listed,
    rehearsal,
)
from domain.titles.tears import facts as f
from domain.titles.tears.actions import Declare, Result
from domain.titles.tears.board import Board
from domain.titles.tears.chapters import damage
from domain.titles.tears.chapters.damage import check_free_space, check_wedge_damage
from domain.titles.tears.chapters.phases import draw_cards
from domain.titles.tears.turn import NORMAL, TIMES
from domain.titles.tears.values import FIGHTERS

NO = Refusals(NORMAL, """
over-before = The game is over before the last of these results: leave out what comes after.
attachment = {name} lies under another card: by itself it can only be destroyed.
no-health = {name} does not stand on the battlefield and takes no damage.
nothing = Damage is at least 1.
not-that-hurt = {name} has {has} damage: {amount} cannot be removed.
not-on-field = {name} lies in the reserve and has no space to move from.
deck-too-small = Your deck has {left} cards left: {amount} cannot be drawn.
not-in-play = {name} is not in play; name a card on a battlefield or in a reserve.
exhaust | | already-so = {name} is already exhausted.
ready | | already-so = {name} is already ready.
no-draw | | nothing = At least one card is drawn.
enemy-stays | Jouez les cartes Ennemies = {name} stays where it is: Enemy cards do not move up into empty spaces.
at-hastings | Objectifs = The Battle of Hastings is the last objective: it is won by its wedges.
one-at-a-time | Objectifs = An objective was just destroyed: first decide whether to draw a card for it.
""")  # fmt: skip


# -- checked ---------------------------------------------------------------------------------------


def check_results(board: Board, results: Iterable[Result], moves_enemy: bool = True) -> Verdict:
    """Refuses results that cannot have happened one after another on this board.

    `moves_enemy`: whether they may move an Enemy card. A card's text may; a result that the
    table declares outside the turns may not. If a combat has just ended the game (`board.ending`),
    results that happen to cards are still allowed, because they belong to that combat."""
    course = rehearsal(board)
    for result in results:
        at_once = (
            board.ending and result.what in _CARD_CHECKS
        )  # of the combat that has just ended the game
        if course.board.ending and not at_once:
            return NO("over-before")
        verdict = _check_result(course.board, result, moves_enemy)
        if not verdict.legal:
            return verdict
        _emit_result(course, result)
    return LEGAL


def _check_result(board: Board, result: Result, moves_enemy: bool) -> Verdict:
    if result.what == "wedge":
        return check_wedge_damage(board, result.wedge, result.by, result.amount)
    if result.what == "objective":
        return _check_objective(board, result)
    if result.what == "draw":
        return _check_draw(board, result)
    seat = board.owner(result.card)
    if seat is None:
        return NO("not-in-play", name=result.card or Text("No card"))
    name = board.card(result.card).name
    if result.what != "destroy" and board.army(seat).has_attached(result.card):
        return NO("attachment", name=name)
    if result.what == "move" and seat == "enemy" and not moves_enemy:
        return NO("enemy-stays", name=name)
    return _CARD_CHECKS[result.what](board, seat, result, name)


def _check_damage(board: Board, seat: str, result: Result, name: Text) -> Verdict:
    if board.card(result.card).kind not in FIGHTERS:
        return NO("no-health", name=name)
    return LEGAL if result.amount >= 1 else NO("nothing")


def _check_heal(board: Board, seat: str, result: Result, name: Text) -> Verdict:
    has = board.army(seat).card_in_play(result.card).damage
    return (
        LEGAL
        if 1 <= result.amount <= has
        else NO("not-that-hurt", name=name, has=has, amount=result.amount)
    )


def _check_exhaust_or_ready(board: Board, seat: str, result: Result, name: Text) -> Verdict:
    exhausted = board.army(seat).card_in_play(result.card).exhausted
    return LEGAL if exhausted != (result.what == "exhaust") else NO(result.what, name=name)


def _check_move(board: Board, seat: str, result: Result, name: Text) -> Verdict:
    if board.army(seat).space_of(result.card) is None:
        return NO("not-on-field", name=name)
    return check_free_space(board, seat, result.wedge, result.line)


_CARD_CHECKS: dict[str, Callable[[Board, str, Result, Text], Verdict]] = {
    "damage": _check_damage,
    "heal": _check_heal,
    "destroy": lambda board, seat, result, name: LEGAL,
    "exhaust": _check_exhaust_or_ready,
    "ready": _check_exhaust_or_ready,
    "move": _check_move,
}


def _check_objective(board: Board, result: Result) -> Verdict:
    if board.is_on_last_objective(result.by):
        return NO("at-hastings")
    if result.amount < 1:
        return NO("nothing")
    return LEGAL if board.question is None else NO("one-at-a-time")


def _check_draw(board: Board, result: Result) -> Verdict:
    left = len(board.player.deck)
    if result.amount < 1:
        return NO("no-draw")
    return (
        LEGAL
        if board.player.entered or result.amount <= left
        else NO("deck-too-small", left=left, amount=result.amount)
    )


# -- facts -----------------------------------------------------------------------------------------


def emit_results(course: Course, results: Iterable[Result]) -> None:
    for result in results:
        _emit_result(course, result)


def _emit_result(course: Course, result: Result) -> None:
    if result.what == "wedge":
        damage.hurt_wedge(course, result.wedge, result.by, result.amount)
    elif result.what == "objective":
        damage.hurt_objective(course, result.by, result.amount)
    elif result.what == "draw":
        draw_cards(course, result.amount)
    else:
        _emit_card_result(course, course.board.owner(result.card) or "player", result)


def _emit_card_result(course: Course, seat: str, result: Result) -> None:
    if result.what == "damage":
        damage.hurt_card(course, seat, result.card, result.amount)
    elif result.what == "destroy":
        damage.destroy_card(course, seat, result.card)
    elif result.what == "heal":
        course.emit(f.CardHealed(seat, result.card, result.amount))
    elif result.what == "move":
        course.emit(f.CardMoved(seat, result.card, result.wedge, result.line))
    else:
        course.emit(
            f.CardExhausted(seat, result.card)
            if result.what == "exhaust"
            else f.CardReadied(seat, result.card)
        )


# -- entered ---------------------------------------------------------------------------------------

FORM = Sentences("""
results = what happened, in order
what [tears] = what
card = the card
amount = how much
wedge = wedge, 0 for none
line = line, 0 for none
by = by whom, or whose
""")
WITHIN = {name: Field(FORM[name]) for name in Result.__struct_fields__}


def results_field(board: Board, *coming: str) -> Field:
    """The form field of results. `coming`: cards that are not in play yet, but can be named."""
    there = (*board.player.ids_in_play(), *board.enemy.ids_in_play(), *coming)
    return Field(FORM["results"], within={**WITHIN, "card": Field(FORM["card"], ("", *there))})


def example_result(board: Board) -> Result:
    """A result that is always possible: the player's leader is exhausted or readied."""
    leader = board.leader_id("player")
    stands = board.player.find(leader)
    return Result("ready" if stands and stands.exhausted else "exhaust", leader)


def judge_declare(board: Board, seat: str, action: Declare) -> Verdict:
    return check_results(board, action.results, moves_enemy=False)


def declare(course: Course, seat: str, action: Declare) -> None:
    emit_results(course, action.results)


def declare_form(board: Board, seat: str) -> Iterator[Template]:
    yield entry(ENTER, Declare((example_result(board),)), results=results_field(board))


def _declare_label(board: Board, action: Declare) -> Text:
    return Text("enters {count} results of the table", count=len(action.results))


ENTER = Text("Enter what the table did")
NAME = Text("Declare what the table did")
MOVES = (
    Move(
        Declare, TIMES, judge_declare, declare, none_listed, _declare_label, NAME,
        hint=Text(
    "What happened outside the turns: reactions, cards that close up, damage that combats left."
), forms=declare_form, rule=NORMAL,
    ),
)  # fmt: skip
