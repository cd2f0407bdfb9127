"""A witness of a federation watches all logs that the list of shards names, and notices a shard that is hidden from it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result

from domain.ledger.log.add_checkpoint import AddCheckpoint
from domain.ledger.log.checkpoints import Checkpoint, sign_checkpoint
from domain.ledger.log.entries import ShardEntry, read_entry
from domain.ledger.log.merkle import Frontier, leaf_hash
from domain.ledger.log.notes import ED25519, SignerKey, VerifierKey, read_signer_key, read_verifier_key
from domain.ledger.log.shards import HEAD, write_list
from ops.settings.errors import CannotServe
from ops.shards import enrolling, shard_log
from ops.stores.log.reading import Ledger
from ops.witness.service import RECORD, Witness
from ops.witness.shard_list import SILENT, ShardList
from ops.witness.store import Heads
from tests.builders.world import CLUB
from tests.ops.shards.federation import Federation, play
from tests.ops.witness.witnesses import WitnessProcess

TIME = 1_767_225_600


class Clock:
    """Stands at a time."""

    def __init__(self) -> None:
        self.now = TIME

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def heads(tmp_path: Path) -> Iterator[Heads]:
    found = Heads(tmp_path / RECORD)
    yield found
    found.close()


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    return Federation(tmp_path / "federation")


def keys_of(federation: Federation) -> list[VerifierKey]:
    """The keys of the log of shards."""
    return [read_verifier_key(key.verifier) for key in federation.log().log_keys()]


def published(federation: Federation, file: Path) -> str:
    """The list of shards as it is now, in a file."""
    shard_log.publish(federation.log(), file)
    return str(file)


def head_of(federation: Federation, name: str) -> bytes:
    """What a shard's log asks a witness that knows nothing of it."""
    with federation.clerk(name) as clerk:
        play(clerk, f"a game of {name}")
    federation.bring_up(name)
    ledger = Ledger(federation.shard(name).ledger)
    try:
        head = ledger.head()
    finally:
        ledger.close()
    assert head is not None
    return AddCheckpoint(0, (), head.note).encode()


def test_all_logs_that_the_list_names_are_cosigned_and_no_other(federation: Federation, heads: Heads, tmp_path: Path) -> None:
    alone = Federation(tmp_path / "alone", enrolled=False)
    enrolling.enrol(alone.settings, alone.files["a"], "127.0.0.1:8001", 1)
    clock = Clock()
    listed = ShardList(heads, published(alone, tmp_path / "list"), keys_of(alone), clock)
    listed.read()
    witness = Witness(heads, keys_of(alone), CLUB, clock)
    witness.watch_also(listed.keys())
    a, b = head_of(alone, "a"), head_of(alone, "b")
    assert witness.add_checkpoint(a).status == 200
    assert witness.add_checkpoint(b).status == 404, "the list does not name it"
    enrolling.enrol(alone.settings, alone.files["b"], "127.0.0.1:8002", 1)
    published(alone, tmp_path / "list")
    listed.read()
    witness.watch_also(listed.keys())
    assert witness.add_checkpoint(b).status == 200
    assert alone.log().closed("a.example/log")
    published(alone, tmp_path / "list")
    listed.read()
    open_keys = listed.keys()
    assert {key.name for key in open_keys} == {"b.example/log"}


