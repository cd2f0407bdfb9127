"""The follower's loop with a scripted clock: instead of each wait, the next step of a random walk
is done, and the time of the wait has passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from functools import partial
from random import Random
from typing import Any, ClassVar

import pytest
import redis
from eventsourcing.persistence import OperationalError

from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections import steering
from projections.follower import follower as module
from projections.follower.folding import GameCache
from projections.follower.follower import (
    COMPARE_EACH,
    IDLE,
    LEAST_REST,
    MOST_REST,
    RESTS,
    WAITS,
    Follower,
)
from projections.read.views import Views
from projections.steering import ALL, Orders, Steering
from projections.store.keys import LIVE, log_key
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.builders.stores import VIEWS_KEY
from tests.projections.naive import ask_for_all, dump, expected, readable
from tests.projections.play import move, open_one

Wait = tuple[str, float]
Walk = Generator[None, Wait, None]


class Clock:
    """The time, the news and the end signal of a follower, controlled by a walk."""

    def __init__(self) -> None:
        self.now, self.took, self.over = 0.0, 0.0, False
        self.walk: Walk
        self.aside: list[float] = []
        """The waits outside of the loop that the walk's own steps caused, in seconds."""

    def begin(self, walk: Walk) -> None:
        self.walk = walk
        next(walk)

    def is_set(self) -> bool:
        return self.over

    def wait(self, seconds: float, what: str = "stop") -> None:
        if self.walk.gi_running:
            self.aside.append(seconds)
        else:
            self.now += seconds
            try:
                self.walk.send((what, seconds))
            except StopIteration:
                self.over = True

    def await_change(self, position: int, seconds: float) -> None:
        self.wait(seconds, "news")

    def advance(self, seconds: float) -> None:
        self.now, self.took = self.now + seconds, self.took + seconds


class ScriptedThread:
    """A fake thread, which does its work when the walk says so."""

    started: ClassVar[list[ScriptedThread]] = []

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], name: str) -> None:
        self.work, self.alive, self.joined = partial(target, *args), False, False

    def start(self) -> None:
        self.alive = True
        self.started.append(self)

    def is_alive(self) -> bool:
        return self.alive

    def finish(self) -> None:
        self.work()
        self.alive = False

    def join(self) -> None:
        self.joined = True


