"""Checks of refusals by the verifier, and of their reasons."""

from domain.proof.verify.report import Report
from tests.builders.world import Record, World, audit, verified


def failed(report: Report, *words: str, record: int | None = None) -> None:
    assert report.verdict == "failed", list(report.text("en"))
    assert report.exit == 1
    sentence = report.said
    assert sentence.fr
    assert sentence.en != sentence.fr
    for word in words:
        assert word in sentence.en, sentence.en
    if record is not None:
        assert report.failure
        assert report.failure.record == record, sentence.en


def incomplete(report: Report, *words: str) -> None:
    assert report.verdict == "not complete", list(report.text("en"))
    assert report.exit == 3
    assert report.said.fr
    assert report.said.en != report.said.fr
    for word in words:
        assert word in report.said.en, report.said.en


def check_refused(
    records: list[Record], *words: str, record: int | None = None, second: bool = True
) -> None:
    """Log a game that has a fault from the start: its signatures and proof hold, but its records
    are refused with these words. The `second` verifier is run as well, unless a test has changed
    the first one's limits."""
    report = audit(World().play("g1", records).bundle("g1"), second=second)
    failed(report, *words, record=record)
    assert [f.check for f in report.findings if f.status == "ok"] == [
        "signature",
        "witnesses",
        "proof",
    ]


def holds(records: list[Record], *words: str) -> None:
    report = verified(audit(World().play("g1", records).bundle("g1")))
    finding = next(f.said for f in report.findings if f.check == "dice")
    assert finding.fr
    for word in words:
        assert word in finding.en
