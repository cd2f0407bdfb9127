"""Ditches and moats: whom one of them stops (A-CV-15), and what a moat takes of a side (A-CV-9)."""

from __future__ import annotations

from domain.games.convicted import RULES
from domain.games.convicted.actions import Band
from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege.manoeuvre import due_at
from tests.builders.convicted import after, at_siege, at_stage, bands, besieged, forward, refused, with_ring
from tests.builders.convicted import opened as opened_with

FOUR = bands(barbarian_warrior=4)


def test_one_ditch_strengthens_its_side() -> None:
    """As in the text's example: a ditch dug before a wall makes that side stronger, so nobody goes around it."""
    board = at_stage(5, with_ring(at_siege(), N1=1), N={"barbarian-warrior": 4}, E={"wolf": 2})
    for slot in ("N2", "NE", "NW"):
        assert refused(board, ENEMY, sa.Advance("N", slot, FOUR)) == "ditch-before-side"  # type: ignore[arg-type]
    assert RULES.judge(board, ENEMY, sa.Advance("E", "E1", bands(wolf=2))).legal, "the other sides are as they were"
    slowed = after(board, ENEMY, sa.Approach("N", "N1", FOUR))
    assert RULES.judge(forward(forward(slowed, 4), 5), ENEMY, sa.Advance("N", "N1", FOUR)).legal


def test_by_option_a_ditch_stops_only_who_crosses_it() -> None:
    board = besieged(_chosen("slot"))
    board = at_stage(5, with_ring(board, N1=1), N={"barbarian-warrior": 4})
    assert RULES.judge(board, ENEMY, sa.Advance("N", "N2", FOUR)).legal


def test_under_version_1_a_ditch_could_be_gone_around() -> None:
    board = at_stage(5, with_ring(at_siege(), N1=1), N={"barbarian-warrior": 4})
    board.setting.version = 1
    assert RULES.judge(board, ENEMY, sa.Advance("N", "N2", FOUR)).legal


def _chosen(ditches: str) -> Board:
    from domain.games.convicted import actions as a

    board = opened_with(1, {"ditches": ditches})
    board = after(board, "p1", a.ChooseHero("oracle"))
    return after(board, "p1", a.ChooseSections(("N", "E", "S", "W", "NE", "SE", "SW", "NW"))) if board.step == "sections" else board


def crossing(**slots: int) -> Board:
    """Moats at slots of side N with so many warriors rested before each, in the second round's stage 5."""
    board = at_stage(5, with_ring(at_siege(), **dict.fromkeys(slots, 2)), N={"barbarian-warrior": sum(slots.values())})
    for slot, count in slots.items():
        board = after(board, ENEMY, sa.Approach("N", slot, (Band("barbarian-warrior", count),)))  # type: ignore[arg-type]
    return forward(forward(board, 4), 5)


def test_moats_take_a_fifth_of_a_sides_units_not_of_each_slots() -> None:
    board = crossing(N1=4, N2=4, NE=2)
    board = after(board, ENEMY, sa.Advance("N", "N1", FOUR))
    assert refused(board, ENEMY, sa.Advance("N", "N2", FOUR)) == "moat-toll", "eight have crossed: one falls"
    board = after(board, ENEMY, sa.Advance("N", "N2", FOUR, bands(barbarian_warrior=1)))
    two = bands(barbarian_warrior=2)
    board = after(board, ENEMY, sa.Advance("N", "NE", two, bands(barbarian_warrior=1)))
    assert board.slain == 2, "a fifth of ten"


def test_each_stage_5_counts_anew() -> None:
    board = after(crossing(N1=4), ENEMY, sa.Advance("N", "N1", FOUR))
    assert due_at(board, "N", "N1", 1) == 0 + (4 + 1) // 5
    assert due_at(forward(forward(board, 4), 5), "N", "N1", 4) == 0


def test_under_version_1_each_moat_rounded_by_itself() -> None:
    board = crossing(N1=4, N2=4)
    board.setting.version = 1
    board = after(after(board, ENEMY, sa.Advance("N", "N1", FOUR)), ENEMY, sa.Advance("N", "N2", FOUR))
    assert board.slain == 0
