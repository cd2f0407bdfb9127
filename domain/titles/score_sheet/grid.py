"""The sheet as people type into it: a row for each line, a column for each seat."""

from collections.abc import Iterator

from domain.kernel.text import NO_WORDS
from domain.titles.contract.grid import Grid, GridCell, GridColumn, GridRow
from domain.titles.kit import Text
from domain.titles.score_sheet import standing
from domain.titles.score_sheet.board import Board, Row
from domain.titles.score_sheet.entering import possible
from domain.titles.score_sheet.turn import to_act
from domain.titles.score_sheet.values import LEAST, MOST, TABLE

AHEAD = 8
"""Rounds that can be typed in before the ones before them are recorded: where the network is away,
the table plays on."""


def grid(board: Board, seats: tuple[str, ...]) -> Grid:
    """The sheet. Of as many rounds as are played, those that were begun; for whoever enters, the
    next and some ahead."""
    setting = board.setting
    acting = tuple(seat for seat in seats if seat in to_act(board))
    summed = setting.values.wins != "together"
    kinds = {category.whose for category in setting.values.categories}
    shown = setting.seats if summed or "seat" in kinds else ()
    columns = [
        GridColumn(seat, setting.name(seat), standing.total(board, seat) if summed else None)
        for seat in shown
    ]
    if "table" in kinds:
        columns.append(GridColumn(TABLE, Text("The table")))
    return Grid(
        "enter",
        "value",
        tuple(columns),
        tuple(_row(board, row, acting) for row in rows(board, 1 + AHEAD if acting else 0)),
    )


def rows(board: Board, more: int = 1) -> Iterator[Row]:
    setting = board.setting
    last = (
        min(setting.rounds, max(1, standing.rounds_begun(board) + more))
        if setting.open_ended
        else setting.rounds
    )
    every = setting.rows.values()
    for number in (*range(1, last + 1), 0):
        yield from (row for row in every if row.round == number)


def _row(board: Board, row: Row, acting: tuple[str, ...]) -> GridRow:
    setting, category = board.setting, row.category
    cells = tuple(_cell(board, row, column, acting) for column in setting.owners(category))
    number = category.kind == "number"
    return GridRow(
        row.id,
        _name(board, row),
        "number" if number else "choice",
        cells,
        Text("{least} – {most}", least=category.least, most=category.most)
        if _bounded(row)
        else NO_WORDS,
        tuple((id, setting.said(category, id)) for id in possible(category)),
        category.least if number else None,
        category.most if number else None,
        row.round,
        setting.open_ended and row.round > standing.rounds_begun(board) + 1,
    )


def _bounded(row: Row) -> bool:
    return row.category.kind == "number" and row.category.least > LEAST and row.category.most < MOST


def _name(board: Board, row: Row) -> Text:
    name = row.category.name
    if not row.round:
        return name
    several = sum(category.per == "round" for category in board.setting.values.categories) > 1
    more = Text(": {name}", name=name) if several else NO_WORDS
    return Text("Round {round}{more}", round=row.round, more=more)


def _cell(board: Board, row: Row, column: str, acting: tuple[str, ...]) -> GridCell:
    value = board.value(column, row.id)
    who = (
        acting if row.category.by == "anyone" else tuple(seat for seat in acting if seat == column)
    )
    action = {
        "type": "enter",
        "category": row.category.id,
        "whose": "" if column == TABLE else column,
        "round": row.round,
    }
    return GridCell(column, "" if value is None else str(value), action, who[0] if who else "")
