"""Tables of sentences with which a title cites its rules.

    NO = Refusals("Recruter", '''
    reserve-empty = No unit is left in your reserve.
    enemy-there = {id} is occupied by the enemy.
    ''')
    return NO("enemy-there", id=id)

A sentence of another rule has that rule as its second column, and as the third its code if that is not
its slug because several sentences share it: `slug | rule = …`, `slug | rule | code = …`."""

from copy import copy
from typing import Any, Self

from domain.kernel.sentences import entries
from domain.titles.contract.types import Reading, Verdict


class Refusals:
    """A table of the sentences that refuse what a rule forbids. Called with a slug and named values,
    it answers the verdict."""

    def __init__(self, rule: str, table: str) -> None:
        self.rule = rule
        self._entries = {entry.slug: entry for entry in entries(table)}

    def __call__(self, slug: str, /, **named: Any) -> Verdict:
        _, rule, code, text = self._entries[slug]
        return Verdict(
            False, code or slug, rule or self.rule, text.filled(named) if named else text
        )

    def under(self, rule: str) -> Self:
        """The table under another rule; sentences with a rule of their own keep it."""
        refusals = copy(self)
        refusals.rule = rule
        return refusals


def readings(table: str) -> tuple[Reading, ...]:
    """Parse how a title reads what is unclear: `id | rule = …`, or `id | rule | option = …` if a table
    can choose otherwise."""
    return tuple(Reading(id, rule, text, option) for id, rule, option, text in entries(table))
