"""Squads against defenders, and the way into the city ("Escouade", "Unités de Mêlée", "Zone d'Assaut")."""

from __future__ import annotations

from domain.games.convicted.board import ENEMY
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
