"""Simulation: random legal players, without a store. Used by `greffe simulate`, the laws and the
benchmarks."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import Action, AnyRuleset, Board, Fact, Outcome, open_setting


class Step(Struct, frozen=True):
    seat: str
    action: Action
    before: Board
    facts: tuple[Fact, ...]
    after: Board


def opening(
    rules: AnyRuleset,
    seed: int,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    catalog: Catalog | None = None,
) -> tuple[Board, tuple[Fact, ...], SealedChance]:
    """Set up a game with dice from `seed`. Returns the board, the facts of the set-up, and the dice
    for the rest of the game."""
    setting = open_setting(rules, catalog or rules.catalogs()["default"], options or {}, players)
    chance = SealedChance(seed.to_bytes(8, "big"))
    board: Board = rules.blank(setting)
    facts = rules.setup(board, chance)
    for fact in facts:
        board = rules.evolve(board, fact)
    return board, facts, chance


def steps(
    rules: AnyRuleset, board: Board, chance: SealedChance, rng: Random, limit: int = 10_000
) -> Iterator[Step]:
    """Play random legal actions from a board: until nobody is to act, or `limit` of them."""
    for _ in range(limit):
        seats = rules.to_act(board)
        if not seats:
            return
        seat = rng.choice(seats)
        action = rules.sample(board, seat, rng)
        if action is None:
            return
        facts = rules.decide(board, seat, action, chance)
        after = board
        for fact in facts:
            after = rules.evolve(after, fact)
        yield Step(seat, action, board, facts, after)
        board = after


def play(
    rules: AnyRuleset,
    seed: int,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    catalog: Catalog | None = None,
    limit: int = 10_000,
) -> tuple[Outcome | None, int, Board]:
    """Play a random game to its end. Returns the outcome (None if it was not over after `limit`
    actions), the number of actions, and the last board."""
    board, _, chance = opening(rules, seed, options, players, catalog)
    count = 0
    for step in steps(rules, board, chance, Random(seed), limit):
        board, count = step.after, count + 1
    return rules.outcome(board), count, board
