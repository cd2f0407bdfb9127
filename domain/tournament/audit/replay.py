"""Replays a tournament from its records: the second step of an audit, which needs the whole
program.

*Whatever the desk refuses or notes, the replay refuses or notes.* Each record is turned back into
a request, and the use case that wrote it decides it again on the tournament before it
(`asked_again.py`). The replay reports the refusals of the use cases in their words. What they
compute must equal what the record contains: pairings and lots from their seeds, departures with
levels, results from slips, who goes on, standings.

Not checked: who had which key or link, erased words, and what only people know, such as typed
results. A pairing of an engine that this program lacks is not repeated.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.record.records import FIRST
from domain.kernel import replay
from domain.kernel.kinds import RecordDiffers, ToldRecord, row_of
from domain.kernel.replay import WrongRecord, differing_value, refusals_as_differences
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text, joined
from domain.kernel.writer import NOTED
from domain.proof.chance.contributions import OPERATOR
from domain.titles.registry import UnknownRuleset
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure_said
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.audit.asked_again import AskedAgain
from domain.tournament.pairing.engines import engine
from domain.tournament.report import told
from domain.tournament.values import EDITION, CannotPair, TableResult

FROM_OUTSIDE = frozenset({"at", "clock", "salt", "actor", "key", "request", "client_at"})
"""Fields of every record that no use case computes."""

MOST_SHOWN = 200


def need_true_clocks(body: r.TournamentRecord) -> None:
    """Raise `RecordDiffers` for a record that notes a server clock set back although it was not, or
    that has readings of seats' clocks, which a tournament does not have."""
    if body.clock is not None and body.at - body.clock <= NOTED:
        raise RecordDiffers(Text("it notes a clock that was set back, and by nothing"))
    if body.clock_reading is not None:
        raise RecordDiffers(Text("a tournament has no clocks of seats"))


def need_same(made: r.TournamentRecord, body: r.TournamentRecord) -> None:
    if type(made) is not type(body):
        raise RecordDiffers(Text("something else was to be written with it"))
    if made.departures != body.departures:
        raise RecordDiffers(_departure_difference(made.departures, body.departures))
    for name in body.__struct_fields__:
        if name not in FROM_OUTSIDE:
            _SAME.get(name, _need_equal)(name, getattr(made, name), getattr(body, name))


def _need_equal(name: str, made: Any, recorded: Any) -> None:
    if made != recorded:
        shown = _SENTENCES.get(name)
        if shown is not None:
            raise RecordDiffers(shown)
        raise differing_value(name, _shown(recorded), _shown(made))


def _need_rules(name: str, made: msgspec.Raw, recorded: msgspec.Raw) -> None:
    """Raise `RecordDiffers` if the recorded rules have a field or value that the repeated ones
    lack. Older records may have fewer fields."""
    if not _within(msgspec.json.decode(recorded), msgspec.json.decode(made)):
        raise RecordDiffers(Text("its rules have something that rules do not have"))


