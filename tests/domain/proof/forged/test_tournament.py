import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders.world import Record, World, audit, lines, policy, verified
from tests.domain.proof.events import (
    RecordedEvent,
    WithGames,
    mistyped,
    played,
    with_beacons,
    with_parts,
    wrong,
)
from tests.domain.proof.games import RecordedTable
from tests.domain.proof.refusing import failed, incomplete


def bundle(records: list[Record]) -> bytes:
    return World().play("g1", records).bundle("g1")


def test_a_tournament_is_audited_like_a_game() -> None:
    event = (
        played()
        .add("ProtestFiled", entrant=1, round=1, table=1)
        .close()
        .result(2, 3, 4, topic="ResultCorrected", record=8, effect="report")
    )
    report = verified(audit(bundle(event.records)))
    checks = {finding.check for finding in report.findings}
    assert {"results", "departures", "corrections", "protests", "seed"} <= checks
    assert "attempts" not in checks


def test_attempts_are_counted_and_told() -> None:
    again = (
        RecordedEvent().open().pair((1, 2)).add("RoundWithdrawn", round=1).pair((1, 3), attempt=2)
    )
    report = verified(audit(bundle(again.draw("LotsDrawn", lots=[1, 2, 3, 4]).close().records)))
    assert any(finding.check == "attempts" for finding in report.findings)


def test_who_typed_a_result_types_over_it_within_the_minute() -> None:
    report = verified(audit(bundle(mistyped().close().records)))
    (departed,) = [finding for finding in report.findings if finding.check == "departures"]
    assert departed.record == 8 and departed.said.en.endswith('"mistyped" 2)')


def test_the_report_names_whose_parts_a_pairing_rests_on_and_who_withheld() -> None:
    report = verified(audit(bundle(with_parts().close().records)))
    both = "the service and on what entrants 2, 3 added"
    without = "a part from it: whoever did so, or the service, could choose between two draws"
    assert [finding.said.en for finding in report.findings if finding.check == "choice"] == [
        "the seed of round 1 rests on the service alone: it could have been chosen before the "
        "opening",
        f"entrant 3 withheld {without}",
        f"the seed of rounds 2, 3 and of lots rests on {both}, together; for entrant 2 the desk "
        f"entered it; the seed of rounds 2, 3 could be known from record 18 on: what was changed after it "
        f"could be tried out",
        f"entrant 1 withheld {without}",
    ]


def test_the_report_says_that_nobody_chose_what_a_beacon_drew_and_who_passed_one_over() -> None:
    report = verified(audit(bundle(with_beacons().close().records)))
    sentences = [finding.said.en for finding in report.findings if finding.check == "choice"]
    first, without, second, again, passed_over = sentences
    assert first.startswith("the seed of round 1 rests on round 1000 of the public beacon quicknet")
    assert "which record 6 named before it existed" in first
    assert first.endswith("record 11 shows: nobody chose it")
    assert second.startswith("the seed of round 2 and of lots rests on round 657413")
    assert without == again
    assert without.startswith("entrants 1, 2, 3 withheld a part")
    assert without.endswith("could choose between 8 draws")
    assert "without round 10024141 of the beacon quicknet" in passed_over
    assert "could choose between two draws" in passed_over


def test_without_its_library_the_report_leaves_the_beacon_open(monkeypatch) -> None:
    monkeypatch.setattr("domain.proof.chance.beacon.GT", None)
    incomplete(audit(bundle(with_beacons().close().records), second=False), "py-arkworks-bls12381")


def test_the_report_says_what_rests_on_the_service_alone() -> None:
    old = audit(bundle(played().close().records))
    new = audit(bundle(RecordedEvent().open(4, derivation=2).pair((1, 2), (3, 4)).close().records))
    alone = (
        "the seed of round 1 rests on the service alone: it could have been chosen before the "
        "opening"
    )
    assert [
        [finding.said.en for finding in report.findings if finding.check == "choice"]
        for report in (old, new)
    ] == [[f"{alone}, and steered by any record before what is drawn"], [alone]]


