"""Notices of a log: sentences about its faults and about its witnesses."""

from domain.kernel.text import Text
from ops.stores.cells import as_number, as_text
from ops.stores.pool import Connection

NOTICE = "witness "
"""The prefix of the kind of a notice about a witness that refuses, followed by the label of its
key. The notice's number is the time of its beginning in seconds since 1970 (1: not known)."""

AWAY = NOTICE + "away "
"""The same prefix for a witness that does not answer."""


def witness_notices(db: Connection) -> dict[str, tuple[bool, int, Text]]:
    """The notices about witnesses by the label of their key, each as (whether it does not answer,
    since when in seconds since 1970, the sentence)."""
    query = "SELECT kind, number, en, fr FROM notices WHERE kind >= ? AND kind < ?"
    notices = {}
    for kind, number, en, fr in db.rows(query, (NOTICE, NOTICE + "\U0010ffff")):
        away = as_text(kind).startswith(AWAY)
        label = as_text(kind).removeprefix(AWAY if away else NOTICE)
        notices[label] = away, as_number(number), Text(as_text(en), as_text(fr))
    return notices


def set_notice(db: Connection, kind: str, text: Text | None, number: int) -> None:
    """Store a notice of this kind with its number, in place of an earlier one (`text` None: delete
    it)."""
    if text is None:
        db.execute("DELETE FROM notices WHERE kind = ?", (kind,))
    else:
        db.execute(
            "INSERT INTO notices (kind, number, en, fr) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind) DO UPDATE SET number = excluded.number, en = excluded.en, fr = "
            "excluded.fr",
            (kind, number, text.en, text.fr),
        )
