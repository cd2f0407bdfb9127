"""Squads against defenders, and the way into the city ("Escouade", "Unités de Mêlée", "Zone d'Assaut")."""

from __future__ import annotations

from domain.games.convicted import RULES
from domain.games.convicted.board import ENEMY
from domain.games.convicted.field import SECTIONS
from domain.games.convicted.siege import actions as sa
from tests.builders.convicted import (
    after,
    at_siege,
    at_stage,
    attacking,
    bands,
    forward,
    refused,
    told,
    with_section,
)


def squad_before(section, stage, board=None, **units):
    """Stage `stage` with one squad before a section, formed in stage 9 from its own side."""
    side = section[0]
    board = attacking(at_stage(9, board), side, **units)
    leader = next(iter(units))
    support = {unit: n - (unit == leader) for unit, n in units.items() if n > (unit == leader)}
    board = after(board, ENEMY, sa.FormSquad(section, side, leader.replace("_", "-"), bands(**support)))
    return forward(board, stage)


def test_what_both_sides_lose_was_there() -> None:
    board = squad_before("N", 11, barbarian_berserker=1, barbarian_warrior=3)
    assert refused(board, ENEMY, sa.Fight("N", 0, bands(barbarian_warrior=4))) == "not-there"
    assert refused(board, ENEMY, sa.Fight("N", 0, (), bands(spearman=2))) == "not-there"
    board, facts = told(board, ENEMY, sa.Fight("N", 0, bands(barbarian_warrior=2), bands(spearman=1)))
    assert (facts[0].strength, facts[0].support) == (4, 3)
    assert board.sections["N"].squads[0].units == {"barbarian-berserker": 1, "barbarian-warrior": 1}
    assert board.sections["N"].units == {}
    assert board.slain == 2


def test_nobody_gets_past_a_defended_section() -> None:
    board = squad_before("E", 13, wolf=3)
    assert refused(board, ENEMY, sa.Enter("E", 0, bands(wolf=1))) == "defended"
    assert refused(board, ENEMY, sa.Enter("E", 1, bands(wolf=1))) == "no-squad"
    empty = with_section(board, "E", units={})
    assert refused(empty, ENEMY, sa.Enter("E", 0, bands(wolf=4))) == "not-there"
    inside = after(empty, ENEMY, sa.Enter("E", 0, bands(wolf=2)))
    assert inside.inside == {"wolf": 2}
    assert inside.sections["E"].squads[0].units == {"wolf": 1}
    assert inside.ending == ""


def test_broken_gates_let_the_enemy_past_the_defenders_of_section_north() -> None:
    wall = with_section(at_siege(), "N", level=2, resistance=2, gate=1)
    board = squad_before("N", 13, wall, wolf=2)
    assert refused(board, ENEMY, sa.Enter("N", 0, bands(wolf=1))) == "defended"
    board = after(board, ENEMY, sa.Batter("N", 0, 1, gate=True))
    assert after(board, ENEMY, sa.Enter("N", 0, bands(wolf=2))).inside == {"wolf": 2}
    barrier = squad_before("N", 13, wolf=2)
    assert refused(barrier, ENEMY, sa.Enter("N", 0, bands(wolf=1))) == "defended"


def test_the_fortress_falls_when_enemies_get_in_and_no_defender_is_left() -> None:
    board = at_siege()
    for section in board.sections:
        board = with_section(board, section, units={})
    board = squad_before("E", 13, board, wolf=2)
    board, facts = told(board, ENEMY, sa.Enter("E", 0, bands(wolf=1)))
    assert board.ending == "fallen"
    assert type(facts[-1]).__name__ == "ScenarioEnded"


def test_a_fight_against_the_last_defender_decides_too() -> None:
    board = at_siege()
    for section in board.sections:
        board = with_section(board, section, units={"spearman": 1} if section == "N" else {})
    board = squad_before("E", 13, board, wolf=2)
    board = after(board, ENEMY, sa.Enter("E", 0, bands(wolf=2)))
    assert board.ending == ""
    board = forward(attacking(forward(board, 14), "N", wolf=1), 1)
    board = after(forward(board, 9), ENEMY, sa.FormSquad("N", "N", "wolf"))
    board = after(forward(board, 11), ENEMY, sa.Fight("N", 0, (), bands(spearman=1)))
    assert board.ending == "fallen"


# -- damage --------------------------------------------------------------------------------------------------------------------


def catapults(**sections):
    """Stage 4 with two catapults before N and E."""
    board = at_siege()
    for section, fields in sections.items():
        board = with_section(board, section, **fields)
    return at_stage(4, board, N={"catapult": 2}, E={"catapult": 2, "ram": 1})


def test_cv_34_a_barrier_has_no_resistance_and_cannot_be_destroyed_but_has_a_capacity() -> None:
    board = catapults()
    for section in SECTIONS:
        assert (board.sections[section].level, board.sections[section].resistance) == (0, 0)
        assert board.level(section).capacity > 0
    assert refused(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "N", damage=1)) == "barrier"
    assert after(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "N", losses=bands(spearman=1))).begun
    squads = attacking(at_stage(9), "N", wolf=1)
    squads = forward(after(squads, ENEMY, sa.FormSquad("N", "N", "wolf")), 12)
    assert refused(squads, ENEMY, sa.Batter("N", 0, 1)) == "barrier"


