from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.chance import TableChance
from domain.titles.contract.ruleset import open_setting
from domain.titles.score_sheet import RULES, RULES_1
from domain.titles.score_sheet.actions import End, Enter
from domain.titles.score_sheet.board import Board
from tests.builders.refusals import refused_with
from tests.domain.titles.score_sheet.sheets import (
    begun,
    catalog,
    done,
    ended,
    filled,
    named,
    refused,
)


def ready_made(name: str, players: int, *values: Any) -> Board:
    setting = open_setting(RULES, RULES.catalogs()[name], {}, players)
    return filled(RULES.blank(setting), **dict(zip(setting.seats, values, strict=False)))


def outcome(board: Board) -> tuple[str, tuple[str, ...]]:
    ended_as = RULES.outcome(board)
    return ended_as.code, ended_as.winners


# -- what is missing -------------------------------------------------------------------------------


def test_where_the_lowest_wins_who_lacks_a_value_is_asked_for_and_does_not_win() -> None:
    board = filled(begun(3, wins="lowest"), p1=12, p3=9)
    code, rule, text = refused(board, "p1", End())
    assert (code, rule) == ("unranked", "The end")
    assert text.startswith("Without Points (Player 2) there are no places to work out")
    assert RULES.places(ended(board, p1=2, p2=3, p3=1)) == {"p1": 2, "p2": 3, "p3": 1}, (
        "unless the table agrees"
    )
    assert outcome(ended(done(board, "p2", Enter("points", 10, "p2"))))[1] == ("p3",)


def test_where_the_highest_wins_nobody_is_first_for_having_nothing_beside_less_than_nothing() -> (
    None
):
    board = filled(begun(3, categories=[named("points"), named("bonus")]), p1=-5, p3=-8)
    assert refused(board, "p1", End())[2].startswith(
        "Without Points (Player 2) there are no places to work out"
    )
    board = done(done(board, "p1", Enter("bonus", 3, "p1")), "p2", Enter("points", -6, "p2"))
    assert RULES.places(ended(board)) == {"p1": 1, "p2": 2, "p3": 3}, (
        "a bonus that others lack is no loss to them"
    )


def test_a_round_that_one_seat_has_not_entered_is_missing_where_the_lowest_wins() -> None:
    board = begun(
        rounds=0, wins="lowest", categories=[named("points", per="round"), named("bonus")]
    )
    for seat, points, round in (("p1", 5, 1), ("p2", 7, 1), ("p1", 4, 2)):
        board = done(board, seat, Enter("points", points, seat, round))
    assert "Points, round 2 (Player 2)" in refused(board, "p1", End())[2]
    board = done(board, "p2", Enter("points", 1, "p2", 2))
    assert RULES.places(ended(board)) == {"p1": 2, "p2": 1}, (
        "a line that nobody filled is missing to nobody"
    )


def test_a_value_that_a_ruling_wipes_off_after_the_end_does_not_make_its_seat_win() -> None:
    board = ended(filled(begun(wins="lowest"), p1=5, p2=9))
    assert outcome(board) == ("won", ("p1",))
    (fact,) = RULES.decide(
        filled(begun(wins="lowest"), p2=9), "p2", Enter("points", "", "p2"), TableChance()
    )
    assert outcome(RULES.evolve(board, fact)) == ("won", ("p1",))


@pytest.mark.parametrize("wins", ["lowest", "highest"])
def test_a_tie_break_that_one_of_the_equal_lacks_is_asked_for(wins: str) -> None:
    sheet = [named("points"), named("coins", worth=0)]
    board = filled(
        begun(3, categories=sheet, ties=[{"category": "coins", "wins": wins}]), p1=9, p2=9, p3=4
    )
    assert outcome(ended(board)) == ("shared", ("p1", "p2")), "nobody has coins"
    board = done(board, "p1", Enter("coins", 3, "p1"))
    assert refused(board, "p1", End())[2].startswith("Without Coins (Player 2) there are no places")
    assert outcome(ended(done(board, "p2", Enter("coins", 8, "p2"))))[1] == (
        ("p1",) if wins == "lowest" else ("p2",)
    )


def test_a_tie_break_is_missing_to_nobody_whom_it_does_not_part() -> None:
    sheet = [named("points"), named("coins", worth=0)]
    board = filled(begun(3, categories=sheet, ties=[{"category": "coins"}]), p1=9, p2=7, p3=4)
    assert outcome(ended(done(board, "p2", Enter("coins", 8, "p2"))))[1] == ("p1",)


# -- across a line ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (("win", "win"), "no-loss"),
        (("win", "draw"), "win-and-draw"),
        (("draw", "loss"), "no-win"),
        (("loss", "loss"), "no-win"),
        (("win", "draw", "loss"), "win-and-draw"),
        (("draw", "loss", "loss"), "no-win"),
    ],
)
def test_results_that_cannot_be_together_are_refused(values: tuple[str, ...], code: str) -> None:
    refusal, rule, text = refused(ready_made("win-draw-loss", len(values), *values), "p1", End())
    assert (refusal, rule) == (code, "The sheet, result")
    assert "Player 1: " + values[0] in text, "it names who has what"


@pytest.mark.parametrize(
    ("values", "ends"),
    [
        (("win", "loss"), ("won", ("p1",))),
        (("draw", "draw"), ("drawn", ())),
        (("draw", "draw", "loss"), ("shared", ("p1", "p2"))),
        (("win", "loss", "loss", "win"), ("shared", ("p1", "p4"))),
        (("loss",), ("won", ("p1",))),
    ],
)
def test_results_that_can_be_together_end_the_game(
    values: tuple[str, ...], ends: tuple[str, tuple[str, ...]]
) -> None:
    assert outcome(ended(ready_made("win-draw-loss", len(values), *values))) == ends


