"""What is withdrawn at one shard opens nothing at another from the next request on; nothing of it is remembered, and while the
directory does not answer nothing that it keeps is honoured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from api.live.following import Following
from ops.shards.moving import move
from tests.builders.api.client import Caller, Table, new_key
from tests.ops.shards.federation import Federation
from tests.ops.shards.served import Served, served

Both = tuple[Served, Served]


@pytest.fixture
def both(tmp_path: Any) -> Iterator[Both]:
    with ExitStack() as stack:
        yield served(Federation(tmp_path), stack)


def path_of(calendar: Any) -> str:
    return "/" + str(calendar["href"]).split("/", 3)[3]


def test_nothing_is_honoured_once_it_was_withdrawn_elsewhere(both: Both) -> None:
    a, b = both
    club = a.key()
    game = Table.open(b.caller(club), tags=["open day"]).id
    hall = a.caller(club).post("/api/v1/halls", {"tag": "open day"}, Idempotency_Key=new_key()).json
    calendar = a.caller(club).post("/api/v1/calendars", {"tag": "open day"}, Idempotency_Key=new_key()).json
    token = hall["href"].rpartition("/")[2]
    of_club, of_hall = b.caller(club), b.caller(token)
    follows = [Following("game", game, 0, "", token=given) for given in (club, token)]

    def opens() -> list[bool]:
        """What the key, the link, the calendar and two streams at the other shard open."""
        asked = [who.get(f"/api/v1/games/{game}").status_code for who in (of_club, of_hall)]
        asked.append(b.caller(None).get(path_of(calendar)).status_code)
        assert set(asked) <= {200, 401}
        with b.app.app_context():
            return [*(status == 200 for status in asked), *(b.service.may_follow(one) for one in follows)]

    assert opens() == [True] * 5
    assert a.caller(club).post(f"/api/v1/calendars/{calendar['id']}/revoke").status_code == 200
    assert opens() == [True, True, False, True, True]
    assert a.caller(club).post(f"/api/v1/halls/{hall['id']}/revoke").status_code == 200
    assert opens() == [True, False, False, True, False]
    from api.access.keys import known_key, revoke_keys

    known = known_key(a.clerk.key_values, club)
    assert known is not None
    revoke_keys(a.clerk.key_values, known.key.id, a.clerk.clock(), "operator")
    assert opens() == [False] * 5


def test_while_the_directory_is_away_keys_and_links_to_halls_open_nothing(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = both
    club = a.key()
    table = Table.open(b.caller(club), tags=["open day"])
    hall = a.caller(club).post("/api/v1/halls", {"tag": "open day"}, Idempotency_Key=new_key()).json
    seat = next(one["href"] for one in table.get("/links").json["links"] if one["role"] == "seat").rpartition("/")[2]
    callers = [b.caller(club), b.caller(hall["href"].rpartition("/")[2]), b.caller(seat)]

    def answers() -> list[int]:
        return [who.get(table.path()).status_code for who in callers]

    assert answers() == [200, 200, 200]

    def gone() -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(b.clerk.key_values.cells, "_shared", gone)
    assert answers() == [503, 503, 200], "a link to the game lies with the game"


def test_a_link_to_a_game_that_is_withdrawn_stays_so_over_a_move(both: Both) -> None:
    a, b = both
    club = a.key()
    table = Table.open(a.caller(club))
    link = next(one for one in table.get("/links").json["links"] if one["role"] == "seat")
    token = link["href"].rpartition("/")[2]
    assert a.caller(club).post(table.path(f"/links/{link['id']}/revoke")).status_code == 200
    assert a.caller(token).get(table.path()).status_code == 401
    move(a._federation.settings, table.id, "b")
    assert Caller(b.app, token).get(table.path()).status_code == 401
