import msgspec
import pytest

from domain.game.aggregate.clocks import clocks_of
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.kernel.canonical import canonical
from domain.kernel.refusals import BadRequest
from domain.titles.contract.time_control import TimeControl
from domain.tournament.aggregate.fold import read_rules
from domain.tournament.values import Rules, Stage
from tests.domain.tournament.directing.hall import DUELS, Hall

FISCHER, BUDGET = TimeControl("fischer", 1_500, 10), TimeControl("budget", 3_600)


def clocked(*controls: TimeControl | None) -> Rules:
    return Rules(tuple(Stage(rounds=1, advance=2 if n else 0, time_control=one) for n, one in enumerate(controls)))


def opened(hall: Hall, round: int) -> list[Game]:
    hall.pair(round)
    return [hall.clerk.game(one) for one in hall.on.rounds.open_games(hall.order(), round).games]


def test_each_game_of_a_stage_is_opened_with_the_clocks_of_its_rules(clerk: Clerk) -> None:
    hall = Hall(clerk, clocked(FISCHER, None, BUDGET), 4, ruleset="northgard-training")
    games = opened(hall, 1)
    assert [game.opened.time_control for game in games] == [FISCHER, FISCHER]
    for game in games:
        clocks = clocks_of(game)
        players = {seat.id for seat in game.opened.seats if seat.role == "player"}
        assert (clocks.left, clocks.runs) == (dict.fromkeys(players, 1_500_000), ())
    hall.play(1)
    hall.on.rounds.advance(hall.order())
    (game,) = opened(hall, 2)
    assert (game.opened.time_control, clocks_of(game)) == (None, None)
    hall.play(2)
    hall.on.rounds.advance(hall.order())
    assert [game.opened.time_control for game in opened(hall, 3)] == [BUDGET]


def test_other_rules_change_the_clocks_of_games_that_are_opened_later_alone(clerk: Clerk) -> None:
    hall = Hall(clerk, clocked(FISCHER), 4, ruleset="northgard-training")
    hall.pair(1)
    (first,) = hall.on.rounds.open_games(hall.order(), 1, [1]).games
    hall.confirmed(lambda given: hall.on.whole.amend(hall.order(), clocked(BUDGET), given))
    (second,) = hall.on.rounds.open_games(hall.order(), 1).games
    assert [clerk.game(one).opened.time_control for one in (first, second)] == [FISCHER, BUDGET]


def test_rules_that_were_stored_before_have_no_clocks() -> None:
    plain = msgspec.json.decode(canonical(DUELS))
    for stage in plain["stages"]:
        del stage["time_control"]
    assert read_rules(msgspec.Raw(msgspec.json.encode(plain))) == DUELS


def test_clocks_that_are_none_are_refused_at_their_field(clerk: Clerk) -> None:
    with pytest.raises(BadRequest, match="Only a Fischer clock adds seconds") as refused:
        Hall(clerk, clocked(TimeControl("budget", 60, 5)))
    assert refused.value.pointer == "/rules/stages/0/time_control/increment"
