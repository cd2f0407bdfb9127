"""The Tournament aggregate: its state after a record, as frozen values.

It has the entrants, the rounds with their tables, games, slips and results, and all counts that
later records continue. What may be done next is in the neighbouring modules; pairings and standings
are computed in `domain/tournament/`.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import NO_WORDS, Text
from domain.proof.chance.beacon import CHAINS, drawn_with
from domain.tournament.records import (
    Departure,
    GameLinked,
    PartBy,
    ProtestDecided,
    ProtestFiled,
    ResultCorrected,
    ResultTaken,
    SeparationSet,
    SlipFiled,
    StageAdvanced,
    TournamentClosed,
    TournamentOpened,
    TournamentRecord,
)
from domain.tournament.seeds import Parts
from domain.tournament.standings.ranking import Standings, standings
from domain.tournament.values import (
    Basis,
    Bye,
    Entrant,
    Field,
    Pairing,
    Penalty,
    ResultRef,
    RoundHistory,
    Rules,
    Separation,
    Table,
    TableResult,
)


class Named(Struct, frozen=True):
    """Where an entrant's name is stored: the player's id, the commitment, and the time of its
    record. `text` commits to what the entrant wrote last."""

    player: str
    commitment: str
    at: datetime
    text: str = ""


class ResultAt(Struct, frozen=True):
    """A table's result in force, and its record. `shown` is what exports say, if a correction
    changed only that."""

    record: int
    body: ResultTaken | ResultCorrected
    shown: TableResult | None = None

    @property
    def result(self) -> TableResult:
        """The result that standings use."""
        return self.body.result

    @property
    def exported(self) -> TableResult:
        """The result that exports use."""
        return self.shown or self.body.result

    def ref(self, round: int) -> ResultRef:
        body = self.body
        return ResultRef(round, body.result.table, self.record, body.game, body.seq, body.digest)


class TableAt(Struct, frozen=True):
    """A table of a round as it stands: its game, and of a match those before it, what was reported
    from it, and its result."""

    table: Table
    linked: GameLinked | None = None
    before: tuple[GameLinked, ...] = ()
    slips: Mapping[int, tuple[int, SlipFiled]] = {}
    slips_filed: Mapping[int, int] = {}
    result: ResultAt | None = None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def entrants(self) -> tuple[int, ...]:
        return self.table.entrants

    @property
    def game(self) -> str:
        return self.linked.game if self.linked else ""

    @property
    def games(self) -> tuple[GameLinked, ...]:
        """All its games, the last one last."""
        return (*self.before, self.linked) if self.linked else ()

    @property
    def missing(self) -> bool:
        return self.result is None

    @property
    def adjourned(self) -> bool:
        return self.result is not None and self.result.result.kind == "adjourned"

    @property
    def disputed(self) -> bool:
        return self.result is None and len({slip.result for _, slip in self.slips.values()}) > 1


class PartAt(Struct, frozen=True):
    """An entrant's part of the chance: its commitment, who made it, and the value (hex) once
    revealed. `by_service`: the operator's key entered either; `actor` entered the commitment."""

    commitment: str
    by: PartBy
    value: str = ""
    by_service: bool = False
    actor: str = ""


class BeaconAt(Struct, frozen=True):
    """A round of a public beacon, the record that named it, and its signature (hex) once shown.
    `over`: something was drawn since, with it or without."""

    record: int
    chain: str
    beacon: int
    signature: str = ""
    over: bool = False


