from fractions import Fraction
from typing import Any

import pytest

from domain.game.aggregate.game import added_points
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import Penalty
from domain.game.refusals import CatalogRefused
from domain.game.store.catalogs import Catalogs
from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.ruleset import BadOpening, open_setting
from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import End, Enter, Fill
from tests.builders.refusals import refused_with
from tests.domain.titles.score_sheet.sheets import begun, catalog, done, filled, named, refused


def node(do: str, *of: Any, **more: Any) -> dict[str, Any]:
    return {"do": do, "of": list(of), **more}


def line(id: str, formula: Any, **more: Any) -> dict[str, Any]:
    return named(id, kind="reckoned", formula=formula, **more)


POINTS = named("points", least=0, most=100)


def wrong(*lines: dict[str, Any], **sheet: Any) -> dict[str, str]:
    refusal = refused_with(
        CatalogError,
        "",
        open_setting,
        RULES,
        catalog(categories=[POINTS, *lines], **sheet),
        {},
        None,
    )
    assert all(fault.text.en and fault.text.fr for fault in refusal.faults)
    return {fault.pointer: fault.text.en for fault in refusal.faults}


def test_all_that_is_wrong_with_formulas_is_told_at_once_where_it_is() -> None:
    assert wrong(
        line("self", node("sum", "self", 1)),
        line("ring", node("max", "other", 0)),
        line("other", node("min", "ring", 9)),
        line("nobody", node("sum", "points", "nothing")),
        line("divided", node("floor", 7, "points")),
        line("huge", node("product", *["points"] * 8)),
        line("fine", node("quotient", node("quotient", "points", 999_983), 1_009)),
        line("long", node("sum", *[1] * 64)),
        line("bare", None),
        line("pair", node("difference", 1)),
        line("rows", node("table", "points", table=[[3, 1], [2, 5]])),
        line("carried", node("before", "points")),
        named("plain", formula=1),
    ) == {
        "/categories/1/formula": "the line “self” is reckoned from itself",
        "/categories/2/formula": "the line “ring” is reckoned from itself",
        "/categories/3/formula": "the line “other” is reckoned from itself",
        "/categories/4/formula/of/1": "the sheet has no line “nothing” that could be read here",
        "/categories/5/formula/of/1": "this divides by what can be nothing",
        "/categories/6/formula": "this can come to more than can be counted: give its lines bounds",
        "/categories/7/formula": "this comes to parts too fine to be counted",
        "/categories/8/formula": "a formula has at most 64 steps, not 65",
        "/categories/9/formula": "a reckoned line has a formula",
        "/categories/10/formula": "“difference” takes 2 to 2 operands, not 1",
        "/categories/11/formula/table": "a table has rows whose first numbers go up",
        "/categories/12/formula": "“before” reads a line of rounds, and is used on one",
        "/categories/13/formula": "only a reckoned line has a formula",
    }


def test_what_grows_from_round_to_round_without_bounds_is_refused() -> None:
    doubled = line(
        "twice", node("sum", node("product", 2, node("before", "twice")), 1), per="round"
    )
    assert list(wrong(doubled, rounds=60)) == ["/categories/1/formula/of/0"]
    added = line("more", node("sum", node("before", "more"), 1), per="round", counted=False)
    assert begun(categories=[POINTS, added], rounds=60).setting.units_per_point == 1


def test_a_check_that_no_row_can_meet_and_a_target_below_the_start_are_refused() -> None:
    text = {"en": "so it is", "fr": "c'est ainsi"}
    checks = [
        {"id": "sum", "kind": "sum", "line": "points", "number": 500},
        {"id": "never", "kind": "rule", "line": "points", "formula": node("at-least", "points", 101), "text": text},
        {"id": "bare", "kind": "rule", "line": "points", "formula": 1},
        {"id": "where", "kind": "different", "line": "nowhere"},
        {"id": "sum", "kind": "rule", "line": "points", "formula": node("floor", 1, 0), "text": text},
    ]  # fmt: skip
    assert wrong(line("base", 20), checks=checks, target=15, seats={"most": 4}) == {
        "/checks/4": "“sum” is there already",
        "/checks/0/number": "no row can meet this: it comes to 0 to 400",
        "/checks/1/formula": "no row can meet this: it comes to 0 to 0",
        "/checks/2": "a rule has a formula, and a sentence that says what has to be",
        "/checks/3/line": "the check is of no line of the sheet that it could look at: “nowhere”",
        "/checks/4/formula/of/1": "this divides by what can be nothing",
        "/target": "the target, 15, is not above the total at the start, 20",
    }


