"""Dice of the table: what has to be rolled, as something to tap, and what was rolled, read back."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from api.web.forms.controls import Given
from domain.kernel.text import Lang
from domain.titles.contract.chance import Ask, Value, Values
from domain.titles.contract.ruleset import Setting
from domain.titles.drawing.svg import die

MOST_FACES = 12
"""Dice with so many faces at most are laid out; a longer list is chosen from."""

MOST_VALUES = 64
"""More values than any use of chance asks for."""


class Face(Struct, frozen=True):
    """One value that can come up: as the form sends it, in words, and as a die where it is one."""

    value: str
    word: str
    drawn: str


class Rolled(Struct, frozen=True):
    """One use of chance to answer: what for, its shape, a name for each of its values in the form, and what can come up. `dice`: it
    is rolled, not drawn."""

    label: str
    how: str
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    laid_out: bool
    dice: bool


def asked(asks: tuple[Ask, ...], given: int, setting: Setting, lang: Lang) -> tuple[Rolled, ...]:
    """What the table has to roll, after `given` answers that are known already."""
    return tuple(_rolled(ask, given + n, setting, lang) for n, ask in enumerate(asks))


def _rolled(ask: Ask, number: int, setting: Setting, lang: Lang) -> Rolled:
    faces = tuple(
        Face(
            msgspec.json.encode(value).decode(),
            setting.word(ask.kind, value).printed(lang),
            drawn(value) if ask.replace else "",
        )
        for value in dict.fromkeys(ask.pool)
    )
    names = tuple(f"v.{number}.{n}" for n in range(ask.count))
    label = ask.label.printed(lang)
    return Rolled(label[:1].upper() + label[1:], ask.how.printed(lang), names, faces, len(faces) <= MOST_FACES, ask.replace)


def drawn(value: Value) -> str:
    """A die that shows a value, as a small picture that says nothing: the value stands beside it in words."""
    if not isinstance(value, int) or not 1 <= value <= 6:
        return ""
    return f'<svg class="board die" viewBox="-1 -1 26 26" width="26" height="26" aria-hidden="true">{die(0, 0, 24, value)}</svg>'


def entered(form: Given) -> Values:
    """The values in a form: what it has known all along (`given`), then what was entered into it. Raises `ValueError` for what
    no form of ours sends."""
    known: Any = msgspec.json.decode(form.get("given", "[]") or "[]", type=tuple[tuple[Value, ...], ...])
    found: dict[int, dict[int, Value]] = {}
    for name, value in form.items():
        if name.startswith("v.") and value:
            _, ask, place = name.split(".")
            found.setdefault(int(ask), {})[int(place)] = msgspec.json.decode(value, type=Value)
    if sum(map(len, found.values())) > MOST_VALUES:
        raise ValueError("too many values")
    return (*known, *(tuple(values[n] for n in sorted(values)) for _, values in sorted(found.items())))
