"""The deliverer is killed again and again; receivers that are processes of their own get each message once, repeats dropped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from ops.notifying.store import NotificationStore
from ops.settings import keys
from ops.settings.config import Settings
from ops.stores import data_folder
from projections.notifications import webhook
from projections.notifications.subscriptions import Holder
from tests.amount import slow
from tests.builders.servers import Server, command_of, eventually
from tests.ops.notifying.receivers import Receiver
from tests.ops.notifying.world import World

CLAIMS = 40


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A data folder with its keys, for a service that may send to this machine."""
    env = {
        "GREFFE_DATA": str(tmp_path / "data"),
        "GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8",
        "GREFFE_MAIL_FROM": "greffe@club.example",
        "GREFFE_PUBLIC_URL": "https://club.example",
    }
    found = Settings.load(env)
    data_folder.make_folder(found.data)
    for file in (found.key_file, found.link_key_file):
        keys.own_key(file)
    keys.secret_key(found.secret_key_file)
    data_folder.migrated(found)
    return found


@contextmanager
def deliverer(settings: Settings, smtp: str) -> Iterator[subprocess.Popen[bytes]]:
    """The process that notifies; killed at the end."""
    env = {**os.environ, **settings.environment(), "GREFFE_SMTP": smtp, "GREFFE_LOG": "error"}
    process = subprocess.Popen([sys.executable, "-P", "-m", "ops.notifying"], env=env)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@slow("many kills; test_service.py has each step of sending once")
@pytest.mark.sqlite
def test_through_kills_each_receiver_gets_each_message_once_and_in_order(settings: Settings, tmp_path: Path) -> None:
    with Receiver("webhook", tmp_path) as hook, Receiver("ntfy", tmp_path) as ntfy, Receiver("mail", tmp_path) as mail:
        clerk = data_folder.open_clerk(settings)
        clock = clerk.clock
        store = NotificationStore(settings.notifications, keys.secret_key(settings.secret_key_file))
        world = World(clerk, store)
        clerk.clock = clock
        secret = webhook.new_secret()
        (hook.folder / "secret").write_text(secret)
        world.subscribe(Holder("operator", "operator"), "hook", to=f"http://127.0.0.1:{hook.port}/in", secret=secret)
        world.subscribe(Holder("club", "organiser"), "ntfy", "ntfy", to=f"http://127.0.0.1:{ntfy.port}/our-table")
        world.subscribe(Holder("club2", "organiser"), "nobody", "ntfy", to="http://127.0.0.1:9/our-table")
        world.subscribe(Holder("rival", "organiser", world.game), "mail", "mail", to="arbiter@club.example")
        rng = Random(1)
        seqs: list[int] = []
        while len(seqs) < CLAIMS:
            with deliverer(settings, f"smtp://127.0.0.1:{mail.port}"):
                before = len(hook.taken())
                seqs += [world.claim("blue") for _ in range(10)]
                assert eventually(lambda: len(hook.taken()) > before + rng.randrange(4))  # noqa: B023
        with deliverer(settings, f"smtp://127.0.0.1:{mail.port}") as last:
            for one in (hook, ntfy, mail):
                assert eventually(lambda: len(one.once()) >= CLAIMS), (one.folder.name, len(one.once()))  # noqa: B023
            last.send_signal(signal.SIGTERM)
            assert last.wait(60) == 0
        assert [one["data"]["record"] for one in hook.once()] == seqs
        assert hook.refused() == ntfy.refused() == []
        assert len(ntfy.once()) == len(mail.once()) == CLAIMS
        assert {one["topic"] for one in ntfy.taken()} == {"our-table"}
        assert store.counts("hook").delivered == CLAIMS
        letter = mail.taken()[0]
        assert letter["to"] == ["arbiter@club.example"]
        assert letter["click"] == "List-Unsubscribe=One-Click"
        assert letter["stop"].strip().startswith("<https://greffe.example/notifications/stop/mail.")
        assert world.game in letter["plain"] and world.game in letter["html"]
        store.close()
        clerk.close()


@slow("a server and its receivers; test_service.py has what is sent")
@pytest.mark.sqlite
def test_a_server_tells_who_subscribed(tmp_path: Path) -> None:
    with Receiver("webhook", tmp_path) as hook, Server(tmp_path / "data", GREFFE_NOTIFY_NETWORKS="127.0.0.0/8") as server:
        wanted = {"way": "webhook", "to": f"http://127.0.0.1:{hook.port}/in"}
        made = server.ask("POST", "/api/v1/subscriptions", wanted, Idempotency_Key="one").data
        (hook.folder / "secret").write_text(made["secret"])
        server.ask("POST", f"/api/v1/subscriptions/{made['id']}/test", Idempotency_Key="two")
        assert eventually(hook.taken)
        assert [one["type"] for one in hook.once()] == ["greffe.test"]
        assert [pid for pid in server.family() if "ops.notifying" in command_of(pid)]
