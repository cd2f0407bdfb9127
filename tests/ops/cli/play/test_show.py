"""`greffe show --svg`: a board as a picture of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from click.testing import Result

from domain.clerk.commands import Opening
from domain.drawing.palette import STYLESHEET
from domain.game.game import Game
from domain.rules.ruleset import PUBLIC
from domain.rules.titles.registry import ids
from ops.serving.demo import GAME
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from projections.shapes.pictures import picture
from tests.builders.players import play_on

Greffe = Callable[..., Result]
SVG = "{http://www.w3.org/2000/svg}"


def shown(result: Result) -> ET.Element:
    assert result.exit_code == 0, result.stderr
    return ET.fromstring(result.stdout_bytes)


def caption(root: ET.Element) -> str:
    return " ".join(text.text or "" for text in root.iter(SVG + "text"))


def test_a_board_is_written_as_a_picture_with_its_sheet_and_its_caption(greffe: Greffe, data: Path) -> None:
    root = shown(greffe("show", GAME, "--svg"))
    assert root.tag == SVG + "svg"
    assert root.findtext(SVG + "style") == STYLESHEET
    assert f"game {GAME}, after record 24 of 24 (exact)." in caption(root)
    places = {g.get("data-place") for g in root.iter(SVG + "g")}
    assert "T05a" in places and "C2" not in places


def test_any_position_any_audience_either_language(greffe: Greffe, data: Path) -> None:
    root = shown(greffe("show", GAME, "--svg", "--at", "4", "--lang", "fr", "--audience", "blue"))
    assert root.get("lang") == "fr"
    assert "après l'écriture 4 sur 24" in caption(root)
    assert "C2" in {g.get("data-place") for g in root.iter(SVG + "g")}
    for audience in ("public", "arbiter", "red"):
        assert shown(greffe("show", GAME, "--svg", "--audience", audience)).get("lang") == "en"


@pytest.mark.parametrize("title", ids())
def test_every_title_is_drawn_as_its_page_draws_it(title: str, greffe: Greffe, data: Path) -> None:
    clerk = open_clerk(Settings.load({}, data=str(data)))
    game = clerk.open_game(Opening(ruleset=title), "operator", title).game
    game = play_on(clerk, game, Random(3), lambda game: game.seq >= 12)
    clerk.close()
    for seq in (1, game.seq):
        drawn = shown(greffe("show", game.id, "--svg", "--at", str(seq), "--lang", "fr"))
        page = ET.fromstring(picture(Game(game.history, game.checks, seq), PUBLIC, "fr"))
        assert hooks(drawn) == hooks(page) and len(hooks(page)) > 4
        assert {text.text for text in page.iter("text")} <= {text.text for text in drawn.iter(SVG + "text")}


def hooks(root: ET.Element) -> list[tuple[str, str]]:
    """What can be tapped on a picture, in its order."""
    return [hook for group in root.iter() for hook in group.items() if hook[0].startswith("data-")]


def test_a_board_is_written_in_either_shape(greffe: Greffe, data: Path) -> None:
    tall, wide = (shown(greffe("show", GAME, "--svg", "--shape", shape)) for shape in ("tall", "wide"))
    assert sorted(hooks(tall)) == sorted(hooks(wide))
    assert (float(tall.get("width", "0")), float(wide.get("width", "0"))) == (404, 900)
    assert greffe("show", GAME, "--svg").stdout_bytes == greffe("show", GAME, "--svg", "--shape", "tall").stdout_bytes


def test_what_differs_from_another_position_is_marked(greffe: Greffe, data: Path) -> None:
    def marked(*arguments: str) -> set[str | None]:
        groups = shown(greffe("show", GAME, "--svg", *arguments)).iter(SVG + "g")
        return {g.get("data-place") or g.get("data-seat") for g in groups if "changed" in (g.get("class") or "").split()}

    assert marked() == marked("--since", "24") == set()
    assert "T05a" in marked("--since", "4")
    assert "C2" in marked("--at", "4", "--since", "24"), "backwards as well: there it is still face down"


def test_the_same_position_is_the_same_file(greffe: Greffe, data: Path) -> None:
    assert greffe("show", GAME, "--svg", "--at", "9").stdout_bytes == greffe("show", GAME, "--svg", "--at", "9").stdout_bytes


def test_what_cannot_be_drawn_is_one_sentence(greffe: Greffe, data: Path) -> None:
    def refused(*arguments: str) -> str:
        result = greffe("show", GAME, *arguments)
        assert result.exit_code == 2
        assert result.stdout == "" and len(result.stderr.splitlines()) == 1
        return result.stderr

    assert "--svg and --json are two ways to write a board: leave one out." in refused("--svg", "--json")
    assert "--since marks a picture: add --svg." in refused("--since", "4")
    assert "--shape is of a picture: add --svg." in refused("--shape", "wide")
    assert "There is no position 99: this game has records 1 to 24." in refused("--svg", "--since", "99")
    assert "There is no position 99" in refused("--svg", "--at", "99")
    assert "There is no seat green at this table" in refused("--svg", "--audience", "green")
