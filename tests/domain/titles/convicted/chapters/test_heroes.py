import pytest

from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.actions import Move
from domain.titles.convicted.board import ENEMY
from tests.builders.convicted import (
    after,
    at_actions,
    at_siege,
    at_stage,
    attacking,
    bands,
    deployed,
    forward,
    outcome_of,
    refused,
    with_building,
    with_section,
)


def oracle_at_stage_11():
    board = with_section(at_siege(1, ("oracle",)), "S", units={"spearman": 4})
    board = with_section(with_section(board, "E", units={"archer": 3}), "W", units={"spearman": 3})
    board = with_section(
        board, "SE", level=2, resistance=2, units={"archer": 2}, engines={"ballista": 1}
    )
    return at_stage(11, board)


def test_cv_16_the_oracle_moves_up_to_five_units_at_the_start_of_stage_11() -> None:
    board = oracle_at_stage_11()
    moves = (
        Move("spearman", 3, "S", "N"),
        Move("archer", 1, "SE", "SW"),
        Move("spearman", 1, "W", "E"),
    )
    moved = after(board, "p1", a.Foresee(moves))
    assert moved.sections["N"].units == {"spearman": 4}
    assert moved.sections["S"].units == {"spearman": 1}
    assert moved.sections["SW"].units == {"spearman": 1, "archer": 1}
    six = (*moves, Move("archer", 1, "E", "N"))
    for action, why in (
        (a.Foresee(six), "too-many-units"),
        (a.Foresee((Move("ballista", 1, "SE", "SW"),)), "no-engine"),
        (a.Foresee((Move("spearman", 2, "S", "SW"),)), "capacity"),
        (a.Foresee((Move("spearman", 2, "S", "SE"), Move("spearman", 3, "W", "N"))), "capacity"),
        (a.Foresee((Move("archer", 1, "S", "N"),)), "not-there"),
        (a.Foresee((Move("spearman", 1, "S", "S"),)), "no-move"),
    ):
        assert refused(board, "p1", action) == why


def test_the_oracle_is_too_late_once_stage_11_has_begun_and_too_early_before() -> None:
    early = forward(at_stage(10, at_siege(1, ("oracle",))), 10)
    assert refused(early, "p1", a.Foresee((Move("spearman", 1, "S", "N"),))) == "not-this-stage"
    squads = attacking(at_stage(9, at_siege(1, ("oracle",))), "N", wolfman=2)
    squads = forward(after(squads, ENEMY, a.FormSquad("N", "N", "wolfman")), 11)
    squads = after(squads, ENEMY, a.Fight("N", 0))
    assert refused(squads, "p1", a.Foresee((Move("spearman", 1, "S", "N"),))) == "too-late"


@pytest.mark.parametrize(
    "action", [a.Foresee((Move("spearman", 1, "S", "N"),)), a.Cast("gust", extra=True)]
)
def test_a_power_belongs_to_the_seat_with_the_heros_card(action) -> None:
    board = with_building(at_siege(1, ("deserter",)), "mage-tower", 1)
    assert refused(at_stage(11, board), "p1", action) == "not-your-hero"
    assert (
        refused(at_actions(1, ("oracle",)), "p1", a.Enlist("spearman", "city")) == "not-your-hero"
    )


def test_cv_19_the_heretic_gives_one_section_1_more_fire_power_until_the_end_of_the_turn() -> None:
    board = with_section(
        at_siege(2, ("heretic", "oracle")), "E", units={"archer": 2, "spearman": 1}
    )
    assert RULES.to_act(board) == ("p1", ENEMY)
    assert refused(board, "p2", a.Preach("E")) == "not-your-turn"
    board = after(board, "p1", a.Preach("E"))
    assert RULES.to_act(board) == (ENEMY,)
    board = at_stage(1, board, E={"wolf": 4})
    assert refused(board, "p1", a.Preach("N")) == "wrong-period"
    board = attacking(board, "E", wolf=3)
    _, facts = outcome_of(board, "p1", a.Shoot("E", "archer", 2, "E", "assault", bands(wolf=1)))
    assert facts[0].power == 2 * (1 + 1)
    elsewhere = with_section(board, "N", units={"archer": 1})
    assert outcome_of(elsewhere, "p1", a.Shoot("N", "archer", 1, "N", "assault"))[1][0].power == 1


def test_the_heretic_names_a_section_once_and_only_at_the_start_of_the_step() -> None:
    board = at_siege(2, ("heretic", "oracle"))
    named = after(board, "p1", a.Preach("NE"))
    for now, seat, why in (
        (named, "p1", "not-your-turn"),
        (deployed(board), "p1", "too-late"),
        (deployed(named), "p1", "power-used"),
        (deployed(named), "p2", "not-your-hero"),
    ):
        assert refused(now, seat, a.Preach("N")) == why


def test_cv_20_the_deserter_trains_one_unit_more_for_nothing() -> None:
    board = at_actions(1, ("deserter",))
    board, facts = outcome_of(board, "p1", a.Enlist("spearman", "N"))
    assert board.sections["N"].units == {"spearman": 2}
    assert (board.markers["p1"], board.counter, board.stock.wood) == (12, 0, 6)
    assert [type(x).__name__ for x in facts] == ["PowerUsed", "UnitsPosted"]
    assert refused(board, "p1", a.Enlist("spearman", "N")) == "power-used"
    fresh = with_building(at_actions(1, ("deserter",)), "workshop", 4)
    assert refused(fresh, "p1", a.Enlist("ballista", "NE")) == "no-engine"


def test_the_sorcerer_casts_one_more_spell_of_level_1_to_3() -> None:
    board = with_building(at_siege(2, ("sorcerer", "oracle")), "mage-tower", 5)
    board = at_stage(1, board, N={"barbarian-warrior": 2})
    board = after(board, "p2", a.Cast("thunder"))
    for seat, action, why in (
        ("p2", a.Cast("gust"), "spells-used"),
        ("p2", a.Cast("gust", extra=True), "not-your-hero"),
        ("p1", a.Cast("quake", extra=True), "spell-level"),
        ("p1", a.Cast("thunder", extra=True), "rite-used"),
    ):
        assert refused(board, seat, action) == why
    board = after(
        board,
        "p1",
        a.Cast("firestorm", True, (a.Hit("N", "deployment", "barbarian-warrior", 1),)),
    )
    assert board.zone("N", "deployment") == {"barbarian-warrior": 1}
    assert board.rites == ("thunder", "firestorm")
    assert refused(board, "p1", a.Cast("gust", extra=True)) == "power-used"


def test_a_blessing_needs_its_chapel_and_is_given_once_a_turn() -> None:
    board = at_stage(1, with_building(at_siege(1), "chapel", 2))
    assert refused(board, "p1", a.Bless("zeal")) == "building-missing"
    assert refused(board, "p1", a.Bless("curse")) == "unknown-rite"
    board = after(board, "p1", a.Bless("comfort"))
    assert refused(board, "p1", a.Bless("comfort")) == "rite-used"
    assert refused(board, "p1", a.Bless("courage")) == "blessings-used"
