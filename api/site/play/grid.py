"""The grid of a title that people type into: as it is shown, and what was typed, each cell that changed an action of its own."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from api.request.service import service
from api.resources.play.actions import action_of
from api.site.forms.controls import Given
from api.site.forms.submission import Sent, Trouble, attempt
from api.site.kit.pages import say
from domain.clerk.commands import Answer, Order
from domain.errors import Stale
from domain.game.game import Game
from domain.rules.grid import Grid, GridCell, GridRow
from domain.rules.text import Lang

FIELD = "cell:{row}:{column}"
"""What the field of a cell is called in the form."""
TRIES = 3
"""So often a cell is written where others write at the same moment."""

Faults = dict[str, tuple[str, str]]
"""Why what was typed in a cell was not taken, by the name of its field: the sentence, and the rule that forbids it."""


class Square(Struct, frozen=True):
    """A cell as it is drawn: its field, what stands in it, whether something can be typed, and what is wrong with that."""

    name: str
    id: str
    label: str
    value: str
    shown: str
    open: bool
    wrong: str = ""


class Line(Struct, frozen=True):
    """A row as it is drawn; `signed`: a number that can be below 0."""

    name: str
    hint: str
    kind: str
    options: tuple[tuple[str, str], ...]
    signed: bool
    squares: tuple[Square | None, ...]


class Head(Struct, frozen=True):
    """The head of a column, and what it comes to."""

    name: str
    part: str
    total: int | None


class Shown(Struct, frozen=True):
    """A grid as it is drawn."""

    type: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    open: bool
    """Whether anything can be typed."""

    @property
    def totals(self) -> bool:
        """Whether columns are summed."""
        return any(head.total is not None for head in self.heads)

    @property
    def wrong(self) -> tuple[Square, ...]:
        """The cells in which something is wrong."""
        return tuple(one for line in self.lines for one in line.squares if one is not None and one.wrong)


def shown(head: Game, seats: tuple[str, ...], called: dict[str, str], lang: Lang, form: Given, faults: Faults) -> Shown | None:
    """The grid for somebody who enters for `seats`; none where the title has none. `called` are the people by their seats; what
    was typed and not taken stands in it still."""
    grid = head.rules.grid(head.board, () if head.closed else seats)
    if grid is None:
        return None
    names = {column.id: column.name.printed(lang) for column in grid.columns}
    heads = tuple(
        Head(called.get(one.id) or names[one.id], names[one.id] if called.get(one.id) else "", one.total) for one in grid.columns
    )
    people = {column.id: head.name for column, head in zip(grid.columns, heads, strict=True)}
    lines = tuple(_line(grid, row, people, lang, form, faults) for row in grid.rows)
    return Shown(grid.type, heads, lines, any(one is not None and one.open for line in lines for one in line.squares))


def _line(grid: Grid, row: GridRow, people: dict[str, str], lang: Lang, form: Given, faults: Faults) -> Line:
    there = {cell.column: cell for cell in row.cells}
    name = row.name.printed(lang)
    words = {value: text.printed(lang) for value, text in row.options}

    def square(cell: GridCell) -> Square:
        field, label = _field(row, cell), f"{name}, {people[cell.column]}"
        typed, wrong = form.get(field, cell.value) if field in faults else cell.value, faults.get(field, ("", ""))[0]
        return Square(field, _id(field), label, typed, words.get(cell.value, cell.value), bool(cell.seat), wrong)

    squares = tuple(square(there[one.id]) if one.id in there else None for one in grid.columns)
    signed = row.least is None or row.least < 0
    return Line(name, row.hint.printed(lang), row.kind, tuple(words.items()), signed, squares)


def _field(row: GridRow, cell: GridCell) -> str:
    return FIELD.format(row=row.id, column=cell.column)


def _id(field: str) -> str:
    return field.replace(":", "-").replace(".", "-")


# -- what was typed ------------------------------------------------------------------------------------------------------


class Change(Struct, frozen=True):
    """A cell in which something else stands than when the form was made."""

    field: str
    was: str
    typed: str


def fill(head: Game, form: Sent, seats: tuple[str, ...]) -> tuple[Answer | None, Faults]:
    """Enter every cell that was changed, one record each: what can be entered is, what cannot is told. A cell in which something
    else was entered since the form was made stays as it is. The answer to the last entry; none where there was none."""
    answer: Answer | None = None
    faults: Faults = {}
    for n, change in enumerate(_changes(head, form, seats)):
        done, wrong = _enter(head, form, seats, change, n)
        if done is not None:
            answer, head = done, done.game
        if wrong is not None:
            faults[change.field] = wrong
    return answer, faults


def _changes(head: Game, form: Sent, seats: tuple[str, ...]) -> list[Change]:
    then = Game(head.history, head.checks, min(form.seq, head.seq))
    found = []
    for field, cell in _cells(then, seats).items():
        typed = form.form.get(field)
        if typed is not None and typed.strip() != cell.value:
            found.append(Change(field, cell.value, typed.strip()))
    return found


def _cells(game: Game, seats: tuple[str, ...]) -> dict[str, GridCell]:
    grid = game.rules.grid(game.board, seats)
    return {_field(row, cell): cell for row in grid.rows for cell in row.cells} if grid is not None else {}


def _enter(
    head: Game, form: Sent, seats: tuple[str, ...], change: Change, number: int
) -> tuple[Answer | None, tuple[str, str] | None]:
    clerk, order = service().clerk, form.order(head.id)
    for left in reversed(range(TRIES)):
        cell = _cells(head, seats).get(change.field)
        if cell is not None and cell.value == change.typed:
            return None, None  # it was sent before, or somebody has typed the same
        if cell is None or not cell.seat:
            return None, (say("grid.not-now"), "")
        if cell.value != change.was:
            return None, (say("grid.moved", value=cell.value or "–"), "")
        came = attempt(partial(_write, head, replace(order, seq=head.seq, key=f"{order.key}-{number}"), cell, change.typed))
        if not isinstance(came, Trouble):
            return came, None
        if not (left and isinstance(came.cause, Stale)):
            return None, (came.at[0][1] if came.at else came.said, came.rule)
        head = clerk.game(head.id)
    raise AssertionError("the last try has an answer")


def _write(game: Game, order: Order, cell: GridCell, typed: str) -> Answer:
    grid = game.rules.grid(game.board, ())
    assert grid is not None
    return service().clerk.act(order, cell.seat, action_of(game.rules, {**cell.action, grid.field: typed}))
