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
from tests.domain.tournament.directing.played_events import Change, Forged, dealt, duels


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
    return any(one.check == check and words in one.said.en for one in report.findings)


def slips(clerk: Clerk) -> Hall:
    hall = Hall(clerk, Rules((Stage(rounds=1, keys=("points", "lots")),)), 2)
    hall.pair(1)
    hall.on.rounds.publish(hall.order(), 1)
    a, b = hall.now.rounds[0].tables[0].entrants
    for entrant in (a, b):
        result = TableResult(
            1, tuple(sorted((Entry(a, 1), Entry(b, 2)), key=lambda one: one.entrant))
        )
        hall.on.results.file_slip(hall.order(), 1, entrant, result)
    return hall


def turned(body: dict[str, Any]) -> None:
    places = [entry["place"] for entry in body["result"]["entries"]]
    for entry, place in zip(body["result"]["entries"], reversed(places), strict=True):
        entry["place"] = place


def test_a_result_that_is_the_reverse_of_the_slips_that_it_names(
    clerk: Clerk, tmp_path: Path
) -> None:
    forged = Forged(slips(clerk), tmp_path)
    forged.fails(
        "its result is 1: 1, 2: 2, where 1: 2, 2: 1 was to be written",
        forged.change("ResultTaken", turned),
    )


def test_a_rematch_by_hand_whose_departures_were_taken_out(clerk: Clerk, tmp_path: Path) -> None:
    hall = Hall(clerk, Rules((Stage(rounds=2, keys=("points", "lots")),)), 4)
    hall.pair(1, [[1, 2], [3, 4]])
    hall.play(1)
    hall.confirmed(lambda how: hall.on.rounds.pair(hall.order(), 2, [[1, 2], [3, 4]], (), how))
    forged = Forged(hall, tmp_path)
    honest = forged.report()
    assert noted(
        honest,
        "departures",
        "Two entrants meet again who need not (rematch, level 3; round 2, table 1; entrants: 1, 2)",
    )
    record = forged.change("RoundPaired", lambda body: body.pop("departures"), nth=1)
    forged.fails(
        "it does not say what it departs from: by-hand (level 2), rematch (level 3)", record
    )


def test_another_one_goes_on_than_the_standings_say(clerk: Clerk, tmp_path: Path) -> None:
    stage = Stage(format="heats", rounds=1, least=3, preferred=4, most=4, keys=("points", "lots"))
    hall = Hall(
        clerk,
        Rules((stage, Stage(format="heats", rounds=1, least=3, preferred=4, most=4, advance=4))),
        8,
    )
    hall.on.rounds.draw_lots(hall.order())
    hall.pair(1)
    hall.play(1)
    going = {
        one.entrant for one in hall.on.rounds.advance(hall.order()).tournament.advanced[0].going
    }
    other = next(number for number in range(1, 9) if number not in going)
    forged = Forged(hall, tmp_path)
    forged.fails(
        "its going is",
        forged.change("StageAdvanced", lambda body: body["going"][0].update(entrant=other)),
    )


def test_any_commitment_in_a_dealt_game(clerk: Clerk, tmp_path: Path) -> None:
    forged = Forged(dealt(clerk), tmp_path)
    assert forged.report().verdict == "verified"
    for of in (1, 2):
        forged.change("GameOpened", lambda body: body.update(commitment="5a" * 32), of=of)
    forged.fails("commits to another deal than the tournament's seed gives", 5)


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
