"""Who goes on, who plays, what a typed result is held against, rules that cannot work, and the end with an open protest."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.directing.aggregate.departures import Confirmation
from domain.directing.aggregate.rules_faults import need_rules
from domain.directing.errors import ConfirmationNeeded, TournamentRefused
from domain.directing.replay import repeated
from domain.errors import BadRequest, Stale
from domain.record import tournament_records as r
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entry, Rules, Scoring, Stage, TableResult
from tests.domain.directing.hall import DUELS, Hall, codes, won
from tests.domain.directing.test_games import finished


@pytest.fixture
def games(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 2, ruleset="northgard-training", undo="free")


CUT = Rules((Stage(rounds=1, keys=("points",)), Stage(format="knock-out", rounds=1, advance=2)))


def lasts(hall: Hall) -> r.StageAdvanced:
    body = hall.on.desk.filed(hall.id)[-1].body
    assert isinstance(body, r.StageAdvanced)
    return body


def same_again(hall: Hall) -> None:
    found = repeated(hall.id, [(one.topic, one.state) for one in hall.on.desk.filed(hall.id)])
    assert not found.wrong, found.wrong


def test_a_tie_on_the_last_place_that_goes_on_is_settled_by_lots(clerk: Clerk) -> None:
    hall = Hall(clerk, CUT, 6)
    hall.pair(1)
    hall.play(1)
    assert [row.rank for row in standings(hall.now.field).rows][:3] == [1, 1, 1]
    with pytest.raises(TournamentRefused, match=r"share rank 1, the last that goes on: draw lots") as refused:
        hall.on.rounds.advance(hall.order())
    assert refused.value.pointer == "/declined"
    lots = hall.on.rounds.draw_lots(hall.order()).tournament.lots
    winners = [entrant for entrant in lots if standings(hall.now.field).row(entrant).rank == 1]
    hall.on.rounds.advance(hall.order())
    assert [one.entrant for one in lasts(hall).going] == winners[:2]
    same_again(hall)


def test_nobody_draws_lots_where_a_key_parts_the_last_place(clerk: Clerk) -> None:
    hall = Hall(clerk, CUT, 6)
    hall.pair(1)
    at = hall.now.rounds[0]
    for table in at.tables:
        hall.on.results.take(hall.order(), 1, table.number, won(table, table.entrants[0], draw=table.number == 3))
    hall.on.rounds.advance(hall.order())
    assert [one.entrant for one in lasts(hall).going] == sorted(at.tables[n].entrants[0] for n in (0, 1))


def test_who_is_marked_present_after_the_check_in_plays(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=5)
    hall.on.entering.note(hall.order(), 1, (1, 2, 3, 4))
    hall.on.entering.close_check_in(hall.order(), 1)
    assert hall.now.left_out(1) == (5,)
    hall.add("Late")
    hall.on.entering.note(hall.order(), 1, (6,))
    assert hall.now.expected(1) == (1, 2, 3, 4, 6) and hall.now.left_out(1) == (5,)
    hall.on.entering.note(hall.order(), 1, (2,), present=False)
    hall.pair(1)
    assert set(hall.now.rounds[0].present) == {1, 3, 4, 6} and hall.now.left_out(1) == (2, 5)
    same_again(hall)


def test_a_typed_result_against_its_finished_game_is_asked_twice(games: Hall) -> None:
    game = finished(games)
    table = games.now.rounds[0].tables[0]
    sits = dict(zip(game.setting.seats, table.entrants, strict=False))
    winner = sits[game.outcome.winners[0]]
    other = next(entrant for entrant in table.entrants if entrant != winner)

    def take(said: Confirmation) -> object:
        return games.on.results.take(games.order("typed"), 1, 1, won(table, other), said)

    with pytest.raises(ConfirmationNeeded) as needed:
        take(Confirmation(1, "They told me so.", ""))
    assert needed.value.times == 2
    assert any(f"entrant {winner} has place 1" in str(text) for text in needed.value.consequences)
    games.confirmed(take)
    assert [code for _, code, level in codes(games) if level == 4] == ["against-game"]
    same_again(games)


def test_a_typed_result_as_its_finished_game_has_it_is_told_alone(games: Hall) -> None:
    game = finished(games)
    table = games.now.rounds[0].tables[0]
    sits = dict(zip(game.setting.seats, table.entrants, strict=False))
    games.on.results.take(games.order("typed"), 1, 1, won(table, sits[game.outcome.winners[0]]))
    assert [code for _, code, _ in codes(games)][-1] == "typed"


STAGE = Stage(rounds=3)


@pytest.mark.parametrize(
    ("stages", "pointer"),
    [
        ((STAGE, STAGE), "/rules/stages/1/advance"),
        ((STAGE, replace(STAGE, advance=4), replace(STAGE, advance=8)), "/rules/stages/2/advance"),
        ((replace(STAGE, engine="fide-dutch", least=3, preferred=3, most=3),), "/rules/stages/0/engine"),
        ((replace(STAGE, format="round-robin", least=3, preferred=3, most=3),), "/rules/stages/0/most"),
        ((replace(STAGE, engine="knock-out"),), "/rules/stages/0/engine"),
        ((replace(STAGE, factor="-1"),), "/rules/stages/0/factor"),
        ((replace(STAGE, scoring=Scoring(win="1/3")),), "/rules/stages/0/scoring/win"),
        ((replace(STAGE, scoring=Scoring(points="places", places=("1", "2"))),), "/rules/stages/0/scoring/places"),
        ((replace(STAGE, scoring=Scoring(best=4)),), "/rules/stages/0/scoring/best"),
    ],
)
def test_rules_that_cannot_work_are_refused_at_opening(clerk: Clerk, stages: tuple[Stage, ...], pointer: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Hall(clerk, Rules(stages))
    assert refused.value.pointer == pointer
    need_rules(Rules(stages), edition=1)


def protested(hall: Hall) -> Order:
    """A hall whose first round is over, with a protest; the order of somebody who saw it before."""
    hall.pair(1)
    hall.on.rounds.publish(hall.order(), 1)
    hall.play(1)
    seen = hall.order()
    hall.on.rounds.close(hall.order(), 1)
    hall.on.rounds.draw_lots(hall.order())
    hall.on.results.penalise(hall.order(), 3, "1", "Late.")
    return seen


def test_a_protest_is_not_stale_because_something_else_happened(clerk: Clerk) -> None:
    hall = Hall(clerk, entrants=4)
    seen = protested(hall)
    table = hall.now.rounds[0].tables[0]
    hall.on.results.protest(seen, table.entrants[1], 1, 1, "I won.")
    late = Order(hall.id, seen.seq, "director", "late")
    corrected = won(table, table.entrants[1])
    hall.confirmed(lambda said: hall.on.results.correct(hall.order(), 1, 1, "recompute", corrected, said), times=1)
    with pytest.raises(Stale):
        hall.on.results.protest(late, table.entrants[0], 1, 1, "No, I did.")


def test_closing_with_an_open_protest_asks(clerk: Clerk) -> None:
    hall = Hall(clerk, Rules((Stage(rounds=1),)), 4)
    hall.on.results.protest(protested(hall), hall.now.rounds[0].tables[0].entrants[1], 1, 1, "I won.")
    with pytest.raises(ConfirmationNeeded) as needed:
        hall.on.whole.close(hall.order())
    assert [code for code, _, _ in needed.value.departures] == ["open-protest"]
    hall.confirmed(lambda said: hall.on.whole.close(hall.order(), said), times=1)
    assert codes(hall)[-1][1:] == ("open-protest", 3)
    same_again(hall)


def test_an_event_of_shares_with_long_denominators_is_closed(clerk: Clerk) -> None:
    """Denominators of more than nine digits ended every page and every closing in an error."""
    three = Stage(rounds=4, least=3, preferred=3, most=3, scoring=Scoring(points="share"), keys=("points", "opponents", "lots"))
    hall = Hall(clerk, Rules((three,)), 9)
    for round, total in enumerate((9_973, 9_967, 9_949, 9_941), 1):
        hall.pair(round)
        for table in hall.now.rounds[-1].tables:
            first, second, third = table.entrants
            entries = (Entry(first, 1, total - 3), Entry(second, 2, 2), Entry(third, 3, 1))
            hall.on.results.take(hall.order(), round, table.number, TableResult(table.number, entries))
        hall.on.rounds.close(hall.order(), round)
    hall.on.whole.close(hall.order())
    assert hall.now.closed
    values = [value for row in standings(hall.now.field).rows for value in row.values]
    assert any(len(value.partition("/")[2]) > 9 for value in values)
    same_again(hall)
