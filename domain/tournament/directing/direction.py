"""The base of a tournament's use cases: loading its aggregate and writing its records.

A write names the newest record its actor has seen, and an idempotency key, like a write to a game.
It is stale if a later record has one of its subjects
(`domain/tournament/aggregate/subjects.py`). The records of the tournament and of its games that one
write makes are stored together or not at all. Of two writes at once, the unique key of the store
lets one through.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Protocol

from msgspec import Struct

from domain.game.aggregate.game import ENTRANT, PLAYER
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order, game_id
from domain.game.names import Names, keep_name
from domain.game.refusals import SeedMissing
from domain.kernel.kinds import Subjects, touches
from domain.kernel.stored import StoredRecord
from domain.kernel.stream import FoldedStreams
from domain.kernel.text import Text
from domain.kernel.writer import Decision, Stamp, Unit, WriteResult
from domain.titles.contract.chance import new_seed
from domain.tournament.aggregate.conditions import NO_CONFIRMATION, Confirmation
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.records import Departure, GameLinked, TournamentOpened, TournamentRecord
from domain.tournament.refusals import UnknownTournament
from domain.tournament.seeds import Use, commitment, derived
from domain.tournament.values import Basis

TOURNAMENT = Text("the tournament")


class TournamentAnswer(Struct, frozen=True):
    """The answer to a write: its last record of the tournament, and the tournament after it.
    `games`: the ids of the games it opened. `again`: the request was repeated, and nothing new was
    written."""

    record: StoredRecord
    tournament: Tournament
    games: tuple[str, ...] = ()
    again: bool = False


class Rows(Struct, frozen=True):
    """What a write stores: `records` of the tournament, in order, and stored records of its games
    (`beside`)."""

    records: tuple[TournamentRecord, ...]
    beside: tuple[StoredRecord, ...] = ()


Make = Callable[[Tournament, "WriteContext"], Rows]


class WriteContext:
    """The means by which `Make` builds the records of one write: its unit of work, its order, and
    the confirmation of its departures."""

    def __init__(self, unit: Unit, confirmation: Confirmation = NO_CONFIRMATION) -> None:
        self.unit, self.confirmation, self.order = unit, confirmation, unit.order
        self.last: Stamp = unit.stamp
        """The common fields of the last record, which has the key and answers the request."""
        self.stamp: Stamp = unit.unkeyed_stamp
        """The common fields of the records before it."""

    def store_name(self, player: str, name: str) -> str:
        """Store a player's name beside the records. Returns the commitment to it."""
        return keep_name(self.unit, player, name)

    def store_words(self, text: str, pointer: str) -> str:
        """Store words beside the records. Returns the commitment to them. Raises `BadRequest` at
        `pointer` for characters that are not allowed."""
        return self.unit.keep_text(text, pointer)

    def reason(self) -> str:
        return self.store_words(self.confirmation.reason.strip(), "/reason")

    def confirmed(self, departures: Sequence[Departure]) -> Stamp:
        """The common fields of the write's last record, including these departures and the
        commitment to the reason of the confirmation, which is stored."""
        return {**self.last, "departures": tuple(departures), "reason": self.reason()}


class TournamentWriter(Protocol):
    """The service through which the use cases write records and read ids, seeds and names:
    `TournamentStore`, or `RecordedStore` in an audit. Its methods raise the `Refusal`s of
    `domain/kernel/refusals.py`."""

    def write(
        self,
        order: Order,
        make: Make,
        confirmation: Confirmation = NO_CONFIRMATION,
        about: Subjects = None,
    ) -> TournamentAnswer:
        """Store the records that `make` returns for the tournament's newest state. `about`: the
        subjects that must not have changed since the actor looked (None: all)."""

    def begin(
        self, order: Order, make: Callable[[WriteContext], TournamentOpened]
    ) -> TournamentAnswer:
        """Store the first record of a tournament, which `make` returns."""

    def new_id(self, actor: str, key: str) -> str:
        """The id of the tournament that an actor opens with this idempotency key."""

    def commit_seed(self, id: str) -> str:
        """Store a new seed for the tournament with this id, unless it has one. Returns the
        commitment to the seed."""

    def seed(self, t: Tournament) -> bytes:
        """The tournament's seed."""

    def derived(
        self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
    ) -> str:
        """The derived seed (hex) of a pairing or drawing of lots; `stage` counts from 0."""

    def name(self, tournament: Tournament, number: int) -> str | None:
        """An entrant's name; None if it was erased or never given."""

    def enter(self, t: Tournament, player: str) -> None:
        """Note beside the records that a player is an entrant of this tournament."""

    def is_erased(self, player: str) -> bool:
        """Whether the name of this player was erased."""

    def is_known(self, player: str) -> bool:
        """Whether this player id exists and was not erased."""


