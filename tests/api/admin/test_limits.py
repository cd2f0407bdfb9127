import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from api import create_app
from api.settings import AppSettings
from api.web.access.rate_limits import Rates
from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.read.views import Views
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import GAMES, KEY, Caller
from tests.builders.stores import VIEWS_KEY

RATES = Rates(link="3/hour", key="12/hour", failed="2/hour")
PING = "/api/v1/ping"


@pytest.fixture
def limited(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr("api.web.access.rate_limits.steady_time", lambda: 3600.0 * 500_000 + 1)
    return create_app(clerk, None, KEY, AppSettings(rates=RATES))


def asks(who: Caller, times: int, remote: str = "192.0.2.1") -> list[int]:
    answers = [
        who.client.get(PING, headers=who.headers, environ_base={"REMOTE_ADDR": remote})
        for _ in range(times)
    ]
    return [answer.status_code for answer in answers]


def test_a_link_that_asks_too_often_hears_when_to_go_on(limited: Flask, clerk: Clerk) -> None:
    club = Club(limited, clerk)
    assert asks(club.holder("red"), 5) == [204, 204, 204, 429, 429]
    refused = club.holder("red").get(PING)
    assert refused.json["type"] == "/problems/too-many-requests"
    assert 3500 < refused.json["retry_after"] == int(refused.headers["Retry-After"]) <= 3600
    assert asks(club.holder("blue"), 3) == [204] * 3, "every link has its own measure"


def test_a_link_is_counted_wherever_it_comes_from_but_the_spectators_by_address(
    limited: Flask, clerk: Clerk
) -> None:
    club = Club(limited, clerk)
    assert asks(club.holder("red"), 2, "192.0.2.1") + asks(club.holder("red"), 2, "192.0.2.2") == [
        204,
        204,
        204,
        429,
    ]
    assert [
        asks(club.holder("spectator"), 4, address) for address in ("192.0.2.1", "192.0.2.2")
    ] == [[204, 204, 204, 429]] * 2
    networks = [f"2001:db8:0:{n}::{n + k}" for n in (1, 2) for k in (1, 2, 3, 4)]
    answers = [asks(club.holder("spectator"), 1, address)[0] for address in networks]
    assert answers == [204, 204, 204, 429] * 2, "of IPv6 by network: everybody has 64 bits"


def test_wrong_keys_are_counted_by_network(limited: Flask) -> None:
    nobody = Caller(limited, "wrong")
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "::ffff:192.0.2.1")
    assert [asks(nobody, 1, address)[0] for address in addresses] == [401, 401, 429, 401, 401]


def test_requests_by_links_to_a_branch_count_for_the_link_that_grew_it(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growing branches gives nobody more requests, not even through a branch of a branch."""
    monkeypatch.setattr("api.web.access.rate_limits.steady_time", lambda: 3600.0 * 500_000 + 1)
    app = create_app(clerk, None, KEY, AppSettings(rates=Rates(link="6/hour")))
    club = Club(app, clerk)
    branch = (
        club.holder("red").post(f"{club.path}/branches", {"at": 1}, Idempotency_Key="first").json
    )
    links = {
        "+".join(link["seats"]) or link["role"]: Caller(app, link["token"])
        for link in branch["links"]
    }
    twig = (
        links["arbiter"]
        .post(f"{GAMES}/{branch['id']}/branches", {"at": 1}, Idempotency_Key="second")
        .json
    )
    assert [asks(Caller(app, link["token"]), 1)[0] for link in twig["links"]] == [204] * 4
    assert asks(links["red"], 2) == [204, 429], (
        "spectators of all branches are counted together, by address"
    )
    assert asks(club.holder("red"), 1) == [429]
    assert asks(club.holder("blue"), 1) == [204], "nobody else is counted with them"
    json = Caller(app).post(f"{club.path}/branches", {"at": 1}, Idempotency_Key="third").json
    seats = [Caller(app, link["token"]) for link in json["links"] if link["role"] == "seat"]
    assert [asks(seat, 6) for seat in seats] == [[204] * 6] * 2, (
        "at what a key grew every link has its own measure"
    )


def test_each_organiser_has_a_rate_limit_and_the_operator_none(
    limited: Flask, clerk: Clerk
) -> None:
    first_club, other = organiser(limited, clerk), organiser(limited, clerk)
    assert asks(first_club, 13) + asks(other, 1) == [204] * 12 + [429, 204]
    assert asks(Caller(limited), 100) == [204] * 100


def test_an_operator_can_be_limited_if_that_is_wanted(clerk: Clerk) -> None:
    assert asks(
        Caller(create_app(clerk, None, KEY, AppSettings(rates=Rates(operator="2/hour")))), 3
    ) == [
        204,
        204,
        429,
    ]


def test_whoever_tries_keys_is_slowed_down_and_locks_out_nobody(
    limited: Flask, clerk: Clerk
) -> None:
    club = Club(limited, clerk)
    wrong = Caller(limited, "greffe-a-key-that-was-guessed")
    assert asks(wrong, 4) == [401, 401, 429, 429]
    assert asks(club.forged(), 1) == [429], "keys and links fail together"
    assert asks(wrong, 1, "192.0.2.9") == [401], "another address has its own measure"
    assert asks(Caller(limited), 1) == asks(club.holder("red"), 1) == [204], (
        "a good key is let in all the same"
    )
    assert asks(Caller(limited, key=None), 4) == [401] * 4, "asking without a key tries none"


def test_without_rates_nothing_is_counted(app: Flask, clerk: Clerk) -> None:
    assert set(asks(Club(app, clerk).holder("red"), 50)) == {204}


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path / "redis") as server:
        yield server


def test_processes_count_together_over_redis_and_alone_without(
    make_clerk: Callable[[], Clerk], redis: EmbeddedRedis
) -> None:
    seen = [Views(redis.url, VIEWS_KEY, timeout=2.0) for _ in range(2)]
    first_club, other = (
        create_app(make_clerk(), views, KEY, AppSettings(rates=Rates(link="4/hour")))
        for views in seen
    )
    club = Club(first_club, make_clerk())
    red, elsewhere = club.holder("red"), Caller(other, club.links["red"]["token"])
    assert asks(red, 2) + asks(elsewhere, 3) == [204] * 4 + [429]
    redis.stop()
    assert asks(elsewhere, 5) == [204] * 4 + [429], "every process goes on by itself"
    assert asks(red, 1) == [204]
    for views in seen:
        views.close()


def test_a_clock_set_back_keeps_nobody_waiting(
    limited: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts expire by a clock that nobody can set, whatever the time of day on the machine is."""
    club = Club(limited, clerk)
    assert asks(club.holder("red"), 4) == [204, 204, 204, 429]
    before = time.time()
    monkeypatch.setattr(time, "time", lambda: before - 7200)
    monkeypatch.setattr("api.web.access.rate_limits.steady_time", lambda: 3600.0 * 500_001 + 1)
    assert asks(club.holder("red"), 4) == [204, 204, 204, 429]
