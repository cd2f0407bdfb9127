"""Small draws that proposals are made of: one of several, some of a stack, a section worth attacking, a plausible damage."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from domain.games.convicted.actions import Band
from domain.games.convicted.board import Board
from domain.games.convicted.field import SECTIONS, SIDES_OF, SectionId, Side
from domain.games.convicted.stacks import Stack

T = TypeVar("T")


def pick(rng: Random, things: Sequence[T]) -> T | None:
    """One of several, or none of none."""
    return rng.choice(things) if things else None


def some(rng: Random, stack: Stack, most: int) -> tuple[Band, ...]:
    """Up to `most` pieces of one kind of a stack; perhaps none."""
    unit = pick(rng, sorted(stack))
    count = rng.randint(0, min(most, stack[unit])) if unit else 0
    return (Band(unit, count),) if unit and count else ()


def faced_by(side: Side) -> list[SectionId]:
    return [s for s in SECTIONS if side in SIDES_OF[s]]


def target(board: Board, side: Side, rng: Random) -> SectionId:
    """A section that a side faces; half of the time the one with most to lose."""
    faced = faced_by(side)
    rng.shuffle(faced)
    if rng.random() < 0.5:
        return max(faced, key=lambda s: board.sections[s].resistance + 2 * len(board.sections[s].engines))
    return faced[0]


def harm(board: Board, section: SectionId, gate: bool, rng: Random) -> tuple[int, tuple[Band, ...]]:
    """Some damage a section can take, and who falls back if it is destroyed by it."""
    what = board.sections[section]
    left = what.gate if gate else what.resistance
    damage = min(left, rng.choice((0, 1, 1)))
    if damage == left and rng.random() < 0.8:
        damage = 0  # most fortifications outlive a siege, so that something is left to repair
    if gate or not damage or damage < left:
        return damage, ()
    over = sum(what.units.values()) - board.setting.levels[section][0].capacity
    back: list[Band] = []
    for unit, n in sorted(what.units.items()):
        if over > 0:
            back.append(Band(unit, min(n, over)))
            over -= n
    return damage, tuple(back)


def foes_in(board: Board, stack: Stack) -> Stack:
    return {u: n for u, n in stack.items() if u in board.setting.foes}


def party(stack: Stack, rng: Random) -> tuple[Band, ...]:
    unit = rng.choice(sorted(stack))
    others = [u for u in sorted(stack) if u != unit and rng.random() < 0.6]
    return tuple(Band(u, rng.randint((stack[u] + 1) // 2, stack[u])) for u in (unit, *others))


def squads(board: Board) -> list[tuple[SectionId, int]]:
    return [(s, i) for s, what in board.sections.items() for i, squad in enumerate(what.squads) if squad.units]
