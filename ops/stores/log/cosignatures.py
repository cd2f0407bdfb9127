"""Adding cosignatures to the log: they are appended to the stored checkpoint that they sign, as in
any C2SP note."""

from collections.abc import Callable, Iterable
from time import time

from domain.kernel.text import Text
from domain.proof.log.notes import Signature, read_note
from ops.settings.addresses import Place
from ops.stores.cells import as_bytes, as_number
from ops.stores.log.notices import AWAY, NOTICE, set_notice, witness_notices
from ops.stores.log.opening import log_database
from ops.stores.log.writing import Step, no_step


class Cosignatures:
    """A log, opened for adding cosignatures while its writer works. The two change different
    rows."""

    def __init__(
        self, place: Place, step: Step = no_step, clock: Callable[[], float] = time
    ) -> None:
        """Raises `OperationalError` if there is no log."""
        self._database = log_database(place)
        self._step = step
        self._clock = clock

    def keep(self, size: int, text: str, cosignatures: Iterable[Signature]) -> bool:
        """Append cosignatures to the stored checkpoint with this size and text. Returns False if it
        is not stored any more. Raises `PersistenceError`."""
        with self._database.transaction(self._step) as db:
            stored = False
            for number, data in db.rows(
                "SELECT number, note FROM checkpoints WHERE size = ?", (size,)
            ):
                note = read_note(as_bytes(data))
                if note.text == text:
                    signed = note.with_signatures(cosignatures).encode()
                    db.execute("UPDATE checkpoints SET note = ? WHERE number = ?", (signed, number))
                    stored = True
            self._step("written")
        return stored

    def set_notice(self, label: str, text: Text | None, *, away: bool = False) -> None:
        """Store a notice about the witness whose key has this label (None: delete it). `away`: it
        does not answer, else it refuses. The time of a notice is kept while its kind stays the
        same. Raises `PersistenceError`."""
        kind = (AWAY if away else NOTICE) + label
        with self._database.transaction(no_step) as db:
            since = db.rows("SELECT number FROM notices WHERE kind = ?", (kind,))
            db.execute("DELETE FROM notices WHERE kind IN (?, ?)", (NOTICE + label, AWAY + label))
            set_notice(db, kind, text, as_number(since[0][0]) if since else int(self._clock()))

    def notices(self) -> dict[str, Text]:
        with self._database.reader() as db:
            return {label: text for label, (_, _, text) in witness_notices(db).items()}

    def close(self) -> None:
        self._database.close()
