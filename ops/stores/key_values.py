"""The key-value store (`domain/kernel/key_values.py`) over the cells of a store, with what is
secret or believed in it sealed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from eventsourcing.persistence import OperationalError

from domain.kernel.encryption import Cipher, NotSealed
from ops.settings.keys import read_secret_key
from ops.stores.cells import as_bytes
from ops.stores.pool import Pool

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


class KeyValueTable:
    """The table of the key-value store: bytes by kind and key, the keys in the order of their
    characters' code points. Every method raises the library's `PersistenceError`."""

    def __init__(self, connections: Pool) -> None:
        self.connections = connections

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Put `data` there, durably, unless something is."""
        self._execute(
            "INSERT INTO drawer (kind, key, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (kind, key, data),
        )

    def get(self, kind: str, key: str) -> bytes | None:
        there = self._rows("SELECT data FROM drawer WHERE kind = ? AND key = ?", (kind, key))
        return as_bytes(there[0][0]) if there else None

    def delete(self, kind: str, key: str) -> None:
        self._execute("DELETE FROM drawer WHERE kind = ? AND key = ?", (kind, key))

    def keys(self, kind: str, start: str) -> list[str]:
        """The keys that begin with `start`."""
        return [key for (key,) in self._select("key", kind, start)]

    def items(
        self, kind: str, start: str, after: str, limit: int | None
    ) -> list[tuple[str, bytes]]:
        """Keys and what is there: those after the key `after`, at most `limit` of them."""
        return self._select("key, data", kind, start, after, limit)

    def change(
        self, kinds: Sequence[str], changed: Callable[[str, str, bytes], bytes | None]
    ) -> int:
        """Put in place of what is there what `changed` makes of kind, key and data, where it makes
        something; answers how often."""
        places = ", ".join("?" * len(kinds))
        query = (
            f"SELECT kind, key, data FROM drawer WHERE kind IN ({places}){self.connections.locking}"  # noqa: S608  only our own words
        )
        with self.connections.transaction(writing=True) as db:
            made = [
                (changed(kind, key, as_bytes(data)), kind, key)
                for kind, key, data in db.rows(query, kinds)
            ]
            others = [row for row in made if row[0] is not None]
            db.executemany("UPDATE drawer SET data = ? WHERE kind = ? AND key = ?", others)
        return len(others)

    def _rows(self, statement: str, values: Sequence[str | int]) -> list[Any]:
        with self.connections.connection() as db:
            return list(db.rows(statement, values))

    def _execute(self, statement: str, values: Sequence[str | bytes]) -> None:
        with self.connections.connection(writing=True) as db:
            db.execute(statement, values)

    def _select(
        self, what: str, kind: str, start: str, after: str = "", limit: int | None = None
    ) -> list[Any]:
        where = "kind = ? AND key >= ? AND key < ? AND key > ?"
        statement = f"SELECT {what} FROM drawer WHERE {where} ORDER BY key"  # noqa: S608  only our own words
        values: list[str | int] = [kind, start, start + LAST, after]
        return (
            self._rows(statement, values)
            if limit is None
            else self._rows(statement + " LIMIT ?", [*values, limit])
        )


def cipher_of(secret_key_file: str) -> Cipher | None:
    """The cipher of the key-value store by the key in a file; none where no file is named."""
    return (
        Cipher(read_secret_key(Path(secret_key_file)).encode(), DRAWER) if secret_key_file else None
    )


class KeyValues:
    """The key-value store. What is secret in it, and the kept boards, which must not be forged, are
    sealed with a key that is not in the store, if there is one; each value is bound to its kind and
    key."""

    def __init__(self, cells: KeyValueTable, cipher: Cipher | None = None) -> None:
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
        self.cells.connections.scrub()

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
