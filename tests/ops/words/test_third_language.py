"""A language is added by files alone, as `ops/LANGUAGES.md` says. Pages, problems, a title and the
command line then have it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.words.catalogs import parse_catalog
from ops.settings.config import ROOT
from ops.words.extraction import ROOMS
from tests.amount import slow
from tests.builders.servers import PATIENCE

GERMAN = {
    "domain/game": {"There is no game {game}.": "Es gibt keine Partie {game}."},
    "api/admin": {"Key, or link": "Schlüssel oder Link"},
    "domain/titles/northgard": {
        "Blue": "Blau",
    },
}
UNITS = """msgid_plural "{seat} recruits {units} units in {territory}."
msgstr[0] "{seat} wirbt in {territory} {units} Einheit an."
msgstr[1] "{seat} wirbt in {territory} {units} Einheiten an."
"""
SAYS = """
import json, sys, tempfile
from pathlib import Path
from api import create_app
from domain.titles.northgard import facts as f
from domain.kernel.text import LANGS
from domain.titles import registry
from domain.titles.simulation import opening
from tests.builders.api.client import KEY
from tests.builders.stores import new_clerk

app = create_app(new_clerk(Path(sys.argv[1]) / "greffe.sqlite"), None, KEY)
client = app.test_client()
page = client.get("/enter", headers={"Accept": "text/html", "Accept-Language": "de-AT, fr;q=0.5"})
chosen = client.get("/enter?lang=de", headers={"Accept": "text/html"})
problem = client.get("/api/v1/games/none", headers={"Accept-Language": "de", "Authorization": "Bearer " + KEY})
board, *_ = opening(registry.ruleset("northgard-training"), 1)
said = [f.UnitsRecruited("blue", "T01", n).say(board) for n in (1, 2)]
print(json.dumps({
    "langs": LANGS, "page": page.text, "language": page.headers["Content-Language"], "chosen": chosen.text,
    "problem": problem.json, "said": [one.to("de") for one in said], "stored": [one.en for one in said] + [one.fr for one in said],
    "left": f.TurnPassed("blue").say(board).to("de"),
}))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rooms with compiled catalogs, with German begun and a few sentences
    translated."""
    home = tmp_path_factory.mktemp("house")
    for room in (*ROOMS, "tests"):
        shutil.copytree(ROOT / room, home / room)
    begun = output_of(home, "-m", "ops.cli", "words", "add", "de")
    assert "domain/titles/northgard/locale/de.po" in begun
    for package, german in GERMAN.items():
        file = home / package / "locale/de.po"
        text = file.read_text("utf-8")
        for message, words in german.items():
            if message in {str(entry.id) for entry in parse_catalog(file, "de")}:
                text = text.replace(
                    f'msgid "{message}"\nmsgstr ""', f'msgid "{message}"\nmsgstr "{words}"'
                )
        file.write_text(_with_forms(text), "utf-8")
    return home


def _with_forms(catalog: str) -> str:
    return catalog.replace(re.sub(r'msgstr\[(\d)\] ".*"', r'msgstr[\1] ""', UNITS), UNITS)


def output_of(home: Path, *arguments: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(home)}
    ran = subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=home,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@slow(
    "copies the rooms; pages in a language that is none of ours are in "
    "tests/browser/test_languages.py, the check beside this"
)
def test_pages_problems_and_titles_speak_a_language_that_is_files_alone(
    house: Path, tmp_path: Path
) -> None:
    answers: dict[str, Any] = json.loads(output_of(house, "-c", SAYS, str(tmp_path)))
    assert answers["langs"] == ["en", "de", "fr"]
    assert answers["language"] == "de" and '<html lang="de">' in answers["page"]
    assert "Schlüssel oder Link" in answers["page"] and "Schlüssel oder Link" in answers["chosen"]
    assert 'hreflang="fr"' in answers["page"] and ">English</a>" in answers["page"], (
        "each language by its own name"
    )
    assert (
        "The operator&#39;s key lies in" in answers["page"]
        or "The operator's key lies in" in answers["page"]
    ), "the rest is English"
    assert answers["problem"]["detail"] == "Es gibt keine Partie none."
    assert answers["problem"]["text"] == {
        "en": "There is no game none.",
        "fr": "Il n'y a pas de partie none.",
    }, "answers stay"
    assert answers["said"] == [
        "Blau wirbt in T01 1 Einheit an.",
        "Blau wirbt in T01 2 Einheiten an.",
    ]
    assert (
        answers["stored"][0] == "Blue recruits 1 unit in T01."
        and answers["stored"][2] == "Bleu recrute 1 unité en T01."
    )
    assert answers["left"].isascii(), "what is not translated is English"


@slow("four commands of their own; the tests beside it read the same catalogs")
def test_the_command_line_has_it_and_the_check_says_what_is_left(house: Path) -> None:
    assert "|de|fr]" in output_of(house, "-m", "ops.cli", "words", "check", "--help")
    env = {**os.environ, "PYTHONPATH": str(house)}
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "ops.cli", "words", "check"],
        cwd=house,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (
        ran.returncode == 1
        and "domain/locale/de.po" in ran.stdout
        and "it is not translated" in ran.stdout
    )
