"""Runs both verifiers. The second must give the same verdict on a bundle as the first. For a
tournament both must also name the same entrants whose parts of a draw were entered with one key."""

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
    """Run the second verifier on what the first one reported on, and return its judgement. Fails
    unless verdict and named record are the same."""
    verdict = judge(
        bundle, spelt(policy), receipts, log, pass_unknown=pass_unknown, campaign=campaign
    )
    sentence = (
        f"the first says {report.said.en!r}, the second {verdict.verdict} at {verdict.record}: "
        f"{verdict.why}"
    )
    assert verdict.verdict == report.verdict, sentence
    assert verdict.record == (report.failure.record if report.failure else 0), sentence
    one_hand = {n for finding in report.findings for n in finding.data.get("shared", ())}
    assert report.failure or verdict.one_hand == one_hand, sentence
    return verdict


def agree_on_files(words: Sequence[str], code: int) -> None:
    """Check that the second verifier gives the verdict of this exit code, for a command line of
    `verify` without `--replay`."""
    verdict = next((verdict for verdict, exit in EXIT.items() if exit == code), None)
    if verdict is None or "--help" in words:
        return
    options, _ = _PARSER.parse_known_args(words)
    files = [
        file for path in options.bundles for file in (bundles_in(path) if path.is_dir() else [path])
    ]
    if all(file.is_file() for file in files) and (
        options.campaign is None or options.campaign.is_file()
    ):
        receipts = [path.read_bytes() for path in options.receipt]
        policy = options.policy.read_bytes()
        campaign = options.campaign.read_bytes() if options.campaign else None
        held = {"pass_unknown": options.pass_unknown, "campaign": campaign}
        _same(
            verdict,
            min(
                [judge(file.read_bytes(), policy, receipts, options.log, **held) for file in files],
                key=lambda verdict: ("failed", "not complete", "verified").index(verdict.verdict),
            ),
        )


def agree_on_checks(checks: dict[str, Any], bundle: bytes, policy: bytes) -> None:
    status = {check["status"] for check in checks["checks"] if check["check"] != "replay"}
    verdict: Verdict = (
        "failed" if "failed" in status else "not complete" if "open" in status else "verified"
    )
    _same(verdict, judge(bundle, policy))


def _same(verdict: Verdict, judgement: Judgement) -> None:
    assert judgement.verdict == verdict, (
        f"the first says {verdict}, the second {judgement.verdict} at {judgement.record}: {judgement.why}"
    )


_PARSER = ArgumentParser()
_ARGUMENTS: dict[str, dict[str, Any]] = {
    "command": {},
    "bundles": {"type": Path, "nargs": "+"},
    "--policy": {"type": Path},
    "--log": {"type": Path},
    "--receipt": {"type": Path, "action": "append", "default": []},
    "--campaign": {"type": Path},
    "--pass-unknown": {"action": "store_true"},
    "--lang": {},
    "--json": {"action": "store_true"},
}
for _name, _how in _ARGUMENTS.items():
    _PARSER.add_argument(_name, **_how)
