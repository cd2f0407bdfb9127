"""What is written for one game: everything a reader can ask for, as arguments of `projections/scripts/write.lua`."""

from __future__ import annotations

import logging

import msgspec

from domain.game import Game
from projections.epochs import Argument
from projections.finding import sets
from projections.hand import Held
from projections.keys import NOT_SHOWN, micros
from projections.shapes import counts_shape, views

_log = logging.getLogger("greffe.follower")


def entry(held: Held) -> list[Argument]:
    """The arguments for a game as it stands in hand. A game that cannot be shown gets an entry that says so and why."""
    if held.game is not None and not held.fault:
        try:
            return _shown(held, held.game)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {held.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", held.id, fault)
            return _hidden(held, fault)
    return _hidden(held, held.fault)


def _shown(held: Held, game: Game) -> list[Argument]:
    fields: list[Argument] = []
    for view in views(game).items():
        fields += view
    counts = counts_shape(game, held.actions, held.retractions)
    return [
        held.id,
        held.seq,
        held.order,
        micros(game.opened.at),
        micros(game.at),
        game.opened.ruleset,
        msgspec.json.encode(sets(game)),
        *counts.values(),
        len(fields),
        *fields,
    ]


def _hidden(held: Held, fault: str) -> list[Argument]:
    ruleset = held.game.opened.ruleset if held.game is not None else ""
    found = msgspec.json.encode([NOT_SHOWN])
    return [held.id, held.seq, held.order, "", "", ruleset, found, held.seq, held.actions, held.retractions, 0, 2, "fault", fault]
