"""The Tournament aggregate: its state after a record, as frozen values.

It has the entrants, the rounds with their tables, games, slips and results, and all counts that
later records continue. The conditions on what may be done next are in the `conditions.py` of each
subject; pairings and standings are computed in `domain/tournament/pairing` and `standings`.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import NO_WORDS, Text
from domain.proof.chance.beacon import CHAINS, seed_words
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
    """Where to find the name of an entrant outside the record: the player id, the commitment to the
    name ("" if it was never given), and the time of the record that has it. `text`: the commitment
    to how the director can reach the entrant ("": not given)."""

    player: str
    commitment: str
    at: datetime
    text: str = ""


class ResultAt(Struct, frozen=True):
    """The result of a table that is in force, and the seq and body of its record. `shown`: the
    result in exports, if a correction changed only these (None: the same)."""

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
    """The present state of a table of a round.

    - `linked`: the record that linked its newest game (None: it has no game); `before`: those of
      the earlier games of its match.
    - `slips`: by entrant, the seq and body of the last result they reported; `slips_filed`: how
      often they reported.
    - `result`: None until it has one."""

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
        """The id of the newest game; "" if there is none."""
        return self.linked.game if self.linked else ""

    @property
    def games(self) -> tuple[GameLinked, ...]:
        """The records that linked the games of this table, oldest first."""
        return (*self.before, self.linked) if self.linked else ()

    @property
    def missing(self) -> bool:
        """Whether the table has no result yet."""
        return self.result is None

    @property
    def adjourned(self) -> bool:
        return self.result is not None and self.result.result.kind == "adjourned"

    @property
    def disputed(self) -> bool:
        """Whether the table has no result because its entrants reported different ones."""
        return self.result is None and len({slip.result for _, slip in self.slips.values()}) > 1


class PartAt(Struct, frozen=True):
    """An entrant's part of the chance.

    - `commitment` to it, which `actor` entered; `by`: entered by the `entrant`'s own link or at the
      `desk`.
    - `value`: the part in hex ("" until it is revealed).
    - `by_service`: the operator's key entered the commitment or the value."""

    commitment: str
    by: PartBy
    value: str = ""
    by_service: bool = False
    actor: str = ""


class BeaconAt(Struct, frozen=True):
    """A round of a public beacon that a draw waits or waited for: the seq of the record that named
    it, the id of the beacon's chain, the number of the round (`beacon`), and its signature in hex
    ("" until it is recorded). `over`: a draw has happened since, with or without it."""

    record: int
    chain: str
    beacon: int
    signature: str = ""
    over: bool = False


class RoundAt(Struct, frozen=True):
    """A round that is paired and not withdrawn.

    - `paired`, `published`, `closed`: the seq of the record that did it (0: not yet).
    - `proven`: the seq of the record that has the digest of its present standings (0: none): the
      one that closed it, or the last correction since; `closed_at`: the time of that record, from
      which protests are heard for `protest_minutes` (0: without end).
    - `present`: the entrants who were considered."""

    stage: int
    round: int
    paired: int
    tables: tuple[TableAt, ...]
    byes: tuple[Bye, ...]
    present: tuple[int, ...]
    order: tuple[int, ...] = ()
    """The numbers of the tables in the order of the pairing, from which brackets and plans are
    read; empty if that is the order of the numbers."""
    engine_pairing: Pairing | None = None
    """The engine's answer, even if somebody seated the round otherwise; None if the engine found
    none."""
    known_departures: tuple[Departure, ...] = ()
    """The departures that were noted, or confirmed, when the round was paired or changed. Publishing
    it needs no further confirmation of them."""
    published: int = 0
    closed: int = 0
    proven: int = 0
    closed_at: datetime | None = None
    protest_minutes: int = 0
    parts: tuple[tuple[int, str], ...] = ()
    withheld: tuple[int, ...] = ()
    """The entrants who had committed to a part and not revealed it when the round was paired.
    `parts`: the entrants and values (hex) of the parts that it was drawn with."""
    beacons: tuple[BeaconAt, ...] = ()
    """The beacon rounds that had been named when the round was paired."""

    @property
    def pairing(self) -> Pairing:
        """The current tables and byes."""
        return Pairing(tuple(seated.table for seated in self.tables), self.byes)

    @property
    def by_hand(self) -> frozenset[int]:
        """The numbers of the tables that differ from the engine's pairing; 0 is among them if the
        byes differ."""
        own = self.engine_pairing or Pairing(())
        theirs = {table.number: table.entrants for table in own.tables}
        tables = {t.number for t in self.tables if theirs.get(t.number) != t.entrants}
        return frozenset(tables | ({0} if {*own.byes} != {*self.byes} else set()))

    @property
    def drawn_with(self) -> Parts:
        """The revealed parts and beacon rounds that the round was drawn with."""
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
        """The numbers of the tables that have no result yet."""
        return tuple(table.number for table in self.tables if table.missing)

    @property
    def adjourned(self) -> tuple[int, ...]:
        """The numbers of the tables that are adjourned."""
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
        """The round as pairing and standings read it: an adjourned table has no result."""
        results = tuple(
            t.result.result for t in self.tables if t.result is not None and not t.adjourned
        )
        return RoundHistory(self.stage, self.round, self.paired_tables, self.byes, results)


