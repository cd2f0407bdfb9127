"""The use case of importing a report file (TRF) as a new tournament, which may continue after the
rounds of the file.

The entrants, pairings and results of the file are given to the director's use cases, one after the
other, and all their records are stored in one write. So a fault in the last round leaves nothing
behind. Pairings count as made by hand and are stored beside the engine's own. Their departures from
the rules are recorded, and confirmed in the name of the importer.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.kinds import Subjects
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import NO_WORDS, Text, joined
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import NO_CONFIRMATION, Confirmation
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import LONGEST, Apart, Entry, TournamentOpening
from domain.tournament.checking import DUTCH, NEEDS_PACKAGE, Checked, checked_as_stated
from domain.tournament.citations import cited
from domain.tournament.directing.direction import (
    Make,
    TournamentAnswer,
    TournamentStore,
    WriteContext,
)
from domain.tournament.directing.games import ClerkGames
from domain.tournament.entrants.use_cases import Entrants
from domain.tournament.formats.common import FormatRefused, fault
from domain.tournament.formats.starting_ranks import renumbered
from domain.tournament.formats.trf_reading import TrfFile, read
from domain.tournament.lifecycle.use_cases import Lifecycle
from domain.tournament.pairing.dutch import package_version
from domain.tournament.refusals import ConfirmationNeeded, FileRefused, TournamentRefused
from domain.tournament.results.use_cases import Results
from domain.tournament.rounds.use_cases import Engines, Rounds
from domain.tournament.values import RoundHistory, Scoring

REASON = "As the report file has it."

MOST_AT_ONCE = 2_500
"""The most entrants times rounds of a file that one request imports. 284 in 7 rounds took 26
seconds of processor time, nine tenths of it in the engine, which pairs each round again."""


class ReportRead(Struct, frozen=True):
    """What Greffe understands of a report file, to be shown before an import.

    - `rated`: how many entrants have a rating; `rounds`: how many were paired; `of`: how many are
      planned.
    - `played`, `forfeits`, `missing` (results): how many tables; `byes`: how many of each kind.
    - `system`: the code of the pairing system.
    - `notes`: on everything that is ignored or changed, with lines (0: the whole file).
    - `compared`: the stated points and ranks, checked."""

    title: str
    entrants: int
    rated: int
    rounds: int
    of: int
    played: int
    forfeits: int
    missing: int
    byes: dict[str, int]
    penalties: int
    separations: int
    system: str
    scoring: Scoring
    keys: tuple[str, ...]
    notes: tuple[FileFault, ...]
    compared: Checked

    @property
    def lines(self) -> Iterator[Text]:
        """The report as sentences, one a line of text."""
        rounds = Text("{n:round|rounds}", n=self.of)
        yield Text(
            "{title}: {n:entrant|entrants}, {rated} with a rating; {played} of {rounds} played",
            title=self.title or Text("Tournament"),
            n=self.entrants,
            rated=self.rated,
            played=self.rounds,
            rounds=rounds,
        )
        yield Text(
            "  tables: {played} played, {forfeits} forfeited, {missing} without a result; byes: "
            "{pairing} allocated, {half} for half a point, {zero} for none",
            played=self.played,
            forfeits=self.forfeits,
            missing=self.missing,
            pairing=self.byes.get("pairing", 0),
            half=self.byes.get("half", 0),
            zero=self.byes.get("zero", 0),
        )
        scoring = self.scoring
        yield Text(
            "  points: win {win}, draw {draw}, loss {loss}, bye {bye}; order: {keys}; penalties: "
            "{penalties}; kept apart: {separations}",
            win=scoring.win,
            draw=scoring.draw,
            loss=scoring.loss,
            bye=scoring.bye,
            keys=", ".join(self.keys),
            penalties=self.penalties,
            separations=self.separations,
        )
        for note in self.notes:
            where = Text("line {line}: ", line=note.line) if note.line else NO_WORDS
            yield Text("  {at}{text}", at=where, text=note.text)
        for departed in self.compared.differences:
            yield Text("  {text}", text=cited(departed))


NOT_KEPT = ("022", "032", "042", "052", "092", "102", "112", "122", "132", "182", "222")
"""The records of a report file that an import ignores."""


PERSONAL = (
    (Text("sex"), 9, 10),
    (Text("chess title"), 10, 13),
    (Text("federation"), 53, 56),
    (Text("identity"), 57, 68),
    (Text("day of birth"), 69, 79),
)
"""The parts of a player's line that an import ignores: name, first column, end."""


