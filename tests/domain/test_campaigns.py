"""Campaigns: games that hand a sheet on, the next opened from the last sheet and from no other."""

from __future__ import annotations

from random import Random

import pytest

from domain.campaigns import Campaigns
from domain.clerk import Clerk
from domain.errors import BadRequest, CampaignRefused, KeyReused, Stale, UndoRefused, UnknownCampaign
from domain.game import Game
from domain.orders import Opening, Order

TITLE = "northgard-training"


def order(campaign: str, seq: int, key: str = "") -> Order:
    return Order(campaign, seq, "organiser", key or f"key-{campaign}-{seq}")


def finish(clerk: Clerk, game: Game, seed: int = 1) -> Game:
    """Play a game at random to its end."""
    rng = Random(seed)
    while seats := game.rules.to_act(game.board):
        action = game.rules.sample(game.board, seats[0], rng)
        game = clerk.act(Order(game.id, game.seq, "table", f"k{game.seq}"), seats[0], action).game
    return game


@pytest.fixture
def campaigns(clerk: Clerk) -> Campaigns:
    return Campaigns(clerk)


def test_a_series_of_duels_is_recorded_with_its_sheets(clerk: Clerk, campaigns: Campaigns) -> None:
    campaign = campaigns.open(Opening(ruleset=TITLE), "organiser", "series").campaign
    for number in (1, 2, 3):
        answer = campaigns.next(order(campaign.id, campaign.seq))
        campaign = answer.campaign
        assert answer.game is not None
        assert (answer.game.opened.campaign, answer.game.opened.scenario) == (campaign.id, number)
        finish(clerk, answer.game, number)
    assert [s.number for s in campaign.scenarios] == [1, 2, 3]
    sheets = [campaigns.sheet(campaign.id, number) for number in (1, 2, 3)]
    assert all(s.final and s.stands and s.sheet["outcome"] for s in sheets)
    assert sheets[1].change != sheets[0].change or sheets[0].sheet == sheets[1].sheet
    early = campaigns.sheet(campaign.id, 2, at=3)
    assert not early.final and not early.stands and early.sheet["outcome"] is None


def test_the_next_scenario_waits_for_the_one_before(campaigns: Campaigns) -> None:
    campaign = campaigns.open(Opening(ruleset=TITLE), "organiser", "k").campaign
    campaign = campaigns.next(order(campaign.id, campaign.seq)).campaign
    with pytest.raises(CampaignRefused, match="still being played"):
        campaigns.next(order(campaign.id, campaign.seq))
    assert campaigns.campaign(campaign.id).seq == campaign.seq


def test_only_the_last_sheet_opens_the_next_scenario(clerk: Clerk, campaigns: Campaigns) -> None:
    campaign = campaigns.open(Opening(ruleset=TITLE), "organiser", "k").campaign
    first = campaigns.next(order(campaign.id, 1)).game
    assert first is not None
    first = finish(clerk, first)
    second = campaigns.next(order(campaign.id, 2), sheet_of=(first.id, first.seq)).game
    assert second is not None
    finish(clerk, second, 2)
    with pytest.raises(CampaignRefused, match="not the campaign's last sheet"):
        campaigns.next(order(campaign.id, 3), sheet_of=(first.id, first.seq))


def test_a_finished_scenario_cannot_be_changed_once_the_next_has_opened(clerk: Clerk, campaigns: Campaigns) -> None:
    """Taking back the last action of a finished game is possible until something rests on its sheet."""
    for seed in range(40):
        campaign = campaigns.open(Opening(ruleset=TITLE), "organiser", f"k{seed}").campaign
        game = campaigns.next(order(campaign.id, 1)).game
        assert game is not None
        game = finish(clerk, game, seed)
        step = game.step
        assert step is not None
        if step.sealed:
            continue
        undone = clerk.undo(Order(game.id, game.seq, "table", "undo"), step.seat).game
        game = clerk.redo(Order(game.id, undone.seq, "table", "redo"), step.seat).game
        campaigns.next(order(campaign.id, 2))
        with pytest.raises(UndoRefused, match="Scenario 2 was opened"):
            clerk.undo(Order(game.id, game.seq, "table", "late"), step.seat)
        return
    raise AssertionError("no game ended with an action that can be taken back")


def test_requests_sent_again_get_the_first_answer(campaigns: Campaigns, clerk: Clerk) -> None:
    first = campaigns.open(Opening(ruleset=TITLE), "organiser", "k")
    assert campaigns.open(Opening(ruleset=TITLE), "organiser", "k").again
    id = first.campaign.id
    opened = campaigns.next(order(id, 1, "next"))
    again = campaigns.next(order(id, 1, "next"))
    assert again.again and again.game is not None and opened.game is not None
    assert (again.filed, again.game.id) == (opened.filed, opened.game.id)
    with pytest.raises(KeyReused):
        campaigns.next(Order(id, 1, "organiser", "next", "another request"))
    with pytest.raises(Stale):
        campaigns.next(order(id, 1, "late"))


def test_what_does_not_fit_is_refused_and_nothing_recorded(campaigns: Campaigns) -> None:
    with pytest.raises(UnknownCampaign):
        campaigns.campaign("000000000000")
    with pytest.raises(BadRequest):
        campaigns.open(Opening(ruleset="chess"), "organiser", "k")
    id = campaigns.open(Opening(ruleset=TITLE), "organiser", "k").campaign.id
    with pytest.raises(BadRequest, match="no scenario 1"):
        campaigns.sheet(id)
    closed = campaigns.close(order(id, 1), "rain").campaign
    with pytest.raises(CampaignRefused, match="closed"):
        campaigns.next(order(id, closed.seq))
