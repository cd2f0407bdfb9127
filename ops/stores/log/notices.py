"""Notices of a log: its faults, and the state of its witnesses."""

from domain.kernel.text import Text
from ops.stores.cells import as_number, as_text
from ops.stores.pool import Connection

NOTICE = "witness "
"""The prefix of notices about a witness that refuses, followed by its key's label. The notice's
number is the time since when, in seconds (1: noted before times were)."""

AWAY = NOTICE + "away "
"""The prefix of notices about a witness that does not answer."""


def noticed(db: Connection) -> dict[str, tuple[bool, int, Text]]:
    """The notices about witnesses, by their keys' labels: whether they are away, since when, and
    the words."""
    query = "SELECT kind, number, en, fr FROM notices WHERE kind >= ? AND kind < ?"
    notices = {}
    for kind, number, en, fr in db.rows(query, (NOTICE, NOTICE + "\U0010ffff")):
        away = as_text(kind).startswith(AWAY)
        label = as_text(kind).removeprefix(AWAY if away else NOTICE)
        notices[label] = away, as_number(number), Text(as_text(en), as_text(fr))
    return notices


def notice(db: Connection, kind: str, text: Text | None, number: int) -> None:
    if text is None:
        db.execute("DELETE FROM notices WHERE kind = ?", (kind,))
    else:
        db.execute(
            "INSERT INTO notices (kind, number, en, fr) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind) DO UPDATE SET number = excluded.number, en = excluded.en, fr = "
            "excluded.fr",
            (kind, number, text.en, text.fr),
        )
