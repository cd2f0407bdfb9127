"""Section 5: policies, and the checkpoints that they accept."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from .signing import LOG, WITNESS, Key, Note, read_key, read_note
from .spelling import Rejected, decimal, refuse
from .tree import Head, read_head


@dataclass
class Policy:
    logs: list[Key] = field(default_factory=list)
    names: dict[bytes, Key | tuple[int, list[bytes]]] = field(default_factory=dict)
    quorum: bytes = b""
    ends: dict[str, int] = field(default_factory=dict)

    @property
    def witnesses(self) -> list[Key]:
        return [name for name in self.names.values() if isinstance(name, Key)]

    def holds(self, name: bytes, seen: set[str]) -> bool:
        if name == b"none":
            return True
        known = self.names[name]
        if isinstance(known, Key):
            return known.label in seen
        return sum(self.holds(member, seen) for member in known[1]) >= known[0]


def read_policy(data: bytes) -> Policy:
    refuse(
        len(data) > 1 << 20 or data.count(b"\n") > 4096 or not data.endswith(b"\n"),
        "too long a policy, or an unfinished one",
    )
    refuse(re.search(rb"[^\t\n\x20-\x7e\x80-\xff]", data), "a control character in the policy")
    policy, taken = Policy(), {b"none"}
    members: set[bytes] = set()
    for raw in data.split(b"\n"):
        line = raw.strip(b" \t")
        ours = line.startswith(b"#") and line.lstrip(b"# \t")[:7].lower() == b"greffe:"
        if line and (ours or not line.startswith(b"#")):
            _read_line(policy, taken, members, re.split(rb"[ \t]+", line))
    refuse(not policy.quorum, "no quorum")
    return policy


def _read_line(policy: Policy, taken: set[bytes], members: set[bytes], words: list[bytes]) -> None:
    match words:
        case [b"log", vkey, *rest] if len(rest) <= 1:
            policy.logs.append(_key(policy, vkey, LOG))
        case [b"witness", name, vkey, *rest] if len(rest) <= 1 and name not in taken:
            policy.names[name] = _key(policy, vkey, WITNESS)
            taken.add(name)
        case [b"group", name, how, *of] if of and name not in taken:
            refuse(
                len(set(of)) != len(of)
                or members & set(of)
                or not all(name in policy.names for name in of),
                "a group of what is not there, or is in a group already",
            )
            count = {b"any": 1, b"all": len(of)}.get(how)
            count = decimal(how.decode("latin-1")) if count is None else count
            refuse(not 0 < count <= len(of), "a group that can never hold, or always does")
            members.update(of)
            policy.names[name] = (count, of)
            taken.add(name)
        case [b"quorum", name] if not policy.quorum and (name == b"none" or name in policy.names):
            policy.quorum = name
        case [b"#greffe:last-tree-size", label, size]:
            text = _text(label)
            refuse(
                text in policy.ends or text not in {key.label for key in policy.logs},
                "the end of a key that is not there, or ended already",
            )
            policy.ends[text] = decimal(_text(size))
        case _:
            raise Rejected(f"no line of a policy: {words[0][:30]!r}")


def _key(policy: Policy, text: bytes, kind: int) -> Key:
    key = read_key(_text(text))
    refuse(
        key.kind != kind or key.public in {log.public for log in (*policy.logs, *policy.witnesses)},
        "a key of the wrong type, or one that is there already",
    )
    return key


def _text(word: bytes) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise Rejected("no UTF-8") from None


class Accepted(NamedTuple):
    """A head that a policy accepts, the times of the witnesses that cosigned it, and whether they
    are enough."""

    head: Head
    times: list[int]
    enough: bool


def accept(policy: Policy, data: bytes, *, strict: bool) -> Accepted:
    """The head of a signed checkpoint, if the policy accepts it. `strict`: step 4 of section 5 is
    required as well. Raises `Rejected` if a step fails."""
    note = read_note(data)
    head = read_head(note.text)
    own = [key for key in policy.logs if key.name == head.origin]
    signed = [key for key in own if note.logged(key)]
    refuse(not signed, "no known key of the log signed")
    refuse(
        not any(head.size <= policy.ends.get(key.label, head.size) for key in signed),
        "signed by keys that ended before",
    )
    seen = {key.label: note.witnessed(key) for key in policy.witnesses}
    times = {label: time for label, time in seen.items() if time is not None}
    if strict:
        _no_strays(note, {key.label for key in (*own, *policy.witnesses)})
    return Accepted(head, list(times.values()), policy.holds(policy.quorum, set(times)))


def _no_strays(note: Note, known: set[str]) -> None:
    labels = [label for label, _ in note.lines]
    refuse(
        len(labels) != len(set(labels)) or not known.issuperset(labels),
        "a signature by a key that the policy does not name, or two by one",
    )
