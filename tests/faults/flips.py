"""Flipped bits: one byte after the other is changed in the stores and keys of a service that has
one of each thing. No request may end with an internal error, those about other streams must still
be answered, and `fsck` must report a fault.

`python -m tests.faults.flips 2000 seed` tries that many; `test_flips.py` a few."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from click.testing import CliRunner
from flask import Flask

from api import create_app
from api.game.looks import Look, store_look
from api.routing import new_routes
from api.settings import AppSettings, Notifications
from domain.game.clerk.clerk import Clerk
from domain.kernel.time_marks import TimeMark, keep_mark
from domain.tournament.tournaments import Tournaments
from ops.cli.admin import clock, fsck
from ops.log.folder import log_and_sign_all, open_ledger
from ops.messages.store import NotificationStore
from ops.serving.prepare import prepare
from ops.settings.config import Settings
from ops.settings.keys import read_key, secret_key
from ops.stores.data_folder import migrate_folder, open_clerk
from projections.messages.subscriptions import Holder, Subscription
from tests.api.test_crawl import Crawl
from tests.api.tournament.test_public import opened, register
from tests.builders.api.client import TITLE
from tests.builders.api.disputes import Dispute
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person, signed_in
from tests.builders.api.series import Series, play_out
from tests.builders.players import play_on
from tests.builders.stores import tampering

FILES = {
    "greffe.sqlite": ("records", "drawer"),
    "ledger.sqlite": ("log", "entries", "tiles", "checkpoints", "keys"),
    "notifications.sqlite": ("outbox", "subscriptions", "deliveries"),
    "log.key": (),
    "log.guard": (),
}
UNVOUCHED = {
    *(
        "records.id",
        "records.cause",
        "log.size",
        "log.position",
        "log.row",
        "checkpoints.cose",
        "keys.last",
    ),
    *("outbox.position", "outbox.changed", "subscriptions.number", "subscriptions.failures"),
    *("subscriptions.not_before", "subscriptions.said", "deliveries.id", "deliveries.game"),
    *("deliveries.subscription", "deliveries.about", "deliveries.record", "deliveries.attempts"),
    *("deliveries.made", "deliveries.tried", "deliveries.said", "deliveries.not_before"),
    *("deliveries.place", "deliveries.number", "keys.first", "keys.ended", "keys.number"),
    *("checkpoints.size", "checkpoints.number", "drawer.key"),
}
"""Cells that nothing else confirms: counters, times of the next attempt, messages about failures,
names of rows. Another value there is as valid, and `fsck` need not find it."""


class Flip(NamedTuple):
    """A changed byte: its file, the cell and row in a database, and the stream and seq of the
    record, if it is in one."""

    file: str
    cell: str
    row: str
    stream: str = ""
    seq: int = 0


class PopulatedFolder:
    """A data folder with one of each thing, and the service's answers over it while it is
    undamaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = Settings.load({}, data=str(folder))
        prepare(settings)
        with served(folder) as (app, clerk):
            key = read_key(settings.key_file)
            self.streams = self._fill(app, clerk, key)
            self.pages = list(self._visits(app, key))
        with closing(open_clerk(settings)) as clerk:
            log_and_sign_all(settings, clerk)
        self.whole = self.answers(folder)

    def _fill(self, app: Flask, clerk: Clerk, key: str) -> dict[str, str]:
        """Record a game, a study, a campaign, a tournament and the like. Returns the API's address
        of each stream."""
        club = Dispute(app, clerk, tags=["club"], public=True)
        club.played.play(9)
        club.done("red", "/claims", {"seat": "red", "about": 3, "text": "Not so."})
        club.grow("red", {"at": 5})
        study = club.holder("red").post(
            f"{club.path}/studies", {"title": "A lesson"}, Idempotency_Key="study"
        )
        assert study.status_code == 201, study.json
        series = Series.open(club.organiser)
        play_out(series.next(), clerk, 3)
        series.next()
        event = EventPages(app, 4, TITLE, "Open", key=key)
        page = opened(event, registering=True)
        register(app, page, "Ada")
        event.pair(1)
        event.submit("/rounds/1", "/games")
        tables = (
            app.extensions["greffe"].of(Tournaments).store.tournament(event.id).rounds[0].tables
        )
        play_on(clerk, clerk.game(tables[0].game), Random(3), anybody=True)
        event.submit("/rounds/1/tables/1", "/result", "Take it from the game")
        now = datetime.now(UTC)
        store_look(
            clerk.key_values, club.game, Look(now, "operator", "operator", "board", "red", 3)
        )
        keep_mark(clerk.key_values, TimeMark(now, now))
        store = NotificationStore(
            Settings.load({}, data=str(self.folder)).notifications,
            secret_key(self.folder / "secret.key"),
        )
        holder = Holder("operator", "operator")
        mine = Subscription("a" * 20, holder, "webhook", "https://a.example/", after=0, at=now)
        store.add(mine, confirmed=True)
        store.put(mine.id, "msg_1", "test", b"{}", now)
        store.close()
        return {
            club.game: club.path,
            study.json["study"]: f"{club.path}/studies/{study.json['study']}",
            series.id: f"/api/v1/campaigns/{series.id}",
            event.id: f"/api/v1/tournaments/{event.id}",
        }

    def _visits(self, app: Flask, key: str) -> Iterator[tuple[str, str]]:
        """Pairs of a reader (`operator`, or "" for a stranger) and an address: of a page of each
        kind and about each thing and, for the operator, of the API."""
        for name, person in (
            ("operator", signed_in(app, key=key)),
            ("", Person(app.test_client())),
        ):
            for page in sorted(Crawl(app, person, once=True).follow("/").pages):
                if not re.search(r"/(proofs|audit|titles|docs|style|rules)", page):
                    yield name, page
        yield from (("operator", address) for address in self.streams.values())
        yield from (("operator", f"/api/v1/{of}") for of in ("games", "tournaments", "campaigns"))

    def answers(self, folder: Path) -> dict[tuple[str, str], tuple[int, str]]:
        """The status and the text of the answer for each person and address."""
        with served(folder) as (app, _):
            key = read_key(folder / "operator.key")
            people = {
                "operator": {"Authorization": f"Bearer {key}", "Accept": "text/html"},
                "": {"Accept": "text/html"},
            }
            client = app.test_client(use_cookies=False)
            found = {}
            for name, address in self.pages:
                answer = client.get(address, headers=people[name])
                found[name, address] = answer.status_code, answer.text
            return found

    def faults(self, flip: Flip, folder: Path) -> Iterator[str]:
        """The faults that appear after a byte was changed."""
        migrate_folder(Settings.load({}, data=str(folder)))
        for (name, address), (status, text) in self.answers(folder).items():
            own = flip.stream and flip.stream in address
            if "Something broke here" in text or status == 503:
                yield f"{flip}: {name} {address} is {status}: {text[-300:]}"
            elif not own and status >= 500:
                yield f"{flip}: {name} {address} is {status}, as nothing of it was changed"
        checked = CliRunner().invoke(fsck.command, ["--data", str(folder)])
        if not isinstance(checked.exception, SystemExit | None):
            yield f"{flip}: fsck breaks off: {checked.exception!r}"
        elif checked.exit_code == 0 and flip.cell not in UNVOUCHED and not self._is_a_time(flip):
            yield f"{flip}: fsck names nothing"
        if flip.row.startswith("time ") and flip.cell != "drawer.kind":
            reset = CliRunner().invoke(clock.command, ["--reset", "--data", str(folder)])
            again = CliRunner().invoke(fsck.command, ["--data", str(folder)])
            if reset.exit_code or again.exit_code:
                yield f"{flip}: clock --reset is no remedy: {reset.output}{again.output}"
        if flip.cell == "records.state" and flip.seq > 1:
            yield from self._position_faults(flip, folder)

    def _is_a_time(self, flip: Flip) -> bool:
        """Whether the flip is in a stored mark of the service's time: a changed mark is as valid as
        the old one."""
        return flip.row.startswith("time ") and flip.cell == "drawer.data"

    def _position_faults(self, flip: Flip, folder: Path) -> Iterator[str]:
        """A fault if the position before a damaged record is not served. None if the newest
        position is served, too."""
        of = self.streams.get(flip.stream)
        if of is None:
            return
        board = f"{of}/board" if of.startswith("/api/v1/games/") and "studies" not in of else of
        with served(folder) as (app, _):
            headers = {"Authorization": f"Bearer {read_key(folder / 'operator.key')}"}
            client = app.test_client()
            if client.get(board, headers=headers).status_code == 200:
                return  # it is another record, and a whole one
            before = client.get(f"{board}?at={flip.seq - 1}", headers=headers)
            if before.status_code != 200:
                yield f"{flip}: position {flip.seq - 1} is {before.status_code}: {before.text[:300]}"


