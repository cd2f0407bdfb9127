"""What comes before anything else, what nobody does twice, and what an engine without fire power cannot do (A-CV-24 to A-CV-28)."""

from __future__ import annotations

import pytest

from domain.games.convicted import RULES
from domain.games.convicted.about import READINGS
from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege.fire import attackers, power
from tests.builders.convicted import (
    after,
    at_siege,
    at_stage,
    attacking,
    bands,
    forward,
    refused,
    told,
    with_building,
    with_section,
)


def as_version_1(board: Board) -> Board:
    board.setting.version = 1
    return board


def foreseeing() -> Board:
    """Stage 11, with an Oracle who can move a spearman, and both houses of rites."""
    board = with_building(with_building(at_siege(1, ("oracle",)), "mage-tower", 1), "chapel", 1)
    return forward(attacking(at_stage(1, board), "N", wolf=2), 11)


MOVE = sa.Foresee((sa.Move("spearman", 1, "N", "E"),))


@pytest.mark.parametrize("rite", [sa.Cast("gust"), sa.Bless("comfort")], ids=["spell", "blessing"])
def test_the_oracle_moves_before_any_spell_or_blessing_of_stage_11(rite: sa.Cast | sa.Bless) -> None:
    board = foreseeing()
    assert RULES.judge(board, "p1", MOVE).legal
    assert refused(after(board, "p1", rite), "p1", MOVE) == "too-late"
    assert RULES.judge(after(after(board, "p1", MOVE), "p1", rite), "p1", sa.CloseStage(11)).legal


def test_spells_of_earlier_stages_leave_the_oracle_her_moment() -> None:
    board = with_building(at_siege(1, ("oracle",)), "mage-tower", 1)
    board = forward(after(at_stage(10, board), "p1", sa.Cast("gust")), 11)
    assert RULES.judge(board, "p1", MOVE).legal


def test_under_version_1_a_spell_did_not_come_before_the_oracle() -> None:
    board = as_version_1(foreseeing())
    assert RULES.judge(after(board, "p1", sa.Cast("gust")), "p1", MOVE).legal


@pytest.mark.parametrize("rite", [sa.Cast("gust"), sa.Bless("comfort")], ids=["spell", "blessing"])
def test_no_spell_or_blessing_comes_before_the_enemy_is_revealed(rite: sa.Cast | sa.Bless) -> None:
    """Given the siege's preparation and a Heretic, who is to act in it, when he casts before the enemy cards are turned over, then
    that is refused and not offered; once all sides are deployed he may."""
    board = with_building(with_building(at_siege(1, ("heretic",)), "mage-tower", 1), "chapel", 1)
    assert RULES.to_act(board) == ("p1", ENEMY)
    assert refused(board, "p1", rite) == "enemy-first"
    offered = RULES.legal(board, "p1")
    actions = [one.action for one in offered.choices] + [one.example for one in offered.templates]
    assert not {sa.Cast, sa.Bless} & {type(action) for action in actions}
    assert RULES.judge(at_stage(1, board), "p1", rite).legal
    board.setting.version = 2
    assert RULES.judge(board, "p1", rite).legal, "a game of version 2 goes on as it was opened"


def test_under_version_2_the_heretic_preached_before_any_spell_of_the_preparation() -> None:
    board = with_building(at_siege(1, ("heretic",)), "mage-tower", 1)
    board.setting.version = 2
    assert RULES.judge(board, "p1", sa.Preach("E")).legal
    assert refused(after(board, "p1", sa.Cast("gust")), "p1", sa.Preach("E")) == "too-late"


def test_what_the_heretic_gives_belongs_to_the_section() -> None:
    board = after(with_section(at_siege(1, ("heretic",)), "E", units={"archer": 1}), "p1", sa.Preach("E"))
    assert power(board, "E", "archer") == 2 and power(board, "N", "archer") == 1
    assert any(reading.id == "A-CV-24" for reading in READINGS)


# -- once a stage -------------------------------------------------------------------------------------------------------


