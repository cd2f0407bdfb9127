"""Policy files (C2SP `tlog-policy`): read strictly, each fault with its line, and written.

One line is the ledger's own, a comment to anybody else's reader. It ends an old key, whose holder lost it or should no longer
have it: the key counts for trees up to a size only.

    #greffe:last-tree-size example.org/greffe+c74f20a3 20852163
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from domain.proof.errors import Misspelt, Refused
from domain.proof.log.notes import COSIGNATURE, ED25519, VerifierKey, read_verifier_key
from domain.proof.log.policy import NONE, Group, Policy
from domain.proof.spelling import read_decimal, shown

MOST_BYTES = 1 << 20
MOST_LINES = 4096
LAST_SIZE = "#greffe:last-tree-size"

_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_GAPS = re.compile("[ \t]+")
_OURS = re.compile("[# \t]*greffe:", re.IGNORECASE)


def read_policy(data: bytes) -> Policy:
    """A policy from its file. Raises `Misspelt`, naming the line where there is one."""
    if len(data) > MOST_BYTES or data.count(b"\n") > MOST_LINES:
        raise Misspelt(
            f"the policy has more than {MOST_BYTES} bytes or {MOST_LINES} lines",
            f"la politique a plus de {MOST_BYTES} octets ou de {MOST_LINES} lignes",
        )
    if _CONTROL.search(data):
        raise Misspelt(
            "the policy has a control character: lines end with LF alone",
            "la politique contient un caractère de contrôle : les lignes finissent par LF seul",
        )
    if not data.endswith(b"\n"):
        raise Misspelt(
            "the policy is empty, or its last line does not end with LF",
            "la politique est vide, ou sa dernière ligne ne finit pas par LF",
        )
    reader = _Reader()
    for number, line in enumerate(data.decode("utf-8", "surrogateescape").split("\n"), start=1):
        try:
            reader.read(line.strip(" \t"))
        except Refused as e:
            raise Misspelt(f"line {number} of the policy: {e.said.en}", f"ligne {number} de la politique : {e.said.fr}") from None
    if not reader.policy.quorum:
        raise Misspelt("the policy has no quorum line", "la politique n'a pas de ligne quorum")
    return reader.policy


class _Reader:
    """A policy while it is read; names are known from the line that defines them on."""

    def __init__(self) -> None:
        self.policy = Policy()
        self._names: set[str] = set()
        self._members: set[str] = set()
        self._keys: set[bytes] = set()
        self._lines: dict[str, tuple[Callable[..., None], int, int]] = {
            "log": (self._log, 1, 2),
            "witness": (self._witness, 2, 3),
            "group": (self._group, 3, MOST_BYTES),
            "quorum": (self._quorum, 1, 1),
            LAST_SIZE: (self._last_size, 2, 2),
        }

    def read(self, line: str) -> None:
        """One line, without the space around it."""
        if not line or (line.startswith("#") and not _OURS.match(line)):
            return
        keyword, *items = _GAPS.split(line)
        if keyword not in self._lines:
            raise Misspelt(f"{shown(keyword)} begins nothing a policy says", f"{shown(keyword)} ne se dit pas dans une politique")
        do, least, most = self._lines[keyword]
        if not least <= len(items) <= most:
            raise Misspelt(
                f"after {keyword} there are {len(items)} words, too few or too many",
                f"après {keyword} il y a {len(items)} mots, trop ou trop peu",
            )
        do(*items)

    def _log(self, vkey: str, url: str = "") -> None:
        key = self._key(vkey, ED25519)
        self.policy.logs[key.label] = key
        self._url(key, url)

    def _witness(self, name: str, vkey: str, url: str = "") -> None:
        key = self._key(vkey, COSIGNATURE)
        self._define(name)
        self.policy.witnesses[name] = key
        self._url(key, url)

    def _group(self, name: str, how: str, *members: str) -> None:
        for member in members:
            self._known(member)
            if member in self._members:
                raise Misspelt(f"{shown(member)} is a member already", f"{shown(member)} est déjà membre")
            self._members.add(member)
        threshold = {"any": 1, "all": len(members)}.get(how) or read_decimal(how)
        if not 1 <= threshold <= len(members):
            raise Misspelt(f"{threshold} of {len(members)} cannot be", f"{threshold} sur {len(members)}, c'est impossible")
        self._define(name)
        self.policy.groups[name] = Group(threshold, members)

    def _quorum(self, name: str) -> None:
        if self.policy.quorum:
            raise Misspelt("there is a second quorum line", "il y a une seconde ligne quorum")
        if name != NONE:
            self._known(name)
        self.policy.quorum = name

    def _last_size(self, label: str, size: str) -> None:
        if label not in self.policy.logs:
            raise Misspelt(f"{shown(label)} is no log's key above", f"{shown(label)} n'est pas la clé d'un journal ci-dessus")
        if label in self.policy.last_sizes:
            raise Misspelt(f"the key {label} ended already", f"la clé {label} a déjà une fin")
        self.policy.last_sizes[label] = read_decimal(size)

    def _key(self, text: str, kind: int) -> VerifierKey:
        key = read_verifier_key(text)
        if key.kind != kind:
            raise Misspelt(
                f"the key of a log is of type {ED25519}, that of a witness of type {COSIGNATURE}",
                f"la clé d'un journal est du type {ED25519}, celle d'un témoin du type {COSIGNATURE}",
            )
        if key.public in self._keys:  # under another name, or as a log's and a witness's, it would count for two
            raise Misspelt(f"the key {key.label} is there already", f"la clé {key.label} y est déjà")
        self._keys.add(key.public)
        return key

    def _define(self, name: str) -> None:
        if name == NONE or name in self._names:
            raise Misspelt(f"the name {shown(name)} is taken", f"le nom {shown(name)} est pris")
        self._names.add(name)

    def _known(self, name: str) -> None:
        if name not in self._names:
            raise Misspelt(f"{shown(name)} is no witness or group above", f"{shown(name)} n'est ni témoin ni groupe plus haut")

    def _url(self, key: VerifierKey, url: str) -> None:
        if url:
            self.policy.urls[key.label] = url


def policy_text(logs: Iterable[VerifierKey], witnesses: Iterable[tuple[str, VerifierKey]] = (), threshold: int = 0) -> str:
    """A policy file: these log keys, and `threshold` of these named witnesses (0: none needed)."""
    named = list(witnesses)
    lines = [f"log {key.encode()}" for key in logs] + [f"witness {name} {key.encode()}" for name, key in named]
    if threshold:
        lines.append(f"group witnesses {threshold} {' '.join(name for name, _ in named)}")
    return "\n".join([*lines, f"quorum {'witnesses' if threshold else NONE}", ""])
