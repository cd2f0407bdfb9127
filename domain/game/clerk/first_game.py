"""The demonstration game of a store that has no other game, to look at and to play on.

Random players have taken twenty actions; one was taken back and restored, and one has a remark. The
sealed dice use a published seed, so the game is the same everywhere and has no secrets. Every step
has its own idempotency key, so the next start finishes an interrupted opening.
"""

import hashlib

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.demonstrations import (
    ACTOR,
    act_at_random,
    demonstration_order,
    in_all_languages,
    take_back_and_restore,
)
from domain.game.commands import Opening, game_id
from domain.game.refusals import UnknownGame
from domain.kernel.text import Text

TITLE = "northgard-training"
SEED = 16
ACTIONS = 20
REMARKED = 7
REMARK = Text("Random players sat at this table: look around, play on, take back, branch off.")
SLIP = Text("The wrong card.")
GAME = game_id(ACTOR, f"game-{SEED}")


def open_first_game(clerk: Clerk) -> str | None:
    """Open the demonstration game if the store is empty, or finish opening it. Returns its id, or
    None if the store has other games only."""
    if clerk.recorder.max_notification_id() is None or _opening_cut_off(clerk):
        play_first_game(clerk)
    return GAME if _first_game_exists(clerk) else None


def play_first_game(clerk: Clerk) -> Game:
    """Open the demonstration game and take its twenty actions. Records that exist are not written
    again."""
    clerk.key_values.keep("seed", GAME, hashlib.sha256(b"greffe demonstration").digest())
    game = clerk.open_game(
        Opening(ruleset=TITLE, tags=("demonstration",), public=True), ACTOR, f"game-{SEED}"
    ).state
    taken_back = False
    for n in range(1, ACTIONS + 1):
        game = act_at_random(clerk, n, SEED, game)
        if n == REMARKED:
            game = clerk.note(
                demonstration_order(game, "remark"), in_all_languages(REMARK), about=game.seq
            ).state
        if n > 2 and not taken_back:
            game, taken_back = take_back_and_restore(clerk, "", SLIP, game)
    return game


def _first_game_exists(clerk: Clerk) -> bool:
    try:
        clerk.load(GAME)
    except UnknownGame:
        return False
    return True


def _opening_cut_off(clerk: Clerk) -> bool:
    if not _first_game_exists(clerk):
        return False
    loaded = clerk.load(GAME)
    return (ACTOR, f"{ACTOR}/action-{ACTIONS}") not in loaded.keys and all(
        stored.body.actor == ACTOR for stored in loaded.records()
    )
