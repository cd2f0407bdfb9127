import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.tournament.audit.games_compared import Difference, GamesCompared
from domain.tournament.values import Entry, TableResult
from domain.transfer.replay import replay
from tests.domain.campaign.campaigning import entry, finish
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import DUELS, Hall


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    hall = Hall(clerk, DUELS, 4, ruleset="northgard-training", undo="free").begun(games=True)
    for table in hall.now.rounds[0].tables:
        finish(clerk, clerk.game(table.game), table.number)
    return hall


def differences(
    hall: Hall, topic: str = "", old: bytes = b"", new: bytes = b""
) -> tuple[Difference, ...]:
    rows = [
        (own, state.replace(old, new) if own == topic else state)
        for own, state in rows_of(hall.clerk, hall.id)
    ]
    compared = GamesCompared(hall.id, rows)
    for table in hall.now.rounds[0].tables:
        replayed = replay(table.game, rows_of(hall.clerk, table.game), None, compared.see)
        assert replayed.trouble is None
    return compared.differences()


def reversed_result(hall: Hall, table: int) -> TableResult:
    at = hall.now.rounds[0].tables[table - 1]
    game = hall.clerk.game(at.game)
    winner = dict(zip(at.linked.seats, at.entrants, strict=True))[game.outcome.winners[0]]
    return TableResult(table, tuple(Entry(n, 2 if n == winner else 1) for n in at.entrants))


def report(hall: Hall, table: int, result: TableResult) -> None:
    for entrant in hall.now.rounds[0].tables[table - 1].entrants:
        hall.on.results.file_slip(hall.order(), 1, entrant, result)


def test_a_typed_result_against_its_game_is_wrong_unless_it_was_confirmed(
    hall: Hall,
) -> None:
    hall.confirmed(
        lambda how: hall.on.results.take(hall.order(), 1, 2, reversed_result(hall, 2), how)
    )
    assert [each.wrong for each in differences(hall)] == [False]
    assert [
        each.wrong for each in differences(hall, "ResultTaken", b'"against-game"', b'"unsigned"')
    ] == [True]


def test_a_reported_result_that_its_game_contradicts_is_named_until_it_is_corrected(
    hall: Hall,
) -> None:
    hall.on.rounds.publish(hall.order(), 1)
    report(hall, 2, reversed_result(hall, 2))
    (difference,) = differences(hall)
    assert (
        difference.wrong
        and "the result of round 1, table 2 is not that of its game" in difference.text.en
    )
    assert "has place 1 in the tournament and place 2" in difference.text.en
    hall.confirmed(
        lambda how: hall.on.results.correct(hall.order(), 1, 2, "recompute", confirmation=how)
    )
    assert [each.wrong for each in differences(hall)] == [False], "the record stays, and is told"


def test_a_correction_by_hand_is_a_decision_and_is_told(hall: Hall) -> None:
    hall.on.results.take(hall.order(), 1, 1)
    other = reversed_result(hall, 1)
    hall.confirmed(lambda how: hall.on.results.correct(hall.order(), 1, 1, "recompute", other, how))
    (difference,) = differences(hall)
    assert (difference.record, difference.wrong) == (hall.now.seq, False)


def test_a_game_that_says_something_else_since_is_told(hall: Hall) -> None:
    hall.on.results.take(hall.order(), 1, 1)
    at, game = hall.now.rounds[0].tables[0], hall.clerk.game(hall.now.rounds[0].tables[0].game)
    loser = next(seat for seat in at.linked.seats if seat not in game.outcome.winners)
    Rulings(hall.clerk).rule(
        entry(game),
        Wish("adjudicate", winners=(loser,)),
        Grounds("p. 1", "conduct", "He counted twice."),
    )
    (difference,) = differences(hall)
    assert (
        not difference.wrong
        and f"at record {hall.clerk.game(game.id).seq} of the game" in difference.text.en
    )


def test_who_signed_is_held_though_a_correction_names_the_same_record_of_the_game(
    hall: Hall,
) -> None:
    hall.clerk.close_game(entry(hall.clerk.game(hall.now.rounds[0].tables[0].game)))
    hall.on.results.take(hall.order(), 1, 1)
    other = reversed_result(hall, 1)
    hall.confirmed(lambda how: hall.on.results.correct(hall.order(), 1, 1, "report", other, how))
    hall.on.results.correct(hall.order(), 1, 1, "report")
    forged = differences(
        hall, "ResultTaken", b'"source":"game"', b'"signed":["blue","red"],"source":"game"'
    )
    assert [each.text.en for each in forged if each.wrong] == [
        f"it counts blue, red among those who signed the game "
        f"{hall.now.rounds[0].tables[0].game}, wrongly"
    ]
