"""Campaigns in the log: their games are shown like all others, their own records are passed over."""

from __future__ import annotations

from typing import Any

import pytest

from domain.campaign.campaigns import Campaigns
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from ops.serving.redis_server import EmbeddedRedis
from projections.follow import follower as module
from projections.follow.follower import Follower
from projections.read.views import Query, Views
from projections.store.keys import LIVE, NOT_SHOWN, log_key
from tests.builders.stores import VIEWS_KEY
from tests.domain.campaign.campaigning import entry, finish, opened, order, scenario
from tests.projections.naive import dump, expected, readable


def series(clerk: Clerk, key: str, duels: int = 3) -> list[str]:
    """A series of duels that is closed, the first one too; answers the ids of campaign and games."""
    campaign = opened(clerk, key)
    ids = [campaign.id]
    for number in range(1, duels + 1):
        campaign, game = scenario(clerk, campaign)
        game = finish(clerk, game, number)
        ids.append(game.id)
    Campaigns(clerk).close(order(campaign.id, campaign.seq))
    clerk.close_game(entry(clerk.game(ids[1]), "close"))
    return ids


def test_games_of_campaigns_are_shown_and_campaigns_are_no_games(clerk: Clerk, follower: Follower, there: Any) -> None:
    campaign, *duels = series(clerk, "series")
    follower.catch_up()
    found = readable(dump(there))
    assert found == expected(clerk)
    assert f"game:{campaign}" not in found
    assert f"found:{NOT_SHOWN}" not in found
    summaries = [found[f"game:{id}"]["summary"] for id in duels]
    assert [(s["campaign"], s["scenario"]) for s in summaries] == [(campaign, 1), (campaign, 2), (campaign, 3)]


def test_rebuilt_equals_live_with_campaigns_in_the_log(
    clerk: Clerk, follower: Follower, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower.catch_up()
    campaign = opened(clerk, "followed")
    for number in (1, 2):
        campaign, game = scenario(clerk, campaign)
        follower.catch_up()
        finish(clerk, game, number)
        follower.catch_up()
    live = dump(there)
    assert readable(live) == expected(clerk)
    monkeypatch.setattr(module, "READ", 7)
    monkeypatch.setattr(module, "WINDOW", 20)
    follower.rebuild()
    assert dump(there) == live


def test_a_log_that_ends_with_records_of_campaigns_is_followed_to_its_end(
    clerk: Clerk, follower: Follower, there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a whole window holds nothing else."""
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


def test_games_are_found_by_their_campaign(clerk: Clerk, follower: Follower, server: EmbeddedRedis) -> None:
    campaign, *duels = series(clerk, "series")
    follower.catch_up()
    views = Views(server.url, VIEWS_KEY, timeout=5)
    page = views.search(Query(words=campaign))
    assert page.total == len(page.games) == len(duels)
    assert views.summary(campaign) is None
    assert views.all_counts()["not_shown"] == 0
    views.close()
