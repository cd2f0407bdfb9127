"""The writing side of Redis: epochs begun, filled and switched to, each step one script
(`projections/store/scripts/`)."""

import hmac
import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import msgspec
import redis
from eventsourcing.persistence import Notification
from msgspec import Struct

from domain.kernel.log import stored_bytes
from projections.store.keys import (
    BUILDING,
    CLOSED_FOR,
    LIVE,
    ROOT,
    log_key,
    mend_key,
    prefix,
    sums_key,
)

TOGETHER = 100
"""Games written by one call: a reader waits for Redis no longer than that takes."""

_SCRIPTS = Path(__file__).with_name("scripts")

Written = Literal["ok", "mend", "old", "gap", "gone", "moved"]


class Entry(NamedTuple):
    """One game for `scripts/write.lua`: `head` is what the script reads, among it the length in
    bytes of each of the sealed `values`."""

    head: list[str | int]
    values: list[bytes]


class Place(Struct, frozen=True):
    """An epoch and where it stands in the log; `tip` digests the record there, `build` names the
    program that made it."""

    epoch: str
    position: int
    tip: str
    build: str


def tip_of(row: Notification, key: bytes) -> str:
    """The keyed digest of a record in its place: it tells this log from another one, or from an
    older backup of it, and views that were sealed with `key` from others."""
    place = f"{row.id} {row.originator_id}/{row.originator_version}\n".encode()
    return hmac.new(key, b"tip\n" + place + stored_bytes(row.state), "sha256").hexdigest()[:16]


class Epochs:
    """All epochs in one Redis. Every method raises `redis.RedisError` when it cannot be reached."""

    def __init__(self, client: redis.Redis, build: str, key: bytes) -> None:
        self._redis, self._build, self._key = client, build, key
        self._place, self._begin, self._write, self._switch, self._amiss = (
            client.register_script((_SCRIPTS / f"{name}.lua").read_text("utf-8"))
            for name in ("place", "begin", "write", "switch", "amiss")
        )

    def live(self) -> Place | None:
        """The epoch that readers use; None in an empty Redis, or if its pointer is damaged."""
        return _place(self._place(keys=[LIVE], args=[ROOT]))

    def begin(self, *, afresh: bool) -> Place:
        """Begin an epoch, or continue the unfinished one of this program unless `afresh`."""
        place = _place(
            self._begin(
                keys=[BUILDING],
                args=[ROOT, secrets.token_hex(8), self._build, "1" if afresh else ""],
            )
        )
        assert place is not None
        return place

    def position(self, epoch: str) -> int | None:
        """The position of an epoch in the log; None if the epoch is gone."""
        try:
            return number(self._redis.hget(log_key(epoch), "position"))
        except redis.ResponseError:
            return None  # something else stands there

    def write(
        self,
        epoch: str,
        since: int,
        last: Notification,
        games: Iterable[Entry],
        *,
        live: bool = False,
    ) -> Written:
        """Write games (`projections/follower/folding.py`) and then the position of `last`, for a
        batch that begins after `since`; only to the epoch that readers use, if it has to be `live`.

        Views may run ahead of the position when this is cut short: what follows finds them newer
        and passes over them.
        """
        parts, tip = iter(games), tip_of(last, self._key)
        part, sent = list(islice(parts, TOGETHER)), None
        with ThreadPoolExecutor(1) as beside:  # Redis writes one part while the next is made
            while True:
                following = list(islice(parts, TOGETHER))
                if sent is not None and (written := sent.result()) not in ("ok", "mend"):
                    return written
                batch = since, last.id, tip, "" if following else "1", epoch if live else ""
                if not following:
                    return self._send(epoch, batch, part)
                sent = beside.submit(self._send, epoch, batch, part)
                part = following

    def _send(
        self, epoch: str, batch: tuple[int, int, str, str, str], games: Iterable[Entry]
    ) -> Written:
        """Run the script. However many the games are, they travel as two values: the client library
        works long on each."""
        heads = msgspec.json.encode([game.head for game in games])
        values = b"".join([value for game in games for value in game.values])
        args: list[str | int | bytes] = [prefix(epoch), *batch, heads, values, CLOSED_FOR]
        written: Written = self._write(
            keys=[log_key(epoch), LIVE, mend_key(epoch)], args=args
        ).decode()
        return written

    def to_mend(self, epoch: str) -> list[str]:
        """Games of which readers found a view that did not verify, or none any more, a few at a
        time; each is named once."""
        try:
            ids: Any = self._redis.spop(mend_key(epoch), TOGETHER)
        except redis.ResponseError:
            self._redis.delete(mend_key(epoch))
            return []
        return [id.decode("utf-8", "replace") for id in ids]

    def name_amiss(self, epoch: str, ids: list[str]) -> None:
        """Have those of some games written anew that lists and searches would not find."""
        faulty = self._amiss(keys=[], args=[prefix(epoch), msgspec.json.encode(ids)])
        if faulty:
            self._redis.sadd(mend_key(epoch), *faulty)

    def miscounts(self, epoch: str) -> bool:
        """Whether the sums of an epoch count other games than its lists hold: somebody has changed
        or removed them."""
        with self._redis.pipeline() as pipe:
            pipe.scard(f"{prefix(epoch)}found:official")
            pipe.hlen(f"{prefix(epoch)}counted")
            pipe.hvals(sums_key(epoch, "official", ""))
            try:
                found, counted, sums = pipe.execute()
                return not found == counted == sum(map(int, sums))
            except (redis.ResponseError, ValueError):
                return True

    def mend(self, epoch: str, games: list[Entry]) -> None:
        """Write games anew, whatever stands there; the position does not move."""
        self._send(epoch, (0, 0, "", "mend", ""), games)

    def switch(self, epoch: str, instead_of: str = "") -> Written | Literal["behind"]:
        """Let readers use an epoch, unless the live one stands further on. The one it is made
        `instead_of` does not count."""
        switched: Written = self._switch(
            keys=[LIVE, BUILDING], args=[ROOT, epoch, instead_of]
        ).decode()
        return switched

    def sweep(self) -> None:
        """Remove every epoch that is neither read nor being built. Its log goes first, so that
        nobody can write to it again."""
        found = {_epoch(key) for key in self._redis.scan_iter(match=ROOT + "*:*", count=1000)}
        current = cast("list[bytes | None]", self._redis.mget(LIVE, BUILDING))
        dead = found - {epoch.decode() for epoch in current if epoch is not None}
        if not dead:
            return
        for epoch in dead:
            self._redis.delete(log_key(epoch))
        stray = (
            key
            for key in self._redis.scan_iter(match=ROOT + "*:*", count=1000)
            if _epoch(key) in dead
        )
        while part := list(islice(stray, 1000)):
            self._redis.unlink(*part)


def _epoch(key: bytes) -> str:
    return key.split(b":", 2)[1].decode("utf-8", "replace")


def _place(answer: Any) -> Place | None:
    if answer is None:
        return None
    epoch, position, tip, build = (part.decode("utf-8", "replace") for part in answer)
    at = number(position)
    return None if at is None else Place(epoch, at, tip, build)


def number(answer: Any) -> int | None:
    """An integer that Redis answered; None if the answer is not an integer."""
    text = answer.decode("ascii", "replace") if isinstance(answer, bytes) else str(answer)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
