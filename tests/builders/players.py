"""Random players, who choose among legal actions. At a table with its own dice they also roll what
is asked for."""

from collections.abc import Callable
from random import Random

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Order
from domain.game.refusals import RollsNeeded
from domain.titles.contract.chance import Value

Values = tuple[tuple[Value, ...], ...]


def rolled(needed: RollsNeeded, rng: Random) -> Values:
    return tuple(
        tuple(rng.choice(ask.pool) for _ in range(ask.count))
        if ask.replace
        else tuple(rng.sample(ask.pool, ask.count))
        for ask in needed.asks
    )


def answered(ask: Callable[[Values], Answer], rng: Random) -> Answer:
    values: Values = ()
    while True:
        try:
            return ask(values)
        except RollsNeeded as needed:
            values = (*values[: needed.given], *rolled(needed, rng))


def act(clerk: Clerk, game: Game, rng: Random, seat: str = "", by: str = "tester") -> Game:
    """Take a random action of `seat`, or of the first seat to act. Returns the game after it."""
    seat = seat or game.to_act[0]
    action = game.rules.sample(game.board, seat, rng)
    order = Order(game.id, game.seq, by, f"random-{game.seq}")
    return answered(lambda values: clerk.act(order, seat, action, values), rng).state


def play_on(
    clerk: Clerk,
    game: Game,
    rng: Random,
    until: Callable[[Game], object] = lambda _: False,
    *,
    anybody: bool = False,
    by: str = "tester",
) -> Game:
    """Take random actions until `until` is true of the game, or it has ended. Each is of the first
    seat to act, or with `anybody` of a random one. Returns the game."""
    while game.to_act and not until(game):
        game = act(clerk, game, rng, rng.choice(game.to_act) if anybody else "", by)
    return game
