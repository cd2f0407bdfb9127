"""Bodies of requests about seasons, and their answers, as structs."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct

from api.game.schemas import Receipt
from api.tournament.schemas import RankAt
from api.web.answers import StateOfReceipt
from api.web.request.parameters import Words
from domain.kernel.text import Text
from domain.season.records import SeasonKey, SeasonRules
from projections.boards.positions import Digest
from projections.search.query import MOST


class OpenSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A new season; its rules have defaults."""

    title: Annotated[str, Meta(description="What it is called.")]
    rules: SeasonRules = SeasonRules()


class CountEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that counts from now on, or no longer."""

    event: Annotated[str, Meta(description="The id of a closed tournament.")]
    counts: Annotated[bool, Meta(description="`false`: it is left out again.")] = True
    reason: Words = ""


class MergePeople(Struct, frozen=True, forbid_unknown_fields=True):
    """Pairs of player ids that are one person from now on, or no longer."""

    people: Annotated[
        tuple[tuple[str, str], ...],
        Meta(description="Pairs: an id, and the one that stands for both.", max_length=1_000),
    ]
    merged: Annotated[bool, Meta(description="`false`: they are parted again.")] = True
    reason: Words = ""


class AmendSeason(Struct, frozen=True, forbid_unknown_fields=True):
    rules: SeasonRules
    reason: Words = ""


class CloseSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """The closing of the season or, with `closed` false, its reopening."""

    closed: bool = True
    reason: Words = ""


class SeasonListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most seasons on a page.", ge=1, le=MOST)] = 50


class SeasonLine(Struct, frozen=True):
    """A season in a list. `events` is the number of events that count; `at` is the time of its
    newest record."""

    id: str
    title: str | None
    status: Literal["open", "closed"]
    seq: int
    opened_at: datetime
    at: datetime
    events: int
    public: bool


class SeasonPage(Struct, frozen=True):
    """Seasons, most recently written first. `next` is the value of `after` for the next page, or
    null; `unreadable` are the ids of seasons that belong on this page and cannot be read."""

    seasons: tuple[SeasonLine, ...]
    next: str | None
    unreadable: tuple[str, ...] = ()


class SeasonEvent(Struct, frozen=True):
    """An event by its number in the season, counted as of its record `seq`. `changed` are the ranks
    whose holders have changed since. `unreadable` is the reason why the event cannot be read, and
    therefore does not count now (null: it can be read)."""

    number: int
    event: str
    seq: int
    title: str | None
    changed: tuple[int, ...]
    unreadable: Text | None


class SeasonAt(Struct, frozen=True):
    """A season with its events as they are now, and the standings. `people` has one player id for
    each person, person 1 first; the `entrant` of a rank is a person's number. `merged` are pairs:
    an id, and the id that is used for both. In the trees of terms in `ranks`, `round` is the number
    of an event, and `table` the person's number as an entrant of that event. `stands`: the season
    is open, or was closed with these standings."""

    season: str
    seq: int
    line: SeasonLine
    rules: SeasonRules
    events: tuple[SeasonEvent, ...]
    people: tuple[str, ...]
    merged: tuple[tuple[str, str], ...]
    keys: tuple[SeasonKey, ...]
    ranks: tuple[RankAt, ...]
    stands: bool
    sha256: Digest


class SeasonWritten(Struct, frozen=True):
    """The answer to a write: the kind of the new record (`type`), its time, and the season after
    it."""

    season: str
    seq: int
    type: str
    at: datetime
    line: SeasonLine
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


SEASONS: tuple[type[Struct], ...] = (SeasonPage, SeasonAt, SeasonWritten)
