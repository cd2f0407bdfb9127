"""The title in `domain/titles/TUTORIAL.md` is the one that ships. Built from that page as a package
of its own, named `merels`, it works on pages and on the command line and fulfils all laws, although
no file of the repository names it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from ops.settings.config import ROOT
from tests.amount import ALL, slow
from tests.builders.api.callers import Club
from tests.builders.api.forms import Person
from tests.builders.api.seated import choices_form, game_now, sits
from tests.builders.servers import PATIENCE
from tests.records.play import replay

PAGE = ROOT / "domain" / "titles" / "TUTORIAL.md"


TITLES = PAGE.parent
WORDS = "morris/locale/fr.po"


def blocks() -> dict[str, str]:
    """The code blocks of the tutorial by the file that each shows; blocks without a file by their
    language."""
    fenced = re.findall(
        r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return {file or kind: text for kind, file, text in fenced}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "merels" / "locale").mkdir(parents=True)
    about = tmp_path / "merels-1.dist-info"
    about.mkdir()
    for file, text in blocks().items():
        if "/" in file:
            own = text.replace("domain.titles.morris", "merels").replace('"morris"', '"merels"')
            (tmp_path / file.replace("morris", "merels")).write_text(own, "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: merels\nVersion: 1\n")
    (about / "entry_points.txt").write_text(blocks()["ini"])
    return tmp_path


def test_the_page_shows_the_files_that_ship() -> None:
    shown = {file: text for file, text in blocks().items() if "/" in file}
    excerpt = shown.pop(WORDS)
    ships = (file for kind in ("*.py", "*.json") for file in (TITLES / "morris").rglob(kind))
    assert shown == {str(file.relative_to(TITLES)): file.read_text("utf-8") for file in ships}
    french = re.sub(r"^#: .*\n", "", (TITLES / WORDS).read_text("utf-8"), flags=re.MULTILINE)
    assert set(excerpt.strip().split("\n\n")) <= set(french.strip().split("\n\n"))


def test_the_title_is_as_short_as_the_page_says() -> None:
    lines = sum(len(text.splitlines()) for file, text in blocks().items() if file.endswith(".py"))
    assert lines < 400 and f"{lines} lines of Python" in PAGE.read_text("utf-8")


def test_the_page_shows_the_laws_file_that_ships() -> None:
    told = (ROOT / "tests" / "records" / "morris" / "laws.json").read_text("utf-8")
    assert blocks()["laws.json"] == told


def test_the_recorded_game_on_the_page_can_be_replayed(tmp_path: Path) -> None:
    case = tmp_path / "case.jsonl"
    case.write_text(blocks()["jsonl"], "utf-8")
    assert replay(case).boards[-1].men["d6"] == "red"


def greffe(package: Path, *commands: tuple[str, ...]) -> list[str]:
    code = f"""
import json
from click.testing import CliRunner
from ops.cli import main
done = [CliRunner().invoke(main, list(words)) for words in {list(commands)!r}]
print(json.dumps([run.stdout if run.exit_code == 0 else 1 / 0 for run in done]))
"""
    env = {
        **os.environ,
        "PYTHONPATH": str(package),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GREFFE_DATA": str(package / "data"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout.splitlines()[-1]))


def test_the_command_line_plays_it_and_judges_it_again(package: Path) -> None:
    (package / "data").mkdir(mode=0o700)
    commands = (
        ("migrate", "--new"),
        ("simulate", "merels", "--games", "1", "--seed", "4", "--record", "--json"),
        ("recheck", "--ruleset", "merels"),
    )
    _, played, judged = greffe(package, *commands)
    assert json.loads(played)["endings"] == {"two-men": 1}
    assert "1 game" in judged, judged


def test_its_french_catalog_translates_its_own_sentences(package: Path) -> None:
    translated = blocks()[WORDS].count('msgid "') - 1
    begun, brought_up = greffe(
        package, *[("words", "add", tag, str(package / "merels")) for tag in ("de", "fr")]
    )
    sentences = int(begun.split(": ")[1].split()[0])
    assert brought_up.endswith(f": {sentences - translated} to translate, 0 removed\n")


@pytest.fixture
def merels(package: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setitem(
        registry._TITLES, ("merels", 1), blocks()["ini"].splitlines()[1].partition(" = ")[2]
    )
    return "merels"


SUITE = ("tests/laws", "tests/records", "tests/domain/game/rulings/test_rulings.py")
MORE = (
    "tests/domain/game",
    "tests/domain/titles/contract",
    "tests/api/web",
    "tests/api/game/opening",
    "tests/ops/tables/test_tables.py",
)


@slow("a suite within the suite; the tests above play and judge the same title")
def test_titles_of_packages_pass_the_suite_with_their_folder_alone(package: Path) -> None:
    """The suite runs over the tutorial's title, and over a title whose games end after a few
    actions and that has no pieces and no picture."""
    shutil.copytree(ROOT / "tests" / "laws" / "nim", package / "nim")
    shutil.copytree(ROOT / "tests" / "records" / "morris", package / "merels" / "records")
    for game in package.glob("merels/records/*.jsonl"):
        game.write_text(game.read_text("utf-8").replace('"morris"', '"merels"'), "utf-8")
    with (package / "merels-1.dist-info" / "entry_points.txt").open("a") as entries:
        entries.write("nim = nim:RULES\n")
    suite = [*SUITE, *(MORE if ALL else ())]
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-rs",
            "-p",
            "no:xdist",
            *suite,
            "-k",
            "merels or nim",
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE * 5,
    )
    assert run.returncode == 0, run.stdout
    assert "nim lists all that can be done: no action of it is asked for by a form" in run.stdout
    assert "merels has" not in run.stdout.replace("merels has no concordance.json", "")


def test_a_game_is_opened_played_and_looked_at_on_its_pages(
    app: Flask, clerk: Clerk, merels: str, organiser: Person
) -> None:
    club = Club(app, clerk, ruleset=merels, options={"quiet": 10})
    assert "Qui commence est tiré au sort" in organiser.go(f"/titles/{merels}?lang=fr").text
    assert "With three men left" in organiser.go(f"/organise/open?ruleset={merels}&lang=en").text
    rng = Random(5)
    while seats := game_now(club).to_act:
        person = sits(club, seats[0], "fr")
        assert 'data-place="d6"' in person.page
        form = choices_form(person)
        name, value, _ = rng.choice(form.buttons)
        person.post(form.action, form.sent(**{name: value}))
        assert person.answer.status_code == 200, person.text("said")
    assert game_now(club).outcome.text.en in sits(club, "spectator").page
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
    assert "Mill closed" in person.go(f"/games/{club.game}/desk/rule").text


def test_the_api_says_what_the_title_declares(app: Flask, clerk: Clerk, merels: str) -> None:
    club = Club(app, clerk, ruleset=merels)
    table = club.table()
    (seat,) = game_now(club).to_act
    other = next(other_seat for other_seat in ("blue", "red") if other_seat != seat)
    for who, point, code, rule in (
        (seat, "d4", "no-point", "Placing"),
        (other, "a1", "not-your-turn", "Turns"),
    ):
        verdict = table.act(who, {"type": "place-man", "point": point}).json["verdict"]
        assert (verdict["code"], verdict["rule"]) == (code, rule)
    assert table.act(seat, {"type": "place-man", "point": "z9"}).status_code == 422
    assert table.act(seat, {"type": "place-man", "point": "d6"}).status_code == 201
    assert table.get("/board").json["board"]["men"]["d6"] == seat
    assert club.organiser.get(f"/api/v1/rulesets/{merels}").json["actions"]
