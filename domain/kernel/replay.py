"""The replay of a stream: each record asked for again on the state before it. *Whatever the service
refuses, the replay refuses*, in its words; what it would have written otherwise is told.

The row of a kind says how it is asked for (`domain/kernel/kinds.py`); a subject says what its state
is, and what else of a record it holds against its rules.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from domain.kernel.kinds import Otherwise
from domain.kernel.refusals import Refusal
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text

S = TypeVar("S")
T = TypeVar("T")


class Wrong(NamedTuple):
    """A record that the service would not have written, and why, as the end of a sentence."""

    seq: int
    text: Text


def in_short(sentence: Text) -> Text:
    """A sentence without its full stop, to stand inside another."""
    return sentence.changed(lambda words: words.rstrip("."))


def refused(e: Refusal) -> Otherwise:
    return Otherwise(Text("the service would have refused it: “{why}”", why=in_short(e.text)))


@contextmanager
def refusing() -> Iterator[None]:
    """Within it, what is refused would have been written otherwise: raises `Otherwise` for a
    `Refusal`."""
    try:
        yield
    except Refusal as e:
        raise refused(e) from None


def other_value(name: str, recorded: str, made: str) -> Otherwise:
    """A field has another value than was to be written; both as they are shown."""
    return Otherwise(
        Text(
            "its {name} is {shown}, where {shown2} was to be written",
            name=name,
            shown=recorded,
            shown2=made,
        )
    )


class Replay(Generic[S]):
    """A stream that is asked again, from its records and the state before them."""

    state: S

    def __init__(self, rows: Sequence[StoredRecord]) -> None:
        self.rows = rows
        self.wrong: list[Wrong] = []

    def follow(self) -> None:
        """Take in every record. What was found before the one that ends it stands."""
        at = 0
        while at < len(self.rows):
            together = self.hold(at)
            if not together:
                return
            for row in self.rows[at : at + together]:
                try:
                    self.fold(row)
                except Exception as e:  # noqa: BLE001  the rules were not made for all that can be stored
                    self.broken(row, e)
                    return
                self.folded()
            at += together

    def after(self, row: StoredRecord) -> StoredRecord | None:
        """The record that follows another, if there is one."""
        at = row.seq - self.rows[0].seq + 1
        return self.rows[at] if at < len(self.rows) else None

    @abstractmethod
    def hold(self, at: int) -> int:
        """Ask for the record at a place among the rows again, on the state before it; answers how
        many records were written with it, or 0 where nothing can be said from here on."""

    @abstractmethod
    def fold(self, row: StoredRecord) -> None:
        """Take a record into the state."""

    def folded(self) -> None:
        """The state is that after one more record."""

    @abstractmethod
    def broken(self, row: StoredRecord, e: Exception) -> None:
        """A record cannot be folded."""

    def asked(self, seq: int, ask: Callable[[], T]) -> T | None:
        """What is made where a record is asked for again; none where it is noted as wrong."""
        try:
            return ask()
        except Otherwise as e:
            self.wrong.append(Wrong(seq, e.text))
            return None
