import pytest
from msgspec.structs import replace

from domain.tournament import values as v
from domain.tournament.audit.replay import repeated
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.report import told
from domain.tournament.standings.ranking import standings
from tests.builders.refusals import refused_with
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall, departures_in, won


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(3, 2))), "Entrant 3 does not sit there"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(1, 2))), "named twice"),
        (v.TableResult(1, (v.Entry(1, 1),)), "Entrant 2 has no place"),
        (v.TableResult(1, (v.Entry(1, 2), v.Entry(2, 2))), "The places 2, 2 are none"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 3))), "The places 1, 3 are none"),
        (v.TableResult(1, (v.Entry(1, 1, absent=True), v.Entry(2, 2)), "forfeit"), "behind all"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2)), "forfeit"), "somebody is absent"),
        (
            v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 1, absent=True)), "double-forfeit"),
            "everybody is absent",
        ),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2, absent=True))), "at least two"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2)), "adjourned"), "no entries yet"),
        (v.TableResult(1, (v.Entry(1, 1, 10**9), v.Entry(2, 2))), "out of range"),
    ],
)
def test_a_result_fits_its_table(hall: Hall, result: v.TableResult, sentence: str) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    refused = hall.refused(sentence, hall.on.results.take, 1, 1, result)
    assert refused.pointer.startswith("/result")
    assert "(round 1, table 1)" in refused.text.en


def test_unknown_tables_and_second_results_are_refused(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    for round, table, sentence in ((1, 3, "no table 3"), (2, 1, "Round 2 is not paired")):
        refused_with(TournamentRefused, sentence, hall.type, round, table, 1, 2)
    hall.type(1, 1, 1, 2)
    hall.clerk.clock.go_on(61)  # type: ignore[attr-defined]
    refused_with(TournamentRefused, "has its result", hall.type, 1, 1, 2, 1)


def test_who_typed_a_result_types_over_it_within_the_minute(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.type(1, 1, 1, 2)
    refused_with(TournamentRefused, "the result already", hall.type, 1, 1, 1, 2)
    for first, second in ((2, 1), (1, 2)):
        hall.clerk.clock.go_on(50)  # type: ignore[attr-defined]
        over = hall.type(1, 1, first, second)
        assert departures_in(hall)[-1] == (over.seq, "mistyped", 2)
        assert standings(over.field).row(first).values[0] == "1"
    said = "was mistyped, and is typed over within the minute: 1. entrant 1, 2. entrant 2."
    assert over.noted[-1].did.en == f"The result of table 1 in round 1 {said}"
    assert not repeated(hall.id, rows_of(hall.clerk, hall.id)).wrong
    hall.on.rounds.publish(hall.order(), 1)
    for entrant in (3, 4):
        hall.on.results.file_slip(hall.order(), 1, entrant, won(hall.now.rounds[0].tables[1], 3))
    take, tables = hall.on.results.take, hall.now.rounds[0].tables
    hall.refused("has its result", take, 1, 2, won(tables[1], 4))
    another = replace(hall.order(), actor="another")
    refused_with(TournamentRefused, "has its result", take, another, 1, 1, won(tables[0], 2))
    hall.on.rounds.close(hall.order(), 1)
    hall.refused("has its result", take, 1, 1, won(tables[0], 2))


def test_protests_have_their_time(hall: Hall) -> None:
    hall.play(1)
    hall.on.rounds.close(hall.order(), 1, minutes=10)
    hall.on.rounds.publish(hall.order(), 1)
    seq = hall.on.results.protest(hall.order(), 1, 1, 1, "The clock stood still.").record.seq
    hall.on.results.decide(hall.order(), seq, "It did not.", upheld=False)
    hall.clerk.clock.go_on(3600)  # type: ignore[attr-defined]
    hall.refused(
        "time for protests", hall.on.results.protest, 1, 1, 1, "Later.", error=ConfirmationNeeded
    )


@pytest.mark.parametrize(
    ("slips", "told_of_last"),
    [
        ([(1, "one", 1)], ""),
        ([(1, "one", 1), (2, "two", 2)], ""),
        ([(3, "one", 3), (1, "one", 1)], ""),
        ([(1, "director", 1)], "The desk's key reports the result of table 1 in round 1 for "),
        ([(1, "one", 1), (2, "one", 2)], "The key of another slip of table 1 in round 1 reports "),
        ([(1, "one", 1), (1, "one", 2)], "another result of table 1 in round 1 than before."),
    ],
)
def test_a_slip_of_another_hand_than_its_entrants_is_among_what_was_decided_by_hand(
    hall: Hall, slips: list[tuple[int, str, int]], told_of_last: str
) -> None:
    """Each slip is for an entrant, was entered by a key, and names a winner."""
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.on.rounds.publish(hall.order(), 1)
    for entrant, actor, first in slips:
        table = hall.now.rounds[0].tables[entrant > 2]
        hall.on.results.file_slip(replace(hall.order(), actor=actor), 1, entrant, won(table, first))
    *_, last = (line for line, _ in told(hall.on.store.records_of(hall.id)))
    assert (last.by_hand, told_of_last in last.text.en) == (bool(told_of_last), True)
