"""People: who sits in which seat, under which name, in which games; and erasing the data about
them.

A record names a player by a random id, the same in all games. Names and written words are stored
outside the record, bound to it by salted commitments. Erasing them changes no record, no board and
no proof.

A text is a player's if its record was entered for a seat they had at the time, by anybody, or for
no seat by a link that speaks for that seat alone. Texts that others wrote about the player, or that
an arbiter or organiser wrote, are not found.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import (
    ENTRANT,
    PLAYER,
    SEATING,
    Game,
    Stay,
    commitments_by,
    current_stays,
    stays,
)
from domain.game.application import ClerkApplication
from domain.game.names import Names, matches_name, name_words
from domain.game.refusals import UnknownPlayer
from domain.game.store.stream_index import studies_of
from domain.kernel.commitments import text_commitments
from domain.kernel.stored import StoredRecord

_WRITTEN_BY_ENTRANTS = {"EntrantAdded", "EntrantAmended", "ProtestFiled"}


Alone = Callable[[str], Mapping[str, str]]
"""A function from the id of a game to its actors that speak for one seat only, each with that seat
(`api/web/access/links.py`)."""


def no_actors(_game: str) -> Mapping[str, str]:
    """No actors: the default for `alone`."""
    return {}


class Sitter(Struct, frozen=True):
    """A person in a seat since record `since`. `name` is None if none was given or it was
    erased."""

    seat: str
    player: str
    name: str | None
    since: int


class Person(Struct, frozen=True):
    """A player: the names they gave, oldest first, the games they sat in and the tournaments they
    entered."""

    player: str
    names: tuple[str, ...]
    games: tuple[str, ...]
    tournaments: tuple[str, ...] = ()


class Traces(Struct, frozen=True):
    """How much is stored about a player outside the records, or was erased: the number of names and
    texts, and the games they sat in."""

    player: str
    names: int
    texts: int
    games: tuple[str, ...]


class People:
    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk
        self._names = Names(clerk.key_values)

    # -- reading -----------------------------------------------------------------------------------

    def at_table(self, game: Game) -> tuple[Sitter, ...]:
        there = current_stays(game)
        return tuple(
            self._sitter(game, there[seat]) for seat in game.setting.seats if seat in there
        )

    def person(self, player: str) -> Person:
        """The player with this id, with names, games and tournaments. Raises `UnknownPlayer`."""
        games, tournaments = (
            self._names.streams(player, PLAYER),
            self._names.streams(player, ENTRANT),
        )
        if not games and not tournaments:
            raise UnknownPlayer(player)
        return Person(player, self._names.of(player), games, tournaments)

    def find(self, name: str) -> tuple[Person, ...]:
        """The players who have a name in which every word of `name` begins a word, without regard
        to case and accents; sorted by name."""
        words = name_words(name)
        if not words:
            return ()
        people = [
            Person(
                player,
                names,
                self._names.streams(player, PLAYER),
                self._names.streams(player, ENTRANT),
            )
            for player, names in self._names.all_names().items()
            if any(matches_name(words, known) for known in names)
        ]
        return tuple(
            sorted(people, key=lambda person: (name_words(person.names[-1]), person.player))
        )

    # -- erasing -----------------------------------------------------------------------------------

    def count_traces(self, player: str, alone: Alone = no_actors) -> Traces:
        """Count what `erase` would erase, without erasing it. `alone(game)`: its actors that speak
        for one seat only, each with that seat. Raises `UnknownPlayer`."""
        person = self.person(player)
        texts = {
            c
            for c in self._all_commitments(person, alone)
            if self._clerk.key_values.fetch("text", c) is not None
        }
        return Traces(player, self._names.count(player), len(texts), person.games)

    def erase(self, player: str, alone: Alone = no_actors) -> Traces:
        """Erase a player's names and everything they wrote in all games and tournaments, also from
        the store's files. Returns what was erased. Raises `UnknownPlayer`.

        Records stay as they are, to the byte. The id is marked as erased first, so that nobody can
        store a name under it from then on, not even by an import. A second call finishes an
        interrupted call, and erases texts that were written since.
        """
        erased = self.count_traces(player, alone)
        self._names.mark_erased(player, self._clerk.clock())
        for commitment in self._all_commitments(self.person(player), alone):
            self._clerk.key_values.erase("text", commitment)
        self._names.erase(player)
        self._clerk.key_values.scrub()
        return erased

    # -- inside ------------------------------------------------------------------------------------

    def _sitter(self, game: Game, stay: Stay) -> Sitter:
        at = game.history.record(stay.since).body.at
        return Sitter(
            stay.seat,
            stay.player,
            self._names.read(stay.player, at, stay.name) if stay.name else None,
            stay.since,
        )

    def _all_commitments(self, person: Person, alone: Alone) -> Iterator[str]:
        yield from self._game_commitments(person.player, person.games, alone)
        yield from self._tournament_commitments(person.player, person.tournaments)

    def _tournament_commitments(self, player: str, tournaments: tuple[str, ...]) -> Iterator[str]:
        for tournament in tournaments:
            rows = self._stored_records(tournament)
            bodies: list[Any] = [row.body for row in rows if row.topic in _WRITTEN_BY_ENTRANTS]
            numbers = {body.number for body in bodies if getattr(body, "player", "") == player}
            own = (
                body
                for body in bodies
                if getattr(body, "number", 0) in numbers or getattr(body, "entrant", 0) in numbers
            )
            yield from (body.text for body in own if body.text)

    def _stored_records(self, id: str) -> list[StoredRecord]:
        """All records of a stream that are stored, also those after a missing one."""
        return list(map(StoredRecord.from_row, self._clerk.recorder.select_events(id)))

    def _game_commitments(self, player: str, games: tuple[str, ...], alone: Alone) -> Iterator[str]:
        """The commitments to everything a player wrote in these games. Reads the stored records
        without applying rules."""
        for game in games:
            rows = self._stored_records(game)
            own = [
                s
                for s in stays((f.seq, f.body) for f in rows if f.topic in SEATING)
                if s.player == player
            ]
            yield from commitments_by(own, rows, alone(game))
            yield from self._study_commitments(game, own, rows, alone(game))

    def _study_commitments(
        self, game: str, own: list[Stay], rows: list[StoredRecord], alone: Mapping[str, str]
    ) -> Iterator[str]:
        written = [row.body.at for row in rows]
        for study in studies_of(self._clerk.key_values, game):
            for row in self._stored_records(study):
                body = row.body
                seat, since = alone.get(body.actor, ""), sum(at <= body.at for at in written)
                if any(
                    stay.seat == seat and stay.since <= since and not 0 < stay.until <= since
                    for stay in own
                ):
                    yield from text_commitments(body)
