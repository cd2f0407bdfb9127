import pytest

from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.actions import Band
from domain.titles.convicted.board import ENEMY, Board
from tests.builders.convicted import (
    after,
    at_actions,
    at_siege,
    at_stage,
    attacking,
    bands,
    besieged,
    forward,
    outcome_of,
    refused,
    with_ring,
    with_section,
)


def test_without_a_ditch_units_go_into_the_assault_zone_at_once() -> None:
    board = at_stage(5, N={"barbarian-warrior": 4})
    for action, why in (
        (a.Approach("N", "N1", bands(barbarian_warrior=1)), "no-ditch"),
        (a.Advance("N", "S1", bands(barbarian_warrior=1)), "not-before"),
        (a.Advance("N", "N1", bands(barbarian_warrior=5)), "not-there"),
        (a.Advance("N", "N1", bands(barbarian_warrior=1), bands(barbarian_warrior=1)), "moat-toll"),
    ):
        assert refused(board, ENEMY, action) == why
    board = after(board, ENEMY, a.Advance("N", "N1", bands(barbarian_warrior=3)))
    assert board.pieces_in("N", "assault") == {"barbarian-warrior": 3}
    assert board.pieces_in("N", "deployment") == {"barbarian-warrior": 1}


def test_cv_41_a_ditch_keeps_units_in_the_deployment_zone_until_the_next_stage_5() -> None:
    board = at_stage(5, with_ring(at_siege(), N1=1), N={"barbarian-warrior": 4})
    cross = a.Advance("N", "N1", bands(barbarian_warrior=3))
    assert refused(board, ENEMY, cross) == "ditch"
    board = after(board, ENEMY, a.Approach("N", "N1", bands(barbarian_warrior=3)))
    assert board.pieces_in("N", "deployment") == {"barbarian-warrior": 4}
    assert refused(board, ENEMY, cross) == "ditch"
    assert (
        refused(board, ENEMY, a.Approach("N", "N1", bands(barbarian_warrior=2))),
        refused(board, ENEMY, a.Advance("N", "N2", bands(barbarian_warrior=1))),
    ) == ("not-there", "ditch-before-side")
    board = forward(forward(board, 4), 5)
    assert board.round == 2
    assert refused(board, ENEMY, a.Advance("N", "N1", bands(barbarian_warrior=4))) == "ditch"
    board = after(board, ENEMY, cross)
    assert board.pieces_in("N", "assault") == {"barbarian-warrior": 3}
    assert (board.fronts["N"].held, board.slain) == ({}, 0)


@pytest.mark.parametrize(
    ("crossing", "rounding", "toll"),
    [(4, "down", 0), (5, "down", 1), (9, "down", 1), (9, "up", 2), (10, "up", 2)],
)
def test_cv_42_a_moat_takes_20_percent_of_those_who_cross_it(
    crossing: int, rounding: str, toll: int
) -> None:
    board = with_ring(besieged(at_actions(1, **{"siege.moat_rounding": rounding})), N1=2)
    board = at_stage(5, board, N={"barbarian-warrior": crossing})
    everyone = bands(barbarian_warrior=crossing)
    assert refused(board, ENEMY, a.Advance("N", "N1", everyone)) == "ditch"
    board = forward(forward(after(board, ENEMY, a.Approach("N", "N1", everyone)), 4), 5)
    for wrong in (toll - 1, toll + 1):
        if wrong >= 0:
            lost = bands(barbarian_warrior=wrong) if wrong else ()
            assert refused(board, ENEMY, a.Advance("N", "N1", everyone, lost)) == "moat-toll"
    lost = bands(barbarian_warrior=toll) if toll else ()
    board = after(board, ENEMY, a.Advance("N", "N1", everyone, lost))
    assert board.pieces_in("N", "assault") == {"barbarian-warrior": crossing - toll}
    assert board.box["enemies"] == 200 - crossing + toll


def test_a_moat_is_crossed_together_so_that_its_toll_is_not_dodged() -> None:
    board = at_stage(5, with_ring(at_siege(), N1=2), N={"barbarian-warrior": 8})
    board = after(board, ENEMY, a.Approach("N", "N1", bands(barbarian_warrior=8)))
    board = forward(forward(board, 4), 5)
    board = after(board, ENEMY, a.Advance("N", "N1", bands(barbarian_warrior=4)))
    assert refused(board, ENEMY, a.Advance("N", "N1", bands(barbarian_warrior=4))) == "crossed"


