"""The base of a tournament's use cases: reading its aggregate, and writing its records.

A write names the record it was made against and an idempotency key, like one of a game. It is stale where a record that was
written since is about the same (`aggregate/subjects.py`). It becomes records of the tournament and, where its games are
concerned, records of those, stored together or not at all: the store's unique key settles every race.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock, RLock
from typing import Any, Protocol

from eventsourcing.persistence import IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.clerk.application import NOTED
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.clerk.opening import game_id
from domain.directing.aggregate.departures import NO_CONFIRMATION, Confirmation
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.aggregate.subjects import Subjects, touches
from domain.directing.aggregate.tournament import Tournament
from domain.errors import KeyReused, Refusal, SeedMissing, Stale, UnknownTournament
from domain.kernel import commitments
from domain.kernel.names import Names
from domain.kernel.stored import Filed
from domain.record.records import FIRST
from domain.record.tournament_records import Departure, GameLinked, TournamentOpened, TournamentRecord
from domain.rules.chance import new_seed
from domain.rules.text import Text
from domain.tournament.seeds import Use, commitment, derived
from domain.tournament.values import Basis

TOURNAMENT = Text("the tournament")

KEPT = 64
"""Tournaments in hand."""

MOST_ATTEMPTS = 20
"""How often a write is made anew because other processes wrote first; those of one process wait for each other."""

TURNS = 64
"""Locks that the tournaments of a process share for their writes."""


class TournamentAnswer(Struct, frozen=True):
    """The result of a write: its last record of the tournament, and the tournament after it. `games` are those that it opened;
    `again` marks the answer to a repeated request."""

    filed: Filed
    tournament: Tournament
    games: tuple[str, ...] = ()
    again: bool = False


class Rows(Struct, frozen=True):
    """What a write stores: records of the tournament in order, and rows of its games."""

    records: tuple[TournamentRecord, ...]
    beside: tuple[Filed, ...] = ()


Stamp = dict[str, Any]
Make = Callable[[Tournament, "WriteContext"], Rows]


class WriteContext:
    """What the records of one write are made with: their stamp, and names and words, which are forgotten if it is not stored."""

    def __init__(self, clerk: Clerk, order: Order, before: Tournament | None, confirmation: Confirmation) -> None:
        self._clerk, self._names = clerk, Names(clerk.key_values)
        self._kept: list[tuple[str, Any, str]] = []
        self._words: list[str] = []
        self.confirmation = confirmation
        stamp = clerk.stamp(order)
        if before is not None and stamp["at"] < before.at:
            said = stamp["at"]
            stamp |= {"at": before.at, "clock": said if before.at - said > NOTED else None}
        self.last: Stamp = stamp
        """Of the last record, which has the key and answers the request."""
        self.stamp: Stamp = {**stamp, "key": "", "request": "", "client_at": None}
        """Of the records before it."""
        self.order = order

    def name(self, player: str, name: str) -> str:
        """Keep a name; the commitment for the record."""
        commitment = self._names.keep(player, self.last["at"], name)
        self._kept.append((player, self.last["at"], commitment))
        return commitment

    def sits(self, player: str, game: str) -> None:
        """Note that a player sits in a game."""
        self._names.enter(player, game)

    def words(self, text: str, pointer: str) -> str:
        """Keep words; the commitment for the record."""
        commitment = self._clerk.write_words(text, pointer)
        if commitment:
            self._words.append(commitment)
        return commitment

    def reason(self) -> str:
        """The commitment to the reason that was given with the confirmation."""
        return self.words(self.confirmation.reason.strip(), "/reason")

    def confirmed(self, told: Sequence[Departure]) -> Stamp:
        """The stamp of the last record, with what it departs from and the commitment to the reason."""
        return {**self.last, "departures": tuple(told), "reason": self.reason()}

    @property
    def kept(self) -> bool:
        """Whether a name or words were kept."""
        return bool(self._kept or self._words)

    def forget(self) -> None:
        """Forget what was kept for records that were not stored."""
        for player, at, kept in self._kept:
            self._names.forget(player, at, kept)
        for words in self._words:
            self._clerk.key_values.erase("text", words)


class Desk(Protocol):
    """What the use cases ask and write; every method raises the `Refusal`s of `domain/errors.py`."""

    def write(
        self, order: Order, make: Make, confirmation: Confirmation = NO_CONFIRMATION, about: Subjects = None
    ) -> TournamentAnswer:
        """Make what one order comes to, and store it."""

    def begin(self, order: Order, make: Callable[[WriteContext], TournamentOpened]) -> TournamentAnswer:
        """Store the first record of a tournament."""

    def new_id(self, actor: str, key: str) -> str:
        """The id of the tournament that a request opens."""

    def commit(self, id: str) -> str:
        """The commitment to the seed of a new tournament."""

    def seed(self, t: Tournament) -> bytes:
        """The tournament's seed."""

    def derived(self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis) -> str:
        """The seed of one pairing or drawing of lots, in hex; `stage` is counted from 0."""

    def name(self, tournament: Tournament, number: int) -> str | None:
        """An entrant's name, unless it was erased or never given."""

    def enter(self, t: Tournament, player: str) -> None:
        """Note that a player enters."""

    def is_erased(self, player: str) -> bool:
        """Whether it was asked that this player be forgotten."""

    def is_known(self, player: str) -> bool:
        """Whether somebody has this id and was not erased."""


