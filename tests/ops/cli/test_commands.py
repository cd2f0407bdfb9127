"""The command line: what each command shows, and what it says when it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from domain.clerk.commands import Order
from domain.table.demonstrations import in_all_languages
from ops.cli import COMMANDS
from ops.serving.demo import GAME, REMARK, SLIP, TITLE
from ops.serving.redis_server import EmbeddedRedis
from ops.settings.config import ROOT, Settings
from ops.settings.keys import secret_key
from ops.stores import data_folder
from ops.stores.data_folder import open_clerk
from projections.follow.follower import Follower
from tests.amount import spread

Greffe = Callable[..., Result]


def one_sentence(result: Result, code: int = 2) -> str:
    """The sentence of a command that cannot be done: on standard error, alone, and nothing on standard output."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_help_names_every_command(greffe: Greffe) -> None:
    shown = greffe("--help")
    assert shown.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(greffe: Greffe, name: str) -> None:
    shown = greffe(name, "--help")
    assert shown.exit_code == 0
    assert "usage: " in shown.stdout.lower()


def test_the_version_is_the_projects(greffe: Greffe) -> None:
    assert f'version = "{greffe("--version").stdout.split()[1]}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_what_is_asked_for_wrongly_is_one_sentence(greffe: Greffe, tmp_path: Path) -> None:
    assert one_sentence(greffe("shwo")) == "greffe: No such command 'shwo'. (greffe --help tells more.)"
    assert "Missing argument 'GAME'. (greffe show --help tells more.)" in one_sentence(greffe("show"))
    assert "No such option '--colour'." in one_sentence(greffe("show", "x", "--colour"))
    assert "'first' is not a valid integer" in one_sentence(greffe("show", "x", "--at", "first"))
    assert "No such file or directory" in one_sentence(greffe("import", str(tmp_path / "none.jsonl")))


# -- games -------------------------------------------------------------------------------------------------------------


def test_games_lists_them_written_to_last_first(greffe: Greffe, data: Path) -> None:
    assert greffe("simulate", TITLE, "--games", "2", "--record").exit_code == 0
    rows = greffe("games").stdout.splitlines()
    assert rows[0].split() == ["game", "opened", "title", "status", "seq", "next", "tags", "notes"]
    assert len(rows) == 4
    assert rows[3].startswith(GAME)
    assert "closed" in rows[1]
    assert len(greffe("games", "--limit", "2").stdout.splitlines()) == 3


