from typing import Any

import pytest

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from projections.follower import follower as module
from projections.follower.follower import Follower
from projections.read.views import Query, Views
from projections.store.keys import LIVE, NOT_SHOWN, log_key
from tests.amount import slow
from tests.domain.campaign.campaigning import entry, finish, opened, order, scenario
from tests.projections.naive import dump, expected, readable


@slow("a whole campaign; the test of the log that ends with one follows it, too")
def test_games_of_campaigns_are_shown_and_found_and_campaigns_are_no_games(
    clerk: Clerk, follower: Follower, views: Views, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign is followed while it is played and closed, and its first game is closed. Views
    built anew are the same."""
    follower.catch_up()
    campaign, duels = opened(clerk, "series"), list[str]()
    for number in (1, 2, 3):
        campaign, game = scenario(clerk, campaign)
        follower.catch_up()
        duels.append(finish(clerk, game, number).id)
        follower.catch_up()
    Campaigns(clerk).close(order(campaign.id, campaign.seq))
    clerk.close_game(entry(clerk.game(duels[0]), "close"))
    follower.catch_up()
    live = dump(there)
    views_there = readable(live)
    assert views_there == expected(clerk)
    assert not {f"game:{campaign.id}", f"found:{NOT_SHOWN}"} & views_there.keys()
    summaries = [views_there[f"game:{id}"]["summary"] for id in duels]
    assert [(s["campaign"], s["scenario"]) for s in summaries] == [
        (campaign.id, 1),
        (campaign.id, 2),
        (campaign.id, 3),
    ]
    page = views.search(Query(words=campaign.id))
    assert page.total == len(page.items) == 3
    assert views.summary(campaign.id) is None
    monkeypatch.setattr(module, "READ", 7)
    monkeypatch.setattr(module, "WINDOW", 20)
    follower.rebuild()
    assert dump(there) == live


def test_a_log_that_ends_with_records_of_campaigns_is_followed_to_its_end(
    clerk: Clerk, follower: Follower, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is even if a whole window has nothing but records of campaigns."""
    monkeypatch.setattr(module, "READ", 2)
    monkeypatch.setattr(module, "WINDOW", 2)
    campaigns = Campaigns(clerk)
    for n in range(5):
        campaigns.close(Order(opened(clerk, f"idle-{n}").id, 1, "organiser", f"close-{n}"))
    follower.catch_up()
    newest = clerk.recorder.max_notification_id()
    assert there.hget(log_key(there.get(LIVE).decode()), "position") == str(newest).encode()
    assert follower.catch_up() == 0
    assert readable(dump(there)) == expected(clerk)
