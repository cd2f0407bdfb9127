"""Tables of sentences: what a chapter says when it refuses something, each by a slug, in both languages.

    NO = Refusals("Recruter", '''
    reserve-empty
      No unit is left in your reserve.
      Il ne reste aucune unité dans votre réserve.
    enemy-there
      {id} is occupied by the enemy.
      {id} est occupé par l'ennemi.
    ''')
    return NO("enemy-there", id=id)

A sentence of another rule says so behind its slug, and so does one whose code is not its slug, because several share it:
`slug | rule`, `slug | rule | code`. A line that is indented further goes on with the one before. A place takes a text in its
language, or anything else as it is written; `{n:unit|units}` is a number with its word (`telling.py`). Both languages have the same
places, or there is no such table.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from domain.kit.telling import Names, fill, places, told
from domain.rules.about import Reading
from domain.rules.catalogs.faults import Fault
from domain.rules.text import LANGS, Lang, Text
from domain.rules.verdict import Verdict


def entries(table: str) -> Iterator[tuple[str, Text]]:
    """The heads of a table with their sentences; raises `ValueError` for one that is not in both languages."""
    head = ""
    lines: list[str] = []
    for line in (*table.strip("\n").splitlines(), ""):
        if line.startswith("    "):
            lines[-1] += " " + line.strip()
        elif line.startswith("  "):
            lines.append(line.strip())
        else:
            if head:
                yield head, _both(head, lines)
            head, lines = line.strip(), []


def _both(head: str, lines: list[str]) -> Text:
    if len(lines) != len(LANGS):
        raise ValueError(f"“{head}” has {len(lines)} sentences, one in English and one in French are wanted")
    text = Text(*lines)
    en, fr = places(text)
    if en != fr:
        raise ValueError(f"“{head}” names {sorted(en ^ fr)} in one language alone")
    return text


def parted(head: str) -> tuple[str, str, str]:
    """The parts of a head, `one | two | three`; those that are not there are empty."""
    one, two, three = (part.strip() for part in f"{head}||".split("|")[:3])
    return one, two, three


class Sentences:
    """A table of sentences by their slugs."""

    def __init__(self, table: str) -> None:
        self._texts = {parted(head)[0]: text for head, text in entries(table)}

    def say(self, code: str, named: dict[str, Any]) -> Text:
        """A sentence with its places filled."""

        def filled(lang: Lang) -> str:
            return fill(self._texts[code].to(lang), {name: _in(value, lang) for name, value in named.items()}, lang)

        return Text(filled("en"), filled("fr"))

    def of(self, code: str, item: Any, names: Names) -> Text:
        """A sentence about an action or a fact, with its fields in their places."""
        return told(self._texts[code], item, names)

    def __call__(self, code: str, **named: Any) -> Text:
        """A sentence with its places filled."""
        return self.say(code, named)


class Refusals(Sentences):
    """Why actions are refused, by the rule that they break."""

    def __init__(self, rule: str, table: str) -> None:
        super().__init__(table)
        self.rule = rule
        self._other = {slug: (rule, code) for slug, rule, code in (parted(head) for head, _ in entries(table)) if rule or code}

    def __call__(self, slug: str, **named: Any) -> Verdict:  # type: ignore[override]
        """The verdict on an illegal action."""
        rule, code = self._other.get(slug, ("", ""))
        return Verdict(False, code or slug, rule or self.rule, self.say(slug, named))

    def under(self, rule: str) -> Refusals:
        """The same sentences for an action of another rule."""
        found = copy(self)
        found.rule = rule
        return found


class Faults(Sentences):
    """What can be wrong with a catalog."""

    def at(self, pointer: str, code: str, **named: Any) -> Fault:
        """A fault at a place of the catalog."""
        return Fault(pointer, self.say(code, named))


def readings(table: str) -> tuple[Reading, ...]:
    """How a title reads what is unclear: each head is `id | rule`, or `id | rule | option` where a table can choose otherwise."""
    found = []
    for head, text in entries(table):
        id, rule, option = parted(head)
        found.append(Reading(id, rule, text, option))
    return tuple(found)


def _in(value: Any, lang: Lang) -> Any:
    return value.to(lang) if isinstance(value, Text) else value
