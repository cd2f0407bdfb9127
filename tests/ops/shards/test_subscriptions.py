"""Subscriptions go with their home: each message once, over moves and back, beside a notifier that runs; sealed as before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from domain.errors import HomeMoves
from ops.notifying.outcomes import Failed
from ops.notifying.store import NotificationStore
from ops.settings.config import ROOT
from ops.settings.keys import secret_key
from ops.shards.moving import move, undo
from tests.builders.servers import eventually
from tests.ops.notifying.world import World
from tests.ops.shards.federation import Federation

Worlds = tuple[Federation, World, World]


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """Both shards with a notifier each, which looks when it is told to; the second is about the first one's game."""
    federation = Federation(tmp_path)
    with ExitStack() as stack:
        found = []
        for name in ("a", "b"):
            settings = federation.shard(name)
            store = NotificationStore(settings.notifications, secret_key(settings.secret_key_file))
            stack.callback(store.close)
            world = World(stack.enter_context(federation.clerk(name)), store)
            stack.callback(world.service.delivering.close)
            found.append(world)
        a, b = found
        b.game = a.game
        yield federation, a, b


def ids(*worlds: World) -> list[str]:
    """What was sent, by the ids of messages."""
    return [id for world in worlds for _, id, _ in world.sent]


def killed(federation: Federation, home: str, shard: str, step: str) -> None:
    """A process that moves the home, or undoes the move, and dies when a step is done."""
    env = {**os.environ, **{k: v for k, v in federation.settings.environment().items() if k.startswith("GREFFE_DIRECTORY")}}
    env["PYTHONPATH"] = str(ROOT)
    run = [sys.executable, "-P", "-m", "tests.ops.shards.mover", home, shard, step]
    assert subprocess.run(run, env=env, cwd=ROOT, check=False).returncode == -signal.SIGKILL


def test_what_waits_goes_with_the_home_and_each_message_is_sent_once(worlds: Worlds) -> None:
    federation, a, b = worlds
    for seat in a.now.to_act[:1]:
        a.seat(seat)
    a.arbiter()
    a.arbiter("silent", muted=True)
    a.claim(a.now.to_act[0])
    a.settle()
    a.failing["arbiter"] = Failed("it is away")
    a.claim(a.now.to_act[0])
    a.settle()
    waiting = a.now.to_act[0]
    _, now = a.pass_turn()
    a.seat(now, "next")
    a.pass_turn()
    late = a.claim(waiting)  # recorded, and followed by nobody yet
    stood = a.store.find("arbiter")
    assert stood is not None and stood.failures == 1
    assert a.told() == [("arbiter", "claim")]

    assert move(federation.settings, a.game, "b").to == "b"
    assert a.store.all() == () and a.store.counts() == type(a.store.counts())() and a.store.turns() == ()
    there = b.store.find("arbiter")
    assert there is not None and (there.failures, there.said, there.state) == (1, "it is away", "active")
    muted = b.store.find("silent")
    assert muted is not None and muted.subscription.muted
    b.go_on(3600)
    b.quiet()
    told = [(to, said["data"]["record"]) for to, _, said in a.sent + b.sent if said["type"].endswith("claim")]
    assert len(told) == 3 and told[-1] == ("arbiter", late), "the one that failed, and the one that nobody had followed"
    assert len(ids(a, b)) == len(set(ids(a, b)))
    assert not [to for to, _ in b.told() if to == "silent"]

    b.claim(b.now.to_act[0])
    a.quiet()
    assert b.told_now() == [("arbiter", "claim")], "what is recorded there"
    assert b.quiet() == [] and len(ids(a, b)) == len(set(ids(a, b)))
    move(federation.settings, a.game, "a")
    a.failing.clear()
    a.claim(a.now.to_act[0])
    a.quiet()
    b.quiet()
    assert a.told()[-1] == ("arbiter", "claim") and len(ids(a, b)) == len(set(ids(a, b))), "and back"
    sealed = b.store._read("SELECT 1 FROM subscriptions")
    assert sealed == [], "the shard that it left has forgotten it"