def test_a_sheet_that_reckons_too_much_for_its_players_is_refused() -> None:
    deep: Any = "points"
    for _ in range(4):
        deep = node("across", deep)
    refusal = refused_with(
        BadOpening,
        "takes 1085808 steps",
        begun,
        12,
        categories=[POINTS, *(line(f"l{n}", deep, counted=False) for n in range(4))],
        seats={"most": 12},
    )
    assert refusal.pointer == "/catalog"


def test_a_reckoned_line_tells_its_sum_and_nobody_enters_it() -> None:
    lines = [named("a", least=0, most=9), named("b", least=0, most=9)]
    both = line(
        "both",
        node("sum", "a", node("product", 2, "b"), node("table", "a", table=[[5, 10]])),
        counted=False,
    )
    board = filled(begun(categories=[*lines, both]), p1=6)
    board = done(board, "p1", Enter("b", 4, "p1"))
    cell = next(
        cell for row in RULES.grid(board, ("p1",)).rows for cell in row.cells if row.id == "both"
    )
    assert (cell.value, cell.why.en, cell.seat) == ("24", "A 6 + (2 × B 4) + (A 6 → 10) = 24", "")
    assert [text.en for _, text in RULES.grid(board, ()).notes] == [
        "A + (2 × B) + (A, by the table 5 → 10)"
    ]
    assert refused(board, "p1", Enter("both", 3, "p1"))[:2] == ("reckoned", "The sheet, both")


def test_halves_are_entered_and_added_up_exactly() -> None:
    board = filled(begun(categories=[named("points", parts=2)]), p1="1,5", p2="0.5")
    board = done(board, "p2", Enter("points", "2.50", "p2"))
    assert board.cells["p2"] == {"points": "2.5"} and board.setting.units_per_point == 2
    assert [column.total for column in RULES.grid(board, ()).columns] == ["1.5", "2.5"]
    assert [score.points for score in RULES.score(board)] == [Fraction(3, 2), Fraction(5, 2)]
    assert (
        refused(board, "p1", Enter("points", "1.25", "p1"))[2]
        == "Points takes numbers in steps of 0.5, not “1.25”."
    )
    ended = done(board, "p1", End())
    assert RULES.outcome(ended).text.en == "Player 2 wins with 2.5 points, 1 ahead."


def test_a_round_is_all_or_nothing_and_says_what_it_lacks() -> None:
    board = begun(
        rounds=0,
        categories=[named("points", per="round", required=True, least=0, most=10)],
        checks=[{"id": "ten", "kind": "sum", "line": "points", "number": 10}],
    )
    assert (
        refused(board, "p1", Fill({"points:p1": 4}, 1))[2]
        == "Round 1 lacks Points, round 1 (Player 2)."
    )
    assert refused(board, "p1", Fill({"points:p1": 4, "points:p2": 5}, 1))[2] == (
        "Points, round 1: The row comes to 9, not 10."
    )
    board = done(board, "p1", Fill({"points:p1": 4, "points:p2": 6}, 1))
    assert refused(board, "p1", Fill({"points:p1": 4}, 1))[0] == "nothing-new"
    board = done(board, "p1", Enter("points", 7, "p1", 1))
    assert refused(board, "p1", End())[2] == "Points, round 1: The row comes to 13, not 10."
    assert [row.wrong[0].en for row in RULES.grid(board, ()).rows if row.wrong]
    board = done(board, "p1", Fill({"points:p2": 3}, 1))
    assert not any(row.wrong for row in RULES.grid(board, ()).rows)


def test_the_end_is_due_at_the_target_and_what_lacks_is_told_before_it() -> None:
    sheet = {"rounds": 0, "target": 20, "categories": [named("points", per="round", required=True)]}
    board = done(begun(**sheet), "p1", Enter("points", 12, "p1", 1))
    grid = RULES.grid(board, ())
    assert (grid.lacks.en, grid.due.en) == ("The sheet still wants Points, round 1 (Player 2).", "")
    board = done(board, "p2", Enter("points", 20, "p2", 1))
    assert RULES.grid(board, ()).due.en == "Player 2: 20 is reached. The game can end here."
    assert RULES.grid(board, ()).running == {"p1": (0, 12), "p2": (0, 20)}
    assert RULES.places(done(board, "p1", End())) == {"p2": 1, "p1": 2}


