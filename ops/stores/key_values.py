"""The key-value store (`domain/kernel/key_values.py`) as a table of the record's store. Secret and
trusted values are sealed (encrypted and authenticated)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eventsourcing.persistence import OperationalError

from domain.kernel.encryption import Cipher, NotSealed
from ops.settings.keys import read_secret_key
from ops.stores.cells import as_bytes, as_text
from ops.stores.pool import Pool

DRAWER = "drawer/1"
"""The purpose for which the cipher's key is derived."""

SECRET = ("seed", "deal", "contribution")
"""Kinds of values that nobody may read before their time."""

BELIEVED = ("board",)
"""Kinds of values that readers trust, so that nobody else must be able to write them."""

SEALED = b"greffe-sealed-1\n"
"""The first bytes of a sealed value."""


LAST = "\U0010ffff"
"""Appended to a prefix, it sorts after every key with that prefix."""


def cipher_of(secret_key_file: str) -> Cipher | None:
    """The cipher of the key-value store with the key in the file of this name; None if the name is
    empty."""
    return (
        Cipher(read_secret_key(Path(secret_key_file)).encode(), DRAWER) if secret_key_file else None
    )


class KeyValues:
    """The key-value store: bytes by kind and key; keys are ordered by code point. Secret values
    (`SECRET`) and trusted ones (`BELIEVED`) are sealed with `cipher`, whose key is outside the
    store (None: not sealed). A sealed value is bound to its kind and key. Methods raise
    `PersistenceError`."""

    def __init__(self, connections: Pool, cipher: Cipher | None = None) -> None:
        self._connections, self._cipher = connections, cipher

    def keep(self, kind: str, key: str, data: bytes) -> bytes:
        kept = self.fetch(kind, key)
        if kept is not None:
            return kept
        self._execute(
            "INSERT INTO drawer (kind, key, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (kind, key, self._sealed(kind, key, data)),
        )
        cell = self.stored(kind, key)
        if cell is None:  # kept, and erased meanwhile by another process
            return data
        value = self._opened(kind, key, cell)
        if value is None:
            raise OperationalError(f"the {kind} that is kept here cannot be read with this key")
        return value

    def fetch(self, kind: str, key: str) -> bytes | None:
        data = self.stored(kind, key)
        return None if data is None else self._opened(kind, key, data)

    def stored(self, kind: str, key: str) -> bytes | None:
        """The bytes of a value as they are in the table, which may be sealed. None if there is
        none."""
        rows = self._rows("SELECT data FROM drawer WHERE kind = ? AND key = ?", (kind, key))
        return as_bytes(rows[0][0]) if rows else None

    def erase(self, kind: str, key: str) -> None:
        self._execute("DELETE FROM drawer WHERE kind = ? AND key = ?", (kind, key))

    def clear(self, kind: str) -> None:
        self._execute("DELETE FROM drawer WHERE kind = ?", (kind,))

    def kinds(self) -> list[str]:
        return sorted(
            as_text(kind) for (kind,) in self._rows("SELECT DISTINCT kind FROM drawer", ())
        )

    def keys(self, kind: str, start: str = "") -> list[str]:
        return [key for (key,) in self._select("key", kind, start)]

    def items(
        self, kind: str, start: str = "", after: str = "", limit: int | None = None
    ) -> list[tuple[str, bytes]]:
        return self._select("key, data", kind, start, after, limit)

    def seal(self) -> int:
        """Seal all secret values that are stored in plain text, and remove the plain copies from
        the store's files. Returns their number."""
        if self._cipher is None:
            return 0
        places, locking = ", ".join("?" * len(SECRET)), self._connections.locking
        query = f"SELECT kind, key, data FROM drawer WHERE kind IN ({places}){locking}"  # noqa: S608  only our own words
        with self._connections.transaction(writing=True) as db:
            clear = [
                (self._sealed(kind, key, as_bytes(data)), kind, key)
                for kind, key, data in db.rows(query, SECRET)
                if not as_bytes(data).startswith(SEALED)
            ]
            db.executemany("UPDATE drawer SET data = ? WHERE kind = ? AND key = ?", clear)
        if clear:
            self.scrub()  # no copy of them stays behind in the store's files
        return len(clear)

    def unreadable(self) -> int:
        """The number of secret values that cannot be opened with this key."""
        return sum(self.fetch(kind, key) is None for kind in SECRET for key in self.keys(kind))

    def scrub(self) -> None:
        self._connections.scrub()

    def _rows(self, statement: str, values: Sequence[str | int]) -> list[Any]:
        with self._connections.connection() as db:
            return list(db.rows(statement, values))

    def _execute(self, statement: str, values: Sequence[str | bytes]) -> None:
        with self._connections.connection(writing=True) as db:
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

    def _sealed(self, kind: str, key: str, data: bytes) -> bytes:
        """The bytes to store for a value: sealed if its kind is secret or trusted, else as it
        is."""
        if self._cipher is None or kind not in (*SECRET, *BELIEVED):
            return data
        return SEALED + self._cipher.seal(data, f"{kind}\n{key}")

    def _opened(self, kind: str, key: str, data: bytes) -> bytes | None:
        """The value in `data`, the bytes stored at this kind and key. None if they cannot be
        opened, or if a trusted value is not sealed. Plain text is accepted for a secret, since its
        commitment is checked."""
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
