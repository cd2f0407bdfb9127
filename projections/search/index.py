"""The index of games that works without Redis, and of all other streams by kind. It keeps the order
of the log and the opening records in memory; everything else is folded from the record when it is
needed.

It is slower than the views, and complete. Its pages have the same order and cursors as those of the
views, so a reader can go on to the next page although Redis went down in between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import TypeVar

import structlog
from eventsourcing.persistence import PersistenceError, StoredEvent
from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import GAME, GameClosed, GameOpened, ListingChanged
from domain.game.refusals import CatalogDamaged
from domain.game.store.catalogs import catalog_of_record
from domain.kernel.registry import FIRST, REGISTRY
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text
from domain.titles.registry import UnknownRuleset, ruleset
from projections.boards.positions import encoded_summary
from projections.numbers.tally import Tally, tally_of
from projections.search.query import (
    MOST,
    SHORTEST,
    Page,
    Query,
    is_decided_by_opening,
    listing_sets,
    opening_sets,
    set_names,
    texts_of,
    words,
)
from projections.store.keys import parse_cursor
from projections.store.pages import page_of

ROWS = 5_000
NEAR = 1_000
"""How many streams are searched by a list that does not wait until this index has read the log."""
LISTED = (ListingChanged.__name__, GameClosed.__name__)
"""The records after the opening that change how a game is listed."""

T = TypeVar("T")


class _Opened(Struct, frozen=True):
    """What searches need of an opening record: its time (`at`), the `sets` that follow from it and
    never change (`projections/search/query.py`), and its searchable `texts`. `listed` are the sets,
    and `tags` the tags, of the game's current listing."""

    at: datetime
    sets: frozenset[str]
    texts: tuple[str, ...]
    listed: frozenset[str]
    tags: tuple[str, ...]


