"""Cosignatures in the log's file: each stands under the signed checkpoint it is for, as in any C2SP note."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from time import time

from domain.ledger.log.notes import Signature, read_note
from domain.rules.text import Text
from ops.stores.sqlite.connections import Connections
from ops.stores.sqlite.log_notices import AWAY, NOTICE, noticed
from ops.stores.sqlite.log_writing import Step, no_step


class Cosignatures:
    """A log's file, open for adding cosignatures. Its writer goes on meanwhile: neither touches what is the other's."""

    def __init__(self, path: Path, step: Step = no_step, clock: Callable[[], float] = time) -> None:
        """Raises `OperationalError` where there is no such file."""
        self._connections = Connections(str(path))
        self._step = step
        self._clock = clock

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

    def say(self, label: str, text: Text | None, *, away: bool = False) -> None:
        """Note what is wrong with the witness whose key has this label, or that nothing is. One that goes on being `away`, or
        refusing, has been so since it was first noted. Raises `PersistenceError`."""
        kind = (AWAY if away else NOTICE) + label
        with self._connections.writing() as db:
            db.execute("BEGIN IMMEDIATE")
            since = db.execute("SELECT number FROM notices WHERE kind = ?", (kind,)).fetchone()
            db.execute("DELETE FROM notices WHERE kind IN (?, ?)", (NOTICE + label, AWAY + label))
            if text is not None:
                number = int(self._clock()) if since is None else since[0]
                db.execute("INSERT INTO notices VALUES (?, ?, ?, ?)", (kind, number, text.en, text.fr))
            db.execute("COMMIT")

    def said(self) -> dict[str, Text]:
        """What is wrong with witnesses, by their keys' labels."""
        with self._connections.reader() as db:
            return {label: text for label, (_, _, text) in noticed(db).items()}

    def close(self) -> None:
        """Close the file."""
        self._connections.close()
