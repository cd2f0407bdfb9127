"""The service does not trust Redis: values that somebody else put there are not served, but counted
and written anew. One bad key affects only that game's view. These tests use real Redis."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.kernel.encryption import Cipher, NotSealed
from projections.boards.positions import views_as_json as shown
from projections.follower.follower import Follower
from projections.read.views import Query, Views, ViewsDown
from projections.store.keys import LIVE, Sealer, game_key, log_key, prefix
from tests.builders.refusals import refused_with
from tests.builders.stores import VIEWS_KEY
from tests.projections.naive import dump
from tests.projections.play import move, open_one, play_to_record

FIELDS = ("board:public", "score", "summary")


@pytest.fixture
def counted(views: Views) -> list[int]:
    failures: list[int] = []
    views.on_unverified = lambda: failures.append(1)
    return failures


@pytest.fixture
def game(clerk: Clerk, follower: Follower) -> Game:
    follower.catch_up()
    branch = play_to_record(clerk, open_one(clerk, "forged"), Random(21), 10)
    follower.catch_up()
    return branch


def key_of(there: Any, game: str) -> str:
    return game_key(there.get(LIVE).decode(), game)


def read_view(views: Views, game: str, field: str) -> Any:
    kind, _, audience = field.partition(":")
    return views.board(game, audience) if kind == "board" else getattr(views, kind)(game)


@pytest.mark.parametrize("field", FIELDS)
def test_a_forged_value_with_the_right_seq_is_not_served_but_counted_and_written_anew(
    follower: Follower, views: Views, there: Any, game: Game, counted: list[int], field: str
) -> None:
    before = read_view(views, game.id, field)
    own = there.hget(key_of(there, game.id), field)
    for forged in (
        b"{}",
        before[1],
        b"",
        own[:-1],
        own[:20] + bytes([own[20] ^ 1]) + own[21:],
        b"\x01" + bytes(40),
    ):
        there.hset(key_of(there, game.id), field, forged)
        counted.clear()
        assert read_view(views, game.id, field) is None
        assert counted == [1]
        follower.catch_up()
        assert read_view(views, game.id, field) == before


def test_a_board_of_the_arbiters_under_the_publics_key_shows_nothing(
    views: Views, there: Any, game: Game, counted: list[int]
) -> None:
    there.hset(
        key_of(there, game.id),
        "board:public",
        Sealer(VIEWS_KEY, there.get(LIVE).decode()).seal(b"{}", game.id, "board:arbiter", game.seq),
    )
    assert views.board(game.id, "public") is None
    assert counted


def test_whose_board_is_the_publics_is_believed_to_the_follower_alone(
    follower: Follower, views: Views, there: Any, game: Game, counted: list[int]
) -> None:
    key, seat = key_of(there, game.id), game.setting.seats[0]
    public = views.board(game.id, "public")
    assert public is not None
    assert views.board(game.id, seat) == public
    assert views.board(game.id, "nobody") is None
    assert not counted
    there.hdel(key, "board:public")
    assert views.board(game.id, seat) is None
    for forged in (f'["board:{seat}"]'.encode(), there.hget(key, "sets")):
        there.hset(key, "alike", forged)
        counted.clear()
        assert views.board(game.id, seat) is None
        assert counted
    follower.catch_up()
    assert views.board(game.id, seat) == public
    there.hdel(key, "alike")
    assert views.board(game.id, seat) is None


def test_an_old_value_or_another_games_does_not_open(
    clerk: Clerk, follower: Follower, views: Views, there: Any, game: Game
) -> None:
    key = key_of(there, game.id)
    old = there.hgetall(key)
    other = play_to_record(clerk, open_one(clerk, "other"), Random(22), 10)
    move(clerk, game, Random(3), "forged-0")
    follower.catch_up()
    there.hset(key, "board:public", old[b"board:public"])
    assert views.board(game.id, "public") is None, "the seq is another"
    there.hset(key, "board:public", there.hget(key_of(there, other.id), "board:public"))
    assert views.board(game.id, "public") is None, "the game is another"
    epoch = there.get(LIVE).decode()
    follower.rebuild()
    for field, value in there.hgetall(game_key(epoch, game.id)).items():
        there.hset(key_of(there, game.id), field, value)
    there.hset(key_of(there, game.id), "board:public", old[b"board:public"])
    assert views.board(game.id, "public") is None, "the epoch is another"


def test_nothing_that_readers_are_shown_can_be_read_in_redis(there: Any, game: Game) -> None:
    everything = b"\n".join(
        b"\n".join(there.hgetall(key).values())
        for key in there.scan_iter(match=f"{game_key('*', '*')}")
    )
    assert b'"to_act"' not in everything
    assert b'"board"' not in everything


def test_a_game_added_to_a_list_that_it_is_not_found_in_is_left_out(
    views: Views, there: Any, game: Game
) -> None:
    query = Query(tags=("secret-league",), limit=100)
    assert views.search(query).items == ()
    start = prefix(there.get(LIVE).decode())
    there.sadd(f"{start}found:tag:secret-league", game.id, b"\xff\xfe", "nobody")
    assert views.search(query).items == ()


@pytest.mark.parametrize("bad", ["no number", "", "1e3", "-1", "9" * 40])
def test_a_seq_that_is_no_number_costs_that_games_view_only(
    clerk: Clerk,
    follower: Follower,
    views: Views,
    there: Any,
    game: Game,
    counted: list[int],
    bad: str,
) -> None:
    other = play_to_record(clerk, open_one(clerk, "other"), Random(22), 10)
    follower.catch_up()
    there.hset(key_of(there, game.id), "seq", bad)
    assert views.board(game.id, "public") is None
    assert counted
    assert views.board(other.id, "public") is not None
    assert game.id not in [
        msgspec.json.decode(line)["id"] for line in views.search(Query(limit=200)).items
    ]
    game, other = (
        move(clerk, game, Random(5), "forged-1"),
        move(clerk, other, Random(6), "forged-2"),
    )
    follower.catch_up()
    for game_ in (game, other):
        assert views.board(game_.id, "public") == (game_.seq, shown(game_)["board:public"])


@pytest.mark.parametrize(
    "what", ["game", "found", "words", "order", "mend", "counted", "sums:official:"]
)
def test_a_key_of_another_type_stops_neither_readers_nor_the_follower(
    clerk: Clerk, follower: Follower, views: Views, there: Any, game: Game, what: str
) -> None:
    other = play_to_record(clerk, open_one(clerk, "other"), Random(22), 10)
    follower.catch_up()
    start = prefix(there.get(LIVE).decode())
    key = {"game": key_of(there, game.id), "found": start + "found:status:open"}.get(
        what, start + what
    )
    there.delete(key)
    there.set(key, "something else")
    views.board(game.id, "public")
    assert views.board(other.id, "public") is not None
    with suppress(ViewsDown):  # the index is read without Redis then
        views.search(Query(status="open"))
    assert views.board(other.id, "public") is not None, "nobody is told that Redis is down"
    game, other = (
        move(clerk, game, Random(5), "forged-3"),
        move(clerk, other, Random(6), "forged-4"),
    )
    follower.catch_up()
    for game_ in (game, other):
        assert views.board(game_.id, "public") == (game_.seq, shown(game_)["board:public"])


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("live", "", "\udcff"),
        ("live", "", "elsewhere"),
        ("log", "position", "many"),
        ("log", "position", "99999"),
        ("log", "tip", "x"),
    ],
)
def test_a_pointer_or_a_position_that_somebody_moved_is_built_anew(
    follower: Follower, views: Views, there: Any, game: Game, key: str, field: str, value: str
) -> None:
    before = dump(there)
    raw = value.encode("utf-8", "surrogateescape")
    if key == "live":
        there.set(LIVE, raw)
    else:
        there.hset(log_key(there.get(LIVE).decode()), field, raw)
        follower._position = -1  # as after a start
    views.board(game.id, "public")
    follower.catch_up()
    assert views.summary(game.id) == (10, shown(game)["summary"])
    assert dump(there) == before


def test_what_is_sealed_opens_with_its_key_for_its_use_about_its_matter_only() -> None:
    cipher = Cipher(b"k" * 32, "one")
    sealed = cipher.seal(b"data", "about")
    assert (cipher.open(sealed, "about"), cipher.seal(b"data", "about") != sealed) == (
        b"data",
        True,
    )
    others = (
        (Cipher(b"l" * 32, "one"), "about"),
        (Cipher(b"k" * 32, "two"), "about"),
        (cipher, "about it"),
    )
    for other, about in others:
        refused_with(NotSealed, "", other.open, sealed, about)
    for n in range(len(sealed)):
        for damaged in (sealed[:n], sealed[:n] + bytes([sealed[n] ^ 1]) + sealed[n + 1 :]):
            refused_with(NotSealed, "", cipher.open, damaged, "about")
    assert (
        Sealer(b"k" * 32, "e").open(Sealer(b"k" * 32, "e").seal(b"v", "g", "f", 1), "g", "f", 1)
        == b"v"
    )


@pytest.mark.parametrize(
    "taken_out",
    [
        "ZREM order",
        "ZREM opened",
        "ZREM updated",
        "SREM found:status:open",
        "DEL",
        "DEL order",
        "HDEL counted",
        "DEL counted",
        "DEL sums:official:",
    ],
)
def test_a_game_taken_out_of_lists_is_found_again_without_a_record_of_its_own(
    follower: Follower, views: Views, there: Any, game: Game, taken_out: str
) -> None:
    """A game is removed from a list in Redis. The follower's comparison puts it back."""
    whole = dump(there)
    command, _, key = taken_out.partition(" ")
    start = prefix(there.get(LIVE).decode())
    if command == "DEL":
        there.delete(start + (key or f"game:{game.id}"))
    else:
        assert there.execute_command(command, start + key, game.id) == 1
    follower.catch_up()
    assert dump(there) != whole, "it is not looked at with each record"
    follower.compare()
    assert any(game.id.encode() in line for line in views.search(Query(limit=200)).items)
    assert dump(there) == whole


def test_the_comparison_goes_round_through_all_games(
    follower: Follower, there: Any, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.follower.follower.COMPARED", 7)
    order = prefix(there.get(LIVE).decode()) + "order"
    for _ in range(2):
        assert there.zrem(order, game.id) == 1
        rounds = 0
        while there.zscore(order, game.id) is None:
            follower.compare()
            rounds += 1
        assert 1 <= rounds <= 6
