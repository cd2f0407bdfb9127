"""A season as its reader may see it, created for each request. The organiser sees all events,
everybody else the public ones."""

from collections.abc import Iterator
from functools import cached_property

from api.game.stream_lists import stream_lines
from api.game.subject import games_here
from api.season import schemas as a
from api.season.subject import seasons
from api.tournament.reading import ranks_of
from api.tournament.subject import directing
from api.web.access.caller import Caller
from api.web.pages.pages import _
from api.web.request.service import service
from domain.game.names import name_words
from domain.kernel.kinds import row_of
from domain.kernel.registry import Record
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.season.kinds import Season
from domain.season.records import EventCounted, PeopleMerged
from domain.tournament.refusals import UnknownTournament
from projections.store.pages import ListPage, page_of


class SeasonReader:
    def __init__(self, season: Season, *, whole: bool) -> None:
        self._store = directing().store
        self.season, self.id, self.whole = season, season.id, whole
        shows = service().subjects["tournament"].public
        self.read = seasons().read(season, (lambda _: True) if whole else shows)

    @property
    def title(self) -> str:
        return self._store.clerk.words(self.season.opened.text) or self.id

    @cached_property
    def names(self) -> dict[int, str | None]:
        """People's names by their numbers, as in the newest event in which each played. None for a
        name that was erased or never given."""
        events = {event.number: event.tournament for event in self.read.events}
        newest = enumerate((max(ended.items()) for ended in self.read.results), start=1)
        return {
            n: self._store.name(t, finish.entrant) if (t := events[event]) else None
            for n, (event, finish) in newest
        }

    @cached_property
    def called(self) -> dict[int, str]:
        """People's names by their numbers; "No." and the number for a person without a name."""
        return {n: name or _("No. {number}", number=n) for n, name in self.names.items()}

    @cached_property
    def titles(self) -> dict[int, str]:
        """The titles of events by their numbers in the season; the id for an event that cannot be
        read."""
        return {
            event.number: (event.tournament and self._store.title(event.tournament))
            or event.pin.event
            for event in self.read.events
        }

    def href(self, event: int, page: str = "") -> str:
        return f"/tournaments/{self.season.events[event - 1].event}{page}"

    @cached_property
    def alike(self) -> list[tuple[str, list[int]]]:
        """Names that several people have, who may be the same person: each name with their
        numbers."""
        named: dict[tuple[str, ...], list[int]] = {}
        for n, name in self.names.items():
            named.setdefault(name_words(name or ""), []).append(n)
        return [(self.called[ns[0]], ns) for words, ns in named.items() if words and len(ns) > 1]

    def record_sentences(self) -> Iterator[tuple[Record, Text, str | None]]:
        """The season's records, each with its sentence and the words of its reason (None: none).
        The sentences have the events' titles and people's names."""
        for row in self._store.records_of(self.id):
            body = row.body
            text = row_of(body).tell(self.season, body)
            if isinstance(body, EventCounted):
                text = text.with_values({**text.values, "event": self._title(body.event)})
            elif isinstance(body, PeopleMerged):
                text = text.with_values({"pairs": ", ".join(map(self._pair, body.people))})
            yield body, text, self._store.clerk.words(getattr(body, "reason", ""))

    def _title(self, event: str) -> str:
        try:
            return self._store.title(self._store.tournament(event)) or event
        except (UnknownTournament, DamagedRecord):
            return event

    def _pair(self, ids: tuple[str, ...]) -> str:
        """The players' names for ids that were merged, joined by ` = `. If two names are equal,
        each name has its id behind it."""
        names = [self._name_of.get(id) or id for id in ids]
        alike = len({*names}) < len(names)
        return " = ".join(
            f"{name} ({id})" if alike else name for name, id in zip(names, ids, strict=True)
        )

    @cached_property
    def _name_of(self) -> dict[str, str | None]:
        """The names of players by id, as in the newest event in which each played. None for a name
        that was erased or never given."""
        return {
            finish.player: self._store.name(event.tournament, finish.entrant)
            for event in self.read.events
            if event.tournament is not None
            for finish in event.finishes
        }

    def answer(self) -> a.SeasonAt:
        season, read = self.season, self.read
        events = tuple(
            a.SeasonEvent(
                number=event.number,
                event=event.pin.event,
                seq=event.pin.seq,
                title=self.titles[event.number],
                changed=event.changed,
                unreadable=event.unreadable,
            )
            for event in read.events
        )
        return a.SeasonAt(
            season=season.id,
            seq=season.seq,
            line=season_line(season),
            rules=season.rules,
            events=events,
            people=read.people,
            merged=tuple(season.merged.items()),
            keys=season.rules.keys,
            ranks=ranks_of(read.standings, self.names.__getitem__, trees=True),
            stands=read.stands,
            sha256=read.sha256,
        )


def season_line(season: Season) -> a.SeasonLine:
    return a.SeasonLine(
        id=season.id,
        title=directing().store.clerk.words(season.opened.text),
        status="closed" if season.closing else "open",
        seq=season.seq,
        opened_at=season.opened.at,
        at=season.at,
        events=len(season.events),
        public=season.rules.public,
    )


def seasons_of(who: Caller | None, after: str, limit: int) -> ListPage[a.SeasonLine]:
    """A page of the seasons that a caller may see: the operator all, an organiser their own, others
    the public ones. Raises `invalid-parameters` for a malformed cursor."""
    organises = who is not None and who.at_least("organiser")
    owner = who.id if who is not None and organises and not who.at_least("operator") else ""
    on, streams = seasons(), games_here().index.streams("season", owner)
    lines = stream_lines("season", streams, after, lambda season: season_line(on.season(season)))
    shown = (
        (number, line)
        for number, line in lines
        if organises or (not isinstance(line, str) and line.public)
    )
    return page_of(shown, limit)
