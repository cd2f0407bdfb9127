"""Lists over all shards: the shard that is asked takes its own page and one of each other, and merges them.

Each shard lists its own, by its own index and in its own order. A page's cursor says how far each of them was read, so nothing is
passed over and nothing told twice, whatever is written meanwhile. Who may see what is settled by the shard that is asked; what it
asks the others says so (`owner`, `public`). A shard that does not answer is named: no list is shorter without saying so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from flask import g
from msgspec import Raw, Struct

from api.http.body import NO_PAGE, invalid_parameters
from api.problems.problem import Problem
from api.request.service import service
from domain.rules.text import Text
from projections.search.query import BadCursor, cursor

CURSOR = 600
"""The most characters of a cursor: some twenty shards."""

_PLACE = re.compile("([a-z][a-z0-9]{0,7})\\.([0-9]{1,15})")
_AWAY = "away_shards"


class Item(Struct, frozen=True, array_like=True):
    """Something in a list: the notification id by which its shard sorts it, when it was written to last, and what is shown."""

    number: int
    at: datetime
    shown: Any


class Slice(Struct, frozen=True, array_like=True):
    """A page of one shard: `after` is the number that it ended with, 0 for the last page."""

    items: tuple[Item, ...]
    after: int
    total: int | None


class Merged(Struct, frozen=True):
    """A page of all shards: `after` is the cursor of the page that follows, if one does; `missing` are those that did not answer,
    whose total nobody knows either."""

    items: tuple[Item, ...]
    after: str
    total: int | None
    missing: tuple[str, ...] = ()


class Wanted(Struct, frozen=True):
    """What one shard asks another: which list, of what, and which page of it."""

    what: str
    of: Raw
    below: int | None = None
    limit: int = 0


def slice_of(rows: Iterable[tuple[int, Any]], limit: int, total: int | None = None) -> Slice:
    """A page of rows, the one written to last first, each with its number; what is shown has its time as `at`."""
    found = list(islice(rows, limit + 1))
    items = tuple(Item(number, shown.at, shown) for number, shown in found[:limit])
    return Slice(items, items[-1].number if len(found) > limit else 0, total)


def merged(what: str, of: object, after: str, limit: int, own: Callable[[float, int], Slice], read: Callable[[Raw], Any]) -> Merged:
    """A page of the list `what`, of all shards where there are several. `own` takes this shard's below a number; `read` makes of
    what another shard shows what this one does. Raises `invalid-parameters` for a cursor that is none."""
    others = service().others
    if others is None:
        try:
            page = own(cursor(after), limit)
        except BadCursor:
            raise _no_page() from None
        return Merged(page.items, str(page.after) if page.after else "", page.total)
    places = _places(after, others.own)
    data = Raw(msgspec.json.encode(of))
    wanted = {
        name: msgspec.json.encode(Wanted(what, data, places.get(name), limit)) for name in others.names() if places.get(name) != 0
    }
    asked = others.ask(wanted)
    pages: dict[str, Slice] = {}
    if places.get(others.own) != 0:
        pages[others.own] = own(float("inf") if others.own not in places else places[others.own], limit)
    answers = asked()
    for name, answer in answers.items():
        if answer is not None:
            said = _decode(answer)
            pages[name] = Slice(tuple(Item(i.number, i.at, read(i.shown)) for i in said.items), said.after, said.total)
    missing = tuple(sorted(name for name, answer in answers.items() if answer is None))
    _note_away(missing)
    items, further = _merge(pages, limit)
    left = any(further.values())
    totals = [page.total for page in pages.values()]
    whole = not missing and not any(number == 0 for number in places.values())
    total = sum(one for one in totals if one is not None) if whole and None not in totals else None
    return Merged(items, _cursor(places | further) if left else "", total, missing)


class _Wire(Struct, frozen=True, array_like=True):
    """An item as it comes from another shard."""

    number: int
    at: datetime
    shown: Raw


class _Page(Struct, frozen=True, array_like=True):
    """A page as it comes from there."""

    items: tuple[_Wire, ...]
    after: int
    total: int | None


_decode = msgspec.json.Decoder(_Page).decode


def _merge(pages: Mapping[str, Slice], limit: int) -> tuple[tuple[Item, ...], dict[str, int]]:
    """The first items of all pages, and how far each shard was read by them (0: to its end).

    Each shard's order stays as it is. A home that came by a move stands where its records arrived, with an older time: it counts
    as old as what stands behind it in its shard, so that it holds up nothing.
    """
    ranked: list[tuple[datetime, str, int, Item]] = []
    for name, page in pages.items():
        newest = datetime.min
        for place, item in reversed(list(enumerate(page.items))):
            newest = max(newest, item.at.replace(tzinfo=None))
            ranked.append((newest, name, place, item))
    ranked.sort(key=lambda one: (one[1], one[2]))
    ranked.sort(key=lambda one: one[0], reverse=True)
    taken = ranked[:limit]
    count = {name: sum(one[1] == name for one in taken) for name in pages}
    further: dict[str, int] = {}
    for name, page in pages.items():
        if count[name] == len(page.items):
            further[name] = page.after
        elif count[name]:
            further[name] = page.items[count[name] - 1].number
        else:
            further[name] = page.items[0].number + 1
    return tuple(item for _, _, _, item in taken), further


def _places(after: str, own: str) -> dict[str, int]:
    """How far each shard was read; a cursor from before there were shards is this one's."""
    if not after:
        return {}
    if after.isascii() and after.isdigit() and len(after) < 16:
        return {own: int(after)}
    found = [_PLACE.fullmatch(one) for one in after[: CURSOR + 1].split("-")]
    if len(after) > CURSOR or not all(found):
        raise _no_page()
    return {one[1]: int(one[2]) for one in found if one}


