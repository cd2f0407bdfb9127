"""The rows of one game for every table: a pure function of its records and, if known, of their log
positions.

A closed game (its last record is `GameClosed`) is shown whole. Of any other, the tables contain
what spectators may read: a record they may not read (`domain/game/aggregate/visibility.py`) only
has its row in `records`, and gauges are those of the board as the public sees it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Raw

from domain.game.aggregate.game import Game, all_stays, seat_ranks, taken_back
from domain.game.aggregate.visibility import Redaction
from domain.game.record.records import FIRST, ActionTaken, GameClosed, OfClocks, Record
from domain.kernel.amounts import Amount, amount_as_json as as_data
from domain.proof.log.entries import NO_PREV, record_bytes
from domain.proof.log.merkle import leaf_hash
from domain.proof.spelling import base64_of
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from projections.tables.columns import TABLES
from projections.tables.schema import Cell, Row

Rows = dict[str, list[Row]]

THINNED = 64
"""The number of records after which earlier boards are dropped from memory."""

_json = msgspec.json.Encoder()
_decode = msgspec.json.Decoder().decode
_raws = msgspec.json.Decoder(list[Raw]).decode
_dicts = msgspec.json.Decoder(list[dict[str, Any]]).decode
_Fields = dict[str, Any]


def rows_of(game: Game, indices: Sequence[int | None] = (), *, offered: bool = False) -> Rows:
    """All rows of a game, by table. `indices`: the log positions of its records, as far as they are
    logged. `offered`: also ask the rules at each action how many choices there were, which doubles
    the time."""
    return _Reading(game, indices, offered=offered).rows()


class _Reading:
    """Reads a game record by record, and makes its rows."""

    def __init__(self, game: Game, indices: Sequence[int | None], *, offered: bool) -> None:
        self._game, self._history = game, game.history
        self._places = [*indices, *[None] * (game.seq - len(indices))]
        self._redaction = None if game.closed else Redaction(game, PUBLIC)
        self._gone = taken_back(game)
        self._standing = set(game.in_force())
        self._tells_offers = offered and (game.closed or not game.rules.keeps_secrets())
        self._duties = dict.fromkeys((seat.link for seat in game.opened.seats if seat.link), "seat")
        self._seats = {spec.id: at for at, spec in enumerate(game.setting.seat_specs)}

    def rows(self) -> Rows:
        all_rows: Rows = {name: [] for name in TABLES}
        records, actions, facts, rolls, gauges = (
            all_rows[name] for name in ("records", "actions", "facts", "rolls", "gauges")
        )
        game, history = self._game.id, self._history
        turn, acting, prev, before = 0, "", base64_of(NO_PREV), self._game.opened.at
        shown: dict[str, dict[str, Amount]] = {}
        history.drop_boards()
        for seq, (topic, state) in enumerate(
            zip(history.topics[: self._game.seq], history.states, strict=False), 1
        ):
            body: Any = history.record(seq).body
            leaf = leaf_hash(
                record_bytes(
                    game.encode(), seq, prev.encode(), topic.encode(), sha256(state).digest()
                )
            )
            prev = base64_of(leaf)
            stands, acts, moment = seq not in self._gone, isinstance(body, ActionTaken), body.at
            seat = getattr(body, "seat", "") or None
            records.append(
                (
                    game, seq, topic, self._entered_by(body), seat, _milliseconds(moment), stands, self._gone.get(seq),
                    self._places[seq - 1], prev,
                )
            )  # fmt: skip
            if acts and body.seat != acting and seq in self._standing:
                turn, acting = turn + 1, body.seat
            if self._redaction is None or self._redaction.sends_whole(seq):
                if acts:
                    counted = turn if seq in self._standing else None
                    actions.append(
                        self._of_action(
                            seq, body, counted, (moment - before).total_seconds(), stands
                        )
                    )
                if acts or seq == FIRST:
                    facts += self._of_facts(seq, body.facts, stands)
                if getattr(body, "rolls", ()):
                    rolls += self._of_rolls(seq, body, stands)
            if seq == FIRST or history.tips[seq - 1] != history.tips[seq - 2]:
                gauges += self._of_gauges(seq, shown)
            before = moment
            if not seq % THINNED:
                self._game.checks.diverged(
                    seq
                )  # while the boards are there: `fidelity` would fold them a second time
                history.thin_boards()
        # the game as it stands comes last: asked first, it would fold all boards a second time
        all_rows["games"].append(self._of_game())
        all_rows["seats"] = list(self._of_seats())
        return all_rows

    # -- the game and its seats --------------------------------------------------------------------

    def _of_game(self) -> Row:
        game, opened, history = self._game, self._game.opened, self._history
        outcome, lineage = game.outcome, opened.lineage
        actions = [
            seq
            for seq, topic in enumerate(history.topics[: game.seq], 1)
            if topic == ActionTaken.__name__
        ]
        closed = (
            history.record(game.seq).body.at
            if history.topics[game.seq - 1] == GameClosed.__name__
            else None
        )
        return (
            game.id,
            opened.ruleset,
            opened.version,
            opened.catalog,
            _json_text(opened.options),
            sum(seat.role == "player" for seat in opened.seats),
            opened.chance,
            opened.undo,
            _milliseconds(opened.at),
            _milliseconds(closed),
            game.status,
            outcome.code if outcome else None,
            _json_text(outcome.winners) if outcome else None,
            game.seq,
            len(actions),
            sum(seq in self._gone for seq in actions),
            sum(
                not isinstance(ruling.body.remedy, OfClocks) for ruling in game.proceedings.rulings
            ),
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
            game.name.en,
        )

    def _of_seats(self) -> Iterator[Row]:
        game = self._game
        outcome, added = game.outcome, game.added_points
        score = {line.seat: line for line in game.score}
        winners = outcome.winners if outcome else ()
        totals = {seat: line.points + added.get(seat, 0) for seat, line in score.items()}
        places = seat_ranks(game, totals)
        sits = {seat.id: seat.player for seat in game.opened.seats}
        sits |= {stay.seat: stay.player for stay in all_stays(self._history, game.seq)}
        for order, spec in enumerate(game.setting.seat_specs, 1):
            line = score.get(spec.id)
            yield (
                game.id,
                spec.id,
                order,
                spec.role,
                sits.get(spec.id) or None,
                _whole_or_none(line.points) if line else None,
                _whole_or_none(added.get(spec.id, 0)) if line else None,
                _json_text([[text.en, as_data(points)] for text, points in line.parts])
                if line
                else None,
                places.get(spec.id),
                spec.id in winners if outcome else None,
                round(float(totals[spec.id]), 2) if line else None,
            )

    # -- record by record --------------------------------------------------------------------------

    def _entered_by(self, body: Record) -> str:
        """The role in which the actor of a record entered it."""
        actor = body.actor
        if actor in self._duties:
            return self._duties[actor]
        opened = self._game.opened
        if actor and actor == opened.arbiter:
            return "arbiter"
        return "organiser" if actor == opened.administered_by else "other"

    def _of_action(
        self, seq: int, body: ActionTaken, turn: int | None, seconds: float, stands: bool
    ) -> Row:
        stored = bytes(body.action)
        fields: _Fields = _decode(stored)
        kind = fields.pop("type")
        offered = None
        if self._tells_offers:
            legal = self._game.rules.legal(
                self._history.board(self._history.tips[seq - 2]), body.seat
            )
            offered = len(legal.choices) + len(legal.templates)
        rest = _without_kind(stored, kind, fields)
        return (
            self._game.id,
            seq,
            body.seat,
            turn,
            kind,
            rest,
            offered,
            round(1000 * seconds),
            stands,
        )

    def _of_facts(self, seq: int, stored: Raw, stands: bool) -> list[Row]:
        game, facts = self._game.id, list[Row]()
        for n, (fact, fields) in enumerate(zip(_raws(stored), _dicts(stored), strict=True), 1):
            kind = fields.pop("type")
            words: list[str] = []
            amount = None
            for name, value in fields.items():
                if type(value) is str:
                    if name == "seat":
                        words.insert(0, value)
                    else:
                        words.append(value)
                elif amount is None and type(value) is int:
                    amount = value
            subject, item = words[0] if words else None, words[1] if len(words) > 1 else None
            facts.append(
                (
                    game,
                    seq,
                    n,
                    kind,
                    subject,
                    item,
                    amount,
                    _without_kind(bytes(fact), kind, fields),
                    stands,
                )
            )
        return facts

    def _of_rolls(self, seq: int, body: Record, stands: bool) -> Iterator[Row]:
        for roll in getattr(body, "rolls", ()):
            yield (
                self._game.id, seq, roll.number, roll.kind, roll.spec, _json_text(roll.values), roll.source,
                roll.of or None, stands,
            )  # fmt: skip

    def _of_gauges(self, seq: int, shown: dict[str, dict[str, Amount]]) -> Iterator[Row]:
        """Rows for the gauges whose values have changed with record `seq`, in seat order. `shown`:
        the previous values by gauge, which are updated."""
        game, history = self._game, self._history
        rules, board = game.rules, history.board(history.tips[seq - 1])
        values_of: dict[str, Mapping[str, Amount]] = {
            "points": {line.seat: line.points for line in rules.score(board)}
        }
        for gauge_values in rules.gauges(board, ARBITER if game.closed else PUBLIC):
            values_of[gauge_values.id] = (
                {**values_of[gauge_values.id], **gauge_values.values}
                if gauge_values.id in values_of
                else gauge_values.values
            )
        for gauge, values in values_of.items():
            were = shown.get(gauge)
            if were == values:
                continue
            if were is None:
                were = shown[gauge] = {}
            for seat in sorted(values, key=self._seat_order):
                if were.get(seat) != values[seat]:
                    were[seat] = values[seat]
                    amount = values[seat]
                    yield game.id, seq, gauge, seat, _whole_or_none(amount), round(float(amount), 2)

    def _seat_order(self, seat: str) -> int:
        """The sort key of a seat: its index at the table. Anything else comes last. It is needed
        because a stored board may list seats in another order."""
        return self._seats.get(seat, len(self._seats))


def _whole_or_none(amount: Amount) -> int | None:
    """A whole amount; None if it is a fraction."""
    return amount if isinstance(amount, int) else None


def _without_kind(stored: bytes, kind: str, fields: _Fields) -> str:
    """The JSON of a stored fact or action without its kind, which always comes first. `fields`: the
    decoded rest."""
    if not fields:
        return "{}"
    text = stored.decode()
    head = f'{{"type":"{kind}",'
    return "{" + text[len(head) :] if text.startswith(head) else _json_text(fields)


def _json_text(value: object) -> str:
    return _json.encode(value).decode()


def _milliseconds(at: datetime | None) -> Cell:
    return None if at is None else int(at.timestamp() * 1000)