def test_who_lacks_what_a_reckoned_line_is_reckoned_from_does_not_win_where_the_lowest_does() -> (
    None
):
    lines = [named("strokes", counted=False), line("net", node("difference", "strokes", 3))]
    board = done(begun(wins="lowest", categories=lines), "p1", Enter("strokes", 8, "p1"))
    assert refused(board, "p1", End())[0] == "unranked"


def test_partners_share_the_sum_of_their_lines() -> None:
    """By hand: 10 + 0 is less than 5 + 6. Until version 4 of the rules Player 1 wrongly won."""
    board = filled(begun(4, sides=2, seats={"most": 4}), p1=10, p2=5, p3=0, p4=6)
    grid = RULES.grid(board, ())
    assert [(column.name.en, column.total) for column in grid.columns[4:]] == [
        ("Player 1 & Player 3", "10"),
        ("Player 2 & Player 4", "11"),
    ]
    refusal = refused(board, "p1", End({"p1": 1, "p2": 2, "p3": 3, "p4": 3}))
    assert refusal[0] == "partners" and "Player 1 & Player 3" in refusal[2]
    board = done(board, "p1", End())
    assert RULES.places(board) == {"p2": 1, "p4": 1, "p1": 3, "p3": 3}
    assert [score.points for score in RULES.score(board)] == [10, 11, 10, 11]
    assert RULES.outcome(board).text.en == "Player 2 & Player 4 win with 11 points, 1 ahead."


def test_a_penalty_of_a_seat_counts_for_its_side() -> None:
    board = begun(4, sides=2, seats={"most": 4}, categories=[named("points", whose="side")])
    board = done(
        done(board, "p1", Enter("points", 9, "side-1")), "p1", Enter("points", 7, "side-2")
    )
    board = done(board, "p1", End())
    assert RULES.places(board) == {"p1": 1, "p3": 1, "p2": 3, "p4": 3}
    added = added_points(RULES, board, [Penalty("p3", -5, ranks=True)])
    assert added == {"p1": -5, "p3": -5}, "of the side"
    ranking = RULES.ranking(board, added)
    assert ranking.outcome.winners == ("p2", "p4")
    assert ranking.outcome.text.en == "Player 2 & Player 4 win with 7 points, 3 ahead."


HEAD = '{"game":"score-sheet","edition":"x","provenance":{"":"text"},"values":{"categories":[\n'
NAME = '"name":{"en":"é","fr":"<b>é</b>"}'


DEEP = f'{{"id":"a",{NAME},"kind":"reckoned","formula":' + '{"do":"sum","of":[' * 2_000
DEEP += "1" + "]}" * 2_000 + "}]}}"


@pytest.mark.parametrize(
    ("file", "first", "number"),
    [
        ((HEAD + ",\n".join(["1"] * 100_000) + "]}}").encode(), ("/values/categories/0", 2), 200),
        ((HEAD + ",\n".join([f'{{"id":"a",{NAME}}}'] * 9_000) + "]}}").encode(), ("/values/categories", 1), 1),
        ((HEAD + f'{{"id":"a",{NAME}}}]}}}}').encode("latin-1"), ("", 2), 1),
        ((HEAD + f'{{"id":"a",{NAME}}}]}}}}').encode("utf-16"), ("", 1), 1),
        (b"<html><script>alert(1)</script></html>", ("", 1), 1),
        ((HEAD + '{"id":"<b>",' + NAME + ',"formula":{"do":"eval","of":["1"]},\n"parts":3}]}}').encode(),
         ("/values/categories/0/id", 2), 3),
        ((HEAD + DEEP).encode(), ("", 1), 1),
    ],
)  # fmt: skip
def test_a_file_that_is_no_sheet_is_refused_with_all_its_places_and_nothing_is_kept(
    clerk: Clerk, file: bytes, first: tuple[str, int], number: int
) -> None:
    catalogs = Catalogs(clerk.key_values)
    before = [entry.catalog.sha256 for entry in catalogs.listed("score-sheet")]
    faults = refused_with(CatalogRefused, "", catalogs.keep, file).faults
    assert (faults[0].pointer, faults[0].line) == first and len(faults) == number
    assert [entry.catalog.sha256 for entry in catalogs.listed("score-sheet")] == before
