"""A campaign of The Convicted over the clerk: each scenario opens from the sheet of the one before."""

from __future__ import annotations

from random import Random

import pytest

from domain.campaigns import Campaigns
from domain.clerk import Clerk
from domain.errors import Refusal
from domain.game import Game
from domain.games.convicted import actions as a
from domain.games.convicted import siege_actions as sa
from domain.games.convicted.actions import Band, ConvictedAction
from domain.orders import Opening, Order


def finish(clerk: Clerk, game: Game, seed: int) -> Game:
    """Play a scenario at random to its end."""
    rng = Random(seed)
    while seats := game.rules.to_act(game.board):
        seat = rng.choice(seats)
        action = game.rules.sample(game.board, seat, rng)
        game = clerk.act(Order(game.id, game.seq, "table", f"k{game.seq}"), seat, action).game
    return game


def order(campaign: str, seq: int) -> Order:
    return Order(campaign, seq, "organiser", f"key-{seq}")


def test_three_scenarios_hand_their_sheets_on(clerk: Clerk) -> None:
    campaigns = Campaigns(clerk)
    campaign = campaigns.open(Opening(ruleset="convicted", players=2), "organiser", "exile").campaign
    assert campaign.opened.scenarios == 10
    before = None
    for number in (1, 2, 3):
        answer = campaigns.next(order(campaign.id, campaign.seq))
        campaign, game = answer.campaign, answer.game
        assert game is not None
        assert (game.board.scenario, game.board.turn) == (number, 1 if number == 1 else 2 * number - 1)
        if before is not None:
            assert (game.board.stock, game.board.heroes, game.board.ring) == (before.stock, before.heroes, before.ring)
        before = finish(clerk, game, number).board
        assert before.ending == "survived"
    sheets = [campaigns.sheet(campaign.id, number) for number in (1, 2, 3)]
    assert [(s.sheet["number"], s.sheet["turn"], s.final, s.stands) for s in sheets] == [
        (1, 2, True, True),
        (2, 4, True, True),
        (3, 6, True, True),
    ]
    assert all(s.change for s in sheets)
    assert campaigns.sheet(campaign.id, 3, at=1).sheet["turn"] == 5


def test_a_fallen_fortress_opens_no_further_scenario(clerk: Clerk) -> None:
    campaigns = Campaigns(clerk)
    campaign = campaigns.open(Opening(ruleset="convicted", players=1), "organiser", "exile").campaign
    game = campaigns.next(order(campaign.id, campaign.seq)).game
    assert game is not None

    def act(seat: str, action: ConvictedAction) -> None:
        nonlocal game
        assert game is not None
        game = clerk.act(Order(game.id, game.seq, "table", f"k{game.seq}"), seat, action).game

    def stages(last: int) -> None:
        while game is not None and game.board.step == "assault" and game.board.stage != last:
            act(game.rules.to_act(game.board)[0], sa.CloseStage(game.board.stage))

    act("p1", a.ChooseHero("oracle"))
    act("p1", a.EndActions())
    act("enemy", sa.RevealEnemies())
    foe = next(f.id for f in game.board.setting.foes.values() if f.people == game.board.fronts["S"].people)
    for side in ("N", "E", "S", "W"):
        act("enemy", sa.Deploy(side, (Band(foe, 2),) if side == "S" else ()))
    act("p1", sa.BeginAssault())
    stages(5)
    act("enemy", sa.Advance("S", "S1", (Band(foe, 2),)))
    stages(9)
    act("enemy", sa.FormSquad("S", "S", foe))
    stages(11)
    act("enemy", sa.Fight("S", 0, (), (Band("spearman", 1),)))
    stages(13)
    act("enemy", sa.Enter("S", 0, (Band(foe, 1),)))
    stages(99)
    act("enemy", sa.Ravage(razed=("keep",)))
    assert game.board.ending == "fallen"
    with pytest.raises(Refusal, match="survived"):
        campaigns.next(order(campaign.id, 2))
    assert campaigns.campaign(campaign.id).seq == 2
