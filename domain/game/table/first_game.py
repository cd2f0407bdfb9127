"""The demonstration game of an empty record, to look at and to play on.

Random players have taken twenty actions; one was taken back and restored, one has a remark. Its sealed dice are drawn from a
published seed, so it is the same game everywhere, and keeps nothing secret. Every step has an idempotency key of its own, so an
opening that was cut off is finished by the next start.
"""

from __future__ import annotations

import hashlib
from random import Random

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Opening, Order
from domain.game.clerk.opening import game_id
from domain.game.procedure.undo import to_retract
from domain.game.refusals import UndoRefused, UnknownGame
from domain.game.table.demonstrations import in_all_languages
from domain.kernel.text import Text

TITLE = "northgard-training"
ACTOR = "demonstration"
SEED = 16
ACTIONS = 20
REMARKED = 7
REMARK = Text("Random players sat at this table: look around, play on, take back, branch off.")
SLIP = Text("The wrong card.")
GAME = game_id(ACTOR, f"game-{SEED}")
"""The demonstration game's id, the same everywhere."""


def open_once(clerk: Clerk) -> str | None:
    """Open the demonstration game in an empty record, or finish opening it; answers its id, or none if it is not there."""
    if clerk.recorder.max_notification_id() is None or _cut_off(clerk):
        play(clerk)
    return GAME if _there(clerk) else None


def play(clerk: Clerk) -> Game:
    """Open the game and play it; what is in the record already is found there and not written again."""
    clerk.key_values.keep("seed", GAME, hashlib.sha256(b"greffe demonstration").digest())
    opening = Opening(ruleset=TITLE, tags=("demonstration",), public=True)
    game = clerk.open_game(opening, ACTOR, f"game-{SEED}").game
    taken_back = False
    for n in range(1, ACTIONS + 1):
        game = _act(clerk, game, n)
        if n == REMARKED:
            game = clerk.note(_order(game, "remark"), in_all_languages(REMARK), about=game.seq).game
        if n > 2 and not taken_back:
            game, taken_back = _take_back(clerk, game)
    return game


def _order(game: Game, key: str) -> Order:
    return Order(game.id, game.seq, ACTOR, f"{ACTOR}/{key}")


def _act(clerk: Clerk, game: Game, n: int) -> Game:
    rng = Random(f"{SEED}/{n}")
    seats = game.rules.to_act(game.board)
    seat = rng.choice(seats)
    action = game.rules.sample(game.board, seat, rng)
    assert action is not None, "a seat that is to act can do something"
    return clerk.act(_order(game, f"action-{n}"), seat, action).game


def _take_back(clerk: Clerk, game: Game) -> tuple[Game, bool]:
    assert game.step is not None
    seat = game.step.seat
    try:
        to_retract(game, seat, None)
    except UndoRefused:
        return game, False
    game = clerk.undo(_order(game, "undo"), seat, reason=in_all_languages(SLIP)).game
    return clerk.redo(_order(game, "redo"), seat).game, True


def _there(clerk: Clerk) -> bool:
    try:
        clerk.file(GAME)
    except UnknownGame:
        return False
    return True


def _cut_off(clerk: Clerk) -> bool:
    if not _there(clerk):
        return False
    file = clerk.file(GAME)
    return (ACTOR, f"{ACTOR}/action-{ACTIONS}") not in file.keys and all(filed.body.actor == ACTOR for filed in file.filed)
