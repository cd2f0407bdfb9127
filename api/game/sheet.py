"""A title's sheet that players type into (`domain/titles/contract/grid.py`), as pages draw it for
typing and for reading at any position."""

from collections.abc import Collection

from flask import render_template
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.web.forms.controls import Given
from api.web.pages.charts import Series, step_chart
from api.web.pages.pages import _
from domain.game.aggregate.game import Game
from domain.game.seats.kinds import is_only_numbered
from domain.kernel.text import Lang
from domain.titles.contract.grid import Grid, GridCell, GridField, GridForm, GridRow
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.types import Shape
from projections.boards.pictures import SHAPES, Pictures, pictures

BLANK = "fill:{}"  # What a field of a round's form is called.
FIELD = "cell:{row}:{column}"  # What the field of a cell is called in the form.

# By the name of a cell's field: the sentence why its entry was refused, and the rule against it.
Faults = dict[str, tuple[str, str]]


class SheetCell(Struct, frozen=True):
    """A cell: its field's name and id, its content (`value`; `shown` as it is displayed), whether
    it is editable (`open`), its fault (`wrong`), whether it differs from the compared position, and
    how its content was computed (`why`)."""

    name: str
    id: str
    label: str
    value: str
    shown: str
    open: bool
    wrong: str = ""
    changed: bool = False
    why: str = ""  # How what stands there was reckoned.


class SheetLine(Struct, frozen=True):
    """A row of a sheet, with its cells in `squares` (None: the column has no such cell). `kind`: a
    `number` or a `choice` is typed; `options`: the choices, as values and labels. `signed`: its
    numbers can be negative. `ahead`: it belongs to a later round. `shows`: what was entered in the
    round besides its cells; `wrong`: what in the round does not fit together; `editable`: the round
    has a form."""

    name: str
    hint: str
    kind: str
    options: tuple[tuple[str, str], ...]
    signed: bool
    squares: tuple[SheetCell | None, ...]
    round: int
    ahead: bool
    shows: str = ""
    wrong: tuple[str, ...] = ()
    editable: bool = False


class RoundField(Struct, frozen=True):
    """A field of a round's form: its name, id, the name of the person or seat it is for, and its
    value."""

    name: str
    id: str
    whose: str
    value: str


class RoundLine(Struct, frozen=True):
    """One line of a round's form: its fields, with the values to choose from (`kind` is then
    `chips`) or the bounds of a `number`. `adds_up`: the sum that the fields must have (None:
    any)."""

    name: str
    kind: str  # `chips` to tap, `number` to type.
    options: tuple[tuple[str, str], ...]
    least: int | None
    most: int | None
    decimals: bool
    required: bool
    adds_up: int | None
    fields: tuple[RoundField, ...]


class RoundForm(Struct, frozen=True):
    """The form to enter a whole round: the requested round, or the next one."""

    round: int
    title: str
    seat: str
    lines: tuple[RoundLine, ...]
    ahead: tuple[tuple[int, str], ...] = ()


class ColumnHead(Struct, frozen=True):
    """The head of a column: the player's or the seat's name; the seat's name (`part`) if `name` is
    a player's, else empty; and the total (None: not summed)."""

    name: str
    part: str
    total: str | None


class Sheet(Struct, frozen=True):
    type: str
    heads: tuple[ColumnHead, ...]
    lines: tuple[SheetLine, ...]
    open: bool  # Whether anything can be typed.
    form: RoundForm | None = None
    due: str = ""
    lacks: str = ""
    chart: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    dice: bool = True

    @property
    def totals(self) -> bool:
        return any(head.total is not None for head in self.heads)

    @property
    def wrong(self) -> tuple[SheetCell, ...]:
        return tuple(
            square
            for line in self.lines
            for square in line.squares
            if square is not None and square.wrong
        )


class RefusedEntry(Struct, frozen=True):
    """A refused entry, whose cells show what was typed, and its faults."""

    form: Given = MultiDict()
    faults: Faults = {}


def sheet_of(
    game: Game,
    seats: tuple[str, ...],
    lang: Lang,
    typed: RefusedEntry | None = None,
    other: Game | None = None,
    round: int = 0,
) -> Sheet | None:
    """The sheet as somebody sees it who enters for `seats`; None if the title has none. Differences
    from `other` are marked; the form is that of `round` (0: the next round)."""
    grid = game.rules.grid(game.board, () if game.closed else seats, round)
    return None if grid is None else sheet_from_grid(grid, lang, typed or RefusedEntry(), other)


