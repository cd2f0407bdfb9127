"""A desk without a store, by which an audit asks the use cases again for what records say: it answers from the records themselves.

What use cases work out or refuse is so worked out and refused once more, by the same code; what they take from outside (names,
reasons, what games came to) is taken from the record that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.game.aggregate.game import plain
from domain.game.clerk.commands import Opening, Order
from domain.game.clerk.opening import setting_under
from domain.game.record.records import FIRST
from domain.game.refusals import SeedMissing
from domain.kernel.refusals import KeyReused
from domain.kernel.stored import Filed
from domain.kernel.text import Text
from domain.kernel.writer import Stamp
from domain.titles import registry
from domain.titles.contract.chance import Values
from domain.tournament import records as r
from domain.tournament.aggregate.departures import NO_CONFIRMATION, Confirmation
from domain.tournament.aggregate.fold import fold_tournament
from domain.tournament.aggregate.subjects import Subjects
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import Make, Rows, TournamentAnswer, WriteContext, derived_for
from domain.tournament.directing.games import BrokenOff, GameRead, need_highest, seats_of
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.seeds import Use, commitment
from domain.tournament.values import Basis, TableResult

WORDS = "…"
"""What stands for a name, a reason or other words that a record commits to."""


def words_of(commitment: str) -> str:
    """Some words where a record commits to any."""
    return WORDS if commitment else ""


class RecordedContext(WriteContext):
    """What records of one write are made with: the stamp and the words of those that were stored."""

    def __init__(self, bodies: Sequence[r.TournamentRecord], order: Order, confirmation: Confirmation) -> None:
        self._body = bodies[-1]
        self.last: Stamp = _stamp(bodies[-1])
        self.stamp: Stamp = _stamp(bodies[0]) if len(bodies) > 1 else self.last
        self.order, self.confirmation = order, confirmation

    def name(self, player: str, name: str) -> str:
        return str(getattr(self._body, "name", ""))

    def sits(self, player: str, game: str) -> None:
        """Nothing is kept."""

    def words(self, text: str, pointer: str) -> str:
        name = "reason" if pointer == "/reason" else "text"
        return str(getattr(self._body, name, "")) if text else ""


def _stamp(body: r.TournamentRecord) -> Stamp:
    return {name: getattr(body, name) for name in ("at", "clock", "actor", "key", "request", "client_at")}


class RecordedDesk:
    """The desk at one record after the other: `take` says what stands there, and what a use case then writes is `made`.

    `seed` is the one that the closing shows; without it, each derived seed is what its record says."""

    def __init__(self, id: str, seed: bytes = b"") -> None:
        self.id = id
        self.made: tuple[r.TournamentRecord, ...] = ()
        self._seed = seed
        self._t: Tournament | None = None
        self._bodies: tuple[r.TournamentRecord, ...] = ()

    def take(self, t: Tournament | None, *bodies: r.TournamentRecord) -> Order:
        """The next write: the tournament before it, and its records. Answers the order that it was."""
        self._t, self._bodies, self.made = t, bodies, ()
        last = bodies[-1]
        return Order(self.id, t.seq if t is not None else 0, last.actor, last.key, last.request, last.client_at)

    @property
    def body(self) -> Any:
        """The last record of the write."""
        return self._bodies[-1]

    def of_kind(self, kind: type[r.TournamentRecord]) -> Any:
        """The record of a kind in the write."""
        return next((body for body in self._bodies if isinstance(body, kind)), None)

    # -- what use cases ask ----------------------------------------------------------------------------------------

    def write(
        self, order: Order, make: Make, confirmation: Confirmation = NO_CONFIRMATION, about: Subjects = None
    ) -> TournamentAnswer:
        t = self._t
        assert t is not None
        used = t.keys.get((order.actor, order.key)) if order.key else None
        if used:
            raise KeyReused(order.key, used)
        rows = self._confirmed(t, make, order)
        self.made = rows.records
        return TournamentAnswer(Filed.new(t.id, t.seq + len(rows.records), rows.records[-1]), t)

    def _confirmed(self, t: Tournament, make: Make, order: Order) -> Rows:
        """What is made, confirmed as often as is asked for if a reason is recorded."""
        reason = words_of(self.body.reason)
        try:
            return make(t, RecordedContext(self._bodies, order, Confirmation(reason=reason)))
        except ConfirmationNeeded as needed:
            if not reason:
                raise
            return make(t, RecordedContext(self._bodies, order, Confirmation(needed.times, reason, needed.shown)))

    def begin(self, order: Order, make: Callable[[WriteContext], r.TournamentOpened]) -> TournamentAnswer:
        body = make(RecordedContext(self._bodies, order, NO_CONFIRMATION))
        self.made = (body,)
        filed = Filed.new(self.id, FIRST, body)
        after = fold_tournament([filed])
        assert after is not None
        return TournamentAnswer(filed, after)

    def new_id(self, actor: str, key: str) -> str:
        return self.id

    def commit(self, id: str) -> str:
        return str(self.body.commitment)

    def seed(self, t: Tournament) -> bytes:
        if commitment(self._seed, t.id) != t.opened.commitment:
            raise SeedMissing(changed=True)
        return self._seed

    def derived(self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis) -> str:
        if not self._seed:
            return str(self.body.seed)
        return derived_for(self._seed, t, use, stage, round, attempt, basis)

    def name(self, tournament: Tournament, number: int) -> str | None:
        return None

    def enter(self, t: Tournament, player: str) -> None:
        """Nothing is kept."""

    def is_erased(self, player: str) -> bool:
        return False

    def is_known(self, player: str) -> bool:
        return True


class RecordedGames:
    """The games as the tournament's records tell of them; `games_compared.py` holds that against the games themselves."""

    def __init__(self, desk: RecordedDesk) -> None:
        self._desk = desk

    def prepared(self, opening: Opening, *, counted: bool) -> dict[str, Any]:
        """As the opening says it; raises `UnknownRuleset` for a title that is not in this program, and `BadRequest`."""
        body = self._desk.body
        told = {name: getattr(body, name) for name in ("ruleset", "version", "catalog", "options")}
        rules = registry.ruleset(body.ruleset, body.version)
        catalog = next((one for one in rules.catalogs().values() if one.sha256 == body.catalog), None)
        if catalog is None:  # an organiser's own: the games' bundles bring it
            return told
        setting = setting_under(opening, rules, catalog)
        need_highest(rules, setting, counted=counted)
        return told | {"options": plain(setting.options)}

    def open(
        self, t: Tournament, at: RoundAt, table: TableAt, pen: WriteContext, order: Order, values: Values, *, last: bool
    ) -> tuple[r.GameLinked, tuple[Filed, ...]]:
        body = self._desk.body
        if len(set(body.seats)) != seats_of(t, at, table):
            raise TournamentRefused(
                Text(
                    "This game has {count} seats, and table {number} has {count2} entrants.",
                    count=len(body.seats),
                    number=table.number,
                    count2=len(table.entrants),
                )
            )
        linked = r.GameLinked(**pen.last, round=at.round, table=table.number, game=body.game, seats=body.seats, leaf=body.leaf)
        return linked, ()

    def read(self, t: Tournament, at: RoundAt, table: TableAt, pen: WriteContext) -> GameRead:
        body = self._desk.body
        signed: tuple[str, ...] = getattr(body, "signed", ())
        result = body.result
        played = result.kind == "played" and not any(entry.absent for entry in result.entries)
        if not played or [entry.entrant for entry in result.entries] != list(table.entrants) or body.seq < FIRST:
            raise TournamentRefused(Text("No game comes to such a result."), "/result")
        if table.linked is None or not set(signed) <= set(table.linked.seats) or list(signed) != sorted(set(signed)):
            raise TournamentRefused(Text("Seats sign that the game does not have."), "/signed")
        if not body.leaf and t.opened.edition > 1:
            raise TournamentRefused(Text("The record that the result was read at is not bound to it."), "/leaf")
        source = {"game": table.game, "seq": body.seq, "digest": body.digest, "leaf": body.leaf}
        return GameRead(result, signed, source)

    def against(self, t: Tournament, table: TableAt, result: TableResult) -> tuple[Text, ...]:
        """As the record's departures say; `games_compared.py` holds the results themselves against the games."""
        told = any(one.code == "against-game" for one in self._desk.body.departures)
        return (Text("The game came to another result."),) if told else ()

    def give_back(self, t: Tournament, table: TableAt, pen: WriteContext) -> tuple[Filed, ...]:
        return ()

    def break_off(self, at: RoundAt, pen: WriteContext) -> BrokenOff:
        body = self._desk.of_kind(r.RoundWithdrawn)
        there = tuple(one.game for one in at.tables if one.game)
        told = body.games if body is not None else ()
        still = tuple(game for game in there if game in told)
        begun = any(one.code == "round-begun" for one in self._desk.body.departures)
        return BrokenOff(there if begun else (), still)
