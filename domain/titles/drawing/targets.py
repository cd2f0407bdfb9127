"""Targets: the parts of a board's picture that an action names. A tap on a part finds the actions
that name it.

Tap targets have an id (`domain/titles/drawing/svg.py`). Usually the id is the value of an action's
field: `mill`, `NE`, `oracle`. If a value has several meanings, the field's name comes before it:
`slot-NE` beside the tower `NE`, `die-1`. If two fields name a place together, the id has both
values: `harbour-left-1`, `N-assault`. For an action without fields the id is the action's type,
drawn on the deck it takes from: `research`."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

Together = tuple[tuple[str, str], ...]
"""Pairs of fields that together name one place (`Ruleset.together`)."""


def ids_named(
    action: Mapping[str, Any], drawn: Collection[str], together: Together = ()
) -> frozenset[str]:
    """The ids, among those `drawn` in the picture, that an action names by all or some of its
    fields. `action`: the action as plain JSON data; `together`: the pairs of fields that name one
    place together."""
    return frozenset(id for id in _ids(action, drawn, together) if id in drawn)


def _ids(fields: Mapping[str, Any], drawn: Collection[str], together: Together) -> Iterator[str]:
    """The ids that an action's fields could mean, also those that are not drawn."""
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
