"""Publish and subscribe: which games have new records, for the threads of a web process that wait for them.

The follower's script publishes one message a batch on a Redis channel; each process listens to it in one thread, which runs as
long as somebody waits. A message only wakes: the store is asked. Redis loses messages (it is away, it was started
again), so the thread also looks at the log itself about once a second and wakes
everybody if it has grown. Nothing is ever lost, at worst it is a second late.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from threading import Event, Lock, Thread, current_thread
from time import monotonic
from typing import Any

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from projections.store.keys import ROOT

CHANNEL = ROOT + "news"

MOST = 1_000
"""Games named in a message; one about more says that all may have moved."""

LOOK = 1.0
"""Seconds between two looks at the log."""

NOTICE = 0.2
"""Seconds in which the thread notices that nobody waits any more."""

TIMEOUT = 0.5
"""Seconds Redis has to take a connection."""

Wake = Callable[[], None]

_log = logging.getLogger("greffe.news")


def message(games: Collection[str]) -> bytes:
    """The message that these games have new records; none where there are no games."""
    return msgspec.json.encode(sorted(games) if len(games) <= MOST else None) if games else b""


class News:
    """The news of this process, for any number of threads; made after the process forked."""

    def __init__(self, redis_url: str, newest: Callable[[], int | None], look: float = LOOK) -> None:
        """`redis_url` may be empty: there is no Redis then, only looks. `newest` answers the id of the log's newest record; it
        may fail."""
        self._redis_url = redis_url
        self._newest = newest
        self._look = look
        self._lock = Lock()
        self._waiting: dict[str, set[Wake]] = defaultdict(set)
        self._thread: Thread | None = None
        self._closed = False
        self._idle = Event()

    def watch(self, game: str, wake: Wake) -> None:
        """Call `wake` from now on whenever a game may have new records. It is called from another thread and must not block."""
        with self._lock:
            self._waiting[game].add(wake)
            self._idle.clear()
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._listen, name="news", daemon=True)
                self._thread.start()

    def leave(self, game: str, wake: Wake) -> None:
        """Call `wake` no more; once this has returned it is not being called either."""
        with self._lock:
            self._waiting[game].discard(wake)
            if not self._waiting[game]:
                del self._waiting[game]
            if not self._waiting:
                self._idle.set()

    def close(self) -> None:
        """Listen no more."""
        with self._lock:
            self._closed = True
            self._idle.set()
            thread = self._thread
        if thread is not None:
            thread.join()

    # -- the thread ------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Hear and look until nobody waits any more."""
        listener = _Listener(self._redis_url, self._idle)
        seen: int | None = None
        due = monotonic()
        try:
            while self._wanted():
                self._wake(listener.hear(min(NOTICE, max(0.0, due - monotonic()))))
                if monotonic() >= due:
                    now = self._end(seen)
                    if now != seen:
                        seen = now
                        self._wake(None)
                    due = monotonic() + self._look
        finally:
            listener.close()
            with self._lock:
                if self._thread is current_thread():  # it ended by a fault: the next caller starts another
                    self._thread = None

    def _wanted(self) -> bool:
        """Whether anybody waits; if not, the thread ends; the next one who waits starts another."""
        with self._lock:
            if self._waiting and not self._closed:
                return True
            self._thread = None
            return False

    def _wake(self, games: Collection[str] | None) -> None:
        """Wake who waits for these games, or everybody."""
        with self._lock:
            for game in list(self._waiting) if games is None else games:
                for wake in self._waiting.get(game, ()):
                    wake()

    def _end(self, seen: int | None) -> int | None:
        """Where the log ends; where it was `seen` to end while the store does not answer."""
        try:
            return self._newest() or 0
        except Exception as e:  # noqa: BLE001  those who wait ask the store, and get its error themselves
            _log.warning("the log cannot be looked at: %s", e)
            return seen


class _Listener:
    """A subscription that comes back by itself when Redis does."""

    def __init__(self, redis_url: str, idle: Event) -> None:
        self._redis_url = redis_url
        self._idle = idle
        self._client: Any = None
        self._channel: Any = None
        self._deaf = False

    def hear(self, seconds: float) -> Collection[str] | None:
        """The games that a message names, within so many seconds; none of them if there was no message, `None` for all: also after
        subscribing, because nobody knows what was said before."""
        until = monotonic() + seconds
        try:
            message = self._message(seconds)
        except redis.RedisError as e:
            if not self._deaf:
                _log.warning("Redis tells no news, the log is looked at instead: %s", e)
            self._deaf = True
            self.close()
            self._pause(until - monotonic())
            return ()
        if message is None:
            return ()
        self._deaf = False
        return _games(message)

    def close(self) -> None:
        """Close the connection."""
        channel, self._channel = self._channel, None
        client, self._client = self._client, None
        if channel is not None:
            channel.close()
        if client is not None:
            client.close()

    def _message(self, seconds: float) -> dict[str, Any] | None:
        if not self._redis_url:
            self._pause(seconds)
            return None
        message: dict[str, Any] | None = self._subscribed().get_message(timeout=max(seconds, 0.001))
        return message

    def _subscribed(self) -> Any:
        if self._channel is None:
            once = Retry(NoBackoff(), 0)
            self._client = redis.Redis.from_url(self._redis_url, socket_connect_timeout=TIMEOUT, retry=once)
            self._channel = self._client.pubsub()
            self._channel.subscribe(CHANNEL)
        return self._channel

    def _pause(self, seconds: float) -> None:
        self._idle.wait(max(0.0, seconds))


def _games(message: dict[str, Any]) -> Collection[str] | None:
    """The games a message is about; all for one that is none of ours."""
    if message["type"] != "message":
        return None
    try:
        return msgspec.json.decode(message["data"], type=list[str] | None)
    except msgspec.DecodeError:
        return None
