from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof.verify.report import Report
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.values import Entry, Rules, Stage, TableResult
from tests.builders.stores import new_clerk
from tests.domain.tournament.directing.hall import Hall
from tests.domain.tournament.directing.played_events import Change, Forged, duels


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forged]:
    folder = tmp_path_factory.mktemp("duels")
    clerk = new_clerk(folder / "duels.sqlite")
    yield Forged(duels(clerk), folder)
    clerk.close()


@pytest.fixture
def forged(played: Forged) -> Forged:
    mine = copy(played)
    mine.rows = {id: list(rows) for id, rows in played.rows.items()}
    return mine


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


def test_clocks_that_are_off_by_minutes(forged: Forged) -> None:
    assert not noted(forged.report(), "clocks", "")

    def change(body: dict[str, Any]) -> None:
        left = body["clock_reading"]["left"]
        left["blue"] -= 120_000

    seq = forged.change("ActionTaken", change, nth=3, of=4)
    assert noted(
        forged.report(),
        "clocks",
        f"game {forged.ids[4]}: record {seq}: the clock of blue is off by -120 seconds",
    )


def signed(*seats: str) -> Change:
    return lambda body: body.update(signed=seats)


def signed_without_departures(body: dict[str, Any]) -> None:
    body["signed"] = ["blue", "red"]
    del body["departures"]


@pytest.mark.parametrize(
    ("topic", "nth", "change", "says"),
    [
        ("ResultTaken", 1, signed_without_departures, "it counts red among those who signed"),
        ("ResultTaken", 0, signed(), "it leaves blue, red out of those who signed"),
        ("ResultTaken", 0, signed("blue"), "it does not say what it departs from"),
        (
            "RoundWithdrawn",
            0,
            lambda body: body["departures"].pop(),
            "it does not say that a game of the round had begun",
        ),
        ("RoundWithdrawn", 0, lambda body: body.pop("games"), "which was broken off with it"),
        (
            "EntrantAdded",
            0,
            lambda body: body.update(player="p-zzzzzzzzzzzz"),
            "was opened otherwise",
        ),
    ],
)
def test_what_a_record_says_of_its_games(
    forged: Forged, topic: str, nth: int, change: Change, says: str
) -> None:
    at = forged.change(topic, change, nth=nth)
    forged.fails(says, None if topic == "EntrantAdded" else at)
