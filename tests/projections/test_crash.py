from functools import partial
from typing import Any

import pytest
import redis

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.folding import GameCache, entry_of_game
from projections.follower.follower import Follower
from projections.store import epochs
from projections.store.keys import BUILDING, LIVE, ROOT, log_key
from tests.builders.servers import eventually
from tests.builders.stores import VIEWS_KEY
from tests.projections.naive import dump


def position(there: Any) -> int:
    epoch = there.get(LIVE) or there.get(BUILDING)
    return int(there.hget(log_key(epoch.decode()), "position") or 0) if epoch else 0


def settle(there: Any, clerk: Clerk) -> None:
    def settled() -> bool:
        return there.get(LIVE) and position(there) == clerk.recorder.max_notification_id()

    assert eventually(settled), "the followers do not get on"


def test_cut_off_at_any_call_it_ends_at_the_same_bytes(
    clerk: Clerk,
    follower: Follower,
    server: EmbeddedRedis,
    there: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    follower.catch_up()
    whole = dump(there)
    there.flushall()
    monkeypatch.setattr("projections.follower.follower.READ", 60)
    monkeypatch.setattr("projections.follower.follower.WINDOW", 120)
    monkeypatch.setattr(epochs, "TOGETHER", 2)
    cuts = 0
    while there.get(LIVE) is None:
        follower_ = Follower(clerk, server.url, VIEWS_KEY)
        monkeypatch.setattr(
            follower_._epochs, "_write", _CutScript(follower_._epochs._write, after=1 + cuts % 7)
        )
        cuts += 1
        try:
            follower_.catch_up()
        except redis.ConnectionError:
            continue

    assert cuts > 3
    assert dump(there) == whole


class _CutScript:
    """Wraps a Redis script and breaks the connection at call number `after`: Redis gets this call,
    but its answer is lost."""

    def __init__(self, script: Any, after: int) -> None:
        self.script, self.left = script, after

    def __call__(self, **call: Any) -> Any:
        self.left -= 1
        answer = self.script(**call)
        if not self.left:
            raise redis.ConnectionError("cut")
        return answer


def test_a_batch_with_records_missing_before_it_is_not_written(
    clerk: Clerk, follower: Follower, there: Any
) -> None:
    epoch = follower._epochs.begin(afresh=True).epoch
    (last,) = clerk.recorder.select_notifications(50, 1, 50)

    assert follower._epochs.write(epoch, 40, last, []) == "gap"
    assert follower._epochs.write(epoch, 0, last, []) == "ok"
    assert follower._epochs.write(epoch, 0, last, []) == "old"
    assert follower._epochs.write("swept", 0, last, []) == "gone"
    assert int(there.hget(log_key(epoch), "position")) == 50


def test_a_view_never_goes_back(clerk: Clerk, follower: Follower, there: Any) -> None:
    """An interrupted batch leaves views newer than the stored position. A shorter batch after it
    must not set them back."""
    follower.catch_up()
    live, whole = there.get(LIVE).decode(), dump(there)
    rows = clerk.recorder.select_notifications(None, 300)
    there.hset(log_key(live), "position", 0)
    early = GameCache(clerk)
    early.begin_batch()
    games = list({held.id: held for held in map(early.add_row, rows)}.values())
    early.fold(games)

    assert (
        follower._epochs.write(
            live, 0, rows[-1], map(partial(entry_of_game, follower._sealer_of(live)), games)
        )
        == "ok"
    )
    assert dump(there) == whole


def test_readers_are_not_switched_to_an_epoch_that_is_behind(
    clerk: Clerk, follower: Follower, there: Any
) -> None:
    follower.catch_up()
    live = there.get(LIVE).decode()
    short = follower._epochs.begin(afresh=True).epoch

    assert follower._epochs.make_live(short) == "behind"
    assert there.get(LIVE).decode() == live
    assert follower._epochs.make_live("nowhere") == "gone"
    assert follower._epochs.make_live(short, instead_of=live) == "ok"
    assert there.get(LIVE).decode() == short


def test_what_killed_builders_left_is_swept(clerk: Clerk, follower: Follower, there: Any) -> None:
    follower.catch_up()
    there.hset(f"{ROOT}dead:game:x", "seq", 1)
    there.hset(f"{ROOT}half:log", mapping={"position": 7, "tip": "", "build": ""})
    there.set("somebody:elses:key", 1)
    follower.rebuild()

    live = there.get(LIVE)
    assert {key.split(b":")[1] for key in there.scan_iter(match=ROOT + "*")} == {live, b"live"}, (
        "every key but the pointer belongs to the live epoch"
    )
    assert there.get("somebody:elses:key") == b"1"


def test_nobody_can_write_to_an_epoch_that_is_being_swept(
    follower: Follower, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower.catch_up()
    old = there.get(LIVE).decode()
    written: list[int] = []

    def unlink(*keys: bytes) -> None:
        written.append(there.exists(log_key(old)))
        there.unlink(*keys)

    monkeypatch.setattr(follower._epochs._redis, "unlink", unlink)
    follower.rebuild()
    assert written
    assert not any(written), "the log goes before the first of the views"
