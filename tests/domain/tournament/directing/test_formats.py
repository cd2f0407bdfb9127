import pytest

from domain.game.clerk.clerk import Clerk
from domain.tournament.refusals import TournamentRefused
from domain.tournament.simulation import repeats
from domain.tournament.values import Rules, Stage
from tests.domain.tournament.directing.hall import Hall, won


def test_a_knock_out_is_played_to_its_end_without_those_who_lost(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="knock-out", rounds=3, third_place=True),)), 6)
    for round in (1, 2, 3):
        hall.pair(round)
        hall.play(round)
    last = hall.now.rounds[-1]
    assert [len(table.entrants) for table in last.tables] == [2, 2] and not last.byes
    assert len({number for table in last.tables for number in table.entrants}) == 4


def test_a_knock_out_waits_for_a_winner(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="knock-out", rounds=2),)), 4)
    tables = hall.pair(1).rounds[0].tables
    hall.on.results.take(hall.order(), 1, 1, won(tables[0], 0, draw=True))
    hall.type(1, 2, *tables[1].entrants)
    with pytest.raises(TournamentRefused, match="Table 1 of round 1 has no winner"):
        hall.pair(2)


def test_in_a_round_robin_with_somebody_gone_each_has_a_bye_in_turn(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="round-robin", rounds=5),)), 5)
    hall.pair(1)
    hall.play(1)
    hall.on.entering.withdraw(hall.order(), 5, "ill")
    for round in (2, 3, 4, 5):
        hall.pair(round)
        hall.play(round)
    own, without_opponent = 4, 3  # the four who stay have their bye, and three of them were to meet who left
    assert sum(len(one.byes) for one in hall.now.rounds) == own + without_opponent


def test_a_plan_is_gone_on_with_from_round_to_round(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(format="planned", rounds=4, least=3, preferred=3, most=3),)), 9)
    for round in (1, 2, 3, 4):
        hall.pair(round)
        hall.play(round)
    assert repeats(hall.now.field) == 0
