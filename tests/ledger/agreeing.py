"""Both verifiers asked the same: whatever the first one says of a bundle, the second one has to say, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from domain.ledger.policy import NONE, Policy
from domain.ledger.report import Report
from tests.ledger.second.verdict import Judgement, judge


def spelt(policy: Policy) -> bytes:
    """A policy as a file again."""
    lines = [f"log {key.encode()}" for key in policy.logs.values()]
    lines += [f"#greffe:last-tree-size {label} {size}" for label, size in policy.last_sizes.items()]
    lines += [f"witness {name} {key.encode()}" for name, key in policy.witnesses.items()]
    lines += [f"group {name} {group.threshold} {' '.join(group.members)}" for name, group in policy.groups.items()]
    return "\n".join([*lines, f"quorum {policy.quorum or NONE}", ""]).encode("utf-8", "surrogateescape")


def agree(
    report: Report,
    bundle: bytes,
    policy: Policy,
    receipts: Sequence[bytes] = (),
    log: Path | None = None,
    *,
    pass_unknown: bool = False,
) -> Judgement:
    """Ask the second verifier what the first one has reported on, and hold the two together: the verdict, and the record that it
    failed at where both name one. Answers what the second one says."""
    found = judge(bundle, spelt(policy), receipts, log, pass_unknown=pass_unknown)
    said = f"the first says {report.said.en!r}, the second {found.verdict} at {found.record}: {found.why}"
    assert found.verdict == report.verdict, said
    if report.failure and report.failure.record and found.record:
        assert found.record == report.failure.record, said
    return found