def test_damage_takes_resistance_and_never_below_0() -> None:
    board = catapults(E={"level": 3, "resistance": 3})
    assert refused(board, ENEMY, sa.Bombard("E", "deployment", "catapult", 2, "E", damage=4)) == "resistance"
    board = after(board, ENEMY, sa.Bombard("E", "deployment", "catapult", 2, "E", damage=2))
    assert (board.sections["E"].level, board.sections["E"].resistance) == (3, 1)


def test_a_fortification_without_resistance_is_destroyed_with_its_engines() -> None:
    board = catapults(SE={"level": 3, "resistance": 1, "engines": {"ballista": 2}})
    assert board.box["engines"] == 60 - 2 - 5
    board, facts = told(board, ENEMY, sa.Bombard("E", "deployment", "catapult", 1, "SE", damage=1))
    assert (board.sections["SE"].level, board.sections["SE"].resistance, board.sections["SE"].engines) == (0, 0, {})
    assert [type(x).__name__ for x in facts] == ["Bombarded", "ResistanceLost", "EnginesLost", "SectionDestroyed"]
    assert (board.box["fortifications"], board.box["resistance"], board.box["engines"]) == (40, 40, 55)


def test_who_finds_no_room_on_the_barrier_falls_back_into_the_city() -> None:
    board = catapults(E={"level": 3, "resistance": 1, "units": {"spearman": 4, "archer": 2}})
    blow = {"side": "E", "zone": "deployment", "engine": "catapult", "count": 1, "section": "E", "damage": 1}
    assert refused(board, ENEMY, sa.Bombard(**blow)) == "capacity"
    assert refused(board, ENEMY, sa.Bombard(**blow, withdrawn=bands(archer=1))) == "capacity"
    assert refused(board, ENEMY, sa.Bombard(**blow, losses=bands(archer=1), withdrawn=bands(archer=2))) == "not-there"
    fallen = after(board, ENEMY, sa.Bombard(**blow, losses=bands(spearman=1), withdrawn=bands(archer=1)))
    assert fallen.sections["E"].units == {"spearman": 3, "archer": 1}
    assert fallen.city == {"archer": 1}


def test_nobody_falls_back_from_what_still_stands() -> None:
    board = catapults(E={"level": 3, "resistance": 3, "engines": {"boulders": 1}})
    blow = {"side": "E", "zone": "deployment", "engine": "catapult", "count": 1, "section": "E"}
    assert refused(board, ENEMY, sa.Bombard(**blow, damage=1, withdrawn=bands(spearman=1))) == "still-standing"
    assert refused(board, ENEMY, sa.Bombard(**blow, damage=3, withdrawn=bands(boulders=1))) == "engine-falls"
    board = after(board, ENEMY, sa.Bombard(**blow, losses=bands(boulders=1)))
    assert board.sections["E"].engines == {}


def test_an_engine_attacks_once_a_stage_from_where_it_stands() -> None:
    board = catapults()
    assert refused(board, ENEMY, sa.Bombard("N", "assault", "catapult", 1, "N")) == "not-there"
    assert refused(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "S")) == "not-facing"
    board = after(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 2, "N"))
    assert refused(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "NW")) == "not-there"


def test_the_gates_have_their_own_resistance_and_the_wall_stands_without_them() -> None:
    board = catapults(N={"level": 2, "resistance": 2, "gate": 2}, E={"level": 2, "resistance": 2})
    assert refused(board, ENEMY, sa.Bombard("E", "deployment", "catapult", 1, "E", damage=1, gate=True)) == "no-gate"
    assert refused(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "N", damage=3, gate=True)) == "resistance"
    board = after(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 2, "N", damage=2, gate=True))
    assert (board.sections["N"].level, board.sections["N"].resistance, board.sections["N"].gate) == (2, 2, 0)


def test_a_destroyed_wall_takes_its_gates_and_both_markers() -> None:
    board = catapults(N={"level": 2, "resistance": 1, "gate": 2})
    assert board.box["resistance"] == 38
    board = after(board, ENEMY, sa.Bombard("N", "deployment", "catapult", 1, "N", damage=1))
    assert (board.sections["N"].level, board.sections["N"].gate) == (0, 0)
    assert board.box["resistance"] == 40


def test_squads_attack_walls_in_melee() -> None:
    wall = with_section(at_siege(), "E", level=2, resistance=2)
    board = attacking(at_stage(9, wall), "E", wolf=2)
    board = forward(after(board, ENEMY, sa.FormSquad("E", "E", "wolf")), 12)
    assert refused(board, ENEMY, sa.Batter("W", 0, 1)) == "no-squad"
    assert refused(board, ENEMY, sa.Batter("E", 0, 3)) == "resistance"
    board = after(board, ENEMY, sa.Batter("E", 0, 1))
    assert board.sections["E"].resistance == 1
    board = after(forward(board, 13), ENEMY, sa.Batter("E", 0, 1))
    assert board.sections["E"].level == 0
    assert RULES.view(board, "public")["sections"]["E"]["name"]["fr"] == "Barrière"


def test_only_melee_units_attack_walls() -> None:
    wall = with_section(at_siege(), "E", level=2, resistance=2)
    board = attacking(at_stage(9, wall), "E", wolfman_hunter=2, wolf=1)
    board = after(board, ENEMY, sa.FormSquad("E", "E", "wolfman-hunter"))
    board = forward(after(board, ENEMY, sa.FormSquad("E", "E", "wolfman-hunter", bands(wolf=1))), 12)
    assert refused(board, ENEMY, sa.Batter("E", 0, 1)) == "no-melee"
    assert after(board, ENEMY, sa.Batter("E", 1, 1)).sections["E"].resistance == 1
