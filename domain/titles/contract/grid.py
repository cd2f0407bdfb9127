"""A grid to type into: what a title offers where its table fills in a form, cell by cell, rather
than choosing among actions.

Each cell that is open stands for one action of which a single field is left to be entered. Pages
show it in place of the board and of that action's form; what is typed is judged and recorded like
any other action.
"""

from collections.abc import Mapping
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
    total: str | None = None


class GridCell(Struct, frozen=True):
    """What stands in a cell, and the action by which it is entered, as plain data without the field
    that is typed. `seat` is who enters it; empty where nobody who looks may, now. `why`: how what
    stands there was reckoned."""

    column: str
    value: str
    action: dict[str, Any]
    seat: str = ""
    why: Text = NO_WORDS


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
    shows: Text = NO_WORDS
    """What was entered in the round otherwise than in its cells."""
    wrong: tuple[Text, ...] = ()
    """What of it does not fit together."""
    editable: bool = False
    """Whether there is a form for the round."""


class GridField(Struct, frozen=True):
    """A field of a round's form: what it enters by its key, whom it is for, and what stands there.
    Fields of one `name` stand together; `adds_up`: to what they come together."""

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
    """A round that is entered as a whole: the action without its `values`, and its fields. `ahead`
    are the rounds that come next, by number and title."""

    round: int
    title: Text
    action: dict[str, Any]
    seat: str
    fields: tuple[GridField, ...]
    ahead: tuple[tuple[int, Text], ...] = ()


class Grid(Struct, frozen=True):
    """A grid as it stands: the type of the action that fills it, and the field of it that is
    typed. `form` is the form of the round that is next, or is asked for; `due` says why the game
    can end, `lacks` what is missing until then, `running` the totals of the columns after each
    round, `notes` how lines are reckoned."""

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
    """Whether there are any to roll."""

    def cells(self) -> dict[tuple[str, str], GridCell]:
        return {(row.id, cell.column): cell for row in self.rows for cell in row.cells}
