"""The list of shards: the log of shards whole, in one file, under a signed head of it.

    greffe/shards@v1
    entry <base64>              each entry of the log, from the first on
                                an empty line
    <a signed checkpoint, to the end of the file>

A policy that trusts the keys of the log of shards trusts with them the keys of every shard in the list, and of no other. A list
that lacks a shard is another log, or an older head of this one: witnesses find both out, as with any log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.log.entries import KeyEntry, ShardEntry, read_entry
from domain.ledger.log.merkle import Frontier, leaf_hash
from domain.ledger.log.notes import MOST_BYTES as MOST_NOTE
from domain.ledger.log.notes import VerifierKey
from domain.ledger.log.policy import Policy, Trusted
from domain.ledger.spelling import base64_of, read_base64, read_utf8, shown

HEAD = "greffe/shards@v1"
MOST_BYTES = 1 << 24
"""Bytes of a list."""


@dataclass(frozen=True, slots=True)
class ListedShard:
    """A shard's log in the list: all keys it ever signed with, and whether it is closed."""

    origin: str
    keys: tuple[VerifierKey, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Shards:
    """What a list says under a head that a policy accepts: the shards in the order in which they were opened. `entries` are all of
    its log, `note` is the signed head."""

    head: Trusted
    listed: tuple[ListedShard, ...]
    entries: tuple[bytes, ...]
    note: bytes

    def believed(self, policy: Policy) -> Policy:
        """The policy, with the keys of the listed shards and of the log of shards in the place of its own logs'."""
        own = {label: key for label, key in policy.logs.items() if key.name == self.head.checkpoint.origin}
        keys = {key.label: key for one in self.listed for key in one.keys}
        return replace(policy, logs=own | keys)


def write_list(entries: Sequence[bytes], checkpoint: bytes) -> bytes:
    """The file of a log's entries under its signed head."""
    return "".join([f"{HEAD}\n", *(f"entry {base64_of(one)}\n" for one in entries), "\n"]).encode() + checkpoint


def read_list(data: bytes, policy: Policy) -> Shards:
    """A list from its file, under a head that the policy's key of the log of shards has signed. Raises `Misspelt` for what is no
    list, and `Unproven` for a head that is not the policy's, or not over these entries."""
    head, gap, checkpoint = data[: MOST_BYTES + MOST_NOTE].partition(b"\n\n")
    lines = read_utf8(head, MOST_BYTES, "the list", "la liste").split("\n")
    if not gap or lines[0] != HEAD or not all(line.startswith("entry ") for line in lines[1:]):
        raise Misspelt("this is no list of shards", "ceci n'est pas une liste de partitions")
    entries = [read_base64(line.removeprefix("entry ")) for line in lines[1:]]
    trusted = policy.open(checkpoint)
    tree = Frontier()
    for entry in entries:
        tree.append(leaf_hash(entry))
    if (tree.size, tree.root()) != (trusted.checkpoint.size, trusted.checkpoint.root):
        origin = shown(trusted.checkpoint.origin)
        raise Unproven(
            f"the entries are not those of the signed head of {origin}",
            f"les entrées ne sont pas celles de la tête signée de {origin}",
        )
    return Shards(trusted, _listed(entries), tuple(entries), checkpoint)


def _listed(entries: Sequence[bytes]) -> tuple[ListedShard, ...]:
    found: dict[str, ListedShard] = {}
    for entry in map(read_entry, entries):
        if isinstance(entry, ShardEntry):
            before = found.get(entry.origin, ListedShard(entry.origin, (), True))
            keys = (*before.keys, *(key for key in entry.keys if key not in before.keys))
            found[entry.origin] = ListedShard(entry.origin, keys, not entry.keys)
        elif not isinstance(entry, KeyEntry):
            raise Misspelt("an entry of the list is about no shard", "une entrée de la liste ne parle pas d'une partition")
    return tuple(found.values())