def report_of(data: bytes, *, most: int = 0) -> TrfFile:
    """Parse a report file. Raises `FileRefused` with all faults by line. Raises it also if entrants
    times rounds exceed `most` (0: no limit), since an import pairs every round again."""
    try:
        file = read(data)
    except FormatRefused as e:
        raise FileRefused(e.text, e.faults) from None
    count, rounds = len(file.field.entrants), len(file.field.rounds)
    if most and count * rounds > most:
        raise _refused(
            0,
            Text(
                "{count} entrants in {rounds} rounds take too long here: import the file with "
                "`greffe tournament import`, where the service runs.",
                count=count,
                rounds=rounds,
            ),
        )
    return file


def understood(file: TrfFile) -> ReportRead:
    """What Greffe understands of a parsed report file."""
    field, stage = file.field, file.field.rules.stages[-1]
    rounds = file.rounds
    results = [result for history in rounds for result in history.results]
    tables = sum(len(history.tables) for history in rounds)
    return ReportRead(
        title=file.event.title,
        entrants=len(field.entrants),
        rated=sum(entrant.rating > 0 for entrant in field.entrants),
        rounds=len(rounds),
        of=field.rules.rounds,
        played=sum(result.kind == "played" for result in results),
        forfeits=sum(result.kind != "played" for result in results),
        missing=tables - len(results),
        byes=Counter(bye.kind for history in rounds for bye in history.byes),
        penalties=len(field.penalties),
        separations=len(field.separations),
        system=file.system,
        scoring=stage.scoring,
        keys=stage.keys,
        notes=tuple(sorted(_notes(file), key=lambda note: note.line)),
        compared=checked_as_stated(file),
    )


def _notes(file: TrfFile) -> Iterator[FileFault]:
    field, first = file.field, file.first
    yield from file.notes
    if [entrant.number for entrant in field.entrants] != list(range(1, len(field.entrants) + 1)):
        yield fault(0, Text("Numbers have gaps: players are numbered anew, in the same order."))
    if file.inferred:
        yield fault(0, Text("No record says what a win is worth: that follows from the points."))
    if file.unknown_key:
        yield fault(
            first.get("212", first.get("202", 0)),
            Text(
                "Tie-break {key} is not computed here: the order of keys ends before it.",
                key=file.unknown_key,
            ),
        )
    if any(stage.engine == DUTCH for stage in field.rules.stages) and not package_version():
        yield fault(first.get("192", 0), NEEDS_PACKAGE)
    if (
        file.system
        and not field.rules.stages[0].engine
        and field.rules.stages[0].format != "round-robin"
    ):
        yield fault(
            first["192"],
            Text(
                "The system {code} is not here: rounds to come are paired by {engine}.",
                code=file.system,
                engine="duels",
            ),
        )
    if field.accelerations:
        told = Text("Rounds were paired with acceleration: those to come are paired without.")
        yield fault(_line(file, "250", "XXA", "192"), told)
    if file.teams:
        yield fault(
            _line(file, "310", "013", "192", "092"),
            Text("Teams stand as the clubs of their players."),
        )
    players = [line for line in file.text.split("\n") if line.startswith("001")]
    if personal := [
        name for name, at, to in PERSONAL if any(line[at:to].strip() for line in players)
    ]:
        told = Text("Of players these are not kept: {names}.", names=joined(personal, Text(", ")))
        yield fault(min(file.lines.values()), told)
    if file.full:
        n = len(file.full)
        yield fault(0, Text("{n} byes for a full point stand as pairing-allocated.", n=n))
    for bye in file.next:
        if bye.kind == "pairing":
            text = Text("{number} asks for a full point: that is not taken.", number=bye.entrant)
            yield fault(first.get("240", file.lines[bye.entrant]), text)
    if left := [code for code in NOT_KEPT if code in first]:
        codes = ", ".join(left)
        told = Text(
            "Place, days, kind and officials of the event are not kept: {codes}.", codes=codes
        )
        yield fault(first[left[0]], told)
    for code, count in sorted(file.unread.items()):
        yield fault(first[code], Text("{n:line|lines} {code} are not read.", n=count, code=code))
    if file.comments:
        yield fault(first["###"], Text("{n:comment|comments} are not kept.", n=len(file.comments)))


