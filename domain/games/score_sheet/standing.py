"""Where the seats stand: sums, places, and what the sheet still lacks."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.score_sheet.board import Board, Row
from domain.games.score_sheet.values import TABLE, Category
from domain.kit import ScoreLine, Text


def sums(board: Board, column: str) -> dict[str, int]:
    """What a column counts, category by category; only those that it has something in."""
    found: dict[str, int] = {}
    for id, value in board.cells.get(column, {}).items():
        category = board.setting.rows[id].category
        found[category.id] = found.get(category.id, 0) + category.points(value)
    return found


def total(board: Board, seat: str) -> int:
    """What a seat has in all: its own, and what is the whole table's."""
    return sum(sums(board, seat).values()) + sum(sums(board, TABLE).values())


def score(board: Board) -> tuple[ScoreLine, ...]:
    """The points of each seat, and the categories that they come from."""
    return tuple(_line(board, seat) for seat in board.setting.seats)


def _line(board: Board, seat: str) -> ScoreLine:
    known = board.setting.categories
    parts = [
        (known[id].name, points) for column in (seat, TABLE) for id, points in sums(board, column).items() if counts(known[id])
    ]
    return ScoreLine(seat, sum(points for _, points in parts), tuple(parts))


def counts(category: Category) -> bool:
    """Whether anything that is entered in a category counts."""
    return any(one.points for one in category.choices) if category.kind == "choice" else category.worth != 0


def places(board: Board) -> dict[str, int]:
    """The place of each seat by the sheet: by the sums, then by the categories that break ties. Seats that are equal share a place,
    and the next one counts all before it."""
    seats, sheet = board.setting.seats, board.setting.values
    keys = {seat: _key(board, seat) for seat in seats}
    if sheet.wins == "together":
        return dict.fromkeys(seats, 1)
    return {seat: 1 + sum(keys[other] < keys[seat] for other in seats) for seat in seats}


def _key(board: Board, seat: str) -> tuple[int, ...]:
    """What seats are ordered by, the first with the least."""
    sheet = board.setting.values
    by = [total(board, seat) * (1 if sheet.wins == "lowest" else -1)]
    for tie in sheet.ties:
        written = _written(board, seat, tie.category)
        by.append(written * (1 if tie.wins == "lowest" else -1))
    return tuple(by)


def _written(board: Board, seat: str, id: str) -> int:
    """What a category of a seat comes to where it breaks ties: its points, or its numbers where it counts none."""
    category = board.setting.categories[id]
    values = [value for row, value in board.cells[seat].items() if board.setting.rows[row].category.id == id]
    if counts(category):
        return sum(map(category.points, values))
    return sum(value if isinstance(value, int) else int(value == "yes") for value in values)


def missing(board: Board) -> tuple[tuple[Row, str], ...]:
    """The cells that have to be filled before the game ends by its sheet and are empty, up to the last round that was begun."""
    setting = board.setting
    last = rounds_begun(board) if setting.open_ended else setting.rounds
    wanted = (row for row in setting.rows.values() if row.category.required and row.round <= last)
    return tuple((row, column) for row in wanted for column in setting.owners(row.category) if board.value(column, row.id) is None)


def rounds_begun(board: Board) -> int:
    """The last round in which anything was entered."""
    rows = board.setting.rows
    return max((rows[id].round for column in board.cells.values() for id in column), default=0)


def is_placing(places: Mapping[str, int], seats: tuple[str, ...]) -> bool:
    """Whether every seat has a place that can be: one more than there are seats before it."""
    found = list(places.values())
    return set(places) == set(seats) and all(place == 1 + sum(one < place for one in found) for place in found)


def together(board: Board) -> bool | None:
    """Whether a table that plays together has won; none while that is not entered."""
    sheet = board.setting.values
    value = board.value(TABLE, sheet.decides)
    if value is None:
        return None
    return next((one.wins for one in board.setting.categories[sheet.decides].choices if one.id == value), False)


def told(row: Row, owner: Text) -> Text:
    """A cell in words."""
    name = row.category.name
    if row.round:
        name = Text("{name}, round {round}", name=name, round=row.round)
    return Text("{name} ({owner})", name=name, owner=owner)
