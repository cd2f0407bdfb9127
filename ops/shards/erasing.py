"""Erasing a player at all shards: their names and words lie wherever they sat, and in what was left behind of what was moved away.

Nothing is erased before every shard was looked through. The id is marked at all of them first, so that nobody is named under it at
any; then each is erased. What was done where is told shard by shard, also where one is lost in the middle: the same again finishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.clerk.clerk import Clerk
from domain.clerk.people import Alone, People, Person, Traces
from domain.errors import UnknownPlayer
from domain.store.names import Names
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, Trouble
from ops.shards.members import read_settings
from ops.stores.data_folder import open_clerk
from ops.stores.shards.directory import Directory, Shard

Speakers = Callable[[Clerk, Settings], Alone]
"""Which links of a shard speak for one seat alone."""


class TracesAt(Struct, frozen=True):
    """What one shard has of a player, or had when it was erased there."""

    shard: str
    names: int
    texts: int
    games: tuple[str, ...]


class TracesEverywhere(Struct, frozen=True):
    """The same of all shards: a game that was moved is one, wherever something of it is left. `left_out` are closed shards that
    could not be opened."""

    player: str
    names: int
    texts: int
    games: tuple[str, ...]
    shards: tuple[TracesAt, ...]
    left_out: tuple[str, ...] = ()


class CutOff(Trouble):
    """A shard was lost while a player was being erased: `done` are those that were erased before."""

    code = 1

    def __init__(self, shard: str, why: Exception, done: tuple[TracesAt, ...]) -> None:
        super().__init__(
            f"The shard {shard} did not take it ({why}): the player is still known there. Run the same again to finish."
        )
        self.shard, self.done = shard, done


class AllShards:
    """The people of all shards, while no home is being moved."""

    def __init__(self, there: Sequence[tuple[str, Clerk, Alone]], left_out: tuple[str, ...]) -> None:
        self._there, self._left_out = there, left_out

    def find(self, name: str) -> tuple[Person, ...]:
        """The players whose names begin so, at any shard, each once (`People.find`)."""
        found: dict[str, Person] = {}
        for shard, clerk, _ in self._there:
            with _asking(shard):
                there = People(clerk).find(name)
            for one in there:
                before = found.get(one.player)
                found[one.player] = _both(before, one) if before is not None else one
        return tuple(found.values())

    def traces(self, player: str) -> TracesEverywhere:
        """What `erase` would erase. Raises `UnknownPlayer` where no shard knows the player, and `CannotServe` where one does not
        answer."""
        found: list[TracesAt] = []
        for shard, clerk, speak in self._there:
            with _asking(shard), suppress(UnknownPlayer):
                found.append(_at(shard, People(clerk).traces(player, speak)))
        return self._summed(player, found)

    def erase(self, player: str) -> TracesEverywhere:
        """Erase a player at all shards; answers what was erased where. Raises what `traces` does, and then nothing was erased; and
        `CutOff`."""
        self.traces(player)
        done: list[TracesAt] = []
        for shard, clerk, _ in self._there:
            with _changing(shard, done):
                Names(clerk.key_values).mark_erased(player, clerk.clock())
        for shard, clerk, speak in self._there:
            with _changing(shard, done), suppress(UnknownPlayer):
                done.append(_at(shard, People(clerk).erase(player, speak)))
        return self._summed(player, done)

    def _summed(self, player: str, found: Sequence[TracesAt]) -> TracesEverywhere:
        if not found:
            raise UnknownPlayer(player)
        games = tuple(sorted({game for one in found for game in one.games}))
        names, texts = sum(one.names for one in found), sum(one.texts for one in found)
        return TracesEverywhere(player, names, texts, games, tuple(found), self._left_out)


@contextmanager
def all_shards(settings: Settings, speakers: Speakers) -> Iterator[AllShards]:
    """The people of all shards of the directory, as this machine has their settings; nobody moves a home meanwhile. Raises
    `CannotServe` where a shard cannot be opened, naming it, and where a move stands: a copy would bring back what is erased."""
    with ExitStack() as stack:
        directory = Directory(settings.directory_place)
        stack.callback(directory.close)
        lease = directory.lease()
        stack.callback(lease.close)
        if not lease.take():
            raise CannotServe("Somebody is moving a home: wait until that is done. Nothing was erased.")
        for home in directory.moving():
            raise CannotServe(
                f"{home.home} is being moved from {home.shard} to {home.goes_to}: finish that, or undo it, first. "
                "Nothing was erased."
            )
        there, left_out = [], list[str]()
        for shard in directory.shards():
            try:
                found, clerk = _opened(shard)
            except CannotServe:
                if not shard.closed:
                    raise
                left_out.append(shard.name)
                continue
            stack.callback(clerk.close)
            there.append((shard.name, clerk, speakers(clerk, found)))
        yield AllShards(there, tuple(left_out))


def _opened(shard: Shard) -> tuple[Settings, Clerk]:
    try:
        found = read_settings(Path(shard.settings))
        return found, open_clerk(found)
    except (Trouble, PersistenceError) as e:
        raise _away(shard.name, e) from None


@contextmanager
def _asking(shard: str) -> Iterator[None]:
    try:
        yield
    except PersistenceError as e:
        raise _away(shard, e) from None


@contextmanager
def _changing(shard: str, done: Sequence[TracesAt]) -> Iterator[None]:
    try:
        yield
    except PersistenceError as e:
        raise CutOff(shard, e, tuple(done)) from None


def _away(shard: str, why: Exception) -> CannotServe:
    return CannotServe(f"The shard {shard} cannot be opened here, so nothing was erased at any. {why}")


def _both(one: Person, other: Person) -> Person:
    """What two shards know of a player; what was moved may be known to both."""
    return Person(
        one.player,
        tuple(dict.fromkeys((*one.names, *other.names))),
        tuple(dict.fromkeys((*one.games, *other.games))),
        tuple(dict.fromkeys((*one.tournaments, *other.tournaments))),
    )


def _at(shard: str, found: Traces) -> TracesAt:
    return TracesAt(shard, found.names, found.texts, found.games)
