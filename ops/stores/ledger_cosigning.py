"""Cosignatures in the log's file: each stands under the signed checkpoint it is for, as in any C2SP note."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from domain.ledger.notes import Signature, read_note
from domain.words import Text
from ops.stores.ledger_writing import Step, no_step
from ops.stores.sqlite_file import Connections

NOTICE = "witness "
"""What the kind of a notice about a witness begins with; its key's label follows."""


class Cosignatures:
    """A log's file, open for whoever brings cosignatures. Its writer goes on meanwhile: neither touches what is the other's."""

    def __init__(self, path: Path, step: Step = no_step) -> None:
        """Raises `OperationalError` where there is no such file."""
        self._connections = Connections(str(path))
        self._step = step

    def keep(self, size: int, text: str, cosignatures: Iterable[Signature]) -> bool:
        """Put cosignatures under the checkpoint with this text; false where it is not kept any more. Raises the library's
        `PersistenceError`."""
        with self._connections.writing() as db:
            db.execute("BEGIN IMMEDIATE")
            self._step("begun")
            found = False
            for number, data in db.execute("SELECT number, note FROM checkpoints WHERE size = ?", (size,)).fetchall():
                note = read_note(data)
                if note.text == text:
                    signed = note.with_signatures(cosignatures).encode()
                    db.execute("UPDATE checkpoints SET note = ? WHERE number = ?", (signed, number))
                    found = True
            self._step("written")
            db.execute("COMMIT")
        self._step("kept")
        return found

    def say(self, label: str, text: Text | None) -> None:
        """Note what is wrong with the witness whose key has this label, or that nothing is. Raises `PersistenceError`."""
        with self._connections.writing() as db:
            if text is None:
                db.execute("DELETE FROM notices WHERE kind = ?", (NOTICE + label,))
            else:
                db.execute("INSERT OR REPLACE INTO notices VALUES (?, 1, ?, ?)", (NOTICE + label, text.en, text.fr))

    def said(self) -> dict[str, Text]:
        """What is wrong with witnesses, by their keys' labels."""
        with self._connections.reader() as db:
            rows = db.execute("SELECT kind, en, fr FROM notices WHERE kind >= ? AND kind < ?", (NOTICE, NOTICE + "\U0010ffff"))
            return {kind.removeprefix(NOTICE): Text(en, fr) for kind, en, fr in rows}

    def close(self) -> None:
        """Close the file."""
        self._connections.close()
