"""The access log, in the key-value store. It has a `Look` for each time that an arbiter, an
organiser or the operator reads a game with secrets as a seat or as the arbiter.

The key of a `Look` is `<game>/<microseconds>-<random>`, so keys sort by time. No entry is ever
changed or deleted.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime

import msgspec
from msgspec import Struct

from api.web.body import NO_PAGE, invalid_parameters
from domain.kernel.key_values import KeyValueStore, undamaged_as
from projections.store.keys import micros

KIND = "look"

_CURSOR = re.compile(r"[0-9]{17}-[0-9a-f]{8}")


def store_look(key_values: KeyValueStore, game: str, look: Look) -> None:
    key_values.keep(
        KIND, f"{game}/{micros(look.at):017d}-{secrets.token_hex(4)}", msgspec.json.encode(look)
    )


def looks_page(
    key_values: KeyValueStore, game: str, after: str, limit: int
) -> tuple[tuple[Look, ...], str]:
    """The first `limit` entries of a game's access log after the cursor `after` (`""`: from the
    first), oldest first; and the next page's cursor (empty: no more). Raises `invalid-parameters`
    for a malformed cursor."""
    if after and _CURSOR.fullmatch(after) is None:
        raise invalid_parameters({"after": NO_PAGE})
    start = f"{game}/"
    result = list(key_values.items(KIND, start, start + after, limit + 1))
    page = tuple(undamaged_as(Look, result[:limit]))
    return page, result[limit - 1][0].removeprefix(start) if result[limit:] else ""


class Look(Struct, frozen=True):
    """A look at the secrets of a game, as its access log keeps it: the time, the key or link
    (`actor`) with its role, the requested address (`what`), the audience as which it was read, and
    the game's newest record at that time (`seq`)."""

    at: datetime
    actor: str
    role: str
    what: str
    audience: str
    seq: int


class LookPage(Struct, frozen=True):
    """The access log of a game, oldest first. `next` is the value of `after` for the next page;
    null on the last one."""

    game: str
    looks: tuple[Look, ...]
    next: str | None
