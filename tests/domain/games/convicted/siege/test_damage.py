"""Blows against fortifications: resistance, the barrier, the gates, who falls back ("Construction", the two notes)."""

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
