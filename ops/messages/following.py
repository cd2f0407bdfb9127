"""The notifier's follower: reads the record from a stored position on and queues the messages that
are due. Each batch is one transaction together with the new position.

After a kill, the next process reads the same rows again and queues the same messages under the same
ids. An id is stored only once.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from time import time_ns

import msgspec
from eventsourcing.persistence import Notification
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST, GAME, GameOpened, ListingChanged
from domain.game.refusals import UnknownGame
from domain.kernel.kinds import notices_of
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.tournament import records as t
from domain.tournament.aggregate.kinds import TOURNAMENT_KINDS
from domain.tournament.directing.direction import TournamentStore
from ops.messages.store import NotificationStore
from projections.messages.messages import IN_GAMES, Message, message, message_id
from projections.messages.recipients import Asked, Ownership, addressees, covers
from projections.messages.subscriptions import (
    Delivery,
    DueEvent,
    Subscription,
    SubscriptionAt,
    deadlines,
    events_of_game,
    is_time_over,
    turn_notice_time,
)
from projections.steering import park, unpark

READ = 200

Taken = Callable[[Sequence[Notification], int], None]

_TOPICS = {kind.topic for kind in TOURNAMENT_KINDS if kind.notices is not None}

_log = logging.getLogger("greffe.notifications")


Batch = tuple[list[Delivery], dict[tuple[str, str], Delivery | None]]
"""Messages to queue now; and future messages by (subscription, place), with None for one that is
cancelled."""

Waiting = Callable[[str], Iterable[Delivery]]


class MessageFollower:
    """Reads the record after the stored position and queues the messages that its rows call for."""

    def __init__(
        self, clerk: Clerk, store: NotificationStore, taken: Taken = lambda rows, began: None
    ) -> None:
        """`taken` is called with the rows that were read together and the time when that began
        (`time_ns`)."""
        self._clerk, self._store, self._taken = clerk, store, taken
        self._tournaments = TournamentStore(clerk)
        self._changed = -2
        self._subscribers: tuple[SubscriptionAt, ...] = ()

    def subscribers(self) -> tuple[SubscriptionAt, ...]:
        """All subscriptions with their state; cached until one changes."""
        changed = self._store.changed()
        if changed != self._changed:
            self._subscribers = self._store.all()
            self._changed = changed
        return self._subscribers

    def process_rows(self) -> bool:
        """Read the next rows and queue their messages. Returns whether there may be more rows.
        Raises `PersistenceError`."""
        subscribers = self.subscribers()
        if not subscribers:
            return False
        began = time_ns()
        position = max(self._store.position(), min(each.subscription.after for each in subscribers))
        rows = self._clerk.recorder.select_notifications(position, READ, inclusive_of_start=False)
        if not rows:
            return False
        batch: Batch = [], {}
        for row in rows:
            self._process(row, subscribers, batch, self._store.to_come)
        self._store.store_batch(rows[-1].id, *batch)
        self._taken(rows, began)
        return len(rows) == READ

    def rebuild(self, game: str = "") -> None:
        """Compute the future messages of one game ("": of all) again from the record up to the
        stored position, and replace the existing ones in one transaction. Records that were skipped
        before are tried again. A message that was due before now is not queued again. Raises
        `PersistenceError`."""
        subscribers, upto = self.subscribers(), self._store.position()
        unpark(self._clerk.key_values, "messages", game)
        batch: Batch = [], {}
        last = min((each.subscription.after for each in subscribers), default=upto)
        while last < upto and (
            rows := self._clerk.recorder.select_notifications(
                last, READ, upto, inclusive_of_start=False
            )
        ):
            for row in rows:
                if game in ("", str(row.originator_id)):
                    self._process(row, subscribers, batch, lambda _: ())
            batch[0].clear()
            last = rows[-1].id
        old = {
            (delivery.subscription, delivery.place): None for delivery in self._store.to_come(game)
        }
        now = self._clerk.clock()
        past = {
            place
            for place, delivery in batch[1].items()
            if delivery is not None and delivery.due is not None and delivery.due <= now
        }
        self._store.store_batch(
            upto,
            (),
            {
                place: delivery
                for place, delivery in {**old, **batch[1]}.items()
                if place not in past
            },
        )

    def ownership_of(self, id: str) -> Ownership:
        """The current owner and tags of a game or tournament. Raises `UnknownGame`."""
        recorder = self._clerk.recorder
        rows = recorder.select_events(id, limit=1)
        if not rows:
            raise UnknownGame(id)
        body = StoredRecord(id, FIRST, rows[0].topic, rows[0].state).body
        if isinstance(body, t.TournamentOpened):
            return Ownership(body.actor)
        if not isinstance(body, GameOpened):
            raise UnknownGame(id)
        row = recorder.newest_with_topic(id, ListingChanged.__name__)
        changed = (
            StoredRecord(id, row.originator_version, row.topic, row.state).body
            if row is not None
            else None
        )
        tags = changed.tags if isinstance(changed, ListingChanged) else body.tags
        return Ownership(
            body.administered_by, () if body.lineage is not None else tags, body.tournament
        )

    def is_still_due(self, sent: Delivery) -> bool:
        """Whether a message is still true: for a turn, whether one of its seats still has to act;
        for a clock, whether its time is still over; True for any other. Raises `Refusal` or
        `LookupError` if the game cannot be read."""
        if sent.about == "turn":
            return _still_due_part(sent.body, self._clerk.game(sent.game)) is not None
        if sent.about != "time":
            return True
        data = msgspec.json.decode(sent.body, type=Message).data
        game = data.game
        if data.tournament:  # which names no game
            round = self._tournaments.tournament(data.tournament).round(data.round)
            game = next(
                (
                    table.game
                    for table in (round.tables if round is not None else ())
                    if table.number == data.table
                ),
                "",
            )
        return is_time_over(self._clerk.game(game), data.clock, self._clerk.clock())

    # -- inside ------------------------------------------------------------------------------------

    def _process(
        self,
        row: Notification,
        subscribers: Sequence[SubscriptionAt],
        batch: Batch,
        waiting: Waiting,
    ) -> None:
        """Add a row's messages to `batch`. A row that cannot be read is skipped and noted as
        parked, so that it does not block other games' messages. `waiting`: a function that returns
        a game's future messages."""
        listening = [each for each in subscribers if each.subscription.after < row.id]
        try:
            self._queue_for(row, listening, batch, waiting)
        except (Refusal, DamagedRecord, LookupError, ValueError) as e:
            _log.warning(
                "nobody is told of record %s of %s: %s",
                row.originator_version,
                row.originator_id,
                e,
            )
            park(
                self._clerk.key_values,
                "messages",
                str(row.originator_id),
                row.originator_version,
                f"{type(e).__name__}: {e}",
            )

    def _queue_for(
        self,
        row: Notification,
        subscribers: Sequence[SubscriptionAt],
        batch: Batch,
        waiting: Waiting,
    ) -> None:
        id = str(row.originator_id)
        if not subscribers or (
            row.topic not in _TOPICS and self._clerk.recorder.kind_of(row) != GAME
        ):
            return
        named = {each.subscription.game for each in subscribers}
        if (
            "" not in named
            and id not in named
            and not any(each.subscription.tournament for each in subscribers)
        ):
            return
        owned = self.ownership_of(id)
        covering = [each for each in subscribers if covers(each.subscription, id, owned)]
        directing = (
            self._tournament_subscriptions(owned.tournament, subscribers)
            if owned.tournament
            else []
        )
        if not covering and not directing:
            return
        if row.topic in _TOPICS:
            tournament = self._tournaments.tournament_at(id, row.originator_version)
            body = StoredRecord(id, row.originator_version, row.topic, row.state).body
            for notice in notices_of(tournament, body):
                what = DueEvent.of(notice, tournament, body, tournament=True)
                self._queue([(what, owned, covering)], batch)
            return
        game = self._clerk.game_repository.held(id)
        if game.whole.seq < row.originator_version:
            game = self._clerk.load(id)
        now = game.at(row.originator_version)
        before = game.at(now.seq - 1) if now.seq > FIRST else None
        self._reschedule(now, batch, waiting)
        for what, deadline in deadlines(now):
            asks = self._event_for_receivers(what, now, owned, covering, directing)
            self._add_future(asks, deadline, deadline, now, batch)
        for what in events_of_game(before, now):
            if what.about == "turn":
                self._add_future(
                    [(what, owned, covering)], now.at, turn_notice_time(now.at, now.at), now, batch
                )
            elif what.about in IN_GAMES:
                self._queue(self._event_for_receivers(what, now, owned, covering, directing), batch)
            else:
                self._queue([(what, owned, covering)], batch)

    def _queue(self, asks: Sequence[Asked], batch: Batch) -> None:
        moment = self._clerk.clock()
        for what, subscription, seats in addressees(asks):
            batch[0].append(_delivery_to(subscription, what, seats, moment))

    def _add_future(
        self, asks: Sequence[Asked], moment: datetime, due_at: datetime, now: Game, batch: Batch
    ) -> None:
        """Add future messages to `batch`: about a turn that began, or about a clock's time being
        over. `moment`: the time in the message; `due_at`: when to send it."""
        for what, subscription, seats in addressees(asks):
            acting = (
                seats
                if what.clock
                else tuple(seat for seat in subscription.holder.seats if seat in now.to_act)
            )
            place = f"{now.id} {what.clock}".strip()
            batch[1][subscription.id, place] = replace(
                _delivery_to(subscription, what, acting, moment), due=due_at, place=place
            )

    def _reschedule(self, now: Game, batch: Batch, known: Waiting) -> None:
        """Postpone or cancel a game's future messages after a newer record: a turn's message waits
        until the game has been quiet again, or is cancelled if the turn is over; a running clock's
        message is cancelled (the caller schedules a new one)."""
        waiting: dict[tuple[str, str], Delivery | None] = {
            (delivery.subscription, delivery.place): delivery for delivery in known(now.id)
        }
        waiting |= {
            place: delivery
            for place, delivery in batch[1].items()
            if place[1].partition(" ")[0] == now.id
        }
        for place, delivery in waiting.items():
            if delivery is None or delivery.record >= now.seq:
                continue
            if clock := delivery.place.partition(" ")[2]:
                if not is_time_over(now, clock, now.at):
                    batch[1][place] = None
            elif (still := _still_due_part(delivery.body, now)) is None:
                batch[1][place] = None
            else:
                batch[1][place] = replace(
                    delivery,
                    body=msgspec.json.encode(still),
                    due=turn_notice_time(delivery.made or now.at, now.at),
                )

    def _tournament_subscriptions(
        self, tournament: str, subscribers: Sequence[SubscriptionAt]
    ) -> list[SubscriptionAt]:
        """The subscriptions to a tournament itself, of holders who may see it."""
        own = [each for each in subscribers if each.subscription.game == tournament]
        owned = self.ownership_of(tournament) if own else Ownership("")
        return [each for each in own if covers(each.subscription, tournament, owned)]

    def _event_for_receivers(
        self,
        what: DueEvent,
        now: Game,
        owned: Ownership,
        covering: Sequence[SubscriptionAt],
        directing: Sequence[SubscriptionAt],
    ) -> list[Asked]:
        """The event of a game with its possible receivers: subscribers of the game; and, once the
        round is published, subscribers of its tournament, for whom the event names round, table and
        entrants instead of the game and seats."""
        asks: list[Asked] = [(what, owned, covering)]
        round = (
            self._tournaments.tournament(now.opened.tournament).round(now.opened.round)
            if directing
            else None
        )
        for table in round.tables if round is not None and round.published else ():
            if table.game == now.id:
                seats = tuple(map(str, table.entrants)) if what.seats else ()
                place = (now.opened.round, table.number)
                of_table = replace(
                    what, game=now.opened.tournament, tournament=True, seats=seats, place=place
                )
                asks.append((of_table, self.ownership_of(of_table.game), directing))
        return asks


def _delivery_to(
    subscription: Subscription, what: DueEvent, seats: tuple[str, ...], moment: datetime
) -> Delivery:
    """The delivery of an event's message to a subscription. Its id does not depend on the seats of
    a turn, since the seats to act may change."""
    id = message_id(subscription.id, replace(what, seats=()) if what.about == "turn" else what)
    return Delivery(
        number=0,
        id=id,
        subscription=subscription.id,
        game=what.game,
        about=what.about,
        record=what.record,
        body=msgspec.json.encode(message(subscription, what, seats, moment)),
        made=moment,
    )


def _still_due_part(data: bytes, now: Game) -> Message | None:
    """The message of a turn, reduced to those of its seats that still have to act. None if there
    are none."""
    turn = msgspec.json.decode(data, type=Message)
    seats = tuple(seat for seat in turn.data.seats if seat in now.to_act)
    return replace(turn, data=replace(turn.data, seats=seats)) if seats else None
