import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from api.web.request import receipts
from domain.game.clerk import first_game as demo
from domain.game.clerk.first_game import GAME, open_first_game
from domain.game.commands import Order
from domain.proof.log.entries import SuccessionEntry, read_entry
from domain.proof.log.notes import read_verifier_key
from ops.log import folder
from ops.settings.config import Settings
from ops.stores import data_folder
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from tests.ops.cli.test_commands import Greffe, one_sentence
from tests.ops.witness.witnesses import LogFolder


def said(greffe: Greffe, *words: str) -> str:
    outcome = greffe(*words)
    assert outcome.exit_code == 0, outcome.output
    return outcome.stdout


@pytest.fixture
def bundle(data: Path, greffe: Greffe, tmp_path: Path) -> Path:
    """The demonstration game's bundle. `greffe.policy` is in the same folder."""
    file = tmp_path / "game.jsonl"
    written = greffe("bundle", GAME, "-o", str(file))
    assert (written.exit_code, written.stderr) == (
        0,
        f"{file}: 24 records and the proof for the last.\n",
    )
    (tmp_path / "greffe.policy").write_text(said(greffe, "policy"))
    return file


def test_without_a_server_the_commands_bring_the_log_up(
    bundle: Path, data: Path, greffe: Greffe, tmp_path: Path
) -> None:
    believing = ("--policy", str(tmp_path / "greffe.policy"))
    assert said(greffe, "bundle", GAME).encode() == bundle.read_bytes()
    outcome = greffe("verify", str(bundle), *believing, "--replay")
    assert outcome.exit_code == 3, "all is in order, and the game goes on"
    assert "northgard-training version 2" in outcome.stdout, "it was replayed"
    assert "incomplet : " in greffe("verify", str(bundle), *believing, "--lang", "fr").stdout
    before = tmp_path / "before.jsonl"
    greffe("bundle", GAME, "--at", "7", "-o", str(before))
    both = greffe("verify", str(bundle), str(tmp_path), *believing, "--replay", "--json")
    each = json.loads(both.stdout)["bundles"]
    assert (both.exit_code, [Path(report["file"]).name for report in each]) == (
        3,
        ["game.jsonl", "before.jsonl", "game.jsonl"],
    )
    assert all(any(check["check"] == "replay" for check in report["checks"]) for report in each), (
        "each was replayed"
    )
    assert greffe("compare", str(before), str(bundle), *believing).exit_code == 0
    assert said(greffe, "fsck", "--lang", "fr") == (
        f"{data}: 24 entrées vérifiées : aucune différence.\n"
    )
    assert json.loads(said(greffe, "fsck", "--json")) == {
        "entries": 24,
        "waiting": 0,
        "differences": 0,
        "faults": [],
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["verify", "nowhere.jsonl"], "without --policy there is nobody to believe"),
        (
            ["verify", "nowhere.jsonl", "--policy", "{policy}"],
            "nowhere.jsonl cannot be read: No such file or directory",
        ),
        (["verify", "a", "--policy", "nowhere"], "nowhere cannot be read"),
        (["verify"], "Missing argument 'FILE...'."),
        (["compare", "{policy}"], "takes 2"),
        (["compare", "{policy}", "nowhere", "--policy", "{policy}"], "nowhere cannot be read"),
        (["bundle", "nowhere"], "There is no game nowhere"),
        (["bundle", GAME, "--at", "99"], "There is no position 99: this game has records 1 to 24."),
        (["mirror", "ftp://x", "copy"], "ftp://x is no address of a log"),
        (["mirror", "http://127.0.0.1:1", "copy"], "http://127.0.0.1:1 cannot be reached"),
        (["keygen", "--rotate", "--lost"], "One thing at a time"),
        (["keygen", "--last", "{policy}"], "--last goes with --succeed."),
        (["keygen", "--retire", "nobody"], "The key nobody does not sign"),
        (["keygen", "--origin", "two words"], "up to 200 letters without spaces"),
        (["keygen", "--origin", "other.example/log"], "an origin never changes"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], says: str, bundle: Path, greffe: Greffe, tmp_path: Path
) -> None:
    outcome = greffe(*(word.format(policy=tmp_path / "greffe.policy") for word in words))
    assert outcome.exit_code in (1, 2)
    assert says in one_sentence(outcome, outcome.exit_code)


