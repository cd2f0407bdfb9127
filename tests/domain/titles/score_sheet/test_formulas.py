"""The result of a formula. On every accepted sheet, with any number of players and entries, it is a
number in its range or missing; it never fails."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.ruleset import BadOpening, open_setting
from domain.titles.score_sheet import RULES, RULES_3
from domain.titles.score_sheet.board import Board
from domain.titles.score_sheet.formulas import Ranges
from domain.titles.score_sheet.reckoning import Reckoning, reckoning_of
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.domain.titles.score_sheet.naive import NaiveSheet, entries, sheet
from tests.domain.titles.score_sheet.sheets import begun, catalog, filled, named


def accepted(seed: int) -> bool:
    """Whether the sheet of a seed is accepted. Raises `AssertionError` if an accepted sheet breaks
    the law."""
    rng = Random(seed)
    made, players = sheet(rng), rng.randint(1, 6)
    try:
        setting: Any = open_setting(RULES, catalog(**made), {}, players)
    except (CatalogError, BadOpening):
        return False
    board = Board(setting, entries(rng, made, players), {})
    there, naive = reckoning_of(board), NaiveSheet(made, players, board.cells)
    ranges = Ranges(setting.lines, setting.values, (players, players), 4)
    for line in setting.reckoned_lines:
        for column in setting.columns_of(line):
            for n in range(1, there.begun + 1) if line.per == "round" else (0,):
                value, known = there.value(line, column, n), ranges.known[line.id]
                assert value == naive.own(naive.lines[line.id], column, n), (seed, line.id, n)
                assert value is None or known.low <= value <= known.high, (seed, line.id, known)
                assert value is None or known.parts % Fraction(value).denominator == 0, seed
    for score in RULES.score(board):
        assert score.points == naive.total(score.seat), (seed, score)
        assert setting.units_per_point % score.points.denominator == 0, seed
    RULES.grid(board, setting.seats)
    assert not [row for row, _ in there.failed_checks()], seed
    return True


def test_accepted_sheets_reckon_what_another_reckons_within_their_ranges() -> None:
    tried = count(400, 1_500)
    assert sum(map(accepted, range(tried))) > tried / 6


def divides(**more: Any) -> list[dict[str, Any]]:
    """The smallest sheet that divided by 0 with three players before such sheets were refused."""
    x = named("x", kind="reckoned", formula=5, players=[2])
    floor = {"do": "floor", "of": ["pts", "x"]}
    return [named("pts", least=1, most=9), x, named("y", kind="reckoned", formula=floor, **more)]


def carries() -> list[dict[str, Any]]:
    """The smallest sheet that divided by 0 after its second round (14 − 2 × 7) before such sheets
    were refused."""
    of = [100, {"do": "difference", "of": [14, {"do": "before", "of": ["r0"]}]}]
    rounds: Any = {"per": "round", "kind": "reckoned"}
    return [
        named("pts", per="round"),
        named("r0", formula=7, **rounds),
        named("r1", formula={"do": "floor", "of": of}, whose="table", **rounds),
    ]


def through_rounds() -> list[dict[str, Any]]:
    """A sheet with a circle: a sum over rounds, which each round reads by way of the round
    before."""
    rounds: Any = {"per": "round", "kind": "reckoned"}
    return [
        named("pts", per="round"),
        named("r0", formula={"do": "before", "of": ["r1"]}, **rounds),
        named("sum", kind="reckoned", formula="r0"),
        named("r1", formula="sum", **rounds),
    ]


@pytest.mark.parametrize(
    ("lines", "rounds", "at", "wrong"),
    [
        (divides(), None, "/categories/2/formula/of/1", "this divides by what can be nothing"),
        (carries(), 3, "/categories/2/formula/of/1", "this divides by what can be nothing"),
        (through_rounds(), 3, "/categories/2/formula", "the line “sum” is reckoned from itself"),
        ([named("pts"), named("x", kind="reckoned", formula=10**12, worth=10**6)], None, "/categories",
         "this can come to more than can be counted: give its lines bounds"),
    ],
)  # fmt: skip
def test_what_cannot_be_reckoned_with_any_number_of_players_is_refused(
    lines: list[dict[str, Any]], rounds: int | None, at: str, wrong: str
) -> None:
    refusal = refused_with(
        CatalogError, "", begun, 3, categories=lines, rounds=rounds, seats={"least": 2, "most": 3}
    )
    assert (at, wrong) in [(fault.pointer, fault.text.en) for fault in refusal.faults]


@pytest.mark.parametrize(
    ("lines", "players", "cells", "says"),
    [
        (divides(), 3, {"pts": 4}, "Y: this divides by 0 and has no value."),
        (carries(), 2, {"pts.1": 4, "pts.2": 5}, "R1, round 2: this divides by 0 and has no value."),
        (through_rounds(), 2, {"pts.1": 4, "pts.2": 5}, ""),
    ],
)  # fmt: skip
def test_on_a_sheet_of_before_a_division_by_nothing_is_missing_and_told(
    lines: list[dict[str, Any]], players: int, cells: dict[str, int], says: str
) -> None:
    rounds = 3 if "per" in lines[0] else None
    made = catalog(categories=lines, rounds=rounds, seats={"least": 2, "most": 3})
    setting = open_setting(RULES_3, made, {}, players)
    board = Board(setting, {**RULES_3.blank(setting).cells, "p1": cells}, {})
    assert RULES_3.score(board) and RULES_3.grid(board, ("p1",))
    assert [text.en for _, text in reckoning_of(board).failed_checks()] == ([says] if says else [])


def test_a_chain_of_deep_formulas_is_reckoned_and_told() -> None:
    lines = [named("points", least=0, most=9)]
    for n in range(38):
        formula: Any = lines[-1]["id"]
        for _ in range(13):
            formula = {"do": "floor", "of": [formula]}
        lines.append(named(f"l{n}", kind="reckoned", formula=formula, counted=False, hidden=n < 37))
    board = filled(begun(categories=lines), p1=7)
    grid = RULES.grid(board, ())
    assert grid is not None and grid.rows[-1].cells[0].why.en.startswith("L0: Points 7 → 7 → 7")
    assert Reckoning(board.setting, board.cells).value(board.setting.lines[-1], "p1", 0) == 7
