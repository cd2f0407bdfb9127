"""The follower: reads the record from a stored position and queues the messages that are due, each batch in one transaction with
the position.

Killed anywhere, the next one reads the same rows and queues the same messages under the same ids, which are there once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from time import time_ns
from typing import Any

import msgspec
from eventsourcing.persistence import Notification
from msgspec.structs import replace

from domain.clerk.clerk import Clerk
from domain.directing.directing import Directing
from domain.errors import Refusal, UnknownGame
from domain.game.game import Game
from domain.kernel.stored import DamagedRecord, Filed
from domain.record import tournament_records as t
from domain.record.records import FIRST, GAME, GameOpened, ListingChanged
from domain.record.tournament_records import TournamentOpened
from ops.notifying.rows import Queued, Turn
from ops.notifying.store import NotificationStore
from ops.notifying.tournament_due import of_tournament
from projections.notifications import due, times
from projections.notifications.messages import IN_GAMES, Message, message, message_id
from projections.notifications.messages import About as What
from projections.notifications.recipients import Asked, Ownership, covers, told
from projections.notifications.subscriptions import About, Subscription, SubscriptionAt

READ = 200
"""Rows read at a time."""

Taken = Callable[[Sequence[Notification], int], None]

_TOPICS = {kind.__name__ for kind in (t.RoundPublished, t.TableChanged, t.SlipFiled)}
"""The records of tournaments that somebody is told of."""

_log = logging.getLogger("greffe.notifications")


class _Batch:
    """The messages due by a batch of rows."""

    def __init__(self) -> None:
        self.queued: list[Queued] = []
        self.begun: dict[tuple[str, str], Turn] = {}
        self.passed: set[tuple[str, str]] = set()


class Following:
    """Follows the record of one clerk into the store."""

    def __init__(self, clerk: Clerk, store: NotificationStore, taken: Taken = lambda rows, began: None) -> None:
        """`taken` hears of the rows that were gone through, and since when (`time_ns`)."""
        self._clerk, self._store, self._taken = clerk, store, taken
        self._desk = Directing(clerk)
        self._changed = -2
        self._there: tuple[SubscriptionAt, ...] = ()

    def subscriptions(self) -> tuple[SubscriptionAt, ...]:
        """All subscriptions, as they stand now."""
        changed = self._store.changed()
        if changed != self._changed:
            self._there = self._store.all()
            self._changed = changed
        return self._there

    def take(self) -> bool:
        """Queue what the next rows call for; whether there may be more of them. Raises `PersistenceError`."""
        there = self.subscriptions()
        if not there:
            return False
        began = time_ns()
        read = self._store.position()
        position = max(read, min(at.subscription.after for at in there))
        rows = self._clerk.recorder.select_notifications(position, READ, inclusive_of_start=False)
        if not rows:
            return False
        found = _Batch()
        for row in rows:
            listening = [at for at in there if at.subscription.after < row.id]
            try:
                self._row(row, listening, found)
            except (Refusal, DamagedRecord, LookupError, ValueError) as e:  # one damaged game keeps nobody else from being told
                _log.warning("nobody is told of record %s of %s: %s", row.originator_version, row.originator_id, e)
        passed = found.passed - found.begun.keys()
        self._store.follow(rows[-1].id, found.queued, found.begun.values(), passed, self._clerk.clock())
        self._taken(rows, began)
        return len(rows) == READ

    def owned(self, id: str) -> Ownership:
        """Whose a game or a tournament is now. Raises `UnknownGame`."""
        recorder = self._clerk.recorder
        rows = recorder.select_events(id, limit=1)
        if not rows:
            raise UnknownGame(id)
        body = Filed(id, FIRST, rows[0].topic, rows[0].state).body
        if isinstance(body, TournamentOpened):
            return Ownership(body.actor)
        if not isinstance(body, GameOpened):
            raise UnknownGame(id)
        row = recorder.listing_of(id)
        changed = Filed(id, row.originator_version, row.topic, row.state).body if row is not None else None
        tags = changed.tags if isinstance(changed, ListingChanged) else body.tags
        return Ownership(body.administered_by, () if body.lineage is not None else tags, body.tournament)

    def game_of(self, said: What) -> Game:
        """The game that a message is about, which a message about a tournament does not name. Raises `Refusal`, `LookupError`."""
        if not said.tournament:
            return self._clerk.game(said.game)
        at = self._desk.tournament(said.tournament).round(said.round)
        found = [one.game for one in at.tables if one.number == said.table] if at is not None else []
        if not found:
            raise LookupError(said.table)
        return self._clerk.game(found[0])

    # -- inside --------------------------------------------------------------------------------------------------

    def _row(self, row: Notification, there: Sequence[SubscriptionAt], found: _Batch) -> None:
        id = str(row.originator_id)
        if not there or (row.topic not in _TOPICS and self._clerk.recorder.kind_of(row) != GAME):
            return
        exact = {at.subscription.game for at in there}
        if "" not in exact and id not in exact and not any(at.subscription.tournament for at in there):
            return
        owned = self.owned(id)
        covering = [at for at in there if covers(at.subscription, id, owned)]
        directing = self._directing(owned.tournament, there) if owned.tournament else []
        if not covering and not directing:
            return
        if row.topic in _TOPICS:
            tournament = self._desk.tournament_at(id, row.originator_version)
            for one in of_tournament(tournament, Filed(id, row.originator_version, row.topic, row.state).body, tournament.seq):
                self._queue([(one, owned, covering)], found)
            return
        file = self._clerk.game_repository.file(id, fresh=False)
        if file.whole.seq < row.originator_version:
            file = self._clerk.file(id)
        now = file.at(row.originator_version)
        before = file.at(now.seq - 1) if now.seq > FIRST else None
        self._waiting(now, found)
        if now.opened.time_control is not None:
            self._clocks(now, owned, covering, directing, found)
        for one in due.of_game(before, now):
            if one.about == "turn":
                self._begin(one, now, owned, covering, found)
                continue
            self._queue(
                self._asked(one, now, owned, covering, directing) if one.about in IN_GAMES else [(one, owned, covering)], found
            )

    def _queue(self, asked: Sequence[Asked], found: _Batch) -> None:
        at = self._clerk.clock()
        for one, subscription, seats in told(asked):
            body = msgspec.json.encode(message(subscription, one, seats, at))
            found.queued.append(Queued(message_id(subscription.id, one), subscription.id, one.game, one.about, one.record, body))

    def _begin(self, one: due.Due, now: Game, owned: Ownership, there: Sequence[SubscriptionAt], found: _Batch) -> None:
        """A turn begins: it is told of once it was quiet."""
        for _, subscription, _ in told([(one, owned, there)]):
            seats = tuple(seat for seat in subscription.holder.seats if seat in now.to_act)
            body = msgspec.json.encode(message(subscription, one, seats, now.at))
            place = subscription.id, one.game
            found.begun[place] = Turn(*place, body, one.record, now.at, times.turn_due(now.at, now.at))
            found.passed.discard(place)

    def _directing(self, tournament: str, there: Sequence[SubscriptionAt]) -> list[SubscriptionAt]:
        """The subscriptions to a tournament, which its games alone do not cover."""
        asked = [at for at in there if at.subscription.game == tournament]
        owned = self.owned(tournament) if asked else Ownership("")
        return [at for at in asked if covers(at.subscription, tournament, owned)]

    def _clocks(
        self, now: Game, owned: Ownership, covering: Sequence[SubscriptionAt], directing: Sequence[SubscriptionAt], found: _Batch
    ) -> None:
        """The clocks of a game run, or stand, from its newest record on: whose time may be over next, and when. Those whose time is
        over already are told of as it was said before."""
        for place, turn in self._there_in(now, found).items():
            if turn.clock and turn.record < now.seq and not due.time_over(now, turn.clock, now.at):
                found.begun.pop(place, None)
                found.passed.add(place)
        for one, at in due.deadlines(now):
            for each, subscription, seats in told(self._asked(one, now, owned, covering, directing)):
                body = msgspec.json.encode(message(subscription, each, seats, at))
                place = subscription.id, f"{now.id} {one.clock}"
                found.begun[place] = Turn(*place, body, now.seq, now.at, at)
                found.passed.discard(place)

    def _asked(
        self, one: due.Due, now: Game, owned: Ownership, covering: Sequence[SubscriptionAt], directing: Sequence[SubscriptionAt]
    ) -> list[Asked]:
        """Who may be told of what happens in a game: those who are told of the game, and of its tournament."""
        asked: list[Asked] = [(one, owned, covering)]
        if directing and (of_table := self._in_tournament(one, now)):
            asked.append((of_table, self.owned(of_table.game), directing))
        return asked

    def _in_tournament(self, one: due.Due, now: Game) -> due.Due | None:
        """What is due in a tournament's game to those who are told of the tournament: the officials and, of what concerns seats,
        the entrants of the table. None while the round is not published."""
        at = self._desk.tournament(now.opened.tournament).round(now.opened.round)
        table = next((one for one in at.tables if one.game == now.id), None) if at is not None and at.published else None
        if table is None:
            return None
        seats = tuple(map(str, table.entrants)) if one.seats else ()
        return replace(one, game=now.opened.tournament, tournament=True, seats=seats, place=(now.opened.round, table.number))

    def _there_in(self, now: Game, found: _Batch) -> dict[tuple[str, str], Turn]:
        """What of a game somebody is still to be told of."""
        waiting = {(turn.subscription, turn.place): turn for turn in self._store.turns(now.id)}
        waiting |= {place: turn for place, turn in found.begun.items() if turn.game == now.id}
        return {place: turn for place, turn in waiting.items() if place not in found.passed}

    def _waiting(self, now: Game, found: _Batch) -> None:
        """The turns of a game that somebody is still to be told of: after another record they are put off, or over."""
        for place, turn in self._there_in(now, found).items():
            if turn.clock or turn.record >= now.seq:
                continue
            if still_theirs(turn.data, now) is None:
                found.begun.pop(place, None)
                found.passed.add(place)
            else:
                found.begun[place] = turn._replace(due=times.turn_due(turn.since, now.at))


def still_theirs(data: bytes, now: Game) -> Message | None:
    """What is to be told of a turn by now: of those seats that are still to act; nothing where none is."""
    said = msgspec.json.decode(data, type=Message)
    seats = tuple(seat for seat in said.data.seats if seat in now.to_act)
    return replace(said, data=replace(said.data, seats=seats)) if seats else None


def still_over(data: bytes, game: Game, at: datetime) -> Message | None:
    """What is to be told of a seat's time at a time: nothing where it is not over, or not any more."""
    said = msgspec.json.decode(data, type=Message)
    return said if due.time_over(game, said.data.clock, at) else None


