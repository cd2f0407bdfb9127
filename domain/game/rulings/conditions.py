"""Conditions for claims and rulings: they must be about records that exist, rulings must have
grounds, and it must be possible to carry out their remedies. Also computes the board a ruling leads
to."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from domain.game.aggregate.correction import UNREADABLE, BadPatch, patched_board
from domain.game.aggregate.game import Game, need_not_adjudicated, need_seat
from domain.game.aggregate.sanity import board_fault, error_in_words, number_out_of_bounds
from domain.game.aggregate.standing_rolls import standing_rolls_lost
from domain.game.record.records import (
    FIRST,
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
from domain.game.seals.conditions import UNSEALED, is_secret
from domain.game.undo.conditions import in_force_from
from domain.kernel.amounts import Amount
from domain.kernel.refusals import BadRequest
from domain.kernel.text import STORED, Text, joined
from domain.titles.codec import decode_facts, encode_facts
from domain.titles.contract.ruleset import Action, Board, Fact, Outcome, Verdict
from domain.titles.contract.setting import Setting
from domain.titles.contract.time_control import LONGEST_TIME

POINTS = 10_000
"""The most points of a penalty, positive or negative."""


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
    """The remedy an arbiter asks for. Its kind decides which fields count: `from_seq` and `rolls`
    to annul, `facts` or `patch` to correct, `seat` and `points` for a penalty, `winners` to
    adjudicate, `seat` and `milliseconds` to set a clock."""

    kind: Kind
    from_seq: int = 0
    rolls: Literal["", "stands", "reroll"] = ""
    facts: tuple[Any, ...] = ()
    patch: tuple[Any, ...] = ()
    seat: str = ""
    points: Amount = 0
    winners: tuple[str, ...] = ()
    milliseconds: int = 0


class Consequence(Struct, frozen=True):
    """The consequence of a ruling: the remedy as recorded, the board after it, and the actions that
    it takes out of force (`gone`)."""

    remedy: Remedy
    board: Board
    gone: tuple[int, ...] = ()


def consequence(game: Game, wish: Wish) -> Consequence:
    """The consequence of a remedy at a game's position. Raises `RulingRefused`,
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
        return _annulment(game, wish)
    if wish.kind == "correct":
        return _correction(game, wish)
    remedy: Remedy
    if wish.kind == "penalty":
        remedy = _penalty(game, wish)
    elif wish.kind == "adjudicate":
        remedy = _adjudication(game, wish)
    elif wish.kind in ("stop-clocks", "start-clocks", "set-clock"):
        remedy = _clock_remedy(game, wish)
    else:
        remedy = Stands()
    return Consequence(remedy, game.board)


def _annulment(game: Game, wish: Wish) -> Consequence:
    annulled = in_force_from(game, wish.from_seq)
    if not annulled or annulled[-1] != wish.from_seq:
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
        _need_no_dice(game, annulled, tip)
    return Consequence(
        Annul(wish.from_seq, wish.rolls or "reroll"), history.board(tip), tuple(sorted(annulled))
    )


def _need_no_dice(game: Game, annulled: tuple[int, ...], tip: int) -> None:
    """Raise `RulingRefused` if one of the actions to annul rolled, or if standing rolls would be
    lost. Called if the ruling does not say what becomes of rolls. `tip` is the step that will be
    the last."""
    rolls = game.history.rolls
    crossed = [seq for seq in annulled if rolls[seq - 1] != rolls[seq - 2]]
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
    left = standing_rolls_lost(game, tip)
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


def _correction(game: Game, wish: Wish) -> Consequence:
    if bool(wish.facts) == bool(wish.patch):
        raise RulingRefused(
            "/remedy",
            Text("Declare facts, or give a patch against the board: one of the two."),
        )
    facts: tuple[Fact, ...] = ()
    patch: Patch | None = None
    if wish.patch:
        board, patch = _patched_board(game, wish.patch)
    else:
        board, facts = apply_declared_facts(game, wish.facts)
    if board == game.board:
        raise RulingRefused("/remedy", Text("This changes nothing on the board."))
    return Consequence(Correct(encode_facts(facts), patch), board)


def _patched_board(game: Game, patch: Sequence[Any]) -> tuple[Board, Patch]:
    try:
        board, stored = patched_board(game.rules, game.board, patch)
    except BadPatch as e:
        raise CorrectionRefused(f"/remedy/patch{e.pointer}", e.text) from None
    _need_sound(game, board, "/remedy/patch")
    return board, stored


