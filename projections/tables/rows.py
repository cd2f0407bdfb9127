"""The rows of one game, for every table. A pure function of its records, and of their places in the log where that is known.

Of a closed game everything lies open. Of any other the tables have what its spectators may read: a record that they may not
(`domain/game/redaction.py`) has its row in `records` and nothing else, and of secrets there is no count either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from msgspec import Raw

from domain.game.game import Game, action_times, places_of, taken_back
from domain.game.redaction import Redaction
from domain.ledger.log.entries import NO_PREV, RecordEntry
from domain.ledger.spelling import base64_of
from domain.record.records import ActionTaken, GameClosed, GameOpened, RulingGiven, SeatLeft, SeatTaken
from domain.rules.ruleset import ARBITER, PUBLIC
from projections.shapes.json import score_shape
from projections.tables.columns import TABLES
from projections.tables.schema import Cell, Row

Rows = dict[str, list[Row]]
"""The rows of each table, by its name."""

THINNED = 64
"""Records after which boards that were passed are let go of."""

_json = msgspec.json.Encoder()
_decode = msgspec.json.Decoder().decode
_raws = msgspec.json.Decoder(list[Raw]).decode
_Fields = dict[str, Any]


def rows_of(game: Game, indices: Sequence[int | None] = (), *, offered: bool = False) -> Rows:
    """All rows of a game as it stands. `indices` are the places of its records in the log, in their order, as far as they are
    known; `offered` has the rules asked, at each action, how much there was to choose from, which takes as long as all the rest."""
    return _Reading(game, indices, offered=offered).rows()


class _Reading:
    """One game, read once from its first record to its last."""

    def __init__(self, game: Game, indices: Sequence[int | None], *, offered: bool) -> None:
        self._game, self._history = game, game.history
        self._places = [*indices, *[None] * (game.seq - len(indices))]
        self._redaction = None if game.closed else Redaction(game, PUBLIC)
        self._gone = taken_back(game)
        self._standing = set(game.in_force())
        self._tells_offers = offered and (game.closed or not game.rules.keeps_secrets())

    def rows(self) -> Rows:
        found: Rows = {name: [] for name in TABLES}
        found["games"].append(self._of_game())
        found["seats"] = list(self._of_seats())
        turn, acting, prev = 0, "", NO_PREV
        seconds = dict(action_times(self._game))
        shown: dict[tuple[str, str], int] = {}
        for seq in range(1, self._game.seq + 1):
            filed = self._history.filed(seq)
            body: Any = filed.body
            entry = RecordEntry.of(filed.game, seq, prev, filed.topic, filed.state)
            prev = entry.leaf
            stands = seq not in self._gone
            seat = getattr(body, "seat", "") or None
            found["records"].append(
                (
                    filed.game, seq, filed.topic, self._entered_by(body), seat, _moment(body.at), stands,
                    self._gone.get(seq), self._places[seq - 1], base64_of(prev),
                )
            )  # fmt: skip
            if isinstance(body, ActionTaken) and seq in self._standing and body.seat != acting:
                turn, acting = turn + 1, body.seat
            if self._redaction is None or self._redaction.whole(seq):
                if isinstance(body, ActionTaken):
                    row = self._of_action(seq, body, seconds[seq], stands)
                    found["actions"].append((*row[:3], turn if seq in self._standing else None, *row[3:]))
                if isinstance(body, ActionTaken | GameOpened):
                    found["facts"] += self._of_facts(seq, body.facts, stands)
                found["rolls"] += self._of_rolls(seq, body, stands)
            found["gauges"] += self._of_gauges(seq, shown)
            if not seq % THINNED:
                self._history.thin()
        return found

    # -- the game and its seats ------------------------------------------------------------------------------------

    def _of_game(self) -> Row:
        game, opened, history = self._game, self._game.opened, self._history
        outcome, lineage = game.outcome, opened.lineage
        actions = [seq for seq, topic in enumerate(history.topics[: game.seq], 1) if topic == ActionTaken.__name__]
        closed = history.filed(game.seq).body.at if history.topics[game.seq - 1] == GameClosed.__name__ else None
        return (
            game.id,
            opened.ruleset,
            opened.version,
            opened.catalog,
            _text(opened.options),
            sum(one.role == "player" for one in opened.seats),
            opened.chance,
            opened.undo,
            _moment(opened.at),
            _moment(closed),
            game.status,
            outcome.code if outcome else None,
            _text(outcome.winners) if outcome else None,
            game.seq,
            len(actions),
            sum(seq in self._gone for seq in actions),
            sum(topic == RulingGiven.__name__ for topic in history.topics[: game.seq]),
            len(game.irregularities),
            game.fidelity,
            lineage.game if lineage else None,
            lineage.seq if lineage else None,
            opened.campaign or None,
            opened.scenario or None,
            opened.tournament or None,
            opened.round or None,
            opened.table or None,
            self._places[0],
            self._places[game.seq - 1],
        )

    def _of_seats(self) -> Iterator[Row]:
        game = self._game
        outcome, score = game.outcome, {line["seat"]: line for line in score_shape(game)["score"]}
        winners = outcome.winners if outcome else ()
        places = places_of(game, {seat: line["total"] for seat, line in score.items()})
        sits = {one.id: one.player for one in game.opened.seats}
        for seq, topic in enumerate(self._history.topics[: game.seq], 1):
            if topic in (SeatTaken.__name__, SeatLeft.__name__):
                body: Any = self._history.filed(seq).body
                if topic == SeatTaken.__name__:
                    sits[body.seat] = body.player
        for order, spec in enumerate(game.setting.seat_specs, 1):
            line = score.get(spec.id)
            yield (
                game.id,
                spec.id,
                order,
                spec.role,
                sits.get(spec.id) or None,
                line["points"] if line else None,
                line["penalty"] if line else None,
                _text([[part["text"]["en"], part["points"]] for part in line["parts"]]) if line else None,
                places.get(spec.id),
                spec.id in winners if outcome else None,
            )

    # -- record by record ------------------------------------------------------------------------------------------

    def _entered_by(self, body: Any) -> str:
        opened = self._game.opened
        if body.actor and body.actor in {one.link for one in opened.seats}:
            return "seat"
        if body.actor and body.actor == opened.arbiter:
            return "arbiter"
        return "organiser" if body.actor == opened.administered_by else "other"

    def _of_action(self, seq: int, body: ActionTaken, seconds: float, stands: bool) -> Row:
        fields: _Fields = msgspec.json.decode(body.action)
        kind = fields.pop("type")
        offered = None
        if self._tells_offers:
            legal = self._game.rules.legal(self._history.board(self._history.tips[seq - 2]), body.seat)
            offered = len(legal.choices) + len(legal.templates)
        return (self._game.id, seq, body.seat, kind, _text(fields), offered, round(1000 * seconds), stands)

    def _of_facts(self, seq: int, stored: Raw, stands: bool) -> Iterator[Row]:
        for n, fact in enumerate(_raws(stored), 1):
            fields: _Fields = _decode(fact)
            kind = fields.pop("type")
            words = [value for name, value in fields.items() if type(value) is str and name != "seat"]
            if type(fields.get("seat")) is str:
                words.insert(0, fields["seat"])
            amount = next((value for value in fields.values() if type(value) is int), None)
            subject, item = chain(words[:2], [None] * (2 - len(words[:2])))
            yield self._game.id, seq, n, kind, subject, item, amount, _rest(bytes(fact), kind, fields), stands

    def _of_rolls(self, seq: int, body: Any, stands: bool) -> Iterator[Row]:
        for roll in getattr(body, "rolls", ()):
            yield (
                self._game.id, seq, roll.number, roll.kind, roll.spec, _text(roll.values), roll.source, roll.of or None, stands,
            )  # fmt: skip

    def _of_gauges(self, seq: int, shown: dict[tuple[str, str], int]) -> Iterator[Row]:
        """The numbers that are others than before; `shown` is what they were, and is brought up to date."""
        history = self._history
        if seq > 1 and history.tips[seq - 1] == history.tips[seq - 2]:
            return
        game = self._game
        rules, board = game.rules, history.board(history.tips[seq - 1])
        view: Any = msgspec.to_builtins(rules.view(board, ARBITER if game.closed else PUBLIC))
        found = {("points", line.seat): line.points for line in rules.score(board)}
        found |= {(gauge.id, seat): value for gauge in rules.gauges(view) for seat, value in gauge.values.items()}
        for (gauge, seat), value in found.items():
            if shown.get((gauge, seat)) != value:
                shown[gauge, seat] = value
                yield game.id, seq, gauge, seat, value


def _rest(stored: bytes, kind: str, fields: _Fields) -> str:
    """A fact's fields as they are stored, without its kind, which stands first in everything that was stored here."""
    head = f'{{"type":"{kind}"'.encode()
    if stored.startswith(head + b","):
        return "{" + stored[len(head) + 1 :].decode()
    return _text(fields)


def _text(value: object) -> str:
    return _json.encode(value).decode()


def _moment(at: datetime | None) -> Cell:
    return None if at is None else int(at.timestamp() * 1000)