class Index:
    """All games, and all streams of other kinds, each with the notification id of its newest
    record. The index reads the log when it is first needed, and then only new records.
    Thread-safe."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._lock = Lock()
        self._position = 0
        self._order: dict[str, int] = {}
        self._opened: dict[str, _Opened] = {}
        self._closed: set[str] = set()
        self._streams: dict[str, dict[str, int]] = defaultdict(dict)
        self._owners: dict[str, str] = {}
        self._kinds: dict[str, Index] = {}
        self._names = lru_cache(maxsize=4096)(self._read_names)
        self._near = lru_cache(maxsize=1)(self._recent_index)

    def open_games(self) -> int:
        with self._lock:
            self._catch_up()
            return len(self._opened) - len(self._closed)

    def streams(self, kind: str, owner: str = "") -> list[tuple[int, str]]:
        """The streams of a kind other than games, optionally only those opened with the key
        `owner`. Each is the notification id of its newest record and its stream id; most recently
        written first."""
        newest = 0 if self._position else self._clerk.recorder.max_notification_id()
        if newest:
            near = self._kinds.get(kind) or self._index_of_kind(kind, newest)
            return near.streams(kind, owner)
        with self._lock:
            self._catch_up()
            streams = self._streams.get(kind, {})
            return sorted(
                (
                    (n, id)
                    for id, n in streams.items()
                    if not owner or self._owners.get(id) == owner
                ),
                reverse=True,
            )

    def _index_of_kind(self, kind: str, newest: int) -> Index:
        """Build an index of the streams of one kind as of notification id `newest`, and cache it,
        so that its readers need not wait until the whole log was read."""
        recorder, near = self._clerk.recorder, Index(self._clerk)
        for first in recorder.openings(sorted(REGISTRY.topics_of(kind))):
            last = recorder.newest_of(str(first.originator_id))
            near._add_row(first, last.id if last is not None else newest)
        near._position = newest
        return self._kinds.setdefault(kind, near)

    def search(self, query: Query) -> Page:
        """The page of games that a query finds, most recently written first. Unreadable games that
        may match are named on it. It has a total only if openings and closings alone decide which
        games match. Raises `BadCursor`."""
        first, limit = parse_cursor(query.after), max(1, min(query.limit, MOST))
        may = self._candidates(query)
        total = None if _needs_folding(query) else len(may)
        rows = self._apply((hit for hit in may if hit[0] < first), query, encoded_summary)
        return page_of(rows, limit, total)

    def search_recent(self, query: Query) -> Page:
        """As `search`, if this index has read the log. If it has not, search only the games that
        were written to most recently, so that the time does not grow with the log; more games may
        then follow after the page's cursor. Raises `BadCursor`."""
        if self._position:
            return self.search(query)
        newest = self._clerk.recorder.max_notification_id() or 0
        near, least = self._near(int(min(parse_cursor(query.after), newest + 1)), newest)
        page = near.search(query)
        if not least:
            return page
        return replace(page, after=page.after or str(least), total=None, partial=not page.after)

    def _recent_index(self, stop: int, newest: int) -> tuple[Index, int]:
        """A new index of the `NEAR` streams that were written to most recently before notification
        id `stop`. Also returns the id of the last record of the oldest of these streams (0: there
        are no others). Cached by both arguments: `newest`, the log's newest id, changes when
        something is written."""
        recorder, near = self._clerk.recorder, Index(self._clerk)
        rows = recorder.newest_below(stop, NEAR)
        for row in rows:
            for first in recorder.select_events(str(row.originator_id), limit=1):
                near._add_row(first)
            listing = recorder.newest_with_topic(str(row.originator_id), ListingChanged.__name__)
            if listing is not None:
                near._add_row(listing)
            near._add_row(row, row.id)
        near._position = newest
        return near, rows[-1].id if len(rows) == NEAR else 0

    def unreadable(self, query: Query, page: Page) -> tuple[str, ...]:
        """Those of a page's unreadable games that may match the query and really cannot be read.
        The page's own list comes from Redis, which is not trusted."""
        first, last = parse_cursor(query.after), parse_cursor(page.after) if page.after else 0
        may = [hit for hit in self._candidates(query, page.unreadable) if last <= hit[0] < first]
        rows = self._apply(may, query, encoded_summary)
        return tuple(told for _, told in rows if isinstance(told, str))

    def tallies(self, query: Query, most: int) -> tuple[int, list[Tally]] | None:
        """The number of games that a query finds, on all pages, and the tallies of the finished
        ones. None if more than `most` games would have to be folded."""
        may = self._candidates(query)
        if len(may) > most:
            return None
        tallies_of = [
            tally for _, tally in self._apply(may, query, tally_of) if not isinstance(tally, str)
        ]
        return len(tallies_of), [tally for tally in tallies_of if tally is not None]

    def _candidates(
        self, query: Query, among: Collection[str] | None = None
    ) -> list[tuple[int, str]]:
        """The games (or those of `among`) that may match a query, as far as their openings and
        listings show; most recently written first. Each is the notification id of its newest record
        and its id."""
        groups = [names for names in query.groups() if all(map(is_decided_by_opening, names))]
        with self._lock:
            self._catch_up()
            return sorted(
                (
                    (self._order[id], id)
                    for id in (self._order if among is None else among)
                    if id in self._order and self._may_fit(id, query, groups)
                ),
                reverse=True,
            )

    def _catch_up(self) -> None:
        recorder = self._clerk.recorder
        if not self._position:
            self._read_outline(recorder.max_notification_id() or 0)
        while rows := recorder.select_notifications(self._position, ROWS, inclusive_of_start=False):
            for row in rows:
                self._add_row(row, row.id)
            self._position = rows[-1].id

    def _read_outline(self, newest: int) -> None:
        """Read the log up to notification id `newest`. Of most streams only the first record and
        the id of the last are needed, which takes a quarter of the time of reading everything."""
        recorder, since = self._clerk.recorder, 0
        while rows := recorder.select_openings_and_topics(since, newest, LISTED, ROWS):
            for row in rows:
                self._add_row(row, row.id)
            since = rows[-1].id
        for id, last in recorder.newest_notification_ids(newest):
            of_kind = next((ids for ids in self._streams.values() if id in ids), self._order)
            of_kind[id] = last
        self._position = newest

    def _add_row(self, row: StoredEvent, order: int = 0) -> None:
        id = str(row.originator_id)
        kind = self._clerk.recorder.kind_of(row)
        if kind != GAME:
            self._streams[kind][id] = order
            if row.originator_version == FIRST:
                self._owners[id] = _actor(StoredRecord.from_row(row))
            return
        self._order[id] = order
        if row.topic in (GameOpened.__name__, ListingChanged.__name__):
            self._add_listing(id, StoredRecord.from_row(row))
        elif row.topic == GameClosed.__name__:
            self._closed.add(id)

    def _add_listing(self, id: str, stored: StoredRecord) -> None:
        """Add an opening or a new listing of a game. If it cannot be read, the game is not public
        and has no tags."""
        try:
            body = stored.body
        except DamagedRecord as e:
            structlog.get_logger("greffe.api").error("a game cannot be listed", game=id, why=str(e))
            if id in self._opened:
                self._opened[id] = replace(self._opened[id], listed=frozenset(), tags=())
            return
        if isinstance(body, GameOpened):
            self._opened[id] = _Opened(
                body.at, opening_sets(body), self._texts(id, body), listing_sets(body), body.tags
            )
        elif id in self._opened and isinstance(body, ListingChanged):
            tags = body.tags if body.name is None else (*body.tags, body.name)
            self._opened[id] = replace(self._opened[id], listed=listing_sets(body), tags=tags)

    def _texts(self, id: str, opened: GameOpened) -> tuple[str, ...]:
        """The searchable texts of a game: its ids, its own name, and the names of its title and
        sheet, if this service has them."""
        try:
            title, sheet = self._names(opened.ruleset, opened.version, opened.catalog)
        except (UnknownRuleset, CatalogDamaged):
            return id, opened.ruleset, opened.name or ""
        return (*texts_of(id, opened, title, sheet), opened.name or "")

    def _read_names(self, id: str, version: int, catalog: str) -> tuple[Text, Text]:
        """The name of a title, and the name of the game that is played with one of its catalogs,
        which may be a sheet. Raises `UnknownRuleset`, `CatalogDamaged`."""
        rules = ruleset(id, version)
        sheet = catalog_of_record(self._clerk.key_values, catalog)
        return rules.about.title, rules.game_name(sheet)

    def _may_fit(self, id: str, query: Query, groups: list[tuple[str, ...]]) -> bool:
        """Whether a game may match a query, as far as its opening and listing show, so that most
        games need not be folded. `groups`: those of `Query.groups` that openings and listings
        decide. A game whose opening cannot be read may match, unless the query needs its owner or
        only public games."""
        opened = self._opened.get(id)
        if opened is None:
            return not (query.owner or query.public)
        if query.status and (query.status == "closed") != (id in self._closed):
            return False
        if (query.opened_from and opened.at < query.opened_from) or (
            query.opened_before and opened.at >= query.opened_before
        ):
            return False
        here = opened.sets | opened.listed
        if not all(here.intersection(names) for names in groups):
            return False
        return not query.words or _has_words(
            {word for text in (*opened.texts, *opened.tags) for word in words(text)}, query
        )

    def _apply(
        self, candidates: Iterable[tuple[int, str]], query: Query, tell: Callable[[Game], T]
    ) -> Iterator[tuple[int, T | str]]:
        """Fold the candidates, and apply `tell` to those that match. Yields (notification id,
        result), with the game's id as the result if it cannot be folded or shown."""
        for order, id in candidates:
            try:
                game = self._clerk.game(id)
                if not _matches(game, query):
                    continue
                value = tell(game)
            except PersistenceError:
                raise
            except Exception as e:  # noqa: BLE001  one game that cannot be folded or shown must not keep the others from being listed
                structlog.get_logger("greffe.api").error(
                    "a game cannot be shown", game=id, why=f"{type(e).__name__}: {e}"
                )
                yield order, id
            else:
                yield order, value


def _actor(stored: StoredRecord) -> str:
    """The actor of a record; empty if it cannot be read."""
    try:
        return stored.body.actor
    except DamagedRecord:
        return ""


def _matches(game: Game, query: Query) -> bool:
    names = set(set_names(game))
    if not all(names.intersection(group) for group in query.groups()):
        return False
    if (query.updated_from and game.at < query.updated_from) or (
        query.updated_before and game.at >= query.updated_before
    ):
        return False
    return _has_words(
        [name.removeprefix("word:") for name in names if name.startswith("word:")], query
    )


def _has_words(known: Collection[str], query: Query) -> bool:
    return all(
        any(k == word or (len(word) >= SHORTEST and k.startswith(word)) for k in known)
        for word in words(query.words)
    )


def _needs_folding(query: Query) -> bool:
    """Whether games have to be folded to decide if they match: a query needs more than openings and
    closings."""
    folded = query.status in ("open", "ended") or query.updated_from or query.updated_before
    return bool(folded) or not all(
        is_decided_by_opening(name) or name == "status:closed"
        for names in query.groups()
        for name in names
    )