def test_a_tournament_that_is_not_closed_is_not_complete() -> None:
    incomplete(audit(bundle(played().records)), "not closed")


@pytest.mark.parametrize(("what", "records", "at"), wrong(), ids=[name for name, _, _ in wrong()])
def test_a_tournament_that_is_wrong_is_refused(what: str, records: list[Record], at: int) -> None:
    failed(audit(bundle(records)), record=at)


def test_a_basis_with_another_spelling_of_a_number_is_refused() -> None:
    event = played().close()
    topic, data = event.records[-1]
    for other in (b"9.0", b"true", b'"9"'):
        changed = data.replace(b'"basis":{"seq":9', b'"basis":{"seq":' + other)
        assert changed != data
        failed(audit(bundle([*event.records[:-1], (topic, changed)])), record=10)
    assert json.loads(data)["basis"]["seq"] == 9


def test_games_that_follow_are_held_against_their_tournament() -> None:
    report = verified(audit(WithGames().file()))
    finding = next(finding for finding in report.findings if finding.check == "games")
    assert {name: finding.data[name] for name in ("games", "read", "not_closed")} == {
        "games": 2,
        "read": 2,
        "not_closed": 1,
    }


def test_a_bundle_without_its_games_is_verified_as_before_and_says_so() -> None:
    world = World()
    WithGames().file(world)
    report = verified(audit(world.bundle("g1")))
    assert "its games are not in this file" in "\n".join(report.text("en"))


def test_each_bundle_can_be_cut_out_and_verified_alone() -> None:
    file = WithGames().file()
    start = file.index(b'{"format"', 1)
    end = file.index(b'{"format"', start + 1)
    assert audit(file[start:end]).verdict == "verified"
    incomplete(audit(file[:end]), 'the file lacks game "g8" of round 1, table 2')


def change(what: str, value: Any) -> Callable[[WithGames], None]:
    def do(event: WithGames) -> None:
        getattr(event, what)[value[0]].update(value[1])

    return do


def link(n: int, **changed: Any) -> Callable[[WithGames], None]:
    def do(event: WithGames) -> None:
        event.links[n] = event.links[n][0], changed

    return do


def other_game(game: str, table: RecordedTable) -> Callable[[WithGames], None]:
    """A change that replaces the records of a linked game by those of `table`."""

    def do(event: WithGames) -> None:
        event.games[game] = table.records

    return do


def order(*games: str) -> Callable[[WithGames], None]:
    def do(event: WithGames) -> None:
        event.order = list(games)

    return do


PLACE = WithGames().place
OTHER = WithGames().other
HANDED = (
    RecordedTable("g8")
    .open((), **OTHER)
    .act()
    .add("ResultHandedIn", **OTHER, digest=WithGames.DIGEST)
)
WRONG: list[tuple[str, Callable[[WithGames], None], int, str]] = [
    (
        "an opening that is not the linked one",
        link(0, leaf="A" * 43 + "="),
        7,
        "bound to another opening",
    ),
    ("a leaf that is none", link(0, leaf="?"), 7, "is not base64"),
    (
        "another event's game",
        other_game(
            "g7", RecordedTable("g7").open((), **{**PLACE, "tournament": "g9"}).act().close()
        ),
        7,
        "another table",
    ),
    (
        "a game of another table",
        other_game("g7", RecordedTable("g7").open((), **OTHER).act().close()),
        7,
        "another table",
    ),
    (
        "a game of another round",
        other_game("g7", RecordedTable("g7").open((), **{**PLACE, "round": 2}).act().close()),
        7,
        "another table",
    ),
    (
        "a result read at another record",
        change("results", ("g8", {"leaf": "A" * 43 + "="})),
        10,
        "the leaf differs",
    ),
    (
        "a result read at no record",
        change("results", ("g8", {"seq": 0, "leaf": ""})),
        8,
        "hands in a result",
    ),
    (
        "a result from another table's game",
        change("results", ("g7", {"game": "g8"})),
        9,
        "not the game of that table",
    ),
    (
        "a result handed in that was not taken",
        change("results", ("g8", {"digest": "2c" * 32})),
        8,
        "did not hand in what record",
    ),
    (
        "a result that its game did not hand in",
        other_game("g8", RecordedTable("g8").open((), **OTHER).act().act()),
        8,
        "did not hand in what record",
    ),
    (
        "a result taken back in its game alone",
        other_game("g8", HANDED.add("ResultReopened", tournament="g1", handed=3)),
        8,
        "takes back a result",
    ),
    ("games out of order", order("g8", "g7"), 0, "out of order"),
    ("a game twice", order("g7", "g7"), 0, "out of order"),
    ("a tournament among the games", order("g7", "g1"), 0, "no record links it"),
    (
        "a game that does not hold",
        other_game("g7", RecordedTable("g7").open((), **PLACE).act_with({"number": 7}).close()),
        7,
        "does not hold",
    ),
]