def test_a_draw_stays_one_whatever_the_difference() -> None:
    board = done(ready_made("win-draw-loss", 2, "draw", "draw"), "p1", Enter("difference", 3, "p1"))
    assert outcome(ended(board)) == ("drawn", ())


@pytest.mark.parametrize(
    ("places", "code", "says"),
    [
        ((1, 2, 2, 4), "place-twice", "Player 2, Player 3 have place 2"),
        ((1, 1, 2, 3), "place-twice", "Player 1, Player 2 have place 1"),
        ((2, 3, 4), "place-missing", ""),
    ],
)
def test_places_that_are_shared_or_missing_are_refused(
    places: tuple[int, ...], code: str, says: str
) -> None:
    board = ready_made("placings", 4, *places)
    if len(places) < 4:
        assert refused(board, "p4", Enter("place", 5, "p4"))[0] == "out-of-bounds", (
            "four have no fifth place"
        )
        return
    refusal, rule, text = refused(board, "p1", End())
    assert (refusal, rule) == (code, "The sheet, place") and says in text
    agreed = dict(zip(board.setting.seats, (1, 2, 2, 4), strict=True))
    assert RULES.places(ended(board, **agreed)) == agreed, "a shared place is agreed on"


def test_a_place_that_nobody_has_is_named() -> None:
    sheet = [named("place", least=1, across="places")]
    board = filled(begun(3, wins="lowest", categories=sheet), p1=1, p2=3, p3=2)
    assert RULES.places(ended(board)) == {"p1": 1, "p2": 3, "p3": 2}
    board = filled(begun(3, categories=sheet), p1=2, p2=3)
    assert refused(board, "p1", End())[2].startswith(
        "Place: nobody has place 1 (Player 1: 2, Player 2: 3)."
    )


@pytest.mark.parametrize(
    "category",
    [
        named("place", across="places", whose="table"),
        named("place", across="places", kind="yes-no"),
        named("result", across="results"),
        named(
            "result",
            across="results",
            kind="choice",
            choices=[named("win", result="win"), named("loss")],
        ),
    ],
)
def test_a_line_that_cannot_be_looked_at_across_is_a_fault(category: dict[str, Any]) -> None:
    refusal = refused_with(
        CatalogError,
        "",
        open_setting,
        RULES,
        catalog(categories=[named("points"), category]),
        {},
        None,
    )
    assert "/categories/1/across" in [fault.pointer for fault in refusal.faults]


# -- the end ---------------------------------------------------------------------------------------


def test_what_was_agreed_is_compared_with_the_sheet_and_the_difference_is_told() -> None:
    board = filled(begun(3), p1=30, p2=25, p3=25)
    (fact,) = RULES.decide(board, "p1", End({"p1": 2, "p2": 1, "p3": 3}), TableChance())
    after = RULES.evolve(board, fact)
    assert RULES.say_fact(after, fact).en == (
        "The game ends, with the places that were agreed: 1. Player 2, 2. Player 1, 3. Player 3. "
        "The sheet says: 1. Player 1, 2. Player 2, 2. Player 3."
    )
    ending = RULES.outcome(after)
    assert ending is not None and ending.text.en == (
        "Player 2 wins. This was agreed; the sheet says: 1. Player 1, 2. Player 2, 2. Player 3."
    )
    same = ended(board, p1=1, p2=2, p3=2)
    assert [other.text.en for other in (RULES.outcome(same),) if other] == ["Player 1 wins."]


def test_places_are_not_corrected_where_they_follow_from_the_lines() -> None:
    board = ended(filled(begun(), p1=5, p2=9))
    assert board.places == {} and RULES.amiss(board) == ()
    wrong = type(board)(
        board.setting, board.cells, board.counters, ending="worked-out", places={"p1": 1, "p2": 2}
    )
    assert [text.en for text in RULES.amiss(wrong)] == [
        "places follow from the lines of the sheet, unless they were agreed on"
    ]


def test_a_table_together_has_won_by_the_sheet_as_it_stands() -> None:
    setting = open_setting(RULES, RULES.catalogs()["cooperative"], {}, 2)
    board = done(RULES.blank(setting), "p1", Enter("result", "won"))
    over = done(board, "p1", End())
    assert outcome(over)[0] == "won-together"
    (fact,) = RULES.decide(board, "p1", Enter("result", "lost"), TableChance())
    assert outcome(RULES.evolve(over, fact)) == ("lost-together", ())


def test_sheets_of_version_1_end_as_they_did() -> None:
    """In version 1 an empty cell counted as nothing, also where the lowest wins; no line was
    compared between columns; and the ranks at the end did not change later."""
    board = RULES_1.blank(open_setting(RULES_1, catalog(wins="lowest"), {}, 2))
    (entered,) = RULES_1.decide(board, "p1", Enter("points", 12, "p1"), TableChance())
    board = RULES_1.evolve(board, entered)
    assert RULES_1.judge(board, "p1", End()).legal
    (end,) = RULES_1.decide(board, "p1", End(), TableChance())
    over = RULES_1.evolve(board, end)
    assert over.places == {"p2": 1, "p1": 2}
    (later,) = RULES_1.decide(board, "p1", Enter("points", -3, "p1"), TableChance())
    assert RULES_1.places(RULES_1.evolve(over, later)) == {"p2": 1, "p1": 2}
