"""One report on several bundles, each audited by itself: files, and the bundles in folders."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domain.proof.errors import Lang, Sentence
from domain.proof.spelling import printable
from domain.proof.verify.report import EXIT, LIMITS, SIGNS, Report, Status, Verdict, limits

SUFFIX = ".jsonl"

_STATUS: dict[Verdict, Status] = {"failed": "failed", "not complete": "open", "verified": "ok"}
"""The first word of a bundle's line by verdict, worst first."""


@dataclass
class Reports:
    """The reports on several bundles, each with its path, in the order in which they were named."""

    each: list[tuple[Path, Report]]

    @property
    def verdict(self) -> Verdict:
        return min((report.verdict for _, report in self.each), key=list(_STATUS).index)

    @property
    def exit(self) -> int:
        """The exit status of the command: that of the worst verdict."""
        return EXIT[self.verdict]

    @property
    def said(self) -> Sentence:
        """The worst verdict as a sentence: how many bundles have it, and the first of them."""
        n, verdict = len(self.each), self.verdict
        those = [path for path, report in self.each if report.verdict == verdict]
        of = Sentence(
            f"{len(those)} of {_bundle_count_phrase(n).en}",
            f"{len(those)} sur {_bundle_count_phrase(n).fr}",
        )
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
        """The lines of the report: the verdict on each bundle, and every finding whose status is not
        `ok`."""
        yield f"greffe verify: {_bundle_count_phrase(len(self.each)).to(lang)}"
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


def _bundle_count_phrase(n: int) -> Sentence:
    return Sentence(
        f"{n} {'bundle' if n == 1 else 'bundles'}", f"{n} {'dossier' if n < 2 else 'dossiers'}"
    )


def bundles_in(folder: Path) -> list[Path]:
    """The paths of the bundles in a folder, by name. Broken links are among them, so that none is
    skipped. Raises `OSError`."""
    named = (path for path in folder.iterdir() if path.name.endswith(SUFFIX))
    return sorted(path for path in named if path.is_file() or not path.exists())
