"""The use cases of seasons: opening one, counting events or leaving them out, merging people,
closing.

Standings are computed from the events as they are now. Each event is also pinned at the record it
had when it was counted, so that readers can see what later corrections changed
(`domain/season/README.md`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.game.commands import game_id
from domain.game.store.stream_index import was_imported
from domain.kernel.canonical import canonical_digest
from domain.kernel.refusals import BadRequest
from domain.kernel.registry import Record
from domain.kernel.stored import DamagedRecord
from domain.kernel.stream import FoldedStreams
from domain.kernel.text import NO_WORDS, Text
from domain.kernel.writer import Decision, Order, Unit, WriteResult
from domain.proof.chance.contributions import OPERATOR
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from domain.season.kinds import SEASON_KINDS, Season
from domain.season.records import (
    EventAt,
    EventCounted,
    PeopleMerged,
    SeasonAmended,
    SeasonClosed,
    SeasonOpened,
    SeasonRules,
)
from domain.season.refusals import UnknownSeason, need
from domain.season.standing import Finish, Results, finishes, season_standings
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.lifecycle.conditions import NO_AMOUNT, is_amount
from domain.tournament.lifecycle.use_cases import checked_title
from domain.tournament.refusals import UnknownTournament
from domain.tournament.standings.ranking import Standings

MOST = 200
"""The most events of a season, and the most places in its list of points."""


class CountedEvent(Struct, frozen=True):
    """An event that counts, as it is now: its number in the season, from 1, and the record it is
    pinned at.

    - `finishes`: how it ended for each entrant.
    - `changed`: the ranks, at the pin and now, of the entrants whose finish has changed since.
    - `unreadable`: why the event cannot be read (None: it can). If so, it counts for nobody."""

    number: int
    pin: EventAt
    tournament: Tournament | None = None
    finishes: tuple[Finish, ...] = ()
    changed: tuple[int, ...] = ()
    unreadable: Text | None = None


class SeasonReading(Struct, frozen=True):
    """A season as a certain reader may see it.

    - `events`: those that the reader may see; `left_out`: how many others count.
    - `people`: the ids of those who played in these events. The first is number 1 in the standings,
      and so on.
    - `results`: how each of the people ended, in the same order.
    - `standings`: those of these people after these events."""

    season: Season
    events: tuple[CountedEvent, ...]
    left_out: int
    people: tuple[str, ...]
    results: tuple[Results, ...]
    standings: Standings

    @property
    def sha256(self) -> str:
        """The digest of the standings and of the ids of the people in them."""
        return canonical_digest((self.people, self.standings.keys, self.standings.rows))

    @property
    def stands(self) -> bool:
        """Whether the season is open, or the standings are still those that it was closed with."""
        return self.season.closing is None or self.season.closing.standings == self.sha256


EventOf = Callable[[str, int], Tournament]
"""Returns the tournament with this id as it was at a record (0: now). Raises `UnknownTournament`,
`DamagedRecord`."""


def read_season(
    season: Season, event_of: EventOf, shows: Callable[[str], bool] = lambda _: True
) -> SeasonReading:
    """A season with its events as they are now. `event_of` loads an event; `shows`, given an
    event's id, returns whether the reader may see it."""
    events = tuple(
        _counted_event(number, pin, event_of)
        for number, pin in enumerate(season.events, start=1)
        if shows(pin.event)
    )
    people: dict[str, dict[int, Finish]] = {}
    for event in events:
        for finish in sorted(event.finishes, key=lambda finish: finish.entrant):
            people.setdefault(season.person(finish.player), {})[event.number] = finish
    held = [event.number for event in events if event.unreadable is None]
    return SeasonReading(
        season=season,
        events=events,
        left_out=len(season.events) - len(events),
        people=tuple(people),
        results=tuple(people.values()),
        standings=season_standings(season.rules, held, dict(enumerate(people.values(), start=1))),
    )


def _counted_event(number: int, pin: EventAt, event_of: EventOf) -> CountedEvent:
    try:
        t = event_of(pin.event, 0)
        now = finishes(t)
        then = now if t.seq == pin.seq else finishes(event_of(pin.event, pin.seq))
    except (UnknownTournament, DamagedRecord) as e:
        return CountedEvent(number, pin, unreadable=e.text)
    changed = sorted({finish.place for finish in {*now} ^ {*then}})
    return CountedEvent(number, pin, t, now, tuple(changed))


