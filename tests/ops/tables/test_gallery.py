"""The gallery: every script runs over fresh tables, and says what a count by hand says."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ops.gallery
from ops.gallery.support import interval
from tests.ops.tables.test_tables import House

SCRIPTS = sorted(path.stem for path in Path(ops.gallery.__file__).parent.glob("*.py") if path.stem not in ("__init__", "support"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_answers_its_question_with_a_picture(
    script: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house = House(data)
    played = [house.closed(f"game {n}") for n in range(3)]
    house.game("raiders-solo", "raid", 40)
    house.made()
    picture = tmp_path / "picture.svg"
    monkeypatch.setattr(sys, "argv", [script, str(house.folder), str(picture)])
    runpy.run_module(f"ops.gallery.{script}", run_name="__main__")
    said = capsys.readouterr().out
    assert ET.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    if script == "first_player":
        won = 0
        for game in played:
            first = next(fact.seat for fact in game.history.facts(1) if type(fact).__name__ == "FirstPlayerDrawn")
            won += game.outcome is not None and first in game.outcome.winners
        assert f"{100 * won / 3:.1f} % of 3 " in said
    elif script == "dice":
        assert " dice, p = " in said
    else:
        assert said.strip()


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 5, 0.0, 0.5218), (8, 10, 0.4439, 0.9748), (10, 10, 0.6915, 1.0), (1000, 2000, 0.4779, 0.5221), (1, 1, 0.025, 1.0)],
)
def test_the_interval_is_the_exact_one(hits: int, of: int, low: float, high: float) -> None:
    """Against published tables of Clopper and Pearson's."""
    assert interval(hits, of) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_a_share_of_nothing_is_none() -> None:
    for hits, of in ((0, 0), (3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="share"):
            interval(hits, of)
