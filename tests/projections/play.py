"""Random games through a clerk: actions, undo, redo, notes, closing, several tables at once."""

from __future__ import annotations

from random import Random

from domain.clerk import Clerk
from domain.errors import Refusal
from domain.game import Game
from domain.orders import Opening, Order

TITLE = "northgard-training"
TAGS = ("winter", "Coupe d'Été", "club 7", "final")


def open_one(clerk: Clerk, name: str) -> Game:
    """A new game with some tags, which follow from its name."""
    rng = Random(name)
    tags = tuple(sorted(rng.sample(TAGS, rng.randrange(3))))
    return clerk.open_game(Opening(ruleset=TITLE, tags=tags), "op", name).game


def move(clerk: Clerk, game: Game, rng: Random, key: str, closing: bool = True) -> Game:
    """One more record, whatever comes to mind; the same game where the clerk refuses."""
    order = Order(game.id, game.seq, "op", key)
    seats = game.rules.to_act(game.board)
    chance = rng.random()
    try:
        if closing and (not seats or chance < 0.01):
            return clerk.close_game(order, "enough").game
        if chance < 0.12:
            return clerk.undo(order, rng.choice(game.setting.seats)).game
        if chance < 0.17:
            return clerk.redo(order, rng.choice(game.setting.seats)).game
        if chance < 0.2 or not seats:
            return clerk.note(order, "Is that so?", about=game.seq).game
        seat = rng.choice(seats)
        action = game.rules.sample(game.board, seat, rng)
        assert action is not None
        return clerk.act(order, seat, action).game
    except Refusal:
        return game


def grow(clerk: Clerk, game: Game, rng: Random, seq: int) -> Game:
    """The same game at record `seq`, not closed."""
    for turn in range(10 * seq):
        if game.seq == seq:
            return game
        game = move(clerk, game, rng, f"{game.id}/{game.seq}/{turn}", closing=False)
    raise AssertionError(f"the game does not get beyond record {game.seq}")


def play(clerk: Clerk, games: int, seed: int, tables: int = 6, most: int = 10_000) -> None:
    """Play so many games, some of them at once, until each is closed, left alone, or `most` moves were tried."""
    rng = Random(seed)
    open_now: list[Game] = []
    opened = 0
    for turn in range(most):
        if opened < games and len(open_now) < tables:
            open_now.append(open_one(clerk, f"{seed}-{opened}"))
            opened += 1
        if not open_now:
            return
        at = rng.randrange(len(open_now))
        open_now[at] = move(clerk, open_now[at], rng, f"{seed}/{turn}")
        if open_now[at].closed or rng.random() < 0.005:
            open_now.pop(at)
