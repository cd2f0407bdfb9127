"""Reading tournaments for their tables: one after the other, the standings of one round at a time.

A closed tournament is shown whole. Of any other the tables have what its spectators may read: of a pairing that is not published,
and of what entrants reported, there is the row of the record and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.access.links import Links
from domain.clerk.clerk import Clerk
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.aggregate.tournament import Tournament
from domain.directing.visibility import Visibility
from domain.ledger.log.entries import NO_PREV, RecordEntry
from domain.record.stored import DamagedRecord, Filed
from domain.record.tournament_records import RoundClosed, TournamentClosed
from domain.store.rows import filed_of
from domain.tournament.standings.ranking import Standings, standings
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.settings.keys import read_key
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from ops.tables.reading import Cut, GamesRead, TitleRead
from ops.tables.writers import ENCODERS
from projections.tables.manifest import Format
from projections.tables.parts import CHANGES, PARTED, divided
from projections.tables.rows import Rows
from projections.tables.schema import Row
from projections.tables.tournament_rows import event_row, standing_rows, term_rows
from projections.tables.tournament_tables import TOURNAMENT_TABLES


class TournamentRead(Struct, frozen=True):
    """Some rows of a tournament, with what decides whether they are wanted: its title (`external` where it is played elsewhere),
    whether it is public and its tags, whether it is closed, who entered, and the record that is damaged (0: none)."""

    tournament: str
    ruleset: str
    public: bool
    tags: tuple[str, ...]
    closed: bool
    people: frozenset[str]
    damaged: int = 0
    rows: Rows = msgspec.field(default_factory=dict)


KeepTournament = Callable[[TournamentRead], Rows | None]
"""What of a tournament's rows goes into the tables; none: nothing of it."""


def every_tournament(read: TournamentRead) -> Rows:
    """All of it."""
    return read.rows


def read_tournaments(
    settings: Settings, formats: Collection[Format], wanted: Sequence[str], keep: KeepTournament, cut: Cut | None = None
) -> Iterator[GamesRead]:
    """The tables of these tournaments, in their order; with `cut` what they add to parts and changes, too."""
    clerk, ledger = open_clerk(settings), open_ledger(settings)
    try:
        links = _links(settings, clerk)
        for id in wanted:
            reading = _Reading(clerk, ledger, id, links)
            if reading.damaged:
                yield GamesRead({}, [(id, reading.damaged)])
            for read in reading.pieces():
                kept = keep(read)
                if kept is not None:
                    yield _encoded(read, kept, formats)
            if cut is not None:
                yield from reading.added(formats, cut)
    finally:
        ledger.close()
        clerk.close()


def _encoded(read: TournamentRead, rows: Rows, formats: Collection[Format]) -> GamesRead:
    found = TitleRead()
    for name, table in TOURNAMENT_TABLES.items():
        some = rows.get(name, [])
        found.counts[name] = len(some)
        for kind in formats:
            found.written[name, kind] = ENCODERS[kind](table, some)
    return GamesRead({read.ruleset: found}, [])


def _links(settings: Settings, clerk: Clerk) -> Links | None:
    """The links by which actors are known; none where the key that signs them is not for us to read."""
    try:
        return Links(clerk.key_values, read_key(settings.link_key_file))
    except CannotServe:
        return None


