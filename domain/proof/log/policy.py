"""Policies of trust (C2SP `tlog-policy`): the log's keys, the witnesses, and the quorum.

    log example.org/greffe+c74f20a3+ARpc… https://example.org/log
    witness club club.example/w+530d903a+BAek… https://club.example/witness
    witness rival rival.example/w+0e1a…+BAzz…
    group both 2 club rival
    quorum both

A witness outside all groups of the quorum is known but does not count. Files are parsed strictly,
and each fault names its line. One kind of line is Greffe's own, a comment to other programs. It
ends an old key, whose holder lost it or should no longer have it: that key counts only for trees up
to a size.

    #greffe:last-tree-size example.org/greffe+c74f20a3 20852163"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from domain.proof.errors import Misspelt, Refused, Sentence, Unproven
from domain.proof.log.checkpoints import Checkpoint, Cosigned, cosigned_by, open_checkpoint
from domain.proof.log.notes import COSIGNATURE, ED25519, Note, VerifierKey, read_verifier_key
from domain.proof.spelling import read_decimal, shown

NONE = "none"
"""The quorum that needs no witness."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group that is satisfied if at least `threshold` of its members are: witnesses, or groups
    defined earlier."""

    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrustedCheckpoint:
    """A checkpoint that a log key of the policy signed. `keys` are the log keys that signed it,
    `cosigned` the witnesses that cosigned it, and `unknown` the labels of other signatures, which
    were not verified. `short` says how it falls short of the quorum; None if it does not. Without a
    quorum it is only the log's word."""

    checkpoint: Checkpoint
    note: Note
    keys: tuple[VerifierKey, ...]
    cosigned: tuple[Cosigned, ...]
    unknown: tuple[str, ...]
    short: Sentence | None = None


@dataclass
class Policy:
    """A parsed policy. `logs`, `last_sizes` and `urls` are by the label of a key, `witnesses` and
    `groups` by their names in the file."""

    logs: dict[str, VerifierKey] = field(default_factory=dict)
    witnesses: dict[str, VerifierKey] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""
    last_sizes: dict[str, int] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    _last: tuple[bytes, bool, TrustedCheckpoint] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """The last opened head, and whether strictly: a tournament's games are proven under one
    head."""

    def enough(self, witnesses: Collection[str]) -> bool:
        """Whether these witnesses, by their names in the file, reach the quorum."""
        held = {NONE: True} | {name: name in witnesses for name in self.witnesses}
        for name, group in self.groups.items():
            held[name] = sum(held[member] for member in group.members) >= group.threshold
        return held[self.quorum]

    def accept(self, data: bytes, *, strict: bool = False) -> TrustedCheckpoint:
        """Check a signed checkpoint as `open` does, and refuse it without the quorum. Raises
        `Misspelt`, `Unproven`."""
        trusted = self.open(data, strict=strict)
        if trusted.short is not None:
            raise Unproven(*trusted.short)
        return trusted

    def open(self, data: bytes, *, strict: bool = False) -> TrustedCheckpoint:
        """Check a checkpoint's log signature and its cosignatures. The result may lack the quorum;
        the log's signature binds the log in any case.

        C2SP has signatures of unknown keys ignored. `strict` refuses them, and two by one key,
        because nobody may be able to change a bundle unseen.

        Raises `Misspelt`, and `Unproven` if no log key that counts at its size signed it, or if a
        witness's signature does not verify.
        """
        last = self._last  # looked at once: another thread may open another one meanwhile
        if last is None or last[:2] != (data, strict):
            last = self._last = data, strict, self._open(data, strict=strict)
        return last[2]

    def _open(self, data: bytes, *, strict: bool) -> TrustedCheckpoint:
        opened = open_checkpoint(data, self.logs.values())
        size = opened.checkpoint.size
        if not any(size <= self.last_sizes.get(key.label, size) for key in opened.keys):
            key = opened.keys[0].label
            raise Unproven(
                f"the policy lets the key {key} count up to tree size {self.last_sizes[key]}, and "
                f"this one is {size}",
                f"la politique n'admet la clé {key} que jusqu'à la taille {self.last_sizes[key]}, "
                f"et celle-ci est {size}",
            )
        cosigned = cosigned_by(opened.note, self.witnesses.values())
        own = {label for label, key in self.logs.items() if key.name == opened.checkpoint.origin}
        known = own | {
            key.label for key in self.witnesses.values()
        }  # those whose signatures were checked
        labels = [signature.label for signature in opened.note.signatures]
        unknown = tuple(label for label in labels if label not in known)
        if strict:
            self._refuse_strays(labels, unknown)
        seen = {cosignature.key.label for cosignature in cosigned}
        short = None
        if not self.enough([name for name, key in self.witnesses.items() if key.label in seen]):
            short = Sentence(
                f"cosigned by {len(cosigned)} of the policy's {len(self.witnesses)} witnesses, it "
                f"does not reach the quorum "
                f"{shown(self.quorum)}",
                f"cosigné par {len(cosigned)} des {len(self.witnesses)} témoins de la politique, "
                f"il n'atteint pas le quorum "
                f"{shown(self.quorum)}",
            )
        return TrustedCheckpoint(
            opened.checkpoint, opened.note, opened.keys, cosigned, unknown, short
        )

    def _refuse_strays(self, labels: list[str], unknown: tuple[str, ...]) -> None:
        if len(set(labels)) != len(labels):
            raise Unproven(
                "one key signed the checkpoint twice",
                "une clé a signé deux fois le point de contrôle",
            )
        if unknown and unknown[0] in self.logs:
            raise Unproven(
                f"it carries a signature by {shown(unknown[0])}, which is the key of another log",
                f"il porte une signature de {shown(unknown[0])}, qui est la clé d'un autre journal",
            )
        if unknown:
            raise Unproven(
                f"it carries a signature by {shown(unknown[0])}, whom the policy does not name: "
                f"name it there, in no group if it "
                "shall not count, or verify with --pass-unknown",
                f"il porte une signature de {shown(unknown[0])}, que la politique ne nomme pas : "
                f"nommez-la, hors de tout groupe si "
                "elle ne doit pas compter, ou vérifiez avec --pass-unknown",
            )