def test_what_another_writes_is_not_written_here(bundle: Path, data: Path, greffe: Greffe) -> None:
    with folder.lease(Settings.load({}, data=str(data))):
        for words in (["keygen", "--succeed", "new.example/log"], ["fsck", "--guard"]):
            outcome = greffe(*words)
            assert (
                outcome.exit_code,
                outcome.stderr.endswith("is being written: stop the server first.\n"),
            ) == (2, True), outcome.output


def test_a_lost_key_and_a_lost_guard(bundle: Path, data: Path, greffe: Greffe) -> None:
    old = read_verifier_key(said(greffe, "keygen").strip())
    (data / "log.key").unlink()
    assert "is gone, although the log was begun with it" in one_sentence(greffe("keygen"))
    new = read_verifier_key(said(greffe, "keygen", "--lost").strip())
    assert (new.name, new.label == old.label) == (old.name, False)
    said(greffe, "bundle", GAME)
    assert f"#greffe:last-tree-size {old.label} 24" in said(greffe, "policy")
    assert [line.split()[-1] for line in said(greffe, "keygen", "--list").splitlines()] == [
        "state",
        "ended",
        "signs",
    ]
    (data / "log.guard").unlink()
    renewed = greffe("fsck", "--guard")
    assert (renewed.exit_code, renewed.stderr) == (0, "The guard is written anew.\n")
    assert "is there: it is written anew only where it is lost" in greffe("fsck", "--guard").stderr
    said(greffe, "bundle", GAME)


def test_after_a_true_loss_a_new_log_begins_with_the_last_head_of_the_old(
    bundle: Path, data: Path, greffe: Greffe, tmp_path: Path
) -> None:
    old = (data / "log.guard").read_text()
    (data / "ledger.sqlite").unlink()
    (data / "greffe.sqlite").rename(tmp_path / "lost.sqlite")
    settings = Settings.load({}, data=str(data))
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        open_first_game(clerk)  # it has other salts and another clock
    assert "not those that were signed" in greffe("bundle", GAME).stderr
    assert "needs another" in one_sentence(greffe("keygen", "--succeed", old.partition("\n")[0]))
    new = said(greffe, "keygen", "--succeed", "second.example/log")
    assert read_verifier_key(new.strip()).name == "second.example/log"
    assert sorted(p.name for p in data.glob("lost-1.*")) == [
        "lost-1.ledger.sqlite",
        "lost-1.log.guard",
        "lost-1.log.key",
    ]
    said(greffe, "bundle", GAME, "-o", str(bundle))
    (tmp_path / "greffe.policy").write_text(said(greffe, "policy"))
    assert greffe("verify", str(bundle), "--policy", str(tmp_path / "greffe.policy")).exit_code == 3
    with closing(Ledger(data / "ledger.sqlite")) as ledger:
        first = read_entry(ledger.entries(0, 1)[0])
    assert isinstance(first, SuccessionEntry)
    assert first.checkpoint.decode().startswith(f"{old}\n— "), (
        "to the byte what the guard knew, signed by the old key"
    )


def test_a_succession_that_was_cut_off_is_finished_by_the_next_start(
    bundle: Path, data: Path, greffe: Greffe
) -> None:
    settings = Settings.load({}, data=str(data))
    made = said(greffe, "keygen", "--succeed", "second.example/log")
    for path in (settings.ledger, settings.log_key_file):
        path.rename(folder.place_of_new_log(path))
    folder.finish_replacement(settings)
    assert settings.ledger.exists() and said(greffe, "keygen") == made
    said(greffe, "bundle", GAME)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LogFolder:
    monkeypatch.setattr(receipts, "PATIENCE", 0.05)
    house = LogFolder(tmp_path / "data")
    house.write(2)
    return house


def record(house: LogFolder, notes: int = 1) -> int:
    with closing(open_clerk(house.settings)) as clerk:
        for _ in range(notes):
            game = clerk.game(demo.GAME)
            clerk.note(
                Order(game.id, game.seq, "tester", f"late-{game.seq}"),
                "Nobody has signed for this.",
            )
        return clerk.game(demo.GAME).seq


def test_a_log_that_refuses_says_why_in_place_of_a_bundle(
    house: LogFolder, greffe: Callable[..., Result]
) -> None:
    record(house)
    house.settings.guard_file.unlink()
    outcome = greffe("bundle", demo.GAME, "--data", str(house.settings.data), "--lang", "fr")
    assert (outcome.exit_code, outcome.stdout) == (1, "")
    assert "Le journal n'est pas signé : son garde log.guard a disparu" in outcome.stderr
    for words in (("fsck", "--guard"), ("bundle", demo.GAME)):
        assert greffe(*words, "--data", str(house.settings.data)).exit_code == 0
