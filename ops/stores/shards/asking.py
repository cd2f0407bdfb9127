"""Asking the other shards over HTTP, all at once and for a bounded time (`api/request/shards.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from threading import Lock
from time import monotonic

import structlog
from eventsourcing.persistence import PersistenceError

from ops.stores.shards.claiming import OpenedLater
from ops.stores.shards.directory import Shard

SECONDS = 2.0
"""How long a list waits for the other shards, in all."""

PAUSE = 5.0
"""Seconds in which a shard that did not answer is not waited for again."""

REMEMBERED = 5.0
"""Seconds after which the directory is asked anew which shards there are; while it is away, what it said last holds."""

MOST = 64_000_000
"""Bytes of an answer: the tallies of 20,000 games have a quarter of that."""

THREADS = 16
"""Shards that one process asks at once."""

DIRECTORY = "directory"
"""What is named in the place of the others where nobody knows which there are."""


class OtherShards:
    """The other shards of a directory, as one process of the shard `own` asks them; for any number of threads."""

    def __init__(
        self,
        own: str,
        directory: OpenedLater,
        path: str,
        headers: Callable[[bytes], Mapping[str, str]],
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        """`headers` are those that go with a body. `ticks` are seconds of a clock that is never set."""
        self.own, self._directory, self._path, self._headers, self._ticks = own, directory, path, headers, ticks
        self._known: tuple[Shard, ...] | None = None
        self._asked = float("-inf")
        self._away: dict[str, float] = {}
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="shards")

    def names(self) -> tuple[str, ...]:
        """The others that are not closed; the directory's, where it never said which there are."""
        found = self._shards()
        return (DIRECTORY,) if found is None else tuple(one.name for one in found)

    def ask(self, bodies: Mapping[str, bytes]) -> Callable[[], Mapping[str, bytes | None]]:
        """Begin to ask shards, each with a body; what is answered by calling the answer: none of a shard that did not in time."""
        addresses = {one.name: one.address for one in self._shards() or ()}
        until, now = self._ticks() + SECONDS, self._ticks()
        begun: dict[str, Future[bytes]] = {
            name: self._threads.submit(self._answer, addresses[name], body, until)
            for name, body in bodies.items()
            if name in addresses and self._away.get(name, now) <= now
        }

        def answers() -> Mapping[str, bytes | None]:
            return {name: self._found(name, begun.get(name), until) for name in bodies}

        return answers

    def _found(self, name: str, asked: Future[bytes] | None, until: float) -> bytes | None:
        if asked is None:
            return None
        try:
            answer = asked.result(max(0.0, until - self._ticks()))
        except (OSError, HTTPException, TimeoutError) as e:
            asked.cancel()
            self._away[name] = self._ticks() + PAUSE
            structlog.get_logger("greffe.shards").warning("a shard does not answer", shard=name, why=str(e) or type(e).__name__)
            return None
        self._away.pop(name, None)
        return answer

    def _answer(self, addresses: str, body: bytes, until: float) -> bytes:
        """What the first web process of a shard answers that can be reached. Raises `OSError` and `HTTPException`."""
        fault: Exception = TimeoutError("it was too late to ask")
        for address in addresses.split(","):
            left = until - self._ticks()
            if left <= 0:
                break
            try:
                return self._answered(address.strip(), body, until)
            except ConnectionError as e:  # this process is away: another may be there
                fault = e
        raise fault

    def _answered(self, address: str, body: bytes, until: float) -> bytes:
        host, _, port = address.rpartition(":")
        connection = HTTPConnection(host.strip("[]"), int(port), timeout=max(0.01, until - self._ticks()))
        try:
            connection.request("POST", self._path, body, {"Content-Type": "application/json", **self._headers(body)})
            with connection.getresponse() as answer:
                if answer.status != 200:
                    raise HTTPException(f"it answers {answer.status}")
                parts: list[bytes] = []
                while part := answer.read1(1 << 16):
                    parts.append(part)
                    if self._ticks() > until or sum(map(len, parts)) > MOST:
                        raise TimeoutError("its answer takes too long")
            return b"".join(parts)
        finally:
            connection.close()

    def _shards(self) -> tuple[Shard, ...] | None:
        """The others, as the directory said at most so long ago, or when it was there last; none where it never did."""
        with self._lock:
            if self._ticks() - self._asked > REMEMBERED:
                try:
                    known = self._directory().shards()
                    self._known = tuple(one for one in known if one.name != self.own and not one.closed)
                except PersistenceError as e:
                    structlog.get_logger("greffe.shards").warning("the directory of shards does not answer", why=str(e))
                self._asked = self._ticks()
            return self._known

    def close(self) -> None:
        """Ask nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
