"""Checks of refusals by the verifier, and of their reasons."""

from domain.proof.verify.report import Report
from tests.builders.world import Record, World, audit


def failed(report: Report, *words: str, record: int | None = None) -> None:
    assert (report.verdict, report.exit) == ("failed", 1), list(report.text("en"))
    _says(report, *words)
    assert record is None or (report.failure and report.failure.record == record), report.said.en


def incomplete(report: Report, *words: str) -> None:
    assert (report.verdict, report.exit) == ("not complete", 3), list(report.text("en"))
    _says(report, *words)


def _says(report: Report, *words: str) -> None:
    """The report's sentence has these words, and is another in French."""
    assert report.said.fr not in ("", report.said.en)
    for word in words:
        assert word in report.said.en, report.said.en


def check_refused(
    records: list[Record], *words: str, record: int | None = None, second: bool = True
) -> None:
    """Log these faulty records as a game. Its signatures and proof hold, and its records are
    refused with these words. Pass `second=False` where a test changed the limits of the first
    verifier alone."""
    report = audit(World().play("g1", records).bundle("g1"), second=second)
    failed(report, *words, record=record)
    assert [f.check for f in report.findings if f.status == "ok"] == [
        "signature",
        "witnesses",
        "proof",
    ]
