"""HAProxy in front of two shards that are served: requests find their shard, before and after a home was moved."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from api.access.keys import make_key
from domain.ledger.log.notes import read_verifier_key
from domain.ledger.log.policy import NONE, Policy
from ops.settings.config import Settings
from ops.shards.enrolling import enrol
from ops.shards.front import SLOTS, slots, write_front
from ops.shards.members import read_settings
from ops.shards.moving import move
from ops.shards.shard_log import ShardLog
from ops.stores.data_folder import open_clerk
from ops.stores.shards.directory import Directory, Shard
from ops.tables.build import build
from ops.tables.union import pull_union
from tests.amount import slow
from tests.builders.servers import PATIENCE, Reply, Server, eventually
from tests.ops.deploy.test_units import DEPLOY, Behind, ready
from tests.ops.names import free_port
from tests.ops.shards.federation import KEYS

GAME = {"ruleset": "northgard-training", "public": True}


class Fronted(Behind):
    """Two shards that are served, and the proxy in front of them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.port, self._stack = folder, free_port(), stack
        self.settings = Settings.load({"GREFFE_DIRECTORY": str(folder / "directory"), "GREFFE_DATA": str(folder / "none")})
        self.shards: dict[str, Server] = {}
        for name in ("a", "b"):
            self._start(name)
        super().__init__(self.port, folder / "a")
        self._proxy: subprocess.Popen[bytes] | None = None
        self.reload()

    def _start(self, name: str) -> None:
        data = self.folder / name
        if self.shards:
            data.mkdir(mode=0o700)
            for key in KEYS:
                shutil.copy(self.folder / "a" / key, data / key)
        env = {
            "GREFFE_SHARD": name,
            "GREFFE_DIRECTORY": str(self.folder / "directory"),
            "GREFFE_ORIGIN": f"{name}.example/log",
            "GREFFE_PUBLIC_URL": f"http://127.0.0.1:{self.port}",
        }
        self.shards[name] = self._stack.enter_context(Server(data, **env))
        file = self.folder / f"{name}.env"
        file.write_text("".join(f"{one}={value}\n" for one, value in {**env, "GREFFE_DATA": str(data)}.items()))
        enrol(self.settings, file, self.shards[name].address.removeprefix("http://"), 1)

    def reload(self) -> list[str]:
        """Write the proxy's files and start it anew."""
        directory = Directory(self.settings.directory_place)
        changed = write_front(directory, self.folder / "front")
        directory.close()
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait(PATIENCE)
        text = (DEPLOY / "haproxy-shards.cfg").read_text()
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.port}").replace("/etc/haproxy/greffe", str(self.folder / "front"))
        (self.folder / "haproxy.cfg").write_text(text)
        command = ["haproxy", "-db", "-f", str(self.folder / "haproxy.cfg"), "-f", str(self.folder / "front" / "backends.cfg")]
        self._proxy = subprocess.Popen(command)
        self._stack.callback(self._proxy.wait, 30)
        self._stack.callback(self._proxy.terminate)
        assert eventually(lambda: ready(self))
        return changed

    def open(self, key: str, token: str = "") -> Reply:
        """Open a game by a key."""
        more = {"Authorization": f"Bearer {token}"} if token else {}
        return self.ask("POST", "/api/v1/games", GAME, Idempotency_Key=key, **more)

    def message(self, body: object, headers: dict[str, str]) -> tuple[bytes | None, dict[str, str]]:
        data, named = super().message(body, headers)
        return data, named | ({"Authorization": headers["Authorization"]} if "Authorization" in headers else {})

    def form(self, path: str, token: str, key: str) -> str:
        """Where a form of a page leads that is sent with a key, by who signs in with a key that counts as a header."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", path, f"key={key}", headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status in (302, 303), answer.status
        return answer.getheader("Location", "")

    def page(self, path: str, cookie: str = "") -> tuple[int, str, str, str]:
        """A page as a browser asks for it: status, where it leads, its cookie, its text."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Accept": "text/html", **({"Cookie": cookie} if cookie else {})})
        answer = connection.getresponse()
        found = answer.status, answer.getheader("Location", ""), answer.getheader("Set-Cookie", ""), answer.read().decode()
        connection.close()
        return found


@pytest.fixture
def fronted(tmp_path: Path) -> Iterator[Fronted]:
    if shutil.which("haproxy") is None:
        pytest.skip("HAProxy is not installed")
    with ExitStack() as stack:
        yield Fronted(tmp_path, stack)