def test_a_log_that_the_list_does_not_name_is_said_once(
    federation: Federation, heads: Heads, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    alone = Federation(tmp_path / "alone", enrolled=False)
    enrolling.enrol(alone.settings, alone.files["a"], "127.0.0.1:8001", 1)
    listed = ShardList(heads, published(alone, tmp_path / "list"), keys_of(alone), Clock())
    listed.read()
    witness = Witness(heads, keys_of(alone), CLUB, Clock())
    hidden = head_of(federation, "b")
    witness.add_checkpoint(hidden)
    assert not caplog.records, "without a list, nobody knows whom it would name"
    witness.watch_also(listed.keys())
    for _ in range(3):
        assert witness.add_checkpoint(hidden).status == 404
    assert [getattr(one, "origin", "") for one in caplog.records] == ["b.example/log"]


def test_a_list_from_which_a_shard_was_taken_is_refused_and_both_heads_are_kept(
    federation: Federation, heads: Heads, tmp_path: Path
) -> None:
    keys = keys_of(federation)
    where = published(federation, tmp_path / "list")
    listed = ShardList(heads, where, keys, Clock())
    listed.read()
    assert [one.origin for one in listed.listed] == ["a.example/log", "b.example/log"]

    Path(where).write_bytes(another(federation))
    with pytest.raises(CannotServe, match=r"not begin with the \d entries that were seen"):
        listed.read()
    assert [one.origin for one in listed.listed] == ["a.example/log", "b.example/log"], "what was read before holds"
    (kept,) = heads.evidence()
    assert kept.held != kept.shown and "does not begin" in kept.why


def another(federation: Federation) -> bytes:
    """A list with as many entries, of which one is another, under a head that the real key has signed."""
    entries = federation.log().entries()
    changed = []
    for one in entries:
        found = read_entry(one)
        hides = isinstance(found, ShardEntry) and found.origin.startswith("b")
        own = (SignerKey.generate("c.example/log", ED25519).verifier,)
        changed.append(ShardEntry("c.example/log", own).encode() if hides else one)
    assert changed != entries
    tree = Frontier()
    for one in changed:
        tree.append(leaf_hash(one))
    signer = read_signer_key((federation.settings.directory_folder / "log.key").read_text().split("\n")[0])
    head = Checkpoint(signer.verifier.name, tree.size, tree.root())
    return write_list(changed, sign_checkpoint(head, [signer]).encode())


def test_an_older_list_and_what_is_none_is_refused(federation: Federation, heads: Heads, tmp_path: Path) -> None:
    alone = Federation(tmp_path / "alone", enrolled=False)
    enrolling.enrol(alone.settings, alone.files["a"], "127.0.0.1:8001", 1)
    where = published(alone, tmp_path / "list")
    old = Path(where).read_bytes()
    enrolling.enrol(alone.settings, alone.files["b"], "127.0.0.1:8002", 1)
    published(alone, tmp_path / "list")
    listed = ShardList(heads, where, keys_of(alone), Clock())
    listed.read()
    for data, why in ((old, "older than one that was here"), (b"", "no list of shards"), (f"{HEAD}\n\n".encode(), "not believed")):
        Path(where).write_bytes(data)
        with pytest.raises(CannotServe, match=why):
            listed.read()
    with pytest.raises(CannotServe, match="no known key"):
        ShardList(heads, published(federation, tmp_path / "others"), keys_of(alone), Clock()).read()
    Path(where).unlink()
    with pytest.raises(CannotServe, match="cannot be read: No such file"):
        listed.read()
    assert len(listed.keys()) == 2 and heads.evidence() == []


def test_a_shard_that_shows_nobody_its_heads_is_silent_after_a_day(federation: Federation, heads: Heads, tmp_path: Path) -> None:
    clock = Clock()
    listed = ShardList(heads, published(federation, tmp_path / "list"), keys_of(federation), clock)
    listed.read()
    witness = Witness(heads, keys_of(federation), CLUB, clock)
    witness.watch_also(listed.keys())
    assert listed.silent() == ()
    clock.now += SILENT - 60
    assert witness.add_checkpoint(head_of(federation, "a")).status == 200
    clock.now += 120
    listed.read()
    assert listed.silent() == ("b.example/log",)
    enrolling.close(federation.settings, "b")
    published(federation, tmp_path / "list")
    listed.read()
    assert listed.silent() == (), "a shard that is closed has nothing more to show"


def test_the_command_watches_what_a_list_at_an_address_names(
    federation: Federation, tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    web = tmp_path / "web"
    web.mkdir()
    published(federation, web / "shards")
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(web))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/shards"
        folder = tmp_path / "witness"
        folder.mkdir(mode=0o700)
        (folder / "logs").write_text("".join(f"log {key.encode()}\n" for key in keys_of(federation)))
        with WitnessProcess(folder, more=("--shards", address)) as witness:
            assert all(f"it watches   {name}.example/log" in witness.shown for name in ("a", "b"))
        refused = greffe("witness", "--folder", str(folder), "--shards", f"{address}s", "--port", "0")
        assert refused.exit_code == 2 and "it answers 404" in refused.output
        server.shutdown()
