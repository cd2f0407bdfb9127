from typing import Any

import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.convicted import actions as a
from domain.titles.convicted.board import ENEMY, Board
from tests.builders.convicted import (
    after,
    at_siege,
    at_stage,
    attacking,
    bands,
    besieged,
    forward,
    opened,
    outcome_of,
    refused,
    with_section,
)


def archers(section: Any, level: int, stage: int = 1):
    gate = level if section == "N" else 0
    board = with_section(
        at_siege(), section, level=level, resistance=level, gate=gate, units={"archer": 2}
    )
    board = at_stage(stage, board, N={"barbarian-warrior": 5}, E={"wolf": 5}, S={"woodsman": 5})
    return attacking(attacking(board, "N", barbarian_warrior=3), "E", wolf=3)


@pytest.mark.parametrize("level", range(6))
def test_cv_35_walls_reach_the_assault_zone_only_at_every_level(level: int) -> None:
    board = archers("N", level)
    assert refused(board, "p1", a.Shoot("N", "archer", 2, "N", "deployment")) == "out-of-reach"
    assert after(
        board, "p1", a.Shoot("N", "archer", 2, "N", "assault", bands(barbarian_warrior=2))
    ).pieces_in("N", "assault") == {"barbarian-warrior": 1}


@pytest.mark.parametrize("level", range(1, 6))
def test_cv_37_towers_from_level_1_reach_both_zones_of_both_sides(level: int) -> None:
    board = archers("NE", level)
    board = after(
        board, "p1", a.Shoot("NE", "archer", 1, "N", "deployment", bands(barbarian_warrior=1))
    )
    board = after(board, "p1", a.Shoot("NE", "archer", 1, "E", "assault", bands(wolf=1)))
    assert board.pieces_in("N", "deployment") == {"barbarian-warrior": 4}
    assert board.pieces_in("E", "assault") == {"wolf": 2}


@pytest.mark.parametrize(
    ("level", "bonus", "shields"),
    [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 1, 1), (5, 2, 1)],
)
def test_cv_39_high_towers_help_their_shooters_and_hinder_the_enemys(
    level: int, bonus: int, shields: int
) -> None:
    _, facts = outcome_of(archers("NE", level), "p1", a.Shoot("NE", "archer", 2, "N", "assault"))
    assert facts[0].power == 2 * (1 + bonus)
    board = with_section(at_stage(2, E={"wolfman-hunter": 3}), "NE", level=level, resistance=level)
    _, facts = outcome_of(board, ENEMY, a.EnemyShoot("E", "deployment", "wolfman-hunter", 3, "NE"))
    assert facts[0].power == 3 * (2 - shields)


@pytest.mark.parametrize(("level", "shields", "pour"), [(3, 0, 0), (4, 1, 0), (5, 1, 1)])
def test_cv_38_high_walls_hinder_enemy_fire_and_flyers_and_help_what_is_poured(
    level: int, shields: int, pour: int
) -> None:
    wall = with_section(
        at_siege(), "W", level=level, resistance=level, engines={"boulders": 1, "cauldron": 1}
    )
    board = at_stage(2, wall, W={"spitter": 2, "harpy": 2, "ogre": 1})
    _, facts = outcome_of(board, ENEMY, a.EnemyShoot("W", "deployment", "spitter", 2, "W"))
    assert facts[0].power == 2 * (2 - shields)
    board = attacking(forward(board, 9), "W", harpy=2, ogre=2)
    board = after(board, ENEMY, a.FormSquad("W", "W", "harpy", bands(ogre=1)))
    board = forward(after(board, ENEMY, a.FormSquad("W", "W", "ogre")), 10)
    _, facts = outcome_of(board, "p1", a.Pour("W", "boulders", 1, 0, bands(ogre=1)))
    assert facts[0].power == 2 + pour
    _, facts = outcome_of(board, "p1", a.Pour("W", "cauldron", 1, 1))
    assert facts[0].power == 3 + pour
    board = forward(board, 11)
    assert outcome_of(board, ENEMY, a.Fight("W", 0))[1][0].strength == 3 - shields
    assert outcome_of(board, ENEMY, a.Fight("W", 1))[1][0].strength == 5


def test_hoardings_can_take_1_from_the_whole_group_by_option() -> None:
    for option, power in (("unit", 0), ("group", 2)):
        board = opened(1, {"hoardings": option})
        board = besieged(after(board, "p1", _hero()))
        board = with_section(board, "N", level=4, resistance=4, gate=4)
        board = at_stage(2, board, N={"barbarian-archer": 3})
        _, facts = outcome_of(
            board, ENEMY, a.EnemyShoot("N", "deployment", "barbarian-archer", 3, "N")
        )
        assert facts[0].power == power


def _hero():
    from domain.titles.convicted.actions import ChooseHero

    return ChooseHero("oracle")


BESET = attacking(at_stage(1), "N", barbarian_warrior=1)
SIDE = at_stage(2, N={"barbarian-warrior": 2, "ram": 1})
TOWER = with_section(at_siege(), "NE", level=2, resistance=2, engines={"ballista": 1})
N = ("N", "deployment")


@pytest.mark.parametrize(
    ("board", "seat", "action", "why"),
    [
        (BESET, "p1", a.Shoot("N", "spearman", 1, "N", "assault"), "no-fire-power"),
        (BESET, "p1", a.Shoot("N", "dragon", 1, "N", "assault"), "no-fire-power"),
        (SIDE, ENEMY, a.EnemyShoot(*N, "barbarian-warrior", 1, "N"), "no-fire-power"),
        (SIDE, ENEMY, a.EnemyShoot(*N, "ram", 1, "N"), "no-fire-power"),
        (at_stage(1, TOWER), "p1", a.Shoot("NE", "ballista", 1, *N), "not-this-stage"),
        (at_stage(4), ENEMY, a.Bombard(*N, "barbarian-archer", 1, "N"), "no-fire-power"),
    ],
)
def test_cv_45_only_units_with_fire_power_shoot(
    board: Board, seat: str, action: Action, why: str
) -> None:
    assert refused(board, seat, action) == why


def test_boulders_fall_on_squads_before_their_own_section() -> None:
    wall = with_section(at_siege(), "E", level=1, resistance=1, engines={"boulders": 1})
    board = attacking(at_stage(9, wall), "E", wolf=3)
    board = forward(after(board, ENEMY, a.FormSquad("E", "E", "wolf", bands(wolf=2))), 10)
    for action, why in (
        (a.Pour("W", "boulders", 1, 0), "not-there"),
        (a.Pour("E", "boulders", 1, 1), "no-squad"),
        (a.Pour("E", "boulders", 1, 0, bands(wolf=4)), "not-there"),
        (a.Pour("E", "ballista", 1, 0), "no-fire-power"),
    ):
        assert refused(board, "p1", action) == why
    board = after(board, "p1", a.Pour("E", "boulders", 1, 0, bands(wolf=3)))
    assert board.sections["E"].squads[0].units == {}
    assert refused(board, "p1", a.Pour("E", "boulders", 1, 0)) == "not-there"
