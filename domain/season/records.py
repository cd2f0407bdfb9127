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
    """How a season's points are computed and its people ranked.

    - `points` of an event: `places` (the amount that the list `places` has for the rank), `field`
      (how many took part, less the rank, plus one), `share` (that number by how many took part), or
      the event's own `points`.
    - `shared`: entrants who share ranks get the `mean` of the points of these ranks, or the
      `higher`.
    - `best`: how many events of each person count, the best ones (0: all). Or `drops`: how many of
      the season's events do not count for each person. One of the two at most.
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
    """An event (the id of a tournament) as it was after its record `seq`; `leaf` is the log leaf of
    that record, in base64."""

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
    """A closed event counts from now on or, if `counts` is false, no longer. `seq`: the event's
    newest record when it was counted; `leaf`: the log leaf of that record, in base64. `reason`
    commits to the organiser's words, such as why the event is left out."""

    event: str
    seq: int
    leaf: str
    counts: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class PeopleMerged(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Each pair of player ids is one person from now on, whose id is the last of the pair. If
    `merged` is false, they are two people again. `reason` commits to how the organiser knows."""

    people: tuple[tuple[str, ...], ...]
    merged: bool = True
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonAmended(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The season has these rules from now on; `reason` commits to why they change."""

    rules: SeasonRules
    reason: str = ""


@_of_seasons("0.2.0", "the organiser")
class SeasonClosed(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The season is closed: its events as they are then, and the SHA-256 of its standings. If
    `closed` is false, it is opened again, and `events` and `standings` are empty."""

    closed: bool = True
    events: tuple[EventAt, ...] = ()
    standings: str = ""
    reason: str = ""


SEASON_TYPES = REGISTRY.types_of("season")
