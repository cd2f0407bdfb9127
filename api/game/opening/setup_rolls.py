"""What a table rolls and draws for a set-up: asked for all at once, each answer chosen from what can come up."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.game.forms.dice import Face
from api.web.forms.controls import Given
from api.web.pages.pages import lang
from api.web.request.service import service
from domain.game.clerk.commands import Opening, Order
from domain.game.clerk.opening import open_record, setting_for
from domain.game.refusals import ValuesNeeded, ValuesRefused
from domain.kernel.text import Text
from domain.titles.contract.chance import Ask, Value, Values
from domain.titles.contract.ruleset import Setting

Guess = tuple[str, Value]
"""A value that stands in for one that was not entered yet, with the kind of chance it is for."""

MOST_ASKED = 128
"""Uses of chance that a set-up has at most."""


class Roll(Struct, frozen=True):
    """One use of chance to answer: its name in the form, what for, its shape, what can come up, the values that were entered (empty
    where one is missing), and why they were refused."""

    name: str
    label: Text
    how: Text
    faces: tuple[Face, ...]
    values: tuple[str, ...]
    wrong: Text | None = None


class Rolls(Struct, frozen=True):
    """All that a table rolls for a set-up; and the values, once all are there and can have come up."""

    asked: tuple[Roll, ...] = ()
    values: Values | None = ()

    @property
    def begun(self) -> bool:
        """Whether anything was entered."""
        return any(value for roll in self.asked for value in roll.values)


def rolls(opening: Opening, form: Given, begin: str) -> Rolls:
    """What the table rolls for an opening, with what a form's fields `begin-0`, `begin-1`, … say; nothing where dice are sealed.

    The rules ask for one use of chance after the other. So that all stand on one page, a missing answer is guessed for the time
    being; nothing is recorded here. Raises what the opening is refused for otherwise.
    """
    if opening.chance != "table":
        return Rolls()
    clerk, nobody = service().clerk, Order("", 0, "", "")
    setting: Setting = setting_for(opening, clerk.key_values)[2]
    found: list[Roll] = []
    values: Values = ()
    guessed: list[Guess] = []
    while len(found) < MOST_ASKED:
        try:
            open_record(replace(opening, values=values), nobody, clerk.key_values, clerk.clock())
        except ValuesNeeded as needed:
            for ask in needed.asks:
                roll = _roll(ask, form, f"{begin}-{len(found)}", setting, guessed)
                found.append(roll)
                values = (*values, _values(ask, roll, _after(form, begin, len(found)), guessed))
        except ValuesRefused as refused:
            if not guessed:
                found[-1] = msgspec.structs.replace(found[-1], wrong=refused.text)
            return Rolls(tuple(found), None)
        else:
            break
    return Rolls(tuple(found), None if guessed else values)


def _roll(ask: Ask, form: Given, name: str, setting: Setting, guessed: list[Guess]) -> Roll:
    """One use of chance as a field; what was guessed before it can come up here after all."""
    texts = (*(text.strip() for text in form.getlist(name)), *[""] * ask.count)[: ask.count]
    there = {*ask.pool, *(value for kind, value in guessed if kind == ask.kind)}
    faces = (Face(str(value), setting.word(ask.kind, value).printed(lang()), "") for value in sorted(there, key=_order))
    return Roll(name, ask.label, ask.how, tuple(faces), texts)


def _values(ask: Ask, roll: Roll, later: list[str], guessed: list[Guess]) -> tuple[Value, ...]:
    """The values of a field: what was entered, or a guess that takes nothing that was entered for a later one."""
    known = {str(value): value for value in ask.pool}
    if "" not in roll.values:
        return tuple(known.get(text, text) for text in roll.values)
    free = list(ask.pool)
    for text in later:
        if known.get(text) in free and len(free) > ask.count:
            free.remove(known[text])
    guess = tuple(free[: ask.count]) if not ask.replace else (free[0],) * ask.count
    guessed.extend((ask.kind, value) for value in guess)
    return guess


def _after(form: Given, begin: str, number: int) -> list[str]:
    """What was entered in the fields from a number on."""
    return [text for n in range(number, MOST_ASKED) for text in form.getlist(f"{begin}-{n}")]


def _order(value: Value) -> tuple[bool, int, str]:
    return (False, value, "") if isinstance(value, int) else (True, 0, value)
