from __future__ import annotations

from collections.abc import Iterable

from domain.proof.log.notes import VerifierKey
from domain.proof.log.policy import NONE


def policy_text(
    logs: Iterable[VerifierKey],
    witnesses: Iterable[tuple[str, VerifierKey]] = (),
    threshold: int = 0,
) -> str:
    """The text of a policy file with these log keys, and a quorum of `threshold` of these witnesses
    (0: none needed)."""
    named = list(witnesses)
    lines = [f"log {key.encode()}" for key in logs] + [
        f"witness {name} {key.encode()}" for name, key in named
    ]
    if threshold:
        lines.append(f"group witnesses {threshold} {' '.join(name for name, _ in named)}")
    return "\n".join([*lines, f"quorum {'witnesses' if threshold else NONE}", ""])