def test_defenders_reinforce_within_capacity() -> None:
    board = with_section(besieged(at_actions(2)), "N", units={"spearman": 4})
    board = at_stage(8, with_section(board, "E", units={"archer": 3}))
    for seat, action, why in (
        ("p1", a.Reinforce("spearman", 2, "N", "E"), "capacity"),
        ("p2", a.Reinforce("spearman", 1, "N", "E"), "not-your-section"),
        ("p2", a.Reinforce("spearman", 1, "N", "NE"), "not-your-section"),
        ("p1", a.Reinforce("archer", 1, "N", "E"), "not-there"),
        ("p1", a.Reinforce("spearman", 1, "N", "N"), "no-move"),
    ):
        assert refused(board, seat, action) == why
    assert RULES.judge(board, "p1", a.Reinforce("spearman", 1, "N", "NE")).legal
    board = after(board, "p1", a.Reinforce("spearman", 1, "N", "E"))
    assert board.sections["E"].units == {"archer": 3, "spearman": 1}
    board = after(board, "p1", a.Reinforce("spearman", 2, "N", "city"))
    assert board.city == {"spearman": 2}
    assert refused(board, "p2", a.Reinforce("spearman", 1, "city", "N")) == "not-your-section"
    assert after(board, "p1", a.Reinforce("spearman", 1, "city", "N")).sections["N"].units == {
        "spearman": 2
    }


def test_cv_12_at_most_four_squads_attack_a_section() -> None:
    board = attacking(at_stage(9), "N", barbarian_warrior=9)
    for _ in range(4):
        board = after(board, ENEMY, a.FormSquad("N", "N", "barbarian-warrior"))
    assert refused(board, ENEMY, a.FormSquad("N", "N", "barbarian-warrior")) == "squads"
    assert after(board, ENEMY, a.FormSquad("NE", "N", "barbarian-warrior")).sections["NE"].squads


def test_cv_13_a_squad_is_one_assault_unit_and_its_supports() -> None:
    board = attacking(at_stage(9), "N", barbarian_warrior=2, barbarian_archer=2, ram=1)
    board, facts = outcome_of(
        board, ENEMY, a.FormSquad("N", "N", "barbarian-warrior", bands(barbarian_archer=2))
    )
    squad = board.sections["N"].squads[0]
    assert squad.leader == "barbarian-warrior"
    assert squad.units == {"barbarian-warrior": 1, "barbarian-archer": 2}
    assert facts[0].units == (("barbarian-archer", 2), ("barbarian-warrior", 1))
    assert board.pieces_in("N", "assault") == {"barbarian-warrior": 1, "ram": 1}
    for action, why in (
        (a.FormSquad("N", "N", "barbarian-warrior", bands(barbarian_warrior=1)), "not-there"),
        (a.FormSquad("N", "N", "ram"), "not-a-unit"),
        (a.FormSquad("N", "N", "barbarian-warrior", bands(ram=1)), "not-a-unit"),
        (a.FormSquad("S", "N", "barbarian-warrior"), "not-facing"),
    ):
        assert refused(board, ENEMY, action) == why


# -- ditches ---------------------------------------------------------------------------------------


FOUR = bands(barbarian_warrior=4)


def test_under_version_1_a_ditch_could_be_gone_around() -> None:
    board = at_stage(5, with_ring(at_siege(), N1=1), N={"barbarian-warrior": 4})
    board.setting.version = 1
    assert RULES.judge(board, ENEMY, a.Advance("N", "N2", FOUR)).legal


def crossing(**slots: int) -> Board:
    """A siege at stage 5 of the second round. Each of the given slots of side N has a moat, and
    that many warriors have waited before it."""
    board = at_stage(
        5,
        with_ring(at_siege(), **dict.fromkeys(slots, 2)),
        N={"barbarian-warrior": sum(slots.values())},
    )
    for slot, count in slots.items():
        board = after(board, ENEMY, a.Approach("N", slot, (Band("barbarian-warrior", count),)))  # type: ignore[arg-type]
    return forward(forward(board, 4), 5)


def test_under_version_1_each_moat_rounded_by_itself() -> None:
    board = crossing(N1=4, N2=4)
    board.setting.version = 1
    board = after(
        after(board, ENEMY, a.Advance("N", "N1", FOUR)), ENEMY, a.Advance("N", "N2", FOUR)
    )
    assert board.slain == 0
