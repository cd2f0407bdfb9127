"""Entering a round as a whole, with all its values at once."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from domain.kernel.text import listed
from domain.titles.contract.types import Field, Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.kit.moves import rehearsal
from domain.titles.kit.offering import entry
from domain.titles.score_sheet import standing
from domain.titles.score_sheet.actions import Enter, Fill
from domain.titles.score_sheet.board import Board, Entry
from domain.titles.score_sheet.chapters import entering
from domain.titles.score_sheet.chapters.entering import enter, judge_enter, sample_values
from domain.titles.score_sheet.reckoning import Reckoning
from domain.titles.score_sheet.values import TABLE

NO = Refusals("The sheet", """
nothing-new
  Nothing of this is new: it stands on the sheet already.
round-lacks
  Round {round} lacks {cells}.
broken
  {sentence}
""")  # fmt: skip
ALREADY = frozenset({"same-value", "nothing-there"})


def single_entries(action: Fill) -> Iterator[Enter]:
    for key, value in action.values.items():
        category, _, whose = key.partition(":")
        yield Enter(
            category, value.strip() if isinstance(value, str) else value, whose, action.round
        )


def judge_fill(board: Board, seat: str, action: Fill) -> Verdict:
    course = rehearsal(board)
    for single in _changes(course.board, seat, action):
        verdict = judge_enter(course.board, seat, single)
        if not verdict.legal:
            return verdict
        enter(course, seat, single)
    after: Any = course.board
    if after is board:
        return NO("nothing-new")
    lacks = [
        standing.cell_name(row, board.setting.column_name(column))
        for row, column in standing.missing_cells(after)
        if row.round == action.round and row.round
    ]
    if lacks:
        return NO("round-lacks", round=action.round, cells=listed(tuple(lacks)))
    for row, sentence in Reckoning(after.setting, after.cells).failed_checks(action.round):
        return NO.under(row.category.rule)("broken", sentence=sentence)
    return LEGAL


def _changes(board: Board, seat: str, action: Fill) -> Iterator[Enter]:
    """The single entries of the action that would change a cell or are illegal; not those that
    repeat what the cell has."""
    return (
        single
        for single in single_entries(action)
        if judge_enter(board, seat, single).code not in ALREADY
    )


def fill(course: Course, seat: str, action: Fill) -> None:
    for single in tuple(_changes(course.board, seat, action)):
        enter(course, seat, single)


def offers(board: Board, seat: str) -> Iterator[Fill]:
    """The action that enters the next round with sample values, if rounds are entered as a
    whole."""
    if board.setting.enters_whole_rounds:
        round = next_round(board)
        yield Fill(dict(_sample_values(board, seat, round)), round)


def next_round(board: Board) -> int:
    """The number of the first round with an empty required cell. If there is none: of the round
    after the last begun, or the sheet's last round if all are begun."""
    setting, begun = board.setting, standing.rounds_begun(board)
    lacking = (row.round for row, _ in standing.missing_cells(board) if row.round)
    return min([*lacking, min(begun + 1, setting.rounds)])


def _sample_values(board: Board, seat: str, round: int) -> Iterator[tuple[str, Entry]]:
    setting = board.setting
    sums = {check.line: check.number for check in setting.values.checks if check.kind == "sum"}
    for line in setting.entered_lines:
        if line.per != "round":
            continue
        left = sums.get(line.id)
        for column in setting.columns_of(line):
            if line.by == "anyone" or column == seat:
                key = _field_name(line.id, "" if column == TABLE else column)
                value = sample_values(setting, line)[0] if left is None else left
                left = None if left is None else 0
                if line.required or line.kind == "number":
                    yield key, value


def forms(board: Board, seat: str) -> Iterator[Template]:
    """A form for the next round or, on a sheet whose rounds are not entered as a whole, for any
    single value."""
    setting = board.setting
    values = (
        Fill({_field_name(single.category, single.whose): single.value}, single.round)
        for single in entering.offers(board, seat)
    )
    example = next(
        (
            fill
            for fill in chain(offers(board, seat), values)
            if judge_fill(board, seat, fill).legal
        ),
        None,
    )
    if example is not None:
        keys = tuple(
            _field_name(line.id, "" if column == TABLE else column)
            for line in setting.entered_lines
            for column in setting.columns_of(line)
            if line.by == "anyone" or column == seat
        )
        yield entry(
            NAME,
            example,
            round=Field(Text.pgettext("score-sheet", "round"), least=0, most=setting.rounds),
            values=Field(Text("values"), keys),
        )


def _field_name(category: str, whose: str) -> str:
    return f"{category}:{whose}" if whose else category


def _label(board: Board, action: Fill) -> Text:
    if action.round:
        return Text("enters round {round}", round=action.round)
    return Text("enters {count:value|values}", count=len(action.values))


NAME = Text("Enter a round")
MOVES = (
    Move(
        Fill,
        ("playing",),
        judge_fill,
        fill,
        offers,
        _label,
        NAME,
        weight=6,
        forms=forms,
        listed=False,
    ),
)
