"""The tables of all shards in one folder: whole, each game once, or refused with the shard's name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from click.testing import Result

from domain.ledger.log.policy import NONE, Policy
from domain.ledger.log.policy_file import read_policy
from domain.ledger.log.shards import read_list, write_list
from ops.cli.proof.policy import lines as policy_lines
from ops.settings.errors import Trouble
from ops.shards.enrolling import close
from ops.shards.moving import move
from ops.tables.build import build
from ops.tables.dump import TAG, dump
from ops.tables.parts import sign_manifest
from ops.tables.pull import STAGE
from ops.tables.union import LEFT, LIST, UNION, UnionManifest, pull_union
from projections.tables.manifest import MANIFEST, read_manifest
from tests.ops.shards.federation import Federation
from tests.ops.shards.test_tables import FIEF, NORTH, event, play_on, played
from tests.ops.tables.test_parts import content
from tests.ops.tables.test_tables import House
from tests.ops.witness.test_shard_list import another

A, B = "a.example-log", "b.example-log"
"""The folders of the shards in a union."""


class Shop:
    """Two shards whose tables are served at one address, as a proxy does: `Greffe-Shard` leads to one of them."""

    def __init__(self, tmp_path: Path) -> None:
        self.federation = Federation(tmp_path / "federation")
        self.folder, self.list, self.paper = tmp_path / "union", tmp_path / "list", tmp_path / "policy"
        self.paper.write_text(
            "".join(f"{line}\n" for line in policy_lines(self.federation.log().log_keys(), Policy(quorum=NONE), ""))
        )
        self.publish()
        self.asked: list[tuple[str, str]] = []
        self.served = {"a.example/log": self.tables("a"), "b.example/log": self.tables("b")}
        self.before: Callable[[str, str], None] = lambda _log, _path: None
        self.address = ""

    @property
    def policy(self) -> Policy:
        """The one on paper."""
        return read_policy(self.paper.read_bytes())

    def publish(self) -> None:
        """Publish the newest list of shards."""
        self.list.write_bytes(self.federation.log().listed())

    def tables(self, shard: str) -> Path:
        return self.federation.shard(shard).tables

    def make(self, *shards: str, formats: Any = ("jsonl",)) -> None:
        """Make the tables of shards anew."""
        for shard in shards:
            build(self.federation.shard(shard), self.tables(shard), formats)

    def pull(self, **more: Any) -> UnionManifest:
        return pull_union(self.address, self.folder, str(self.list), self.policy, **more)[0]

    def rows(self, table: str, ruleset: str = NORTH) -> list[dict[str, Any]]:
        """A table of the union, as a pattern of paths finds it."""
        found = sorted(self.folder.glob(f"*/{ruleset}/{table}.jsonl"))
        return [json.loads(line) for path in found for line in path.read_text("utf-8").splitlines()]

    def games(self) -> list[str]:
        """The games and the tournaments of the union, each as often as it is there."""
        halls = {(row["tournament"], path) for path in self.folder.glob("*/external") for row in self.rows("events", "external")}
        return sorted([row["game"] for ruleset in (NORTH, FIEF) for row in self.rows("games", ruleset)] + [one for one, _ in halls])


@contextmanager
def at_an_address(shop: Shop) -> Iterator[Shop]:
    class Front(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/log/shards":
                self.send_response(200)
                self.end_headers()
                self.wfile.write(shop.list.read_bytes())
                return
            self.path = self.path.removeprefix("/api/v1/tables/1")
            log = self.headers.get("Greffe-Shard", "")
            folder = shop.served.get(log)
            if folder is None:
                self.send_error(503)
                return
            shop.before(log, self.path.lstrip("/"))
            shop.asked.append((log, self.path.lstrip("/")))
            self.directory = str(folder)
            super().do_GET()

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Front) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        shop.address = f"http://127.0.0.1:{server.server_port}"
        try:
            yield shop
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    with at_an_address(Shop(tmp_path)) as found:
        yield found


def test_the_union_has_each_game_once_and_names_shards_heads_and_files(shop: Shop) -> None:
    one, two, three = (
        played(shop.federation, "a", "one"),
        played(shop.federation, "a", "two", FIEF),
        played(shop.federation, "b", "three"),
    )
    hall = event(shop.federation, "a")
    shop.make("a", "b")
    made = shop.pull()
    assert shop.games() == sorted([one, two, three, hall])
    assert (made.games, made.missing, made.closed) == (3, {}, ())
    assert [(one.log, one.folder, one.name) for one in made.shards] == [("a.example/log", A, "a"), ("b.example/log", B, "b")]
    listed = read_list(shop.list.read_bytes(), shop.policy)
    assert (made.list_log, made.list_size) == (listed.head.checkpoint.origin, len(listed.entries))
    for told in made.shards:
        manifest = read_manifest(shop.folder / told.folder)
        assert manifest is not None
        assert manifest.checkpoint.split("\n")[:3] == [told.log, str(told.log_size), told.root]
        assert len(told.files) == len(manifest.all_files()) > 10
    for path, data in content(shop.folder).items():
        if path.count("/") > 1:
            (file,) = (one for shard in made.shards for one in shard.files if one.path == path)
            assert len(data) == file.bytes
    assert msgspec.json.decode((shop.folder / UNION).read_bytes(), type=UnionManifest) == made

    before = content(shop.folder)
    shop.asked.clear()
    assert shop.pull() == made and content(shop.folder) == before
    assert [path for _, path in shop.asked] == [MANIFEST, MANIFEST], "what is there is not fetched again"
    pull_union(f"{shop.address}/api/v1/tables/1", shop.folder, "", shop.policy)
    assert read_manifest(shop.folder / A) is not None, "the list is the service's, where none is named"


def test_what_was_moved_is_there_once_and_old_tables_beside_new_ones_are_refused(shop: Shop) -> None:
    one, two, three = (
        played(shop.federation, "a", "one"),
        played(shop.federation, "a", "two", FIEF),
        played(shop.federation, "b", "three"),
    )
    shop.make("a", "b")
    shop.pull()
    before = content(shop.folder)
    move(shop.federation.settings, two, "b")
    play_on(shop.federation, "b", three)
    for made_anew in ("b", "a"):
        shop.make("a", "b")
        move(shop.federation.settings, one, "b" if made_anew == "b" else "a")
        shop.make(made_anew)
        other = "a" if made_anew == "b" else "b"
        with pytest.raises(Trouble, match=f"tables of {other}.example/log were made before something was moved"):
            shop.pull()
        assert content(shop.folder) == before, "nothing was taken"
    shop.make("a", "b")
    assert shop.pull().games == 3 and shop.games() == sorted([one, two, three])
    assert not list((shop.folder / A / FIEF).glob("*.*")), "no whole table of a stays that a does not have any more"


def test_a_home_that_moves_while_the_tables_are_fetched_is_there_once(shop: Shop) -> None:
    """It leaves a after a's manifest was fetched, and both shards make their tables anew before b's is."""
    one, two = played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    shop.make("a", "b")

    def meanwhile(log: str, path: str) -> None:
        if (log, path) == ("b.example/log", MANIFEST):
            shop.before = lambda _log, _path: None
            move(shop.federation.settings, one, "b")
            shop.make("a", "b")

    shop.before = meanwhile
    assert shop.pull().games == 2 and shop.games() == sorted([one, two])
    assert not list((shop.folder / A / NORTH).glob("*.*"))

    def later(log: str, path: str) -> None:
        if (log, path.partition("/")[0]) == ("b.example/log", NORTH):
            shop.before = lambda _log, _path: None
            move(shop.federation.settings, one, "a")
            play_on(shop.federation, "b", two)
            shop.make("a", "b")

    play_on(shop.federation, "b", two)
    shop.make("b")
    shop.before = later
    assert shop.pull().games == 2 and shop.games() == sorted([one, two]), "nor while files are"
    assert {path.parent.parent.name for path in shop.folder.glob("*/*/games.jsonl")} == {A, B}


def test_a_shard_that_is_away_is_named_and_left_out_only_if_asked_for(shop: Shop, greffe: Callable[..., Result]) -> None:
    one, two = played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    shop.make("a", "b")
    shop.pull()
    there = shop.served.pop("b.example/log")
    before = content(shop.folder)
    with pytest.raises(
        Trouble, match=r"1 of 2 shards are missing, and nothing was taken\. b\.example/log: .*answers 503.*--partial"
    ):
        shop.pull()
    assert content(shop.folder) == before
    words = ("tables", "pull", shop.address, str(shop.folder), "--shards", str(shop.list), "--policy", str(shop.paper))
    refused = greffe(*words)
    assert refused.exit_code == 2 and "b.example/log" in refused.output
    told = greffe(*words, "--partial").output
    assert "Missing is b.example/log: " in told and "a.example/log: 1 game, as a.example-log." in told
    partial = msgspec.json.decode((shop.folder / UNION).read_bytes(), type=UnionManifest)
    assert (list(partial.missing), partial.games, shop.games()) == (["b.example/log"], 1, [one])
    shop.served["b.example/log"] = there
    shop.asked.clear()
    assert shop.pull().missing == {} and shop.games() == sorted([one, two])
    assert [path for _, path in shop.asked] == [MANIFEST, MANIFEST], "what waited is put back, and not fetched again"
    shop.served.clear()
    with pytest.raises(Trouble, match="2 of 2 shards are missing"):
        shop.pull(partial=True)


def test_another_shard_in_the_place_of_one_is_named(shop: Shop) -> None:
    """As where a proxy does not know a shard, or somebody hides one."""
    played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    shop.make("a", "b")
    shop.served["b.example/log"] = shop.served["a.example/log"]
    with pytest.raises(Trouble, match=r"b\.example/log: .*no key of b\.example/log made it"):
        shop.pull()
    assert list(shop.pull(partial=True).missing) == ["b.example/log"]


def test_a_file_with_another_digest_is_not_taken_and_what_came_is_not_fetched_again(shop: Shop) -> None:
    played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    shop.make("a", "b")
    wrong = shop.tables("b") / NORTH / "games.jsonl"
    right = wrong.read_bytes()
    wrong.write_bytes(right[:-1] + b"x")
    with pytest.raises(Trouble, match=r"b\.example/log: .*is not what the manifest says"):
        shop.pull()
    assert not (shop.folder / UNION).exists() and not list(shop.folder.glob(f"*/{NORTH}/*"))
    wrong.write_bytes(right)
    had = {one for one in shop.asked if one[1] != MANIFEST} - {("b.example/log", f"{NORTH}/games.jsonl")}
    shop.asked.clear()
    shop.pull()
    assert had and not had & set(shop.asked) and ("b.example/log", f"{NORTH}/games.jsonl") in shop.asked
    assert not (shop.folder / STAGE).exists()


def test_a_list_that_is_not_believed_takes_nothing(shop: Shop, tmp_path: Path) -> None:
    played(shop.federation, "a", "one")
    shop.make("a", "b")
    shop.pull()
    right, before = shop.list.read_bytes(), content(shop.folder)
    listed = read_list(right, shop.policy)
    other = Federation(tmp_path / "other")
    for forged, why in (
        (b"nothing", "is no list of shards"),
        (other.log().listed(), "is not believed"),
        (write_list(listed.entries[:-1], listed.note), "not those of the signed head"),
    ):
        shop.list.write_bytes(forged)
        with pytest.raises(Trouble, match=why):
            shop.pull()
    shop.list.unlink()
    with pytest.raises(Trouble, match="cannot be read"):
        shop.pull()
    assert content(shop.folder) == before
    shop.list.write_bytes(right)
    (shop.folder / LIST).write_bytes(right)


def test_a_list_that_does_not_go_on_from_the_one_before_takes_nothing(shop: Shop) -> None:
    """Whoever has the key of the log of shards hides one by an older list, or another; the copy knows the one before."""
    played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    first = shop.list.read_bytes()
    move(shop.federation.settings, played(shop.federation, "b", "three"), "a")
    for home in _homes(shop, "b"):
        move(shop.federation.settings, home, "a")
    shop.make("a", "b")
    shop.pull()
    close(shop.federation.settings, "b")
    shop.publish()
    with pytest.raises(Trouble, match=r"tables of a\.example/log were made before b\.example/log was closed"):
        shop.pull()
    shop.make("a")
    made = shop.pull()
    assert (made.closed, [one.log for one in made.shards], made.games) == (("b.example/log",), ["a.example/log"], 3)
    assert not (shop.folder / B).exists() and (shop.folder / LEFT / B).exists()
    shop.list.write_bytes(first)
    with pytest.raises(Trouble, match="it is older than the one that was here before: 2 entries, not 3"):
        shop.pull()
    shop.list.write_bytes(another(shop.federation))
    with pytest.raises(Trouble, match="it does not begin with the 3 entries of the one that was here before"):
        shop.pull()


def _homes(shop: Shop, shard: str) -> list[str]:
    with shop.federation.directory() as directory:
        streams = [row["game"] for row in _opened(shop, shard)]
        return sorted({home.home for home in directory.homes_of(streams).values() if home.shard == shard})


def _opened(shop: Shop, shard: str) -> list[dict[str, Any]]:
    shop.make(shard)
    path = shop.tables(shard) / NORTH / "games.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_union_of_public_dumps_tells_no_more_than_each_dump(shop: Shop) -> None:
    """Each has the pseudonyms of its own series; a move between two dumps is seen though nothing says what was moved."""
    federation, games = shop.federation, {}
    for name in ("a", "b"):
        settings = federation.shard(name)
        house = House(settings.data, settings)
        games[name] = [house.closed(f"given {name} {n}", public=True, tags=(TAG,)).id for n in range(4)]
        house.clerk.close()
        dump(settings, settings.dumps, ("jsonl",))
        shop.served[f"{name}.example/log"] = settings.dumps
    made = shop.pull()
    assert made.games == len(shop.rows("games")) == 8 and "Pseudonymous, not anonymous" in made.notice
    assert [(one.name, one.log_size, one.root) for one in made.shards] == [("", 0, "")] * 2
    told = b"".join(content(shop.folder).values()).decode()
    assert not any(id in told for some in games.values() for id in some)
    players = [{row["player"] for row in shop.rows("seats") if row["game"] in _of(shop, name)} for name in (A, B)]
    assert not players[0] & players[1]

    move(federation.settings, games["a"][0], "b")
    dump(federation.shard("b"), federation.shard("b").dumps, ("jsonl",))
    with pytest.raises(Trouble, match=r"tables of a\.example/log were made before something was moved"):
        shop.pull()
    dump(federation.shard("a"), federation.shard("a").dumps, ("jsonl",))
    assert shop.pull().games == len(shop.rows("games")) == 8


def _of(shop: Shop, folder: str) -> set[str]:
    return {json.loads(line)["game"] for line in (shop.folder / folder / NORTH / "games.jsonl").read_text().splitlines()}


def test_tables_that_do_not_say_what_was_moved_are_refused(shop: Shop) -> None:
    played(shop.federation, "a", "one")
    shop.make("a", "b")
    folder = shop.tables("b")
    manifest = read_manifest(folder)
    assert manifest is not None and manifest.moves == {"a.example/log": 0, "b.example/log": 0}
    old = sign_manifest(shop.federation.shard("b"), msgspec.structs.replace(manifest, moves=None))
    (folder / MANIFEST).write_bytes(msgspec.json.encode(old))
    with pytest.raises(Trouble, match=r"tables of b\.example/log do not say what was moved"):
        shop.pull()


@pytest.mark.parametrize(
    "words",
    [("--shards", "x"), ("--partial",), ("--policy", __file__, "--log-key", "x")],
)
def test_options_that_do_not_go_together_are_said(words: tuple[str, ...], greffe: Callable[..., Result], tmp_path: Path) -> None:
    refused = greffe("tables", "pull", "http://127.0.0.1:9", str(tmp_path / "x"), *words)
    assert refused.exit_code == 2
    assert "--shards and --partial go with --policy" in refused.output


def test_a_copy_of_one_service_is_not_made_a_union(shop: Shop, greffe: Callable[..., Result]) -> None:
    played(shop.federation, "a", "one")
    shop.make("a", "b")
    shop.served[""] = shop.tables("a")
    told = greffe("tables", "pull", shop.address, str(shop.folder)).output
    assert "the tables of the shard a alone" in told
    with pytest.raises(Trouble, match="has the tables of one service"):
        shop.pull()


def test_a_union_loads_with_one_line(shop: Shop) -> None:
    pl = pytest.importorskip("polars")
    one, two = played(shop.federation, "a", "one"), played(shop.federation, "b", "two")
    shop.make("a", "b", formats=("parquet",))
    shop.pull()
    assert sorted(pl.read_parquet(f"{shop.folder}/*/{NORTH}/games.parquet")["game"]) == sorted([one, two])
