"""Every field of a title's view has a name in the reader's language: a comparison of two positions lists them on its page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from domain.rules.ruleset import PUBLIC
from domain.rules.titles.registry import ids, ruleset
from domain.rules.titles.simulation import opening, steps


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@pytest.mark.parametrize("id", ids())
def test_every_field_of_a_view_is_called_something(id: str) -> None:
    """Ids of the board, such as A1 or T04a, are their own names: they have a capital or a digit."""
    rules = ruleset(id)
    board, _, chance = opening(rules, 3)
    boards = [board, *(step.after for step in steps(rules, board, chance, Random(3), 300))]
    found = {key for board in boards[::7] for key in keys(to_builtins(rules.view(board, PUBLIC)))}
    unnamed = {key for key in found if key.islower() and key not in rules.terms and board.word("", key).fr == key}
    assert {key for key in unnamed if not any(one.isdigit() for one in key)} == set()
