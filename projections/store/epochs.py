"""The writing side of the views in Redis: epochs (complete sets of views) are begun, filled, and
made live. Each step is one script (`projections/store/scripts/`)."""

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
"""The most games that one call writes. Redis makes readers wait for as long as that takes."""

_SCRIPTS = Path(__file__).with_name("scripts")

Written = Literal["ok", "mend", "old", "gap", "gone", "moved"]


class Entry(NamedTuple):
    """One game for `scripts/write.lua`. `head`: ids, numbers, field names and the length in bytes
    of each value. `values`: what is written, sealed where readers see it."""

    head: list[str | int]
    values: list[bytes]


class EpochPlace(Struct, frozen=True):
    """An epoch and the log position that it has reached. `tip`: a digest of the record there.
    `build`: the digest of the program that writes it."""

    epoch: str
    position: int
    tip: str
    build: str


def tip_of(row: Notification, key: bytes) -> str:
    """A keyed digest of a record and its log position. It differs for another log, for an older
    backup of this log, and for views that are sealed with another key."""
    place = f"{row.id} {row.originator_id}/{row.originator_version}\n".encode()
    return hmac.new(key, b"tip\n" + place + stored_bytes(row.state), "sha256").hexdigest()[:16]


class Epochs:
    """All epochs in one Redis, for a program (`build`) that seals with `key`. Every method raises
    `redis.RedisError` if Redis does not answer."""

    def __init__(self, client: redis.Redis, build: str, key: bytes) -> None:
        self._redis, self._build, self._key = client, build, key
        self._place, self._begin, self._write, self._switch, self._amiss = (
            client.register_script((_SCRIPTS / f"{name}.lua").read_text("utf-8"))
            for name in ("place", "begin", "write", "switch", "amiss")
        )

    def live(self) -> EpochPlace | None:
        """The epoch that readers use. None if there is none or the pointer to it is damaged."""
        return _epoch_place(self._place(keys=[LIVE], args=[ROOT]))

    def begin(self, *, afresh: bool) -> EpochPlace:
        """Begin a new epoch to build, or continue the unfinished one of this program unless
        `afresh`. Returns it."""
        place = _epoch_place(
            self._begin(
                keys=[BUILDING],
                args=[ROOT, secrets.token_hex(8), self._build, "1" if afresh else ""],
            )
        )
        assert place is not None
        return place

    def position(self, epoch: str) -> int | None:
        """The log position that an epoch has reached; None if the epoch does not exist any more."""
        try:
            return as_number(self._redis.hget(log_key(epoch), "position"))
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
        """Write games (`projections/follower/folding.py`) into an epoch, and then the position of
        the row `last`. The batch begins after position `since`. With `live`, only if the epoch is
        the one that readers use. Returns what `scripts/write.lua` answers: nothing was written
        unless `ok` or `mend`; `mend`: games wait to be written again.

        If this is interrupted, some games are newer than the position. They are recognised as such
        when the batch is repeated.
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
        """Run the script `write` for some games. They are sent as two arguments in all, since the
        client library needs long for each argument."""
        heads = msgspec.json.encode([game.head for game in games])
        values = b"".join([value for game in games for value in game.values])
        args: list[str | int | bytes] = [prefix(epoch), *batch, heads, values, CLOSED_FOR]
        written: Written = self._write(
            keys=[log_key(epoch), LIVE, mend_key(epoch)], args=args
        ).decode()
        return written

    def pop_to_mend(self, epoch: str) -> list[str]:
        """Remove some ids from the set of games to write again, and return them. Readers add a game
        whose view is missing or not genuine."""
        try:
            ids: Any = self._redis.spop(mend_key(epoch), TOGETHER)
        except redis.ResponseError:
            self._redis.delete(mend_key(epoch))
            return []
        return [id.decode("utf-8", "replace") for id in ids]

    def mark_missing(self, epoch: str, ids: list[str]) -> None:
        """Check some games, and mark those to be written again that lists and searches would not
        find."""
        faulty = self._amiss(keys=[], args=[prefix(epoch), msgspec.json.encode(ids)])
        if faulty:
            self._redis.sadd(mend_key(epoch), *faulty)

    def has_miscounts(self, epoch: str) -> bool:
        """Whether an epoch's sums count another number of games than its lists contain, because
        somebody has changed or removed something."""
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
        """Write games again whatever the epoch's position, which does not change."""
        self._send(epoch, (0, 0, "", "mend", ""), games)

    def make_live(self, epoch: str, instead_of: str = "") -> Written | Literal["behind"]:
        """Make an epoch the live one. Returns `ok`; `gone` if the epoch does not exist any more; or
        `behind`, changing nothing, if the live epoch has reached a later position and is not
        `instead_of`."""
        switched: Written = self._switch(
            keys=[LIVE, BUILDING], args=[ROOT, epoch, instead_of]
        ).decode()
        return switched

    def delete_other_epochs(self) -> None:
        """Delete every epoch that is neither live nor being built. Its position is deleted first,
        so that nobody can write to it again."""
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


def _epoch_place(answer: Any) -> EpochPlace | None:
    if answer is None:
        return None
    epoch, position, tip, build = (part.decode("utf-8", "replace") for part in answer)
    at = as_number(position)
    return None if at is None else EpochPlace(epoch, at, tip, build)


def as_number(answer: Any) -> int | None:
    """The whole number in an answer of Redis; None if the answer is not one."""
    text = answer.decode("ascii", "replace") if isinstance(answer, bytes) else str(answer)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
