"""The access log: every look at another's hidden information, in the key-value store.

Each look is an entry `<game>/<microseconds>-<random>`: keys sort by time, and none is ever changed
or deleted.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime

import msgspec
from msgspec import Struct

from api.web.body import NO_PAGE, invalid_parameters
from domain.kernel.key_values import KeyValueStore, whole_as
from projections.store.keys import micros

KIND = "look"

_CURSOR = re.compile(r"[0-9]{17}-[0-9a-f]{8}")


def keep(key_values: KeyValueStore, game: str, look: Look) -> None:
    key_values.keep(
        KIND, f"{game}/{micros(look.at):017d}-{secrets.token_hex(4)}", msgspec.json.encode(look)
    )


def looks(
    key_values: KeyValueStore, game: str, after: str, limit: int
) -> tuple[tuple[Look, ...], str]:
    """Entries of a game, oldest first, after a cursor (`""`: from the first), and the next page's
    cursor. Raises `invalid-parameters` for a malformed one."""
    if after and _CURSOR.fullmatch(after) is None:
        raise invalid_parameters({"after": NO_PAGE})
    start = f"{game}/"
    result = list(key_values.items(KIND, start, start + after, limit + 1))
    page = tuple(whole_as(Look, result[:limit]))
    return page, result[limit - 1][0].removeprefix(start) if result[limit:] else ""


class Look(Struct, frozen=True):
    """A look at hidden information: its time, the key or link (`actor`) with its role, the address
    asked for (`what`), the audience read as, and the record."""

    at: datetime
    actor: str
    role: str
    what: str
    audience: str
    seq: int


class LookPage(Struct, frozen=True):
    """The access log of a game, oldest first; `next` is the `after` of the page that follows, if
    one does."""

    game: str
    looks: tuple[Look, ...]
    next: str | None
