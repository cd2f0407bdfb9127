"""Laws of board pictures, for every title and every position of its recorded games."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.drawing.palette import STYLESHEET
from domain.drawing.svg import differing, marked
from domain.rules.ruleset import ARBITER, PUBLIC, Board
from domain.rules.text import LANGS, Lang
from domain.rules.titles import registry
from tests.amount import spread
from tests.records.play import HERE as GAMES
from tests.records.play import Replay, files, replay

PATHS = files()
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
HOOKS = ("place", "card", "piece", "seat")


def view(rules: registry.AnyRuleset, board: Board, audience: str) -> dict[str, Any]:
    """What an audience gets over the wire."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules.view(board, audience)))
    return plain


def drawn(game: Replay, board: Board, audience: str = PUBLIC, lang: Lang = "en") -> str:
    return game.rules.picture(board.setting, view(game.rules, board, audience), lang)


SAMPLES: dict[str, tuple[str, int, Lang]] = {
    "northgard-training": ("open-ground", 22, "fr"),
    "fief-tactics": ("plague-crusade-and-allies", 48, "en"),
    "raiders-solo": ("defeat-on-valkyries", 131, "fr"),
    "tears-solo": ("07-random-two-wedges", 60, "en"),
    "convicted": ("four-heroes", 45, "en"),
}
"""One position of each title: a recorded game, how many actions were taken, the language of the words."""


@pytest.mark.parametrize("title", registry.ids())
def test_a_sample_looks_as_it_did(title: str) -> None:
    """The picture is the one on file, with each element on a line of its own; `GREFFE_REWRITE=1` writes it anew, for a person to
    look at. What pictures have to be, the other laws say."""
    name, at, lang = SAMPLES[title]
    game = replay(GAMES / title / f"{name}.jsonl")
    lines = drawn(game, game.boards[at], lang=lang).replace("><", ">\n<") + "\n"
    golden = Path(__file__).parent / "pictures" / f"{title}.svg"
    if os.environ.get("GREFFE_REWRITE"):
        golden.write_text(lines, "utf-8")
    assert golden.read_text("utf-8") == lines


@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_position_is_well_formed_and_of_one_size(path: Path) -> None:
    game = replay(path)
    sizes = set()
    for board in spread(game.boards, 6):
        picture = drawn(game, board)
        root = ET.fromstring(picture)
        sizes.add((root.get("viewBox"), root.get("width"), root.get("height")))
        assert len(picture) < 90_000
    assert len(sizes) == 1


@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_picture_says_what_it_shows(path: Path) -> None:
    """It has a role, a name and a description in its language; what can be tapped has a title and an edge."""
    game = replay(path)
    for board in spread(game.boards, 35, 7):
        for lang in LANGS:
            root = ET.fromstring(drawn(game, board, lang=lang))
            assert root.tag == SVG + "svg"
            assert (root.get("role"), root.get("lang")) == ("img", lang)
            assert [child.tag for child in root[:2]] == [SVG + "title", SVG + "desc"]
            assert root[0].text and root[1].text
            for group in root.iter(SVG + "g"):
                hook = (group.get("class") or "").split(" ")[0]
                if hook in HOOKS:
                    assert group.get(f"data-{hook}"), hook
                    assert group[0].tag == SVG + "title" and group[0].text
                    assert any("edge" in (shape.get("class") or "").split() for shape in group), group[0].text


@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_strict_security_policy_has_nothing_to_refuse(path: Path) -> None:
    """Only plain shapes: no script, no style of its own, no handler, nothing fetched, no id that another picture may have."""
    game = replay(path)
    known = {*re.findall(r"\.([a-z][\w-]*)", STYLESHEET)}
    named = {"place", "seat", "card", "piece", "edge", "board"}
    for board in spread(game.boards, 44, 11):
        root = ET.fromstring(drawn(game, board))
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            for name, value in element.attrib.items():
                assert name not in ("id", "style", "href", "src") and not name.startswith("on"), name
                assert "url(" not in value and "javascript:" not in value
            for cls in (element.get("class") or "").split():
                if cls.startswith(("f-", "s-")):
                    assert cls in known, f"{cls} is not a colour of the sheet"
                if element.tag != SVG + "g" and element.tag != SVG + "svg":
                    assert cls in known | named, f"{cls} means nothing to the sheet"


@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_the_same_view_gives_the_same_picture_to_whoever_looks(path: Path) -> None:
    game = replay(path)
    for board in spread(game.boards, 52, 13):
        audiences = (PUBLIC, ARBITER, *board.setting.seats)
        shown = {audience: view(game.rules, board, audience) for audience in audiences}
        pictures = {audience: drawn(game, board, audience) for audience in audiences}
        for audience in audiences:
            assert drawn(game, board, audience) == pictures[audience]
            if shown[audience] == shown[PUBLIC]:
                assert pictures[audience] == pictures[PUBLIC]


@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_what_changed_is_marked_and_nothing_else(path: Path) -> None:
    """Marks touch only the places and seats that differ, whose ids are found in the picture they are drawn in."""
    game = replay(path)
    for before, after in pairwise(spread(game.boards, 36, 9)):
        changed = differing(drawn(game, before), drawn(game, after))
        redrawn = game.rules.picture(after.setting, view(game.rules, after, PUBLIC), "en", changed)
        assert redrawn == marked(drawn(game, after), changed, "en"), "a mark is put into a picture as it is drawn with it"
        found = {
            group.get("data-place") or group.get("data-seat")
            for group in ET.fromstring(redrawn).iter(SVG + "g")
            if "changed" in (group.get("class") or "").split()
        }
        assert found <= changed
        plain = redrawn.replace(" changed", "").replace(" (changed)", "")
        assert plain == drawn(game, after).replace(" (changed)", "")
        assert changed or before == after or drawn(game, before) != redrawn
