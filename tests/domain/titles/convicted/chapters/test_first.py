import pytest

from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.chapters.fire import attackers_left
from tests.builders.convicted import (
    PEOPLES,
    after,
    at_siege,
    at_stage,
    attacking,
    bands,
    forward,
    outcome_of,
    refused,
    with_building,
    with_section,
)


def as_version_1(board: Board) -> Board:
    board.setting.version = 1
    return board


def foreseeing() -> Board:
    """Stage 11, with an Oracle who can move a spearman, and both buildings for spells and
    blessings."""
    board = with_building(with_building(at_siege(1, ("oracle",)), "mage-tower", 1), "chapel", 1)
    return forward(attacking(at_stage(1, board), "N", wolf=2), 11)


MOVE = a.Foresee((a.Move("spearman", 1, "N", "E"),))


def test_under_version_1_a_spell_did_not_come_before_the_oracle() -> None:
    assert RULES.judge(after(as_version_1(foreseeing()), "p1", a.Cast("gust")), "p1", MOVE).legal


@pytest.mark.parametrize("rite", [a.Cast("gust"), a.Bless("comfort")], ids=["spell", "blessing"])
def test_no_spell_or_blessing_comes_before_the_enemy_is_revealed(rite: a.Cast | a.Bless) -> None:
    """During the siege's preparation a Heretic is to act. Before the enemy cards are turned over
    his spell is refused and not offered; once all sides are deployed it is legal."""
    board = with_building(with_building(at_siege(1, ("heretic",)), "mage-tower", 1), "chapel", 1)
    assert (RULES.to_act(board), refused(board, "p1", rite)) == (("p1", ENEMY), "enemy-first")
    offered = RULES.legal(board, "p1")
    actions = [item.action for item in offered.choices] + [
        item.example for item in offered.templates
    ]
    assert not {a.Cast, a.Bless} & {type(action) for action in actions}
    assert RULES.judge(at_stage(1, board), "p1", rite).legal
    board.setting.version = 2
    assert RULES.judge(board, "p1", rite).legal, "a game of version 2 goes on as it was opened"


def test_under_version_2_the_heretic_preached_before_any_spell_of_the_preparation() -> None:
    board = with_building(at_siege(1, ("heretic",)), "mage-tower", 1)
    board.setting.version = 2
    assert RULES.judge(board, "p1", a.Preach("E")).legal
    assert refused(after(board, "p1", a.Cast("gust")), "p1", a.Preach("E")) == "too-late"


# -- once a stage ----------------------------------------------------------------------------------


def assailed(stage: int) -> Board:
    board = with_section(attacking(at_stage(9), "N", wolf=6), "N", level=1, resistance=1, gate=1)
    for _ in range(2):
        board = after(board, ENEMY, a.FormSquad("N", "N", "wolf", bands(wolf=2)))
    return forward(board, stage)


def test_under_version_1_a_squad_could_fight_again() -> None:
    fought, _ = outcome_of(as_version_1(assailed(11)), ENEMY, a.Fight("N", 0))
    assert fought.declared == {} and RULES.judge(fought, ENEMY, a.Fight("N", 0)).legal


# -- engines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["ram", "siege-tower", "bridge", "palisade"])
def test_an_engine_without_fire_power_does_not_bombard(engine: str) -> None:
    board = at_stage(4, N={engine: 1, "onager": 1})
    assert refused(board, ENEMY, a.Bombard("N", "deployment", engine, 1, "N")) == "no-fire-power"
    assert RULES.judge(board, ENEMY, a.Bombard("N", "deployment", "onager", 1, "N")).legal
    assert [unit for _, _, unit, _ in attackers_left(board, engines=True)] == ["onager"], (
        "nor does a random player let it"
    )


# -- whose turn, which rule ------------------------------------------------------------------------


def test_the_limits_of_rites_are_called_house_values() -> None:
    catalog = RULES.catalogs()["default"]
    assert {catalog.origin(f"/siege/{kind}_per_turn") for kind in ("spells", "blessings")} == {
        "placeholder"
    }
    board = with_building(with_building(at_siege(1), "mage-tower", 2), "chapel", 2)
    blessed = after(after(at_stage(1, board), "p1", a.Cast("gust")), "p1", a.Bless("comfort"))
    for action, code in ((a.Cast("fog"), "spells-used"), (a.Bless("courage"), "blessings-used")):
        verdict = RULES.judge(blessed, "p1", action)
        assert (
            verdict.code == code
            and "house value" in verdict.text.en
            and "valeur factice" in verdict.text.fr
        )


