from typing import Any

from msgspec import UNSET, Struct


class Change(Struct, frozen=True, omit_defaults=True):
    """One place that differs: a JSON pointer, whether it was added, removed or replaced, and the
    values. A value that is `null` is there; one that does not exist is left out."""

    path: str
    op: str
    before: Any = UNSET
    after: Any = UNSET


def changes(before: Any, after: Any, path: str = "") -> list[Change]:
    """Every place where two pieces of plain JSON data differ, in the order of the pointers' first
    occurrence.

    Lists of equal length are compared element by element; lists of different length are replaced
    whole, because in a board a longer list is another list, not the old one with a tail.
    """
    if type(before) is type(after):
        if isinstance(before, dict):
            return _in_dict(before, after, path)
        if isinstance(before, list) and len(before) == len(after):
            return [
                c
                for i, (b, a) in enumerate(zip(before, after, strict=True))
                for c in changes(b, a, f"{path}/{i}")
            ]
    return [] if before == after else [Change(path, "replace", before, after)]


def _in_dict(before: dict[str, Any], after: dict[str, Any], path: str) -> list[Change]:
    differences: list[Change] = []
    for key in dict.fromkeys([*before, *after]):
        place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            differences.append(Change(place, "remove", before=before[key]))
        elif key not in before:
            differences.append(Change(place, "add", after=after[key]))
        else:
            differences += changes(before[key], after[key], place)
    return differences
