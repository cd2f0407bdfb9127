"""A grid to type into, for titles whose tables fill in a form cell by cell instead of choosing
among actions.

Each open cell stands for an action with a single field left to enter. Pages show the grid instead
of the board and the action's form; what is typed is judged and recorded like any other action.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.text import NO_WORDS, Text

EMPTY = ""
"""The content of an empty cell, which also clears one."""


class GridColumn(Struct, frozen=True):
    """A column: the id of its seat or another id, its name, and its total (None: it is not
    summed)."""

    id: str
    name: Text
    total: str | None = None


class GridCell(Struct, frozen=True):
    """A cell's content and the action that enters it, as plain data without the typed field. `seat`
    enters it; empty if none of the viewer's seats may do so now. `why` explains how the content was
    computed."""

    column: str
    value: str
    action: dict[str, Any]
    seat: str = ""
    why: Text = NO_WORDS


class GridRow(Struct, frozen=True):
    """A row with its cells in column order; a column may have none. `options` are a choice's values
    with their labels, `least` and `most` a number's bounds. A row of a later `round` is `ahead`:
    pages show it once something is typed in the round before it, recorded or not."""

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
    """A field of a round's form: its key, whom it is for, and its value. Fields with one `name` are
    shown together; `adds_up` is the sum they must have."""

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
    """The form for a whole round: the action without its `values`, and its fields. `ahead` lists
    the following rounds by number and title."""

    round: int
    title: Text
    action: dict[str, Any]
    seat: str
    fields: tuple[GridField, ...]
    ahead: tuple[tuple[int, Text], ...] = ()


class Grid(Struct, frozen=True):
    """A grid: the type of the action that fills it and the field that is typed. `form` is that of
    the next or requested round; `due` says why the game can end, `lacks` what is missing until
    then, `running` the columns' totals after each round, `notes` how lines are computed."""

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
