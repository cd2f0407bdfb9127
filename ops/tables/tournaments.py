"""Reading tournaments for tables: one after the other, the standings of one round at a time.

A closed tournament is shown whole. For any other, the tables have what spectators may read: an
unpublished pairing and entrants' reports only have a row for the record.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import cast

from msgspec.structs import replace

from api.tournament.links import event_links
from api.web.access.links import Links
from domain.game.clerk.clerk import Clerk
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.visibility import Visibility
from domain.tournament.records import RoundClosed, TournamentClosed
from domain.tournament.standings.ranking import Standings, standings
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.settings.keys import read_key
from ops.stores.data_folder import open_clerk
from ops.tables.reading import ReadingOptions, RowBatch, SourceRows, TitleRows
from projections.tables.schema import Row
from projections.tables.tournament_rows import event_row, standing_rows, term_rows
from projections.tables.tournament_tables import TOURNAMENT_TABLES


def read_tournaments(how: ReadingOptions, tournaments: Sequence[str]) -> Iterator[RowBatch]:
    with closing(open_clerk(how.settings)) as clerk, closing(open_ledger(how.settings)) as ledger:
        links = _links(how.settings, clerk)
        for id in tournaments:
            records, t, damaged = _records(clerk, id)
            if damaged:
                yield RowBatch({}, [(id, damaged)])
            if t is None:
                continue
            for read in _TournamentRows(
                t, records, ledger.indices(id)[: len(records)], links, damaged=bool(damaged)
            ).pieces():
                rows = how.keep(read)
                if rows is not None:
                    title = TitleRows()
                    title.encode(TOURNAMENT_TABLES, rows, how.formats)
                    yield RowBatch({read.ruleset: title}, [])


def _links(settings: Settings, clerk: Clerk) -> Links | None:
    """The object that computes the ids of a tournament's links. By these, the actor of a record is
    recognised as the link of the director, the scorer or an entrant. None if this process may not
    read the key that signs links."""
    try:
        return Links(clerk.key_values, read_key(settings.link_key_file))
    except CannotServe:
        return None


def _records(clerk: Clerk, id: str) -> tuple[list[StoredRecord], Tournament | None, int]:
    """The readable records of a tournament, the tournament folded from them (None: not even its
    opening can be read), and the seq of the first unreadable record (0: none)."""
    records: list[StoredRecord] = []
    t: Tournament | None = None
    for row in clerk.recorder.select_events(id):
        record = StoredRecord.from_row(row)
        try:
            t = fold_tournament([record], t)
        except DamagedRecord:
            return records, t, len(records) + 1
        records.append(record)
    return records, t, 0


class _TournamentRows:
    """The rows of one tournament `t`, made from its records. `indices`: the log index of each
    record, as far as they are logged. `links`: computes the ids by which actors are recognised
    (None: they are not). `damaged`: a later record cannot be read."""

    def __init__(
        self,
        t: Tournament,
        records: Sequence[StoredRecord],
        indices: Sequence[int],
        links: Links | None,
        *,
        damaged: bool,
    ) -> None:
        self._t, self._records, self._damaged = t, records, damaged
        self._places = (*indices, *(None for _ in records[len(indices) :]))
        issued = event_links(links, t.id, len(t.entrants)) if links is not None else ()
        self._duties = {link.id: str(link.duty) for link in issued}
        self._players = {number: entrant.player for number, entrant in t.named.items()}
        self._visible = Visibility(t, director=t.closed)

    def pieces(self) -> Iterator[SourceRows]:
        """First the tournament's rows for the table `events`, then the rows of each standings."""
        t = self._t
        people = frozenset(filter(None, self._players.values()))
        events = {"events": self._event_rows()}
        head = SourceRows(
            id=t.id,
            ruleset=t.opened.ruleset,
            public=t.opened.public,
            tags=t.opened.tags,
            closed=t.closed,
            people=people,
            damaged=self._damaged,
            rows=events,
        )
        yield head
        for record, before in self._closing_records():
            ranking = standings(before.field)
            terms = list(term_rows(t.id, record.seq, ranking))
            yield replace(
                head,
                rows={"standings": self._standings_rows(record, ranking), "tiebreak_terms": terms},
            )

    def _event_rows(self) -> list[Row]:
        rows, prev, t = list[Row](), NO_PREV, self._t
        for record, index in zip(self._records, self._places, strict=True):
            entry = RecordEntry.of(t.id, record.seq, prev, record.topic, record.state)
            prev = entry.leaf
            actor = record.body.actor
            by = "organiser" if actor == t.opened.actor else self._duties.get(actor, "other")
            rows.append(event_row(record, entry, index, by, shown=self._visible.shows(record)))
        return rows

    def _closing_records(self) -> Iterator[tuple[StoredRecord, Tournament]]:
        """The records that closed a round or the tournament and may be shown, each with the
        tournament as it was before the record."""
        before: Tournament | None = None
        for record in self._records:
            closes = record.topic in (RoundClosed.__name__, TournamentClosed.__name__)
            if closes and before is not None and self._visible.shows(record):
                yield record, before
            before = fold_tournament([record], before)

    def _standings_rows(self, record: StoredRecord, ranking: Standings) -> list[Row]:
        """The rows for the table `standings` of a closing record. `ranking`: the standings as
        computed again; a column says whether the recorded ones are equal."""
        t, body = self._t, cast("RoundClosed | TournamentClosed", record.body)
        final = isinstance(body, TournamentClosed)
        round = t.round(body.round) if isinstance(body, RoundClosed) else None
        closed = final or (round is not None and round.closed == record.seq)
        stands = closed and set(body.basis.results) <= set(t.basis.results)
        reproduced = ranking.sha256 == body.standings
        return list(
            standing_rows(
                t.id,
                record.seq,
                ranking,
                self._players,
                final=final,
                reproduced=reproduced,
                stands=stands,
            )
        )
