from typing import Any

import pytest

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from projections.follower import follower as module
from projections.follower.follower import Follower
from projections.store.keys import LIVE, log_key
from tests.domain.campaign.campaigning import opened, scenario
from tests.projections.naive import dump, expected, readable


def test_a_log_that_ends_with_records_of_campaigns_is_followed_to_its_end(
    clerk: Clerk, follower: Follower, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some windows contain nothing but records of campaigns. A game of a campaign is
    shown and found with it, and no campaign is shown as a game."""
    monkeypatch.setattr(module, "READ", 2)
    monkeypatch.setattr(module, "WINDOW", 2)
    campaigns = Campaigns(clerk)
    scenario(clerk, opened(clerk, "series"), played=1)
    for n in range(5):
        campaigns.close(Order(opened(clerk, f"idle-{n}").id, 1, "organiser", f"close-{n}"))
    follower.catch_up()
    newest = clerk.recorder.max_notification_id()
    assert there.hget(log_key(there.get(LIVE).decode()), "position") == str(newest).encode()
    assert follower.catch_up() == 0
    assert readable(dump(there)) == expected(clerk)