def test_games_asks_the_views_of_a_running_service_and_of_no_other(
    greffe: Greffe, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = greffe("games").stdout, greffe("games", "--json", "--limit", "1").stdout
    with EmbeddedRedis(data) as server, closing(open_clerk(Settings.load({}, data=str(data)))) as clerk:
        Follower(clerk, server.url, secret_key(data / "secret.key")).catch_up()
        with monkeypatch.context() as patch:
            patch.setattr("projections.search.index.Index.search", None)
            assert (greffe("games").stdout, greffe("games", "--json", "--limit", "1").stdout) == wanted
        greffe("simulate", TITLE, "--games", "1", "--record")
        assert len(greffe("games").stdout.splitlines()) == 3, "the views are behind, and the record is read"


def test_games_are_found_by_words_title_status_and_tag(greffe: Greffe, data: Path) -> None:
    greffe("simulate", TITLE, "--games", "1", "--record")

    def found(*arguments: str) -> list[str]:
        shown = greffe("games", "--json", *arguments)
        return [game["tags"][0] for game in json.loads(shown.stdout)]

    assert found() == ["simulated", "demonstration"]
    assert (
        found("demonstration") == found("--tag", "demonstration") == found("--status", "open") == found(GAME) == ["demonstration"]
    )
    assert found("entraînement", "simulated") == ["simulated"]
    assert found("--ruleset", TITLE) == ["simulated", "demonstration"]
    assert found("--ruleset", "fief-tactics") == found("nothing like it") == []
    assert "No game is found." in one_sentence(greffe("games", "nothing", "like", "it"), 0)


# -- show, log, replay ---------------------------------------------------------------------------------------------------


def test_show_draws_the_board_at_any_record(greffe: Greffe, data: Path) -> None:
    now, then = greffe("show", GAME).stdout, greffe("show", GAME, "--at", "4").stdout
    assert f"game {GAME}, after record 24 of 24 (exact)." in now
    assert "after record 4 of 24" in then
    assert "C2 T05" in now
    assert "C2 T05" not in then
    assert "Rouge joue une carte." in greffe("show", GAME, "--at", "20", "--lang", "fr").stdout


def test_show_writes_the_view_as_data(greffe: Greffe, data: Path) -> None:
    board = json.loads(greffe("show", GAME, "--json", "--audience", "blue").stdout)
    assert (board["game"], board["seq"], board["status"], board["to_act"]) == (GAME, 24, "open", ["blue"])


def test_what_cannot_be_shown_is_one_sentence_in_the_language_asked_for(greffe: Greffe, data: Path) -> None:
    assert one_sentence(greffe("show", "nosuchgame")) == "greffe: There is no game nosuchgame."
    assert one_sentence(greffe("show", "nosuchgame", "--lang", "fr")) == "greffe: Il n'y a pas de partie nosuchgame."
    assert "There is no position 99: this game has records 1 to 24." in one_sentence(greffe("show", GAME, "--at", "99"))
    assert "There is no position 0" in one_sentence(greffe("show", GAME, "--at", "0"))
    assert "There is no seat green at this table: there are" in one_sentence(greffe("show", GAME, "--audience", "green"))
    assert "There is no game" in one_sentence(greffe("log", "nosuchgame"))
    assert "There is no game" in one_sentence(greffe("replay", "nosuchgame"))
    assert "There is no game" in one_sentence(greffe("export", "nosuchgame"))


def test_log_tells_every_record_and_what_was_rolled(greffe: Greffe, data: Path) -> None:
    lines = greffe("log", GAME).stdout.splitlines()
    numbered = [line for line in lines if line[:5].strip()]
    assert [int(line[:5]) for line in numbered] == list(range(1, 25))
    assert any(f"Red takes back record 6. “{in_all_languages(SLIP)}”" in line for line in numbered)
    assert any(in_all_languages(REMARK) in line for line in numbered)
    assert sum("roll " in line and "sealed" in line for line in lines) == 5
    assert len(greffe("log", GAME, "--facts").stdout.splitlines()) > len(lines)
    assert any("La tuile T01 est en D1." in line for line in greffe("log", GAME, "--facts", "--lang", "fr").stdout.splitlines())


def test_log_keeps_what_was_taken_back_and_strikes_it_through(greffe: Greffe, data: Path) -> None:
    clerk = data_folder.open_clerk(Settings.load({}, data=str(data)))
    game = clerk.game(GAME)
    assert game.step is not None
    clerk.undo(Order(GAME, 24, "somebody", "undo"), game.step.seat)
    clerk.close()
    line = next(line for line in greffe("log", GAME).stdout.splitlines() if line.startswith("   24 "))
    assert line.startswith("   24 ✗")
    assert line.endswith("(taken back by 25)")
    kept = {line["seq"]: line for line in json.loads(greffe("log", GAME, "--json").stdout)}
    assert (kept[24]["in_force"], kept[24]["by"], kept[23]["in_force"], kept[6]["in_force"]) == (False, 25, True, True)


def test_words_that_were_erased_are_said_to_be(greffe: Greffe, data: Path) -> None:
    clerk = data_folder.open_clerk(Settings.load({}, data=str(data)))
    for commitment in list(clerk.key_values.keys("text")):
        clerk.key_values.erase("text", commitment)
    clerk.close()
    shown = greffe("log", GAME).stdout
    assert in_all_languages(REMARK) not in shown
    assert shown.count("(these words were erased)") == 2


def test_replay_shows_every_record_with_its_board_and_checks_the_fingerprints(greffe: Greffe, data: Path) -> None:
    shown = greffe("replay", GAME, "--all")
    assert shown.exit_code == 0
    assert shown.stdout.count("A3") >= 24
    assert "\n24: exact\n" in shown.stdout
    assert shown.stdout.endswith("2 fingerprints checked: all hold.\n")


def test_replay_names_a_fingerprint_that_does_not_hold(greffe: Greffe, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from domain.rules.titles import registry

    rules = registry.ruleset(TITLE)
    opening = rules.fingerprint
    settings = Settings.load({}, data=str(data))
    clerk = data_folder.open_clerk(settings)
    first = clerk.game(GAME, 1).board
    clerk.close()
    monkeypatch.setattr(type(rules), "fingerprint", lambda _, board: opening(board) if board == first else "of another board")
    shown = greffe("replay", GAME, "--all", "--lang", "fr")
    assert shown.exit_code == 1
    assert shown.stdout.endswith("Les empreintes des écritures 24 ne concordent pas.\n")
    assert "\n24: diverge à l'écriture 24\n" in shown.stdout


# -- export, import ------------------------------------------------------------------------------------------------------


def test_an_exported_game_is_imported_elsewhere_byte_for_byte(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "game.jsonl", str(tmp_path / "other")
    said = greffe("export", GAME, "--names", "-o", str(file))
    assert said.stderr.endswith("the game's catalog, 24 records, 0 names and 2 texts.\n")
    assert len(file.read_bytes().splitlines()) == 27
    assert "There is no record in" in one_sentence(greffe("import", str(file), "--data", other))
    greffe("migrate", "--data", other)
    report = greffe("import", str(file), "--data", other)
    assert report.stdout == f"Game {GAME}: 24 records imported, replay exact.\n"
    assert "24 records that were here already" in greffe("import", str(file), "--data", other).stdout
    assert greffe("export", GAME, "--names", "--data", other).stdout_bytes == file.read_bytes()


def test_a_damaged_file_is_one_sentence_with_the_line_and_nothing_is_imported(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    lines = greffe("export", GAME).stdout_bytes.splitlines(keepends=True)
    file, other = tmp_path / "game.jsonl", str(tmp_path / "other")
    file.write_bytes(b"".join([*lines[:10], lines[10].replace(b'"seat":"', b'"seat":"x'), *lines[11:]]))
    greffe("migrate", "--data", other)
    assert "Line 11 is damaged" in one_sentence(greffe("import", str(file), "--data", other))
    assert "No game is found." in greffe("games", "--data", other).stderr


def test_a_file_that_cannot_be_written_is_one_sentence(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    said = one_sentence(greffe("export", GAME, "-o", str(tmp_path / "no" / "such" / "place")))
    assert "cannot be written: no such file or directory." in said


# -- simulate, config, migrate -------------------------------------------------------------------------------------------


def test_simulate_counts_endings_and_the_same_seed_plays_the_same_games(greffe: Greffe) -> None:
    def run(*more: str) -> dict[str, object]:
        tally: dict[str, object] = json.loads(greffe("simulate", TITLE, "--games", "5", "--json", *more).stdout)
        return tally

    first, again, other = run(), run(), run("--seed", "77")
    assert first["games"] == 5
    assert sum(first["endings"].values()) == 5  # type: ignore[attr-defined]
    assert first["actions"] == again["actions"] != other["actions"]
    assert "games/s" in greffe("simulate", TITLE, "--games", "1").stdout


def test_simulate_refuses_an_unknown_title(greffe: Greffe) -> None:
    assert "There is no ruleset chess: there are northgard-training" in one_sentence(greffe("simulate", "chess"))


def test_simulated_games_are_recorded_like_any_other(greffe: Greffe, data: Path) -> None:
    tally = json.loads(greffe("simulate", TITLE, "--games", "2", "--record", "--json").stdout)
    recorded = json.loads(greffe("games", "simulated", "--json").stdout)
    assert sum(game["seq"] - 2 for game in recorded) == tally["actions"]
    assert all(greffe("replay", game["id"], "--all").exit_code == 0 for game in recorded)


def test_config_shows_value_origin_default_and_meaning(greffe: Greffe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREFFE_PORT", "8123")
    monkeypatch.setenv("GREFFE_PROT", "8123")
    shown = greffe("config")
    assert "GREFFE_PORT, --port = 8123  [environment]" in shown.stdout
    assert "TCP port to serve on; 0 takes a free one (default: 8000)" in shown.stdout
    assert "GREFFE_PROT is set, but there is no such setting." in shown.stderr
    rows = {row["variable"]: row for row in json.loads(greffe("config", "--json").stdout)}
    assert rows["GREFFE_PORT"] == {
        "variable": "GREFFE_PORT",
        "flag": "--port",
        "value": "8123",
        "origin": "environment",
        "default": "8000",
        "about": rows["GREFFE_PORT"]["about"],
    }


def test_migrate_says_what_it_did(greffe: Greffe, tmp_path: Path) -> None:
    assert "(made)" in greffe("migrate", "--data", str(tmp_path / "new")).stdout
    assert "(up to date already)" in greffe("migrate", "--data", str(tmp_path / "new")).stdout


# -- as a program --------------------------------------------------------------------------------------------------------


def program(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "ops.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **env}, check=False)


def test_as_a_program_it_writes_no_colours_to_a_file(data: Path) -> None:
    commands = (["log", GAME], ["replay", GAME, "--all"], ["games"], ["simulate", TITLE, "--games", "3"])
    for command in spread(commands, len(commands)):
        run = program(*command)
        assert run.returncode == 0, run.stderr
        assert "\x1b" not in run.stdout + run.stderr


def test_as_a_program_it_ends_with_a_sentence_and_never_with_a_traceback(tmp_path: Path) -> None:
    run = program("games", "--data", str(tmp_path / "none"))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("greffe: There is no record in ")
    run = program("serve", GREFFE_PORT="eighty")
    assert (run.returncode, run.stderr) == (2, "greffe: GREFFE_PORT is 'eighty': it has to be a whole number from 0 to 65535.\n")
    (tmp_path / "greffe.sqlite").write_bytes(b"damaged" * 1000)
    run = program("games", "--data", str(tmp_path))
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_a_reader_that_leaves_early_is_no_error(data: Path) -> None:
    command = f"'{sys.executable}' -P -m ops.cli replay {GAME} --all | head -1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert run.stdout.count("\n") == 1
    assert "Traceback" not in run.stderr