@pytest.mark.parametrize(("what", "do", "at", "sentence"), WRONG, ids=[case[0] for case in WRONG])
def test_a_game_that_is_not_as_its_tournament_says_is_found(
    what: str, do: Callable[[WithGames], None], at: int, sentence: str
) -> None:
    event = WithGames()
    do(event)
    report = audit(event.file())
    failed(report, sentence)
    assert report.failure.record == at, report.said.en


def test_a_game_linked_twice_is_found() -> None:
    event = WithGames()
    event.links.append(("g7", {"table": 2}))
    failed(audit(event.file()), 'links the game "g7" again', record=9)


def test_a_game_that_no_record_links_is_found() -> None:
    world, event = World(), WithGames()
    world.play("g9", RecordedTable("g9").open((), **PLACE).act().close().records)
    failed(audit(event.file(world) + world.bundle("g9")), "no record links it")


def test_a_game_that_ends_before_its_result_is_not_complete() -> None:
    world, event = World(), WithGames()
    event.file(world)
    file = world.bundle("g1") + world.bundle("g7") + world.bundle("g8", upto=1)
    incomplete(audit(file), "ends before its record 2")


def test_a_result_that_is_yet_to_be_taken_is_not_complete() -> None:
    event = WithGames()
    event.closed = False
    del event.results["g8"]
    findings = [finding for finding in audit(event.file()).findings if finding.status == "open"]
    assert any(
        "hands in a result that the tournament did not take" in finding.said.en
        for finding in findings
    )


def test_a_game_under_too_few_witnesses_leaves_the_file_not_complete() -> None:
    world, event = World(), WithGames()
    event.file(world)
    alone = world.bundle("g8", proof=world.proof("g8", 4, witnesses=()))
    incomplete(
        audit(world.bundle("g1") + world.bundle("g7") + alone),
        'game "g8" of round 1, table 2 is not complete',
    )


def test_two_histories_under_one_file_are_found() -> None:
    world, forged, event = World(), World(), WithGames()
    event.file(world)
    forged.append(b"greffe/key@v1\n")
    for game, records in world.games.items():
        forged.play(game, records)
    world.append(world.entries[0])
    assert forged.size == world.size
    failed(
        audit(world.bundle("g1") + world.bundle("g7") + forged.bundle("g8")),
        "two histories",
        record=8,
    )


def test_nothing_follows_the_bundle_of_a_game() -> None:
    world, event = World(), WithGames()
    event.file(world)
    failed(audit(world.bundle("g7") + world.bundle("g8")), "does not belong where it is")


def test_what_is_wrong_with_the_tournament_itself_comes_first() -> None:
    file = lines(WithGames().file())
    file[3] = file[3].replace(b"EntrantAdded", b"EntrantGone")
    failed(audit(b"".join(file), policy()), record=3)