_routes = cache(new_routes)
"""The routes, shared by one service after the other: compiling their templates takes longer than
all else."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[Flask, Clerk]]:
    settings = Settings.load({}, data=str(folder))
    store = NotificationStore(settings.notifications, secret_key(settings.secret_key_file))
    with (
        closing(open_clerk(settings)) as clerk,
        closing(store),
        closing(open_ledger(settings)) as book,
    ):
        app = create_app(
            clerk,
            None,
            read_key(settings.key_file),
            AppSettings(
                link_secret=read_key(settings.link_key_file),
                notifications=Notifications(store, mails=True),
            ),
            book=book,
            routes=_routes(),
        )
        yield app, clerk


def flip_bit(folder: Path, rng: Random) -> Flip:
    """Flip a random bit of a database's cell, or of a file that is no database."""
    file = rng.choice([name for name, tables in FILES.items() for _ in range(3 * len(tables) + 1)])
    path = folder / file
    if not FILES[file]:
        path.write_bytes(_changed(path.read_bytes(), rng))
        return Flip(file, "", "")
    with tampering(path) as db:
        while True:
            table = rng.choice(FILES[file])
            columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            rows = db.execute(f"SELECT * FROM {table}").fetchall()
            if not rows:
                continue
            row, at = rng.choice(rows), rng.randrange(len(columns))
            column, value = columns[at], row[at]
            if value in (None, "", b"") or column in ("one", "cause"):
                continue
            named = " AND ".join(f"{name} IS ?" for name in columns)
            kind = {bytes: "BLOB", str: "TEXT", int: "INTEGER"}[type(value)]
            if isinstance(value, int):
                new: Any = value ^ 1 << rng.randrange(12)
            else:
                new = _changed(value.encode() if isinstance(value, str) else value, rng)
            try:
                db.execute(
                    f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE {named}", (new, *row)
                )
            except sqlite3.IntegrityError:
                continue
            cells = dict(zip(columns, row, strict=True))
            place = f"{cells.get('kind', '')} {cells.get('key', row[0])}"
            return Flip(
                file,
                f"{table}.{column}",
                place,
                str(cells.get("originator_id", "")),
                int(cells.get("originator_version", 0)),
            )


def _changed(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def faults(flips: int, seed: int) -> Iterator[str]:
    rng, tried = Random(seed), Counter[str]()
    with TemporaryDirectory(dir="/dev/shm") as name:
        house = PopulatedFolder(Path(name, "whole"))
        assert not [answer for answer in house.whole.items() if answer[1][0] >= 500]
        for number in range(flips):
            folder = Path(name, f"struck-{number}")
            copytree(house.folder, folder)
            flip = flip_bit(folder, rng)
            tried[flip.cell or flip.file] += 1
            yield from house.faults(flip, folder)
    assert tried


if __name__ == "__main__":
    found = False
    for fault in faults(int(sys.argv[1]), int(sys.argv[2])):
        found = True
        print(fault, flush=True)
    sys.exit(found)