SEASON = Text("the season")

Fields = dict[str, Any]
"""The fields of a record beside its stamp."""


class Seasons:
    def __init__(self, store: TournamentStore) -> None:
        self._store, self._writer = store, store.clerk.writer
        self._streams = FoldedStreams(
            store.clerk.recorder, SeasonOpened, SEASON_KINDS.fold, UnknownSeason, SEASON
        )
        self.season = self._streams.state
        """Returns the newest state of the season with this id. Raises `UnknownSeason`,
        `DamagedRecord`."""

    def read(self, season: Season, shows: Callable[[str], bool] = lambda _: True) -> SeasonReading:
        return read_season(season, self._event, shows)

    # -- writing -----------------------------------------------------------------------------------

    def open(
        self, title: str, rules: SeasonRules, actor: str, key: str, request: str = ""
    ) -> WriteResult[Season]:
        """Open a season. A repeated request opens no second one."""
        order = Order(game_id(actor, f"season\n{key}"), 0, actor, key, request)
        title = checked_title(title)
        need_rules(rules)
        return self._writer.open(
            self._streams,
            order,
            lambda unit: SeasonOpened(
                **unit.stamp, rules=rules, text=unit.keep_text(title, "/title")
            ),
        )

    def count(
        self, order: Order, event: str, reason: str = "", *, counts: bool = True
    ) -> WriteResult[Season]:
        """Let a closed event of this service count, pinned as it is now. With `counts` false, let
        it count no longer. Raises `SeasonRefused`."""

        def fields(season: Season) -> Fields:
            pin = next((pin for pin in season.events if pin.event == event), None)
            if counts:
                need(pin is None, Text("This event counts already."), "/event")
                pin = self._pin_countable(season, event)
            need(pin, Text("This event does not count."), "/event")
            return {**to_builtins(pin), "counts": counts}

        return self._write(order, EventCounted, fields, reason)

    def merge(
        self,
        order: Order,
        people: Sequence[tuple[str, str]],
        reason: str = "",
        *,
        merged: bool = True,
    ) -> WriteResult[Season]:
        """Merge each pair of player ids into one person, whose id is the second of the pair. With
        `merged` false, part pairs that were merged. Raises `SeasonRefused`."""

        def fields(season: Season) -> Fields:
            need(people, Text("Choose who is one person."), "/people")
            parts = {*people} <= {*season.merged.items()}
            need(merged or parts, Text("They were not merged."), "/people")
            pairs = tuple(self._merging(season, people)) if merged else tuple(people)
            return {"people": pairs, "merged": merged}

        return self._write(order, PeopleMerged, fields, reason)

    def amend(self, order: Order, rules: SeasonRules, reason: str = "") -> WriteResult[Season]:
        need_rules(rules)

        def fields(season: Season) -> Fields:
            need(rules != season.rules, Text("These are the rules already."), "/rules")
            _need_room(rules, len(season.events))
            return {"rules": rules}

        return self._write(order, SeasonAmended, fields, reason)

    def close(self, order: Order, reason: str = "", *, closed: bool = True) -> WriteResult[Season]:
        """Close the season with its events as they are now or, with `closed` false, open it
        again. Raises `SeasonRefused` if one of its events cannot be read."""

        def fields(season: Season) -> Fields:
            if not closed:
                need(season.closing, Text("This season is open."))
                return {"closed": False}
            read = self._need_readable(season)
            events = tuple(self._pinned(event.pin.event) for event in read.events)
            return {"events": events, "standings": read.sha256}

        return self._write(order, SeasonClosed, fields, reason, reopens=not closed)

    # -- inside ------------------------------------------------------------------------------------

    def _write(
        self,
        order: Order,
        kind: Callable[..., Record],
        fields: Callable[[Season], Fields],
        reason: str,
        *,
        reopens: bool = False,
    ) -> WriteResult[Season]:
        def decide(season: Season, unit: Unit) -> Decision[Season]:
            need(reopens or not season.closing, Text("This season is closed: open it again first."))
            words = unit.keep_text(reason, "/reason")
            return Decision((kind(**unit.stamp, **fields(season), reason=words),))

        return self._writer.write(self._streams, order, decide)

    def _event(self, id: str, seq: int) -> Tournament:
        return self._store.tournament_at(id, seq) if seq else self._store.tournament(id)

    def _pinned(self, event: str) -> EventAt:
        """The event with this id, pinned at its newest record. Reads all its records."""
        leaf, seq = NO_PREV, 0
        for row in self._store.records_of(event):
            leaf, seq = RecordEntry.of(event, row.seq, leaf, row.topic, row.state).leaf, row.seq
        return EventAt(event, seq, base64_of(leaf))

    def _need_readable(self, season: Season) -> SeasonReading:
        """The season with its events as they are now. Raises `SeasonRefused` if one cannot be
        read."""
        read = self.read(season)
        for event in read.events:
            why = event.unreadable or NO_WORDS
            text = Text("Event {number} cannot be read: {why}", number=event.number, why=why)
            need(event.tournament, text)
        return read

    def _pin_countable(self, season: Season, event: str) -> EventAt:
        """The event with this id, pinned at its newest record. Raises `SeasonRefused` unless the
        season may count it."""
        t = self._store.tournament(event)
        directs = season.opened.actor in (t.opened.actor, OPERATOR)
        need(directs, Text("Somebody else directs this event."), "/event")
        need(t.closed, Text("This event goes on: close it first."), "/event")
        foreign = was_imported(self._store.clerk.key_values, event)
        text = Text("This event was brought from another service: a season has its own.")
        need(not foreign, text, "/event")
        _need_room(season.rules, len(season.events) + 1)
        people = Counter(season.person(finish.player) for finish in finishes(t))
        twice = ", ".join(person for person, times in people.items() if times > 1)
        text = Text("Two who play in it are one person in this season, {twice}: part them first.")
        need(not twice, text.filled({"twice": twice}), "/event")
        return self._pinned(event)

    def _merging(
        self, season: Season, people: Sequence[tuple[str, str]]
    ) -> Iterator[tuple[str, str]]:
        """Yield each pair to be merged, each player id replaced by the id of its person after the
        earlier pairs were merged. Raises `SeasonRefused` for a pair that cannot be one person."""
        read = self._need_readable(season)
        for n, pair in enumerate(people):
            (id, into), pointer = map(season.person, pair), f"/people/{n}"
            need(id != into, Text("They are one person already."), pointer)
            play = {id, into} <= {*map(season.person, read.people)}
            need(play, Text("One of the two plays in none of the events."), pointer)
            for event in read.events:
                both = {id, into} <= {season.person(finish.player) for finish in event.finishes}
                text = Text("Both played event {number}: they are two.", number=event.number)
                need(not both, text, pointer)
            season = replace(season, merged={**season.merged, id: into})
            yield id, into