def test_the_loop_does_what_is_asked_and_rests_as_long_as_it_says_whatever_happens_between(
    clerk: Clerk,
    server: EmbeddedRedis,
    views: Views,
    there: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are records, pauses, outages of both stores, flushes, a newer program, and rebuilds of
    one game or all, some of which fail. The loop is compared step by step with what it should
    do."""
    rng, clock = Random(3), Clock()
    away, program, compared = set[str](), ["this"], list[float]()
    orders, failures = Orders(clerk.key_values, "views", clerk.clock), list[object]()
    fails = orders.note_failure
    steered = Steering(clerk.recorder, clerk.key_values, clerk.clock, {"views": views.source()})
    select, connect = clerk.recorder.select_notifications, redis.ConnectionPool.get_connection

    def selecting(*which: Any, **more: Any) -> Any:
        if "store" in away:
            raise OperationalError("disk I/O error")
        if "reason" in away:
            raise ZeroDivisionError
        return select(*which, **more)

    def connecting(*which: Any, **more: Any) -> Any:
        if "redis" in away:
            raise redis.ConnectionError("gone")
        return connect(*which, **more)

    for where, name, what in (
        (steering, "LOOK", 0.0),
        (module, "monotonic", lambda: clock.now),
        (module, "Thread", ScriptedThread),
        (module, "READ", 100),
        (module, "WINDOW", 200),
        (module, "code_digest", lambda: program[0]),
        (clerk.recorder, "await_change", clock.await_change),
        (clerk.recorder, "select_notifications", selecting),
        (redis.ConnectionPool, "get_connection", connecting),
        (ScriptedThread, "started", []),
    ):
        monkeypatch.setattr(where, name, what)
    cost = [0.0]
    follower = Follower(clerk, server.url, VIEWS_KEY, lambda rows: clock.advance(cost[0]))
    follower._cache = GameCache(
        clerk, most=400_000
    )  # fewer than all the games: some are read again
    compare = follower.compare
    orders.note_failure = lambda why, *at: (failures.append(why), fails(why, *at))[1]  # type: ignore[method-assign]
    follower.compare = lambda: (compared.append(clock.now), compare())[1]  # type: ignore[method-assign]

    def end() -> int:
        return clerk.recorder.max_notification_id() or 0

    def walk() -> Walk:
        game, taken, task, told, failed = open_one(clerk, "walked"), 0, "", 0, 0
        paused = stands = stood = False
        met = Counter[str]()
        compare_at = 0.0
        for step in range(count(100, 300)):
            do = rng.choice(
                ("play", "play", "pause", "away", "flush", "newer", "task", "beside", "")
            )
            if rng.random() < 0.3:
                do = "back" if away else "pause" if paused else do
            if do == "play":
                game = move(clerk, game, rng, f"walked/{step}", closing=False)
            elif do == "pause":
                (steered.resume if paused else partial(steered.pause, by="operator"))("views")
                paused = not paused
            elif do == "away":
                away.add(rng.choice(("redis", "store")))
            elif do == "back":
                away.clear()
            elif do == "flush" and not away:
                there.flushall()
                taken, stands = 0, False
            elif do == "newer" and not away and taken:
                program[0] = "newer"
                Follower(clerk, server.url, VIEWS_KEY).catch_up()
                program[0], stands = "this", True
            elif do == "task" and not task:
                task = rng.choice((game.id, ALL))
                steered.rebuild("views", "" if task == ALL else task)
            elif do == "beside" and ScriptedThread.started and ScriptedThread.started[-1].alive:
                ScriptedThread.started[-1].finish()
                if away:
                    told += 1
                    assert clock.aside.pop() == WAITS[-1]
                else:
                    taken, stands, task = end(), False, ""
            begun, alive = (
                len(ScriptedThread.started),
                any(thread.alive for thread in ScriptedThread.started),
            )
            cost[0], clock.took, at, looks = (
                rng.choice((0, 0.001, 0.01)),
                0.0,
                clock.now,
                len(compared),
            )
            wait = yield
            met[f"stands={stands} paused={paused} away={bool(away)} task={task[:3]}"] += 1
            if paused:
                assert wait == ("stop", IDLE)
            elif "redis" in away or ("store" in away and not (stands and stood)):
                assert wait == ("stop", WAITS[min(failed, len(WAITS) - 1)])
                told, failed = told + (not failed), failed + 1
            else:
                failed, stood = 0, stands
                if not stands and at + clock.took >= compare_at:
                    looks, compare_at = looks + 1, at + clock.took + COMPARE_EACH
                if not stands and taken < end():
                    rest = min(max(RESTS * clock.took, LEAST_REST), MOST_REST)
                    assert wait == ("stop", pytest.approx(rest))
                    taken, wait = end(), (yield)
                assert wait == ("stop" if stands else "news", IDLE)
                live = there.get(LIVE).decode()
                whose = "newer" if stands else "this"
                assert there.hget(log_key(live), "build") == whose.encode()
                begun += task == ALL and not alive and not stands
                task = task if task == ALL or stands else ""
            assert (len(compared), len(ScriptedThread.started), len(failures)) == (
                looks,
                begun,
                told,
            )
            assert orders.task() == task
            if not away and not paused and not stands and do == "flush":
                assert readable(dump(there)) == expected(clerk)
        away.clear()
        steered.resume("views")
        if ScriptedThread.started[-1].alive:
            ScriptedThread.started[-1].finish()
        there.flushall()
        assert [(yield)[0], (yield)[0]] == ["stop", "news"]
        ask_for_all(there)
        for turn in range(20):  # record by record, and folded again from the first
            game = move(clerk, game, rng, f"on/{turn}", closing=False)
            if (yield)[0] == "stop":
                yield
        live = dump(there)
        assert readable(dump(there, boards=True)) == expected(clerk, boards=True)
        follower.rebuild()
        assert dump(there) == live
        assert len(met) > 10, "few of the states that there can be were met"

    clock.begin(walk())
    follower.run(clock, orders)  # type: ignore[arg-type]
    assert clock.over and ScriptedThread.started[-1].joined
    away.add("reason")
    clock.over = False
    refused_with(ZeroDivisionError, "", follower.run, clock, orders)  # type: ignore[arg-type]
    assert "ZeroDivisionError" in str(steered.follower_states()[0].failure)
