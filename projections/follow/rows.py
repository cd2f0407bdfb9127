"""What is written for one game: all that readers can ask for, as an entry of `projections/store/scripts/write.lua`."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import msgspec

from domain.game.game import Game
from projections.follow.folding import Held
from projections.numbers.tally import TALLY, tally_of
from projections.search.terms import sets
from projections.shapes.json import counts_shape, views
from projections.store.encryption import ALIKE, COUNTED, SETS, Sealer
from projections.store.epochs import Entry
from projections.store.keys import NOT_SHOWN, PUBLIC_BOARD, micros

_log = logging.getLogger("greffe.follower")


def entry(sealer: Sealer, held: Held) -> Entry:
    """The entry of a game as it is in memory. A game that cannot be shown gets one that says so and why."""
    if held.game is not None and not held.fault:
        try:
            return _shown(sealer, held, held.game)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {held.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", held.id, fault)
            return _hidden(sealer, held, fault)
    return _hidden(sealer, held, held.fault)


def _shown(sealer: Sealer, held: Held, game: Game) -> Entry:
    counts = counts_shape(game, held.actions, held.retractions)
    found = msgspec.json.encode(sets(game))
    fields = views(game)
    public = fields[PUBLIC_BOARD]
    alike = [field for field, value in fields.items() if value == public and field != PUBLIC_BOARD]
    for field in alike:
        del fields[field]
    fields[ALIKE] = msgspec.json.encode(alike)
    fields[SETS], fields[COUNTED] = found, msgspec.json.encode(counts)
    tally = tally_of(game)
    if tally is not None:
        fields[TALLY] = msgspec.json.encode(tally)
    return _entry(sealer, held, str(micros(game.opened.at)), str(micros(game.at)), counts.values(), found, fields)


def _hidden(sealer: Sealer, held: Held, fault: str) -> Entry:
    found, counts = msgspec.json.encode([NOT_SHOWN]), (held.seq, held.actions, held.retractions, 0)
    return _entry(sealer, held, "", "", counts, found, {"fault": fault.encode()})


def _entry(
    sealer: Sealer, held: Held, opened: str, updated: str, counts: Iterable[int], found: bytes, fields: dict[str, bytes]
) -> Entry:
    values = [found]
    head: list[str | int] = [held.id, held.seq, held.order, opened, updated, *counts, len(found)]
    for field, value in fields.items():
        sealed = sealer.seal(value, held.id, field, held.seq)
        values.append(sealed)
        head += (field, len(sealed))
    return Entry(head, values)