class RoundAt(Struct, frozen=True):
    """A round that is paired and not withdrawn. `paired`, `published`, `closed` and `proven` are
    records (0: not yet). `proven` has the digest of its current standings: its closing, or the last
    correction since, from whose time `closed_at` protests are heard again."""

    stage: int
    round: int
    paired: int
    tables: tuple[TableAt, ...]
    byes: tuple[Bye, ...]
    present: tuple[int, ...]
    order: tuple[int, ...] = ()
    """The tables' numbers in the order of the pairing, which brackets and plans are read from,
    where it is another than theirs."""
    own: Pairing | None = None
    """The engine's answer; None if it had none."""
    told: tuple[Departure, ...] = ()
    """Departures of the draft that need no further confirmation."""
    published: int = 0
    closed: int = 0
    proven: int = 0
    closed_at: datetime | None = None
    protest_minutes: int = 0
    parts: tuple[tuple[int, str], ...] = ()
    withheld: tuple[int, ...] = ()
    """Entrants whose part was committed and not revealed; `parts` are those its pairing was drawn
    with."""
    beacons: tuple[BeaconAt, ...] = ()
    """The beacon rounds that had been named by then."""

    @property
    def pairing(self) -> Pairing:
        """The current tables and byes."""
        return Pairing(tuple(seated.table for seated in self.tables), self.byes)

    @property
    def by_hand(self) -> frozenset[int]:
        """The tables that differ from the engine's answer, and 0 if byes do."""
        own = self.own or Pairing(())
        theirs = {table.number: table.entrants for table in own.tables}
        tables = {t.number for t in self.tables if theirs.get(t.number) != t.entrants}
        return frozenset(tables | ({0} if {*own.byes} != {*self.byes} else set()))

    @property
    def drawn_with(self) -> Parts:
        return (*self.parts, *_of_beacons(self.beacons))

    @property
    def heard_until(self) -> datetime | None:
        """The end of the time for protests; None if it has no end or has not begun."""
        end = timedelta(minutes=self.protest_minutes)
        return self.closed_at + end if self.closed_at and end else None

    def table(self, number: int) -> TableAt | None:
        return next((table for table in self.tables if table.number == number), None)

    def table_of(self, entrant: int) -> TableAt | None:
        return next((table for table in self.tables if entrant in table.entrants), None)

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(table.number for table in self.tables if table.missing)

    @property
    def adjourned(self) -> tuple[int, ...]:
        return tuple(table.number for table in self.tables if table.adjourned)

    @property
    def paired_tables(self) -> tuple[Table, ...]:
        """The tables in the order of the pairing."""
        if not self.order:
            return tuple(seated.table for seated in self.tables)
        tables = {seated.number: seated.table for seated in self.tables}
        return tuple(tables[number] for number in self.order)

    @property
    def history(self) -> RoundHistory:
        """The round for pairing and standings, in which an adjourned table has no result."""
        results = tuple(
            t.result.result for t in self.tables if t.result is not None and not t.adjourned
        )
        return RoundHistory(self.stage, self.round, self.paired_tables, self.byes, results)


def exported(round: RoundAt) -> RoundHistory:
    """A round for exports, which corrections of effect `report` change."""
    results = (table.result.exported for table in round.tables if table.result is not None)
    return RoundHistory(
        round.stage,
        round.round,
        round.history.tables,
        round.byes,
        tuple(result for result in results if result.kind != "adjourned"),
    )


class ClockAt(Struct, frozen=True):
    """A round's clock: `seconds` were left at `at`, and it runs since then or stands."""

    round: int
    seconds: int
    running: bool
    at: datetime


class ProtestAt(Struct, frozen=True):
    """A protest and its decision, if any."""

    seq: int
    at: datetime
    filed: ProtestFiled
    decided: int = 0
    decision: ProtestDecided | None = None


class NotedAt(Struct, frozen=True):
    """A record that departs from the rules or corrects something; it stays in the list.
    `departures` are those in the record and those that follow from the state before it; `did` is
    the record's sentence with entrants by number."""

    seq: int
    body: TournamentRecord
    departures: tuple[Departure, ...] = ()
    did: Text = NO_WORDS


class GivenUp(Struct, frozen=True):
    """A published pairing that was withdrawn: its round, and the records of both."""

    round: int
    paired: int
    withdrawn: int


class PhonedAt(Struct, frozen=True):
    """What an entrant last did by their own link: the record, and the round that it is about."""

    seq: int
    round: int
    body: TournamentRecord


