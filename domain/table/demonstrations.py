"""Games to look at, one of each title: played to the end by random players, with an action taken back, a claim and a ruling.

Their sealed dice are drawn from a seed that everybody knows, so each is the same game everywhere: good to look at, no example of a
secret. Every step has an idempotency key of its own, so a game that was cut off is finished by whoever asks for it next.
"""

from __future__ import annotations

import hashlib
from random import Random

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from domain.clerk.opening import game_id
from domain.errors import UndoRefused, UnknownGame
from domain.game.game import Game
from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.procedure.undo import to_retract
from domain.record.stored import DamagedRecord
from domain.rules.types import Action
from domain.table.rulings import Rulings

ACTOR = "demonstration"
SEED = hashlib.sha256(b"greffe demonstration").digest()
TAG = "example"
DISPUTED = 8
"""After so many actions somebody complains."""
MOST = 900
"""Actions at most; a game that is longer is closed without an outcome."""

CATALOGS = {"score-sheet": "rounds"}
"""Titles that show themselves better with another of their catalogs than the default."""
PLAYERS = {"score-sheet": 4}

ENOUGH = {"score-sheet": 36}
"""After so many actions the players of a title end its game when they can: its rules would let them go on for ever."""

SLIP = "The wrong one."
DOUBT = "Was that allowed? Please look at it."
ANSWER = "Looked at: it was allowed, and it stands."


def demonstration_id(title: str) -> str:
    """The id of a title's game, the same everywhere."""
    return game_id(ACTOR, f"shown-{title}")


def is_there(clerk: Clerk, title: str) -> bool:
    """Whether a title's game has been played to its end."""
    try:
        return clerk.game(demonstration_id(title)).closed
    except (UnknownGame, DamagedRecord):
        return False


def demonstrate(clerk: Clerk, title: str) -> Game:
    """Open a title's game and play it to its end; what is in the record already is found there and not written again."""
    id = demonstration_id(title)
    clerk.key_values.keep("seed", id, SEED)
    opening = Opening(ruleset=title, catalog=CATALOGS.get(title, "default"), players=PLAYERS.get(title), tags=(TAG,), public=True)
    game = clerk.open_game(opening, ACTOR, f"shown-{title}").game
    if clerk.game(id).closed:
        return clerk.game(id)
    taken_back = disputed = False
    for n in range(1, MOST + 1):
        if not game.to_act:
            break
        game = _act(clerk, game, n)
        if n > 2 and not taken_back:
            game, taken_back = _take_back(clerk, game, n)
        if n >= DISPUTED and not disputed and game.step is not None:
            game, disputed = _dispute(clerk, game), True
    return clerk.close_game(_order(game, "close")).game


def _order(game: Game, key: str) -> Order:
    return Order(game.id, game.seq, ACTOR, f"{ACTOR}/{key}")


def _act(clerk: Clerk, game: Game, n: int) -> Game:
    rng = Random(f"{game.id}/{n}")
    seat = rng.choice(game.to_act)
    action = _end(game, seat) if n > ENOUGH.get(game.rules.id, MOST) else None
    action = action or game.rules.sample(game.board, seat, rng)
    assert action is not None, "a seat that is to act can do something"
    return clerk.act(_order(game, f"action-{n}"), seat, action).game


def _end(game: Game, seat: str) -> Action | None:
    """The action on offer that ends the game by its rules, if there is one."""
    legal = game.rules.legal(game.board, seat)
    return next((one.action for one in legal.choices if str(one.action.__struct_config__.tag) == "end"), None)


def _take_back(clerk: Clerk, game: Game, n: int) -> tuple[Game, bool]:
    """Take the last action back and restore it, where nothing was rolled or shown."""
    assert game.step is not None
    seat = game.step.seat
    try:
        to_retract(game, seat, None)
    except UndoRefused:
        return game, False
    game = clerk.undo(_order(game, f"undo-{n}"), seat, reason=SLIP).game
    return clerk.redo(_order(game, f"redo-{n}"), seat).game, True


def _dispute(clerk: Clerk, game: Game) -> Game:
    """Somebody complains of the last action, and the arbiter lets it stand."""
    assert game.step is not None
    about, rulings = game.seq, Rulings(clerk)
    seat = next(spec.id for spec in game.setting.seat_specs if spec.role == "player")
    game = rulings.claim(_order(game, "claim"), seat, about, DOUBT).game
    rule = game.rules.about.readings[0].rule
    grounds = Grounds(rule, "unclear-rule", ANSWER, claim=game.seq)
    return rulings.rule(_order(game, "ruling"), Wish("stands"), grounds).game
