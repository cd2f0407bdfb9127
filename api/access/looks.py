"""The access log: every look at what is hidden by somebody whose own it is not, kept in the drawer.

One entry a look, under `<game>/<microseconds>-<random>`: keys sort by time, and nothing is ever changed or forgotten.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime

import msgspec
from msgspec import Struct

from api.http.body import asked
from api.http.middleware import ROUTE
from api.request.service import service
from domain.store.key_values import Drawer
from projections.search.query import BadCursor
from projections.store.keys import micros

KIND = "look"

_CURSOR = re.compile(r"[0-9]{17}-[0-9a-f]{8}")
_PLACE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


class Look(Struct, frozen=True):
    """Somebody looked: when, the key or link and its role, what was asked for, as which audience, at which record."""

    at: datetime
    actor: str
    role: str
    what: str
    audience: str
    seq: int


def note_look(game: str, seq: int, actor: str, role: str, audience: str) -> None:
    """Write down that the request being answered looks at a game's record as an audience."""
    clerk = service().clerk
    keep(clerk.drawer, game, Look(clerk.clock(), actor, role, _what(), audience, seq))


def keep(drawer: Drawer, game: str, look: Look) -> None:
    """Keep an entry."""
    drawer.keep(KIND, f"{game}/{micros(look.at):017d}-{secrets.token_hex(4)}", msgspec.json.encode(look))


def looks(drawer: Drawer, game: str, after: str, limit: int) -> tuple[tuple[Look, ...], str]:
    """Entries of a game, oldest first, after the one a page ended with (`""`: from the first); and what this page ends with, if
    more follow. Raises `BadCursor`."""
    if after and _CURSOR.fullmatch(after) is None:
        raise BadCursor(after)
    start = f"{game}/"
    found = list(drawer.items(KIND, start, start + after, limit + 1))
    page = tuple(msgspec.json.decode(data, type=Look) for _, data in found[:limit])
    return page, found[limit - 1][0].removeprefix(start) if found[limit:] else ""


def _what() -> str:
    request = asked()
    where = _PLACE.sub(r"{\1}", request.environ.get(ROUTE, ""))
    return f"{request.method} {where}"