# -- stages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_cv_02_a_d3_is_rolled_with_a_d6(face: int, value: int) -> None:
    board = at_stage(1)
    after_roll, facts = outcome_of(board, "p1", a.RollDice("d3"), [face])
    assert (facts[0].values, after_roll) == ((value,), board)


def test_each_side_has_a_form_that_offers_the_troops_of_its_own_people_alone() -> None:
    board = after(after(at_siege(), ENEMY, a.RevealEnemies(), PEOPLES), ENEMY, a.Deploy("E", ()))
    forms = [item for item in RULES.legal(board, ENEMY).templates if item.type == "deploy"]
    assert [form.fields["side"].choices for form in forms] == [("N",), ("S",), ("W",)]
    for form in forms:
        people = board.fronts[form.example.side].people
        offered = form.fields["troops"].within["unit"].choices
        assert {unit for unit in offered if unit in board.setting.foes} == {
            foe.id for foe in board.setting.foes.values() if foe.people == people
        }
        assert set(board.setting.besieging) < set(offered)


def test_a_side_is_deployed_once_by_its_own_people_after_the_cards() -> None:
    board = at_siege()
    assert refused(board, ENEMY, a.Deploy("N", bands(wolf=1))) == "not-revealed"
    board = after(board, ENEMY, a.RevealEnemies(), PEOPLES)
    for action, why in (
        (a.Deploy("N", bands(wolf=1)), "other-people"),
        (a.Deploy("N", bands(ballista=1)), "other-people"),
        (a.Deploy("N", bands(spearman=1)), "other-people"),
        (a.Deploy("N", bands(barbarian_warrior=200, barbarian_archer=1)), "none-left"),
        (a.Deploy("N", bands(ram=61)), "none-left"),
    ):
        assert refused(board, ENEMY, action) == why
    board = after(board, ENEMY, a.Deploy("N", bands(barbarian_warrior=2)))
    assert refused(board, ENEMY, a.Deploy("N", bands(barbarian_warrior=2))) == "already-deployed"
    assert refused(board, "p1", a.BeginAssault()) == "not-your-turn"


def test_cv_24_the_stages_are_played_in_order() -> None:
    board = at_stage(1, N={"barbarian-warrior": 1})
    for stage in range(1, 15):
        assert board.stage == stage
        for other in range(1, 15):
            if other != stage:
                assert refused(board, RULES.to_act(board)[0], a.CloseStage(other)) == "stage-order"
        if stage == 9:
            assert refused(
                with_section(board, "N", level=1, resistance=1, gate=1),
                "p1",
                a.Pour("N", "boulders", 1, 0),
            ) == ("not-this-stage")
        board = after(board, RULES.to_act(board)[0], a.CloseStage(stage))
    assert (board.round, board.stage, board.step) == (2, 1, "assault")


def test_a_result_of_another_stage_is_refused_with_the_stage_it_belongs_to() -> None:
    verdict = RULES.judge(at_stage(3), "p1", a.Pour("N", "boulders", 1, 0))
    assert verdict.code == "not-this-stage"
    assert "stage 10" in verdict.text.en and "stage 3" in verdict.text.en
    for stage, action in {
        2: a.Bombard("N", "assault", "ram", 1, "N"),
        4: a.EnemyShoot("N", "assault", "barbarian-archer", 1, "N"),
        6: a.Approach("N", "N1", bands(barbarian_warrior=1)),
        9: a.Fight("N", 0),
        5: a.FormSquad("N", "N", "barbarian-warrior"),
        12: a.Enter("N", 0, bands(barbarian_warrior=1)),
        13: a.Desert("N", "assault", bands(barbarian_warrior=1)),
        14: a.Batter("N", 0, 1),
        7: a.Advance("N", "N1", bands(barbarian_warrior=1)),
    }.items():
        there = attacking(at_stage(stage, N={"barbarian-warrior": 2}), "N", barbarian_warrior=2)
        assert refused(there, ENEMY, action) == "not-this-stage", action
    assert refused(at_stage(3), "p1", a.Reinforce("spearman", 1, "N", "E")) == "not-this-stage"
