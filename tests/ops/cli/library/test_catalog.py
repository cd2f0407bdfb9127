"""`greffe catalog`: what is wrong with a file, by line; what there is; adding one's own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from domain.rules.titles import registry
from ops.serving.demo import TITLE
from tests.ops.cli.test_commands import one_sentence, program

Greffe = Callable[..., Result]
OWN = registry.ruleset(TITLE).catalogs()["default"]


def edited(tmp_path: Path, **values: Any) -> Path:
    """A file with the default catalog, some of its values changed."""
    data: dict[str, Any] = json.loads(OWN.data)
    data["values"].update(values)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data, indent=1), "utf-8")
    return file


def test_a_good_file_is_said_to_be_good(greffe: Greffe, tmp_path: Path) -> None:
    file = edited(tmp_path, start_units=2)
    shown = greffe("catalog", "check", str(file))
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0].startswith(f"{file}: no fault. Northgard: Training Grounds, ")
    assert lines[1] == f"  sha256 {hashlib.sha256(file.read_bytes()).hexdigest()}"
    assert lines[2] == f"  {sum(OWN.counts().values())} values: 55 text, 0 published, 13 inferred, 115 placeholder"
    assert "aucun défaut" in greffe("catalog", "check", str(file), "--lang", "fr").stdout
    assert json.loads(greffe("catalog", "check", str(file), "--json").stdout) == {"file": str(file), "faults": []}


def test_every_fault_of_a_file_has_its_line(greffe: Greffe, tmp_path: Path) -> None:
    file = edited(tmp_path, start_units="three", colour="red")
    shown = greffe("catalog", "check", str(file))
    assert shown.exit_code == 1
    *faults, count = shown.stdout.splitlines()
    assert count == "2 faults."
    lines = file.read_text("utf-8").splitlines()
    for fault, word in zip(faults, ('"three"', '"red"'), strict=True):
        at = int(fault.removeprefix(f"{file}:").partition(":")[0])
        assert word in lines[at - 1]
    assert faults[0].endswith(": /values/start_units: this must be a whole number, not a text")
    french = greffe("catalog", "check", str(file), "--lang", "fr")
    assert french.exit_code == 1
    assert "il faut ici un nombre entier, pas un texte" in french.stdout
    assert french.stdout.splitlines()[-1] == "2 défauts."
    found = json.loads(greffe("catalog", "check", str(file), "--json").stdout)["faults"]
    assert (found[0]["pointer"], found[0]["line"]) == ("/values/start_units", int(faults[0].split(":")[1]))
    assert found[0]["text"]["en"] == "this must be a whole number, not a text"


def test_contradictions_are_found_without_a_record(greffe: Greffe, tmp_path: Path) -> None:
    shown = greffe("catalog", "check", str(edited(tmp_path, start_units=99)))
    assert shown.exit_code == 1
    assert "99 units are placed but a player has 10" in shown.stdout


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": "chess"}'])
def test_what_is_no_catalog_is_said_without_a_traceback(greffe: Greffe, text: str) -> None:
    shown = greffe("catalog", "check", "-", input=text)
    assert shown.exit_code == 1
    assert shown.stdout.startswith("<stdin>:1: ")


def test_catalogs_are_listed_and_shown_with_their_provenance(greffe: Greffe, data: Path) -> None:
    rows = greffe("catalog", "list").stdout.splitlines()
    assert rows[0].split()[:5] == ["title", "name", "sha256", "values", "placeholders"]
    assert [row.split()[0] for row in rows[1:]] == [id for id in registry.ids() for _ in registry.ruleset(id).catalogs()]
    assert len(greffe("catalog", "list", "--ruleset", TITLE).stdout.splitlines()) == 3
    assert "No catalog is found." in one_sentence(greffe("catalog", "list", "--ruleset", "chess"), 0)
    shown = greffe("catalog", "show", TITLE, "--origin", "inferred").stdout.splitlines()
    assert shown[0].endswith(f"({TITLE}/default)")
    assert shown[1] == f"  sha256 {OWN.sha256}"
    assert len(shown) == 5 + OWN.counts()["inferred"]
    french = greffe("catalog", "show", OWN.sha256[:10], "--lang", "fr").stdout
    assert "183 valeurs : 55 texte, 0 publié, 13 déduit, 115 provisoire" in french
    as_data = json.loads(greffe("catalog", "show", TITLE, "--origin", "text", "--json").stdout)
    assert (as_data["sha256"], len(as_data["values"])) == (OWN.sha256, OWN.counts()["text"])
    assert [one["name"] for one in json.loads(greffe("catalog", "list", "--ruleset", TITLE, "--json").stdout)] == [
        "default",
        "terrain",
    ]


def test_an_organisers_own_is_corrected_checked_added_and_played_with(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    """The way that `greffe catalog --help` describes."""
    file = tmp_path / "mine.json"
    text = greffe("catalog", "show", TITLE, "--file").stdout_bytes
    assert text == OWN.data
    file.write_bytes(text.replace(b'"victory_points_to_win": 5', b'"victory_points_to_win": 3'))
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    assert greffe("catalog", "check", str(file)).exit_code == 0
    assert greffe("catalog", "add", str(file)).stdout == f"The catalog {sha256} is kept.\n"
    assert greffe("catalog", "add", str(file)).stdout == f"The catalog {sha256} was here already.\n"
    assert greffe("catalog", "show", sha256, "--file").stdout_bytes == file.read_bytes()
    assert "(added)" in greffe("catalog", "list").stdout.splitlines()[-1]
    opened = json.loads(greffe("campaign", "open", TITLE, "--catalog", sha256[:8], "--json").stdout)
    game = json.loads(greffe("campaign", "next", opened["id"], "--json").stdout)["game"]
    assert json.loads(greffe("show", game, "--json").stdout)["board"]["goal"] == 3


def test_a_file_with_faults_is_not_added(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    before = greffe("catalog", "list").stdout
    refused = greffe("catalog", "add", str(edited(tmp_path, start_units=99)))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "99 units are placed" in refused.stderr
    assert refused.stderr.endswith("1 fault.\n")
    assert greffe("catalog", "list").stdout == before


def test_what_is_not_there_is_one_sentence(greffe: Greffe, data: Path, tmp_path: Path) -> None:
    assert one_sentence(greffe("catalog", "show", "nothing")) == "greffe: There is no catalog nothing."
    assert one_sentence(greffe("catalog", "show", "nothing", "--lang", "fr")) == "greffe: Il n'y a pas de catalogue nothing."
    assert "No such file or directory" in one_sentence(greffe("catalog", "check", str(tmp_path / "none.json")))
    assert "There is no record in" in one_sentence(greffe("catalog", "list", "--data", str(tmp_path / "none")))


@pytest.mark.parametrize("name", ["check", "list", "show", "add"])
def test_every_part_explains_itself(greffe: Greffe, name: str) -> None:
    assert f"\n  {name} " in greffe("catalog").stdout
    assert "usage: " in greffe("catalog", name, "--help").stdout.lower()


def test_as_a_program_a_check_ends_with_its_code(tmp_path: Path) -> None:
    run = program("catalog", "check", str(edited(tmp_path, start_units=99)))
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.splitlines()[-1] == "1 fault."
