"""What was typed in the sheet of a title: each cell that changed is an action of its own."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from api.game.forms.sheet import Faults, field_of
from api.game.routes.actions import action_of
from api.web.forms.submission import Sent, Trouble, attempt
from api.web.pages.pages import say
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Answer, Order
from domain.kernel.refusals import Stale
from domain.titles.contract.grid import GridCell

TRIES = 3
"""So often a cell is written where others write at the same moment."""


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
    return {field_of(row, cell): cell for row in grid.rows for cell in row.cells} if grid is not None else {}


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
