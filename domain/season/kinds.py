"""The state of a season and the rows of its records."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.kinds import Kind, Kinds, NeverAsked, Readers
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.season import records as r


class Season(Struct, frozen=True):
    """A season after its record `seq`, written `at`.

    - `events`: the tournaments that count, each pinned at the record it had when the organiser
      counted it, or closed the season.
    - `merged`: by player id, the id that replaces it, which may itself be merged.
    - `keys`: by (actor, idempotency key), the seq of the record written with them.
    - `closing`: the record that closed the season (None: it is open)."""

    id: str
    seq: int
    at: datetime
    opened: r.SeasonOpened
    rules: r.SeasonRules
    keys: dict[tuple[str, str], int]
    events: tuple[r.EventAt, ...] = ()
    merged: dict[str, str] = {}
    closing: r.SeasonClosed | None = None

    def person(self, player: str) -> str:
        """The id of the person that a player id belongs to: the last of the ids that it was merged
        into, or itself."""
        while player in self.merged:
            player = self.merged[player]
        return player


def _opened_state(row: StoredRecord) -> Season:
    body = row.body_as(r.SeasonOpened)
    return Season(row.stream, row.seq, body.at, body, body.rules, {})


def _counted(season: Season, _: int, body: r.EventCounted) -> Season:
    events = {pin.event: pin for pin in season.events if pin.event != body.event}
    if body.counts:
        events[body.event] = r.EventAt(body.event, body.seq, body.leaf)
    return replace(season, events=tuple(events.values()))


def _merged(season: Season, _: int, body: r.PeopleMerged) -> Season:
    pairs = {id: into for id, into in body.people}  # noqa: C416  that there are two is seen here
    left = {id: into for id, into in season.merged.items() if pairs.get(id) != into}
    return replace(season, merged=left | pairs if body.merged else left)


def _closed(season: Season, _: int, body: r.SeasonClosed) -> Season:
    if not body.closed:
        return replace(season, closing=None)
    return replace(season, closing=body, events=body.events)


_READERS = Readers("the organiser who opened it")
_UNASKED = NeverAsked(Text("its events are read again, and its standings computed anew"))


def _kind(record: Any, says: Text | Callable[[Any, Any], Text], **row: Any) -> Kind:
    return Kind(record=record, says=says, by_hand=False, reads=_READERS, asks=_UNASKED, **row)


SEASON_KINDS = Kinds(
    "a season",
    r.SeasonOpened,
    _opened_state,
    _kind(r.SeasonOpened, Text("The season is opened.")),
    _kind(
        r.EventCounted,
        lambda _, body: (
            Text("Event {event} counts, as of its record {seq}.", event=body.event, seq=body.seq)
            if body.counts
            else Text("Event {event} counts no longer.", event=body.event)
        ),
        fold=_counted,
    ),
    _kind(
        r.PeopleMerged,
        lambda _, body: (
            Text("One person from now on: {pairs}.", pairs=_pairs(body))
            if body.merged
            else Text("No longer one person: {pairs}.", pairs=_pairs(body))
        ),
        fold=_merged,
    ),
    _kind(
        r.SeasonAmended,
        Text("The rules of the season are changed."),
        fold=lambda season, _, body: replace(season, rules=body.rules),
    ),
    _kind(
        r.SeasonClosed,
        lambda _, body: (
            Text("The season is closed.") if body.closed else Text("The season is opened again.")
        ),
        fold=_closed,
    ),
)


def _pairs(body: r.PeopleMerged) -> str:
    return ", ".join(" = ".join(pair) for pair in body.people)
