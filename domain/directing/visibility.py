"""Which records of a tournament somebody may read as they are stored.

Whoever directs reads everything. To others a pairing shows from when it was published, and stays shown once it is withdrawn: what
everybody saw is no secret any more. What entrants wrote is the director's, and so are their ids, by which a person is known from
one tournament to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from domain.directing.aggregate.tournament import Tournament
from domain.directing.directing import Directing
from domain.record import tournament_records as r
from domain.record.stored import Filed

_ENTRIES = frozenset(kind.__name__ for kind in (r.EntrantAdded, r.EntrantAmended))
_DIRECTORS = _ENTRIES | frozenset(kind.__name__ for kind in (r.SlipFiled, r.ProtestFiled, r.ProtestDecided))
_OF_PAIRINGS = frozenset(
    kind.__name__
    for kind in (
        r.RoundPaired,
        r.RoundWithdrawn,
        r.TableChanged,
        r.GameLinked,
        r.ResultTaken,
        r.ResultCorrected,
        r.TableReopened,
        r.RoundClosed,
    )
)
_CORRECTED = r.ResultCorrected.__name__
_STEPS = frozenset(kind.__name__ for kind in (r.RoundPaired, r.RoundPublished, r.RoundWithdrawn))


class Visibility:
    """What is shown of a tournament's records; `director`: everything."""

    def __init__(self, desk: Directing, tournament: Tournament, *, director: bool) -> None:
        self._desk, self._t, self._director = desk, tournament, director

    def shows(self, filed: Filed) -> bool:
        """Whether who asks may read a record. Raises `DamagedRecord` for one that cannot be read."""
        if self._director:
            return True
        if filed.topic in _DIRECTORS or filed.seq > self._t.seq:
            return False
        return all(self._was_published(round, filed.seq) for round in _rounds_told(filed))

    def noted(self) -> Iterator[tuple[Filed, r.TournamentRecord]]:
        """The departures and corrections that who asks may be told of, oldest first: of an entry, too, whose player alone is the
        director's. Other records are not decoded."""
        for filed in self._desk.filed(self._t.id):
            if (_departs(filed) or filed.topic == _CORRECTED) and (self.shows(filed) or self._enters(filed)):
                body = filed.body
                assert isinstance(body, r.TournamentRecord)
                yield filed, body

    def _enters(self, filed: Filed) -> bool:
        return filed.topic in _ENTRIES and filed.seq <= self._t.seq

    def _was_published(self, round: int, seq: int) -> bool:
        """Whether the pairing of a round that a record is about was ever published."""
        now = self._t.round(round)
        if now is not None and seq >= now.paired:
            return bool(now.published)
        return any(first <= seq <= last for first, last in self._withdrawn.get(round, ()))

    @cached_property
    def _withdrawn(self) -> dict[int, list[tuple[int, int]]]:
        """The pairings that were published and then withdrawn, by round: the records they were paired and withdrawn in."""
        paired: dict[int, int] = {}
        published: set[int] = set()
        found: dict[int, list[tuple[int, int]]] = {}
        for filed in self._desk.filed(self._t.id):
            if filed.topic not in _STEPS:
                continue
            body = filed.body
            if isinstance(body, r.RoundPaired):
                paired[body.round] = filed.seq
                published.discard(body.round)
            elif isinstance(body, r.RoundPublished):
                published.add(body.round)
            elif isinstance(body, r.RoundWithdrawn) and body.round in published:
                found.setdefault(body.round, []).append((paired[body.round], filed.seq))
        return found


def _departs(filed: Filed) -> bool:
    """Whether a record may depart from the rules: one that does not leaves the word out."""
    return b'"departures"' in filed.state


def _rounds_told(filed: Filed) -> set[int]:
    """The rounds of whose tables a record tells, in itself or by what it departs from."""
    own = filed.topic in _OF_PAIRINGS
    if not own and not _departs(filed):
        return set()
    body = filed.body
    assert isinstance(body, r.TournamentRecord)
    told = {one.round for one in body.departures if one.round and one.table}
    return told | {body.round} if own else told  # type: ignore[attr-defined]  # those have one