def _need_room(rules: SeasonRules, events: int) -> None:
    most = rules.events or MOST
    text = Text("The season has {most} events: there is no room for more.", most=most)
    need(events <= most, text, "/event")


def need_rules(rules: SeasonRules) -> None:
    """Raise `BadRequest` at the first field of the rules that has an impossible value or
    contradicts another."""
    held, best, drops = rules.events or MOST, rules.best, rules.drops
    bounded = 0 <= min(rules.events, best, drops) <= max(rules.events, best, drops) <= MOST
    for field, wrong, text in (
        ("events", not bounded, Text("Enter 0 to {most}.", most=MOST)),
        (
            "best",
            best > held,
            Text("Of {held} events the best {best} cannot count.", held=held, best=best),
        ),
        (
            "drops",
            drops >= held,
            Text("Of {held} events {drops} cannot be dropped.", held=held, drops=drops),
        ),
        (
            "drops",
            best and drops,
            Text("Say how many count, or how many are dropped: not both."),
        ),
        ("keys", len({*rules.keys}) < max(1, len(rules.keys)), Text("Name a key, and each once.")),
        ("places", not 0 < len(rules.places) <= MOST, Text("Name 1 to {most} places.", most=MOST)),
        ("places", not all(map(is_amount, rules.places)), NO_AMOUNT),
    ):
        if wrong:
            raise BadRequest(f"/rules/{field}", text)