def test_a_turn_that_has_begun_is_told_by_the_shard_that_has_the_game_then(worlds: Worlds) -> None:
    federation, a, b = worlds
    _, now = a.pass_turn()
    a.seat(now)
    a.pass_turn()
    a.pass_turn()
    assert a.now.to_act[0] == now or a.pass_turn()
    a.settle()
    begun = a.store.turns()
    move(federation.settings, a.game, "b")
    assert a.store.turns() == () and b.store.turns() == begun
    a.quiet()
    b.quiet()
    assert (a.told(), len(b.told())) == ([], len(begun))


def test_addresses_and_secrets_stay_sealed(worlds: Worlds) -> None:
    federation, a, b = worlds
    a.arbiter(to="https://where-nobody-looks.example/hook", secret="whsec_of_this_one")
    move(federation.settings, a.game, "b")
    (data,) = b.store._read("SELECT data FROM subscriptions")[0]
    assert b"nobody-looks" not in bytes(data) and b"whsec" not in bytes(data)
    found = b.store.find("arbiter")
    assert found is not None and found.subscription.secret == "whsec_of_this_one"
    assert found.subscription.after == b.clerk.recorder.max_notification_id(), "what was copied is nothing new"


@pytest.mark.parametrize(
    "step", ["subscriptions left", "subscriptions copied", "switched", "subscriptions arrived", "opened there"]
)
def test_killed_at_any_step_it_goes_on_and_nothing_is_sent_twice_or_lost(worlds: Worlds, step: str) -> None:
    federation, a, b = worlds
    a.arbiter()
    claims = [a.claim(a.now.to_act[0]) for _ in range(3)]
    killed(federation, a.game, "b", step)
    a.quiet()
    b.quiet()
    move(federation.settings, a.game, "b")
    a.quiet()
    b.quiet()
    claims.append(b.claim(b.now.to_act[0]))
    b.quiet()
    assert [said["data"]["record"] for _, _, said in a.sent + b.sent] == claims


@pytest.mark.parametrize("step", ["subscriptions left", "subscriptions copied"])
def test_an_undone_move_leaves_them_where_they_were(worlds: Worlds, step: str) -> None:
    federation, a, b = worlds
    one = a.arbiter()
    claim = a.claim(a.now.to_act[0])
    killed(federation, a.game, "b", step)
    assert a.store.find("arbiter") is None and a.store.moving("arbiter")
    undo(federation.settings, a.game)
    assert b.store.all() == () and not b.store.moving("arbiter")
    found = a.store.find("arbiter")
    assert found is not None and (found.subscription, found.state) == (one, "active")
    a.quiet()
    assert [said["data"]["record"] for _, _, said in a.sent] == [claim]


def test_a_message_that_is_under_way_is_waited_for(worlds: Worlds) -> None:
    federation, a, b = worlds
    a.arbiter()
    asked, answered, stop = Event(), Event(), Event()
    send = a.service.delivering._send

    def slow(*given: Any) -> None:
        asked.set()
        answered.wait(60)
        send(*given)

    a.service.delivering._send = slow
    lease = a.store.lease()
    assert lease.take()
    notifier = Thread(target=a.service.run, args=(stop,))
    notifier.start()
    try:
        a.claim(a.now.to_act[0])
        assert asked.wait(60)
        mover = Thread(target=move, args=(federation.settings, a.game, "b"))
        mover.start()
        assert eventually(lambda: a.store.moving("arbiter"))
        assert b.store.all() == () and not b.store.moving("arbiter"), "it is not there before the answer is here"
        answered.set()
        mover.join(120)
        assert not mover.is_alive()
    finally:
        answered.set()
        stop.set()
        notifier.join(60)
        lease.close()
    b.quiet()
    assert (len(a.sent), b.sent) == (1, [])
    assert b.store.counts("arbiter").delivered == 1, "what was sent is known there"


def test_while_it_is_moved_nobody_changes_it(worlds: Worlds) -> None:
    federation, a, _ = worlds
    a.arbiter()
    killed(federation, a.game, "b", "subscriptions left")
    with pytest.raises(HomeMoves):
        a.claim(a.now.to_act[0])
    assert not a.store.confirm("nobody") and a.store.find("arbiter") is None
    assert a.store.moving("arbiter") and not a.store.moving("nobody")
