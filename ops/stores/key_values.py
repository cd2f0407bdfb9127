"""The key-value store (`domain/kernel/key_values.py`) over the cells of a store, with what is
secret or believed in it sealed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from eventsourcing.persistence import OperationalError

from domain.kernel.encryption import Cipher, NotSealed
from ops.settings.keys import read_secret_key

DRAWER = "drawer/1"
"""What the key-value store's cipher is for."""

SECRET = ("seed", "deal", "contribution")
"""Kinds that nobody may read before their time."""

BELIEVED = ("board",)
"""Kinds that are believed, so that nobody else may write them."""

SEALED = b"greffe-sealed-1\n"
"""The first bytes of a sealed value."""

LAST = "\U0010ffff"
"""What no key begins with: a key's prefix with this behind it is after every key that begins with
the prefix."""


class Cells(Protocol):
    """A store's own table of bytes by kind and key. Raises the library's `PersistenceError`."""

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Put `data` there, durably, unless something is."""

    def get(self, kind: str, key: str) -> bytes | None: ...

    def delete(self, kind: str, key: str) -> None:
        """Leave nothing there."""

    def keys(self, kind: str, start: str) -> list[str]:
        """The keys that begin with `start`, in the order of their characters' code points."""

    def items(
        self, kind: str, start: str, after: str, limit: int | None
    ) -> list[tuple[str, bytes]]:
        """Keys and what is there: those after the key `after`, at most `limit` of them."""

    def change(
        self, kinds: Sequence[str], changed: Callable[[str, str, bytes], bytes | None]
    ) -> int:
        """Put in place of what is there what `changed` makes of kind, key and data, where it makes
        something; answers how often."""

    def scrub(self) -> None:
        """Leave no trace of what was deleted in the store's own files."""


def cipher_of(secret_key_file: str) -> Cipher | None:
    """The cipher of the key-value store by the key in a file; none where no file is named."""
    return (
        Cipher(read_secret_key(Path(secret_key_file)).encode(), DRAWER) if secret_key_file else None
    )


class KeyValues:
    """The key-value store. What is secret in it, and the kept boards, which must not be forged, are
    sealed with a key that is not in the store, if there is one; each value is bound to its kind and
    key."""

    def __init__(self, cells: Cells, cipher: Cipher | None = None) -> None:
        self.cells = cells
        self._cipher = cipher

    def keep(self, kind: str, key: str, data: bytes) -> bytes:
        there = self.fetch(kind, key)
        if there is not None:
            return there
        self.cells.put(kind, key, self._kept(kind, key, data))
        cell = self.cells.get(kind, key)
        if cell is None:  # kept, and erased meanwhile by another process
            return data
        value = self._opened(kind, key, cell)
        if value is None:
            raise OperationalError(f"the {kind} that is kept here cannot be read with this key")
        return value

    def fetch(self, kind: str, key: str) -> bytes | None:
        data = self.cells.get(kind, key)
        return None if data is None else self._opened(kind, key, data)

    def erase(self, kind: str, key: str) -> None:
        self.cells.delete(kind, key)

    def keys(self, kind: str, start: str = "") -> list[str]:
        return self.cells.keys(kind, start)

    def items(
        self, kind: str, start: str = "", after: str = "", limit: int | None = None
    ) -> list[tuple[str, bytes]]:
        return self.cells.items(kind, start, after, limit)

    def seal(self) -> int:
        """Seal what is kept in the clear; answers how many values that were."""
        if self._cipher is None:
            return 0
        sealed = self.cells.change(
            SECRET,
            lambda kind, key, data: (
                None if data.startswith(SEALED) else self._kept(kind, key, data)
            ),
        )
        if sealed:
            self.scrub()  # no copy of them stays behind in the store's files
        return sealed

    def unreadable(self) -> int:
        """How many secrets were sealed with another key."""
        return sum(self.fetch(kind, key) is None for kind in SECRET for key in self.keys(kind))

    def scrub(self) -> None:
        self.cells.scrub()

    def _kept(self, kind: str, key: str, data: bytes) -> bytes:
        if self._cipher is None or kind not in (*SECRET, *BELIEVED):
            return data
        return SEALED + self._cipher.seal(data, f"{kind}\n{key}")

    def _opened(self, kind: str, key: str, data: bytes) -> bytes | None:
        """A stored value as it was kept, or none where it cannot be opened or, if it is to be
        believed, nobody sealed it. A seed or a part in the clear is taken: it is held against its
        commitment."""
        if kind not in (*SECRET, *BELIEVED):
            return data
        if not data.startswith(SEALED):
            return data if self._cipher is None or kind in SECRET else None
        try:
            return (
                None
                if self._cipher is None
                else self._cipher.open(data.removeprefix(SEALED), f"{kind}\n{key}")
            )
        except NotSealed:
            return None
