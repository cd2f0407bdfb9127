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
    """How a season is added up.

    - `points` of an event: `places` (from the list), `field` (how many took part, less the place,
      plus one), `share` (of the field, without those placed before), or the event's own `points`.
    - `shared`: entrants who share places get the `mean` of their points or the `higher`.
    - `best`: how many events of each person count (0: all); or all but the worst `drops`.
    - `events`: how many events the season will have (0: not known yet).
    - `keys` rank people, the first key first.
    - `public`: anybody may read the season."""

    points: SeasonPoints = "places"
    places: tuple[Amount, ...] = ("25", "18", "15", "12", "10", "8", "6", "4", "2", "1")
    shared: Shared = "mean"
    best: int = 0
    drops: int = 0
    events: int = 0
    keys: tuple[SeasonKey, ...] = ("points", "wins", "best", "last")
    public: bool = False


class EventAt(Struct, frozen=True):
    """An event pinned at its record `seq`, whose leaf in the log is `leaf`, in base64."""

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
    """A closed event counts from now on, or no longer (`counts`). `seq` is its newest record at
    that time, `leaf` the leaf of that record in the log, in base64; `reason` commits to why the
    event is left out."""

    event: str
    seq: int
    leaf: str
    counts: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class PeopleMerged(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Pairs of player ids that are one person from now on, the id that stands for both last; or
    that are two people again (`merged`). `reason` commits to how that is known."""

    people: tuple[tuple[str, ...], ...]
    merged: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonAmended(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The rules from now on; `reason` commits to why they change."""

    rules: SeasonRules
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonClosed(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The season is over: its events as they are at that time, and the SHA-256 of their standings.
    Or it is opened again (`closed`), and names neither."""

    closed: bool = True
    events: tuple[EventAt, ...] = ()
    standings: str = ""
    reason: str = ""


SEASON_TYPES = REGISTRY.types_of("season")
