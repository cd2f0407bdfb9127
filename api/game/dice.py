"""Dice rolled at the table: which rolls a form asks for, as buttons, and reading what was entered.
A set-up asks for all of its rolls at once."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.game.subject import game_clerk
from api.web.forms.controls import Given
from api.web.pages.pages import lang
from domain.game.commands import Opening, Order, open_record, setting_for
from domain.game.refusals import RollsNeeded, RollsRefused
from domain.kernel.text import Lang, Text
from domain.titles.contract.chance import Ask, Value, Values
from domain.titles.contract.ruleset import Setting
from domain.titles.drawing.svg import die

MOST_FACES = 12  # Dice with so many faces at most are laid out; a longer list is chosen from.

MOST_VALUES = 64  # More values than any use of chance asks for.


class RollFace(Struct, frozen=True):
    """A value that a roll can have: as the form sends it, in words, and as a picture of a die
    (empty for other values)."""

    value: str
    word: str
    drawn: str


class RollField(Struct, frozen=True):
    """One use of chance that the form asks the table for: its purpose, how it is done, the field
    name of each value, and the possible values. `laid_out`: they are few enough for buttons.
    `dice`: they are rolled with dice, not drawn."""

    label: str
    how: str
    names: tuple[str, ...]
    faces: tuple[RollFace, ...]
    laid_out: bool
    dice: bool


def roll_fields(
    asks: tuple[Ask, ...], first: int, setting: Setting, lang: Lang
) -> tuple[RollField, ...]:
    """The fields for `asks`, in order. `first` is the number of the first one in the names of its
    fields: how many rolls were given before."""
    return tuple(_roll_field(ask, first + n, setting, lang) for n, ask in enumerate(asks))


def _roll_field(ask: Ask, number: int, setting: Setting, lang: Lang) -> RollField:
    faces = tuple(
        RollFace(
            msgspec.json.encode(value).decode(),
            setting.word(ask.kind, value).printed(lang),
            die_picture(value) if ask.replace else "",
        )
        for value in dict.fromkeys(ask.pool)
    )
    names = tuple(f"v.{number}.{n}" for n in range(ask.count))
    label = ask.label.printed(lang)
    return RollField(
        label[:1].upper() + label[1:],
        ask.how.printed(lang),
        names,
        faces,
        len(faces) <= MOST_FACES,
        ask.replace,
    )


def die_picture(value: Value) -> str:
    """The SVG of a die that shows a value; empty if no die shows it. It is decoration: the page
    also has the value in words."""
    if not isinstance(value, int) or not 1 <= value <= 6:
        return ""
    return (
        f'<svg class="board die" viewBox="-1 -1 26 26" width="26" height="26" '
        f'aria-hidden="true">{die(0, 0, 24, value)}</svg>'
    )


def entered_values(form: Given) -> Values:
    """The values in a form: those known before (in the field `given`), then the entered ones.
    Raises `ValueError` if no form of ours can have sent it."""
    known: Any = msgspec.json.decode(
        form.get("given", "[]") or "[]", type=tuple[tuple[Value, ...], ...]
    )
    answers: dict[int, dict[int, Value]] = {}
    for name, value in form.items():
        if name.startswith("v.") and value:
            _, ask, place = name.split(".")
            answers.setdefault(int(ask), {})[int(place)] = msgspec.json.decode(value, type=Value)
    if sum(map(len, answers.values())) > MOST_VALUES:
        raise ValueError("too many values")
    return (
        *known,
        *(tuple(values[n] for n in sorted(values)) for _, values in sorted(answers.items())),
    )


Guess = tuple[
    str, Value
]  # The kind of chance, and a value guessed in place of one that was not entered yet.

MOST_ASKED = 128  # Uses of chance that a set-up has at most.


class SetUpRoll(Struct, frozen=True):
    """One use of chance of a set-up: its field's name, its purpose, how it is done, the possible
    values, the entered values (a missing one is empty), and why they were refused."""

    name: str
    label: Text
    how: Text
    faces: tuple[RollFace, ...]
    values: tuple[str, ...]
    wrong: Text | None = None


class SetUpRolls(Struct, frozen=True):
    """All uses of chance of a set-up, and their values. `values` is None until all are entered and
    possible."""

    asked: tuple[SetUpRoll, ...] = ()
    values: Values | None = ()

    @property
    def begun(self) -> bool:
        return any(value for roll in self.asked for value in roll.values)


def set_up_rolls(opening: Opening, form: Given, begin: str) -> SetUpRolls:
    """The uses of chance of an opening if the table rolls, with the values entered in the form's
    fields `begin-0`, `begin-1`, …; none if dice are sealed.

    The rules ask for one use of chance after the other. So that one page can show all, a missing
    value is guessed for the time being; nothing is recorded here. Raises the refusals of opening
    the game, except those about values.
    """
    if opening.chance != "table":
        return SetUpRolls()
    clerk, nobody = game_clerk(), Order("", 0, "", "")
    stamp = {"at": clerk.clock(), "clock": None}
    setting: Setting = setting_for(opening, clerk.key_values)[2]
    asked_rolls: list[SetUpRoll] = []
    values: Values = ()
    guessed: list[Guess] = []
    while len(asked_rolls) < MOST_ASKED:
        try:
            open_record(replace(opening, values=values), nobody, clerk.key_values, stamp)
        except RollsNeeded as needed:
            for ask in needed.asks:
                roll = _set_up_roll(ask, form, f"{begin}-{len(asked_rolls)}", setting, guessed)
                asked_rolls.append(roll)
                values = (
                    *values,
                    _entered_or_guessed(
                        ask, roll, _entered_after(form, begin, len(asked_rolls)), guessed
                    ),
                )
        except RollsRefused as refused:
            if not guessed:
                asked_rolls[-1] = msgspec.structs.replace(asked_rolls[-1], wrong=refused.text)
            return SetUpRolls(tuple(asked_rolls), None)
        else:
            break
    return SetUpRolls(tuple(asked_rolls), None if guessed else values)


def _set_up_roll(
    ask: Ask, form: Given, name: str, setting: Setting, guessed: list[Guess]
) -> SetUpRoll:
    """One use of chance with its entered values. A value that was guessed for an earlier use of
    chance of this kind is also possible here, since that guess may be wrong."""
    entered = (*(text.strip() for text in form.getlist(name)), *[""] * ask.count)[: ask.count]
    there = {*ask.pool, *(value for kind, value in guessed if kind == ask.kind)}
    faces = (
        RollFace(str(value), setting.word(ask.kind, value).printed(lang()), "")
        for value in sorted(there, key=_sort_key)
    )
    return SetUpRoll(name, ask.label, ask.how, tuple(faces), entered)


def _entered_or_guessed(
    ask: Ask, roll: SetUpRoll, later: list[str], guessed: list[Guess]
) -> tuple[Value, ...]:
    """The values of one use of chance: those entered or, if one is missing, guesses, which are
    added to `guessed`. Guesses avoid the values entered for `later` fields."""
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


def _entered_after(form: Given, begin: str, number: int) -> list[str]:
    return [text for n in range(number, MOST_ASKED) for text in form.getlist(f"{begin}-{n}")]


def _sort_key(value: Value) -> tuple[bool, int, str]:
    return (False, value, "") if isinstance(value, int) else (True, 0, value)
