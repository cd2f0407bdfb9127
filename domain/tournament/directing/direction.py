"""The base of a tournament's use cases: reading its aggregate, and writing its records.

A write names the record it was made against and an idempotency key, like one of a game. It is stale
where a record that was written since is about the same (`domain/tournament/aggregate/subjects.py`).
It becomes records of the tournament and, where its games are concerned, records of those, stored
together or not at all: the store's unique key settles every race.
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
from domain.kernel.stream import FoldedStream
from domain.kernel.text import Text
from domain.kernel.writer import Made, Stamp, Unit, Written
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
    """The result of a write: its last record of the tournament, and the tournament after it.
    `games` are those that it opened; `again` marks the answer to a repeated request."""

    filed: StoredRecord
    tournament: Tournament
    games: tuple[str, ...] = ()
    again: bool = False


class Rows(Struct, frozen=True):
    """What a write stores: records of the tournament in order, and rows of its games."""

    records: tuple[TournamentRecord, ...]
    beside: tuple[StoredRecord, ...] = ()


Make = Callable[[Tournament, "WriteContext"], Rows]


class WriteContext:
    """What the records of one write are made with: a unit of work, and what was confirmed."""

    def __init__(self, unit: Unit, confirmation: Confirmation = NO_CONFIRMATION) -> None:
        self.unit, self.confirmation, self.order = unit, confirmation, unit.order
        self.last: Stamp = unit.stamp
        """Of the last record, which has the key and answers the request."""
        self.stamp: Stamp = unit.unkeyed
        """Of the records before it."""

    def name(self, player: str, name: str) -> str:
        """Keep a name; the commitment for the record."""
        return keep_name(self.unit, player, name)

    def words(self, text: str, pointer: str) -> str:
        """Keep words; the commitment for the record."""
        return self.unit.words(text, pointer)

    def reason(self) -> str:
        return self.words(self.confirmation.reason.strip(), "/reason")

    def confirmed(self, departures: Sequence[Departure]) -> Stamp:
        """The stamp of the last record, with what it departs from and the commitment to the
        reason."""
        return {**self.last, "departures": tuple(departures), "reason": self.reason()}


class Desk(Protocol):
    """What the use cases ask and write; every method raises the `Refusal`s of
    `domain/kernel/refusals.py`."""

    def write(
        self,
        order: Order,
        make: Make,
        confirmation: Confirmation = NO_CONFIRMATION,
        about: Subjects = None,
    ) -> TournamentAnswer:
        """Make what one order comes to, and store it."""

    def begin(
        self, order: Order, make: Callable[[WriteContext], TournamentOpened]
    ) -> TournamentAnswer:
        """Store the first record of a tournament."""

    def new_id(self, actor: str, key: str) -> str:
        """The id of the tournament that a request opens."""

    def commit(self, id: str) -> str:
        """The commitment to the seed of a new tournament."""

    def seed(self, t: Tournament) -> bytes:
        """The tournament's seed."""

    def derived(
        self, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
    ) -> str:
        """The seed of one pairing or drawing of lots, in hex; `stage` is counted from 0."""

    def name(self, tournament: Tournament, number: int) -> str | None:
        """An entrant's name, unless it was erased or never given."""

    def enter(self, t: Tournament, player: str) -> None:
        """Note that a player enters."""

    def is_erased(self, player: str) -> bool:
        """Whether it was asked that this player be forgotten."""

    def is_known(self, player: str) -> bool:
        """Whether somebody has this id and was not erased."""


def derived_for(
    seed: bytes, t: Tournament, use: Use, stage: int, round: int, attempt: int, basis: Basis
) -> str:
    """The seed of one pairing or drawing of lots of a tournament as it stands, in hex."""
    parts = t.drawn_with if t.opened.derivation > 1 else None
    return derived(seed, t.id, stage + 1, round, attempt, basis.sha256, use, parts)


class Directing:
    """Tournaments in memory; shared by all threads. Every method raises the `Refusal`s of
    `domain/kernel/refusals.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self._stream = FoldedStream(
            clerk.recorder, TournamentOpened, fold_tournament, UnknownTournament, TOURNAMENT
        )
        self.need = self._stream.need
        """Raises `UnknownTournament` unless there is such a tournament."""

    # -- reading -----------------------------------------------------------------------------------

    def tournament(self, id: str, at: int | None = None) -> Tournament:
        """A tournament as the store has it, or where a record is damaged as it was `at` one before
        that. Raises `UnknownTournament`, `DamagedRecord`."""
        return self._stream.state(id, at)

    def tournament_at(self, id: str, seq: int) -> Tournament:
        return self._stream.at(id, seq)

    def filed(self, id: str, after: int = 0, until: int | None = None) -> list[StoredRecord]:
        if until is not None and until <= after:
            return []
        return self.clerk.recorder.filed(id, gt=after, lte=until)

    def name(self, tournament: Tournament, number: int) -> str | None:
        named = tournament.named[number]
        return (
            Names(self.clerk.key_values).read(named.player, named.at, named.commitment)
            if named.commitment
            else None
        )

    def seed(self, t: Tournament) -> bytes:
        """The tournament's seed, if the one that is kept is the one that it committed to; raises
        `SeedMissing`."""
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

    def commit(self, id: str) -> str:
        return commitment(self.clerk.key_values.keep("seed", id, new_seed()), id)

    def enter(self, t: Tournament, player: str) -> None:
        Names(self.clerk.key_values).enter(player, ENTRANT, t.id)

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
        """Make what one order comes to, and store it. Raises `Stale` where a record that its writer
        has not seen is about one of these subjects; by default, where there is any."""

        def decide(before: Tournament, unit: Unit) -> Made[Tournament]:
            rows = make(before, WriteContext(unit, confirmation))
            return Made(rows.records, rows.beside)

        return self._answer(
            self.clerk.writer.write(self._stream, order, decide, lambda body: touches(body, about))
        )

    def begin(
        self,
        order: Order,
        make: Callable[[WriteContext], TournamentOpened | Sequence[TournamentRecord]],
    ) -> TournamentAnswer:
        return self._answer(
            self.clerk.writer.open(self._stream, order, lambda unit: make(WriteContext(unit)))
        )

    # -- inside ------------------------------------------------------------------------------------

    def _answer(self, written: Written[Tournament]) -> TournamentAnswer:
        """The answer, with the games that were opened by the records of its write: those before it
        have its time and no key."""
        last, rows = written.filed, written.rows
        if written.again:
            before = takewhile(
                lambda record: record.body.at == last.body.at and not record.body.key,
                reversed(self.filed(last.stream, until=last.seq)[:-1]),
            )
            rows = (*reversed(tuple(before)), last)
        games = tuple(
            body.game for body in (row.body for row in rows) if isinstance(body, GameLinked)
        )
        return TournamentAnswer(last, written.state, games, written.again)
