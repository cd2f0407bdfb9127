"""Tables of sentences with which a title cites its rules.

    NO = Refusals("Recruter", '''
    reserve-empty = No unit is left in your reserve.
    enemy-there = {id} is occupied by the enemy.
    ''')
    return NO("enemy-there", id=id)

A line is `slug = sentence`. If its rule is not the table's: `slug | rule = sentence`. If several
sentences share a verdict's code, so that the code is not the slug: `slug | rule | code =
sentence`."""

from copy import copy
from typing import Any, Self

from domain.kernel.sentences import entries
from domain.titles.contract.types import Reading, Verdict


class Refusals:
    """A table of the sentences with which a rule refuses actions. Calling it with a slug and named
    values returns the illegal verdict."""

    def __init__(self, rule: str, table: str) -> None:
        self.rule = rule
        self._entries = {entry.slug: entry for entry in entries(table)}

    def __call__(self, slug: str, /, **named: Any) -> Verdict:
        _, rule, code, text = self._entries[slug]
        return Verdict(
            False, code or slug, rule or self.rule, text.filled(named) if named else text
        )

    def under(self, rule: str) -> Self:
        """A copy of the table that cites another rule. Sentences with a rule of their own keep
        it."""
        refusals = copy(self)
        refusals.rule = rule
        return refusals


def parse_readings(table: str) -> tuple[Reading, ...]:
    """Parse a table of readings: how a title interprets unclear sentences of its rules. A line is
    `id | rule = text`, or `id | rule | option = text` if an option offers another
    interpretation."""
    return tuple(Reading(id, rule, text, option) for id, rule, option, text in entries(table))
