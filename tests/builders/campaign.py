"""A played campaign of The Convicted: random players and fixed dice, so it is the same each
time."""

import hashlib
from random import Random

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order, game_id
from domain.game.record.records import FIRST
from tests.builders.players import play_on


def surviving_campaign(
    clerk: Clerk, actor: str, scenarios: int, players: int = 2, **fields: object
) -> str:
    """Play a campaign whose fortress survives `scenarios` scenarios, and open the next. Returns its
    id."""
    campaigns = Campaigns(clerk)
    for attempt in range(30):
        opening = Opening(ruleset="convicted", players=players, **fields)  # type: ignore[arg-type]
        campaign = campaigns.open(opening, actor, f"exile-{players}-{attempt}").campaign
        for number in range(FIRST, scenarios + 2):
            seed = hashlib.sha256(f"exile {attempt} {number}".encode()).digest()
            clerk.key_values.keep(
                "seed", game_id(actor, f"scenario\n{campaign.id}\n{number}\n0"), seed
            )
            opened = campaigns.next(Order(campaign.id, campaign.seq, actor, f"scenario-{number}"))
            campaign, game = opened.campaign, opened.game
            if number > scenarios:
                return campaign.id
            if _played(clerk, game.id, Random(100 * attempt + number)) != "survived":
                break
    raise AssertionError("the fortress never stands")


def _played(clerk: Clerk, id: str, rng: Random) -> str:
    return play_on(clerk, clerk.game(id), rng, anybody=True, by="table").outcome.code
