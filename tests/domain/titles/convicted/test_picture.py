from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from domain.kernel.text import LANGS, Lang
from domain.titles.convicted import RULES
from domain.titles.convicted.board import Section, Squad
from domain.titles.convicted.field import HERO_NAMES
from domain.titles.convicted.picture.pieces import codes
from tests.domain.titles import pictured
from tests.domain.titles.pictured import SVG, groups, title, words
from tests.records.play import HERE, replay

GAME = HERE / "convicted" / "four-heroes.jsonl"
MOAT = HERE / "convicted" / "the-moat-takes-its-toll.jsonl"


def boards(path: Path = GAME) -> list[Any]:
    return list(replay(path).boards)


def drawn(board: Any, lang: Lang = "en", **changes: Any) -> str:
    return pictured.drawn(RULES, board, lang, **changes)


def test_a_slot_of_the_ring_is_not_the_tower_behind_it() -> None:
    hooks = groups(drawn(boards(MOAT)[-1]))
    assert title(hooks["slot-NE"]).startswith("Ring NE:")
    assert title(hooks["NE"]).startswith("Tower NE:")


@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_has_two_letters_of_its_own_which_the_key_explains(lang: Lang) -> None:
    board = boards()[0]
    setting, results = board.setting, codes(board.setting, lang)
    assert results.keys() == {*setting.troops, *setting.engines, *setting.foes}
    assert len({code.casefold() for code in results.values()}) == len(results)
    assert {len(code) for code in results.values()} == {2}
    hooks = groups(drawn(board, lang))
    for id, code in results.items():
        assert words(hooks[id])[0] == code
        assert title(hooks[id]).casefold() == setting.named(id).to(lang).casefold()


def test_every_piece_on_the_battlefield_is_drawn() -> None:
    for board in boards()[::6]:
        hooks, letters = groups(drawn(board)), codes(board.setting, "en")
        for id, section in board.sections.items():
            expected = [
                f"{n}{letters[unit]}"
                for unit, n in (*section.units.items(), *section.engines.items())
            ]
            expected += [
                f"{number}:{sum(squad.units.values())}"
                for number, squad in enumerate(section.squads)
            ]
            room = f"{sum(section.units.values())}/{board.level(id).capacity}"
            assert sorted(words(hooks[id])) == sorted(
                [id, room, *expected, *(["★"] if board.preached == id else [])]
            )
        for side, front in board.fronts.items():
            for zone, stack in (("deployment", front.deployment), ("assault", front.assault)):
                shown = words(hooks[f"{side}-{zone}"])[1:]
                assert sorted(shown) == sorted(f"{n}{letters[unit]}" for unit, n in stack.items())


def test_walls_look_as_they_are_built_and_show_what_they_still_resist() -> None:
    board = boards()[20]
    looks = []
    for level in range(6):
        sections = board.sections | {"E": Section(level=level, resistance=level // 2)}
        wall = groups(drawn(replace(board, sections=sections)))["E"]
        pips = [shape for shape in wall.iter(SVG + "rect") if shape.get("width") == "4"]
        assert len(pips) == level
        assert sum("f-seat3" in (pip.get("class") or "") for pip in pips) == level // 2
        looks.append(
            [(shape.get("class"), shape.get("d")) for shape in wall if shape.get("class") != "edge"]
        )
        assert f"resistance {level // 2}" in title(wall)
    assert len({str(look) for look in looks}) == 6, "no two levels look alike"


def test_a_crowd_is_drawn_smaller_not_beyond_its_place() -> None:
    board = boards()[20]
    units = dict.fromkeys(board.setting.troops, 1)
    squads = tuple(Squad("N", "ogre", {"ogre": 12}) for _ in range(4))
    crowded = replace(
        board, sections=board.sections | {"NE": Section(level=3, units=units, squads=squads)}
    )
    tower = groups(drawn(crowded))["NE"]
    places = [
        g.get("transform") or ""
        for g in tower.iter(SVG + "g")
        if "scale" in (g.get("transform") or "")
    ]
    assert len(places) == 10
    for place in places:
        x, y = (float(part) for part in place.removeprefix("translate(").partition(")")[0].split())
        scale = float(place.rpartition("scale(")[2].rstrip(")"))
        assert x + 26 * scale <= 51 and y + 15 * scale <= 60


def test_the_ring_shows_who_is_held_back() -> None:
    """Kind by kind, or where so many tokens have no room, all in one."""
    board = next(b for b in boards(MOAT) if any(front.held for front in b.fronts.values()))
    slot, stack = next(
        (slot, stack) for front in board.fronts.values() for slot, stack in front.held.items()
    )
    held = groups(drawn(board, "fr"))[f"slot-{slot}"]
    assert "retient" in title(held)
    assert (slot, len(stack)) == ("N1", 2)
    assert words(held) == ["N1", str(sum(stack.values()))]
    item = {unit: stack[unit] for unit in list(stack)[:1]}
    fewer = replace(
        board,
        fronts={
            side: replace(front, held={slot: item} if front.held else {})
            for side, front in board.fronts.items()
        },
    )
    (token,) = words(groups(drawn(fewer, "fr"))["slot-N1"])[1:]
    assert token.startswith(str(sum(item.values()))) and token[-1].isalpha()


def test_stages_and_turns_show_where_the_scenario_stands() -> None:
    board = boards()[45]
    picture = drawn(board)
    marked = [
        id
        for id, g in groups(picture).items()
        if id.startswith("stage-") and "s-accent" in (g[1].get("class") or "")
    ]
    assert marked == [f"stage-{board.stage}"]
    assert f"Turn {board.turn} of 20" in picture


def test_heroes_show_their_players_and_what_is_spent() -> None:
    board = boards()[45]
    hooks = groups(drawn(board))
    for seat, hero in board.heroes.items():
        assert any(group.get("data-card") == hero for group in hooks[seat].iter(SVG + "g"))
        assert ("power used" in title(hooks[hero])) == (hero in board.used)
        assert ("first player" in title(hooks[hero])) == (seat == board.first)
    free = groups(drawn(boards()[0]))
    assert {hero: title(free[hero]) for hero in HERO_NAMES} == {
        h: f"The {h.capitalize()}: not taken" for h in HERO_NAMES
    }


def test_house_values_are_said_to_be_some() -> None:
    board = boards()[0]
    root = ET.fromstring(drawn(board))
    assert "Numbers in 13 parts of this catalog are house values." in words(root)
    assert not any(
        "house values" in word for word in words(ET.fromstring(drawn(board, house_values=[])))
    )
