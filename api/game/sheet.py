"""The sheet of a title that people type into (`domain/titles/contract/grid.py`) as it is drawn: to
type into, and to read at any position."""

from collections.abc import Collection

from flask import render_template
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.web.forms.controls import Given
from domain.game.aggregate.game import Game
from domain.kernel.text import Lang
from domain.titles.contract.grid import Grid, GridCell, GridRow
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.types import Shape
from projections.boards.pictures import SHAPES, Pictures, pictures

FIELD = "cell:{row}:{column}"  # What the field of a cell is called in the form.

# Why what was typed in a cell was not taken, by the name of its field: the sentence, and the rule
# that forbids it.
Faults = dict[str, tuple[str, str]]


class Square(Struct, frozen=True):
    """A cell as it is drawn: its field, what stands in it, whether something can be typed, what is
    wrong with that, and whether something else stands there at the position that it is compared
    with."""

    name: str
    id: str
    label: str
    value: str
    shown: str
    open: bool
    wrong: str = ""
    changed: bool = False


class Line(Struct, frozen=True):
    """A row as it is drawn; `signed`: a number that can be below 0."""

    name: str
    hint: str
    kind: str
    options: tuple[tuple[str, str], ...]
    signed: bool
    squares: tuple[Square | None, ...]
    round: int
    ahead: bool


class Head(Struct, frozen=True):
    """The head of a column, the seat's own name where a person's stands there, and what it comes
    to."""

    name: str
    part: str
    total: str | None


class Sheet(Struct, frozen=True):
    type: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    open: bool  # Whether anything can be typed.

    @property
    def totals(self) -> bool:
        return any(head.total is not None for head in self.heads)

    @property
    def wrong(self) -> tuple[Square, ...]:
        return tuple(
            square
            for line in self.lines
            for square in line.squares
            if square is not None and square.wrong
        )


class Typed(Struct, frozen=True):
    """What was typed and not taken, which stands in its cells still, and why it was not."""

    form: Given = MultiDict()
    faults: Faults = {}


def sheet_of(
    game: Game,
    seats: tuple[str, ...],
    lang: Lang,
    typed: Typed | None = None,
    other: Game | None = None,
) -> Sheet | None:
    """The sheet for somebody who enters for `seats`; none where the title has none. What stands
    otherwise at `other` is marked."""
    grid = game.rules.grid(game.board, () if game.closed else seats)
    if grid is None:
        return None
    names = {column.id: column.name.printed(lang) for column in grid.columns}
    own = {column.id: column.name.printed(str(lang)) for column in grid.columns}
    heads = tuple(
        Head(
            names[column.id],
            own[column.id] if own[column.id] != names[column.id] else "",
            column.total,
        )
        for column in grid.columns
    )
    then = game.rules.grid(other.board, ()) if other is not None else None
    before = (
        {field_of(row, cell): cell.value for row in then.rows for cell in row.cells}
        if then is not None
        else None
    )
    lines = tuple(_line(grid, row, names, lang, typed or Typed(), before) for row in grid.rows)
    return Sheet(
        grid.type,
        heads,
        lines,
        any(square is not None and square.open for line in lines for square in line.squares),
    )


def _line(
    grid: Grid,
    row: GridRow,
    names: dict[str, str],
    lang: Lang,
    typed: Typed,
    before: dict[str, str] | None,
) -> Line:
    there = {cell.column: cell for cell in row.cells}
    name = row.name.printed(lang)
    words = {value: text.printed(lang) for value, text in row.options}

    def square(cell: GridCell) -> Square:
        field, label = field_of(row, cell), f"{name}, {names[cell.column]}"
        entered, wrong = typed.form.get(field, cell.value), typed.faults.get(field, ("", ""))[0]
        changed = before is not None and before.get(field, "") != cell.value
        shown = words.get(cell.value, cell.value)
        return Square(
            name=field,
            id=_id(field),
            label=label,
            value=entered if wrong else cell.value,
            shown=shown,
            open=bool(cell.seat),
            wrong=wrong,
            changed=changed,
        )

    squares = tuple(
        square(there[column.id]) if column.id in there else None for column in grid.columns
    )
    signed = row.least is None or row.least < 0
    return Line(
        name=name,
        hint=row.hint.printed(lang),
        kind=row.kind,
        options=tuple(words.items()),
        signed=signed,
        squares=squares,
        round=row.round,
        ahead=row.ahead,
    )


def field_of(row: GridRow, cell: GridCell) -> str:
    return FIELD.format(row=row.id, column=cell.column)


def _id(field: str) -> str:
    return field.replace(":", "-").replace(".", "-")


def boards(
    game: Game,
    audience: Audience,
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
    other: Game | None = None,
) -> Pictures:
    """A position as its readers see it: the sheet where the title has one, else its pictures
    (`projections/boards/pictures.py`)."""
    sheet = sheet_of(game, (), lang, other=other)
    if sheet is None:
        return pictures(game, audience, lang, shapes, other)
    return {next(iter(shapes)): render_template("game/sheet.html", sheet=sheet, head=game).strip()}