def derived_for(seed: bytes, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis) -> str:
    """The seed of one pairing or drawing of lots of a tournament as it stands, in hex."""
    parts = t.shown_parts if t.opened.derivation > 1 else None
    return derived(seed, t.id, stage + 1, round, attempt, basis.sha256, use, parts)


class Directing:
    """Tournaments in memory; shared by all threads. Every method raises the `Refusal`s of `domain/errors.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self._lock = Lock()
        self._kept: OrderedDict[str, Tournament] = OrderedDict()
        self._turns = tuple(RLock() for _ in range(TURNS))

    # -- reading -------------------------------------------------------------------------------------------------

    def tournament(self, id: str) -> Tournament:
        """A tournament as the store has it; raises `UnknownTournament`."""
        with self._lock:
            known = self._kept.get(id)
        if known is None:
            self.need(id)
        found = fold_tournament(self.filed(id, known.seq if known is not None else 0), known)
        assert found is not None
        with self._lock:
            self._kept[id] = found
            self._kept.move_to_end(id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def tournament_at(self, id: str, seq: int) -> Tournament:
        """A tournament as it stood after its record `seq`; raises `UnknownTournament`."""
        self.need(id)
        found = fold_tournament(one for one in self.filed(id) if one.seq <= seq)
        if found is None:
            raise UnknownTournament(id)
        return found

    def filed(self, id: str, after: int = 0, until: int | None = None) -> list[Filed]:
        """A tournament's records: those after one, and no later than another."""
        if until is not None and until <= after:
            return []
        return self.clerk.recorder.filed(id, gt=after, lte=until)

    def need(self, id: str) -> None:
        """Raise `UnknownTournament` unless there is such a tournament."""
        if self.clerk.recorder.opened_as(id) != TournamentOpened.__name__:
            raise UnknownTournament(id)

    def name(self, tournament: Tournament, number: int) -> str | None:
        """An entrant's name, unless it was erased or never given."""
        named = tournament.named[number]
        return Names(self.clerk.key_values).read(named.player, named.at, named.commitment) if named.commitment else None

    def seed(self, t: Tournament) -> bytes:
        """The tournament's seed, if the one that is kept is the one that it committed to; raises `SeedMissing`."""
        seed = self.clerk.key_values.fetch("seed", t.id)
        if seed is None or commitment(seed, t.id) != t.opened.commitment:
            raise SeedMissing(changed=seed is not None)
        return seed

    def derived(self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis) -> str:
        """The seed of one pairing or drawing of lots, in hex; raises `SeedMissing`."""
        return derived_for(self.seed(t), t, use, stage, round, attempt, basis)

    def new_id(self, actor: str, key: str) -> str:
        """The id of the tournament that a request opens."""
        return game_id(actor, f"tournament\n{key}")

    def commit(self, id: str) -> str:
        """The commitment to the seed of a new tournament, which is kept."""
        return commitment(self.clerk.key_values.keep("seed", id, new_seed()), id)

    def enter(self, t: Tournament, player: str) -> None:
        """Note that a player enters."""
        Names(self.clerk.key_values).enter_tournament(player, t.id)

    def is_erased(self, player: str) -> bool:
        """Whether it was asked that this player be forgotten."""
        return Names(self.clerk.key_values).is_erased(player)

    def is_known(self, player: str) -> bool:
        """Whether somebody has this id and was not erased."""
        names = Names(self.clerk.key_values)
        return not names.is_erased(player) and bool(names.games(player) or names.tournaments(player))

    def title(self, tournament: Tournament) -> str:
        """The tournament's title, unless it was erased or never given."""
        return self.clerk.words(tournament.opened.text) or ""

    # -- writing -------------------------------------------------------------------------------------------------

    def write(
        self, order: Order, make: Make, confirmation: Confirmation = NO_CONFIRMATION, about: Subjects = None
    ) -> TournamentAnswer:
        """Make what one order comes to, and store it. Raises `Stale` where a record that its writer has not seen is about one of
        these subjects; by default, where there is any."""
        with self._turns[hash(order.game) % TURNS]:
            return self._write(order, make, confirmation, about)

    def _write(self, order: Order, make: Make, confirmation: Confirmation, about: Subjects) -> TournamentAnswer:
        for attempt in range(1, MOST_ATTEMPTS + 1):
            before = self.tournament(order.game)
            again = self._again(before, order)
            if again is not None:
                return again
            if order.seq > before.seq or any(touches(one.body, about) for one in self.filed(order.game, order.seq, before.seq)):
                raise Stale(before.seq, order.seq, TOURNAMENT)
            pen = WriteContext(self.clerk, order, before, confirmation)
            rows = Rows(())
            try:
                rows = make(before, pen)
                filed = self._file(order.game, before.seq + 1, rows.records, pen)
                self.clerk.events.put([*filed, *rows.beside])
            except IntegrityError:  # the tournament went on, or one of its games did: look again
                pen.forget()
                if attempt == MOST_ATTEMPTS or not self._moved(before, rows):
                    raise
                continue
            except BaseException:
                pen.forget()
                raise
            return self._answer(filed[-1], filed)
        raise AssertionError("the last attempt answers or raises")

    def begin(self, order: Order, make: Callable[[WriteContext], TournamentOpened]) -> TournamentAnswer:
        """Store the first record of a tournament. The same request opens one tournament."""
        pen = WriteContext(self.clerk, order, None, NO_CONFIRMATION)
        try:
            filed = self._file(order.game, FIRST, (make(pen),), pen)
            self.clerk.events.put(filed)
        except Refusal:
            pen.forget()
            raise
        except IntegrityError:
            pen.forget()
            again = self._again(self.tournament(order.game), order)
            assert again is not None
            return again
        return self._answer(filed[-1], filed)

    # -- inside --------------------------------------------------------------------------------------------------

    def _moved(self, before: Tournament, rows: Rows) -> bool:
        """Whether others wrote in the meantime what a write collided with; if nobody did, it collides with itself, and always
        will."""
        if self.tournament(before.id).seq != before.seq:
            return True
        after = (one for one in rows.beside if one.seq > FIRST)
        return any(self.clerk.recorder.select_events(one.game, gt=one.seq - 1, limit=1) for one in after)

    def _file(self, id: str, first: int, records: Sequence[TournamentRecord], pen: WriteContext) -> list[Filed]:
        bound = [self.clerk.bound(body) for body in records]
        last = bound[-1]
        if pen.kept and last.request and not last.request.startswith(commitments.SALTED):
            # other records of this write hold what the digest of its request covers: it says nothing of words here
            bound[-1] = replace(last, request=commitments.SALTED)
        return [Filed.new(id, seq, body) for seq, body in enumerate(bound, start=first)]

    def _answer(self, last: Filed, filed: Sequence[Filed], *, again: bool = False) -> TournamentAnswer:
        found = self.tournament(last.game)
        if found.seq != last.seq:
            found = self.tournament_at(last.game, last.seq)
        games = tuple(body.game for body in (one.body for one in filed) if isinstance(body, GameLinked))
        return TournamentAnswer(last, found, games, again)

    def _again(self, before: Tournament, order: Order) -> TournamentAnswer | None:
        """The answer to a request that was recorded before."""
        seq = before.keys.get((order.actor, order.key))
        if seq is None:
            return None
        rows = self.filed(order.game)
        last = rows[seq - 1]
        if not self.clerk.asked_for(last.body, order):
            raise KeyReused(order.key, seq)
        first = seq - 1
        while first > 0 and rows[first - 1].body.at == last.body.at and not rows[first - 1].body.key:
            first -= 1
        return self._answer(last, rows[first:seq], again=True)