def exported(round: RoundAt) -> RoundHistory:
    """A round as exports show it: with corrections of effect `report`, which standings ignore, and
    without the results of adjourned tables."""
    results = (table.result.exported for table in round.tables if table.result is not None)
    return RoundHistory(
        round.stage,
        round.round,
        round.history.tables,
        round.byes,
        tuple(result for result in results if result.kind != "adjourned"),
    )


class ClockAt(Struct, frozen=True):
    """The clock of a round: `seconds` were left at the time `at`. If `running`, it has been running
    since, otherwise it is stopped."""

    round: int
    seconds: int
    running: bool
    at: datetime


class ProtestAt(Struct, frozen=True):
    """A protest: the seq and time of its record, and the record itself. `decided`: the seq of the
    decision's record (0: pending); `decision`: that record."""

    seq: int
    at: datetime
    filed: ProtestFiled
    decided: int = 0
    decision: ProtestDecided | None = None


class NotedAt(Struct, frozen=True):
    """A record that departs from the rules or corrects a result, listed for good. `departures`:
    those that the record contains, and those that follow from it and the tournament before it.
    `did`: the sentence of the record, in which entrants are called by number."""

    seq: int
    body: TournamentRecord
    departures: tuple[Departure, ...] = ()
    did: Text = NO_WORDS


class GivenUp(Struct, frozen=True):
    """A published pairing that was withdrawn: its round, and the seqs of the records that `paired`
    and that `withdrawn` it."""

    round: int
    paired: int
    withdrawn: int


class PhonedAt(Struct, frozen=True):
    """The last record that an entrant entered by their own link, to leave, come back or ask for a
    bye: its seq and body, and the round it is about."""

    seq: int
    round: int
    body: TournamentRecord


class Tournament(Struct, frozen=True):
    """A tournament after its record `seq`, written `at`.

    - `keys`: by (actor, idempotency key), the seq of the last record written with them.
    - `named`: by entrant; `present`, `absent`, `checked_in`: by round, the entrants who were noted
      as present or absent, and those who play it once its check-in is closed.
    - `phoned`: by entrant; `requested_byes`: by (round, entrant).
    - `penalties`: by seq of their record; `lifted`: the seqs of those that were lifted.
    - `attempts`: by (`pair` or `lots`, stage, round), how often that was drawn.
    - `lots`: the entrants in the drawn order (empty: none drawn). `parts`: by entrant.
    - `amended`: the seq of the last change of rules (0: none).
    - `given_up`: the published pairings that were withdrawn."""

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
        """Whether a round was ever paired, even if it was withdrawn since."""
        return any(use == "pair" for use, _, _ in self.attempts)

    @property
    def next_round(self) -> int:
        return self.rounds[-1].round + 1 if self.rounds else 1

    def entrant(self, number: int) -> Entrant | None:
        return self.entrants[number - 1] if 0 < number <= len(self.entrants) else None

    def round(self, number: int) -> RoundAt | None:
        return next((paired for paired in self.rounds if paired.round == number), None)

    def may_bind(self, entrant: int) -> bool:
        """Whether an entrant can commit to a part now: the entrant plays and has no part yet,
        nothing was drawn with parts or a beacon, and no check-in is closed whose round is still to
        be paired (until then parts are revealed)."""
        known = self.entrant(entrant)
        there = known is not None and known.status == "in" and entrant not in self.parts
        return (
            there
            and not (self.closed or self.showing or self.settled)
            and self.opened.derivation > 1
        )

    @property
    def shown_parts(self) -> tuple[tuple[int, str], ...]:
        """The revealed parts: (entrant, value in hex), by entrant."""
        return tuple(
            (number, part.value) for number, part in sorted(self.parts.items()) if part.value
        )

    @property
    def drawn_with(self) -> Parts:
        """The revealed parts and beacon rounds that a draw made now would depend on."""
        return (*self.shown_parts, *_of_beacons(self.beacons))

    def chance_is_known(self, moment: datetime) -> bool:
        """Whether somebody could know the chance of the next draw at a time: a part was revealed,
        or the beacon round it waits for has come, even if its signature is not recorded."""
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
        """The entrants who committed to a part and have not revealed it."""
        return tuple(number for number, part in sorted(self.parts.items()) if not part.value)

    @property
    def field(self) -> Field:
        """The input of pairing and standings as of now."""
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
        """The input of the standings of a stage (counted from 0): as `field`, but with the entrants
        who qualified for that stage."""
        going = [said.going for said in self.advanced if said.stage == stage]
        return replace(self.field, qualified=tuple(g.entrant for g in going[-1]) if going else ())

    def standings_after(self, round: int) -> Standings:
        """The standings after a round, by the keys of its stage."""
        stage = self.rules.stage_of(max(1, round))
        return standings(self.field_of(stage), stage, round)

    @property
    def basis(self) -> Basis:
        """The records that a pairing or standings made now are computed from."""
        refs = (
            table.result.ref(paired.round)
            for paired in self.rounds
            for table in paired.tables
            if table.result is not None
        )
        return Basis(self.seq, tuple(sorted(refs, key=lambda ref: (ref.round, ref.table))))

    def expected(self, round: int) -> tuple[int, ...]:
        """The numbers of the active entrants expected in a round, those with a requested bye
        included: the entrants on its closed check-in or, while it is not closed, all who were not
        noted as absent. Only those who qualified for the stage."""
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
        seed_words(shown.beacon, bytes.fromhex(shown.signature))
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
