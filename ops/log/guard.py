"""The guard: the last signed head in a file outside the database, written before each signature.

A database can be restored from yesterday's copy without a trace. The guard is not part of it, so a
log that has become shorter, or another log of the same size, is not signed.
"""

from pathlib import Path
from time import monotonic, time

from domain.kernel.log import SignedHead
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import Checkpoint, check_growth, read_checkpoint
from domain.proof.log.merkle import Fetch, consistency_proof
from ops.settings.durable import write_durably
from ops.settings.errors import SigningRefused, reason
from ops.stores.log.writing import Step, no_step

MOST = 4096
"""The largest size of the file in bytes."""


class Guard:
    """The file of the guard. It contains the text of a checkpoint without signatures."""

    def __init__(self, file: Path, step: Step = no_step) -> None:
        self.file = file
        self._step = step

    def last(self) -> Checkpoint | None:
        """The last head that was signed, or None if there is no file. Raises `SigningRefused` if
        the file cannot be read."""
        try:
            with self.file.open("rb") as f:
                return read_checkpoint(f.read(MOST).decode())
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, Refused) as e:
            why = (getattr(e, "strerror", "") or str(e)).rstrip(".")
            raise SigningRefused(
                Text(
                    "The log is not signed: its guard {name} cannot be read ({why}). Put the "
                    "newest back, or run greffe fsck --guard.",
                    name=self.file.name,
                    why=why,
                ),
            ) from None

    def admit(self, new: Checkpoint, fetch: Fetch, *, signed: bool) -> None:
        """Check that `new` may be signed, and store it as the last head. `fetch` returns nodes of
        its tree; `signed`: whether this log was signed before. Raises `SigningRefused` if `new`
        does not extend the last head, or if the file is missing although the log was signed."""
        old = self.last()
        if old is None:
            if signed:
                raise SigningRefused(self.guard_missing_text())
        else:
            self._need_extension(old, new, fetch)
        if old is None or not old.same_head(new):
            self.keep(new)

    def _need_extension(self, old: Checkpoint, new: Checkpoint, fetch: Fetch) -> None:
        if old.origin != new.origin:
            raise SigningRefused(
                Text(
                    "The log is not signed: its guard {name} is that of another log, {origin}.",
                    name=self.file.name,
                    origin=old.origin,
                ),
            )
        if new.size < old.size:
            raise self._shorter_error(old, new)
        try:
            check_growth(old, new, consistency_proof(old.size, new.size, fetch) if old.size else ())
        except Refused:
            raise self._altered_error(old) from None

    def keep(self, head: Checkpoint) -> None:
        """Write a head to the file. Raises `SigningRefused` if it cannot be written."""
        try:
            write_durably(self.file, head.encode().encode(), step=self._step)
        except OSError as e:
            raise SigningRefused(
                Text(
                    "The log is not signed: its guard {name} cannot be written ({why}).",
                    name=self.file.name,
                    why=reason(e),
                ),
            ) from None

    def guard_missing_text(self) -> Text:
        return Text(
            "The log is not signed: its guard {name} is gone, although the log was signed before. "
            "Put it back, or, if this is the newest state there is, run greffe fsck --guard.",
            name=self.file.name,
        )

    def _shorter_error(self, old: Checkpoint, new: Checkpoint) -> SigningRefused:
        return SigningRefused(
            Text(
                "The log is not signed: it would go back, to {size} entries where {signed} were "
                "signed for. An old copy was put there: put the newest in its place, or begin a "
                "new log with greffe keygen --succeed.",
                size=new.size,
                signed=old.size,
            ),
        )

    def _altered_error(self, old: Checkpoint) -> SigningRefused:
        return SigningRefused(
            Text(
                "The log is not signed: its first {n} entries are not those that were signed for. "
                "They were changed, greffe fsck names them: put the newest true copy in its "
                "place, or begin a new log with greffe keygen --succeed.",
                n=old.size,
            ),
        )


# -- for the log's readers -------------------------------------------------------------------------


GRACE = 2.0
"""Seconds for which a head may be missing in the log after it was written to the guard, which comes
first."""


class GuardReader:
    """The guard, as read by a process that does not sign. The file is read again only after it has
    changed."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._stamp: tuple[int, int] | None = None
        self._since = float("-inf")
        self._size = 0
        self._unread: Text | None = None

    def why_lost(self, head: SignedHead | None) -> Text | None:
        """Why `head` cannot be the newest head that was signed, or None. Such a head is not served,
        since the log would seem to go back."""
        self._refresh()
        newest = head.size if head is not None else 0
        if newest >= self._size or monotonic() < self._since + GRACE:
            return None
        return Text(
            "The log's newest signed head is of size {newest}, where one of size {size} was "
            "signed: what would go back is not served. Put the newest copy of the log back; what "
            "the record still has is signed again by itself.",
            newest=newest,
            size=self._size,
        )

    def why_wrong(self, head: SignedHead | None) -> Text | None:
        """Why `head` cannot be the newest head that was signed, or else what is wrong with the
        guard's file, or None."""
        fault = self.why_lost(head)
        if fault is None and self._unread is not None:
            return self._unread
        return (
            self._guard.guard_missing_text()
            if fault is None and self._stamp is None and head is not None
            else fault
        )

    def _refresh(self) -> None:
        try:
            stat = self._guard.file.stat()
        except OSError:
            self._stamp, self._size, self._unread = None, 0, None
            return
        stamp = (stat.st_mtime_ns, stat.st_ino)
        if stamp == self._stamp:
            return
        try:
            last = self._guard.last()
        except SigningRefused as e:
            self._stamp, self._size, self._unread = stamp, 0, e.text
            return
        self._stamp, self._size, self._unread = stamp, last.size if last is not None else 0, None
        # By the file's own time: a process that has just started may look between the guard and its
        # head, as any other may. A clock that was set back only lengthens the wait, and never
        # beyond the grace.
        self._since = monotonic() - max(0.0, time() - stat.st_mtime)
