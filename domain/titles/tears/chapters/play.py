"""Playing a card from the hand: the normal rules as far as the catalog knows them, and the player's
choice to use its Solo: text."""

from collections.abc import Iterator
from itertools import islice

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
    rehearsal,
    replace,
)
from domain.titles.tears import facts as f
from domain.titles.tears.actions import Play, Shape
from domain.titles.tears.board import Board, line_of, wedge_of
from domain.titles.tears.chapters.damage import check_free_space
from domain.titles.tears.chapters.phases import hand_turn_over
from domain.titles.tears.chapters.real_cards import CARD_FIELDS, check_real_card, new_name
from domain.titles.tears.chapters.results import check_results, emit_results, results_field
from domain.titles.tears.turn import NORMAL
from domain.titles.tears.values import FIGHTERS, Card

NO = Refusals(NORMAL, """
card-not-entered = With a real deck, say what is printed on the card you play.
not-entered-here = Cards come from the catalog in this game: name one of your hand.
not-in-hand = {card} is not in your hand.
takes-no-space = Only characters and units take a space, and only attachments are put on a card.
no-host = An attachment is put on one of your cards on the battlefield: {hosts}.
reduced-too-far = The card costs {cost}: it cannot be reduced by {reduction}.
paid-twice = Each card pays only once.
cannot-pay = {id} is not a ready card of yours that shows resources.
discard-not-in-hand = Only cards of your hand can be discarded to pay.
not-paid = The card costs {cost} and {paid} is paid.
no-solo-text | Capacités Solo: = {name} has no Solo: ability.
""")  # fmt: skip
FORM = Sentences("""
card = the card
wedge = its wedge, 0 for none
line = its line, 0 for none
host = the card that gets an attachment
exhaust = cards exhausted to pay
discard = cards discarded to pay
reduction = cost reduced by your cards' texts
solo = by its Solo: text
""")


# -- judged ----------------------------------------------------------------------------------------


def judge_play(board: Board, seat: str, action: Play) -> Verdict:
    for check in (
        _check_hand,
        _check_place,
        _check_payment,
        _check_solo,
    ):  # in this order: only a card of the hand is known
        verdict = check(board, action)
        if not verdict.legal:
            return verdict
    if not action.results:
        return LEGAL
    course = rehearsal(board)
    _emit_played(course, action)
    return check_results(course.board, action.results)


def _check_hand(board: Board, action: Play) -> Verdict:
    if board.player.entered:
        return (
            check_real_card(board, action.card, action.shape)
            if action.shape
            else NO("card-not-entered")
        )
    if action.shape:
        return NO("not-entered-here")
    return LEGAL if action.card in board.player.hand else NO("not-in-hand", card=action.card)


def _check_place(board: Board, action: Play) -> Verdict:
    kind = _played_card(board, action).kind
    if kind in FIGHTERS:
        return check_free_space(board, "player", action.wedge, action.line)
    if action.wedge or action.line or (action.host and kind != "attachment"):
        return NO("takes-no-space")
    if kind == "attachment" and board.player.space_of(action.host) is None:
        return NO("no-host", hosts=board.names(tuple(s.card for _, s in board.player.fielded())))
    return LEGAL


def _check_payment(board: Board, action: Play) -> Verdict:
    """Refuses a payment that does not cover the reduced cost. Ready cards pay by being exhausted,
    cards of the hand by being discarded."""
    cost = _played_card(board, action).cost
    if action.reduction > cost:
        return NO("reduced-too-far", cost=cost, reduction=action.reduction)
    if len({*action.exhaust, *action.discard, action.card}) <= len(action.exhaust) + len(
        action.discard
    ):
        return NO("paid-twice")
    paid = len(action.discard) * board.setting.values.player.discard_pays
    for id in action.exhaust:
        stands = board.player.find(id)
        if stands is None or stands.exhausted or not board.resource_of(stands):
            return NO("cannot-pay", id=id)
        paid += board.resource_of(stands)
    if not board.player.entered and not set(action.discard) <= set(board.player.hand):
        return NO("discard-not-in-hand")
    due = cost - action.reduction
    return LEGAL if paid >= due else NO("not-paid", cost=due, paid=paid)


def _check_solo(board: Board, action: Play) -> Verdict:
    printed = _played_card(board, action)
    return LEGAL if not action.solo or printed.solo else NO("no-solo-text", name=printed.name)


def _played_card(board: Board, action: Play) -> Card:
    """The card that an action plays: as entered, else from the catalog."""
    return action.shape.as_card(action.card) if action.shape else board.card(action.card)


# -- done ------------------------------------------------------------------------------------------


