import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from domain.game.clerk.first_game import GAME, TITLE
from domain.game.record.records import GameOpened
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import openings
from domain.kernel.text import same
from ops.cli import COMMANDS, Commands, main
from ops.settings.config import ROOT, Settings
from ops.stores.data_folder import open_clerk

Greffe = Callable[..., Result]


def one_sentence(result: Result, code: int = 2) -> str:
    """The sentence of a command that fails. It must be all there is on standard error, with nothing
    on standard output."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_help_names_it(greffe: Greffe, name: str) -> None:
    shown = greffe(name, "--help")
    assert shown.exit_code == 0 and "usage: " in shown.stdout.lower()
    assert f"\n  {name} " in greffe("--help").stdout


@pytest.mark.parametrize("group", ["key", "tables", "tournament", "words"])
def test_a_group_by_itself_shows_its_help(greffe: Greffe, group: str) -> None:
    shown = greffe(group)
    assert (shown.exit_code, shown.stdout) == (0, greffe(group, "--help").stdout)


def test_the_version_is_the_projects(greffe: Greffe) -> None:
    assert f'version = "{greffe("--version").stdout.split()[1]}"' in (
        ROOT / "pyproject.toml"
    ).read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("shwo", "greffe: No such command 'shwo'. (greffe --help tells more.)"),
        ("bundle", "*Missing argument 'GAME'. (greffe bundle --help tells more.)*"),
        ("bundle x --colour", "*No such option '--colour'.*"),
        ("bundle x --at first", "*'first' is not a valid integer*"),
        ("import {tmp}/none.jsonl", "*No such file or directory*"),
        ("export none --lang fr", "greffe: Il n'y a pas de partie none."),
        (f"export {GAME} -o {{tmp}}/no/such", "*cannot be written: no such file or directory.*"),
        ("simulate chess", "*There is no ruleset chess: there are northgard-training*"),
        ("recheck --ruleset chess", "*There is no ruleset chess: there are*"),
        (f"recheck --ruleset {TITLE} --game nosuchgame", "*There is no game nosuchgame.*"),
        (f"recheck --ruleset fief-tactics --game {GAME}", "*There is no game*"),  # it is another's
        ("recheck", "*Missing option '--ruleset'*"),
        ("tournament simulate --entrants 2", "*too few for one*"),
        (
            "events PageBurnt",
            "greffe: There is no kind of record PageBurnt: greffe events lists them.",
        ),
        ("erase Nobody --yes", "greffe: No player is called Nobody."),
        ("erase p-nobody --yes --lang fr", "greffe: Il n'y a pas de joueur p-nobody."),
    ],
)
def test_what_is_asked_for_wrongly_is_one_sentence(
    greffe: Greffe, data: Path, tmp_path: Path, words: str, sentence: str
) -> None:
    said = one_sentence(greffe(*words.format(tmp=tmp_path).split()))
    assert fnmatchcase(said, sentence), said


# -- languages -------------------------------------------------------------------------------------

REFUSED = (
    "serve --port eighty",
    "config --data \0",
    "export none",
    "import {file} --data {none}",
    "tournament check {file}",
    "tournament import {file} --dry-run",
    "tournament simulate --entrants 2",
    "events PageBurnt",
    "key add --label x --data {none}",
    "key list --data {none}",
    "key renew none",
    "key revoke none",
    "witness --folder {none}",
    "witness show --folder {none}",
    "countersign {file} --seat red --key {none}",
    "bundle none",
    "verify {file} --event {file}",
    "mirror nowhere {none}",
    "compare {file} {file}",
    "fsck --data {none}",
    "keygen --last {file}",
    "policy --data {none}",
    "erase Nobody --yes",
    "recheck --ruleset chess",
    "tables build --ruleset chess",
    "tables dump --format csv",
    "simulate chess",
    "rebuild --data {none}",
    "projections --data {none}",
    "projections views",
    "migrate --data {none}",
    "move nowhere",
    "clock --data {none}",
    "words check {tmp}",
    "words update {tmp}",
    "words add nowhere",
)
"""A refused call of each command."""
NEVER_REFUSED = {"tables dictionary"}


def callable_commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command that can be run, after the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from callable_commands(command, f"{path}{name} ")
        if not isinstance(command, click.Group) or len(command.params) > 0:
            yield f"{path}{name}", command


def test_every_command_has_its_language_chosen() -> None:
    for words, command in callable_commands(main):
        assert "--lang" in [flag for param in command.params for flag in param.opts], words
        called = [call for call in REFUSED if f"{call} ".startswith(f"{words} ")]
        assert bool(called) != (words in NEVER_REFUSED), words


@pytest.mark.parametrize("call", REFUSED)
def test_a_refusal_is_said_in_the_language_that_is_asked_for(
    greffe: Greffe, data: Path, tmp_path: Path, call: str
) -> None:
    file = tmp_path / "file"
    file.write_text("nothing")

    def said(*more: str) -> str:
        words = [
            word.format(tmp=tmp_path, file=file, none=tmp_path / "none") for word in call.split(" ")
        ]
        result = greffe(*words, *more)
        assert result.exit_code, result.output
        return result.stdout + result.stderr

    english, french = said("--lang", "en"), said("--lang", "fr")
    assert english != french
    os.environ |= {"LANG": "fr_FR.UTF-8", "LC_ALL": ""}
    assert said() == french
    os.environ["LC_ALL"] = "C"
    assert said() == english


# -- export, import --------------------------------------------------------------------------------


def test_an_exported_game_is_imported_elsewhere_byte_for_byte(
    greffe: Greffe, data: Path, tmp_path: Path
) -> None:
    file, other = tmp_path / "game.jsonl", str(tmp_path / "other")
    outcome = greffe("export", GAME, "--names", "-o", str(file))
    assert outcome.stderr.endswith("the game's catalog, 24 records, 0 names and 2 texts.\n")
    assert len(file.read_bytes().splitlines()) == 27
    assert "There is no record in" in one_sentence(greffe("import", str(file), "--data", other))
    greffe("migrate", "--new", "--data", other)
    report = greffe("import", str(file), "--data", other)
    assert report.stdout == f"Game {GAME}: 24 records imported, replay exact.\n"
    assert (
        "24 records that were here already" in greffe("import", str(file), "--data", other).stdout
    )
    assert greffe("export", GAME, "--names", "--data", other).stdout_bytes == file.read_bytes()


# -- simulate, config, migrate ---------------------------------------------------------------------


def test_simulate_counts_endings_and_the_same_seed_plays_the_same_games(greffe: Greffe) -> None:
    def run(*more: str) -> dict[str, object]:
        return dict(json.loads(greffe("simulate", TITLE, "--games", "5", "--json", *more).stdout))

    first, again, other = run(), run(), run("--seed", "77")
    assert first["games"] == 5
    assert sum(first["endings"].values()) == 5  # type: ignore[attr-defined]
    assert first["actions"] == again["actions"] != other["actions"]
    assert "games/s" in greffe("simulate", TITLE, "--games", "1").stdout


def test_simulated_games_are_recorded_like_any_other(greffe: Greffe, data: Path) -> None:
    tally = json.loads(greffe("simulate", TITLE, "--games", "2", "--record", "--json").stdout)
    with closing(open_clerk(Settings.load({}, data=str(data)))) as clerk:
        recorded = [
            clerk.game(opening.stream)
            for opening in openings(clerk.recorder, GameOpened.__name__)
            if opening.stream != GAME
        ]
    assert sum(game.seq - 2 for game in recorded) == tally["actions"]
    assert {game.fidelity for game in recorded} == {"exact"}
    assert greffe("tables", "dump", "--format", "csv").exit_code == 2
    assert "goes with" in one_sentence(greffe("simulate", TITLE, "--open-data"))
    greffe("simulate", TITLE, "--games", "3", "--record", "--open-data")
    assert "3 games" in greffe("tables", "dump", "--format", "csv").stdout


def test_config_shows_value_origin_default_and_meaning(greffe: Greffe) -> None:
    os.environ["GREFFE_PORT"] = "8123"
    os.environ["GREFFE_PROT"] = "8123"
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
    """In a folder named by mistake nothing is created, not even by commands that need the log's
    key."""
    new = ["--data", str(tmp_path / "new")]
    for asked in ("migrate", "keygen"):
        assert "There is no " in one_sentence(greffe(asked, *new))
    assert not (tmp_path / "new").exists()
    assert "(made)" in greffe("migrate", "--new", *new).stdout
    assert "(déjà à jour)" in greffe("migrate", "--lang", "fr", *new).stdout
    assert greffe("keygen", "--new", *new).stdout == greffe("keygen", *new).stdout


# -- as a program ----------------------------------------------------------------------------------


def program(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "ops.cli", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={**os.environ, **env}, check=False
    )


def test_as_a_program_it_writes_no_colours_to_a_file(data: Path) -> None:
    run = program("simulate", TITLE, "--games", "3")
    assert run.returncode == 0, run.stderr
    assert "\x1b" not in run.stdout + run.stderr


def test_as_a_program_it_ends_with_a_sentence_and_never_with_a_traceback(tmp_path: Path) -> None:
    run = program("export", GAME, "--data", str(tmp_path / "none"))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("greffe: There is no record in ")
    run = program("serve", GREFFE_PORT="eighty")
    assert (run.returncode, run.stderr) == (
        2,
        "greffe: GREFFE_PORT is 'eighty': it has to be a whole number from 0 to 65535.\n",
    )
    (tmp_path / "greffe.sqlite").write_bytes(b"damaged" * 1000)
    run = program("export", GAME, "--data", str(tmp_path))
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_a_reader_that_leaves_early_is_no_error(data: Path) -> None:
    command = f"'{sys.executable}' -P -m ops.cli export {GAME} | head -1"
    run = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.stdout.count("\n") == 1
    assert "Traceback" not in run.stderr


HOSTILE = "a\x1b]0;t\x9b31m\u202eb\u2066c\x07\r\n\tçé —\u202f« \u00a0»\u200e"
SHOWN = "a\\x1b]0;t\\x9b31m\\u202eb\\u2066c\\x07\\r\n\tçé —\u202f« \u00a0»\\u200e"


@click.command("say")
@click.argument("how")
def say(how: str) -> None:
    if how == "refused":
        raise BadRequest("/a", same(HOSTILE))
    if how == "broken":
        raise ValueError(HOSTILE)
    if how == "bytes":
        sys.stdout.buffer.write(HOSTILE.encode())
    else:
        click.echo(HOSTILE, err=how == "error")


class Own(Commands):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return say


@pytest.mark.parametrize("how", ["output", "error", "refused", "broken"])
def test_what_a_terminal_would_obey_is_written_as_an_escape(how: str) -> None:
    invoke = CliRunner().invoke(Own("greffe"), ["say", how])
    assert SHOWN in invoke.output.replace(" " * 8, "\t")
    assert "\x1b" not in invoke.output


def test_data_for_a_file_is_left_as_it_is() -> None:
    invoke = CliRunner().invoke(Own("greffe"), ["say", "bytes"])
    assert invoke.stdout_bytes == HOSTILE.encode(), invoke.output
