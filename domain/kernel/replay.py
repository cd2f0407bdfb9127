"""The replay of a stream: it requests each record again on the state before it. *Whatever the
service refuses, the replay refuses*, with the same sentence. It also reports whatever the service
would have written differently.

The row of a kind says how to request its records (`domain/kernel/kinds.py`). Subclasses define
the state and further checks.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from domain.kernel.kinds import RecordDiffers
from domain.kernel.refusals import Refusal
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text

S = TypeVar("S")
T = TypeVar("T")


class WrongRecord(NamedTuple):
    """A record that the service would not have written; `text` says why and can end a sentence."""

    seq: int
    text: Text


def without_full_stop(sentence: Text) -> Text:
    """A sentence without its full stop, for quoting in another."""
    return sentence.changed(lambda words: words.rstrip("."))


@contextmanager
def refusals_as_differences() -> Iterator[None]:
    """A context that turns a `Refusal` raised within it into `RecordDiffers`."""
    try:
        yield
    except Refusal as e:
        raise RecordDiffers(
            Text("the service would have refused it: “{why}”", why=without_full_stop(e.text))
        ) from None


def differing_value(name: str, recorded: str, due: str) -> RecordDiffers:
    """The error for a field whose recorded value is not the one that was `due`."""
    return RecordDiffers(
        Text(
            "its {name} is {recorded}, where {due} was to be written",
            name=name,
            recorded=recorded,
            due=due,
        )
    )


class Replay(Generic[S]):
    """Requests the records of a stream (`rows`) again, in order. Collects in `wrong` those that the
    service would not have written."""

    state: S

    def __init__(self, rows: Sequence[StoredRecord]) -> None:
        self.rows = rows
        self.wrong: list[WrongRecord] = []

    def follow(self) -> None:
        """Request and fold all records in order, up to the first that cannot be folded."""
        at = 0
        while at < len(self.rows):
            together = self.ask_again(at)
            if not together:
                return
            for row in self.rows[at : at + together]:
                try:
                    self.fold(row)
                except Exception as e:  # noqa: BLE001  the rules were not made for all that can be stored
                    self.fold_failed(row, e)
                    return
                self.after_fold()
            at += together

    def after(self, row: StoredRecord) -> StoredRecord | None:
        """The record after `row`, or None."""
        at = row.seq - self.rows[0].seq + 1
        return self.rows[at] if at < len(self.rows) else None

    @abstractmethod
    def ask_again(self, at: int) -> int:
        """Request the record `rows[at]` again on the state before it. Returns how many records that
        one request wrote, or 0 if the replay cannot go on."""

    @abstractmethod
    def fold(self, row: StoredRecord) -> None:
        """Apply a record to the state. Raises any exception if that is not possible."""

    def after_fold(self) -> None:
        """A hook that `follow` calls after each record that it has folded."""

    @abstractmethod
    def fold_failed(self, row: StoredRecord, e: Exception) -> None:
        """A hook that `follow` calls for the record that cannot be folded, with the error."""

    def noting_difference(self, seq: int, ask: Callable[[], T]) -> T | None:
        """Call `ask` and return its result. If it raises `RecordDiffers`, add record `seq` to
        `wrong` and return None."""
        try:
            return ask()
        except RecordDiffers as e:
            self.wrong.append(WrongRecord(seq, e.text))
            return None
