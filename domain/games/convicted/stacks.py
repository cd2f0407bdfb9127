"""Pieces of several kinds that stand together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Stack = dict[str, int]
"""How many of each kind: never changed in place, never holding a zero."""


def added(stack: Stack, kind: str, count: int) -> Stack:
    """The stack with `count` more of a kind (fewer if negative)."""
    left = stack.get(kind, 0) + count
    if left > 0:
        return {**stack, kind: left}
    return {k: n for k, n in stack.items() if k != kind}


def gathered(*stacks: Stack) -> Stack:
    """Several stacks as one."""
    total: Stack = {}
    for stack in stacks:
        for kind, count in stack.items():
            total[kind] = total.get(kind, 0) + count
    return total


def bands(given: Iterable[Any]) -> Stack:
    """Bands as a stack; the same kind named twice is added up."""
    total: Stack = {}
    for band in given:
        total[band.unit] = total.get(band.unit, 0) + band.count
    return total
