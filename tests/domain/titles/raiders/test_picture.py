from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.text import LANGS, Lang
from domain.titles.raiders import RULES
from domain.titles.raiders.picture.pieces import letters
from tests.domain.titles import pictured
from tests.domain.titles.pictured import groups, title, words
from tests.records.play import HERE, replay

GAME, HOUSE_DECK = (
    HERE / "raiders-solo" / f"{name}.jsonl" for name in ("defeat-on-valkyries", "defeat-house-deck")
)


def boards(path: Path = GAME) -> list[Any]:
    return list(replay(path).boards)


def drawn(board: Any, lang: Lang = "en", **changes: Any) -> str:
    return pictured.drawn(RULES, board, lang, **changes)


def test_every_piece_on_a_raid_space_is_drawn() -> None:
    for board in boards()[::20]:
        hooks = groups(drawn(board))
        for id, space in board.spaces.items():
            results, sentence = words(hooks[id]), letters("en")
            expected = {
                sentence[kind]: getattr(space, kind)
                for kind in ("gold", "iron", "livestock", "valkyries")
            }
            expected |= {
                sentence[colour]: int(space.worker == colour)
                for colour in ("black", "grey", "white")
            }
            assert {letter: results.count(letter) for letter in expected} == expected


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_kinds_of_pieces_have_the_same_letters(lang: Lang) -> None:
    """Gold is no grey worker, and silver (argent) no armour (armement)."""
    sentence = letters(lang)
    assert len(set(sentence.values())) == len(sentence)


def test_many_pieces_on_a_space_are_counted() -> None:
    board = boards()[0]
    sites = pictured.view(RULES, board)["sites"]
    sites["harbour-left"][0] |= {"gold": 7, "iron": 1, "livestock": 2, "valkyries": 0, "worker": ""}
    results = words(groups(drawn(board, sites=sites))["harbour-left-1"])
    assert [results.count(word) for word in ("Go", "7", "I", "L", "2")] == [1, 1, 1, 1, 1]


def test_the_village_says_who_stands_where_and_what_is_forbidden() -> None:
    board = next(b for b in boards() if b.blocked and b.village.get("mill"))
    en, fr = groups(drawn(board)), groups(drawn(board, "fr"))
    colour = board.village["mill"]
    assert f"Mill: a {colour} worker" in title(en["mill"])
    barred = [id for id in board.setting.values.buildings if "forbidden" in words(en[id])]
    assert (
        barred
        == [board.blocked]
        == [id for id in board.setting.values.buildings if "interdit" in words(fr[id])]
    )


def test_markers_past_the_end_of_a_track_stay_on_its_last_step() -> None:
    board = boards()[0]
    player = pictured.view(RULES, board)["player"]
    ends = [drawn(board, player=player | {"valkyries": n}) for n in (7, 12)]
    tracks = [groups(picture)["valkyries-track"] for picture in ends]
    assert ["player 7" in title(tracks[0]), "player 12" in title(tracks[1])] == [True, True]
    assert [ET.tostring(shape) for shape in tracks[0][1:]] == [
        ET.tostring(shape) for shape in tracks[1][1:]
    ]


def test_a_scheme_card_of_house_values_is_marked_as_one() -> None:
    house = next(b for b in boards(HOUSE_DECK) if b.revealed and b.revealed != "S12")
    letters = words(groups(drawn(house, "fr"))["reveal"])
    assert "* valeurs maison" in letters
    assert any(word.endswith("PV*") for word in letters)
    entered = next(b for b in boards() if b.entered and b.revealed)
    assert not any("*" in word for word in words(groups(drawn(entered))["reveal"]))


def test_the_dice_of_a_raid_can_be_tapped() -> None:
    board = next(b for b in boards() if b.assault and b.assault.dice)
    hooks = groups(drawn(board))
    dice = [title(hooks[f"die-{n}"]) for n in range(1, len(board.assault.dice) + 1)]
    assert dice == [f"Die {n}: {value}" for n, value in enumerate(board.assault.dice, 1)]
