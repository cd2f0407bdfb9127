"""Replays the game of a bundle with the rules that it names: the second step of an audit, which
needs the whole program.

The recorded facts are folded, and the fingerprints compared. The rules decide the set-up and each
action again with the recorded rolls. The facts must be equal, the rules must ask for each roll in
this order, its values must be those at its picks, and a roll that a ruling let stand must be
repeated. Each record must also be one that the clerk would have written at the
position before it (`admissible.py`).

Whether actions are legal is judged only if the game was opened with the newest version of its title
(`judged`). Records of a game of an older version are only folded. The set-up and first steps of a
branch are judged in the replay of the game it grew from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.clocks import first_clock_reading, with_clock_readings
from domain.game.aggregate.game import Game, begin_game, fold, records_by_hand, setting_of
from domain.game.aggregate.standing_rolls import roll_fits, standing_rolls
from domain.game.record.headers import RollsOutOfPlace, need_rolls_in_place, record_header
from domain.game.record.kinds import GAME_KINDS, kind_of
from domain.game.record.records import (
    FIRST,
    UMPIRE,
    ActionTaken,
    ClockReading,
    GameOpened,
    GameRecord,
)
from domain.game.rulings.conditions import apply_declared_facts
from domain.game.seals.conditions import wrong_seal_verdict
from domain.kernel.kinds import RecordDiffers, ToldRecord, unchanged
from domain.kernel.replay import Replay, WrongRecord, refusals_as_differences
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text
from domain.proof.chance.contributions import Actors, EnteringHand
from domain.proof.errors import Refused
from domain.proof.stored import read_stored
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.chance import Ask, Chance, DiceMismatch, RecordedChance, Roll, fits_pool
from domain.titles.contract.ruleset import AnyRuleset, BadOpening, Fact
from domain.titles.registry import UnknownRuleset, latest, ruleset
from domain.transfer.admissible import need_admissible, need_valid_opening


def clock_fault(game: Game, stored: StoredRecord) -> Text | None:
    """The fault in the clock reading of a record, as the end of a sentence. None if there is none,
    or if it cannot be computed because the reading before it is missing or names other seats.
    `game`: the position before the record, or
    after it if it is the opening. Wrong readings are only reported, since a reading is a fact that
    is never judged again."""
    body = stored.body_as(GameRecord)
    stated = body.clock_reading
    if stated is None and (game.opened.time_control is None or not kind_of(body).timed):
        return None
    try:
        computed = (
            _first_reading(game)
            if stored.seq == FIRST
            else with_clock_readings(game, (replace(body, clock_reading=None),))[0].clock_reading
        )
    except (
        ValueError,
        KeyError,
    ):  # the reading before it is missing, or has other seats, which was told there
        return None
    if computed == stated:
        return None
    if stated is None or computed is None or computed.left.keys() != stated.left.keys():
        return Text("the clocks of its seats are not those of the game")
    seat, off = max(
        ((seat, stated.left[seat] - left) for seat, left in computed.left.items()),
        key=lambda step: abs(step[1]),
    )
    if off:
        return Text(
            "the clock of {seat} is off by {seconds:second|seconds}",
            seat=seat,
            seconds=round(off / 1000),
        )
    return Text("it counts other turns, or has other clocks run")


def _first_reading(game: Game) -> ClockReading | None:
    control = game.opened.time_control
    return first_clock_reading(control, game.player_seats) if control is not None else None


def records_by_other_hands(game: Game) -> dict[tuple[str, EnteringHand], list[int]]:
    """The seqs of records that another hand than the seat's own entered, by seat and hand:
    something was played, sealed, taken back, claimed or noted for a player's seat without its link,
    or ruled without an arbiter's link (seat `UMPIRE`). A record that the seat agreed to is not
    included, nor are parts of the dice."""
    history, found = game.history, dict[tuple[str, EnteringHand], list[int]]()
    actors = Actors(msgspec.json.decode(history.states[0]))
    foreign = {**dict.fromkeys(actors.seats, _FOREIGN), UMPIRE: _FOREIGN[:2]}
    for seq, (topic, state) in enumerate(zip(history.topics, history.states, strict=True), FIRST):
        row, header = GAME_KINDS[topic], record_header(state)
        seat = UMPIRE if row.part == "ruling" else header.seat
        hand = actors.of(header.actor, seat)
        chosen = row.part not in ("bounds", "table") or row.column == "sealed"
        granted = header.asked and row.fold is not unchanged
        if chosen and not granted and hand.kind in foreign.get(seat, ()):
            found.setdefault((seat, hand), []).append(seq)
    return found


_FOREIGN = ("seat", "other", "arbiter", "organiser", "operator")
"""The kinds of hands that are not a player's seat's own. The first two are not an arbiter's
either."""


class ReplayResult(Struct, frozen=True):
    """The result of replaying a game.

    - `ruleset`, `version`: the rules it was opened with; `judged`: that is the newest version, so
      the legality of actions was judged again. `actions`: how many it has.
    - `fingerprints`: how many were compared; `fidelity`: what came of it; `unchecked`: how many
      actions come after the last fingerprint.
    - `otherwise`: the seqs of records that could not be judged: an older version of the rules gives
      other facts, the rules raise an error, or the ruling on the last action is still to come.
    - `wrong`: records that the service would not have written, and why.
    - `grown`: how many steps a branch took over from the game it grew from; `trouble`: why the
      replay ended early (None: it did not).
    - `clocks`: records whose clock readings do not follow from the times; `acts`: records that an
      arbiter or director decided.
    - `brought`: the catalog is none of the title's own. `hands`: records that other hands entered
      for seats (`records_by_other_hands`); they are known only if the opening names the links of
      seats (`linked`)."""

    ruleset: str = ""
    version: int = 0
    actions: int = 0
    fingerprints: int = 0
    fidelity: str = "unverified"
    unchecked: int = 0
    otherwise: tuple[int, ...] = ()
    wrong: tuple[WrongRecord, ...] = ()
    judged: bool = True
    grown: int = 0
    trouble: Text | None = None
    clocks: tuple[WrongRecord, ...] = ()
    acts: tuple[ToldRecord, ...] = ()
    brought: bool = False
    hands: Mapping[tuple[str, EnteringHand], Sequence[int]] = {}
    linked: bool = True

    @property
    def diverged(self) -> int:
        """The seq of the first record whose fingerprint differs, or 0."""
        return (
            int(self.fidelity.removeprefix("diverged at "))
            if self.fidelity.startswith("diverged")
            else 0
        )


def replay(
    id: str,
    rows: Sequence[tuple[str, bytes]],
    catalog: bytes | None,
    visit: Callable[[Game], None] | None = None,
) -> ReplayResult:
    """Replay a game. `rows`: the topics and stored bytes of its records; `catalog`: the bytes of
    its catalog (None: the title's own is used, if the game was opened with it); `visit`: called
    with the position after each record that could be replayed. Never raises: an error that ends
    the replay becomes `trouble`."""
    try:
        return _replay(id, rows, catalog, visit or _ignore_position)
    except UnknownRuleset as e:
        return ReplayResult(trouble=Text("its rules, {e}, are not in this program", e=e))
    except (BadOpening, CatalogError) as e:
        return ReplayResult(trouble=Text("its game cannot be opened here ({e})", e=e))
    except (DamagedRecord, msgspec.DecodeError) as e:
        return ReplayResult(trouble=Text("a record cannot be read ({e})", e=e))
    except Refused as e:
        at = Text("record {record} cannot be read", record=e.record)
        return ReplayResult(trouble=Text("{at}: {said}", at=at, said=e.said))
    except Exception as e:  # noqa: BLE001
        return ReplayResult(
            trouble=Text("a record does not follow ({why})", why=f"{type(e).__name__}: {e}")
        )


def _ignore_position(game: Game) -> None:
    """The default of `visit`."""


def _replay(
    id: str, rows: Sequence[tuple[str, bytes]], catalog: bytes | None, visit: Callable[[Game], None]
) -> ReplayResult:
    _need_unique_names(rows)
    opening = StoredRecord(id, FIRST, *rows[0])
    opened = opening.body
    if not isinstance(opened, GameOpened):
        text = Text("it is no game but a campaign: replay the bundles of its games")
        return ReplayResult(trouble=text)
    data = _catalog(opened, catalog)
    if data is None:
        return ReplayResult(trouble=Text("the bundle does not have its catalog"))
    try:
        game = begin_game(opening, *setting_of(opened, Catalog(data)))
    except RollsOutOfPlace as e:
        return ReplayResult(opened.ruleset, opened.version, wrong=(WrongRecord(FIRST, e.sentence),))
    case = _GameReplay(game, rows, visit)
    case.follow()
    return case.result()


class _GameReplay(Replay[Game]):
    def __init__(
        self, game: Game, rows: Sequence[tuple[str, bytes]], visit: Callable[[Game], None]
    ) -> None:
        super().__init__(
            [StoredRecord(game.id, seq, *row) for seq, row in enumerate(rows, start=FIRST)]
        )
        self.state, self._visit = game, visit
        self._binding = game.opened.version == latest(game.opened.ruleset)
        self._otherwise: list[int] = []
        self._trouble: Text | None = None
        self._clocks: list[WrongRecord] = []

    def ask_again(self, at: int) -> int:
        row = self.rows[at]
        if at and self._unreadable(row):
            return 0
        self._run_check(partial(self._check_record, row) if at else self._check_opening, row.seq)
        self._check_clock(row)
        return 1

    def fold(self, row: StoredRecord) -> None:
        if row.seq > FIRST:
            self.state = fold(self.state, row, record_header(row.state))
            self.state.board  # noqa: B018  every fact is folded now, not when somebody looks

    def after_fold(self) -> None:
        self._visit(self.state)

    def fold_failed(self, row: StoredRecord, e: Exception) -> None:
        why = str(e) if isinstance(e, DamagedRecord) else f"{type(e).__name__}: {e}"
        self._trouble = Text("record {seq} does not follow ({why})", seq=row.seq, why=why)

    def _unreadable(self, stored: StoredRecord) -> bool:
        """Whether this program cannot read a record, perhaps because a later version wrote it. If
        so, stores the reason as trouble or, for rolls out of place, adds a wrong record."""
        try:
            numbers = [roll.number for roll in record_header(stored.state).rolls]
            need_rolls_in_place(stored.seq, stored.topic, numbers, self.state.rolls)
            stored.body  # noqa: B018
        except RollsOutOfPlace as e:
            self.wrong.append(WrongRecord(stored.seq, e.sentence))
        except DamagedRecord as e:
            self._trouble = Text("record {seq} cannot be read ({e})", seq=stored.seq, e=e)
        else:
            return False
        return True

    def result(self) -> ReplayResult:
        game, opened = self.state, self.state.opened
        return ReplayResult(
            opened.ruleset,
            opened.version,
            actions=game.history.topics.count(ActionTaken.__name__),
            fingerprints=len(game.history.prints),
            fidelity=game.fidelity,
            unchecked=game.history.unchecked,
            otherwise=tuple(self._otherwise),
            wrong=tuple(self.wrong),
            judged=self._binding,
            grown=len(opened.grown) if opened.lineage is not None else 0,
            trouble=self._trouble,
            clocks=tuple(self._clocks),
            acts=tuple(records_by_hand(game)),
            brought=game.setting.catalog.data
            not in (own.data for own in game.rules.catalogs().values()),
            hands=records_by_other_hands(game),
            linked=any(seat.link for seat in opened.seats),
        )

    def _check_clock(self, stored: StoredRecord) -> None:
        text = clock_fault(self.state, stored)
        if text is not None:
            self._clocks.append(WrongRecord(stored.seq, text))

    def _run_check(self, check: Callable[[], None], seq: int = FIRST) -> None:
        """Run `check` on record `seq`. If it finds that the record differs, add it to `wrong`. If
        an older version of the rules leads to other facts, or the check raises any other error, add
        the record to `otherwise`."""
        try:
            self.noting_difference(seq, check)
        except RollsOutOfPlace as e:
            self.wrong.append(WrongRecord(seq, e.sentence))
        except _OtherFacts:
            if self._binding:
                self.wrong.append(WrongRecord(seq, OTHER_FACTS))
            else:
                self._otherwise.append(seq)
        except Exception:  # noqa: BLE001  rules that have come to want something else
            self._otherwise.append(seq)

    def _check_opening(self) -> None:
        opened, rules = self.state.opened, self.state.rules
        need_valid_opening(self.state, binding=self._binding)
        if opened.lineage is None:
            _need_same_facts(
                rules,
                opened,
                lambda chance: rules.setup(rules.blank(self.state.setting), chance),
                (),
            )

    def _check_record(self, stored: StoredRecord) -> None:
        after = self.after(stored)
        need_admissible(
            self.state, stored.body, None if after is None else after.body, binding=self._binding
        )
        if isinstance(stored.body, ActionTaken):
            self._need_same_consequences(stored.body, last=after is None)

    def _need_same_consequences(self, body: ActionTaken, *, last: bool) -> None:
        """Raise `RecordDiffers`, `_OtherFacts` or `_RulingMissing` unless the facts, rolls and seal
        of an action are what the rules give, or an arbiter can have declared its facts. `last`: it
        is the last record."""
        game, rules = self.state, self.state.rules
        sealed = game.opened.seals or body.opens is not None
        if body.verdict is None and sealed and wrong_seal_verdict(game, body) is not None:
            raise RecordDiffers(
                Text(
                    "what it shows was not sealed for what was being chosen there, or not all "
                    "were bound by then"
                ),
            )
        if body.verdict is not None and last:
            raise _RulingMissing
        action = decode_action(rules, body.action)
        if (
            body.verdict is not None and not body.rolls
        ):  # an arbiter may have declared what came of it
            if self._binding:
                _need_declarable(game, body)
            return
        standing = standing_rolls(game) if game.history.proceedings else ()
        _need_same_facts(
            rules,
            body,
            lambda chance: rules.decide(game.board, body.seat, action, chance),
            standing,
        )


OTHER_FACTS = Text("its facts are not those that these rules come to")


class _OtherFacts(Exception):
    """The rules lead to other facts than those recorded."""


class _RulingMissing(Exception):
    """An illegal action that was recorded all the same is the last record, so the ruling on it may
    not be written yet."""


def _need_declarable(game: Game, body: ActionTaken) -> None:
    """Raise `RecordDiffers` unless the recorded facts of an action that an arbiter let stand are
    possible on the board, so that the arbiter could declare them."""
    if not msgspec.json.decode(body.facts):
        return
    with refusals_as_differences():
        apply_declared_facts(game, tuple(msgspec.json.decode(body.facts)), "/facts")


def _need_unique_names(rows: Sequence[tuple[str, bytes]]) -> None:
    """Raise `Refused` for a record that has a name twice in one JSON object, since other readers of
    the bundle could then read another record than this program."""
    for seq, (topic, state) in enumerate(rows, start=FIRST):
        try:
            read_stored(topic, state.decode())
        except Refused as e:
            e.record = seq
            raise


def _catalog(opened: GameOpened, embedded: bytes | None) -> bytes | None:
    """The bytes of the catalog that a game was opened with: the `embedded` one of the bundle, or
    one of the title's own; None if none has the digest in the opening."""
    own = (catalog.data for catalog in ruleset(opened.ruleset, opened.version).catalogs().values())
    return next(
        (
            data
            for data in (embedded, *own)
            if data is not None and sha256(data).hexdigest() == opened.catalog
        ),
        None,
    )


def _need_same_facts(
    rules: AnyRuleset,
    body: GameOpened | ActionTaken,
    ask: Callable[[Chance], tuple[Fact, ...]],
    standing: tuple[Roll, ...],
) -> None:
    """Call the rules (`ask`) with the recorded rolls. Raise `RecordDiffers` if they ask for other
    dice than were rolled, `_OtherFacts` if they return other facts. `standing`: earlier rolls that
    must be repeated."""
    picked = _CheckedRolls(body.rolls, standing)
    try:
        facts = ask(picked)
        picked.check_all_used()
    except DiceMismatch:
        raise RecordDiffers(_dice_not_asked_for(picked)) from None
    if facts != decode_facts(rules, body.facts):
        raise _OtherFacts


def _dice_not_asked_for(picked: _CheckedRolls) -> Text:
    if not picked.left:
        return Text("the rules ask for dice that it does not have")
    n = picked.left[0].number
    return Text(
        "the rules do not ask for roll {n} there: it decides nothing, and used its number up", n=n
    )


class _CheckedRolls(RecordedChance):
    """A source of chance that gives the recorded rolls again. Raises `RecordDiffers` if the values
    of a roll are not those at its picks, or it does not repeat a standing roll that it has to."""

    def __init__(self, rolls: tuple[Roll, ...], standing: tuple[Roll, ...]) -> None:
        super().__init__(rolls)
        self._standing = list(standing)

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not fits_pool(roll, ask.pool):
            raise RecordDiffers(Text("what a roll came to does not stand at its picks"))
        due = next((standing for standing in self._standing if roll_fits(standing, ask)), None)
        if due is not None:
            self._standing.remove(due)
        of = 0 if due is None else due.of or due.number
        if roll.of != of and of:
            raise RecordDiffers(
                Text(
                    "roll {number} had to repeat roll {of}, which a ruling let stand",
                    number=roll.number,
                    of=of,
                ),
            )
        if roll.of != of:
            raise RecordDiffers(
                Text(
                    "roll {number} repeats roll {of}, which does not stand there",
                    number=roll.number,
                    of=roll.of,
                ),
            )
