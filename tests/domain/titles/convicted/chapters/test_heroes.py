import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.actions import Move
from domain.titles.convicted.board import ENEMY, Board
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


def test_cv_20_the_deserter_trains_one_unit_more_for_nothing() -> None:
    board, facts = outcome_of(at_actions(1, ("deserter",)), "p1", a.Enlist("spearman", "N"))
    assert board.sections["N"].units == {"spearman": 2}
    assert (board.markers["p1"], board.counter, board.stock.wood) == (12, 0, 6)
    assert [type(x).__name__ for x in facts] == ["PowerUsed", "UnitsPosted"]
    assert refused(board, "p1", a.Enlist("spearman", "N")) == "power-used"
    fresh = with_building(at_actions(1, ("deserter",)), "workshop", 4)
    assert refused(fresh, "p1", a.Enlist("ballista", "NE")) == "no-engine"


def test_the_sorcerer_casts_one_more_spell_of_level_1_to_3() -> None:
    board = with_building(at_siege(2, ("sorcerer", "oracle")), "mage-tower", 5)
    board = after(at_stage(1, board, N={"barbarian-warrior": 2}), "p2", a.Cast("thunder"))
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
    assert board.pieces_in("N", "deployment") == {"barbarian-warrior": 1}
    assert board.rites == ("thunder", "firestorm")
    assert refused(board, "p1", a.Cast("gust", extra=True)) == "power-used"


def in_stage_11() -> Board:
    """A board at stage 11 after a squad has fought."""
    board = attacking(at_stage(9, at_siege(1, ("oracle",))), "N", wolfman=2)
    board = forward(after(board, ENEMY, a.FormSquad("N", "N", "wolfman")), 11)
    return after(board, ENEMY, a.Fight("N", 0))


FORESEE = a.Foresee((Move("spearman", 1, "S", "N"),))
DESERTER = at_stage(11, with_building(at_siege(1, ("deserter",)), "mage-tower", 1))
HERETIC = at_siege(2, ("heretic", "oracle"))
PREACHED = after(HERETIC, "p1", a.Preach("NE"))
CHAPEL = at_stage(1, with_building(at_siege(1), "chapel", 2))
BLESSED = after(CHAPEL, "p1", a.Bless("comfort"))


@pytest.mark.parametrize(
    ("board", "seat", "action", "why"),
    [
        (forward(at_stage(10, at_siege(1, ("oracle",))), 10), "p1", FORESEE, "not-this-stage"),
        (in_stage_11(), "p1", FORESEE, "too-late"),
        (DESERTER, "p1", FORESEE, "not-your-hero"),
        (DESERTER, "p1", a.Cast("gust", extra=True), "not-your-hero"),
        (at_actions(1, ("oracle",)), "p1", a.Enlist("spearman", "city"), "not-your-hero"),
        (PREACHED, "p1", a.Preach("N"), "not-your-turn"),
        (deployed(HERETIC), "p1", a.Preach("N"), "too-late"),
        (deployed(PREACHED), "p1", a.Preach("N"), "power-used"),
        (deployed(PREACHED), "p2", a.Preach("N"), "not-your-hero"),
        (CHAPEL, "p1", a.Bless("zeal"), "building-missing"),
        (CHAPEL, "p1", a.Bless("curse"), "unknown-rite"),
        (BLESSED, "p1", a.Bless("comfort"), "rite-used"),
        (BLESSED, "p1", a.Bless("courage"), "blessings-used"),
    ],
)
def test_when_heroes_and_rites_can_do_nothing(
    board: Board, seat: str, action: Action, why: str
) -> None:
    assert refused(board, seat, action) == why