class Tournament(Struct, frozen=True):
    """A tournament after its record `seq`, written `at`. `keys` maps (actor, idempotency key) to
    the seq of the last record made with it."""

    id: str
    seq: int
    at: datetime
    opened: TournamentOpened
    rules: Rules
    keys: Mapping[tuple[str, str], int]
    entrants: tuple[Entrant, ...] = ()
    named: Mapping[int, Named] = {}
    rounds: tuple[RoundAt, ...] = ()
    present: Mapping[int, frozenset[int]] = {}
    absent: Mapping[int, frozenset[int]] = {}
    times_noted: Mapping[tuple[int, int], int] = {}
    """How often an entrant's presence was noted before a round."""
    phoned: Mapping[int, PhonedAt] = {}
    checked_in: Mapping[int, tuple[int, ...]] = {}
    requested_byes: Mapping[tuple[int, int], Bye] = {}
    separations: tuple[SeparationSet, ...] = ()
    penalties: Mapping[int, Penalty] = {}
    lifted: frozenset[int] = frozenset()
    attempts: Mapping[tuple[str, int, int], int] = {}
    lots: tuple[int, ...] = ()
    parts: Mapping[int, PartAt] = {}
    showing: bool = False
    """Whether parts are revealed: a check-in is closed, and its round is not paired yet."""
    beacons: tuple[BeaconAt, ...] = ()
    settled: bool = False
    """Whether something was drawn with parts or a beacon. No parts can be added then, since a later
    one could be chosen by its effect."""
    advanced: tuple[StageAdvanced, ...] = ()
    clock: ClockAt | None = None
    protests: tuple[ProtestAt, ...] = ()
    amended: int = 0
    closing: TournamentClosed | None = None
    noted: tuple[NotedAt, ...] = ()
    given_up: tuple[GivenUp, ...] = ()

    # -- reading -----------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def begun(self) -> bool:
        return any(use == "pair" for use, _, _ in self.attempts)

    @property
    def next_round(self) -> int:
        return self.rounds[-1].round + 1 if self.rounds else 1

    def entrant(self, number: int) -> Entrant | None:
        return self.entrants[number - 1] if 0 < number <= len(self.entrants) else None

    def round(self, number: int) -> RoundAt | None:
        return next((paired for paired in self.rounds if paired.round == number), None)

    def may_bind(self, entrant: int) -> bool:
        """Whether an entrant can commit to a part now: before a check-in is closed and before
        anything is drawn with parts."""
        known = self.entrant(entrant)
        there = known is not None and known.status == "in" and entrant not in self.parts
        return (
            there
            and not (self.closed or self.showing or self.settled)
            and self.opened.derivation > 1
        )

    @property
    def shown_parts(self) -> tuple[tuple[int, str], ...]:
        return tuple(
            (number, part.value) for number, part in sorted(self.parts.items()) if part.value
        )

    @property
    def drawn_with(self) -> Parts:
        """The revealed parts and beacons that a draw would use now."""
        return (*self.shown_parts, *_of_beacons(self.beacons))

    def knows_chance(self, moment: datetime) -> bool:
        """Whether the chance of the next draw can be known at a time: a part is revealed, or its
        beacon round exists, recorded or not."""
        first = self.showing and not self.settled and bool(self.shown_parts)
        last = self.beacons[-1] if self.beacons else None
        if first or last is None or last.over:
            return first
        chain = CHAINS.get(last.chain)
        return chain is not None and not chain.is_to_come(last.beacon, int(moment.timestamp()))

    @property
    def awaited(self) -> BeaconAt | None:
        """The beacon round the next draw waits for, or None."""
        last = self.beacons[-1] if self.beacons else None
        return last if last and not (last.signature or last.over) else None

    @property
    def hidden_parts(self) -> tuple[int, ...]:
        return tuple(number for number, part in sorted(self.parts.items()) if not part.value)

    @property
    def field(self) -> Field:
        """The current input of pairing and standings."""
        return Field(
            rules=self.rules,
            entrants=self.entrants,
            rounds=tuple(paired.history for paired in self.rounds),
            separations=tuple(
                Separation(s.a, s.b, s.club, s.hard, s.since) for s in self.separations
            ),
            penalties=tuple(
                penalty for seq, penalty in self.penalties.items() if seq not in self.lifted
            ),
            lots=self.lots,
            qualified=tuple(going_on.entrant for going_on in self.advanced[-1].going)
            if self.advanced
            else (),
            edition=self.opened.edition,
        )

    def field_of(self, stage: int) -> Field:
        """The input for the standings of a stage, with those who qualified for it."""
        going = [said.going for said in self.advanced if said.stage == stage]
        return replace(self.field, qualified=tuple(g.entrant for g in going[-1]) if going else ())

    def standings_after(self, round: int) -> Standings:
        """The standings after a round, by the keys of its stage."""
        stage = self.rules.stage_of(max(1, round))
        return standings(self.field_of(stage), stage, round)

    @property
    def basis(self) -> Basis:
        """What a pairing or standings made now are computed from."""
        refs = (
            table.result.ref(paired.round)
            for paired in self.rounds
            for table in paired.tables
            if table.result is not None
        )
        return Basis(self.seq, tuple(sorted(refs, key=lambda ref: (ref.round, ref.table))))

    def expected(self, round: int) -> tuple[int, ...]:
        """The entrants who are to play a round, those with requested byes included: those in the
        stage's field who were noted as present if the check-in is closed, else all who were not
        noted as absent."""
        stage = self.rules.stage_of(round)
        going = (
            {going_on.entrant for going_on in self.advanced[-1].going}
            if stage and self.advanced
            else None
        )
        absent = self.absent.get(round, frozenset())
        there = self.checked_in.get(round)
        return tuple(
            entrant.number
            for entrant in self.entrants
            if entrant.status == "in"
            and entrant.since <= round
            and (going is None or entrant.number in going)
            and (entrant.number in there if there is not None else entrant.number not in absent)
        )


def _of_beacons(beacons: tuple[BeaconAt, ...]) -> Parts:
    return tuple(
        drawn_with(shown.beacon, bytes.fromhex(shown.signature))
        for shown in beacons
        if shown.signature
    )


def with_round(t: Tournament, number: int, change: Callable[[RoundAt], RoundAt]) -> Tournament:
    if t.round(number) is None:
        raise KeyError(f"round {number}")
    return replace(
        t, rounds=tuple(change(paired) if paired.round == number else paired for paired in t.rounds)
    )


def with_table(
    t: Tournament, round: int, number: int, change: Callable[[TableAt], TableAt]
) -> Tournament:
    def changed(round: RoundAt) -> RoundAt:
        if round.table(number) is None:
            raise KeyError(f"table {number}")
        return replace(
            round,
            tables=tuple(
                change(table) if table.number == number else table for table in round.tables
            ),
        )

    return with_round(t, round, changed)
