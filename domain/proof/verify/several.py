"""Several bundles, each audited by itself, in one report: files, and the bundles in folders.

Whole bundles are what processes share: each is read by one of them. The report does not depend on
that. Large bundles are read by this process, which lets the others read their pieces.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from domain.proof.bundle.pieces import ALONE
from domain.proof.bundle.processes import Processes
from domain.proof.errors import Lang, Sentence
from domain.proof.log.policy import Policy
from domain.proof.spelling import printable
from domain.proof.verify.report import EXIT, LIMITS, SIGNS, Report, Status, Verdict, limits
from domain.proof.verify.verify import Against, verify

WHOLE = 1 << 26
"""Bytes of the largest bundle that is read by one process."""

SUFFIX = ".jsonl"

_STATUS: dict[Verdict, Status] = {"failed": "failed", "not complete": "open", "verified": "ok"}
"""What the line of a bundle begins with, by its verdict; the worst first."""


class Expectation(NamedTuple):
    """What every bundle is held against, as other processes are given it."""

    policy: Policy
    against: Against


@dataclass
class Reports:
    """The reports on several bundles, in the order in which the files were named."""

    each: list[tuple[Path, Report]]

    @property
    def verdict(self) -> Verdict:
        return min((report.verdict for _, report in self.each), key=list(_STATUS).index)

    @property
    def exit(self) -> int:
        return EXIT[self.verdict]

    @property
    def said(self) -> Sentence:
        """The verdict as a sentence: how many bundles it is true of, and the first of them."""
        n, verdict = len(self.each), self.verdict
        those = [path for path, report in self.each if report.verdict == verdict]
        of = Sentence(f"{len(those)} of {_bundles(n).en}", f"{len(those)} sur {_bundles(n).fr}")
        if verdict == "verified":
            return Sentence(f"verified: {of.en}", f"vérifié : {of.fr}")
        of = Sentence(
            f"{of.en}, first {printable(str(those[0]))}",
            f"{of.fr}, d'abord {printable(str(those[0]))}",
        )
        word = (
            Sentence("failed", "échec")
            if verdict == "failed"
            else Sentence("not complete", "incomplet")
        )
        return Sentence(f"{word.en}: {of.en}", f"{word.fr} : {of.fr}")

    def text(self, lang: Lang) -> Iterator[str]:
        """The report to read, line by line: of each bundle its verdict, and what is more than
        right."""
        yield f"greffe verify: {_bundles(len(self.each)).to(lang)}"
        for path, report in self.each:
            yield (
                f"  {SIGNS[_STATUS[report.verdict]].to(lang):<7} {printable(str(path))}: "
                f"{report.said.to(lang)}"
            )
            yield from (f"    {line}" for line in report.lines(lang, leave_out="ok"))
        yield self.said.to(lang)
        for _, report in self.each:
            yield from report.shown_evidence()
        yield from limits(lang)

    def json(self) -> dict[str, Any]:
        each = [{"file": str(path), **report.json()} for path, report in self.each]
        for bundle in each:
            del bundle["limits"]
        return {
            "bundles": each,
            "verdict": self.verdict,
            "exit": self.exit,
            "said": self.said._asdict(),
            "limits": [limit._asdict() for limit in LIMITS],
        }


def _bundles(n: int) -> Sentence:
    return Sentence(
        f"{n} {'bundle' if n == 1 else 'bundles'}", f"{n} {'dossier' if n < 2 else 'dossiers'}"
    )


def bundles_in(folder: Path) -> list[Path]:
    """The bundles in a folder, by name; with links that lead nowhere, so that none is passed over.
    Raises `OSError`."""
    named = (path for path in folder.iterdir() if path.name.endswith(SUFFIX))
    return sorted(path for path in named if path.is_file() or not path.exists())


def audited(
    files: Sequence[Path],
    alone: Callable[[Path], Report],
    expectation: Expectation,
    others: Processes | None,
) -> Iterator[Report]:
    """The report on each file, in their order; `alone` audits one in this process, and raises what
    it likes."""
    sizes = [_size(file) for file in files]
    if others is None or sum(sizes) < ALONE:
        yield from map(alone, files)
        return
    works = [
        others.run(_audited, expectation, file) if 0 < size <= WHOLE else None
        for file, size in zip(files, sizes, strict=True)
    ]
    for file, work in zip(files, works, strict=True):
        report = others.result(work)
        yield alone(file) if report is None else report


def _size(file: Path) -> int:
    """The bytes of a file that can be read from its beginning more than once, or 0."""
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0


def _audited(expectation: Expectation, file: Path) -> Report | None:
    """What another process does for a file; nothing where it cannot, for this one to find out
    why."""
    try:
        with file.open("rb") as stream:
            return verify(stream, *expectation)
    except (OSError, MemoryError):
        return None
