"""Choice of heroes and set-up ("Choix des Héros", "Mise en Place")."""

from __future__ import annotations

import pytest

from domain.games.convicted import RULES
from domain.games.convicted import actions as a
from domain.games.convicted.field import SECTIONS
from domain.rules.chance import ChanceNeeded, TableChance
from domain.rules.ruleset import BadOpening
from tests.builders.convicted import after, at_sections, catalog, opened, refused, told


def test_cv_15_a_hero_has_one_card_and_no_token() -> None:
    board = after(opened(2), "p1", a.ChooseHero("oracle"))
    assert refused(board, "p2", a.ChooseHero("oracle")) == "hero-taken"
    board = after(board, "p2", a.ChooseHero("heretic"), ["p1"])
    assert board.heroes == {"p1": "oracle", "p2": "heretic"}
    assert all("oracle" not in section.units for section in board.sections.values())


def test_a_player_who_has_a_hero_takes_no_second() -> None:
    board = after(opened(2), "p1", a.ChooseHero("oracle"))
    assert RULES.to_act(board) == ("p2",)
    assert refused(board, "p1", a.ChooseHero("heretic")) == "not-your-turn"


def test_cv_21_a_new_game_is_set_up_as_the_text_says() -> None:
    board = opened(3)
    assert {b: n for b, n in board.buildings.items() if n} == {"barracks": 1, "keep": 1}
    assert board.turn == 1
    assert board.stock.wood == board.setting.values.start.wood[2] == board.stock.total
    assert all(board.sections[s].units == {"spearman": 1} for s in SECTIONS)
    assert board.technologies == ()
    assert board.first == ""


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_start_units_and_wood_depend_on_the_number_of_players(players: int) -> None:
    board = opened(players, **{"start.garrison_per_section": [1, 2, 0, 1], "start.wood": [3, 4, 5, 0]})
    assert board.stock.wood == (3, 4, 5, 0)[players - 1]
    assert sum(sum(s.units.values()) for s in board.sections.values()) == 8 * (1, 2, 0, 1)[players - 1]


def test_the_first_player_is_drawn_once_everybody_has_a_hero() -> None:
    board = opened(3)
    board = after(board, "p3", a.ChooseHero("oracle"))
    board = after(board, "p1", a.ChooseHero("sorcerer"))
    with pytest.raises(ChanceNeeded) as needed:
        RULES.decide(board, "p2", a.ChooseHero("deserter"), TableChance())
    assert needed.value.asks[0].spec == "1of3"
    assert after(board, "p2", a.ChooseHero("deserter"), ["p3"]).first == "p3"


def test_a_player_alone_is_first_without_a_draw() -> None:
    board, facts = told(opened(1), "p1", a.ChooseHero("oracle"))
    assert board.first == "p1"
    assert board.step == "actions"
    assert [type(x).__name__ for x in facts].count("SectionsTaken") == 1


@pytest.mark.parametrize("players", [0, 5, 6])
def test_cv_47_only_1_to_4_players_can_play(players: int) -> None:
    with pytest.raises(BadOpening) as refusal:
        opened(players)
    assert refusal.value.pointer == "/players"
    assert "1 to 4" in refusal.value.text.en and "1 à 4" in refusal.value.text.fr


def test_two_players_are_the_default() -> None:
    assert opened(None).setting.players == ("p1", "p2")
    assert opened(None).setting.seats == ("p1", "p2", "enemy")


def test_the_first_preparation_moves_neither_marker() -> None:
    board = at_sections(3, first="p2")
    assert (board.turn, board.first, board.go) == (1, "p2", "p2")


def test_a_scenario_further_on_starts_with_its_own_turn() -> None:
    assert opened(1, {"scenario": 4}).turn == 7


def test_the_default_catalog_gives_the_box_of_the_text() -> None:
    limits = opened().setting.values.limits
    assert (limits.buildings, limits.fortifications, limits.moats, limits.ditches) == (26, 40, 12, 12)
    assert (limits.defenders, limits.enemies, limits.resources, limits.engines) == (180, 200, 75, 60)
    assert (limits.sheets, limits.resistance, limits.actions, limits.technologies, limits.rites) == (25, 40, 12, 19, 10)
    assert catalog().values["campaign"] == {"turns": 20, "scenarios": 10, "turns_per_scenario": 2}
