"""The follower: reads the clerk's log, folds games, and keeps their views in Redis up to date.

It is a process of its own beside the web workers. Its position in the log is stored in Redis
together with the views, so it can be killed at any point and continue. A second follower beside it
does the same work and no harm. What it writes is a function of the records and of this program
alone.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event, Thread
from time import monotonic, time_ns
from typing import Any, NamedTuple

import redis
from eventsourcing.persistence import Notification, PersistenceError
from redis.backoff import NoBackoff
from redis.retry import Retry

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import GAME, GameOpened
from domain.kernel.trace_context import FOLLOWED
from projections.boards.code_digest import code_digest
from projections.follower.folding import CachedGame, GameCache, entry_of_game
from projections.steering import ALL, Orders
from projections.store.epochs import EpochPlace, Epochs, Written, tip_of
from projections.store.keys import Sealer

READ = 5_000

WINDOW = 50_000
"""The most rows that are read at a time while catching up. Each game that they touch is written
once, after its last row."""

IDLE = 1.0
"""Seconds without new records after which Redis is checked again, so that a flush is noticed."""

LEAST_REST, MOST_REST, RESTS = 0.01, 0.03, 16
"""The pause between two batches, in seconds: RESTS times as long as the batch took, but at least
LEAST_REST and at most MOST_REST. Records written meanwhile are read together. So a busy follower
reads larger batches, and an idle one is quicker."""

COMPARED, COMPARE_EACH = 500, 10.0
"""How many games `compare` checks at a time, and seconds between two checks."""

WAITS = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts while Redis or the store cannot be reached."""

Progress = Callable[[int, int], None]
Followed = Callable[[Sequence[Notification], int], None]

_log = logging.getLogger("greffe.follower")


class LogWindow(NamedTuple):
    """A part of the log that was read. `rows`: the number of its rows. `to_end`: whether it reaches
    the log's end. `few`: its rows of games; empty if it has more than `FOLLOWED` rows. `games`: the
    games they belong to. `last`: its last row (None: it is empty)."""

    rows: int
    to_end: bool
    few: list[Notification]
    games: list[CachedGame]
    last: Notification | None


class EpochGone(Exception):
    """The epoch that was being written does not exist any more: Redis was flushed, or another
    follower has replaced the epoch."""


class Stopped(Exception):
    """The signal to stop came during the work."""


