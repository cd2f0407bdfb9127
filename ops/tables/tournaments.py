"""Reading tournaments for their tables: one after the other, the standings of one round at a time.

Of a closed tournament everything lies open. Of any other the tables have what its spectators may read: of a pairing that is not
published, and of what entrants reported, there is the row of the record and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
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
from domain.record.records import FIRST
from domain.record.stored import DamagedRecord, Filed
from domain.record.tournament_records import RoundClosed, TournamentClosed, TournamentOpened
from domain.store.rows import filed_of, openings, title_of
from domain.tournament.standings.ranking import standings
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.settings.keys import read_key
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from ops.tables.reading import GamesRead, TitleRead
from ops.tables.writers import ENCODERS
from projections.tables.manifest import Format
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
    settings: Settings, formats: Collection[Format], rulesets: Collection[str], keep: KeepTournament
) -> Iterator[GamesRead]:
    """The tables of all tournaments of these titles (none named: all), in the order in which they were opened."""
    clerk, ledger = open_clerk(settings), open_ledger(settings)
    try:
        links = _links(settings, clerk)
        for opening in openings(clerk.recorder, TournamentOpened.__name__):
            try:
                if rulesets and title_of(opening) not in rulesets:
                    continue
            except msgspec.DecodeError:
                yield GamesRead({}, [(opening.game, FIRST)])
                continue
            reading = _Reading(clerk, ledger, opening.game, links)
            if reading.damaged:
                yield GamesRead({}, [(opening.game, reading.damaged)])
            for read in reading.parts():
                kept = keep(read)
                if kept is not None:
                    yield _encoded(read, kept, formats)
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
        self._id, self.damaged = id, 0
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
        known = ledger.indices(id)[: len(self._filed)]
        self._places: list[int | None] = [*known, *[None] * (len(self._filed) - len(known))]
        self._duties = _duties(self._t, links) if self._t is not None else {}

    def parts(self) -> Iterator[TournamentRead]:
        """Its rows, those of `events` first, then those of each standings; nothing where its opening is damaged."""
        t = self._t
        if t is None:
            return
        opened, people = t.opened, frozenset(one.player for one in t.named.values() if one.player)
        head = TournamentRead(self._id, opened.ruleset, opened.public, opened.tags, t.closed, people, self.damaged)
        visible = Visibility(t, director=t.closed)
        yield replace(head, rows={"events": list(self._events(t, visible))})
        players = {number: one.player for number, one in t.named.items()}
        before: Tournament | None = None
        for one in self._filed:
            if one.topic in (RoundClosed.__name__, TournamentClosed.__name__) and before is not None and visible.shows(one):
                yield replace(head, rows=_ranked(t, before, one, players))
            before = fold_tournament([one], before)

    def _events(self, t: Tournament, visible: Visibility) -> Iterator[Row]:
        prev = NO_PREV
        for one, index in zip(self._filed, self._places, strict=True):
            entry = RecordEntry.of(self._id, one.seq, prev, one.topic, one.state)
            prev = entry.leaf
            actor = one.body.actor
            by = "organiser" if actor == t.opened.actor else self._duties.get(actor, "other")
            yield event_row(one, entry, index, by, shown=visible.shows(one))


def _duties(t: Tournament, links: Links | None) -> Mapping[str, str]:
    """What the links of a tournament are for, by the actors that its records name."""
    there = links.of_tournament(t.id, len(t.entrants)) if links is not None else ()
    return {link.id: str(link.duty) for link in there}


def _ranked(t: Tournament, before: Tournament, one: Filed, players: Mapping[int, str]) -> Rows:
    """The rows of the standings that a record closes with, as they were computed from the records before it."""
    body = cast("RoundClosed | TournamentClosed", one.body)
    found, final = standings(before.field), isinstance(body, TournamentClosed)
    at = t.round(body.round) if isinstance(body, RoundClosed) else None
    closed = final or (at is not None and at.closed == one.seq)
    return {
        "standings": list(
            standing_rows(
                t.id,
                one.seq,
                found,
                players,
                final=final,
                reproduced=found.sha256 == body.standings,
                stands=closed and set(body.basis.results) <= set(t.basis.results),
            )
        ),
        "tiebreak_terms": list(term_rows(t.id, one.seq, found)),
    }
