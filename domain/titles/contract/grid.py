"""A grid to type into, for titles in which people fill in a score sheet cell by cell instead of
choosing among actions.

Each open cell stands for an action with a single field left to enter. Pages show the grid instead
of the board and the action's form; what is typed is judged and recorded like any other action."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.text import NO_WORDS, Text

EMPTY = ""
"""The content of an empty cell. Entering it clears a cell."""


class GridColumn(Struct, frozen=True):
    """A column of a grid. `id`: a seat's id or another; `total`: the column's sum as text, None if
    it is not summed."""

    id: str
    name: Text
    total: str | None = None


class GridCell(Struct, frozen=True):
    """A cell of a grid. `action`: the action that enters the cell, as plain data without the typed
    field; `seat`: the seat it is entered for, empty if none of the viewer's seats may enter it now;
    `why`: how the content was computed."""

    column: str
    value: str
    action: dict[str, Any]
    seat: str = ""
    why: Text = NO_WORDS


class GridRow(Struct, frozen=True):
    """A row of a grid, with its cells in column order; some columns may have no cell in it.
    `options`: the values of a choice with their labels; `least` and `most`: the bounds of a number.
    `ahead`: the row belongs to a later round; pages show it once something is typed in the round
    before."""

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
    shows: Text = NO_WORDS
    """What was entered in the round besides its cells."""
    wrong: tuple[Text, ...] = ()
    """What in the round does not fit together."""
    editable: bool = False
    """Whether the round has a form."""


class GridField(Struct, frozen=True):
    """A field of a round's form. `whose`: the name of the player it is for; fields with the same
    `name` are shown together; `adds_up`: the sum that these fields must have, if any."""

    key: str
    name: Text
    whose: Text
    value: str
    options: tuple[tuple[str, Text], ...] = ()
    least: int | None = None
    most: int | None = None
    decimals: bool = False
    required: bool = False
    adds_up: int | None = None


class GridForm(Struct, frozen=True):
    """The form in which a whole round is entered. `action`: the action without its `values`, which
    the `fields` enter; `ahead`: the number and title of each following round."""

    round: int
    title: Text
    action: dict[str, Any]
    seat: str
    fields: tuple[GridField, ...]
    ahead: tuple[tuple[int, Text], ...] = ()


class Grid(Struct, frozen=True):
    """A grid to type into. `type`: the type of the action that fills it; `field`: the action's
    field that is typed. `form`: the form of the next round, or of the requested one. `due`: why the
    game can end now; `lacks`: what is missing until it can. `running`: each column's totals after
    each round. `notes`: how lines are computed, each with its name."""

    type: str
    field: str
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]
    form: GridForm | None = None
    due: Text = NO_WORDS
    lacks: Text = NO_WORDS
    running: Mapping[str, tuple[float, ...]] = {}
    notes: tuple[tuple[Text, Text], ...] = ()
    dice: bool = True
    """Whether the game has dice to roll."""

    def cells(self) -> dict[tuple[str, str], GridCell]:
        return {(row.id, cell.column): cell for row in self.rows for cell in row.cells}
