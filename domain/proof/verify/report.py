"""The findings of an audit, line by line, with the verdict, in both languages and as JSON."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from domain.proof.errors import Lang, Sentence
from domain.proof.spelling import printable

Status = Literal["ok", "note", "open", "failed"]
Verdict = Literal["verified", "not complete", "failed"]

EXIT: dict[Verdict, int] = {"verified": 0, "failed": 1, "not complete": 3}
"""Exit codes; 2 is for calls that cannot be carried out."""

LIMITS = (
    Sentence(
        "facts that were typed in falsely from the start", "des faits saisis faux dès le départ"
    ),
    Sentence(
        "that all parties agreed on a false story",
        "que toutes les parties se sont entendues sur une fausse histoire",
    ),
    Sentence(
        "that the service looked ahead at its sealed dice",
        "que le service a regardé d'avance ses dés scellés",
    ),
    Sentence(
        "that the service and every witness act together",
        "que le service et tous les témoins agissent de concert",
    ),
    Sentence(
        "a record that was withheld from someone who asked for no receipt",
        "une écriture cachée à quelqu'un qui n'a pas demandé de reçu",
    ),
)
"""What no proof can show."""

SIGNS: dict[Status, Sentence] = {
    "ok": Sentence("ok", "ok"),
    "note": Sentence("note", "note"),
    "open": Sentence("open", "ouvert"),
    "failed": Sentence("FAILED", "ÉCHEC"),
}

UNLESS_REPLAYED = {"unless": "replay"}
"""The data of a line that a replay with the rules answers, and then removes."""

_CHECKS = {
    "bundle": Sentence("bundle", "dossier"),
    "records": Sentence("records", "écritures"),
    "policy": Sentence("policy", "politique"),
    "proof": Sentence("proof", "preuve"),
    "signature": Sentence("signature", "signature"),
    "witnesses": Sentence("witnesses", "témoins"),
    "branch": Sentence("branch", "branche"),
    "times": Sentence("times", "heures"),
    "end": Sentence("end", "fin"),
    "dice": Sentence("dice", "dés"),
    "parts": Sentence("parts", "parts"),
    "scenarios": Sentence("scenarios", "scénarios"),
    "campaign": Sentence("campaign", "campagne"),
    "results": Sentence("results", "résultats"),
    "attempts": Sentence("attempts", "tentatives"),
    "departures": Sentence("departures", "écarts"),
    "acts": Sentence("by hand", "à la main"),
    "corrections": Sentence("corrections", "corrections"),
    "protests": Sentence("protests", "réclamations"),
    "clocks": Sentence("clocks", "pendules"),
    "seed": Sentence("seed", "graine"),
    "games": Sentence("games", "parties"),
    "events": Sentence("events", "tournois"),
    "deal": Sentence("deal", "donne"),
    "choice": Sentence("choice", "choix"),
    "seals": Sentence("seals", "sceaux"),
    "countersigned": Sentence("countersigned", "contresigné"),
    "disclosed": Sentence("disclosed", "divulgué"),
    "catalog": Sentence("catalog", "catalogue"),
    "log": Sentence("log", "journal"),
    "receipt": Sentence("receipt", "reçu"),
    "heads": Sentence("heads", "têtes"),
    "replay": Sentence("replay", "relecture"),
}


SHOWN_OF_A_KIND = 100
"""The most findings of one kind, such as departures, that a report lists; it counts the others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of a report: its check, its status, its sentence, the record it is about (0: none),
    and its data for programs."""

    check: str
    status: Status
    said: Sentence
    record: int = 0
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class Report:
    """The report of an audit: its subject, its findings in order, and signed texts as evidence. A
    replay with the rules adds further findings."""

    subject: str
    findings: list[Finding] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)

    def add(
        self,
        check: str,
        status: Status,
        sentence: Sentence,
        record: int = 0,
        data: dict[str, Any] | None = None,
    ) -> None:
        self.findings.append(Finding(check, status, sentence, record, data or {}))

    def fail(self, check: str, sentence: Sentence, record: int = 0) -> None:
        self.findings.append(Finding(check, "failed", sentence, record))

    def add_some(self, findings: Iterable[Finding]) -> None:
        """Add at most `SHOWN_OF_A_KIND` findings of each kind, and a line with the number of the
        others. The kind is the check and, if the data names one, the `type` or `code`."""
        seen = Counter[tuple[str, str]]()
        for finding in findings:
            kind = (
                finding.check,
                finding.data.get("type") or finding.data.get("code", finding.check),
            )
            seen[kind] += 1
            if seen[kind] <= SHOWN_OF_A_KIND:
                self.findings.append(finding)
        for check in dict.fromkeys(check for check, _ in seen):
            more = {
                kind: n - SHOWN_OF_A_KIND for (of, kind), n in sorted(seen.items()) if of == check
            }
            named = ", ".join(f"{kind} ({n})" for kind, n in more.items() if n > 0)
            n = sum(n for n in more.values() if n > 0)
            if n:
                self.add(
                    check, "note", Sentence(f"and {n} more: {named}", f"et {n} autres : {named}")
                )

    @property
    def failure(self) -> Finding | None:
        """The failed finding that the verdict names: the one at the earliest record or, if none is
        about a record, the first. None if no check failed."""
        return min(
            (f for f in self.findings if f.status == "failed"),
            key=lambda f: f.record or 1 << 62,
            default=None,
        )

    @property
    def verdict(self) -> Verdict:
        """*failed* if a check failed; else *not complete* if a check is open; else *verified*."""
        if self.failure:
            return "failed"
        return "not complete" if any(f.status == "open" for f in self.findings) else "verified"

    @property
    def exit(self) -> int:
        return EXIT[self.verdict]

    @property
    def said(self) -> Sentence:
        failure = self.failure
        if failure:
            at = (
                Sentence(f" at record {failure.record}", f" à l'écriture {failure.record}")
                if failure.record
                else Sentence("", "")
            )
            return Sentence(
                f"failed{at.en} because {failure.said.en}", f"échec{at.fr} : {failure.said.fr}"
            )
        if self.verdict == "verified":
            return Sentence("verified", "vérifié")
        unfinished = next(f.said for f in self.findings if f.status == "open")
        return Sentence(f"not complete: {unfinished.en}", f"incomplet : {unfinished.fr}")

    def text(self, lang: Lang) -> Iterator[str]:
        yield self.subject
        yield from self.lines(lang)
        yield self.said.to(lang)
        yield from self.shown_evidence()
        yield from limits(lang)

    def lines(self, lang: Lang, leave_out: Status | None = None) -> Iterator[str]:
        for f in self.findings:
            if f.status != leave_out:
                at = (
                    Sentence(f"record {f.record}: ", f"écriture {f.record} : ").to(lang)
                    if f.record and f.status == "failed"
                    else ""
                )
                check = _CHECKS.get(f.check, Sentence(f.check, f.check)).to(lang)
                yield f"  {SIGNS[f.status].to(lang):<7} {check:<13} {at}{f.said.to(lang)}"

    def shown_evidence(self) -> Iterator[str]:
        for text in self.evidence:
            yield ""
            yield from (printable(line) for line in text.split("\n"))

    def json(self) -> dict[str, Any]:
        failure = self.failure
        return {
            "subject": self.subject,
            "verdict": self.verdict,
            "exit": self.exit,
            "said": self.said._asdict(),
            **({"failed_at": failure.record} if failure and failure.record else {}),
            "checks": [
                {
                    "check": f.check,
                    "status": f.status,
                    **f.said._asdict(),
                    **({"record": f.record} if f.record else {}),
                    **f.data,
                }
                for f in self.findings
            ],
            **({"evidence": self.evidence} if self.evidence else {}),
            "limits": [limit._asdict() for limit in LIMITS],
        }


def limits(lang: Lang) -> Iterator[str]:
    yield Sentence("What no proof can show:", "Ce qu'aucune preuve ne peut montrer :").to(lang)
    for limit in LIMITS:
        yield f"  - {limit.to(lang)}"


def witness_time_text(seconds: int) -> str:
    """A witness's time for people: UTC to the second, or the bare number of seconds if no calendar
    has it."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return f"{seconds} s"