def _within(part: Any, whole: Any) -> bool:
    """Whether every field of the JSON value `part` is in `whole` with an equal value. Lists must
    have equal lengths."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and _within(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return bool(part == whole) and type(part) is type(whole)


def _need_engines(name: str, made: Any, recorded: Any) -> None:
    """Raise `RecordDiffers` unless the engines have equal ids and versions. An engine with another
    source is reported as unknown elsewhere."""
    mine, theirs = ([(engine.id, engine.version) for engine in used] for used in (made, recorded))
    _need_equal(name, tuple(mine), tuple(theirs))


_SAME: Mapping[str, Callable[[str, Any, Any], None]] = {
    "rules": _need_rules,
    "engines": _need_engines,
}

_OTHER_PAIRING, _OTHERS = (
    Text("paired again, its engine pairs otherwise"),
    Text("others were to play than it considered"),
)

_SENTENCES: Mapping[str, Text] = {
    "basis": Text("its basis is not what was in force before it"),
    "pairing": _OTHER_PAIRING,
    "engine_pairing": _OTHER_PAIRING,
    "standings": Text("computed again, its standings are others"),
    "lots": Text("its lots are not those of its seed"),
    "present": _OTHERS,
    "asked": _OTHERS,
}


def _departure_difference(made: Sequence[r.Departure], recorded: Sequence[r.Departure]) -> Text:
    missing = [departure for departure in made if departure not in recorded]
    more = [departure for departure in recorded if departure not in made]
    if missing:
        return Text("it does not say what it departs from: {codes}", codes=_codes(missing))
    if more:
        return Text("it says that it departs from what it does not: {codes}", codes=_codes(more))
    return Text("it does not say in order what it departs from")


def _codes(departures: Sequence[r.Departure]) -> Text:
    return joined(
        [
            Text("{code} (level {level})", code=departure.code, level=departure.level)
            for departure in departures
        ],
        ", ",
    )


def _shown(value: Any) -> str:
    """A value of a record in at most `MOST_SHOWN` characters: of a result the places by entrant, of
    those who go on the ranks by entrant, of others the value as text."""
    if isinstance(value, TableResult):
        text = ", ".join(
            f"{entry.entrant}: {entry.place}{'' if entry.score is None else f' ({entry.score})'}"
            for entry in value.entries
        )
        text = text if value.kind == "played" else f"{value.kind} {text}"
    elif isinstance(value, tuple):
        text = ", ".join(
            f"{item.entrant}: {item.rank}" if isinstance(item, r.Going) else str(item)
            for item in value
        )
    else:
        text = str(value)
    text = text or "–"
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


class Departed(Struct, frozen=True):
    """A departure, and the record that has it (`act`) with the sentence of the departure."""

    act: ToldRecord
    departure: r.Departure


class Repeated(Struct, frozen=True):
    """The result of a replay.

    - `records`: how many records came out equal; `pairings`, `lots`, `standings`: how many of them
      had these.
    - `wrong`: the seqs of records that the service would not have written, and why; `unknown`:
      those of records whose engine this program lacks; `open`: those of records that it cannot
      judge for another reason, and why.
    - `departures` from the rules; `acts`: other records that somebody decided by hand; `edition` of
      the tournament rules.
    - `hands`: the actors (keys and links) that acted for several entrants, or for an entrant and
      the desk. For each, by seq of its records: the entrant it acted for (0: the desk). The
      operator and the actor who opened the tournament are left out."""

    pairings: int = 0
    lots: int = 0
    standings: int = 0
    records: int = 0
    wrong: tuple[tuple[int, Text], ...] = ()
    unknown: tuple[int, ...] = ()
    open: tuple[tuple[int, Text], ...] = ()
    departures: tuple[Departed, ...] = ()
    acts: tuple[ToldRecord, ...] = ()
    edition: int = EDITION
    hands: Mapping[str, Mapping[int, int]] = {}


NEWER = Text(
    "it follows a newer edition of the tournament rules than this program has: nothing is said of "
    "what follows from them"
)
NO_TITLE = Text(
    "the title of its games is not in this program, or not in that version: nothing is said of "
    "how they are opened"
)


def repeated(id: str, rows: Sequence[tuple[str, bytes]]) -> Repeated:
    """Replay a tournament. `rows`: the topics and stored bytes of its records, from the first."""
    again = Replay(id, [StoredRecord(id, seq, *row) for seq, row in enumerate(rows, start=FIRST)])
    again.follow()
    return again.repeated


class Replay(replay.Replay[Tournament | None]):
    def __init__(self, id: str, rows: Sequence[StoredRecord]) -> None:
        super().__init__(rows)
        self._id = id
        self.start_from(None, _revealed_seed(rows))
        self._found = Repeated()
        self._acts: list[ToldRecord] = []
        self._acted_for: dict[str, dict[int, int]] = {}
        """By actor, then by seq of their records: the entrant they acted for, 0 for the desk."""

    @property
    def repeated(self) -> Repeated:
        noted = self.state.noted if self.state is not None else ()
        by_hand = {act.seq for act in self._acts}
        departures = tuple(
            Departed(
                ToldRecord(
                    record.seq,
                    record.body,
                    departure_said(record, departure, by_hand=record.seq in by_hand),
                ),
                departure,
            )
            for record in noted
            for departure in record.departures
        )
        departed = {departure.act.seq for departure in departures}
        return replace(
            self._found,
            wrong=tuple(self.wrong),
            departures=departures,
            acts=tuple(act for act in self._acts if act.seq not in departed),
            hands={
                actor: spoke
                for actor, spoke in self._acted_for.items()
                if len({*spoke.values()}) > 1 and not self._is_official(actor)
            },
        )

    def _is_official(self, actor: str) -> bool:
        return self.state is None or actor in ("", OPERATOR, self.state.opened.actor)

    def start_from(self, t: Tournament | None, seed: bytes) -> None:
        """Set the state to replay from: the tournament after its earlier records (None: from the
        first), and the seed that its closing reveals (empty: none)."""
        self.state, self._on = t, AskedAgain(self._id, seed)

    def ask_again(self, at: int) -> int:
        row = self.rows[at]
        try:
            body = row.body
            if isinstance(body, r.TournamentOpened) and row.seq == FIRST:
                self._found = replace(self._found, edition=body.edition)
                if body.edition > EDITION:
                    self._found = replace(self._found, open=((FIRST, NEWER),))
                    return 0
            return self._compare(row, body) if isinstance(body, r.TournamentRecord) else 1
        except DamagedRecord as e:
            self.fold_failed(row, e)
            return 0

    def fold(self, row: StoredRecord) -> None:
        ((line, self.state),) = told([row], self.state)
        if line.by_hand:
            self._acts.append(line)
        if not _by_phone_or_desk(line.body):
            own = isinstance(line.body, _OWN) or getattr(line.body, "by", "") == "entrant"
            whose = getattr(line.body, "entrant", 0) or getattr(line.body, "number", 0)
            self._acted_for.setdefault(line.body.actor, {})[row.seq] = whose if own else 0

    def fold_failed(self, row: StoredRecord, e: Exception) -> None:
        if not isinstance(e, DamagedRecord):
            raise e
        self._add_wrong(e.seq or row.seq, Text("it does not follow: {why}", why=e.why))

    def _compare(self, row: StoredRecord, body: r.TournamentRecord) -> int:
        """Compare a record, and the next one if both are of one write, with what the use cases
        write. Notes the differences. Returns how many records were compared, 1 or 2. Raises
        `DamagedRecord`."""
        seq, after = row.seq, self.after(row)
        if self._skips_unknown_engine(seq, body):
            return 1
        try:
            made = self.noting_difference(seq, lambda: self._repeat_write(body, after))
        except DamagedRecord:
            raise
        except UnknownRuleset:
            self._found = replace(self._found, open=(*self._found.open, (seq, NO_TITLE)))
            return 1
        except Exception as e:  # noqa: BLE001  use cases were not made for values that no request can have
            self._add_wrong(seq, Text("it does not follow: {why}", why=f"{type(e).__name__}: {e}"))
            return 1
        if made is None:
            return 1
        self._count_equal(body)
        if len(made) > 1 and after is not None:
            self._compare_second(seq, made[1], after)
        return min(len(made), 1 + (after is not None))

    def _repeat_write(
        self, body: r.TournamentRecord, after: StoredRecord | None
    ) -> tuple[r.TournamentRecord, ...]:
        need_true_clocks(body)
        with refusals_as_differences():
            made = self._on.made(self.state, body, after.body if after is not None else None)
        need_same(made[0], body)
        return made

    def _compare_second(self, seq: int, made: r.TournamentRecord, after: StoredRecord) -> None:
        body = after.body
        if type(body) is not type(made) or not isinstance(body, r.TournamentRecord):
            self._add_wrong(
                after.seq, Text("with record {seq} something else was to be written", seq=seq)
            )
            return
        try:
            need_true_clocks(body)
            need_same(made, body)
        except RecordDiffers as e:
            self._add_wrong(after.seq, e.text)
        else:
            self._count_equal(body)

    def _skips_unknown_engine(self, seq: int, body: r.TournamentRecord) -> bool:
        used: tuple[r.EngineUsed, ...] = getattr(body, "engines", ())
        if isinstance(body, r.RoundPaired):
            used = (body.engine,)
        if all(map(_has_engine, used)):
            return False
        self._found = replace(self._found, unknown=(*self._found.unknown, seq))
        return isinstance(body, r.RoundPaired)

    def _count_equal(self, body: r.TournamentRecord) -> None:
        counted = row_of(body).part
        more: dict[str, Any] = {"records": self._found.records + 1}
        if counted in ("pairings", "lots", "standings"):
            more[counted] = getattr(self._found, counted) + 1
        self._found = replace(self._found, **more)

    def _add_wrong(self, seq: int, text: Text) -> None:
        self.wrong.append(WrongRecord(seq, text))


_OWN = (r.PartBound, r.PartShown, r.SlipFiled, r.ProtestFiled)
"""The kinds of records that entrants enter by their own links."""


def _by_phone_or_desk(body: r.TournamentRecord) -> bool:
    """Whether a record does not tell if an entrant's link or the desk entered it."""
    return isinstance(body, r.PresenceNoted) or getattr(body, "source", "") == "slips"


def _revealed_seed(records: Sequence[StoredRecord]) -> bytes:
    try:
        closing = next(
            (
                record.body
                for record in reversed(records)
                if record.topic == r.TournamentClosed.__name__
            ),
            None,
        )
        return bytes.fromhex(closing.seed) if isinstance(closing, r.TournamentClosed) else b""
    except (DamagedRecord, ValueError):
        return b""


def _has_engine(used: r.EngineUsed) -> bool:
    try:
        return engine(used.id, used.version).source == used.source
    except CannotPair:
        return False
