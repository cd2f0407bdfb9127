"""The rows of a game, computed in a slow and simple way: every cell from its record, every gauge
from the whole position."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.game.aggregate.game import Game, action_times, taken_back
from domain.game.aggregate.visibility import Redaction
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from projections.tables.schema import Cell, Row


def naive_rows(game: Game) -> dict[str, list[Row]]:
    """The rows of all tables but `games` and `seats`, without positions in the log."""
    rows_by_table: dict[str, list[Row]] = {
        name: [] for name in ("records", "actions", "facts", "rolls", "gauges")
    }
    gone, standing, prev, shown = (
        taken_back(game),
        game.in_force(),
        NO_PREV,
        dict[tuple[str, str], int](),
    )
    seconds = dict(action_times(game))
    for seq in range(1, game.seq + 1):
        stored = game.history.record(seq)
        body: Any = stored.body
        prev = RecordEntry.of(game.id, seq, prev, stored.topic, stored.state).leaf
        stands, at = seq not in gone, int(body.at.timestamp() * 1000)
        seat = getattr(body, "seat", "") or None
        by = _entered_by(game, body.actor)
        rows_by_table["records"].append(
            (game.id, seq, stored.topic, by, seat, at, stands, gone.get(seq), None, base64_of(prev))
        )
        if game.closed or Redaction(game, PUBLIC).sends_whole(seq):
            if stored.topic == "ActionTaken":
                turn = _turn(game, standing, seq) if seq in standing else None
                fields = json.loads(bytes(body.action))
                kind, spent = fields.pop("type"), round(1000 * seconds[seq])
                rows_by_table["actions"].append(
                    (game.id, seq, body.seat, turn, kind, _text(fields), None, spent, stands)
                )
            if stored.topic in ("ActionTaken", "GameOpened"):
                for n, fact in enumerate(json.loads(bytes(body.facts)), 1):
                    rows_by_table["facts"].append((game.id, seq, n, *_fact(fact), stands))
            for roll in getattr(body, "rolls", ()):
                values, of = _text(msgspec.to_builtins(roll.values)), roll.of or None
                rows_by_table["rolls"].append(
                    (
                        game.id,
                        seq,
                        roll.number,
                        roll.kind,
                        roll.spec,
                        values,
                        roll.source,
                        of,
                        stands,
                    )
                )
        for (gauge, seat), value in _gauges(
            Game(game.history, game.checks, seq), closed=game.closed
        ):
            if shown.get((gauge, seat)) != value:
                shown[gauge, seat] = value
                rows_by_table["gauges"].append((game.id, seq, gauge, seat, value, value))
    return rows_by_table


def _entered_by(game: Game, actor: str) -> str:
    if actor and actor in [seat.link for seat in game.opened.seats]:
        return "seat"
    if actor and actor == game.opened.arbiter:
        return "arbiter"
    return "organiser" if actor == game.opened.administered_by else "other"


def _turn(game: Game, standing: list[int], upto: int) -> int:
    bodies = [game.history.record(seq).body for seq in standing if seq <= upto]
    seats = [body.seat for body in bodies if type(body).__name__ == "ActionTaken"]  # type: ignore[attr-defined]
    return sum(n == 0 or seat != seats[n - 1] for n, seat in enumerate(seats))


def _fact(fact: dict[str, Any]) -> tuple[Cell, ...]:
    kind = fact.pop("type")
    words = [
        fact[name]
        for name in sorted(fact, key=lambda name: name != "seat")
        if isinstance(fact[name], str)
    ]
    amount = next((value for value in fact.values() if type(value) is int), None)
    return (kind, *[*words, None, None][:2], amount, _text(fact))


def _gauges(game: Game, *, closed: bool) -> Iterator[tuple[tuple[str, str], int]]:
    gauges = game.rules.gauges(game.board, ARBITER if closed else PUBLIC)
    for gauge, values in [
        ("points", {line.seat: line.points for line in game.rules.score(game.board)})
    ] + [(gauge.id, gauge.values) for gauge in gauges]:
        for spec in game.setting.seat_specs:
            if spec.id in values:
                yield (gauge, spec.id), values[spec.id]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