def _line(file: TrfFile, *codes: str) -> int:
    """The number of the first line with one of these records; the codes are tried in turn."""
    return next((file.first[code] for code in codes if code in file.first), 0)


def _need_importable(file: TrfFile) -> None:
    """Raise `FileRefused` if the file has something that a tournament here cannot have."""
    for history in file.rounds:
        if not history.tables:
            line = min((file.lines[bye.entrant] for bye in history.byes), default=0)
            raise _refused(line, Text("Nobody plays in round {round}.", round=history.round))
    played = len(file.rounds)
    if file.of_teams:
        raise _refused(
            _line(file, "310", "013", "192", "092"),
            Text(
                "Teams play at several boards, and entrants here at one: enter each team as an "
                "entrant, or check the file with `greffe tournament check`."
            ),
        )
    last = max((acceleration.until for acceleration in file.field.accelerations), default=0)
    if played < min(last, file.field.rules.rounds):
        raise _refused(
            _line(file, "250", "XXA", "192"),
            Text(
                "Round {round} would be paired with acceleration, which the engines here do not "
                "know. Import the file after round {last}.",
                round=played + 1,
                last=last,
            ),
        )


def _refused(line: int, text: Text) -> FileRefused:
    e = FormatRefused((fault(line, text),))
    return FileRefused(e.text, e.faults)


class _GatheredWrites(TournamentStore):
    """A `TournamentStore` that collects the records of several writes in `records` and stores none.
    Each write is made on the tournament after the earlier ones (`t`), and confirmed if that is
    required."""

    def __init__(self, store: TournamentStore, context: WriteContext) -> None:
        super().__init__(store.clerk)
        self._context = context
        self.records: list[r.TournamentRecord] = []
        self._t: Tournament | None = None

    @property
    def t(self) -> Tournament:
        assert self._t is not None
        return self._t

    def begin(
        self,
        order: Order,
        make: Callable[[WriteContext], r.TournamentOpened | Sequence[r.TournamentRecord]],
    ) -> TournamentAnswer:
        made = make(self._context)
        return self._fold(order.stream, made if isinstance(made, Sequence) else (made,))

    def write(
        self,
        order: Order,
        make: Make,
        confirmation: Confirmation = NO_CONFIRMATION,
        about: Subjects = None,
    ) -> TournamentAnswer:
        context = WriteContext(self._context.unit, confirmation)
        context.last = context.stamp
        try:
            rows = make(self.t, context)
        except ConfirmationNeeded as needed:
            context.confirmation = Confirmation(needed.times, REASON, needed.shown)
            rows = make(self.t, context)
        return self._fold(order.stream, rows.records)

    def _fold(self, id: str, bodies: Iterable[r.TournamentRecord]) -> TournamentAnswer:
        for body in bodies:
            stored = StoredRecord.new(id, len(self.records) + 1, body)
            self._t = fold_tournament([stored], self._t)
            self.records.append(body)
        return TournamentAnswer(stored, self.t)


class ReportFiles:
    def __init__(self, store: TournamentStore, engines: Engines) -> None:
        self._store, self._engines = store, engines

    def open(
        self,
        file: TrfFile,
        actor: str,
        key: str,
        request: str = "",
        client_at: datetime | None = None,
        *,
        public: bool = False,
    ) -> Tournament:
        """Open a tournament with everything in a report file. A repeated request opens no second
        one. Raises `FileRefused` with the line that cannot be imported."""
        _need_importable(file)
        order = Order(self._store.new_id(actor, key), 0, actor, key, request, client_at)
        opening = TournamentOpening(
            title=file.event.title[:LONGEST] or "TRF",
            rules=file.field.rules,
            edition=file.field.edition,
            public=public,
        )

        def make(context: WriteContext) -> Sequence[r.TournamentRecord]:
            store = _GatheredWrites(self._store, context)
            _Import(store, self._engines, file, order).run(opening)
            return store.records

        self._store.begin(order, make)
        return self._store.tournament(order.stream)


