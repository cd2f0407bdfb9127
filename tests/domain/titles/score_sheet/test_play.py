from typing import Any

import pytest

from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import End, Enter, MoveCounter, PassTurn, Roll
from domain.titles.score_sheet.grid import AHEAD
from tests.domain.titles.score_sheet.sheets import begun, done, ended, filled, named, refused


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        (12, 12),
        ("12", 12),
        ("+7", 7),
        ("-3", -3),
        ("\u22123", -3),
        (" 1\u202f200 ", 1200),
        ("007", 7),
    ],
)
def test_a_number_is_recorded_as_a_number_however_it_is_typed(
    typed: int | str, stands: int
) -> None:
    assert done(begun(), "p1", Enter("points", typed, "p1")).cells["p1"] == {"points": stands}


@pytest.mark.parametrize("typed", ["1.5", "1,5", "many", "--3", "1e3", "9" * 12])
def test_what_is_no_whole_number_is_refused_with_the_line_of_the_sheet(typed: str) -> None:
    code, rule, text = refused(begun(), "p1", Enter("points", typed, "p1"))
    assert (code, rule) == ("not-a-number", "The sheet, points")
    assert "Points takes a whole number" in text


@pytest.mark.parametrize(
    ("sheet", "wrong", "code", "says", "right"),
    [
        (
            {"categories": [named("points", least=-5, most=20)]},
            Enter("points", 21, "p1"),
            "out-of-bounds",
            "Points goes from -5 to 20: 21 is not possible.",
            Enter("points", -5, "p2"),
        ),
        (
            {"categories": [named("points", by="owner")]},
            Enter("points", 3, "p2"),
            "not-owner",
            "",
            Enter("points", 3, "p2"),
        ),
        (
            {"rounds": 3, "categories": [named("points", per="round")]},
            Enter("points", 3, "p1", 4),
            "no-such-round",
            "Points has the rounds 1 to 3, not 4.",
            Enter("points", 3, "p2", 3),
        ),
    ],
)
def test_what_the_sheet_has_no_room_for_is_refused(
    sheet: dict[str, Any], wrong: Enter, code: str, says: str, right: Enter
) -> None:
    """The first player enters something beyond a bound, the second something just within it."""
    refusal, _, text = refused(begun(**sheet), "p1", wrong)
    assert (refusal, says in text) == (code, True)
    assert list(done(begun(**sheet), "p2", right).cells["p2"].values()) == [right.value]


def test_a_die_has_the_faces_that_the_table_gave_it() -> None:
    board = begun(
        dice=[named("fate", faces=[named("plus"), named("minus"), named("blank")], most=4)]
    )
    board = done(board, "p1", Roll("fate", 3), "plus", "blank", "plus")
    assert board.rolled is not None and board.rolled.faces == ("plus", "blank", "plus")
    assert refused(board, "p1", Roll("fate", 5))[0] == "too-many"


def test_a_counter_of_a_seat_moves_for_that_seat_alone() -> None:
    board = begun(counters=[named("life", whose="seat", start=20, most=40)])
    board = done(board, "p1", MoveCounter("life", -3, "p2"))
    assert board.counters == {"life": {"p1": 20, "p2": 17}}


def test_in_turns_only_one_writes_and_the_turn_goes_round() -> None:
    board = begun(3, turns=True)
    assert RULES.to_act(board) == ("p1",)
    assert refused(board, "p2", Enter("points", 1, "p2"))[0] == "not-your-turn"
    for seat in ("p1", "p2", "p3"):
        board = done(board, seat, PassTurn())
    assert RULES.to_act(board) == ("p1",)


@pytest.mark.parametrize(
    ("wins", "places"),
    [("highest", {"p1": 3, "p2": 1, "p3": 1}), ("lowest", {"p1": 1, "p2": 2, "p3": 2})],
)
def test_seats_that_are_equal_share_a_place_and_the_next_counts_all_before_it(
    wins: str, places: dict[str, int]
) -> None:
    assert RULES.places(ended(filled(begun(3, wins=wins), p1=3, p2=8, p3=8))) == places


def test_ties_are_broken_by_the_categories_in_their_order() -> None:
    board = filled(
        begun(
            3,
            categories=[named("points"), named("coins", worth=0), named("cards", worth=0)],
            ties=[{"category": "coins"}, {"category": "cards", "wins": "lowest"}],
        ),
        p1=9,
        p2=9,
        p3=9,
    )
    for seat, coins, cards in (("p1", 2, 4), ("p2", 2, 3), ("p3", 5, 9)):
        board = done(
            done(board, seat, Enter("coins", coins, seat)), seat, Enter("cards", cards, seat)
        )
    assert RULES.places(ended(board)) == {"p3": 1, "p2": 2, "p1": 3}


def test_a_required_line_of_each_round_that_was_begun_is_waited_for() -> None:
    board = begun(rounds=0, categories=[named("points", per="round", required=True)])
    board = done(done(board, "p1", Enter("points", 1, "p1", 1)), "p2", Enter("points", 2, "p2", 1))
    board = done(board, "p1", Enter("points", 5, "p1", 2))
    assert refused(board, "p1", End())[2] == "The sheet still wants Points, round 2 (Player 2)."
    assert RULES.places(ended(done(board, "p2", Enter("points", 5, "p2", 2)))) == {"p1": 2, "p2": 1}


# -- the grid --------------------------------------------------------------------------------------


def test_the_grid_has_the_rounds_that_were_begun_and_the_next_and_some_ahead_for_who_enters() -> (
    None
):
    board = begun(rounds=0, categories=[named("points", per="round"), named("bonus")])
    assert [row.id for row in RULES.grid(board, ()).rows] == ["points.1", "bonus"]
    grid = RULES.grid(done(board, "p1", Enter("points", 4, "p1", 1)), ("p1",))
    assert [row.id for row in grid.rows if not row.ahead] == ["points.1", "points.2", "bonus"]
    assert [row.round for row in grid.rows if row.ahead] == list(range(3, 3 + AHEAD))
    assert [(column.name.en, column.total) for column in grid.columns] == [
        ("Player 1", "4"),
        ("Player 2", "0"),
    ]
    assert grid.cells()["points.1", "p1"].value == "4"


def test_a_cell_is_entered_by_whoever_looks_where_the_sheet_allows_it() -> None:
    board = begun(categories=[named("points"), named("secret", by="owner", worth=0)])
    cells = RULES.grid(board, ("p2",)).cells()
    assert {key: cell.seat for key, cell in cells.items()} == {
        ("points", "p1"): "p2", ("points", "p2"): "p2", ("secret", "p1"): "", ("secret", "p2"): "p2",
    }  # fmt: skip
    assert all(cell.seat == "" for cell in RULES.grid(board, ()).cells().values())
    assert all(
        cell.seat == ""
        for cell in RULES.grid(ended(filled(board, p1=1, p2=2)), ("p1", "p2")).cells().values()
    )