def apply_declared_facts(
    game: Game, facts: Sequence[Any], pointer: str = "/remedy/facts"
) -> tuple[Board, tuple[Fact, ...]]:
    """Decode facts that an arbiter declares and apply them to the game's board. Returns the board
    after them, and the facts. Raises `CorrectionRefused`."""
    try:
        known = decode_facts(game.rules, msgspec.json.encode(facts))
    except UNREADABLE as e:
        text = Text("These are no facts of this title: {e}.", e=e)
        raise CorrectionRefused(pointer, text) from None
    wrong = number_out_of_bounds(known)
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
            sentence = game.rules.say_fact(board, fact)  # the record will have to, for ever
            for lang in STORED:
                sentence.to(lang)
    except Exception as e:  # noqa: BLE001  facts that never came of an action: the rules may say anything of them
        text = Text("These facts cannot be true on this board ({why}).", why=error_in_words(e))
        raise CorrectionRefused(pointer, text) from None
    _need_sound(game, board, pointer)
    return board, known


def _need_sound(game: Game, board: Board, pointer: str) -> None:
    wrong = board_fault(game.rules, board, game.board)
    if wrong is None and game.rules.why_cannot_have_ended(game.board) is None:
        wrong = game.rules.why_cannot_have_ended(board)
    if wrong is not None:
        raise CorrectionRefused(
            pointer,
            Text("The corrected board would not be valid: {wrong}.", wrong=wrong),
        )


def _penalty(game: Game, wish: Wish) -> Penalty:
    need_seat(game, wish.seat)
    if not wish.points or not -POINTS <= wish.points <= POINTS:
        raise RulingRefused(
            "/remedy/points",
            Text(
                "A penalty is a number of points from -{points} to {points}, and not 0: fewer "
                "points are negative.",
                points=POINTS,
            ),
        )
    scale = game.setting.units_per_point
    if (wish.points * scale).denominator != 1:
        step = Fraction(1, scale)
        raise RulingRefused(
            "/remedy/points",
            Text(
                "Points go in steps of {step} here, not by {points}.",
                step=step,
                points=wish.points,
            ),
        )
    return Penalty(wish.seat, int(wish.points * scale), ranks=True)


def _adjudication(game: Game, wish: Wish) -> Adjudicate:
    for seat in wish.winners:
        need_seat(game, seat)
    won = {mate for seat in wish.winners for mate in game.setting.mates(seat)}
    winners = tuple(seat for seat in game.setting.seats if seat in won)
    return Adjudicate(Outcome("adjudicated", winners, award_sentence(game.setting, winners)))


def award_sentence(setting: Setting, winners: tuple[str, ...]) -> Text:
    if not winners:
        return Text("The arbiter awards the game to nobody.")
    return Text(
        "The arbiter awards the game to {names}.",
        names=joined(map(setting.name, winners), Text(" and ")),
    )


NO_OUTCOME = Text("the game goes on.")


def outcomes_unless_equal(then: Outcome | None, now: Outcome | None) -> tuple[Text, Text] | None:
    """The sentences of the outcomes `then` and `now`; None if the outcomes are equal."""
    if (then and (then.code, then.winners)) == (now and (now.code, now.winners)):
        return None
    return then.text if then else NO_OUTCOME, now.text if now else NO_OUTCOME


def _clock_remedy(game: Game, wish: Wish) -> OfClocks:
    opened = game.opened
    if opened.time_control is None or opened.clock_reading is None:
        raise RulingRefused("/remedy", Text("The seats of this game have no clocks."))
    if game.status != "open":
        raise RulingRefused("/remedy", Text("The game has ended: its clocks run no more."))
    stopped = game.proceedings.clock_stop
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


OTHER = "other"

NO_RULE = ("stop-clocks", "start-clocks", "set-clock")
"""Remedies that need not name a rule of the title, since most have none for clocks. The reason
explains them."""

REASONS: dict[str, Text] = {
    # stored in records: the list only grows
    "illegal-action": Text("an action against the rules"),
    "wrong-entry": Text("the record says something else than what happened at the table"),
    "unclear-rule": Text("a rule that can be read in two ways"),
    "dice": Text("dice or a draw that do not count"),
    "time": Text("time"),
    "conduct": Text("conduct"),
    "absence": Text("a player who was absent or left"),
    "agreement": Text("the players agree"),
    "ruling-error": Text("an earlier ruling that was wrong"),
    OTHER: Text("another reason, given in words"),
}


def need_reason(code: str, text: str) -> None:
    """Raise `BadRequest` unless the reason code is in `REASONS`, and has words if it requires
    them."""
    if code not in REASONS:
        codes = ", ".join(REASONS)
        raise BadRequest(
            "/code", Text("There is no reason {code}: there are {codes}.", code=code, codes=codes)
        )
    if code == OTHER and not text.strip():
        raise BadRequest(
            "/text",
            Text("The reason {other} is given in words: say what it is.", other=OTHER),
        )


class Grounds(Struct, frozen=True):
    """The grounds of a ruling: a rule (by heading or number), a reason code of `REASONS`, words for
    the players, the `claim` that it answers, and the record that it is `about` (0: none)."""

    rule: str
    code: str
    text: str = ""
    claim: int = 0
    about: int = 0


