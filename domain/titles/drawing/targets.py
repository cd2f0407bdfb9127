"""Targets: which parts of a board's picture an action names, so that a tap on one finds what can be
done with it.

A picture gives what can be tapped an id (`domain/titles/drawing/svg.py`). It is the value of an
action's field where that is clear: `mill`, `NE`, `oracle`. A value that means different things in
different fields has its field before it: `slot-NE` beside the tower `NE`, `die-1`. Where it takes
two fields to name one place, it is both: `harbour-left-1`, `N-assault`. And an action of few words
is its own id on the deck it draws from: `research`.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

Together = tuple[tuple[str, str], ...]
"""Pairs of fields that name one place between them, as a title says (`Ruleset.together`)."""


def named(
    action: Mapping[str, Any], drawn: Collection[str], together: Together = ()
) -> frozenset[str]:
    """Those of the ids drawn in a picture that an action, or some of its fields, name; the action
    as plain JSON data."""
    return frozenset(id for id in _ids(action, drawn, together) if id in drawn)


def _ids(fields: Mapping[str, Any], drawn: Collection[str], together: Together) -> Iterator[str]:
    for first, second in together:
        if first in fields and second in fields:
            yield f"{fields[first]}-{fields[second]}"
    for field, value in fields.items():
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, Mapping):  # a nested choice, or how many of what its keys name
                yield from each
                yield from _ids(each, drawn, together)
            elif isinstance(each, str | int) and not isinstance(each, bool):
                spelt = f"{field}-{each}"
                yield spelt if spelt in drawn or isinstance(each, int) else str(each)
