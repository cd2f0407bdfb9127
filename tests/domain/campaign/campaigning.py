"""Helpers for tests of campaigns: orders, and random players who finish a game."""

from random import Random

from domain.campaign.campaigns import Campaigns
from domain.campaign.kinds import Campaign
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from tests.builders.players import play_on

TITLE = "northgard-training"


def order(campaign: str, seq: int, key: str = "") -> Order:
    """An organiser's order to a campaign. Its key follows from `campaign` and `seq` unless one is
    given."""
    return Order(campaign, seq, "organiser", key or f"key-{campaign}-{seq}")


def entry(game: Game, key: str = "") -> Order:
    return Order(game.id, game.seq, "table", key or f"k{game.seq}")


def finish(clerk: Clerk, game: Game, seed: int = 1) -> Game:
    return play_on(clerk, game, Random(seed), anybody=True, by="table")


def opened(clerk: Clerk, key: str = "k", ruleset: str = TITLE) -> Campaign:
    return Campaigns(clerk).open(Opening(ruleset=ruleset), "organiser", key).campaign


def scenario(clerk: Clerk, campaign: Campaign, played: int | None = None) -> tuple[Campaign, Game]:
    """Open the next scenario. With `played`, random players of that seed play it to its end."""
    answer = Campaigns(clerk).next(order(campaign.id, campaign.seq))
    assert answer.game is not None
    game = answer.game if played is None else finish(clerk, answer.game, played)
    return answer.campaign, game


def undoable(clerk: Clerk) -> tuple[Campaign, Game]:
    """A campaign whose first game has ended with an action that its seat can still take back."""
    for seed in range(40):
        campaign, game = scenario(clerk, opened(clerk, f"undoable-{seed}"), played=seed)
        if game.step is not None and not game.step.stops_undo:
            return campaign, game
    raise AssertionError("no game ended with an action that can be taken back")
