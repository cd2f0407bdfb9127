"""Both verifiers asked the same: whatever the first one says of a bundle, the second one has to
say, too."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domain.proof.log.policy import NONE, Policy
from domain.proof.verify.report import EXIT, Report, Verdict
from domain.proof.verify.several import bundles_in
from tests.domain.proof.second.verdict import Judgement, judge


def spelt(policy: Policy) -> bytes:
    lines = [f"log {key.encode()}" for key in policy.logs.values()]
    lines += [f"#greffe:last-tree-size {label} {size}" for label, size in policy.last_sizes.items()]
    lines += [f"witness {name} {key.encode()}" for name, key in policy.witnesses.items()]
    lines += [
        f"group {name} {group.threshold} {' '.join(group.members)}"
        for name, group in policy.groups.items()
    ]
    return "\n".join([*lines, f"quorum {policy.quorum or NONE}", ""]).encode(
        "utf-8", "surrogateescape"
    )


def agree(
    report: Report,
    bundle: bytes,
    policy: Policy,
    receipts: Sequence[bytes] = (),
    log: Path | None = None,
    *,
    pass_unknown: bool = False,
    campaign: bytes | None = None,
) -> Judgement:
    """Ask the second verifier what the first one has reported on, and hold the two together: the
    verdict, and the record that it names. Answers what the second one says."""
    found = judge(
        bundle, spelt(policy), receipts, log, pass_unknown=pass_unknown, campaign=campaign
    )
    said = (
        f"the first says {report.said.en!r}, the second {found.verdict} at {found.record}: "
        f"{found.why}"
    )
    assert found.verdict == report.verdict, said
    assert found.record == (report.failure.record if report.failure else 0), said
    return found


def agree_on_files(words: Sequence[str], code: int) -> None:
    """The same for a call of `verify` by its words, without `--replay`, and the code it exited
    with."""
    verdict = next((verdict for verdict, exit in EXIT.items() if exit == code), None)
    if verdict is None or "--help" in words:
        return
    asked, _ = _PARSER.parse_known_args(words)
    files = [
        one for path in asked.bundles for one in (bundles_in(path) if path.is_dir() else [path])
    ]
    if all(one.is_file() for one in files) and (asked.campaign is None or asked.campaign.is_file()):
        receipts = [one.read_bytes() for one in asked.receipt]
        policy = asked.policy.read_bytes()
        campaign = asked.campaign.read_bytes() if asked.campaign else None
        held = {"pass_unknown": asked.pass_unknown, "campaign": campaign}
        found = [judge(one.read_bytes(), policy, receipts, asked.log, **held) for one in files]
        _same(
            verdict,
            min(found, key=lambda one: ("failed", "not complete", "verified").index(one.verdict)),
        )


def agree_on_checks(found: dict[str, Any], bundle: bytes, policy: bytes) -> None:
    status = {one["status"] for one in found["checks"] if one["check"] != "replay"}
    verdict: Verdict = (
        "failed" if "failed" in status else "not complete" if "open" in status else "verified"
    )
    _same(verdict, judge(bundle, policy))


def _same(verdict: Verdict, found: Judgement) -> None:
    assert found.verdict == verdict, (
        f"the first says {verdict}, the second {found.verdict} at {found.record}: {found.why}"
    )


_PARSER = ArgumentParser()
_PARSER.add_argument("command")
_PARSER.add_argument("bundles", type=Path, nargs="+")
_PARSER.add_argument("--policy", type=Path)
_PARSER.add_argument("--log", type=Path)
_PARSER.add_argument("--receipt", type=Path, action="append", default=[])
_PARSER.add_argument("--campaign", type=Path)
_PARSER.add_argument("--pass-unknown", action="store_true")
_PARSER.add_argument("--lang")
_PARSER.add_argument("--json", action="store_true")
