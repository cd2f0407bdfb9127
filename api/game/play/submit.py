"""What the forms on a game's page record: each form calls the use case that the API calls.

A form contains the newest record when it was shown and an idempotency key. Sent twice, it is
recorded once. If the game has gone on since, it is refused, and the entry is shown again.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from api.game import dice
from api.game.dice import RollField, roll_fields
from api.game.play import again
from api.game.play.offers import (
    Action,
    consequences_in_words,
    find_template,
    only_ending_action,
    plain_action,
    read_short_form,
    with_capital,
)
from api.game.play.since import PastRecord, records_since
from api.game.request import action_of, audience_for_seat, audience_of, may_enter_for
from api.game.sheet import BLANK, Faults, cell_field
from api.game.subject import game_clerk
from api.web.forms import controls as c
from api.web.forms.controls import whole_number
from api.web.forms.submission import NO_FORM, Sent, Trouble, attempt, number, text_entered
from api.web.pages.pages import _, lang, number_in, tell
from api.web.problems.problem import Problem
from api.web.request.service import caller
from domain.game.aggregate.game import Game
from domain.game.commands import Answer, Order, Trial
from domain.game.dice.use_cases import Contributions
from domain.game.notes.conditions import REMARKS
from domain.game.refusals import RollsNeeded, RollsRefused, UndoRefused
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from domain.game.undo.conditions import steps_to_retract
from domain.game.undo.use_cases import Consents
from domain.kernel.refusals import BadRequest, Refusal, Stale
from domain.kernel.text import Text
from domain.titles.contract.chance import Values
from domain.titles.contract.grid import GridCell
from domain.titles.contract.types import Legal

MOST_PASSED = 40  # Stages passed at most by one tap.

# -- an action -------------------------------------------------------------------------------------


def entered_action(game: Game, form: Sent) -> Action:
    """The action in a form, as plain JSON data: a button's as it is, a short form's from its
    fields. `game` is as it was when the form was shown.

    Raises `bad-request` if no form of ours can have sent it.
    """
    try:
        action = msgspec.json.decode(form.form.get("action", ""), type=dict[str, Any])
    except msgspec.DecodeError:
        raise Problem("bad-request", NO_FORM) from None
    if "form" not in form.form:
        return action
    legal = game.rules.legal(game.board, form.seat)
    template = find_template(legal, str(action.get("type")), action)
    if (
        template is None
    ):  # nothing was on offer like this: what is wrong with it is for the rules to say
        return action
    return read_short_form(game, template, form.form, lang())


def entered_values(form: Sent) -> Values:
    try:
        return dice.entered_values(form.form)
    except (ValueError, msgspec.DecodeError):
        raise Problem("bad-request", NO_FORM) from None


def record_action(game: Game, form: Sent, action: Action, values: Values) -> Answer:
    return game_clerk().act(form.order(game.id), form.seat, action_of(game.rules, action), values)


# -- everything else -------------------------------------------------------------------------------


def _undo_or_ask(game: Game, form: Sent) -> Answer:
    """Take back actions; or ask the seats affected to agree, if the form says so (`ask`, or
    `either` and the seat may not do it alone)."""
    clerk, order, seat = game_clerk(), form.order(game.id), form.seat
    first, reason = number_in(form.text("from")) or None, text_entered(form.form, "reason")
    how = form.text("how")
    if how == "ask" or (how == "either" and not _may_undo_alone(game, seat, first)):
        return Consents(clerk).ask(order, seat, first, reason)
    return clerk.undo(order, seat, first, reason)


def _may_undo_alone(game: Game, seat: str, first: int | None) -> bool:
    try:
        steps_to_retract(game, seat, first)
    except UndoRefused:
        return False
    return True


def _answer_proposal(game: Game, form: Sent) -> Answer:
    return Consents(game_clerk()).answer(
        form.order(game.id, game.seq),
        number_in(form.text("asked")),
        form.seat,
        agree=form.text("agree") == "yes",
    )


def _file_claim(game: Game, form: Sent) -> Answer:
    about = number(form.form, "about") or 0
    return Rulings(game_clerk()).claim(
        form.order(game.id, game.seq), form.seat, about, text_entered(form.form)
    )


def _add_remark(game: Game, form: Sent) -> Answer:
    about, remark = whole_number(form.text("about")), REMARKS.get(form.text("remark"))
    if remark is None or not isinstance(about, int):
        raise Problem("bad-request", NO_FORM)
    return game_clerk().note(form.order(game.id, game.seq), remark.en, about, form.seat)


def _end_stages(game: Game, form: Sent) -> Answer:
    """End the current stage, and all following stages in which a seat of the caller's can do
    nothing else: a record for each, at most `MOST_PASSED`. Returns the last answer."""
    clerk, order, seat = game_clerk(), form.order(game.id), form.seat
    action = only_ending_action(clerk.load(game.id).at(min(order.seq, game.seq)), seat)
    if action is None:
        raise Problem("bad-request", NO_FORM)
    answer = clerk.act(order, seat, action_of(game.rules, action))
    for n in range(1, MOST_PASSED):
        now = answer.state
        seat = next((seat for seat in now.to_act if may_enter_for(now, seat)), "")
        action = only_ending_action(now, seat) if seat else None
        if action is None:
            break
        answer = clerk.act(
            replace(order, seq=now.seq, key=f"{order.key}-{n}"), seat, action_of(now.rules, action)
        )
    return answer


# The use case of each form of the page except actions, by the last word of its address.
DEEDS: dict[str, Callable[[Game, Sent], Answer]] = {
    "again": again.play_again,
    "next": again.open_next_scenario,
    "undo": _undo_or_ask,
    "redo": lambda game, form: game_clerk().redo(form.order(game.id), form.seat),
    "answer": _answer_proposal,
    "claim": _file_claim,
    "remark": _add_remark,
    "sit": lambda game, form: Seats(game_clerk()).take(
        form.order(game.id, game.seq), form.seat, form.text("name")
    ),
    "leave": lambda game, form: Seats(game_clerk()).leave(form.order(game.id, game.seq), form.seat),
    "bind": lambda game, form: Contributions(game_clerk()).commit(
        form.order(game.id, game.seq), form.seat, form.text("commitment").lower()
    ),
    "pass": _end_stages,
    "reveal": lambda game, form: Contributions(game_clerk()).reveal(
        form.order(game.id, game.seq), form.seat, form.text("value").lower()
    ),
}


TRIES = 3  # So often a cell is written where others write at the same moment.


class ChangedCell(Struct, frozen=True):
    """A cell of a sheet with another content than when the form was shown: its field, the content
    then, and the one typed."""

    field: str
    before: str
    typed: str


def record_changed_cells(
    head: Game, form: Sent, seats: tuple[str, ...]
) -> tuple[Answer | None, Faults]:
    """Record every changed cell of a sheet, one record each. A cell that somebody else changed
    meanwhile is not recorded. Returns the answer to the last record (None: none), and the faults by
    field."""
    answer: Answer | None = None
    faults: Faults = {}
    for n, change in enumerate(_changed_cells(head, form, seats)):
        done, wrong = _record_cell(head, form, seats, change, n)
        if done is not None:
            answer, head = done, done.state
        if wrong is not None:
            faults[change.field] = wrong
    return answer, faults


def record_round(head: Game, form: Sent, seats: tuple[str, ...]) -> Answer:
    """Record a whole round of a sheet as one action. Raises `BadRequest` if an earlier round has to
    be entered first, and `Stale` if the game has gone on since the form was shown."""
    round = number_in(form.text("round"))
    grid = head.rules.grid(head.board, seats, round)
    if grid is None or grid.form is None:
        raise Problem("bad-request", NO_FORM)
    if grid.form.round < round:
        raise BadRequest("/round", Text("Round {round} comes first.", round=grid.form.round))
    values = {}
    for field in grid.form.fields:
        typed = form.form.get(BLANK.format(field.key), field.value).strip()
        if typed != field.value:
            values[field.key] = typed
    action = action_of(head.rules, {**grid.form.action, "values": values})
    return game_clerk().act(form.order(head.id), grid.form.seat, action)


def _changed_cells(head: Game, form: Sent, seats: tuple[str, ...]) -> list[ChangedCell]:
    then = Game(head.history, head.checks, min(form.seq, head.seq))
    changes = []
    for field, cell in _cells(then, seats).items():
        typed = form.form.get(field)
        if typed is not None and typed.strip() != cell.value:
            changes.append(ChangedCell(field, cell.value, typed.strip()))
    return changes


def _cells(game: Game, seats: tuple[str, ...]) -> dict[str, GridCell]:
    grid = game.rules.grid(game.board, seats)
    return (
        {cell_field(row, cell): cell for row in grid.rows for cell in row.cells}
        if grid is not None
        else {}
    )


def _record_cell(
    head: Game, form: Sent, seats: tuple[str, ...], change: ChangedCell, number: int
) -> tuple[Answer | None, tuple[str, str] | None]:
    clerk, order = game_clerk(), form.order(head.id)
    for tries_left in reversed(range(TRIES)):
        cell = _cells(head, seats).get(change.field)
        if cell is not None and cell.value == change.typed:
            return None, None  # it was sent before, or somebody has typed the same
        if cell is None or not cell.seat:
            return None, (_("Nothing can be entered here now."), "")
        if cell.value != change.before:
            return None, (
                _(
                    "Somebody has entered {value} here meanwhile: look again, then type it again.",
                    value=cell.value or "–",
                ),
                "",
            )
        outcome = attempt(
            partial(
                _write_cell,
                head,
                replace(order, seq=head.seq, key=f"{order.key}-{number}"),
                cell,
                change.typed,
            )
        )
        if not isinstance(outcome, Trouble):
            return outcome, None
        if not (tries_left and isinstance(outcome.cause, Stale)):
            return None, (outcome.at[0][1] if outcome.at else outcome.text, outcome.rule)
        head = clerk.game(head.id)
    raise AssertionError("the last try has an answer")


def _write_cell(game: Game, order: Order, cell: GridCell, typed: str) -> Answer:
    grid = game.rules.grid(game.board, ())
    assert grid is not None
    return game_clerk().act(
        order, cell.seat, action_of(game.rules, {**cell.action, grid.field: typed})
    )


class Flash(Struct, frozen=True):
    """A message about a form: whether the form was accepted (`good`), the text, the rule that
    forbids the action (empty: none), and, for a stale form, the records written since it was
    shown."""

    good: bool
    text: str
    rule: str = ""
    since: tuple[PastRecord, ...] = ()


class RejectedForm(Struct, frozen=True):
    """A form to show again: which form (`deed`) and its fields; its action (None: it has none) with
    the action's label; the rolls that were entered, and those to enter; and why it was refused.
    `still_possible`: the game has gone on, and the action is still legal."""

    deed: str
    form: c.Given
    action: Action | None = None
    label: str = ""
    values: Values = ()
    dice: tuple[RollField, ...] = ()
    trouble: Trouble | None = None
    still_possible: bool = False


NOTHING = RejectedForm("", MultiDict())


def accepted_message(head: Game, query: Mapping[str, str]) -> Flash | None:
    """The message about an accepted form on the page to which it redirected, from that page's
    query; None if the query names no accepted form."""
    seq, first = number_in(query.get("done", "")), number_in(query.get("first", ""))
    if not 1 <= seq <= head.seq:
        return None
    if 0 < first < seq:
        return Flash(
            True,
            _(
                "There was nothing to do: records {first} to {seq} end those stages.",
                first=first,
                seq=seq,
            ),
        )
    return Flash(
        True,
        _("This was received before; it is saved, once.") if query.get("again") else _("Saved."),
    )


def form_if_refused(head: Game, form: Sent) -> RejectedForm:
    """A form with an action, as it is to be shown again if it is refused."""
    action = entered_action(_game_when_shown(head, form), form)
    return RejectedForm("act", form.form, action, values=entered_values(form))


def _game_when_shown(head: Game, form: Sent) -> Game:
    """The game as it was when a form was shown."""
    return Game(head.history, head.checks, min(form.seq, head.seq))


def _action_label(head: Game, form: Sent, action: Action) -> str:
    """The label of an action among the seat's offers; empty if it is none of them."""
    then = _game_when_shown(head, form)
    legal = then.rules.legal(then.board, form.seat) if form.seat in then.to_act else Legal()
    buttons = (choice.label for choice in legal.choices if plain_action(choice.action) == action)
    forms = (template.label for template in legal.templates if template.type == action.get("type"))
    label = next(chain(buttons, forms), None)
    return with_capital(tell(label)) if label else ""


