"""The list of shards, and what it makes of a policy."""

from __future__ import annotations

from dataclasses import replace

from .signing import Key, read_key
from .spelling import No, text_file, un64
from .tree import ENTRY_BYTES, check_log_entry, leaf_of, root_of
from .trust import Policy, accept


def believed(policy: Policy, data: bytes | None) -> tuple[Policy, bool]:
    """The policy with the keys of the logs that a list names, in the place of its own logs' but for the list's; and whether enough
    witnesses have cosigned the list. Without a list: the policy as it is."""
    if data is None:
        return policy, True
    head, gap, checkpoint = data.partition(b"\n\n")
    lines = text_file(head + b"\n", 1 << 24).split("\n")[:-1]
    if not gap or lines.pop(0) != "greffe/shards@v1" or not all(line.startswith("entry ") for line in lines):
        raise No("no list of shards")
    entries = [un64(line[6:]) for line in lines]
    accepted = accept(policy, checkpoint, strict=False)
    found = accepted.head
    if (found.size, found.root) != (len(entries), root_of([leaf_of(one) for one in entries])):
        raise No("entries of another head")
    own = [key for key in policy.logs if key.name == found.origin]
    return replace(policy, logs=[*own, *dict.fromkeys(key for one in entries for key in keys_of(one))]), accepted.enough


def keys_of(entry: bytes) -> list[Key]:
    """The keys that an entry of the log of shards names."""
    check_log_entry(entry)
    lines = text_file(entry, ENTRY_BYTES).split("\n")
    return [read_key(line[4:]) for line in lines[2:-1]] if lines[0] == "greffe/shard@v1" else []
