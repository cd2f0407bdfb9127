import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from standardwebhooks import Webhook

from ops.messages.store import NotificationStore
from ops.settings import keys
from ops.settings.config import Settings
from ops.stores import data_folder
from projections.messages.subscriptions import Holder
from projections.messages.tokens import new_secret
from tests.amount import slow
from tests.builders.servers import eventually
from tests.ops.messages.receivers import MailServer, Receiver
from tests.ops.messages.world import World

CLAIMS = 40


@contextmanager
def deliverer(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, **settings.environment(), "GREFFE_LOG": "error"}
    process = subprocess.Popen([sys.executable, "-P", "-m", "ops.messages"], env=env)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@slow("many kills; test_queue.py has restarts within one process")
@pytest.mark.sqlite
def test_through_kills_each_receiver_gets_each_message_once_and_in_order(tmp_path: Path) -> None:
    with Receiver() as hook, Receiver() as ntfy, MailServer() as mail:
        settings = Settings.load(
            {
                "GREFFE_DATA": str(tmp_path / "data"),
                "GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8",
                "GREFFE_SMTP": f"smtp://127.0.0.1:{mail.port}",
                "GREFFE_MAIL_FROM": "greffe@club.example",
                "GREFFE_PUBLIC_URL": "https://club.example",
            }
        )
        data_folder.make_folder(settings.data)
        for file in (settings.key_file, settings.link_key_file):
            keys.own_key(file)
        key = keys.secret_key(settings.secret_key_file)
        data_folder.migrated(settings)
        clerk = data_folder.open_clerk(settings)
        clock, store = clerk.clock, NotificationStore(settings.notifications, key)
        world = World(clerk, store)
        world.service.close()
        clerk.clock = clock
        secret = new_secret()
        world.subscribe(Holder("operator", "operator"), "hook", to=hook.url("/in"), secret=secret)
        world.subscribe(Holder("club", "organiser"), "ntfy", "ntfy", to=ntfy.url("/our-table"))
        world.subscribe(Holder("club2", "organiser"), "nobody", "ntfy", to="http://127.0.0.1:9/our-table")
        world.subscribe(Holder("rival", "organiser", world.game), "mail", "mail", to="arbiter@club.example")
        rng, seqs = Random(1), list[int]()
        while len(seqs) < CLAIMS:
            with deliverer(settings):
                before = len(hook.taken())
                seqs += [world.claim("blue") for _ in range(10)]
                assert eventually(lambda: len(hook.taken()) > before + rng.randrange(4))  # noqa: B023
        with deliverer(settings) as last:
            assert eventually(lambda: all(store.counts(id).delivered == CLAIMS for id in ("hook", "ntfy", "mail")))
            last.send_signal(signal.SIGTERM)
            assert last.wait(60) == 0
        assert [Webhook(secret).verify(one.body, one.headers)["data"]["record"] for one in hook.once()] == seqs
        letters = {letter.made["Message-ID"]: letter for letter in mail.letters}
        assert len(ntfy.once()) == len(letters) == CLAIMS
        letter = mail.letters[0]
        assert letter.to == ["arbiter@club.example"]
        assert letter.made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert letter.made["List-Unsubscribe"].strip().startswith("<https://greffe.example/notifications/stop/mail.")
        assert world.game in str(letter.made.get_body(("plain",))) and world.game in str(letter.made.get_body(("html",)))
        store.close()
        clerk.close()
