"""The tutorial: the title that `domain/titles/TUTORIAL.md` builds, in a package of its own: on the
pages, on the command line, and under the laws.

No file of the repository knows of it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from ops.settings.config import ROOT
from tests.builders.api.callers import Club
from tests.builders.api.forms import signed_in
from tests.builders.api.seated import choices, head, sits
from tests.laws import test_corrections, test_offers, test_series, test_titles

PAGE = ROOT / "domain" / "titles" / "TUTORIAL.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder, about = tmp_path / "nim", tmp_path / "nim-1.dist-info"
    folder.mkdir()
    about.mkdir()
    (folder / "__init__.py").write_text("\n\n".join(blocks("python")), "utf-8")
    (folder / "catalog.json").write_text(blocks("json")[0], "utf-8")
    (folder / "locale").mkdir()
    (folder / "locale" / "fr.po").write_text(blocks("po")[0], "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1\n")
    (about / "entry_points.txt").write_text(blocks("ini")[0])
    return tmp_path


def greffe(package: Path, *commands: tuple[str, ...]) -> list[str]:
    code = f"""
import json
from click.testing import CliRunner
from ops.cli import main
done = [CliRunner().invoke(main, list(words)) for words in {list(commands)!r}]
print(json.dumps([one.stdout if one.exit_code == 0 else 1 / 0 for one in done]))
"""
    env = {
        **os.environ,
        "PYTHONPATH": str(package),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GREFFE_DATA": str(package / "data"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines: list[str] = json.loads(done.stdout.splitlines()[-1])
    return lines


def test_it_is_short(package: Path) -> None:
    assert len((package / "nim" / "__init__.py").read_text("utf-8").splitlines()) < 150


def test_the_command_line_plays_it_and_judges_it_again(package: Path) -> None:
    (package / "data").mkdir(mode=0o700)
    commands = (
        ("migrate",),
        ("simulate", "nim", "--games", "1", "--record", "--json"),
        ("recheck", "--ruleset", "nim"),
    )
    _, played, judged = greffe(package, *commands)
    assert json.loads(played)["endings"] == {"last-stone": 1}
    assert "1 game" in judged, judged


def test_its_french_is_of_its_own_sentences(package: Path) -> None:
    translated = blocks("po")[0].count('msgid "') - 1
    begun, brought_up = greffe(
        package, *[("words", "add", tag, str(package / "nim")) for tag in ("de", "fr")]
    )
    sentences = int(begun.split(": ")[1].split()[0])
    assert brought_up.endswith(f": {sentences - translated} to translate, 0 removed\n")


@pytest.fixture
def nim(package: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setitem(
        registry._TITLES, ("nim", 1), blocks("ini")[0].splitlines()[1].partition(" = ")[2]
    )
    return "nim"


LAWS = (test_corrections, test_offers, test_series, test_titles)


def test_the_laws_hold_it(nim: str) -> None:
    laws = [
        law
        for module in LAWS
        for name, law in vars(module).items()
        if name.startswith("test_") and _is_of_titles(law)
    ]
    assert len(laws) > 20
    for law in dict.fromkeys(laws):
        law(nim)


def _is_of_titles(law: Any) -> bool:
    marks = {mark.name: mark for mark in getattr(law, "pytestmark", ())}
    return (
        "slow" not in marks and "parametrize" in marks and marks["parametrize"].args[0] == "title"
    )


def test_a_game_is_opened_played_and_looked_at_on_its_pages(
    app: Flask, clerk: Clerk, nim: str
) -> None:
    club = Club(app, clerk, ruleset=nim, options={"misere": True})
    organiser = signed_in(app)
    assert "tiré au sort" in organiser.go(f"/titles/{nim}?lang=fr").text
    assert (
        "Qui prend la dernière pierre perd"
        in organiser.go(f"/organise/open?ruleset={nim}&lang=fr").text
    )
    rng = Random(5)
    while seats := head(club).to_act:
        person = sits(club, seats[0], "fr")
        assert 'data-place="A"' in person.page
        form = choices(person)
        name, value, words = rng.choice(form.buttons)
        assert (
            words.startswith(("Prend ", "pierre")) or msgspec.json.decode(value)["type"] == "take"
        )
        person.post(form.action, form.sent(**{name: value}))
        assert person.answer.status_code == 200, person.text("said")
    assert "l’emporte" in person.text("now")
    person = sits(club, "arbiter")
    for page in (
        "",
        "/audit",
        "/numbers",
        "/desk",
        "/desk/rule?type=correct",
        "/trail",
        "/branches",
    ):
        assert person.go(f"/games/{club.game}{page}").status_code == 200, page
    assert "Stones taken" in person.go(f"/games/{club.game}/desk/rule").text


def test_the_api_says_what_the_title_declares(app: Flask, clerk: Clerk, nim: str) -> None:
    club = Club(app, clerk, ruleset=nim)
    table = club.table()
    (seat,) = head(club).to_act
    other = next(other_seat for other_seat in ("ann", "bob") if other_seat != seat)
    for who, heap, code, rule in (
        (seat, "Z", "no-heap", "Taking"),
        (other, "A", "not-your-turn", "Turns"),
    ):
        verdict = table.act(who, {"type": "take", "heap": heap, "count": 1}).json["verdict"]
        assert (verdict["code"], verdict["rule"]) == (code, rule)
    assert table.act(seat, {"type": "take", "heap": "A", "count": 0}).status_code == 422
    assert table.act(seat, {"type": "take", "heap": "A", "count": 3}).status_code == 201
    assert table.get("/board").json["board"]["heaps"] == {"A": 0, "B": 4, "C": 5}
    actions = club.organiser.get(f"/api/v1/rulesets/{nim}").json["actions"]
    assert actions