class _Reading:
    """One tournament, as far as its records can be read."""

    def __init__(self, clerk: Clerk, ledger: Ledger, id: str, links: Links | None) -> None:
        self._id, self._links, self.damaged = id, links, 0
        self._filed: list[Filed] = []
        self._t: Tournament | None = None
        for row in clerk.recorder.select_events(id):
            one = filed_of(row)
            try:
                self._t = fold_tournament([one], self._t)
            except DamagedRecord:
                self.damaged = len(self._filed) + 1
                break
            self._filed.append(one)
        self._indices = ledger.indices(id)[: len(self._filed)]

    def pieces(self) -> Iterator[TournamentRead]:
        """Its rows, those of `events` first, then those of each standings; nothing where its opening is damaged."""
        t = self._t
        if t is None:
            return
        opened, people = t.opened, frozenset(one.player for one in t.named.values() if one.player)
        head = TournamentRead(self._id, opened.ruleset, opened.public, opened.tags, t.closed, people, self.damaged)
        now = _Known(t, self._filed, self._indices, self._links)
        yield replace(head, rows={"events": now.events()})
        for one, before in self._closings(t.seq):
            if now.shows(one):
                found = standings(before.field)
                yield replace(head, rows={"standings": now.ranked(one, found), "tiebreak_terms": _terms(self._id, one, found)})

    def added(self, formats: Collection[Format], cut: Cut) -> Iterator[GamesRead]:
        """What it adds to the parts and changes of its title, by how far those went: what they have of it was told by the records
        that it had then, and so is told again from these."""
        now = bisect_left(self._indices, cut.up_to)
        title = self._t.opened.ruleset if self._t is not None else ""
        for since in {cut.since_of_tournaments(title, kind) for kind in formats}:
            then = cut.known(self._id, self._indices, since)
            kinds = [kind for kind in formats if cut.since_of_tournaments(title, kind) == since]
            if then < now:
                for old, rows in self._compared(then, now):
                    parts, changes = divided(old, rows, self._indices, since, cut.up_to)
                    yield _of_parts(title, kinds, parts, changes)

    def _compared(self, then: int, now: int) -> Iterator[tuple[Rows, Rows]]:
        """The rows as they were after `then` records, and as they are after `now`: the events, then closing by closing."""
        new = self._after(now)
        old = self._after(then) if then else None
        yield {"events": old.events()} if old is not None else {}, {"events": new.events()}
        for one, before in self._closings(now):
            known, shown = old is not None and old.shows(one), new.shows(one)
            if not known and not shown:
                continue
            found = standings(before.field)
            was: Rows = {"standings": old.ranked(one, found)} if known and old is not None else {}
            if known and shown:  # the terms follow from the records before it, as they did then
                yield was, {"standings": new.ranked(one, found)}
            elif shown:
                yield {}, {"standings": new.ranked(one, found), "tiebreak_terms": _terms(self._id, one, found)}
            else:
                yield was | {"tiebreak_terms": _terms(self._id, one, found)}, {"standings": [], "tiebreak_terms": []}

    def _after(self, count: int) -> _Known:
        filed = self._filed[:count]
        t = fold_tournament(filed)
        assert t is not None, "its opening is the first of them"
        return _Known(t, filed, self._indices[:count], self._links)

    def _closings(self, count: int) -> Iterator[tuple[Filed, Tournament]]:
        """The records up to the `count`-th that close with standings, each with the tournament before it."""
        before: Tournament | None = None
        for one in self._filed[:count]:
            if one.topic in (RoundClosed.__name__, TournamentClosed.__name__) and before is not None:
                yield one, before
            before = fold_tournament([one], before)


class _Known:
    """A tournament after some of its records, and what its tables may say of them then."""

    def __init__(self, t: Tournament, filed: Sequence[Filed], indices: Sequence[int], links: Links | None) -> None:
        self._t, self._filed = t, filed
        self._places: list[int | None] = [*indices, *[None] * (len(filed) - len(indices))]
        self._duties = _duties(t, links)
        self._players = {number: one.player for number, one in t.named.items()}
        self._visible = Visibility(t, director=t.closed)

    def shows(self, one: Filed) -> bool:
        """Whether a record is one of these, and may be told of."""
        return one.seq <= len(self._filed) and self._visible.shows(one)

    def events(self) -> list[Row]:
        """The rows of `events`."""
        found, prev, t = list[Row](), NO_PREV, self._t
        for one, index in zip(self._filed, self._places, strict=True):
            entry = RecordEntry.of(t.id, one.seq, prev, one.topic, one.state)
            prev = entry.leaf
            actor = one.body.actor
            by = "organiser" if actor == t.opened.actor else self._duties.get(actor, "other")
            found.append(event_row(one, entry, index, by, shown=self._visible.shows(one)))
        return found

    def ranked(self, one: Filed, found: Standings) -> list[Row]:
        """The rows of the standings that a record closes with, as they were computed from the records before it."""
        t, body = self._t, cast("RoundClosed | TournamentClosed", one.body)
        final = isinstance(body, TournamentClosed)
        at = t.round(body.round) if isinstance(body, RoundClosed) else None
        closed = final or (at is not None and at.closed == one.seq)
        stands = closed and set(body.basis.results) <= set(t.basis.results)
        reproduced = found.sha256 == body.standings
        return list(standing_rows(t.id, one.seq, found, self._players, final=final, reproduced=reproduced, stands=stands))


def _terms(id: str, one: Filed, found: Standings) -> list[Row]:
    return list(term_rows(id, one.seq, found))


def _duties(t: Tournament, links: Links | None) -> Mapping[str, str]:
    """What the links of a tournament are for, by the actors that its records name."""
    there = links.of_tournament(t.id, len(t.entrants)) if links is not None else ()
    return {link.id: str(link.duty) for link in there}


def _of_parts(title: str, formats: Collection[Format], parts: Rows, changes: Rows) -> GamesRead:
    """Rows of parts and changes as each format has them."""
    found = TitleRead()
    for is_change, tables, some in ((False, PARTED, parts), (True, CHANGES, changes)):
        for name, rows in some.items():
            for kind in formats:
                if rows:
                    found.parts[name, kind, is_change] = len(rows), ENCODERS[kind](tables[name], rows)
    return GamesRead({title: found}, [])
