"""The notifiers of two shards as processes, killed and started anew beside moves: a subscription to all games that was made at one
shard is told of everything at both, each message once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.table.rulings import Rulings
from ops.notifying.shared_store import store_of
from ops.shards.moving import move
from projections.notifications import webhook
from projections.notifications.subscriptions import Holder, Subscription
from tests.amount import slow
from tests.builders.servers import eventually
from tests.ops.notifying.receivers import Receiver
from tests.ops.shards.federation import Federation, play


@contextmanager
def notifier(federation: Federation, shard: str) -> Iterator[subprocess.Popen[bytes]]:
    """The process that notifies at a shard; killed at the end."""
    env = {**os.environ, **federation.shard(shard).environment(), "GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8", "GREFFE_LOG": "error"}
    process = subprocess.Popen([sys.executable, "-P", "-m", "ops.notifying"], env=env)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def claims(clerk: Clerk, game: str, times: int) -> list[tuple[str, int]]:
    """File some claims; answers the records."""
    found = []
    for _ in range(times):
        seq = clerk.game(game).seq
        found.append((game, Rulings(clerk).claim(Order(game, seq, "link", f"{game}-{seq}"), "blue", 1, "Is that so?").filed.seq))
    return found


@slow("two processes, killed three times; test_subscriptions_of_all.py has each step once")
@pytest.mark.sqlite
def test_each_message_is_sent_once_by_whichever_shard_has_the_game(tmp_path: Path) -> None:
    federation = Federation(tmp_path / "federation")
    with ExitStack() as stack:
        hook = stack.enter_context(Receiver("webhook", tmp_path))
        secret = webhook.new_secret()
        (hook.folder / "secret").write_text(secret)
        a, b = (stack.enter_context(federation.clerk(name)) for name in ("a", "b"))
        store = store_of(federation.shard("a"), a)
        stack.callback(store.close)
        games = {"a": play(a, "one"), "b": play(b, "two")}

        def all_told() -> bool:
            return len(hook.once()) >= len(wanted)

        with notifier(federation, "b"):
            newest = a.recorder.max_notification_id() or 0
            where = f"http://127.0.0.1:{hook.port}/in"
            one = Subscription("all", Holder("operator", "operator"), "webhook", where, newest, a.clock(), secret=secret)
            store.add(one, confirmed=True, elsewhere={"b": b.recorder.max_notification_id()})
            wanted = claims(b, games["b"], 3)
            assert eventually(all_told), "a notifier that waited for somebody to tell has found it"
            with notifier(federation, "a"):
                wanted += claims(a, games["a"], 5)
                assert eventually(lambda: len(hook.once()) > 3)
            wanted += claims(a, games["a"], 5)
        with notifier(federation, "a"), notifier(federation, "b"):
            move(federation.settings, games["a"], "b")
            wanted += claims(b, games["a"], 5)
            move(federation.settings, games["b"], "a")
            wanted += claims(a, games["b"], 5)
            assert eventually(all_told)
            assert store.remove("all")
            claims(a, games["b"], 2)
            claims(b, games["a"], 2)
        with notifier(federation, "a"), notifier(federation, "b"):
            assert eventually(lambda: not store.all())
        told = [(said["data"]["game"], said["data"]["record"]) for said in hook.once()]
        assert sorted(told) == sorted(wanted) and hook.refused() == []
        for game in games.values():
            records = [record for at, record in told if at == game]
            assert records == sorted(records), "in the order of the game"
