from random import Random
from typing import Any

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from projections.boards.positions import audiences, views_as_json as shown
from projections.follower.follower import Follower
from projections.read.views import Query, Views
from projections.store.keys import CLOSED_FOR, LIVE, closed_key, mend_key
from tests.projections.naive import ask_for_all, dump, expected, readable
from tests.projections.play import open_one, play_to_record


@pytest.fixture
def game(clerk: Clerk, follower: Follower) -> Game:
    follower.catch_up()
    played = play_to_record(clerk, open_one(clerk, "closed"), Random(4), 12)
    closed = clerk.close_game(Order(played.id, played.seq, "op", "close"), "").state
    follower.catch_up()
    return closed


def of_game(game: Game, views: Views) -> dict[str, Any]:
    boards = {f"board:{audience}": views.board(game.id, audience) for audience in audiences(game)}
    return boards | {"score": views.score(game.id), "summary": views.summary(game.id)}


def test_a_closed_games_views_are_those_of_any_game_until_nobody_reads_them(
    clerk: Clerk, follower: Follower, views: Views, there: Any, game: Game
) -> None:
    key = closed_key(there.get(LIVE).decode(), game.id)
    whole = {name: (game.seq, value) for name, value in shown(game).items()}
    boards = f"boards:{game.id}"
    assert readable(dump(there, boards=True))[boards] == expected(clerk, boards=True)[boards]
    assert 0 < there.ttl(key) <= CLOSED_FOR
    there.expire(key, 10)
    assert of_game(game, views) == whole
    assert there.ttl(key) > 10, "whoever reads it keeps it for another day"

    there.delete(key)  # as Redis does by itself
    assert views.score(game.id) is None
    assert views.summary(game.id) == whole["summary"]
    assert game.id.encode() in b"".join(views.search(Query(status="closed")).items), (
        "it stays in every list"
    )
    follower.catch_up()
    assert of_game(game, views) == whole
    assert 0 < there.ttl(key) <= CLOSED_FOR
    assert not there.exists(mend_key(there.get(LIVE).decode()))


def test_views_made_anew_have_no_boards_until_somebody_asks(
    clerk: Clerk, follower: Follower, views: Views, there: Any, game: Game
) -> None:
    before = dump(there)
    follower.rebuild()
    assert dump(there, boards=True) == before, "no board is there"
    assert not list(there.scan_iter(match=closed_key(there.get(LIVE).decode(), "*")))
    assert views.board(game.id, "public") is None
    follower.catch_up()
    assert of_game(game, views) == {name: (game.seq, value) for name, value in shown(game).items()}
    assert len(list(there.scan_iter(match=closed_key(there.get(LIVE).decode(), "*")))) == 1, (
        "the others are not asked for"
    )
    ask_for_all(there)
    follower.catch_up()
    assert readable(dump(there, boards=True)) == expected(clerk, boards=True)


def test_a_closed_game_that_cannot_be_shown_is_not_written_again_and_again(
    follower: Follower, views: Views, there: Any, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    def broken(_: Game) -> None:
        raise ValueError("no counts")

    monkeypatch.setattr("projections.follower.folding.set_names", broken)
    follower.rebuild()
    assert views.board(game.id, "public") is None
    assert not there.exists(mend_key(there.get(LIVE).decode()))