def _cursor(places: Mapping[str, int]) -> str:
    return "-".join(f"{name}.{number}" for name, number in sorted(places.items()))


def _no_page() -> Problem:
    return invalid_parameters({"after": NO_PAGE})


def cursor_in(text: str) -> str:
    """A cursor in the address of a page; empty for what is none."""
    try:
        _places(text, "")
    except Problem:
        return ""
    return text


POSITION = "position"
"""What shards call this among each other: how far a record goes."""


def positions() -> tuple[object, ...]:
    """How far the records of the other shards go, and which of them do not say: what tells a page of lists from the one before."""
    found, missing = _gathered(POSITION, "", int)
    _note_away(missing)
    return (*found, *missing)


def kept_here(games: Sequence[str]) -> tuple[list[str], list[str]]:
    """Which of these are this shard's, and which may be another's: to be asked for there. Where there are no others, all are."""
    found = service()
    if found.others is None:
        return list(games), []
    gone, here, other = found.index.elsewhere(), list[str](), list[str]()
    for id in games:
        (here if id not in gone and found.clerk.recorder.select_events(id, limit=1) else other).append(id)
    return (here, other) if here else (list(games), [])


def positions_elsewhere() -> dict[str, int | None]:
    """How far the record of each other shard goes; none of one that does not say."""
    return answers_elsewhere(POSITION, "", int)


# -- what is no page -----------------------------------------------------------------------------------------------------


def gathered(what: str, of: object, type: Any) -> list[Any]:
    """What each other shard answers of all that it has. Raises `shard-away` where one does not."""
    found, missing = _gathered(what, of, type)
    if missing:
        raise away(missing)
    return found


def gathered_gladly(what: str, of: object, type: Any) -> list[Any]:
    """The same without those that do not answer, where what they would add is no part of a list: names beside it."""
    return _gathered(what, of, type)[0]


def _gathered(what: str, of: object, type: Any) -> tuple[list[Any], tuple[str, ...]]:
    answers = _answers(what, of, type)
    found = [answer for answer in answers.values() if answer is not None]
    return found, tuple(sorted(name for name, answer in answers.items() if answer is None))


def answers_elsewhere(what: str, of: object, type: Any) -> dict[str, Any]:
    """What each other shard answers, by its name; none of one that does not, which a page says."""
    found = _answers(what, of, type)
    _note_away(name for name, answer in found.items() if answer is None)
    return found


def _answers(what: str, of: object, type: Any) -> dict[str, Any]:
    others = service().others
    if others is None:
        return {}
    body = msgspec.json.encode(Wanted(what, Raw(msgspec.json.encode(of))))
    answers = others.ask(dict.fromkeys(others.names(), body))()
    return {name: None if answer is None else msgspec.json.decode(answer, type=type) for name, answer in answers.items()}


def away(missing: Iterable[str]) -> Problem:
    """The problem of what can only be told of all shards."""
    text = Text("What the shard {shards} has is missing: it does not answer now.", shards=", ".join(missing))
    return Problem("shard-away", text, headers={"Retry-After": "5"})


def _note_away(missing: Iterable[str]) -> None:
    """Note for the page that is being made which shards its lists lack."""
    setattr(g, _AWAY, getattr(g, _AWAY, frozenset()) | frozenset(missing))


def shards_away() -> tuple[str, ...]:
    """The shards that the lists of this request lack."""
    return tuple(sorted(getattr(g, _AWAY, frozenset())))