def assailed(stage: int) -> Board:
    board = with_section(attacking(at_stage(9), "N", wolf=6), "N", level=1, resistance=1, gate=1)
    for _ in range(2):
        board = after(board, ENEMY, sa.FormSquad("N", "N", "wolf", bands(wolf=2)))
    return forward(board, stage)


def test_a_squad_fights_once_in_a_stage() -> None:
    board = after(assailed(11), ENEMY, sa.Fight("N", 0))
    assert refused(board, ENEMY, sa.Fight("N", 0)) == "has-attacked"
    assert RULES.judge(board, ENEMY, sa.Fight("N", 1)).legal, "the other squad has not"
    assert RULES.judge(forward(board, 12), ENEMY, sa.Fight("N", 0)).legal, "the next stage is another"


def test_a_squad_attacks_the_defenders_or_the_wall_not_both_in_a_stage() -> None:
    board = after(assailed(12), ENEMY, sa.Fight("N", 0))
    assert refused(board, ENEMY, sa.Batter("N", 0, 1)) == "has-attacked"
    battered = after(assailed(12), ENEMY, sa.Batter("N", 0, 1, gate=True))
    assert refused(battered, ENEMY, sa.Batter("N", 0, 0)) == "has-attacked"
    assert refused(battered, ENEMY, sa.Fight("N", 0)) == "has-attacked"


def test_who_has_battered_the_gates_down_may_enter_in_the_same_stage() -> None:
    board = after(assailed(13), ENEMY, sa.Batter("N", 0, 1, gate=True))
    assert RULES.judge(board, ENEMY, sa.Enter("N", 0, bands(wolf=1))).legal


def test_under_version_1_a_squad_could_fight_again() -> None:
    board = as_version_1(assailed(11))
    fought, _ = told(board, ENEMY, sa.Fight("N", 0))
    assert fought.declared == {} and RULES.judge(fought, ENEMY, sa.Fight("N", 0)).legal


# -- engines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["ram", "siege-tower", "bridge", "palisade"])
def test_an_engine_without_fire_power_does_not_bombard(engine: str) -> None:
    board = at_stage(4, N={engine: 1, "onager": 1})
    assert refused(board, ENEMY, sa.Bombard("N", "deployment", engine, 1, "N")) == "no-fire-power"
    assert RULES.judge(board, ENEMY, sa.Bombard("N", "deployment", "onager", 1, "N")).legal
    assert [unit for _, _, unit, _ in attackers(board, engines=True)] == ["onager"], "nor does a random player let it"


# -- whose turn, which rule ---------------------------------------------------------------------------------------------


def test_in_a_stage_of_the_enemy_a_player_hears_the_rule_of_the_action() -> None:
    board = with_section(at_stage(2, N={"barbarian-warrior": 1}), "N", units={"archer": 1})
    verdict = RULES.judge(board, "p1", sa.Shoot("N", "archer", 1, "N", "assault"))
    assert verdict.code == "not-this-stage" and "stage 1" in verdict.text.en and "stade 1" in verdict.text.fr
    theirs = RULES.judge(board, "p1", sa.EnemyShoot("N", "deployment", "barbarian-warrior", 1, "N"))
    assert theirs.code == "no-fire-power"


def test_the_limits_of_rites_are_called_house_values() -> None:
    catalog = RULES.catalogs()["default"]
    assert {catalog.origin(f"/siege/{kind}_per_turn") for kind in ("spells", "blessings")} == {"placeholder"}
    board = with_building(with_building(at_siege(1), "mage-tower", 2), "chapel", 2)
    cast = after(at_stage(1, board), "p1", sa.Cast("gust"))
    blessed = after(cast, "p1", sa.Bless("comfort"))
    for action, code in ((sa.Cast("fog"), "spells-used"), (sa.Bless("courage"), "blessings-used")):
        verdict = RULES.judge(blessed, "p1", action)
        assert verdict.code == code and "house value" in verdict.text.en and "valeur factice" in verdict.text.fr
