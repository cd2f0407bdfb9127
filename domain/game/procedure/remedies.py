"""From what an arbiter asks for to a remedy that can be recorded: checked against the position,
with the board it leads to."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from domain.game.aggregate.correction import UNREADABLE, BadPatch, patched
from domain.game.aggregate.game import Game, need_seat
from domain.game.aggregate.sanity import in_words, uncounted, unsound
from domain.game.aggregate.standing_rolls import left_behind
from domain.game.procedure.undo import line_from
from domain.game.record.remedies import (
    Adjudicate,
    Annul,
    Correct,
    OfClocks,
    Patch,
    Penalty,
    Remedy,
    SetClock,
    Stands,
    StartClocks,
    StopClocks,
)
from domain.game.refusals import CorrectionRefused, RulingRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import STORED, Text, joined
from domain.titles.codec import decode_facts, encode_facts
from domain.titles.contract.ruleset import Board, Fact, Outcome
from domain.titles.contract.setting import Setting
from domain.titles.contract.time_control import LONGEST_TIME

POINTS = 10_000
"""The most points of a penalty, either way."""


Kind = Literal[
    "stands",
    "annul",
    "correct",
    "penalty",
    "adjudicate",
    "stop-clocks",
    "start-clocks",
    "set-clock",
]


class Wish(Struct, frozen=True):
    """What an arbiter asks for. Which fields count depends on the kind: `from_seq` and `rolls` to
    annul, `facts` or `patch` to correct, `seat` and `points` for a penalty, `winners` to
    adjudicate, `seat` and `milliseconds` to set a clock."""

    kind: Kind
    from_seq: int = 0
    rolls: Literal["", "stands", "reroll"] = ""
    facts: tuple[Any, ...] = ()
    patch: tuple[Any, ...] = ()
    seat: str = ""
    points: int = 0
    winners: tuple[str, ...] = ()
    milliseconds: int = 0


class Consequence(Struct, frozen=True):
    """A remedy and the board after it; `gone` are the actions it takes out of force."""

    remedy: Remedy
    board: Board
    gone: tuple[int, ...] = ()


def consequence(game: Game, wish: Wish) -> Consequence:
    """What a ruling would come to at a game's position. Raises `RulingRefused`,
    `CorrectionRefused`, `BadRequest`."""
    if wish.kind not in get_args(Kind):
        raise BadRequest(
            "/remedy/kind",
            Text(
                "There is no remedy {kind}: there are {kinds}.",
                kind=wish.kind,
                kinds=", ".join(get_args(Kind)),
            ),
        )
    if wish.kind == "annul":
        return _annul(game, wish)
    if wish.kind == "correct":
        return _correct(game, wish)
    remedy: Remedy
    if wish.kind == "penalty":
        remedy = _penalty(game, wish)
    elif wish.kind == "adjudicate":
        remedy = _adjudicate(game, wish)
    elif wish.kind in ("stop-clocks", "start-clocks", "set-clock"):
        remedy = _of_clocks(game, wish)
    else:
        remedy = Stands()
    return Consequence(remedy, game.board)


def _annul(game: Game, wish: Wish) -> Consequence:
    gone = line_from(game, wish.from_seq)
    if not gone or gone[-1] != wish.from_seq:
        raise RulingRefused(
            "/remedy/from_seq",
            Text(
                "Record {from_seq} is no action in force: name the first action to annul.",
                from_seq=wish.from_seq,
            ),
            wish.from_seq,
        )
    if wish.rolls not in ("", "stands", "reroll"):
        raise BadRequest(
            "/remedy/rolls",
            Text(
                "The rolls cannot be {rolls}: they stand or are rolled again, stands or reroll.",
                rolls=wish.rolls,
            ),
        )
    history = game.history
    tip = history.before[wish.from_seq - 1]
    if not wish.rolls:
        _need_no_dice(game, gone, tip)
    return Consequence(
        Annul(wish.from_seq, wish.rolls or "reroll"), history.board(tip), tuple(sorted(gone))
    )


def _need_no_dice(game: Game, gone: tuple[int, ...], tip: int) -> None:
    """Raise `RulingRefused` where the ruling has to say what becomes of dice: rolls that it
    crosses, or that stand already and would be left behind."""
    rolls = game.history.rolls
    crossed = [seq for seq in gone if rolls[seq - 1] != rolls[seq - 2]]
    if crossed:
        raise RulingRefused(
            "/remedy/rolls",
            Text(
                "Dice were rolled in record {crossed}: say whether the rolls stand or are rolled "
                "again.",
                crossed=crossed[-1],
            ),
            crossed[-1],
        )
    left = left_behind(game, tip)
    if left:
        n, ruling = left[0].roll.number, left[0].ruling
        raise RulingRefused(
            "/remedy/rolls",
            Text(
                "Roll {n} stands by the ruling of record {ruling}: say whether the rolls stand or "
                "are rolled again.",
                n=n,
                ruling=ruling,
            ),
            ruling,
        )


def _correct(game: Game, wish: Wish) -> Consequence:
    if bool(wish.facts) == bool(wish.patch):
        raise RulingRefused(
            "/remedy",
            Text("Declare facts, or give a patch against the board: one of the two."),
        )
    facts: tuple[Fact, ...] = ()
    patch: Patch | None = None
    if wish.patch:
        board, patch = _patch(game, wish.patch)
    else:
        board, facts = declared(game, wish.facts)
    if board == game.board:
        raise RulingRefused("/remedy", Text("This changes nothing on the board."))
    return Consequence(Correct(encode_facts(facts), patch), board)


def _patch(game: Game, patch: Sequence[Any]) -> tuple[Board, Patch]:
    try:
        board, stored = patched(game.rules, game.board, patch)
    except BadPatch as e:
        raise CorrectionRefused(f"/remedy/patch{e.pointer}", e.text) from None
    _need_sound(game, board, "/remedy/patch")
    return board, stored


def declared(
    game: Game, facts: Sequence[Any], pointer: str = "/remedy/facts"
) -> tuple[Board, tuple[Fact, ...]]:
    try:
        known = decode_facts(game.rules, msgspec.json.encode(facts))
    except UNREADABLE as e:
        en, fr = (
            f"These are no facts of this title: {e}.",
            f"Ce ne sont pas des faits de ce titre : {e}.",
        )
        raise CorrectionRefused(pointer, Text(en, fr)) from None
    wrong = uncounted(known)
    if wrong is not None:
        place, why = wrong
        raise CorrectionRefused(f"{pointer}{place}", Text("{why}.", why=why))
    try:
        board = game.board
        for fact in known:
            seat = getattr(fact, "seat", "")
            if isinstance(seat, str) and seat and seat not in game.setting.seats:
                raise LookupError(seat)  # noqa: TRY301  said like whatever else the rules do not know
            board = game.rules.evolve(board, fact)
            sentence = game.rules.say_fact(board, fact)  # the trail will have to, for ever
            for lang in STORED:
                sentence.to(lang)
    except Exception as e:  # noqa: BLE001  facts that never came of an action: the rules may say anything of them
        why = in_words(e)
        en = f"These facts cannot be true on this board ({why.en})."
        fr = f"Ces faits ne peuvent être vrais sur ce plateau ({why.fr})."
        raise CorrectionRefused(pointer, Text(en, fr)) from None
    _need_sound(game, board, pointer)
    return board, known


def _need_sound(game: Game, board: Board, pointer: str) -> None:
    wrong = unsound(game.rules, board, game.board)
    if wrong is not None:
        raise CorrectionRefused(
            pointer,
            Text("The corrected board would not be valid: {wrong}.", wrong=wrong),
        )


def _penalty(game: Game, wish: Wish) -> Penalty:
    need_seat(game, wish.seat)
    if not wish.points or abs(wish.points) > POINTS:
        raise RulingRefused(
            "/remedy/points",
            Text(
                "A penalty is a number of points from -{points} to {points}, and not 0: fewer "
                "points are negative.",
                points=POINTS,
            ),
        )
    return Penalty(wish.seat, wish.points, ranks=True)


def _adjudicate(game: Game, wish: Wish) -> Adjudicate:
    for seat in wish.winners:
        need_seat(game, seat)
    winners = tuple(seat for seat in game.setting.seats if seat in wish.winners)
    return Adjudicate(Outcome("adjudicated", winners, awarded(game.setting, winners)))


def awarded(setting: Setting, winners: tuple[str, ...]) -> Text:
    if not winners:
        return Text("The arbiter awards the game to nobody.")
    return Text(
        "The arbiter awards the game to {names}.",
        names=joined(map(setting.name, winners), Text(" and ")),
    )


def _of_clocks(game: Game, wish: Wish) -> OfClocks:
    opened = game.opened
    if opened.time_control is None or opened.clock_reading is None:
        raise RulingRefused("/remedy", Text("The seats of this game have no clocks."))
    if game.status != "open":
        raise RulingRefused("/remedy", Text("The game has ended: its clocks run no more."))
    stopped = game.proceedings.stopped
    if wish.kind == "stop-clocks":
        if stopped is not None:
            raise RulingRefused(
                "/remedy",
                Text("The clocks were stopped already, in record {seq}.", seq=stopped.seq),
                stopped.seq,
            )
        return StopClocks()
    if wish.kind == "start-clocks":
        if stopped is None:
            raise RulingRefused(
                "/remedy",
                Text(
                    "No ruling has stopped the clocks: they run by themselves once somebody has "
                    "acted and nothing waits to be "
                    "settled."
                ),
            )
        return StartClocks()
    need_seat(game, wish.seat)
    if wish.seat not in opened.clock_reading.left:
        raise RulingRefused(
            "/remedy/seat", Text("{seat} has no clock.", seat=game.setting.name(wish.seat))
        )
    if not 0 <= wish.milliseconds <= 1000 * LONGEST_TIME:
        raise RulingRefused(
            "/remedy/seconds", Text("A clock is set to 0 to {most} seconds.", most=LONGEST_TIME)
        )
    return SetClock(wish.seat, wish.milliseconds)
