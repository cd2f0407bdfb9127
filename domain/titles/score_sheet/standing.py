"""The state of the competition: sums, ranks, and which cells are missing for them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from domain.kernel.amounts import Amount, exact_amount
from domain.titles.kit import ScoreLine, Text
from domain.titles.score_sheet.board import Board, Row
from domain.titles.score_sheet.reckoning import reckoning_of
from domain.titles.score_sheet.values import TABLE, Category, Tie

NONE: Mapping[str, Amount] = MappingProxyType({})


def points_by_line(board: Board, columns: Iterable[str]) -> dict[str, Amount]:
    """The points in these columns together, by line. Lines without points there are left out."""
    points: dict[str, Amount] = {}
    for column in columns:
        for id, number in reckoning_of(board).points(column).items():
            points[id] = exact_amount(points.get(id, 0) + number)
    return points


def total(board: Board, column: str) -> Amount:
    return reckoning_of(board).total(column)


def score(board: Board) -> tuple[ScoreLine, ...]:
    return tuple(_line(board, seat) for seat in board.setting.seats)


def _line(board: Board, seat: str) -> ScoreLine:
    there = points_by_line(board, reckoning_of(board).columns(seat))
    parts = [
        (line.name, there[line.id])
        for line in board.setting.lines
        if line.counts and line.id in there
    ]
    return ScoreLine(seat, exact_amount(sum(points for _, points in parts)), tuple(parts))


def places(board: Board, penalties: Mapping[str, Amount] = NONE) -> dict[str, int]:
    """The rank of each seat by the sheet as filled in so far (1 is best): by totals with penalties,
    then by the tie-breaks.

    Seats that are equal in everything share a rank, and the next rank counts all seats before it.
    Before totals are compared, seats with fewer cells of `cells_missing_for_points` come first; likewise,
    before a tie-break is compared, seats with fewer of its cells empty."""
    seats, sheet = board.setting.seats, board.setting.values
    if sheet.wins == "together":
        return dict.fromkeys(seats, 1)
    keys: dict[str, tuple[Any, ...]] = dict.fromkeys(seats, ())
    for part in _ranking_keys(board, penalties):
        keys = {seat: (*keys[seat], *part[seat]) for seat in seats}
    return {seat: 1 + sum(keys[other] < keys[seat] for other in seats) for seat in seats}


def final_places(board: Board, penalties: Mapping[str, Amount] = NONE) -> dict[str, int]:
    """The ranks of a game that has ended: by the sheet with penalties, or those that the table
    agreed on. Empty before the end. Version 1 of the rules keeps the ranks of the end, also after
    corrections, unless there are penalties."""
    if board.ending == "agreed" or (board.setting.version == 1 and not penalties):
        return board.places
    return places(board, penalties) if board.ending else {}


def is_won(board: Board) -> bool:
    """Whether the players have won, in a game in which all play together."""
    now = have_players_won(board) if board.setting.version > 1 else None
    return board.ending == "won" if now is None else now


def total_with_penalties(board: Board, seat: str, penalties: Mapping[str, Amount]) -> Amount:
    """The total of a seat with its penalties. Since version 4 of the rules a seat's `penalties`
    already include those of its side."""
    setting = board.setting
    side = setting.sides.get(setting.side_of.get(seat, ""), (seat,))
    counted = side if setting.version < 4 else (seat,)
    return exact_amount(total(board, seat) + sum(penalties.get(mate, 0) for mate in counted))


def _ranking_keys(
    board: Board, penalties: Mapping[str, Amount]
) -> Iterator[dict[str, tuple[int, Amount]]]:
    setting, sheet = board.setting, board.setting.values
    lacking = _count_with_mates(board, cells_missing_for_points(board))
    sign = 1 if sheet.wins == "lowest" else -1
    yield {
        seat: (lacking[seat], sign * total_with_penalties(board, seat, penalties))
        for seat in setting.seats
    }
    for tie in _applicable_ties(board):
        sign = 1 if tie.wins == "lowest" else -1
        lacking = _count_with_mates(
            board, _empty_cells(board, (setting.categories[tie.category],), setting.seats)
        )
        yield {
            seat: (lacking[seat], sign * _tie_amount(board, seat, tie.category))
            for seat in setting.seats
        }


def _count_with_mates(board: Board, cells: Iterable[tuple[Row, str]]) -> Mapping[str, int]:
    """How many of these cells each seat has, together with the seats that share its total."""
    lacking = Counter(seat for _, seat in cells)
    mates = board.setting.mates
    return {seat: sum(lacking[mate] for mate in mates(seat)) for seat in board.setting.seats}


def _applicable_ties(board: Board) -> tuple[Tie, ...]:
    """The tie-breaks that apply. Since version 2 none do if the seats entered the result of a
    draw."""
    setting = board.setting
    entered = (
        (setting.rows[id].category, value)
        for cells in board.cells.values()
        for id, value in cells.items()
    )
    drawn = any(
        category.across and choice.id == value and choice.result == "draw"
        for category, value in entered
        for choice in category.choices
    )
    there = tuple(tie for tie in setting.values.ties if tie.category in setting.categories)
    return () if drawn and setting.version > 1 else there


def cells_missing_for_points(board: Board) -> tuple[tuple[Row, str], ...]:
    """Empty cells that would give a seat an advantage, as (row, seat): other seats have a value on
    the row, and an empty cell is better than a value. If the highest total wins, that is so for
    rows with a negative value; if the lowest wins, for all."""
    setting, sheet = board.setting, board.setting.values
    counting = tuple(
        line
        for line in setting.lines
        if line.whose == "seat" and line.id in setting.lines_of_totals
    )
    lacks = _empty_cells(board, counting, setting.seats) if sheet.wins != "together" else ()
    if sheet.wins == "lowest" or not lacks:
        return lacks
    values = [
        (row, board.value(seat, row.id)) for row in setting.rows.values() for seat in setting.seats
    ]
    below = {
        row.id for row, value in values if value is not None and row.category.points(value) < 0
    }
    return tuple((row, seat) for row, seat in lacks if row.id in below)


def cells_missing_for_ties(board: Board) -> tuple[tuple[Row, str], ...]:
    """The empty cells, as (row, seat), that keep seats from being compared by a tie-break: seats
    are equal by all before it, and one of them has a value on the row, another has none. Only
    those of the first such tie-break."""
    setting = board.setting
    ties = _applicable_ties(board)
    groups = [setting.seats]
    for part, tie in zip(_ranking_keys(board, NONE), (*ties, None), strict=True):
        groups = [same for group in groups for same in _tied_groups(group, part)]
        if tie is not None:
            cells = [
                cell
                for group in groups
                for cell in _empty_cells(board, (setting.categories[tie.category],), group)
            ]
            if cells:
                return tuple(cells)
    return ()


def _tied_groups(
    seats: tuple[str, ...], keys: Mapping[str, tuple[int, Amount]]
) -> list[tuple[str, ...]]:
    groups = (
        tuple(seat for seat in seats if keys[seat] == key) for key in {keys[seat] for seat in seats}
    )
    return [group for group in groups if len(group) > 1]


def _empty_cells(
    board: Board, categories: Collection[Category], seats: tuple[str, ...]
) -> tuple[tuple[Row, str], ...]:
    """The empty cells of these seats, as (row, seat), on rows of these lines on which another of
    the seats has a value. None in version 1 of the rules, in which an empty cell counted as 0."""
    if board.setting.version == 1:
        return ()
    rows = (
        row
        for row in board.setting.rows.values()
        if row.category in categories and row.category.kind != "reckoned"
    )
    began = (row for row in rows if any(board.value(seat, row.id) is not None for seat in seats))
    return tuple(
        (row, seat) for row in began for seat in seats if board.value(seat, row.id) is None
    )


def _tie_amount(board: Board, seat: str, id: str) -> Amount:
    """The amount that a line gives a seat as a tie-break: its points or, if the line gives none,
    its numbers."""
    line, there = board.setting.categories[id], reckoning_of(board)
    if line.counts:
        return sum(there.points(column).get(id, 0) for column in there.columns(seat))
    own = board.setting.mates(seat) if line.whose == "seat" else (seat,)
    return sum(there.read(id, line, mate, 0) or 0 for mate in own)


def missing_cells(board: Board) -> tuple[tuple[Row, str], ...]:
    """The empty cells that have to be filled in before the game can end by its sheet, as (row,
    column), up to the last round begun."""
    setting = board.setting
    last = rounds_begun(board) if setting.open_ended else setting.rounds
    required = (row for row in setting.rows.values() if row.category.required and row.round <= last)
    return tuple(
        (row, column)
        for row in required
        for column in setting.columns_of(row.category)
        if board.value(column, row.id) is None
    )


def rounds_begun(board: Board) -> int:
    rows = board.setting.rows
    return max((rows[id].round for column in board.cells.values() for id in column), default=0)


def is_placing(places: Mapping[str, int], seats: tuple[str, ...]) -> bool:
    """Whether these ranks are possible: each seat has one, and each rank is 1 more than the number
    of seats ranked before it."""
    taken = list(places.values())
    return set(places) == set(seats) and all(
        place == 1 + sum(better < place for better in taken) for place in taken
    )


def have_players_won(board: Board) -> bool | None:
    """Whether the players have won by the line that `decides`; None while it is empty."""
    sheet = board.setting.values
    value = board.value(TABLE, sheet.decides)
    if value is None:
        return None
    return next(
        (
            choice.wins
            for choice in board.setting.categories[sheet.decides].choices
            if choice.id == value
        ),
        False,
    )


def cell_name(row: Row, owner: Text) -> Text:
    name = row.category.name
    if row.round:
        name = Text("{name}, round {round}", name=name, round=row.round)
    return Text("{name} ({owner})", name=name, owner=owner)
