"""The records of a season: standings over several events. Like those of a game they are written
once, never rewritten, and only grow (`domain/season/README.md`)."""

from functools import partial
from typing import Literal

from msgspec import Struct

from domain.kernel.registry import REGISTRY, Record
from domain.tournament.values import Amount, Shared

SeasonPoints = Literal["places", "field", "share", "points"]
SeasonKey = Literal["points", "wins", "best", "last"]


class SeasonRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a season is added up by. `points` of an event: by `places` (the list), by the `field`
    (how many took part, less the place, plus one), the `share` of the field that was not before
    somebody, or the event's own `points`. Those who share places get their `mean` or the `higher`.
    Each person's `best` events count (0: all), or all but `drops`; `events` is how many there are to
    be (0: not known yet). `keys` part those who are level. `public`: anybody may read the season."""

    points: SeasonPoints = "places"
    places: tuple[Amount, ...] = ("25", "18", "15", "12", "10", "8", "6", "4", "2", "1")
    shared: Shared = "mean"
    best: int = 0
    drops: int = 0
    events: int = 0
    keys: tuple[SeasonKey, ...] = ("points", "wins", "best", "last")
    public: bool = False


class EventAt(Struct, frozen=True):
    """An event as it was at its record `seq`, whose leaf in the log is `leaf`, in base64."""

    event: str
    seq: int
    leaf: str


_of_seasons = partial(REGISTRY.record, "season")


@_of_seasons("0.2.0", "an organiser")
class SeasonOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record of a season; `text` commits to its title."""

    rules: SeasonRules
    text: str = ""


@_of_seasons("0.2.0", "the organiser")
class EventCounted(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A closed event counts from now on, or (`counts`) no longer. `seq` is its newest record by
    then, `leaf` that record's in the log, in base64; `reason` commits to why it is left out."""

    event: str
    seq: int
    leaf: str
    counts: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class PeopleMerged(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Ids of players who are one person from now on, each with the id that stands for both, or
    (`merged`) are no longer; `reason` commits to how that is known."""

    people: tuple[tuple[str, ...], ...]
    merged: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonAmended(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The rules are these from now on; `reason` commits to why."""

    rules: SeasonRules
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonClosed(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The season is over: its events as they are by then, and the SHA-256 of the standings that
    they make; or (`closed`) it is opened again, and names neither."""

    closed: bool = True
    events: tuple[EventAt, ...] = ()
    standings: str = ""
    reason: str = ""


SEASON_TYPES = REGISTRY.types_of("season")
