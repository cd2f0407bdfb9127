"""What is written for one game: all that readers can ask for, as arguments of `projections/store/scripts/write.lua`."""

from __future__ import annotations

import logging

import msgspec

from domain.game.game import Game
from projections.follow.folding import Held
from projections.numbers.tally import TALLY, tally_of
from projections.search.terms import sets
from projections.shapes.json import counts_shape, views
from projections.store.encryption import COUNTED, SETS, Sealer
from projections.store.epochs import Argument
from projections.store.keys import NOT_SHOWN, micros

_log = logging.getLogger("greffe.follower")


def entry(sealer: Sealer, held: Held) -> list[Argument]:
    """The arguments for a game as it is in memory. A game that cannot be shown gets an entry that says so and why."""
    if held.game is not None and not held.fault:
        try:
            return _shown(sealer, held, held.game)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {held.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", held.id, fault)
            return _hidden(sealer, held, fault)
    return _hidden(sealer, held, held.fault)


def _shown(sealer: Sealer, held: Held, game: Game) -> list[Argument]:
    counts = counts_shape(game, held.actions, held.retractions)
    found = msgspec.json.encode(sets(game))
    tally = tally_of(game)
    told = [] if tally is None else [(TALLY, msgspec.json.encode(tally))]
    fields: list[Argument] = []
    for field, value in (*views(game).items(), (SETS, found), (COUNTED, msgspec.json.encode(counts)), *told):
        fields += [field, sealer.seal(value, held.id, field, held.seq)]
    return [
        held.id,
        held.seq,
        held.order,
        micros(game.opened.at),
        micros(game.at),
        found,
        *counts.values(),
        len(fields),
        *fields,
    ]


def _hidden(sealer: Sealer, held: Held, fault: str) -> list[Argument]:
    found = msgspec.json.encode([NOT_SHOWN])
    why = sealer.seal(fault.encode(), held.id, "fault", held.seq)
    return [held.id, held.seq, held.order, "", "", found, held.seq, held.actions, held.retractions, 0, 2, "fault", why]