def call(clerk: Clerk, store: NotificationStore, turn: Turn, one: Subscription) -> None:
    """Queue the message of a turn that it was quiet after, or of a time that is over, unless it has passed. Raises
    `PersistenceError`."""
    at = clerk.clock()
    try:
        now = clerk.game(turn.game)
        said = still_over(turn.data, now, at) if turn.clock else still_theirs(turn.data, now)
    except (Refusal, DamagedRecord, LookupError, ValueError) as e:
        _log.warning("nobody is told of a turn in %s: %s", turn.game, e)
        said = None
    queued = None
    if said is not None:
        body = msgspec.json.encode(said)
        about: About = "time" if turn.clock else "turn"
        where, place = said.data.tournament or turn.game, (said.data.round, said.data.table)
        named = due.Due(about, where, said.data.title, turn.record, "", place=place, clock=turn.clock)
        queued = Queued(message_id(one.id, named), one.id, named.game, about, turn.record, body)
    store.call(turn, queued, at)


def due_turns(store: NotificationStore, there: dict[str, Subscription], at: Any) -> Iterator[tuple[Turn, Subscription]]:
    """The turns that it was quiet after, and the clocks whose time is over, whose receivers want to be told now."""
    for turn in store.turns():
        one = there.get(turn.subscription)
        if turn.due > at:
            return
        if (
            one is not None
            and not one.muted
            and (one.digest is not None or times.not_before(one, at, at) <= at + timedelta(milliseconds=1))
        ):
            yield turn, one