def sheet_from_grid(
    grid: Grid, lang: Lang, typed: RefusedEntry, other: Game | None = None
) -> Sheet:
    names = {column.id: column.name.printed(lang) for column in grid.columns}
    own = {column.id: column.name.printed(str(lang)) for column in grid.columns}
    heads = tuple(
        ColumnHead(
            names[column.id],
            ""
            if own[column.id] == names[column.id] or is_only_numbered(column.name.en)
            else own[column.id],
            column.total,
        )
        for column in grid.columns
    )
    compared = other.rules.grid(other.board, ()) if other is not None else None
    before = (
        {cell_field(row, cell): cell.value for row in compared.rows for cell in row.cells}
        if compared is not None
        else None
    )
    rows = tuple(_sheet_line(grid, row, names, lang, typed, before) for row in grid.rows)
    return Sheet(
        type=grid.type,
        heads=heads,
        lines=rows,
        open=any(square is not None and square.open for line in rows for square in line.squares),
        form=None if grid.form is None else _round_form(grid.form, lang, typed),
        due=grid.due.printed(lang),
        lacks=grid.lacks.printed(lang),
        chart=_totals_chart(grid, names, lang),
        notes=tuple((name.printed(lang), text.printed(lang)) for name, text in grid.notes),
        dice=grid.dice,
    )


def _round_form(form: GridForm, lang: Lang, typed: RefusedEntry) -> RoundForm:
    lines: dict[str, list[GridField]] = {}
    for field in form.fields:
        lines.setdefault(field.key.partition(":")[0], []).append(field)
    return RoundForm(
        form.round,
        form.title.printed(lang),
        form.seat,
        tuple(_round_line(fields, lang, typed) for fields in lines.values()),
        tuple((number, title.printed(lang)) for number, title in form.ahead),
    )


def _round_line(fields: list[GridField], lang: Lang, typed: RefusedEntry) -> RoundLine:
    first = fields[0]
    blanks = tuple(
        RoundField(
            name := BLANK.format(field.key),
            _element_id(name),
            field.whose.printed(lang),
            typed.form.get(name, field.value),
        )
        for field in fields
    )
    return RoundLine(
        name=first.name.printed(lang),
        kind="chips" if first.options else "number",
        options=tuple((value, text.printed(lang)) for value, text in first.options),
        least=first.least,
        most=first.most,
        decimals=first.decimals,
        required=first.required,
        adds_up=first.adds_up,
        fields=blanks,
    )


def _totals_chart(grid: Grid, names: dict[str, str], lang: Lang) -> str:
    """A line chart of the columns' totals after each round, as SVG; empty if there is nothing to
    show."""
    if max(map(len, grid.running.values()), default=0) < 3:
        return ""
    series = [
        Series(names[column], n, tuple(enumerate(values)))
        for n, (column, values) in enumerate(grid.running.items(), 1)
    ]
    says = "; ".join(f"{names[column]} {values[-1]:g}" for column, values in grid.running.items())
    return step_chart(_("Totals by round"), says, series, _("rounds played"))


def _sheet_line(
    grid: Grid,
    row: GridRow,
    names: dict[str, str],
    lang: Lang,
    typed: RefusedEntry,
    before: dict[str, str] | None,
) -> SheetLine:
    cells = {cell.column: cell for cell in row.cells}
    name = row.name.printed(lang)
    words = {value: text.printed(lang) for value, text in row.options}

    def square(cell: GridCell) -> SheetCell:
        field, label = cell_field(row, cell), f"{name}, {names[cell.column]}"
        entered, wrong = typed.form.get(field, cell.value), typed.faults.get(field, ("", ""))[0]
        changed = before is not None and before.get(field, "") != cell.value
        shown = words.get(cell.value, cell.value)
        return SheetCell(
            name=field,
            id=_element_id(field),
            label=label,
            value=entered if wrong else cell.value,
            shown=shown,
            open=bool(cell.seat),
            wrong=wrong,
            changed=changed,
            why=cell.why.printed(lang),
        )

    squares = tuple(
        square(cells[column.id]) if column.id in cells else None for column in grid.columns
    )
    signed = row.least is None or row.least < 0
    return SheetLine(
        name=name,
        hint=row.hint.printed(lang),
        kind=row.kind,
        options=tuple(words.items()),
        signed=signed,
        squares=squares,
        round=row.round,
        ahead=row.ahead,
        shows=row.shows.printed(lang),
        wrong=tuple(text.printed(lang) for text in row.wrong),
        editable=row.editable,
    )


def cell_field(row: GridRow, cell: GridCell) -> str:
    return FIELD.format(row=row.id, column=cell.column)


def _element_id(field: str) -> str:
    return field.replace(":", "-").replace(".", "-")


def position_pictures(
    game: Game,
    audience: Audience,
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
    other: Game | None = None,
) -> Pictures:
    """A position as pages draw it: the sheet if the title has one, else its pictures in these
    shapes (`projections/boards/pictures.py`), with the differences from `other` marked."""
    sheet = sheet_of(game, (), lang, other=other)
    if sheet is None:
        return pictures(game, audience, lang, shapes, other)
    return {next(iter(shapes)): render_template("game/sheet.html", sheet=sheet, head=game).strip()}
