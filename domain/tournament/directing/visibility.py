"""Which records of a tournament a reader may read as they are stored.

The director may read everything. Others may read records about a round once its pairing is
published, even if it is withdrawn later. Only the director may read what entrants wrote, and the
player ids, since a person has the same id in all tournaments.
"""

from collections.abc import Iterator
from typing import Any

from domain.kernel.kinds import row_of
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate.kinds import (
    DIRECTOR,
    ENTRIES,
    EVERYBODY,
    PUBLISHED,
    TOURNAMENT_KINDS,
)
from domain.tournament.aggregate.tournament import NotedAt, RoundAt, Tournament
from domain.tournament.refusals import TournamentRefused

READERS = {kind.topic: kind.reads for kind in TOURNAMENT_KINDS}


class Visibility:
    def __init__(self, tournament: Tournament, *, director: bool) -> None:
        self._t, self._director = tournament, director

    def shows(self, stored: StoredRecord) -> bool:
        """Whether the reader may read a record. Raises `DamagedRecord` for an unreadable one."""
        if self._director:
            return True
        if stored.seq > self._t.seq:
            return False
        reads = READERS[stored.topic]
        if reads in (DIRECTOR, ENTRIES):
            return False
        if (
            reads is EVERYBODY and b'"departures"' not in stored.state
        ):  # one that departs from nothing leaves it out
            return True
        return self._all_published(stored.seq, stored.body_as(r.TournamentRecord))

    def noted(self) -> Iterator[NotedAt]:
        """The records with departures or corrections that the reader may see listed, oldest first.
        Those about entries are included, although only the director may read such records as
        stored."""
        for noted in self._t.noted:
            reads = row_of(noted.body).reads
            if (
                self._director
                or reads is ENTRIES
                or (reads is not DIRECTOR and self._all_published(noted.seq, noted.body))
            ):
                yield noted

    def round(self, number: int) -> RoundAt:
        """A round by number, if the reader may see it. Else raises `TournamentRefused`, whose
        sentence does not reveal whether the round is paired."""
        if self._director and (paired := self._t.round(number)) is not None:
            return paired
        return need_published(self._t, number)

    def _all_published(self, seq: int, body: r.TournamentRecord) -> bool:
        """Whether the pairings of all rounds whose tables a record is about were published."""
        return all(self.was_published(round, seq) for round in _rounds_named(body))

    def was_published(self, round: int, seq: int) -> bool:
        """Whether the pairing of `round` that was in force at record `seq` was ever published."""
        now = self._t.round(round)
        if now is not None and seq >= now.paired:
            return bool(now.published)
        return any(
            given_up.round == round and given_up.paired <= seq <= given_up.withdrawn
            for given_up in self._t.given_up
        )


def need_published(t: Tournament, round: int) -> RoundAt:
    """A published round by number. Else raises `TournamentRefused`, whose sentence does not reveal
    whether the round is paired."""
    paired = t.round(round)
    if paired is None or not paired.published:
        raise TournamentRefused(
            Text("Round {round} is not paired, or not published yet.", round=round),
            "/round",
        )
    return paired


def _rounds_named(body: Any) -> set[int]:
    """The rounds whose tables a record, or one of its departures, is about."""
    rounds = {
        departure.round for departure in body.departures if departure.round and departure.table
    }
    return rounds | {body.round} if row_of(body).reads is PUBLISHED else rounds