def need_claim(game: Game, about: int, text: str) -> None:
    """Raise a `Refusal` unless a claim has words and is about a record that exists."""
    if not text.strip():
        raise BadRequest("/text", Text("Write what is wrong with the record."))
    _need_record(game, about)


def verdict_to_let_stand(game: Game, seat: str, action: Action) -> Verdict:
    """The verdict that forbids an action: that of the rules, or `UNSEALED` for a legal action that
    is chosen in secret. Raises a `Refusal` for any other legal action."""
    need_seat(game, seat)
    need_not_adjudicated(game)
    verdict = game.rules.judge(game.board, seat, action)
    if verdict.legal and is_secret(game, action):
        verdict = UNSEALED
    if verdict.legal:
        raise RulingRefused(
            "/action",
            Text("This action is legal: record it as an action, without a ruling."),
        )
    return verdict


def checked_consequence(game: Game, wish: Wish, grounds: Grounds) -> Consequence:
    """The consequence of a ruling, after a check of its grounds. Raises a `Refusal`, for example if
    a ruling lets something stand and does not name the record it is about."""
    need_grounds(game, grounds, rule=wish.kind not in NO_RULE)
    outcome = consequence(game, wish)
    if isinstance(outcome.remedy, Stands) and not (grounds.about or grounds.claim):
        raise RulingRefused(
            "/about",
            Text(
                "Say what stands: name the record in `about`, or in `claim` the claim that this "
                "decides."
            ),
        )
    return outcome


def _need_record(game: Game, seq: int) -> None:
    if not FIRST <= seq <= game.seq:
        raise RulingRefused(
            "/about",
            Text(
                "There is no record {seq}: this game has records 1 to {last}.",
                seq=seq,
                last=game.seq,
            ),
            seq,
        )


def _claimed_record(game: Game, seq: int) -> int:
    """The record that the claim of record `seq` is about; 0 if there is no such claim."""
    claim = game.proceedings.claim(seq) if seq else None
    return claim.body.about if claim else 0


def need_grounds(game: Game, grounds: Grounds, *, rule: bool = True) -> None:
    """Raise a `Refusal` unless the grounds name a reason, existing records and, if `rule`, a
    rule."""
    need_reason(grounds.code, grounds.text)
    if rule and not grounds.rule.strip():
        raise BadRequest("/rule", Text("Name the rule that the ruling rests on."))
    if grounds.about:
        _need_record(game, grounds.about)
    if not grounds.claim:
        return
    claim = game.proceedings.claim(grounds.claim)
    if claim is None:
        raise RulingRefused(
            "/claim",
            Text("Record {claim} is no claim.", claim=grounds.claim),
            grounds.claim,
        )
    if claim.ruling:
        raise RulingRefused(
            "/claim",
            Text(
                "The claim of record {claim} was decided in record {ruling}: overturn that ruling "
                "first.",
                claim=grounds.claim,
                ruling=claim.ruling,
            ),
            claim.ruling,
        )


def board_if_overturned(game: Game, seq: int) -> Board:
    """The board once ruling `seq` is overturned. Raises `RulingRefused`."""
    ruling = game.proceedings.ruling(seq)
    if ruling is None:
        raise RulingRefused("/ruling", Text("Record {seq} is no ruling.", seq=seq), seq)
    if ruling.overturned:
        raise RulingRefused(
            "/ruling",
            Text(
                "The ruling of record {seq} was overturned already, in record {overturned}.",
                seq=seq,
                overturned=ruling.overturned,
            ),
            ruling.overturned,
        )
    board: Board = game.board
    if not isinstance(ruling.body.remedy, Annul | Correct):
        return board
    if seq not in game.history.rulings_below.after(game.seq):
        raise RulingRefused(
            "/ruling",
            Text(
                "The position that the ruling of record {seq} led to was taken back since: there "
                "is nothing to overturn.",
                seq=seq,
            ),
            seq,
        )
    return game.history.board(game.history.tips[seq - 2])


def needs_rule_to_overturn(game: Game, seq: int) -> bool:
    """Whether overturning ruling `seq` requires the name of a rule. Rulings about clocks alone
    require none."""
    ruling = game.proceedings.ruling(seq)
    return ruling is None or not isinstance(ruling.body.remedy, OfClocks)


def lost_by_overturning(game: Game, seq: int) -> tuple[int, ...]:
    """The actions that go out of force if ruling `seq` is overturned: those in force now that were
    not in force before the ruling. Empty if the ruling changed nothing about that."""
    history = game.history
    before, after = history.tips[seq - 2], history.tips[seq - 1]
    if before == after:
        return ()
    back = set(history.chain(before))
    return tuple(sorted(at for at in history.chain(history.tips[game.seq - 1]) if at not in back))
