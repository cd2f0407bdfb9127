"""The list of shards, as a witness reads it: the logs that it names are watched, and a shard that is hidden is noticed.

The witness believes one key, that of the log of shards. The list has all entries of that log under a signed head, so the witness
holds it against the head that it saw before: a list from which a shard was taken out does not begin with what was there, and both
signed heads are kept as evidence. A shard that the list names and whose heads nobody shows is said to be silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http.client import HTTPException
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from domain.ledger.errors import Refused
from domain.ledger.log.merkle import Frontier, leaf_hash
from domain.ledger.log.notes import VerifierKey
from domain.ledger.log.policy import NONE, Policy
from domain.ledger.log.shards import MOST_BYTES, ListedShard, Shards, read_list
from ops.settings.errors import CannotServe
from ops.settings.outgoing import connection
from ops.witness.store import Heads

SILENT = 24 * 3600
"""Seconds after which a shard is silent whose heads nobody shows."""

AGAIN = 60.0
"""Seconds between two readings of a list."""

SECONDS = 10.0
"""Seconds that each step of fetching a list may take."""


class ShardList:
    """A list at `where`, a file or an address of http or https, under a head signed with one of these keys."""

    def __init__(self, heads: Heads, where: str, keys: Iterable[VerifierKey], clock: Callable[[], int]) -> None:
        self._heads, self._where, self._clock = heads, where, clock
        self._policy = Policy(logs={key.label: key for key in keys}, quorum=NONE)
        self._since: dict[str, int] = {}
        self.listed: tuple[ListedShard, ...] = ()
        """The shards that the newest list names, the closed ones, too."""

    def read(self) -> None:
        """Read the list anew. Raises `CannotServe` for one that cannot be fetched, is none, is not signed with the keys, or does
        not begin with the one before: then what was read before holds."""
        data = fetch_list(self._where)
        try:
            found = read_list(data, self._policy)
        except Refused as e:
            raise CannotServe(f"The list of shards at {self._where} is not believed: {e.said.en}.") from None
        self._need_longer(found)
        for one in found.listed:
            self._since.setdefault(one.origin, self._clock())
        self.listed = found.listed

    def keys(self) -> tuple[VerifierKey, ...]:
        """The keys of all shards' logs that are not closed."""
        return tuple(key for one in self.listed if not one.closed for key in one.keys)

    def silent(self) -> tuple[str, ...]:
        """The shards that the list names and whose heads nobody has shown for a day."""
        shown = {one.checkpoint.origin: one.time for one in self._heads.heads()}
        late = self._clock() - SILENT
        return tuple(
            one.origin for one in self.listed if not one.closed and max(shown.get(one.origin, 0), self._since[one.origin]) < late
        )

    def _need_longer(self, found: Shards) -> None:
        """Raise `CannotServe` for a list that does not begin with what was seen of its log, and keep both heads; keep a newer
        head."""
        shown, note = found.head.checkpoint, found.note
        with self._heads.turn() as turn:
            held = turn.head(shown.origin)
            if held is None:
                turn.cosigned(shown, note, self._clock())
                return
            before = held.checkpoint
            if before.size > shown.size:
                why = f"it is older than one that was here before: {shown.size} entries, not {before.size}"
            else:
                tree = Frontier()
                for entry in found.entries[: before.size]:
                    tree.append(leaf_hash(entry))
                if tree.root() == before.root:
                    if shown.size > before.size:
                        turn.cosigned(shown, note, self._clock())
                    return
                why = f"the list of shards does not begin with the {before.size} entries that were seen of it"
                turn.refused(held, shown, note, self._clock(), why)
        raise CannotServe(f"The list of shards at {self._where} is not believed: {why}.")


def fetch_list(where: str) -> bytes:
    """The bytes of a list at a file, or at an address of http or https; nothing of it is believed yet. Raises `CannotServe`."""
    parts = urlsplit(where)
    try:
        if parts.scheme not in ("http", "https"):
            with Path(where).open("rb") as file:
                return file.read(2 * MOST_BYTES)
        return _answered(parts)
    except (OSError, HTTPException, UnicodeError, ValueError) as e:
        why = getattr(e, "strerror", None) or str(e) or type(e).__name__
        raise CannotServe(f"The list of shards at {where} cannot be read: {why}.") from None


def _answered(parts: SplitResult) -> bytes:
    """What an address answers. Raises `OSError` and `HTTPException`."""
    to = connection(parts, SECONDS)
    try:
        to.request("GET", parts._replace(scheme="", netloc="").geturl() or "/")
        with to.getresponse() as answer:
            if answer.status != 200:
                raise HTTPException(f"it answers {answer.status}")
            return answer.read(2 * MOST_BYTES)
    finally:
        to.close()
