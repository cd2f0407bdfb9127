"""A grid to type into: what a title offers where its table fills in a form, cell by cell, rather
than choosing among actions.

Each cell that is open stands for one action of which a single field is left to be entered. Pages
show it in place of the board and of that action's form; what is typed is judged and recorded like
any other action.
"""

from typing import Any, Literal

from msgspec import Struct

from domain.kernel.text import NO_WORDS, Text

EMPTY = ""
"""What a cell has in it while nothing is entered, and what wipes it off."""


class GridColumn(Struct, frozen=True):
    """A column: the seat that it is of, or another id, what it is called, and what it comes to
    (none: it is not summed)."""

    id: str
    name: Text
    total: int | None = None


class GridCell(Struct, frozen=True):
    """What stands in a cell, and the action by which it is entered, as plain data without the field
    that is typed. `seat` is who enters it; empty where nobody who looks may, now."""

    column: str
    value: str
    action: dict[str, Any]
    seat: str = ""


class GridRow(Struct, frozen=True):
    """A row with its cells in the order of the columns; a column without a cell here is not among
    them. `options` are the values of a choice with their words, `least` and `most` the bounds of a
    number that has them. A row of a `round` that nobody has come to is `ahead`: it is shown once
    something is typed in the round before it, which need not be recorded yet."""

    id: str
    name: Text
    kind: Literal["number", "choice"]
    cells: tuple[GridCell, ...]
    hint: Text = NO_WORDS
    options: tuple[tuple[str, Text], ...] = ()
    least: int | None = None
    most: int | None = None
    round: int = 0
    ahead: bool = False


class Grid(Struct, frozen=True):
    """A grid as it stands: the type of the action that fills it, and the field of it that is
    typed."""

    type: str
    field: str
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]

    def cells(self) -> dict[tuple[str, str], GridCell]:
        return {(row.id, cell.column): cell for row in self.rows for cell in row.cells}
