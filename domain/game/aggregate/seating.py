"""Seating: who sits where, folded from the records of sitting down and leaving.

A stay is one person in one seat, from the record that seats them to the one that empties the seat.
Personal data is not in it: a player is a random id, a name its commitment
(`domain/game/clerk/people.py` knows the names).
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.aggregate.history import History
from domain.game.record.headers import header_of
from domain.game.record.records import FIRST, RECORD_TYPES, GameOpened, Record, SeatLeft, SeatTaken
from domain.kernel.commitments import commitments
from domain.kernel.stored import StoredRecord

SEATING = frozenset(kind.__name__ for kind in (GameOpened, SeatTaken, SeatLeft))
"""The kinds of records that say who sits where."""

WORDED = frozenset(
    kind.__name__ for kind in RECORD_TYPES if {"text", "reason"} & set(kind.__struct_fields__)
)


class Stay(Struct, frozen=True):
    """A player in a seat from record `since` on, to record `until` (0: still there); `name` commits
    to their name, if they gave one."""

    seat: str
    player: str
    name: str
    since: int
    until: int = 0

    def covers(self, seat: str, seq: int) -> bool:
        return seat == self.seat and self.since < seq and (not self.until or seq < self.until)


def stays(records: Iterable[tuple[int, Record]]) -> tuple[Stay, ...]:
    """All stays of a game, in the order they began; `records` are its records with their seqs,
    those of other kinds left out or not."""
    all_stays: list[Stay] = []
    at: dict[str, int] = {}
    for seq, body in records:
        if isinstance(body, GameOpened):
            for seat in body.seats:
                if seat.player:
                    at[seat.id] = len(all_stays)
                    all_stays.append(Stay(seat.id, seat.player, seat.name, seq))
        elif isinstance(body, SeatTaken):
            at[body.seat] = len(all_stays)
            all_stays.append(Stay(body.seat, body.player, body.name, seq))
        elif isinstance(body, SeatLeft) and body.seat in at:
            there = at.pop(body.seat)
            all_stays[there] = Stay(
                body.seat, body.player, all_stays[there].name, all_stays[there].since, seq
            )
    return tuple(all_stays)


def all_stays(history: History, upto: int = 0) -> tuple[Stay, ...]:
    """All stays of a loaded game, up to a record. Only the records in question are read."""
    seqs = history.seatings[: bisect_right(history.seatings, upto or len(history))]
    return stays([(FIRST, history.opened), *((seq, history.matter(seq)) for seq in seqs)])


def seatings(game: Game) -> int:
    return bisect_right(game.history.seatings, game.seq)


def seated(game: Game) -> dict[str, Stay]:
    """Who sits where after the game's record `seq`, by seat; empty seats are left out."""
    return {stay.seat: stay for stay in all_stays(game.history, game.seq) if not stay.until}


def written_by(
    own: Sequence[Stay],
    records: Iterable[StoredRecord],
    alone: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """The commitments to the words in a game's records that were written for a seat during one of
    these stays. Where a record names no seat, it is that of the actor who speaks for one seat
    alone: `alone` says which."""
    for filed in records:
        if filed.topic in WORDED:
            seen = header_of(filed)
            seat = seen.seat or alone.get(seen.actor, "")
            if any(stay.covers(seat, filed.seq) for stay in own):
                yield from commitments(filed.body)