def derived_for(
    seed: bytes, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
) -> str:
    """The seed (hex) of a pairing or drawing of lots, derived from the tournament's `seed`; `stage`
    counts from 0. By derivation 2 it also depends on the entrants' parts shown so far."""
    parts = t.drawn_with if t.opened.derivation > 1 else None
    return derived(
        seed,
        t.id,
        stage=stage + 1,
        round=round,
        attempt=attempt,
        basis=basis.sha256,
        use=use,
        parts=parts,
    )


class TournamentStore:
    """The tournaments of a clerk: loads their newest states, kept in memory, and writes their
    records. Thread-safe. Methods raise the `Refusal`s of `domain/kernel/refusals.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self._streams = FoldedStreams(
            clerk.recorder, TournamentOpened, fold_tournament, UnknownTournament, TOURNAMENT
        )
        self.need_stream = self._streams.need_stream
        """Raises `UnknownTournament` if the tournament does not exist."""

    # -- reading -----------------------------------------------------------------------------------

    def tournament(self, id: str, at: int | None = None) -> Tournament:
        """The newest state of a tournament. If one of its records is damaged: the state after
        record `at`, if that comes before the damaged one; else raises `DamagedRecord`. Raises
        `UnknownTournament`."""
        return self._streams.state(id, at)

    def tournament_at(self, id: str, seq: int) -> Tournament:
        return self._streams.at(id, seq)

    def records_of(self, id: str, after: int = 0, until: int | None = None) -> list[StoredRecord]:
        if until is not None and until <= after:
            return []
        return self.clerk.recorder.records_of(id, gt=after, lte=until)

    def name(self, tournament: Tournament, number: int) -> str | None:
        named = tournament.named[number]
        return (
            Names(self.clerk.key_values).read(named.player, named.at, named.commitment)
            if named.commitment
            else None
        )

    def seed(self, t: Tournament) -> bytes:
        """The stored seed, if it matches the commitment. Raises `SeedMissing`."""
        seed = self.clerk.key_values.fetch("seed", t.id)
        if seed is None or commitment(seed, t.id) != t.opened.commitment:
            raise SeedMissing(changed=seed is not None)
        return seed

    def derived(
        self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
    ) -> str:
        return derived_for(self.seed(t), t, use, stage, round, attempt, basis)

    def new_id(self, actor: str, key: str) -> str:
        return game_id(actor, f"tournament\n{key}")

    def commit_seed(self, id: str) -> str:
        return commitment(self.clerk.key_values.keep("seed", id, new_seed()), id)

    def enter(self, t: Tournament, player: str) -> None:
        Names(self.clerk.key_values).enter_stream(player, ENTRANT, t.id)

    def is_erased(self, player: str) -> bool:
        return Names(self.clerk.key_values).is_erased(player)

    def is_known(self, player: str) -> bool:
        names = Names(self.clerk.key_values)
        return not names.is_erased(player) and bool(
            names.streams(player, PLAYER) or names.streams(player, ENTRANT)
        )

    def title(self, tournament: Tournament) -> str:
        return self.clerk.words(tournament.opened.text) or ""

    # -- writing -----------------------------------------------------------------------------------

    def write(
        self,
        order: Order,
        make: Make,
        confirmation: Confirmation = NO_CONFIRMATION,
        about: Subjects = None,
    ) -> TournamentAnswer:
        """Store the records that `make` returns for the tournament's newest state. Raises `Stale`
        if a record that the order's actor has not seen has one of the subjects `about` (None:
        any)."""

        def decide(before: Tournament, unit: Unit) -> Decision[Tournament]:
            rows = make(before, WriteContext(unit, confirmation))
            return Decision(rows.records, rows.beside)

        return self._answer(
            self.clerk.writer.write(self._streams, order, decide, lambda body: touches(body, about))
        )

    def begin(
        self,
        order: Order,
        make: Callable[[WriteContext], TournamentOpened | Sequence[TournamentRecord]],
    ) -> TournamentAnswer:
        return self._answer(
            self.clerk.writer.open(self._streams, order, lambda unit: make(WriteContext(unit)))
        )

    # -- inside ------------------------------------------------------------------------------------

    def _answer(self, written: WriteResult[Tournament]) -> TournamentAnswer:
        """The answer to a write. For a repeated request, finds the earlier records of that write in
        the store: those right before the last record with its time and without a key."""
        last, rows = written.record, written.rows
        if written.again:
            before = takewhile(
                lambda record: record.body.at == last.body.at and not record.body.key,
                reversed(self.records_of(last.stream, until=last.seq)[:-1]),
            )
            rows = (*reversed(tuple(before)), last)
        games = tuple(
            body.game for body in (row.body for row in rows) if isinstance(body, GameLinked)
        )
        return TournamentAnswer(last, written.state, games, written.again)
