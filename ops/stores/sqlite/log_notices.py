"""What the log's file notes of its witnesses."""

from __future__ import annotations

import sqlite3

from domain.rules.text import Text
from ops.stores.sqlite.cells import as_number, as_text, rows

NOTICE = "witness "
"""What the kind of a notice about a witness that refuses begins with; its key's label follows, which has no space in it. The
notice's number is the second since when it has been so (1: it was noted before seconds were)."""

AWAY = NOTICE + "away "
"""The same for a witness that does not answer."""


def noticed(db: sqlite3.Connection) -> dict[str, tuple[bool, int, Text]]:
    """What a log's file notes of witnesses, by their keys' labels: whether they are away, since when, and the words."""
    query = "SELECT kind, number, en, fr FROM notices WHERE kind >= ? AND kind < ?"
    found = {}
    for kind, number, en, fr in rows(db, query, (NOTICE, NOTICE + "\U0010ffff")):
        away = as_text(kind).startswith(AWAY)
        label = as_text(kind).removeprefix(AWAY if away else NOTICE)
        found[label] = away, as_number(number), Text(as_text(en), as_text(fr))
    return found
