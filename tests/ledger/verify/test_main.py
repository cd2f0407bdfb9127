"""The auditor's command line: exit codes, one sentence for whatever is wrong, and no package but cryptography."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import domain
from domain.clerk.clerk import Clerk
from domain.ledger import __main__ as cli
from tests.builders.world import LOG, World
from tests.ledger.auditor import Files
from tests.ledger.games import clerk_game


def test_exit_codes(files: Files, world: World, good: bytes) -> None:
    bundle = files.write("g1.jsonl", good)
    cut = files.write("cut.jsonl", world.bundle("g1", 7))
    bad = files.write("bad.jsonl", good.replace(b"blue", b"teal"))
    code, out, err = files.run("verify", bundle)
    assert (code, err) == (0, "")
    assert "\nverified\nWhat no proof can show:\n" in out
    assert files.run("verify", cut)[0] == 3
    assert files.run("verify", bad)[0] == 1
    code, out, err = files.run("verify", bad, "--lang", "fr")
    assert "échec à l'écriture" in out
    code, out, err = files.run("verify", bundle, "--json")
    assert json.loads(out)["verdict"] == "verified"


def test_the_log_and_receipts_on_the_command_line(files: Files, world: World, good: bytes, tmp_path: Path) -> None:
    world.mirror(tmp_path / "log")
    bundle, receipt = files.write("g1.jsonl", good), files.write("r", world.receipt("g1", 4).encode())
    code, out, _ = files.run("verify", bundle, "--log", str(tmp_path / "log"), "--receipt", receipt, "--receipt", receipt)
    assert code == 0
    assert out.count("the one for record 4 agrees") == 2
    assert files.run("receipt", receipt)[0] == 0
    assert "record 4 of game g1, ContributionRevealed, is entry 10" in files.run("receipt", receipt)[1]
    assert files.run("receipt", files.write("p", world.proof("g1", 4).encode()))[0] == 1
    assert files.run("compare", bundle, receipt)[0] == 0
    assert files.run("compare", bundle, files.write("h", world.signed(9)))[0] == 3
    assert files.run("compare", bundle, files.write("h", world.signed(9)), "--log", str(tmp_path / "log"))[0] == 0
    stray = files.write("s", world.bundle("g1", proof=world.proof("g1", 10, keys=(LOG, type(LOG)(LOG.verifier.name, b"n" * 32)))))
    assert files.run("verify", stray)[0] == 1
    assert files.run("verify", stray, "--pass-unknown")[0] == 0


@pytest.mark.parametrize(
    ("words", "says", "dit"),
    [
        ([], "the following arguments are required: command", "arguments inutilisables"),
        (["prove"], "invalid choice", "arguments inutilisables"),
        (["verify"], "the following arguments are required: BUNDLE", "arguments inutilisables"),
        (["verify", "x", "--deep"], "unrecognized arguments: --deep", "arguments inutilisables"),
        (["verify", "missing"], "without --policy there is nobody to believe", "sans --policy, il n'y a personne à croire"),
        (["verify", "missing", "--policy", "missing"], "missing cannot be read: No such file", "est illisible"),
        (["verify", "missing", "--policy", "."], "cannot be read: Is a directory", "est illisible"),
        (["verify", "a\0b", "--policy", "a\0b"], "cannot be read", "est illisible"),
    ],
)
def test_calls_that_cannot_be_carried_out(files: Files, words: list[str], says: str, dit: str) -> None:
    code, out, err = files.run(*words, policy=False)
    assert (code, out) == (2, "")
    assert err.startswith("greffe: ")
    assert says in err
    assert err.count("\n") == 1
    code, _, err = files.run("--lang", "fr", *words, policy=False) if not words else files.run(*words, "--lang", "fr", policy=False)
    assert code == 2
    assert dit in err


def test_files_that_cannot_be_used(files: Files, good: bytes, tmp_path: Path) -> None:
    bundle = files.write("g1.jsonl", good)
    for words, says in (
        (["verify", "missing"], "cannot be read"),
        (["verify", str(Path(cli.__file__).parent)], "holds no file *.jsonl"),
        (["verify", bundle, "--log", "missing"], "no folder with a copy of the log"),
        (["verify", bundle, "--receipt", "missing"], "cannot be read"),
        (["compare", bundle, "missing"], "cannot be read"),
        (["compare", bundle, str(tmp_path)], "no file checkpoint in the copy"),
        (["compare", bundle, files.write("odd", b'{"format":1}\n')], "it is no bundle"),
        (["receipt", "missing"], "cannot be read"),
    ):
        code, out, err = files.run(*words)
        assert (code, out) == (2, ""), err
        assert says in err
    files.write("policy", b"quorum nobody\n")
    code, _, err = files.run("verify", bundle)
    assert code == 2
    assert "line 1 of the policy" in err


def test_a_reader_that_goes_away(files: Files, good: bytes) -> None:
    bundle = files.write("g1.jsonl", good)
    root = Path(domain.__file__).parents[1]
    words = [sys.executable, "-m", "domain.ledger", "verify", bundle, "--policy", str(files.folder / "policy")]
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read()
        process.wait(60)
    assert said == b""


def test_an_interrupted_run(files: Files, good: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "verify", interrupted)
    assert files.run("verify", files.write("g1.jsonl", good))[0] == cli.INTERRUPTED


def test_a_machine_without_the_memory(files: Files, good: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "verify", exhausted)
    bundle = files.write("g1.jsonl", good)
    assert files.run("verify", bundle) == (2, "", "greffe: there is not enough memory for this here\n")
    assert files.run("verify", bundle, "--lang", "fr") == (2, "", "greffe: la mémoire d'ici n'y suffit pas\n")


def test_with_nothing_but_cryptography(clerk: Clerk, files: Files, tmp_path: Path) -> None:
    """The ledger alone, copied to a machine that has Python and cryptography: a real game is audited there."""
    world = World()
    game, records = clerk_game(clerk, "raiders-solo", 8)
    world.play(game, records)
    bundle = files.write("game.jsonl", world.bundle(game))
    bare = tmp_path / "bare"
    (bare / "domain").mkdir(parents=True)
    (bare / "domain" / "__init__.py").touch()
    (bare / "domain" / "ledger").symlink_to(Path(cli.__file__).parent)
    for name in ("cryptography", "_cffi_backend"):
        spec = find_spec(name)
        assert spec
        assert spec.origin
        found = Path(spec.origin)
        found = found.parent if found.name == "__init__.py" else found
        (bare / found.name).symlink_to(found)
    code = (
        "import importlib.util, runpy, sys\n"
        f"sys.path.insert(0, {str(bare)!r})\n"
        "for name in ('flask', 'eventsourcing', 'msgspec', 'click', 'pytest', 'domain.rules', 'domain.record'):\n"
        "    assert importlib.util.find_spec(name) is None, name\n"
        "sys.argv[0] = 'greffe'\n"
        "runpy.run_module('domain.ledger', run_name='__main__')\n"
    )
    words = ["verify", bundle, "--policy", str(files.folder / "policy")]
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", code, *words], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert ran.stderr == b""
    assert ran.returncode == 0
    assert b"\nverified\n" in ran.stdout
