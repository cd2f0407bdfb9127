"""The player's other turns: using the action of a card in play, a ranged attack, a sacrifice."""

from collections.abc import Iterator

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
from domain.titles.tears.actions import Sacrifice, Shoot, Use
from domain.titles.tears.board import Board
from domain.titles.tears.chapters import shots
from domain.titles.tears.chapters.phases import hand_turn_over
from domain.titles.tears.chapters.results import (
    check_results,
    emit_results,
    example_result,
    results_field,
)
from domain.titles.tears.turn import NORMAL

NO = Refusals(NORMAL, """
not-yours = {card} is not one of your cards in play.
exhausted = {card} is exhausted.
attachment-never-exhausts = An attachment is not exhausted by itself: exhaust its host, or use the action without exhausting.
nothing = An action that exhausts nothing has to do something: enter what came of it, or do something else.
no-target = {target} is not on the Enemy's battlefield.
leader-stays = Your leader cannot be sacrificed: without him the game is lost.
not-ranged | Attaques à distance Ennemies = {card} has no Range.
""")  # fmt: skip
FORM = Sentences("""
use = Use an action
card = the card
exhaust = the action exhausts the card
""")


def judge_use(board: Board, seat: str, action: Use) -> Verdict:
    """The verdict on using a card's action: it must be one of the player's cards in play, and ready
    if the action exhausts it. Since version 2 an action that exhausts nothing must have a
    result."""
    stands = board.player.find(action.card)
    if stands is None and not board.player.has_attached(action.card):
        return NO("not-yours", card=board.name(action.card))
    if action.exhaust and stands is None:
        return NO("attachment-never-exhausts")
    if action.exhaust and stands and stands.exhausted:
        return NO("exhausted", card=board.name(action.card))
    if board.setting.version > 1 and not action.exhaust and not action.results:
        return NO("nothing")
    course = rehearsal(board)
    course.emit(f.ActionUsed(action.card, action.exhaust))
    return check_results(course.board, action.results)


def use(course: Course, seat: str, action: Use) -> None:
    course.emit(f.ActionUsed(action.card, action.exhaust))
    emit_results(course, action.results)
    hand_turn_over(course)


EXHAUSTS = Field(FORM["exhaust"])


def use_form(board: Board, seat: str) -> Iterator[Template]:
    own, ready = (
        board.player.ids_in_play(),
        [s.card for s in board.player.stacks() if not s.exhausted],
    )
    if own:
        example = (
            Use(ready[0]) if ready else Use(own[0], exhaust=False, results=(example_result(board),))
        )
        fields = {
            "card": Field(FORM["card"], own),
            "exhaust": EXHAUSTS,
            "results": results_field(board),
        }
        yield entry(FORM["use"], example, **fields)


def judge_shoot(board: Board, seat: str, action: Shoot) -> Verdict:
    at, name = board.player.space_of(action.card), board.name(action.card)
    if at is None:
        return NO("not-yours", card=name)
    if not board.card(action.card).ranged:
        return NO("not-ranged", card=name)
    if board.player.card_in_play(action.card).exhausted:
        return NO("exhausted", card=name)
    return (
        LEGAL
        if board.enemy.space_of(action.target) is not None
        else NO("no-target", target=action.target)
    )


def shoot(course: Course, seat: str, action: Shoot) -> None:
    shots.fire_shot(course, "player", action.card, action.target)
    hand_turn_over(course)


def offer_shots(board: Board, seat: str) -> Iterator[Shoot]:
    ready = [
        s.card for _, s in board.player.fielded() if not s.exhausted and board.card(s.card).ranged
    ]
    return (Shoot(by, at.card) for by in ready for _, at in board.enemy.fielded())


def consequence_text(board: Board, action: Shoot) -> Text | None:
    known = board.is_known(action.card)
    return Text("{damage:damage|damage}", damage=board.card(action.card).ranged) if known else None


def judge_sacrifice(board: Board, seat: str, action: Sacrifice) -> Verdict:
    if board.player.find(action.card) is None and not board.player.has_attached(action.card):
        return NO("not-yours", card=board.name(action.card))
    return NO("leader-stays") if board.is_leader(action.card) else LEGAL


def sacrifice(course: Course, seat: str, action: Sacrifice) -> None:
    course.emit(f.Sacrificed(action.card))
    hand_turn_over(course, sacrificed=True)


def offer_sacrifices(board: Board, seat: str) -> Iterator[Sacrifice]:
    return (Sacrifice(id) for id in board.player.ids_in_play() if not board.is_leader(id))


NAMES = Text("Use an action"), Text("Shoot"), Text("Sacrifice a card")
USE = Text("uses the action of {card}")
SHOOT = Text("shoots with {card} at {target}")
SACRIFICE = Text("sacrifices {card}")
HINT = Text("Do at the table what the card says, then enter what happened, line by line.")
MOVES = (
    Move(
        Use, ("deployment",), judge_use, use, none_listed, USE, NAMES[0],
        hint=HINT, forms=use_form, rule=NORMAL,
    ),
    Move(
        Shoot, ("deployment",), judge_shoot, shoot, offer_shots, SHOOT, NAMES[1],
        forms=none_listed, rule=NORMAL, always_legal=True,
    ),
    Move(
        Sacrifice, ("deployment",), judge_sacrifice, sacrifice, offer_sacrifices, SACRIFICE, NAMES[2],
        forms=none_listed, always_legal=True, rule="Tours de l'Ennemi",
    ),
)  # fmt: skip
