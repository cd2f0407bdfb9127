from pathlib import Path

from domain.game.clerk.clerk import Clerk
from domain.proof.verify.report import Report
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.values import Entry, Rules, Stage, TableResult
from tests.domain.tournament.directing.hall import Hall
from tests.domain.tournament.directing.played_events import Forged


def noted(report: Report, check: str, words: str) -> bool:
    return any(finding.check == check and words in finding.said.en for finding in report.findings)


def slips(clerk: Clerk) -> Hall:
    hall = Hall(clerk, Rules((Stage(rounds=1, keys=("points", "lots")),)), 2)
    hall.pair(1)
    hall.on.rounds.publish(hall.order(), 1)
    a, b = hall.now.rounds[0].tables[0].entrants
    for entrant in (a, b):
        result = TableResult(
            1, tuple(sorted((Entry(a, 1), Entry(b, 2)), key=lambda entry: entry.entrant))
        )
        hall.on.results.file_slip(hall.order(), 1, entrant, result)
    return hall


def test_a_closed_event_names_the_protest_that_nobody_decided(clerk: Clerk, tmp_path: Path) -> None:
    hall = slips(clerk)
    hall.on.results.protest(hall.order(), 1, 1, 1, "He moved twice.")
    seq = hall.now.seq
    hall.on.whole.close(hall.order(), Confirmation(1, "It was late."))
    report = Forged(hall, tmp_path).report()
    assert report.verdict == "verified"
    assert noted(
        report,
        "protests",
        f"the one in record {seq} was never decided on (entrant 1, round 1, table 1)",
    )
    hall.on.results.decide(hall.order(), seq, "No.", upheld=False)
    report = Forged(hall, tmp_path).report()
    assert noted(report, "protests", "decided on: 1") and not noted(report, "protests", "never")
