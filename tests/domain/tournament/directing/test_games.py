from random import Random

import pytest
from eventsourcing.persistence import IntegrityError

from domain.game.aggregate.game import Game, records_by_hand
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.record.records import UMPIRE, ActionTaken, ResultHandedIn, ResultReopened
from domain.game.refusals import UndoRefused
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.game.store.repository import leaf_of
from domain.kernel.refusals import BadRequest
from domain.proof.spelling import base64_of
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.records import GameLinked, ResultTaken
from domain.tournament.results.offered import offered
from tests.builders.refusals import refused_with
from tests.domain.campaign.campaigning import entry, finish
from tests.domain.tournament.directing.hall import DUELS, Hall


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 2, ruleset="northgard-training", undo="free").begun(games=True)


def game_of(hall: Hall) -> Game:
    return hall.clerk.game(hall.now.rounds[0].tables[0].game)


def finished(hall: Hall) -> Game:
    for seed in range(40):
        other = Hall(
            hall.clerk, DUELS, 2, name=f"hall-{seed}", ruleset="northgard-training", undo="free"
        ).begun(games=True)
        game = finish(hall.clerk, game_of(other), seed)
        if game.step is not None and not game.step.stops_undo:
            hall.id = other.id
            return game
    raise AssertionError("no game ended with an action that can be taken back")


def test_games_open_with_their_entrants_and_links_in_one_write(hall: Hall) -> None:
    at, game = hall.now.rounds[0].tables[0], game_of(hall)
    opened, linked = game.opened, hall.on.store.records_of(hall.id)[-1].body
    assert isinstance(linked, GameLinked)
    assert (opened.tournament, opened.round, opened.table) == (hall.id, 1, 1)
    assert [seat.player for seat in opened.seats if seat.role == "player"] == [
        hall.now.named[n].player for n in at.entrants
    ]
    assert linked.leaf == base64_of(leaf_of(hall.clerk.load(game.id), 1))
    hall.refused("Every table of round 1 has its game", hall.on.rounds.open_games, 1)


def test_a_table_named_twice_is_refused_and_opens_nothing(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 4, ruleset="northgard-training").begun()
    refused = hall.refused(
        "Table 1 is named twice", hall.on.rounds.open_games, 1, [1, 2, 1], error=BadRequest
    )
    assert refused.pointer == "/tables/2"


def test_the_same_request_opens_the_same_games(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 4, ruleset="northgard-training").begun()
    order = hall.order("open")
    first = hall.on.rounds.open_games(order, 1)
    again = hall.on.rounds.open_games(order, 1)
    assert len(first.games) == 2 and (again.games, again.again) == (first.games, True)


def test_a_result_is_taken_from_the_games_record_and_closes_it_to_undo(hall: Hall) -> None:
    game = finished(hall)
    taken, after = hall.on.results.take(hall.order(), 1, 1).record.body, hall.clerk.game(game.id)
    assert isinstance(taken, ResultTaken)
    assert (taken.source, taken.game, taken.seq) == ("game", game.id, game.seq)
    assert isinstance(after.history.record(after.seq).body, ResultHandedIn)
    places = {entry.entrant: entry.place for entry in taken.result.entries}
    sits = dict(zip(hall.now.rounds[0].tables[0].entrants, game.setting.seats, strict=False))
    assert [sits[entrant] for entrant, place in places.items() if place == 1] == list(
        game.outcome.winners
    )
    for seat in (game.step.seat, UMPIRE):
        refused_with(
            UndoRefused,
            "The tournament took this game's result",
            hall.clerk.undo,
            entry(after, f"undo-{seat}"),
            seat,
        )


@pytest.mark.parametrize("edition", [3, 4])
def test_a_closed_round_is_open_again_with_its_table_since_edition_four(
    clerk: Clerk, edition: int
) -> None:
    hall = Hall(clerk, entrants=4, edition=edition).begun()
    hall.play(1)
    hall.on.rounds.close(hall.order(), 1)
    hall.confirmed(lambda how: hall.on.results.reopen(hall.order(), 1, 1, how))
    assert bool(hall.now.rounds[0].closed) == (edition == 3)


