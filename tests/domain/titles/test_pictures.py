"""Pictures of boards that no recorded game has. `tests/laws/test_pictures.py` has the laws of all
pictures, and the pictures on file there show what usual boards look like."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.text import LANGS, Lang
from domain.titles import convicted, raiders, tears
from domain.titles.convicted.picture.pieces import token_letters
from domain.titles.fief.picture.icons import letters as initials
from domain.titles.raiders.picture.pieces import letters
from tests.builders.fief import opened
from tests.domain.titles.pictured import SVG, drawn, groups, title, view, words
from tests.records.play import HERE, replay


def position(game: str, at: int) -> Any:
    return replay(HERE / f"{game}.jsonl").boards[at]


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_kinds_of_pieces_and_no_two_families_have_the_same_letters(lang: Lang) -> None:
    """For example, gold differs from a grey worker, and silver (argent) from armour (armement)."""
    families = opened(6).setting
    for shown in (
        letters(lang),
        token_letters(position("convicted/four-heroes", 0).setting, lang),
        initials({seat: families.name(seat).to(lang) for seat in families.seats}),
    ):
        assert len({code.casefold() for code in shown.values()}) == len(shown)
    assert initials({"a": "Blue", "b": "Black", "c": "Red"}) == {"a": "Bu", "b": "Ba", "c": "R"}


def test_many_pieces_on_a_space_are_counted() -> None:
    board = position("raiders-solo/defeat-on-valkyries", 0)
    sites = view(raiders.RULES, board)["sites"]
    sites["harbour-left"][0] |= {"gold": 7, "iron": 1, "livestock": 2, "valkyries": 0, "worker": ""}
    results = words(groups(drawn(raiders.RULES, board, sites=sites))["harbour-left-1"])
    assert [results.count(word) for word in ("Go", "7", "I", "L", "2")] == [1, 1, 1, 1, 1]


def test_markers_past_the_end_of_a_track_stay_on_its_last_step() -> None:
    board = position("raiders-solo/defeat-on-valkyries", 0)
    player = view(raiders.RULES, board)["player"]
    last, past = (
        groups(drawn(raiders.RULES, board, player=player | {"valkyries": n}))["valkyries-track"]
        for n in (7, 12)
    )
    assert "player 12" in title(past)
    assert [ET.tostring(shape) for shape in last[1:]] == [ET.tostring(shape) for shape in past[1:]]


@pytest.mark.parametrize("many", [0, 40])
def test_a_hand_of_any_size_is_drawn_within_the_same_bounds(many: int) -> None:
    board = position("tears-solo/07-random-two-wedges", 60)
    hand = [card.id for card in board.setting.values.factions["norman"].deck][:many]
    player = view(tears.RULES, board)["player"] | {"hand": hand}
    shown, usual = drawn(tears.RULES, board, player=player), drawn(tears.RULES, board)
    assert ET.fromstring(shown).get("viewBox") == ET.fromstring(usual).get("viewBox")
    assert set(hand) <= groups(shown).keys()


def test_names_that_a_table_has_entered_cannot_break_the_picture() -> None:
    board = position("tears-solo/04-real-cards-deck-out", 20)
    bad = '</text><script>alert("1")</script>&'
    name = {"en": bad, "fr": bad}
    stands = {"card": bad, "name": name, "exhausted": True, "damage": 2, "attached": [bad]}
    enemy = view(tears.RULES, board)["enemy"]
    enemy |= {"lines": [[stands, None, None], *enemy["lines"][1:]], "reserve": [stands] * 9}
    picture = drawn(tears.RULES, board, enemy=enemy, turn={"revealed": bad})
    assert not list(ET.fromstring(picture).iter(SVG + "script"))
    assert bad in groups(picture)


def test_house_values_are_said_to_be_some() -> None:
    board = position("convicted/four-heroes", 0)
    assert "Numbers in 13 parts of this catalog are house values." in drawn(convicted.RULES, board)
    assert "house values" not in drawn(convicted.RULES, board, house_values=[])
