"""Limits of numbers that an arbiter declares: as many as somebody could have counted at the table.

What play leads to is never measured here. A declared number is: beyond these bounds it is a slip of the finger or a mockery, and
the rules, which walk through what there is piece by piece, would take for ever over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.rules.ruleset import Fact
from domain.rules.text import Text

MOST = 10_000
"""The most there is of anything, in a declared fact and on a corrected board."""


def uncounted(facts: tuple[Fact, ...]) -> tuple[str, Text] | None:
    """The pointer to the first number in some facts that nobody counted, and what is wrong with it, as the end of a sentence."""
    for n, fact in enumerate(facts):
        signed = type(fact).signed
        for path, number in numbers(msgspec.to_builtins(fact)):
            least = -MOST if path.split("/")[1] in signed else 0
            if not least <= number <= MOST:
                return f"/{n}{path}", Text(
                    f"{short(number)} is no number that can be declared there, {least} to {MOST} are",
                    f"{short(number)} n'est pas un nombre qui puisse y être déclaré, de {least} à {MOST} oui",
                )
    return None


def unheard_of(plain: Any, before: Any) -> Text | None:
    """What is wrong with the numbers of a corrected board, as the end of a sentence; both boards are plain data. A number that is
    large already may stay so."""
    most = max([MOST, *(abs(number) for _, number in numbers(before))])
    for path, number in numbers(plain):
        if abs(number) > most:
            return Text(f"at {path}, {short(number)} is more than {most}", f"à {path}, {short(number)} dépasse {most}")
    return None


def numbers(plain: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """All numbers in plain data, each with its pointer."""
    if isinstance(plain, int) and not isinstance(plain, bool):
        yield path, plain
    elif isinstance(plain, dict):
        for name, one in plain.items():
            yield from numbers(one, f"{path}/{name}")
    elif isinstance(plain, list | tuple):
        for n, one in enumerate(plain):
            yield from numbers(one, f"{path}/{n}")


def short(number: int) -> str:
    """A number for a sentence, cut where nobody would read on."""
    digits = str(number)
    return digits if len(digits) <= 16 else f"{digits[:12]}…"