def play(course: Course, seat: str, action: Play) -> None:
    _emit_played(course, action)
    emit_results(course, action.results)
    hand_turn_over(course)


def _emit_played(course: Course, action: Play) -> None:
    """Emit that a card is paid for and put into play, or played as an event."""
    printed = _played_card(course.board, action)
    if action.shape:
        course.emit(f.CardEntered(printed))
    if action.exhaust or action.discard or action.reduction:
        course.emit(f.Paid(action.exhaust, action.discard, action.reduction))
    if printed.kind in FIGHTERS:
        course.emit(f.Placed("player", action.card, action.wedge, action.line))
    elif printed.kind == "attachment":
        course.emit(f.Attached("player", action.card, action.host))
    elif printed.kind == "tactic":
        course.emit(f.Reserved("player", action.card))
    else:
        course.emit(f.EventPlayed("player", action.card))
    if action.solo:
        course.emit(f.SoloUsed("player", action.card))


# -- offered ---------------------------------------------------------------------------------------


def offer_playing(board: Board, seat: str) -> Iterator[Play]:
    pays = payers_by_resources(board)
    return (
        results
        for results in (suggested_play(board, id, pays) for id in board.player.hand)
        if results
    )


def payers_by_resources(board: Board) -> list[tuple[str, int]]:
    """The player's cards that can pay, with their resources, the most first."""
    return sorted(
        ((s.card, board.resource_of(s)) for s in board.payers()), key=lambda payer: -payer[1]
    )


def suggested_play(
    board: Board, id: str, pays: list[tuple[str, int]], space: int | None = None
) -> Play | None:
    """An action that plays a card of the hand with a payment that covers its cost; None if it
    cannot be paid or placed. Ready cards pay first, those with the most resources before others,
    then cards of the hand."""
    printed, player = board.card(id), board.player
    spent, due = [], printed.cost
    for payer, resource in pays:
        if due <= 0:
            break
        spent.append(payer)
        due -= resource
    worth = board.setting.values.player.discard_pays
    gone = tuple(
        islice((c for c in player.hand if c != id), -(-due // worth) if due > 0 and worth else 0)
    )
    if due > len(gone) * worth:
        return None
    return _with_place(board, Play(id, exhaust=tuple(spent), discard=gone), printed.kind, space)


def _with_place(board: Board, play: Play, kind: str, space: int | None) -> Play | None:
    """The action with a place or host for its card; None if there is none."""
    if kind in FIGHTERS:
        free = board.free_spaces("player")
        if not free:
            return None
        at = space if space in free and space is not None else free[0]
        return replace(play, wedge=wedge_of(at), line=line_of(at))
    if kind == "attachment":
        leader = board.leader_id("player")
        return replace(play, host=leader) if board.player.space_of(leader) is not None else None
    return play


FIXED = {name: Field(label) for name, label in FORM.items()} | {
    "wedge": Field(FORM["wedge"], least=0, most=3),
    "line": Field(FORM["line"], least=0, most=3),
    "reduction": Field(FORM["reduction"], least=0, most=20),
}


def play_form(board: Board, seat: str) -> Iterator[Template]:
    player = board.player
    example = (
        Play(new_name(board), shape=Shape("tactic"))
        if player.entered
        else next(offer_playing(board, seat), None)
    )
    if example is None:
        return
    hosts = ("", "", *(s.card for _, s in player.fielded()))
    fields = {
        **FIXED,
        "card": Field(FORM["card"], player.hand),
        "host": Field(FORM["host"], hosts),
        "exhaust": Field(FORM["exhaust"], tuple(s.card for s in board.payers())),
        "discard": Field(FORM["discard"], player.hand),
        "results": results_field(board, *player.hand, *([example.card] if player.entered else [])),
    }
    yield entry(NAME, example, **(fields | CARD_FIELDS if player.entered else fields))


def _play_label(board: Board, action: Play) -> Text:
    card = board.name(action.card)
    if action.wedge:
        sentence = Text(
            "plays {card} in wedge {wedge}, line {line}",
            card=card,
            wedge=action.wedge,
            line=action.line,
        )
    else:
        sentence = (
            Text("plays {card} on {host}", card=card, host=board.name(action.host))
            if action.host
            else Text("plays {card}", card=card)
        )
    return Text("{plays} by its Solo: text", plays=sentence) if action.solo else sentence


NAME = Text("Play a card")
MOVES = (
    Move(
        Play,
        ("deployment",),
        judge_play,
        play,
        offer_playing,
        _play_label,
        NAME,
        hint=Text(
            "For whatever no button above offers: another way to pay, another place, what the card's text "
            "does."
        ),
        forms=play_form,
        rule=NORMAL,
        always_legal=True,
    ),
)