class _Import:
    """Imports a file: calls the use cases with its entrants, renumbered without gaps, its rounds
    and its results."""

    def __init__(
        self, store: _GatheredWrites, engines: Engines, file: TrfFile, order: Order
    ) -> None:
        games = ClerkGames(store)
        self._store, self._file, self._order = store, file, order
        self._whole = Lifecycle(store, engines, games)
        self._entering = Entrants(store)
        self._rounds = Rounds(store, engines, games)
        self._results = Results(store, self._rounds, games)
        numbers = sorted(entrant.number for entrant in file.field.entrants)
        number = {old: new for new, old in enumerate(numbers, 1)}
        self._field = renumbered(file.field, number)
        self._played = replace(file, field=self._field).rounds
        self._to_come = {number[bye.entrant]: bye.kind for bye in file.next}
        self._line = {new: file.lines.get(old, 0) for old, new in number.items()}
        self._teams = {number[n]: team.name for team in file.teams for n in team.players}

    def run(self, opening: TournamentOpening) -> None:
        order, first = self._order, self._file.first
        with _refusing_at(first.get("142", first.get("XXR", 0))):
            self._whole.open(opening, order.actor, order.key, order.request, order.client_at)
        entries = [
            Entry(
                entrant.name,
                self._teams.get(entrant.number, ""),
                entrant.seed_rank,
                entrant.rating,
            )
            for entrant in self._field.entrants
        ]
        try:
            self._entering.add(order, entries)
        except (TournamentRefused, BadRequest) as e:
            place = e.pointer.removeprefix("/entrants/").partition("/")[0]
            raise _refused(self._line.get(int(place) + 1 if place else 0, 0), e.text) from None
        until = dict(zip(self._field.separations, self._file.apart_until, strict=True))
        for separation in self._field.separations:
            with _refusing_at(first.get("260", first.get("XXP", 0))):
                self._entering.separate(
                    order, Apart(separation.a, separation.b, hard=True, since=separation.since)
                )
        for history in self._played:
            for separation, last in until.items():
                if last == history.round - 1:
                    self._entering.separate(order, Apart(separation.a, separation.b, lifted=True))
            self._round(history)
        for entrant in self._field.entrants:
            if entrant.status != "in":
                self._entering.withdraw(order, entrant.number, REASON)
        for number, kind in self._to_come.items():
            if kind != "pairing" and self._store.t.next_round <= self._field.rules.rounds:
                with _refusing_at(self._line[number]):
                    self._entering.ask_bye(order, number, self._store.t.next_round, kind)

    def _round(self, history: RoundHistory) -> None:
        order, round = self._order, history.round
        tables = [table.entrants for table in history.tables]
        seated = [number for table in tables for number in table]
        there = sorted({*seated, *(bye.entrant for bye in history.byes)})
        lines = [self._line[number] for number in there]
        first = min(lines, default=0)
        if history.stage and history.stage != self._store.t.rounds[-1].stage:
            out = {entrant.number for entrant in self._field.entrants} - set(there)
            with _refusing_at(first):
                self._rounds.advance(order, tuple(sorted(out)), Confirmation(reason=REASON))
        for bye in history.byes:
            if bye.kind != "pairing":
                with _refusing_at(self._line[bye.entrant]):
                    self._entering.ask_bye(order, bye.entrant, round, bye.kind)
        byes = [bye.entrant for bye in history.byes if bye.kind == "pairing"]
        with _refusing_at(first):
            self._entering.close_check_in(order, round, there)
            reason = Confirmation(reason=REASON)
            self._rounds.pair(order, round, tables, byes, reason)
            self._rounds.publish(order, round)
        for result in history.results:
            with _refusing_at(self._line[result.entries[0].entrant]):
                self._results.take(order, round, result.table, result)
        for penalty in self._field.penalties:
            if penalty.round == round or (round == len(self._played) and penalty.round > round):
                with _refusing_at(self._file.first.get("299", self._line[penalty.entrant])):
                    self._results.penalise(order, penalty.entrant, penalty.points, REASON)
        if len(history.results) == len(history.tables):
            self._rounds.close(order, round)


@contextmanager
def _refusing_at(line: int) -> Iterator[None]:
    """Raise `FileRefused` with this line of the file if a refusal is raised inside the block."""
    try:
        yield
    except (TournamentRefused, BadRequest) as e:
        raise _refused(line, e.text) from None
