"""Policies of trust (C2SP `tlog-policy`): the log's keys, the witnesses, and how many of them are enough.

    log example.org/greffe+c74f20a3+ARpc… https://example.org/log
    witness club club.example/w+530d903a+BAek… https://club.example/witness
    witness rival rival.example/w+0e1a…+BAzz…
    group both 2 club rival
    quorum both

`policy_file.py` reads and writes such files. A witness that stands in no group is known but does not count.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from domain.proof.errors import Said, Unproven
from domain.proof.log.checkpoints import Checkpoint, open_checkpoint
from domain.proof.log.cosignatures import Cosigned, cosigned_by
from domain.proof.log.notes import Note, VerifierKey
from domain.proof.spelling import shown

NONE = "none"
"""The quorum that needs no witness."""


@dataclass(frozen=True, slots=True)
class Group:
    """So many of some witnesses and groups, all of them defined before."""

    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trusted:
    """A checkpoint that a log key of the policy signed: those keys, the witnesses that cosigned it, whose other signatures, none of
    them checked, stand under it; and what it falls short of the quorum by, if it does: then it is the log's word alone."""

    checkpoint: Checkpoint
    note: Note
    keys: tuple[VerifierKey, ...]
    cosigned: tuple[Cosigned, ...]
    unknown: tuple[str, ...]
    short: Said | None = None


@dataclass
class Policy:
    """A policy as it was read. `urls` are where to reach logs and witnesses, by the label of their key."""

    logs: dict[str, VerifierKey] = field(default_factory=dict)
    witnesses: dict[str, VerifierKey] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""
    last_sizes: dict[str, int] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    _last: tuple[bytes, bool, Trusted] | None = field(default=None, init=False, repr=False, compare=False)
    """The head that was opened last, and whether strictly: the games of a tournament are proven under one."""

    def enough(self, witnesses: Collection[str]) -> bool:
        """Whether the witnesses of these names make the quorum."""
        held = {NONE: True} | {name: name in witnesses for name in self.witnesses}
        for name, group in self.groups.items():
            held[name] = sum(held[member] for member in group.members) >= group.threshold
        return held[self.quorum]

    def accept(self, data: bytes, *, strict: bool = False) -> Trusted:
        """Check a signed checkpoint against the policy: as `open`, and enough witnesses have to have cosigned it.

        Raises `Misspelt`, `Unproven`.
        """
        found = self.open(data, strict=strict)
        if found.short is not None:
            raise Unproven(*found.short)
        return found

    def open(self, data: bytes, *, strict: bool = False) -> Trusted:
        """Read a checkpoint that the log signed, whether or not enough witnesses have cosigned it: it binds the log either way.

        C2SP has signatures of unknown keys passed over. `strict` refuses them, and two by one key: in a bundle nothing may
        stand that could be changed unseen.

        Raises `Misspelt`, and `Unproven` where no log key that counts at its size signed, or a witness's line does not hold.
        """
        last = self._last  # looked at once: another thread may open another one meanwhile
        if last is None or last[:2] != (data, strict):
            last = self._last = data, strict, self._open(data, strict=strict)
        return last[2]

    def _open(self, data: bytes, *, strict: bool) -> Trusted:
        opened = open_checkpoint(data, self.logs.values())
        size = opened.checkpoint.size
        if not any(size <= self.last_sizes.get(key.label, size) for key in opened.keys):
            key = opened.keys[0].label
            raise Unproven(
                f"the policy lets the key {key} count up to tree size {self.last_sizes[key]}, and this one is {size}",
                f"la politique n'admet la clé {key} que jusqu'à la taille {self.last_sizes[key]}, et celle-ci est {size}",
            )
        cosigned = cosigned_by(opened.note, self.witnesses.values())
        own = {label for label, key in self.logs.items() if key.name == opened.checkpoint.origin}
        known = own | {key.label for key in self.witnesses.values()}  # those whose signatures were checked
        labels = [signature.label for signature in opened.note.signatures]
        unknown = tuple(label for label in labels if label not in known)
        if strict:
            self._refuse_strays(labels, unknown)
        seen = {one.key.label for one in cosigned}
        short = None
        if not self.enough([name for name, key in self.witnesses.items() if key.label in seen]):
            short = Said(
                f"cosigned by {len(cosigned)} of the policy's {len(self.witnesses)} witnesses, it does not reach the quorum "
                f"{shown(self.quorum)}",
                f"cosigné par {len(cosigned)} des {len(self.witnesses)} témoins de la politique, il n'atteint pas le quorum "
                f"{shown(self.quorum)}",
            )
        return Trusted(opened.checkpoint, opened.note, opened.keys, cosigned, unknown, short)

    def _refuse_strays(self, labels: list[str], unknown: tuple[str, ...]) -> None:
        if len(set(labels)) != len(labels):
            raise Unproven("one key signed the checkpoint twice", "une clé a signé deux fois le point de contrôle")
        if unknown and unknown[0] in self.logs:
            raise Unproven(
                f"it carries a signature by {shown(unknown[0])}, which is the key of another log",
                f"il porte une signature de {shown(unknown[0])}, qui est la clé d'un autre journal",
            )
        if unknown:
            raise Unproven(
                f"it carries a signature by {shown(unknown[0])}, whom the policy does not name: name it there, in no group if it "
                "shall not count, or verify with --pass-unknown",
                f"il porte une signature de {shown(unknown[0])}, que la politique ne nomme pas : nommez-la, hors de tout groupe si "
                "elle ne doit pas compter, ou vérifiez avec --pass-unknown",
            )
