"""Turns each record of a tournament back into a request and calls the use case again, with
`RecordedStore` in place of the service's store.

So the use cases compute and refuse everything once more with the same code. What they would take
from outside (names, reasons, results of games) `RecordedStore` takes from the record itself.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins

from domain.game.commands import Opening, Order, setting_under
from domain.game.record.records import FIRST, Record
from domain.game.refusals import SeedMissing
from domain.kernel.kinds import Subjects, row_of
from domain.kernel.refusals import KeyReused
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.kernel.writer import Stamp
from domain.titles import registry
from domain.titles.contract.chance import Values
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import NO_CONFIRMATION, Confirmation
from domain.tournament.aggregate.kinds import fold_tournament, words_of
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import (
    Make,
    Rows,
    TournamentAnswer,
    WriteContext,
    derived_for,
)
from domain.tournament.directing.games import BrokenOff, GameRead, need_most_wins, seat_count
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused, need
from domain.tournament.seeds import Use, commitment
from domain.tournament.tournaments import UseCases
from domain.tournament.values import Basis, TableResult


class RecordedContext(WriteContext):
    """A `WriteContext` whose stamps and commitments are those of the stored records `bodies`; it
    stores nothing."""

    def __init__(
        self, bodies: Sequence[r.TournamentRecord], order: Order, confirmation: Confirmation
    ) -> None:
        self._body = bodies[-1]
        self.last: Stamp = _stamp(bodies[-1])
        self.stamp: Stamp = _stamp(bodies[0]) if len(bodies) > 1 else self.last
        self.order, self.confirmation = order, confirmation

    def store_name(self, player: str, name: str) -> str:
        return str(getattr(self._body, "name", "")) if name else ""

    def store_words(self, text: str, pointer: str) -> str:
        name = "reason" if pointer == "/reason" else "text"
        return str(getattr(self._body, name, "")) if text else ""


def _stamp(body: r.TournamentRecord) -> Stamp:
    return {
        name: getattr(body, name)
        for name in ("at", "clock", "actor", "key", "request", "client_at")
    }


class RecordedStore:
    """A `TournamentWriter` that answers from records and stores nothing. `take` sets the records of
    one write; the records that a use case then writes are in `made`.

    `seed`: the seed of the tournament, revealed at its closing. If it is empty, each derived seed
    is taken from its record.
    """

    def __init__(self, id: str, seed: bytes = b"") -> None:
        self.id = id
        self.made: tuple[r.TournamentRecord, ...] = ()
        self._seed = seed
        self._t: Tournament | None = None
        self._bodies: tuple[r.TournamentRecord, ...] = ()

    def take(self, t: Tournament | None, *bodies: r.TournamentRecord) -> Order:
        """Set the write to be repeated: the tournament before it (None for the opening), and its
        records. Empties `made`. Returns the order of that write."""
        self._t, self._bodies, self.made = t, bodies, ()
        last = bodies[-1]
        return Order(
            self.id,
            t.seq if t is not None else 0,
            last.actor,
            last.key,
            last.request,
            last.client_at,
        )

    @property
    def body(self) -> Any:
        """The last record of the write to be repeated."""
        return self._bodies[-1]

    def of_kind(self, kind: type[r.TournamentRecord]) -> Any:
        """The first record of a kind in the write to be repeated; None if there is none."""
        return next((body for body in self._bodies if isinstance(body, kind)), None)

    # -- what use cases ask ------------------------------------------------------------------------

    def write(
        self,
        order: Order,
        make: Make,
        confirmation: Confirmation = NO_CONFIRMATION,
        about: Subjects = None,
    ) -> TournamentAnswer:
        t = self._t
        assert t is not None
        used = t.keys.get((order.actor, order.key)) if order.key else None
        if used:
            raise KeyReused(order.key, used)
        rows = self._confirmed(t, make, order)
        self.made = rows.records
        return TournamentAnswer(
            StoredRecord.new(t.id, t.seq + len(rows.records), rows.records[-1]), t
        )

    def _confirmed(self, t: Tournament, make: Make, order: Order) -> Rows:
        """The records that `make` makes. If they need a confirmation and the stored record has a
        reason, they are made again with that confirmation. Without a reason `ConfirmationNeeded` is
        raised."""
        reason = words_of(self.body.reason)
        try:
            return make(t, RecordedContext(self._bodies, order, Confirmation(reason=reason)))
        except ConfirmationNeeded as needed:
            if not reason:
                raise
            return make(
                t,
                RecordedContext(
                    self._bodies, order, Confirmation(needed.times, reason, needed.shown)
                ),
            )

    def begin(
        self, order: Order, make: Callable[[WriteContext], r.TournamentOpened]
    ) -> TournamentAnswer:
        body = make(RecordedContext(self._bodies, order, NO_CONFIRMATION))
        self.made = (body,)
        stored = StoredRecord.new(self.id, FIRST, body)
        after = fold_tournament([stored])
        assert after is not None
        return TournamentAnswer(stored, after)

    def new_id(self, actor: str, key: str) -> str:
        return self.id

    def commit_seed(self, id: str) -> str:
        return str(self.body.commitment)

    def seed(self, t: Tournament) -> bytes:
        if commitment(self._seed, t.id) != t.opened.commitment:
            raise SeedMissing(changed=True)
        return self._seed

    def derived(
        self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
    ) -> str:
        if not self._seed:
            return str(self.body.seed)
        return derived_for(self._seed, t, use, stage, round, attempt, basis)

    def name(self, tournament: Tournament, number: int) -> str | None:
        return None

    def enter(self, t: Tournament, player: str) -> None:
        """Does nothing."""

    def is_erased(self, player: str) -> bool:
        return False

    def is_known(self, player: str) -> bool:
        return True


class RecordedGames:
    """A `TableGames` that answers from the tournament's records, without the games.
    `games_compared.py` compares the records with the games."""

    def __init__(self, store: RecordedStore) -> None:
        self._store = store

    def prepare(self, opening: Opening, *, counted: bool) -> dict[str, Any]:
        """The fields of the recorded opening about games, checked by today's rules unless the
        catalog is an organiser's own. Raises `UnknownRuleset` for a title or version that this
        program lacks, and `BadRequest`."""
        body = self._store.body
        recorded = {
            name: getattr(body, name) for name in ("ruleset", "version", "catalog", "options")
        }
        rules = registry.ruleset(body.ruleset, body.version)
        catalog = next(
            (catalog for catalog in rules.catalogs().values() if catalog.sha256 == body.catalog),
            None,
        )
        if catalog is None:  # an organiser's own: the games' bundles bring it
            return recorded
        setting = setting_under(opening, rules, catalog)
        need_most_wins(rules, setting, counted=counted)
        return recorded | {"options": to_builtins(setting.options)}

    def open(
        self,
        t: Tournament,
        round: RoundAt,
        table: TableAt,
        context: WriteContext,
        order: Order,
        values: Values,
        *,
        last: bool,
    ) -> tuple[r.GameLinked, tuple[StoredRecord, ...]]:
        body = self._store.body
        need(
            len(set(body.seats)) == seat_count(t, round, table),
            Text(
                "This game has {count} seats, and table {number} has {count2} entrants.",
                count=len(body.seats),
                number=table.number,
                count2=len(table.entrants),
            ),
        )
        linked = r.GameLinked(
            **context.last,
            round=round.round,
            table=table.number,
            game=body.game,
            seats=body.seats,
            leaf=body.leaf,
        )
        return linked, ()

    def read(
        self, t: Tournament, round: RoundAt, table: TableAt, context: WriteContext
    ) -> GameRead:
        body = self._store.body
        signed: tuple[str, ...] = getattr(body, "signed", ())
        result = body.result
        need(
            result.kind == "played"
            and not result.time_over
            and not any(entry.absent for entry in result.entries)
            and [entry.entrant for entry in result.entries] == list(table.entrants)
            and body.seq >= FIRST,
            Text("No game comes to such a result."),
            "/result",
        )
        if (
            table.linked is None
            or not set(signed) <= set(table.linked.seats)
            or list(signed) != sorted(set(signed))
        ):
            raise TournamentRefused(Text("Seats sign that the game does not have."), "/signed")
        need(
            body.leaf or t.opened.edition == 1,
            Text("The record that the result was read at is not bound to it."),
            "/leaf",
        )
        return GameRead(
            result,
            signed,
            {"game": table.game, "seq": body.seq, "digest": body.digest, "leaf": body.leaf},
        )

    def game_differences(
        self, t: Tournament, round: RoundAt, table: TableAt, result: TableResult
    ) -> tuple[Text, ...]:
        """A sentence if the record has the departure `against-game`; else nothing.
        `games_compared.py` compares the results themselves."""
        departed = any(
            departure.code == "against-game" for departure in self._store.body.departures
        )
        return (Text("The game came to another result."),) if departed else ()

    def with_places(self, t: Tournament, round: RoundAt, result: TableResult) -> TableResult:
        return result

    def give_back(
        self, t: Tournament, table: TableAt, context: WriteContext
    ) -> tuple[StoredRecord, ...]:
        return ()

    def break_off(self, round: RoundAt, context: WriteContext) -> BrokenOff:
        body = self._store.of_kind(r.RoundWithdrawn)
        there = tuple(linked.game for table in round.tables for linked in table.games)
        games = body.games if body is not None else ()
        still = tuple(game for game in there if game in games)
        begun = any(departure.code == "round-begun" for departure in self._store.body.departures)
        return BrokenOff(there if begun else (), still)


class AskedAgain(UseCases):
    """The use cases as an audit repeats them, over `RecordedStore` and `RecordedGames`."""

    def __init__(self, id: str, seed: bytes) -> None:
        self.store = RecordedStore(id, seed)
        super().__init__(self.store, RecordedGames(self.store))

    def made(
        self, t: Tournament | None, body: r.TournamentRecord, after: Record | None
    ) -> tuple[r.TournamentRecord, ...]:
        """The records that the use cases would write in place of this record, and of the next one,
        `after`, if both are of one write. `t`: the tournament before it. Raises `Refusal`s."""
        bodies = (
            (body, after)
            if isinstance(after, r.TournamentRecord) and _in_one_write(body, after)
            else (body,)
        )
        order = self.store.take(t, *bodies)
        row_of(bodies[-1]).ask(self, order, bodies[-1], *bodies[:-1])
        return self.store.made


def _in_one_write(body: r.TournamentRecord, after: r.TournamentRecord) -> bool:
    """Whether a record and the next one, `after`, are of one write: the last slip and the result, a
    withdrawn round and the correction, who goes on and the first round of the stage. Only the last
    record of a write has the key of the request."""
    return not body.key and body.at == after.at and type(after) is row_of(body).answered_by
