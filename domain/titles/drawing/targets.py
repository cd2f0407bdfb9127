"""Targets: the parts of a board's picture that an action names, so that a tap on one finds what can
be done with it.

Tap targets have an id (`domain/titles/drawing/svg.py`). It is the value of an action's field if
that is unambiguous: `mill`, `NE`, `oracle`. A value with several meanings has its field before it:
`slot-NE` beside the tower `NE`, `die-1`. A place that takes two fields has both: `harbour-left-1`,
`N-assault`. And an action without fields is its own id on the deck it draws from: `research`.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

Together = tuple[tuple[str, str], ...]
"""Pairs of fields that together name one place (`Ruleset.together`)."""


def named(
    action: Mapping[str, Any], drawn: Collection[str], together: Together = ()
) -> frozenset[str]:
    """The drawn ids that an action (plain JSON data), or some of its fields, name."""
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