@slow("two shards behind HAProxy")
def test_requests_find_their_shard_before_and_after_a_move(fronted: Fronted) -> None:
    opened = {key: fronted.open(key) for key in (f"opened-{n}" for n in range(12))}
    assert all(one.status == 201 for one in opened.values())
    ids = {key: one.data["id"] for key, one in opened.items()}
    assert {id[:2] for id in ids.values()} == {"a-", "b-"}
    again = fronted.open("opened-3")
    assert again.data["id"] == ids["opened-3"], "the same request comes to the same shard"
    for id in ids.values():
        found = fronted.ask("GET", f"/api/v1/games/{id}")
        assert (found.status, {k.lower(): v for k, v in found.headers.items()}["greffe-shard"]) == (200, id[0])

    clerk = open_clerk(read_settings(fronted.folder / "a.env"))
    _, secret = make_key(clerk.key_values, "organiser", "the club", clerk.clock())
    clerk.close()
    of_club = {fronted.open(f"of-the-club-{n}", secret).data["id"][:2] for n in range(12)}
    assert of_club == {"a-", "b-"}, "a key of one shard holds at the other"

    every = {one["id"] for one in fronted.ask("GET", "/api/v1/games?limit=200").data["games"]}
    assert every >= set(ids.values()), "a list is of both"
    on_pages = [fronted.form("/record/northgard-training", secret, f"page-{n}") for n in range(12)]
    assert {where.split("/")[-2][:2] for where in on_pages} == {"a-", "b-"}, "what pages open is shared out, too"
    assert fronted.form("/record/northgard-training", secret, "page-3") == on_pages[3], "sent again, it is opened once"
    for name in ("a", "b"):
        for called in (name, f"{name}.example/log"):
            named = fronted.ask("GET", "/api/v1/tables/dictionary", Greffe_Shard=called)
            assert {k.lower(): v for k, v in named.headers.items()}["greffe-shard"] == name

    key, game = next((key, id) for key, id in ids.items() if id.startswith("b-"))
    seat = next(one for one in opened[key].data["links"] if one["role"] == "seat")
    entered = seat["href"] if seat["href"].startswith("/") else "/" + seat["href"].split("/", 3)[3]
    status, where, cookie, _ = fronted.page(entered)
    assert status in (302, 303) and game in where
    assert fronted.page("/" + where.split("/", 3)[3] if where.startswith("http") else where, cookie.partition(";")[0])[0] == 200

    written: list[int] = []
    stop, seen = Event(), {"busy": 0}

    def write() -> None:
        for n in count(1):
            if stop.is_set():
                return
            head = fronted.ask("GET", f"/api/v1/games/{game}").data.get("seq")
            answer = fronted.ask(
                "POST", f"/api/v1/games/{game}/notes", {"text": f"note {n}"}, If_Match=f'"{head}"', Idempotency_Key=f"note-{n}"
            )
            if answer.status == 201:
                written.append(answer.data["seq"])
            else:
                assert answer.data["type"] in ("/problems/home-moves", "/problems/home-elsewhere"), answer.data
                assert answer.status == 421 or {k.lower() for k in answer.headers} >= {"retry-after"}
                seen["busy"] += 1

    writer = Thread(target=write)
    writer.start()
    assert eventually(lambda: len(written) > 5)
    moved = move(fronted.settings, game, "a")
    assert (moved.origin, moved.to) == ("b", "a")
    stop.set()
    writer.join()
    lost = fronted.ask("GET", f"/api/v1/games/{game}")
    assert (lost.status, lost.data["type"], lost.data["shard"]) == (421, "/problems/home-elsewhere", "a")
    assert (
        fronted.ask("POST", f"/api/v1/games/{game}/notes", {"text": "late"}, If_Match='"1"', Idempotency_Key="late").status == 421
    )

    assert fronted.reload() == ["homes.map"]
    there = fronted.ask("GET", f"/api/v1/games/{game}")
    assert there.status == 200 and there.data["seq"] == max(written), "what was acknowledged is there"
    assert {k.lower(): v for k, v in there.headers.items()}["greffe-shard"] == "a"
    on = fronted.ask("POST", f"/api/v1/games/{game}/notes", {"text": "on"}, If_Match=f'"{there.data["seq"]}"', Idempotency_Key="on")
    assert on.status == 201 and on.data["seq"] == max(written) + 1
    assert fronted.open(key).data["id"] == game or fronted.open(key).status == 421
    assert fronted.page(entered)[0] in (302, 303), "its links lead there"
    told = [one["id"] for one in fronted.shards["b"].ask("GET", "/api/v1/games?limit=200").data["games"]]
    assert told.count(game) == 1 and len(told) == len(set(told)), "of both shards that have its records, one lists it"

    for name in ("a", "b"):
        settings = read_settings(fronted.folder / f"{name}.env")
        build(settings, settings.tables, ("jsonl",))
    log = ShardLog(fronted.settings)
    own = [read_verifier_key(key.verifier) for key in log.log_keys()]
    policy = Policy(logs={key.label: key for key in own}, quorum=NONE)
    union = fronted.folder / "union"
    pull_union(f"{fronted.address}/api/v1/tables/1", union, "", policy, fronted.key)
    rows = [json.loads(line) for path in union.glob("*/*/games.jsonl") for line in path.read_text().splitlines()]
    assert sorted(row["game"] for row in rows) == sorted(every | set(told)), "the tables of both are fetched through the proxy"


def test_slots_are_shared_out() -> None:
    def shards(*shares: int) -> list[Shard]:
        return [Shard(name, f"{name}/log", "", "", share) for name, share in zip("abc", shares, strict=False)]

    assert slots(shards(1, 1)) == ["a"] * 50 + ["b"] * 50
    assert [slots(shards(1, 1, 1)).count(name) for name in "abc"] == [33, 33, 34]
    assert set(slots(shards(0, 0))) == {"a"} and set(slots(shards(0, 2))) == {"b"}
    assert len(slots(shards(7, 11, 13))) == SLOTS
