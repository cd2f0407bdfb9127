"""Tables of sentences, by slug: the refusals of a chapter, for example.

    NO = Refusals("Recruter", '''
    reserve-empty = No unit is left in your reserve.
    enemy-there = {id} is occupied by the enemy.
    ''')
    return NO("enemy-there", id=id)

A sentence of another rule names it after its slug, and its code if that is not its slug because
several sentences share it: `slug | rule = …`, `slug | rule | code = …`. A long sentence stands below
its slug, indented; a line indented further continues the one before. A place takes a text in its
language, or any other value as written; `{n:unit|units}` is a number with its word
(`domain/kernel/words/places.py`). Two sentences that are equal in English and not in another language
have a context after their slugs: `left [time]`."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from domain.kernel.faults import Fault
from domain.kernel.text import STORED, Text, named_in_context
from domain.kernel.words import places
from domain.titles.contract.types import Reading, Verdict
from domain.titles.kit.telling import Names, told


def entries(table: str) -> Iterator[tuple[str, Text]]:
    """The heads of a table with their sentences. Raises `ValueError` for a head without one."""
    for head, lines in rows(table):
        name, context = named_in_context(head)
        if not 0 < len(lines) <= len(STORED):
            raise ValueError(f"“{name}” has {len(lines)} sentences, one is wanted")
        if places.names(lines[0]) != places.names(lines[-1]):
            raise ValueError(f"“{name}” names {lines} otherwise in one language")
        yield name, Text(*lines, context=context)


def rows(table: str) -> Iterator[tuple[str, list[str]]]:
    """The heads of a table with the lines below them."""
    head = ""
    lines: list[str] = []
    for line in (*table.strip("\n").splitlines(), ""):
        if line.startswith("    "):
            lines[-1] += " " + line.strip()
        elif line.startswith("  "):
            lines.append(line.strip())
        else:
            if head:
                yield head, lines
            head, equals, sentence = line.strip().partition(" = ")
            lines = [sentence] if equals else []


def parted(head: str) -> tuple[str, str, str]:
    """The three parts of a head, `one | two | three`; missing ones are empty."""
    first, second, third = (part.strip() for part in f"{head}||".split("|")[:3])
    return first, second, third


class Sentences:
    def __init__(self, table: str) -> None:
        self._texts = {parted(head)[0]: text for head, text in entries(table)}

    def say(self, code: str, named: dict[str, Any]) -> Text:
        return self._texts[code].filled(named) if named else self._texts[code]

    def of(self, code: str, item: Any, names: Names) -> Text:
        return told(self._texts[code], item, names)

    def __call__(self, code: str, **named: Any) -> Text:
        return self.say(code, named)

    def when(self, wrong: object, code: str, **named: Any) -> tuple[Text, ...]:
        """The sentence if `wrong` is true, else nothing."""
        return (self.say(code, named),) if wrong else ()


class Refusals(Sentences):
    def __init__(self, rule: str, table: str) -> None:
        super().__init__(table)
        self.rule = rule
        self._under: dict[str, Refusals] = {}
        self._other = {
            slug: (rule, code)
            for slug, rule, code in (parted(head) for head, _ in entries(table))
            if rule or code
        }

    def __call__(self, slug: str, **named: Any) -> Verdict:  # type: ignore[override]
        rule, code = self._other.get(slug, ("", ""))
        return Verdict(False, code or slug, rule or self.rule, self.say(slug, named))

    def under(self, rule: str) -> Refusals:
        """The same sentences under another rule."""
        refusals = self._under.get(rule)
        if refusals is None:
            refusals = self._under[rule] = copy(self)
            refusals.rule, refusals._under = rule, {}
        return refusals


class Faults(Sentences):
    def at(self, pointer: str, code: str, **named: Any) -> Fault:
        return Fault(pointer, self.say(code, named))

    def at_if(self, wrong: object, pointer: str, code: str, **named: Any) -> tuple[Fault, ...]:
        """The fault if `wrong` is true, else nothing."""
        return (self.at(pointer, code, **named),) if wrong else ()


def readings(table: str) -> tuple[Reading, ...]:
    """Parse how a title reads what is unclear: heads are `id | rule`, or `id | rule | option` if a
    table can choose otherwise."""
    results = []
    for head, text in entries(table):
        id, rule, option = parted(head)
        results.append(Reading(id, rule, text, option))
    return tuple(results)
