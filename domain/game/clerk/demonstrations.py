"""Example games, one of each title, played to the end by random players, with a retraction, a claim
and a ruling.

Their sealed dice use a published seed, so each game is the same everywhere and has no secrets.
Every step has its own idempotency key, so the next call finishes an interrupted game.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar
from weakref import WeakKeyDictionary

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order, game_id
from domain.game.refusals import UndoRefused, UnknownGame
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.undo.conditions import steps_to_retract
from domain.kernel.refusals import Stale
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import STORED, Text
from domain.titles.contract.types import Action

ACTOR = "demonstration"
SEED = hashlib.sha256(b"greffe demonstration").digest()
TAG = "example"
DISPUTED = 8
"""The number of actions after which a claim is filed."""
MOST = 900
"""The most actions in a game. A longer one is closed without an outcome."""

CATALOGS = {"score-sheet": "rounds"}
"""The catalog by title, for titles whose default catalog makes a poor example."""
PLAYERS = {"score-sheet": 4}

ENOUGH = {"score-sheet": 36}
"""The number of actions after which players end the game as soon as they may, by title. Only for
titles whose rules let a game go on for ever."""

SLIP = Text("The wrong one.")
DOUBT = Text("Was that allowed? Please look at it.")
ANSWER = Text("Looked at: it was allowed, and it stands.")

TRIES = 5
"""How often a step is tried, since others may write in the same game."""

_played: WeakKeyDictionary[Clerk, set[str]] = WeakKeyDictionary()
"""The titles whose games are known to be closed."""

T = TypeVar("T")


def in_all_languages(sentence: Text) -> str:
    """A sentence in every language, joined with dashes. A record has only one text, and every
    reader of an example should find their own language in it."""
    return " – ".join(sentence.printed(lang) for lang in STORED)


def demonstration_id(title: str) -> str:
    return game_id(ACTOR, f"shown-{title}")


def demonstration_is_closed(clerk: Clerk, title: str) -> bool:
    known = _played.setdefault(clerk, set())
    if title in known:
        return True
    try:
        there = clerk.game(demonstration_id(title)).closed
    except (UnknownGame, DamagedRecord):
        return False
    if there:
        known.add(title)
    return there


def demonstrate(clerk: Clerk, title: str) -> Game:
    """A title's example game, closed. Opens it and plays it to its end, as far as that has not been
    done. Keeps records that others have written in it."""
    id = demonstration_id(title)
    clerk.key_values.keep("seed", id, SEED)
    opening = Opening(
        ruleset=title,
        catalog=CATALOGS.get(title, "default"),
        players=PLAYERS.get(title),
        tags=(TAG,),
        public=True,
    )
    game = clerk.open_game(opening, ACTOR, f"shown-{title}").state
    if clerk.game(id).closed:
        return clerk.game(id)
    taken_back = disputed = False
    for n in range(1, MOST + 1):
        if not game.to_act:
            break
        game = _retry_if_stale(clerk, game, partial(act_at_random, clerk, n, id))
        if n > 2 and not taken_back:
            game, taken_back = _retry_if_stale(
                clerk, game, partial(take_back_and_restore, clerk, f"-{n}", SLIP)
            )
        if n >= DISPUTED and not disputed and game.step is not None:
            game, disputed = _retry_if_stale(clerk, game, partial(_claim_and_rule, clerk)), True
    return _retry_if_stale(clerk, game, partial(_close_game, clerk))


def _retry_if_stale(clerk: Clerk, game: Game, write: Callable[[Game], T]) -> T:
    """Call `write`; while somebody else wrote first, again with the newest position, at most `TRIES`
    times. Then raises `Stale`."""
    for _ in range(TRIES):
        try:
            return write(game)
        except Stale:
            game = clerk.game(game.id)
    return write(game)


def demonstration_order(game: Game, key: str) -> Order:
    return Order(game.id, game.seq, ACTOR, f"{ACTOR}/{key}")


def act_at_random(clerk: Clerk, n: int, seed: str | int, game: Game) -> Game:
    if not game.to_act:
        return game
    rng = Random(f"{seed}/{n}")
    seat = rng.choice(game.to_act)
    action = _ending_action(game, seat) if n > ENOUGH.get(game.rules.id, MOST) else None
    action = action or game.rules.sample(game.board, seat, rng)
    assert action is not None, "a seat that is to act can do something"
    return clerk.act(demonstration_order(game, f"action-{n}"), seat, action).state


def _ending_action(game: Game, seat: str) -> Action | None:
    legal = game.rules.legal(game.board, seat)
    return next(
        (
            choice.action
            for choice in legal.choices
            if str(choice.action.__struct_config__.tag) == "end"
        ),
        None,
    )


def _close_game(clerk: Clerk, game: Game) -> Game:
    return game if game.closed else clerk.close_game(demonstration_order(game, "close")).state


def take_back_and_restore(clerk: Clerk, suffix: str, slip: Text, game: Game) -> tuple[Game, bool]:
    """Take back the last action and restore it, if its seat may take it back alone. Returns the
    game and whether the action was taken back."""
    if game.step is None:
        return game, False
    seat = game.step.seat
    try:
        steps_to_retract(game, seat, None)
    except UndoRefused:
        return game, False
    game = clerk.undo(
        demonstration_order(game, f"undo{suffix}"), seat, reason=in_all_languages(slip)
    ).state
    return clerk.redo(demonstration_order(game, f"redo{suffix}"), seat).state, True


def _claim_and_rule(clerk: Clerk, game: Game) -> Game:
    about, rulings = game.seq, Rulings(clerk)
    seat = game.player_seats[0]
    game = rulings.claim(
        demonstration_order(game, "claim"), seat, about, in_all_languages(DOUBT)
    ).state
    grounds = Grounds(
        game.rules.about.readings[0].rule, "unclear-rule", in_all_languages(ANSWER), claim=game.seq
    )
    return rulings.rule(demonstration_order(game, "ruling"), Wish("stands"), grounds).state