class Follower:
    """Keeps the views of `clerk`'s record up to date in the Redis at `redis_url`. Views are sealed
    with `key`."""

    def __init__(
        self,
        clerk: Clerk,
        redis_url: str,
        key: bytes,
        count: Callable[[int], None] = lambda records: None,
        followed: Followed = lambda rows, began: None,
        built: Callable[[], None] = lambda: None,
    ) -> None:
        """`count` is called with the number of records whenever views were written. `followed` is
        called after a part of the log was written into live views, with `few` of its `LogWindow` and
        the time when its reading began (`time_ns`). `built` is called after all views were built
        again."""
        self._key, self._url, self._count, self._followed = key, redis_url, count, followed
        self._built = built
        # the client library is typed for asyncio and threads at once: the answers are ours to know
        self._redis: Any = redis.Redis.from_url(
            redis_url, socket_timeout=5, socket_connect_timeout=5, retry=Retry(NoBackoff(), 0)
        )
        self._clerk = clerk
        self._recorder = clerk.recorder
        self._epochs = Epochs(self._redis, code_digest(), key)
        self._sealer = Sealer(key, "")
        self._cache = GameCache(clerk)
        self._stop = Event()
        self._orders: Orders | None = None
        self._beside: Thread | None = None
        self._known = ""
        self._standing_by = False
        self._position = 0
        self._taken = 0
        self._compared = 0
        self._compare_at = 0.0

    def run(self, stop: Event, orders: Orders | None = None) -> None:
        """Follow until `stop` is set. Continues after outages of Redis and of the store; does what
        the operator has ordered (`orders`): pauses and rebuilds. Any other error ends the process,
        and its supervisor starts it again."""
        self._stop, self._orders = stop, orders
        failed = 0
        while not stop.is_set():
            try:
                if orders is not None and orders.paused():
                    stop.wait(IDLE)
                    continue
                begin = monotonic()
                taken = self.catch_up()
                failed = 0
                if monotonic() >= self._compare_at and not self._standing_by:
                    self.compare()
                    self._compare_at = monotonic() + COMPARE_EACH
                if orders is not None and (task := orders.task()):
                    self._rebuild_as_ordered(task, orders)
                if taken:
                    stop.wait(min(max(RESTS * (monotonic() - begin), LEAST_REST), MOST_REST))
                if self._standing_by:
                    stop.wait(IDLE)
                else:
                    self._recorder.await_change(self._position, IDLE)
            except Stopped:
                break
            except (redis.RedisError, PersistenceError) as e:
                if not failed:
                    _log.warning("following pauses: %s", e)
                    self._note_failure(e)
                stop.wait(WAITS[min(failed, len(WAITS) - 1)])
                failed += 1
            except Exception as e:
                self._note_failure(e)
                raise
        if self._beside is not None:
            self._beside.join()

    def catch_up(self) -> int:
        """Bring the live views to the end of the log. If they are missing, of another log or of
        another program, build them first; but if that program has replaced this follower's views,
        leave them to it. Returns the number of records read.

        Raises `redis.RedisError` and `PersistenceError`.
        """
        before = self._taken
        if self._follow_next():
            return self._taken - before
        while True:
            try:
                live = self._attach()
                self._standing_by = live.build != code_digest()
                if not self._standing_by:
                    self._fill(live.epoch, self._cache, followed=self._followed)
                    self._write_reported_again(live.epoch)
                return self._taken - before
            except EpochGone:
                _log.info("the views that were being written are gone")

    def compare(self) -> None:
        """Check the next `COMPARED` games of the log, and write those again that lists or searches
        of the live views would not find, because somebody has changed Redis. After the last game,
        check how many games the sums count, and build all views again if it is wrong; the next call
        begins with the first game.

        Raises `redis.RedisError` and `PersistenceError`."""
        if not self._known:
            return
        topics = [GameOpened.__name__]
        rows = self._recorder.select_notifications(
            self._compared, COMPARED, self._position, topics, inclusive_of_start=False
        )
        self._compared = rows[-1].id if len(rows) == COMPARED else 0
        if rows:
            self._epochs.mark_missing(self._known, [str(row.originator_id) for row in rows])
            self._write_reported_again(self._known)
        if not self._compared and self._epochs.has_miscounts(self._known):
            _log.warning("sums were changed by somebody else: the views are built anew")
            self.rebuild()

    def rebuild(self, progress: Progress | None = None) -> None:
        """Fold every record again into a new epoch, and switch readers to it at the end. `progress`
        is called with the position reached and the end of the log."""
        while True:
            try:
                live = self._epochs.live()
                foreign = live.epoch if live is not None and not self._follows(live) else ""
                epoch = self._epochs.begin(afresh=True).epoch
                self._build(epoch, GameCache(self._clerk), progress, foreign)
            except EpochGone:
                _log.warning("the views that were being built are gone: beginning again")
            else:
                return

    def refold(self, game: str) -> None:
        """Fold one game again from its first record, and write its views again."""
        self._cache.forget(game)
        self._rewrite(self._known, [game])

    # -- inside ------------------------------------------------------------------------------------

    def _rebuild_as_ordered(self, task: str, orders: Orders) -> None:
        """Do a rebuild that the operator has ordered (`task`): of one game at once, of all views in
        a thread beside the live ones. Does nothing while another program keeps the live views,
        which will do it."""
        if self._standing_by:
            return
        if task != ALL:
            self.refold(task)
            orders.clear_task()
        elif self._beside is None or not self._beside.is_alive():
            self._beside = Thread(target=self._rebuild_beside, args=(orders,), name="rebuild")
            self._beside.start()

    def _rebuild_beside(self, orders: Orders) -> None:
        beside = Follower(self._clerk, self._url, self._key, built=self._built)
        beside._stop = self._stop
        try:
            beside.rebuild()
            orders.clear_task()
        except Stopped:
            _log.info("the rebuild begins anew with the next start")
        except Exception as e:  # noqa: BLE001  whatever it is, following goes on beside it, and it is tried again
            _log.error("the rebuild failed: %s", e)
            orders.note_failure(e)
            self._stop.wait(WAITS[-1])

    def _note_failure(self, why: object, game: str = "", seq: int = 0) -> None:
        if self._orders is not None:
            self._orders.note_failure(why, game, seq)

    def _follow_next(self) -> bool:
        """Read and write the next records, with one call of Redis. Returns whether the live views
        are then known to be complete. False if there are no new records, or if the views are not as
        this follower left them, so that Redis has to be checked."""
        if not self._known or self._standing_by:
            return False
        began = time_ns()
        batch = self._read(self._position, self._cache)
        if batch.last is None:
            return False
        written = self._write(self._known, self._position, batch, self._cache, live=True)
        if written not in ("ok", "mend"):
            return False
        self._position = batch.last.id
        self._followed(batch.few, began)
        return written == "ok" and batch.to_end

    def _attach(self) -> EpochPlace:
        """The live epoch. It is built first if there is none, or if it is of another log or
        program. An epoch with which another program has replaced this one's views is returned as it
        is."""
        live = self._epochs.live()
        if live is None or not (
            self._is_as_left(live) or self._follows(live) or self._is_replaced_by(live)
        ):
            _log.info(
                "building views: there are %s",
                "none" if live is None else "those of another log or program",
            )
            unfinished = self._epochs.begin(afresh=False)
            if not self._follows(unfinished):
                unfinished = self._epochs.begin(afresh=True)
            self._build(unfinished.epoch, self._cache, None, live.epoch if live else "")
            live = self._epochs.live()
            if live is None:
                raise EpochGone
        if live.build == code_digest():
            self._known = live.epoch
        return live

    def _is_as_left(self, place: EpochPlace) -> bool:
        """Whether an epoch is the one that this follower wrote last, at the position where it left
        it."""
        return (place.epoch, place.position) == (self._known, self._position)

    def _is_replaced_by(self, place: EpochPlace) -> bool:
        """Whether another program, started later, has replaced this follower's views by this
        epoch."""
        return bool(self._known) and place.build != code_digest()

    def _follows(self, place: EpochPlace) -> bool:
        """Whether an epoch was written by this program from this log."""
        if place.build != code_digest():
            return False
        if place.position == 0:
            return True
        row = self._recorder.select_notifications(place.position, 1, place.position)
        return bool(row) and tip_of(row[0], self._key) == place.tip

    def _build(
        self, epoch: str, cache: GameCache, progress: Progress | None, instead_of: str = ""
    ) -> None:
        """Fill an epoch without boards and scores, make it the live one, and delete the others.
        Raises `EpochGone`."""
        while True:
            self._fill(epoch, cache, progress, whole=False)
            switched = self._epochs.make_live(epoch, instead_of)
            if switched == "gone":
                raise EpochGone
            if switched == "ok":
                break
        self._epochs.delete_other_epochs()
        self._built()

    def _fill(
        self,
        epoch: str,
        cache: GameCache,
        progress: Progress | None = None,
        followed: Followed = lambda rows, began: None,
        *,
        whole: bool = True,
    ) -> None:
        """Read and write all records after an epoch's position. `whole`: write boards and scores,
        too. Raises `EpochGone`."""
        while True:
            began = time_ns()
            since = self._epochs.position(epoch)
            if since is None:
                raise EpochGone
            self._position = since
            batch = self._read(since, cache, progress)
            if batch.last is None:
                return
            written = self._write(epoch, since, batch, cache, whole=whole)
            if written == "gone":
                raise EpochGone
            if written in ("ok", "mend"):
                followed(batch.few, began)

    def _write(
        self,
        epoch: str,
        since: int,
        batch: LogWindow,
        cache: GameCache,
        *,
        live: bool = False,
        whole: bool = True,
    ) -> Written:
        assert batch.last is not None
        cache.fold(batch.games)
        for damaged in [cached for cached in batch.games if cached.fault][-1:]:
            self._note_failure(damaged.fault, damaged.id, damaged.seq)
        entries = map(partial(entry_of_game, self._sealer_of(epoch), whole=whole), batch.games)
        written = self._epochs.write(epoch, since, batch.last, entries, live=live)
        if written in ("ok", "mend"):
            self._taken += batch.rows
            self._count(batch.rows)
        if written != "gone":
            cache.release(batch.games)
        return written

    def _write_reported_again(self, epoch: str) -> None:
        """Write the views again that readers have reported as missing or not genuine."""
        while ids := self._epochs.pop_to_mend(epoch):
            self._rewrite(epoch, ids)
            _log.info("views that readers asked for are written anew, of %s games", len(ids))

    def _rewrite(self, epoch: str, ids: list[str]) -> None:
        """Write some games again, up to their newest records; and once more those that got new
        records meanwhile, which another follower may already have written."""
        while rows := [
            row
            for row in map(self._recorder.newest_of, ids)
            if row is not None and self._recorder.kind_of(row) == GAME
        ]:
            self._cache.begin_batch()
            games = [self._cache.add_row(row) for row in rows]
            self._cache.fold(games)
            self._epochs.mend(
                epoch, [entry_of_game(self._sealer_of(epoch), cached) for cached in games]
            )
            self._cache.release(games)
            written = ((str(row.originator_id), row) for row in rows)
            ids = [id for id, row in written if self._recorder.newest_of(id) != row]

    def _sealer_of(self, epoch: str) -> Sealer:
        if self._sealer.epoch != epoch:
            self._sealer = Sealer(self._key, epoch)
        return self._sealer

    def _read(self, since: int, cache: GameCache, progress: Progress | None = None) -> LogWindow:
        """Read the rows after notification id `since`, at most a window full, and add them to their
        games in the cache."""
        games: dict[str, CachedGame] = {}
        few: list[Notification] = []
        last: Notification | None = None
        count, to_end = 0, False
        cache.begin_batch()
        while count < WINDOW:
            if self._stop.is_set():
                raise Stopped
            rows = self._recorder.select_notifications(
                last.id if last else since, READ, inclusive_of_start=False
            )
            for row in rows:
                last = row
                count += 1
                if (
                    self._recorder.kind_of(row) != GAME
                ):  # what is no game, this program need not even know
                    continue
                cached = cache.add_row(row)
                games[cached.id] = cached
                if count <= FOLLOWED:
                    few.append(row)
                if not cache.drop_down_to_limit():
                    break
            else:
                if progress is not None:
                    progress(
                        last.id if last else since,
                        max(self._recorder.max_notification_id() or 0, last.id if last else 0),
                    )
                to_end = len(rows) < READ
                if not to_end:
                    continue
            break
        return LogWindow(
            count, to_end, few if count <= FOLLOWED else [], list(games.values()), last
        )