def refusal_message(
    head: Game, form: Sent, rejected: RejectedForm, trouble: Trouble
) -> tuple[Flash | None, RejectedForm]:
    """The message about a refused form, and the form to show again. If the table only has to roll
    first, the message is None, and the form asks for the rolls."""
    cause = trouble.cause
    if rejected.action is not None:
        rejected = replace(rejected, label=_action_label(head, form, rejected.action))
    if isinstance(cause, RollsNeeded):
        return None, replace(
            rejected, dice=roll_fields(cause.asks, cause.given, head.setting, lang())
        )
    if isinstance(cause, Stale):
        return _stale_message(head, form, rejected, cause)
    rejected = replace(rejected, trouble=trouble)
    if isinstance(cause, RollsRefused):
        rejected = _with_rolls_to_enter(head, form, rejected)
    return Flash(False, trouble.at[0][1] if trouble.at else trouble.text, trouble.rule), rejected


def foretell_action(head: Game, form: Sent) -> tuple[str, bool]:
    """The consequences of a form's action now and False; or the reason why it is not allowed and
    True. The text is empty if the form is incomplete or the seat is not to act."""
    if head.closed or form.seat not in head.to_act:
        return "", False
    try:
        action = action_of(head.rules, entered_action(head, form))
        verdict = head.rules.judge(head.board, form.seat, action)
    except (Refusal, Problem):
        return "", False
    if not verdict.legal:
        return tell(verdict.text), True
    return consequences_in_words(head, form.seat, action, lang()), False