def test_a_table_that_is_reopened_can_be_taken_back_and_taken_again(hall: Hall) -> None:
    game = finished(hall)
    hall.on.results.take(hall.order(), 1, 1)
    hall.confirmed(lambda how: hall.on.results.reopen(hall.order(), 1, 1, how), times=1)
    after = hall.clerk.game(game.id)
    assert isinstance([act.body for act in records_by_hand(after)][-1], ResultReopened)
    hall.clerk.undo(entry(after), game.step.seat)
    hall.refused("no outcome yet", hall.on.results.take, 1, 1)
    finish(hall.clerk, hall.clerk.game(game.id), 7)
    hall.on.results.take(hall.order(), 1, 1)
    assert hall.clerk.game(game.id).handed_in


def test_the_stores_unique_key_settles_the_race_with_an_undo(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player takes the last action back just before the desk stores the result, so the result is
    not taken."""
    game, events = finished(hall), hall.clerk.events
    put = type(events).put

    def raced(self: object, rows: list[object], **more: object) -> object:
        monkeypatch.setattr(type(events), "put", put)
        hall.clerk.undo(entry(game, "race"), game.step.seat)
        refused_with(IntegrityError, "", put, self, rows)  # type: ignore[arg-type]
        raise IntegrityError

    monkeypatch.setattr(type(events), "put", raced)
    hall.refused("no outcome yet", hall.on.results.take, 1, 1)
    assert not hall.clerk.game(game.id).handed_in


def test_a_ruling_that_changes_no_result_offers_nothing_and_one_that_is_overturned_offers_it_back(
    hall: Hall,
) -> None:
    game = finished(hall)
    hall.on.results.take(hall.order(), 1, 1)
    rulings, grounds = Rulings(hall.clerk), Grounds("Tour de jeu", "illegal-action", "He looked.")
    rulings.rule(
        entry(hall.clerk.game(game.id), "warned"),
        Wish("stands"),
        Grounds("Tour de jeu", "illegal-action", "Fine.", about=game.seq),
    )
    assert offered(hall.on.store, hall.now) == ()
    loser = next(seat for seat in game.setting.seats if seat not in game.outcome.winners)
    ruled = rulings.rule(
        entry(hall.clerk.game(game.id), "ruled"), Wish("adjudicate", winners=(loser,)), grounds
    )
    assert offered(hall.on.store, hall.now)
    hall.confirmed(
        lambda how: hall.on.results.correct(hall.order(), 1, 1, "recompute", None, how), times=1
    )
    rulings.overturn(entry(hall.clerk.game(game.id), "overturned"), ruled.record.seq, grounds)
    (offer,) = offered(hall.on.store, hall.now)
    first = hall.on.store.tournament_at(hall.id, offer.record - 1).rounds[0].tables[0].result
    assert offer.result == first.result


def test_a_round_whose_games_have_begun_is_given_up_only_if_all_agree(hall: Hall) -> None:
    game = game_of(hall)
    seat = game.to_act[0]
    action = game.rules.sample(game.board, seat, Random(1))
    hall.clerk.act(Order(game.id, game.seq, "table", "first"), seat, action)
    hall.refused("has begun", hall.on.rounds.withdraw, 1, Confirmation(2, "why"))
    hall.confirmed(lambda how: hall.on.rounds.withdraw(hall.order(), 1, how, agreed=True))
    after = hall.clerk.game(game.id)
    assert after.closed and any(topic == ActionTaken.__name__ for topic in after.history.topics)
    hall.pair(1)
    hall.on.rounds.open_games(hall.order(), 1)
    assert game_of(hall).id != game.id


def test_games_of_other_sizes_than_the_title_has_are_refused(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 2).begun()
    hall.refused("played elsewhere", hall.on.rounds.open_games, 1)
    hall.refused("no game here", hall.on.results.take, 1, 1)
