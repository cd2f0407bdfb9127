from random import Random

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Opening
from domain.game.dice.conditions import contributions, parts_of
from domain.game.dice.use_cases import Contributions
from domain.game.refusals import ContributionRefused, GameIsClosed
from domain.kernel.refusals import BadRequest
from domain.proof.chance.dice import contribution_commitment
from domain.titles.contract.chance import dice_key, sealed_picks
from tests.builders.refusals import refused_with
from tests.builders.table import order

TITLE = "northgard-training"
VALUES = {"blue": bytes(range(16)), "red": b"a part of red's own"}


def commitment_of(game: Game, seat: str) -> str:
    return contribution_commitment(game.id, seat, VALUES[seat]).hex()


@pytest.fixture
def game(clerk: Clerk) -> Game:
    return clerk.open_game(Opening(ruleset=TITLE), "tester", "open").state


@pytest.fixture
def dice(clerk: Clerk) -> Contributions:
    return Contributions(clerk)


def bind_both(dice: Contributions, game: Game) -> Game:
    for seat in VALUES:
        game = dice.commit(order(game), seat, commitment_of(game, seat)).state
    return game


def rolled(clerk: Clerk, game: Game) -> Answer:
    for n in range(200):
        seat = game.rules.to_act(game.board)[0]
        answer = clerk.act(order(game), seat, game.rules.sample(game.board, seat, Random(n)))
        if answer.record.body.rolls:
            return answer
        game = answer.state
    raise AssertionError("nothing was rolled in 200 actions")


def test_from_the_last_value_shown_the_dice_rest_on_the_seed_and_all_of_them(
    clerk: Clerk, dice: Contributions, game: Game
) -> None:
    seed = clerk.key_values.fetch("seed", game.id)
    game = bind_both(dice, game)
    assert contributions(game) == ()
    game = dice.reveal(order(game), "red", VALUES["red"].hex()).state
    game = dice.reveal(order(game), "blue", VALUES["blue"].hex()).state
    (roll, *_) = rolled(clerk, game).record.body.rolls
    key = dice_key(seed, game.id, [("blue", VALUES["blue"]), ("red", VALUES["red"])])
    assert roll.picks == sealed_picks(key, roll.number, roll.spec)
    assert [part.by for part in parts_of(game)] == ["seat", "seat"]


def test_until_values_are_shown_the_dice_rest_on_the_seed_alone(
    clerk: Clerk, dice: Contributions, game: Game
) -> None:
    seed = clerk.key_values.fetch("seed", game.id)
    taken = rolled(clerk, bind_both(dice, game)).record.body
    assert taken.rolls[0].picks == sealed_picks(
        dice_key(seed, game.id), taken.rolls[0].number, taken.rolls[0].spec
    )


def test_nothing_is_rolled_between_the_first_value_shown_and_the_last(
    clerk: Clerk, dice: Contributions, game: Game
) -> None:
    game = dice.reveal(order(bind_both(dice, game)), "red", VALUES["red"].hex()).state
    refused_with(ContributionRefused, "wait for the part of Blue", rolled, clerk, game)


def test_the_service_stands_in_for_an_absent_seat_and_says_so(
    clerk: Clerk, dice: Contributions, game: Game
) -> None:
    game = dice.commit(order(game), "blue", commitment_of(game, "blue")).state
    game = dice.stand_in(order(game), "red").state
    assert [(part.by, bool(part.value)) for part in parts_of(game)] == [
        ("seat", False),
        ("service", False),
    ]
    answer = dice.reveal(order(game, "show"), "blue", VALUES["blue"].hex())
    assert [(part.by, bool(part.value)) for part in parts_of(answer.state)] == [
        ("seat", True),
        ("service", True),
    ]
    assert len(contributions(answer.state)) == 2
    again = dice.reveal(order(game, "show"), "blue", VALUES["blue"].hex())
    assert (again.again, again.record) == (True, answer.record)


def test_where_all_seats_are_absent_the_service_shows_its_parts_at_once(
    clerk: Clerk, dice: Contributions, game: Game
) -> None:
    game = dice.stand_in(order(game), "blue").state
    answer = dice.stand_in(order(game, "last"), "red")
    assert all(part.by == "service" and part.value for part in parts_of(answer.state))
    assert dice.stand_in(order(game, "last"), "red").again


@pytest.mark.parametrize(
    ("seat", "commitment", "says"),
    [
        ("blue", "ab", "64 digits"),
        ("blue", "AB" * 32, "64 digits"),
        ("green", "ab" * 32, "no seat green"),
    ],
)
def test_what_cannot_be_bound(
    dice: Contributions, game: Game, seat: str, commitment: str, says: str
) -> None:
    refused_with(BadRequest, says, dice.commit, order(game), seat, commitment)


def test_what_is_refused_in_its_turn(clerk: Clerk, dice: Contributions, game: Game) -> None:
    refused_with(
        ContributionRefused, "bound no part", dice.reveal, order(game), "red", VALUES["red"].hex()
    )
    game = dice.commit(order(game), "red", commitment_of(game, "red")).state
    refused_with(
        ContributionRefused,
        "bound its part already",
        dice.commit,
        order(game),
        "red",
        commitment_of(game, "red"),
    )
    refused_with(
        ContributionRefused,
        "Blue has not bound",
        dice.reveal,
        order(game),
        "red",
        VALUES["red"].hex(),
    )
    game = dice.commit(order(game), "blue", commitment_of(game, "blue")).state
    refused_with(
        ContributionRefused, "not the value", dice.reveal, order(game), "red", VALUES["blue"].hex()
    )
    refused_with(BadRequest, "16 to", dice.reveal, order(game), "red", "00ff")
    game = dice.reveal(order(game), "red", VALUES["red"].hex()).state
    refused_with(
        ContributionRefused,
        "shown its part already",
        dice.reveal,
        order(game),
        "red",
        VALUES["red"].hex(),
    )
    game = clerk.close_game(order(game)).state
    refused_with(GameIsClosed, "", dice.reveal, order(game), "blue", VALUES["blue"].hex())