def _stale_message(
    head: Game, form: Sent, rejected: RejectedForm, stale: Stale
) -> tuple[Flash, RejectedForm]:
    who = caller()
    since = records_since(
        game_clerk(),
        head,
        audience_of(head, audience_for_seat(who, form.seat)),
        lang(),
        stale.expected,
    )
    trial = _try_action(head, form.seat, rejected, rejected.values)
    rejected = replace(rejected, still_possible=trial is not None and trial.verdict.legal)
    text = (
        _(
            "The game went on before this came. Nothing was recorded; your choice is kept. Meanwhile:"
        )
        if rejected.still_possible
        else _("The game went on before this came. Nothing was recorded. Meanwhile:")
    )
    return Flash(False, text, since=since), rejected


def _with_rolls_to_enter(head: Game, form: Sent, rejected: RejectedForm) -> RejectedForm:
    trial = _try_action(head, form.seat, rejected, ())
    return (
        rejected
        if trial is None
        else replace(rejected, values=(), dice=roll_fields(trial.asks, 0, head.setting, lang()))
    )


def _try_action(head: Game, seat: str, rejected: RejectedForm, values: Values) -> Trial | None:
    if rejected.action is None or seat not in head.to_act:
        return None
    try:
        return game_clerk().try_out(head.id, seat, action_of(head.rules, rejected.action), values)
    except (Refusal, Problem):
        return None