MOST_BYTES = 1 << 20
MOST_LINES = 4096
LAST_SIZE = "#greffe:last-tree-size"

_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_GAPS = re.compile("[ \t]+")
_OURS = re.compile("[# \t]*greffe:", re.IGNORECASE)


def read_policy(data: bytes) -> Policy:
    """Parse a policy file. Raises `Misspelt`, which names the line if the fault is in one."""
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
            raise Misspelt(
                f"line {number} of the policy: {e.said.en}",
                f"ligne {number} de la politique : {e.said.fr}",
            ) from None
    if not reader.policy.quorum:
        raise Misspelt("the policy has no quorum line", "la politique n'a pas de ligne quorum")
    return reader.policy


class _Reader:
    def __init__(self) -> None:
        self.policy = Policy()
        self._names: set[str] = set()
        self._members: set[str] = set()
        self._keys: set[bytes] = set()
        self._lines: dict[str, tuple[Callable[..., None], int, int]] = {
            "log": (self._read_log, 1, 2),
            "witness": (self._read_witness, 2, 3),
            "group": (self._read_group, 3, MOST_BYTES),
            "quorum": (self._read_quorum, 1, 1),
            LAST_SIZE: (self._read_last_size, 2, 2),
        }

    def read(self, line: str) -> None:
        if not line or (line.startswith("#") and not _OURS.match(line)):
            return
        keyword, *items = _GAPS.split(line)
        if keyword not in self._lines:
            raise Misspelt(
                f"{shown(keyword)} begins nothing a policy says",
                f"{shown(keyword)} ne se dit pas dans une politique",
            )
        do, least, most = self._lines[keyword]
        if not least <= len(items) <= most:
            raise Misspelt(
                f"after {keyword} there are {len(items)} words, too few or too many",
                f"après {keyword} il y a {len(items)} mots, trop ou trop peu",
            )
        do(*items)

    def _read_log(self, vkey: str, url: str = "") -> None:
        key = self._read_key(vkey, ED25519)
        self.policy.logs[key.label] = key
        self._add_url(key, url)

    def _read_witness(self, name: str, vkey: str, url: str = "") -> None:
        key = self._read_key(vkey, COSIGNATURE)
        self._need_new_name(name)
        self.policy.witnesses[name] = key
        self._add_url(key, url)

    def _read_group(self, name: str, how: str, *members: str) -> None:
        for member in members:
            self._need_known_name(member)
            if member in self._members:
                raise Misspelt(
                    f"{shown(member)} is a member already", f"{shown(member)} est déjà membre"
                )
            self._members.add(member)
        threshold = {"any": 1, "all": len(members)}.get(how) or read_decimal(how)
        if not 1 <= threshold <= len(members):
            raise Misspelt(
                f"{threshold} of {len(members)} cannot be",
                f"{threshold} sur {len(members)}, c'est impossible",
            )
        self._need_new_name(name)
        self.policy.groups[name] = Group(threshold, members)

    def _read_quorum(self, name: str) -> None:
        if self.policy.quorum:
            raise Misspelt("there is a second quorum line", "il y a une seconde ligne quorum")
        if name != NONE:
            self._need_known_name(name)
        self.policy.quorum = name

    def _read_last_size(self, label: str, size: str) -> None:
        if label not in self.policy.logs:
            raise Misspelt(
                f"{shown(label)} is no log's key above",
                f"{shown(label)} n'est pas la clé d'un journal ci-dessus",
            )
        if label in self.policy.last_sizes:
            raise Misspelt(f"the key {label} ended already", f"la clé {label} a déjà une fin")
        self.policy.last_sizes[label] = read_decimal(size)

    def _read_key(self, text: str, kind: int) -> VerifierKey:
        key = read_verifier_key(text)
        if key.kind != kind:
            raise Misspelt(
                f"the key of a log is of type {ED25519}, that of a witness of type {COSIGNATURE}",
                f"la clé d'un journal est du type {ED25519}, celle d'un témoin du type "
                f"{COSIGNATURE}",
            )
        if (
            key.public in self._keys
        ):  # under another name, or as a log's and a witness's, it would count for two
            raise Misspelt(
                f"the key {key.label} is there already", f"la clé {key.label} y est déjà"
            )
        self._keys.add(key.public)
        return key

    def _need_new_name(self, name: str) -> None:
        if name == NONE or name in self._names:
            raise Misspelt(f"the name {shown(name)} is taken", f"le nom {shown(name)} est pris")
        self._names.add(name)

    def _need_known_name(self, name: str) -> None:
        if name not in self._names:
            raise Misspelt(
                f"{shown(name)} is no witness or group above",
                f"{shown(name)} n'est ni témoin ni groupe plus haut",
            )

    def _add_url(self, key: VerifierKey, url: str) -> None:
        if url:
            self.policy.urls[key.label] = url
