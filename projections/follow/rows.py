"""What is written for one game: all that readers can ask for, as an entry of `projections/store/scripts/write.lua`."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import msgspec

from domain.game.game import Game
from projections.follow.folding import Held
from projections.numbers.tally import TALLY, tally_of
from projections.search.terms import sets
from projections.shapes.json import counts_shape, summary, views
from projections.store.encryption import ALIKE, COUNTED, SETS, Sealer
from projections.store.epochs import Entry
from projections.store.keys import NOT_SHOWN, PUBLIC_BOARD, SUMMARY, micros

_log = logging.getLogger("greffe.follower")


def entry(sealer: Sealer, held: Held, *, whole: bool = True) -> Entry:
    """The entry of a game as it is in memory; without `whole` a closed one has no boards, which are written when they are asked
    for. A game that cannot be shown gets one that says so and why."""
    if held.game is not None and not held.fault:
        try:
            return _shown(sealer, held, held.game, whole)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {held.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", held.id, fault)
            return _hidden(sealer, held, fault)
    return _hidden(sealer, held, held.fault)


def _shown(sealer: Sealer, held: Held, game: Game, whole: bool) -> Entry:
    counts = counts_shape(game, held.actions, held.retractions)
    found = msgspec.json.encode(sets(game))
    shown = _boards(game) if whole or not game.closed else {SUMMARY: summary(game)}
    fields = {SUMMARY: shown.pop(SUMMARY), SETS: found, COUNTED: msgspec.json.encode(counts)}
    tally = tally_of(game)
    if tally is not None:
        fields[TALLY] = msgspec.json.encode(tally)
    times = str(micros(game.opened.at)), str(micros(game.at))
    return _entry(sealer, held, *times, counts.values(), found, fields | shown, len(fields) if game.closed else None)


def _boards(game: Game) -> dict[str, bytes]:
    """What is shown of a game, boards that are the public's, to the byte, by their names alone."""
    fields = views(game)
    public = fields[PUBLIC_BOARD]
    alike = [field for field, value in fields.items() if value == public and field != PUBLIC_BOARD]
    for field in alike:
        del fields[field]
    return fields | {ALIKE: msgspec.json.encode(alike)}


def _hidden(sealer: Sealer, held: Held, fault: str) -> Entry:
    found, counts = msgspec.json.encode([NOT_SHOWN]), (held.seq, held.actions, held.retractions, 0)
    return _entry(sealer, held, "", "", counts, found, {"fault": fault.encode()})


def _entry(
    sealer: Sealer,
    held: Held,
    opened: str,
    updated: str,
    counts: Iterable[int],
    found: bytes,
    fields: dict[str, bytes],
    lasting: int | None = None,
) -> Entry:
    """`lasting`: how many of the fields, the first ones, stay whether they are read or not; without it all."""
    values = [found]
    stay = len(fields) if lasting is None else lasting
    head: list[str | int] = [held.id, held.seq, held.order, opened, updated, *counts, len(found), stay]
    for field, value in fields.items():
        sealed = sealer.seal(value, held.id, field, held.seq)
        values.append(sealed)
        head += (field, len(sealed))
    return Entry(head, values)
