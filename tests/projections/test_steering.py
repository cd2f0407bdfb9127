import sqlite3
from contextlib import AbstractContextManager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import BadRequest
from ops.stores.redis_server import EmbeddedRedis
from projections import steering
from projections.follower import follower
from projections.follower.follower import Follower
from projections.read.views import Views
from projections.steering import FollowerAt, Orders, Source, Steering
from projections.store.keys import LIVE
from tests.builders.refusals import refused_with
from tests.builders.servers import eventually
from tests.builders.stores import VIEWS_KEY
from tests.builders.threads import running
from tests.projections.naive import dump, expected, readable
from tests.projections.play import play
from tests.projections.test_damaged import damage


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "IDLE", 0.02)
    monkeypatch.setattr(steering, "LOOK", 0.0)


@pytest.fixture
def steered(clerk: Clerk, views: Views) -> Steering:
    def away() -> int:
        raise OperationalError("it is away")

    sources: dict[Any, Source] = {"messages": Source(away), "views": views.source()}
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)


def running_follower(clerk: Clerk, server: EmbeddedRedis) -> AbstractContextManager[None]:
    orders = Orders(clerk.key_values, "views", clerk.clock)
    return running(Follower(clerk, server.url, VIEWS_KEY).run, orders=orders)


def seen(steered: Steering) -> FollowerAt:
    """The state of the views' follower. Fails unless that of the messages' follower is unknown."""
    lost, state = steered.follower_states()
    assert (lost.name, lost.state, lost.position) == ("messages", "unknown", None)
    return state


def go_on(clerk: Clerk, seconds: int) -> None:
    clerk.clock.go_on(seconds)


def test_a_pause_is_shown_and_told_once_in_the_log_after_an_hour(
    clerk: Clerk, follower: Follower, steered: Steering, caplog: pytest.LogCaptureFixture
) -> None:
    """What a paused follower does is tested in `test_run_loop.py`."""
    orders = Orders(clerk.key_values, "views", clerk.clock)
    assert not orders.paused()
    follower.catch_up()
    assert (seen(steered).state, seen(steered).version) == ("ok", steering.code_digest())
    steered.pause("views", "operator")
    play(clerk, games=1, seed=5)
    for seconds, state, told in ((600, "paused", 0), (3_600, "forgotten", 1), (60, "forgotten", 1)):
        go_on(clerk, seconds)
        rests = seen(steered)
        assert rests.lag and rests.pause and (rests.state, rests.pause.by) == (state, "operator")
        assert orders.paused()
        assert caplog.text.count("paused since more than an hour") == told
    steered.resume("views")
    assert not orders.paused()
    follower.catch_up()
    assert (seen(steered).state, seen(steered).lag) == ("ok", 0)


def test_a_follower_that_stands_still_although_the_record_goes_on_is_frozen_until_it_moves(
    clerk: Clerk, follower: Follower, steered: Steering
) -> None:
    follower.catch_up()
    go_on(clerk, 86_400)
    assert seen(steered).state == "ok", "nothing was recorded: it has nothing to do"
    play(clerk, games=1, seed=6)
    assert seen(steered).state == "ok", "the record has only just gone on"
    go_on(clerk, 61)
    stuck = seen(steered)
    assert stuck.state == "frozen"
    assert stuck.next_at is not None
    steered.pause("views", "operator")
    assert seen(steered).state == "paused", "it was told to stand still"
    steered.resume("views")
    follower.catch_up()
    assert (seen(steered).state, seen(steered).lag) == ("ok", 0)


def test_a_follower_that_moves_is_not_frozen_however_far_it_is_behind(
    clerk: Clerk, follower: Follower, steered: Steering, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on(clerk, 86_400)
    for name in ("READ", "WINDOW"):
        monkeypatch.setattr(f"projections.follower.follower.{name}", 50)
    states = list[str]()

    def progress(done: int, total: int) -> None:
        go_on(clerk, 61)
        states.append(seen(steered).state)

    follower.rebuild(progress)
    assert len(states) > 5
    assert set(states) == {"ok"}


@pytest.mark.sqlite
def test_a_game_that_was_passed_by_is_named_and_made_anew_alone_once_its_record_is_mended(
    path: Path, clerk: Clerk, server: EmbeddedRedis, steered: Steering, there: Any
) -> None:
    with closing(sqlite3.connect(path)) as db:
        true = dict(
            db.execute("SELECT originator_id, state FROM records WHERE originator_version = 7")
        )
    game = damage(path, 7, b"not JSON")
    with running_follower(clerk, server):
        assert eventually(lambda: bool(seen(steered).parked))
        (parked,) = seen(steered).parked
        assert parked.game == game
        assert parked.why.startswith("record 7: DamagedRecord")
        failure = seen(steered).failure
        assert (failure.game, failure.why) == (game, parked.why)
        live = there.get(LIVE)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(
                "UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = 7",
                (true[game], game),
            )
        steered.rebuild("views", game)
        assert eventually(lambda: not seen(steered).parked and not seen(steered).task)
        assert there.get(LIVE) == live
    assert readable(dump(there)) == expected(clerk)


def test_what_cannot_be_asked_of_a_follower_is_refused(clerk: Clerk, steered: Steering) -> None:
    log = Steering(clerk.recorder, clerk.key_values, clerk.clock, {"log": Source(lambda: 0)})
    refused_with(BadRequest, "never made anew", log.rebuild, "log")
    refused_with(BadRequest, "There is no game", steered.rebuild, "views", "nowhere")
    refused_with(BadRequest, "Nothing of that name", steered.pause, "log", "operator")
    steered.rebuild("views")
    steered.rebuild("views")
    refused_with(
        BadRequest,
        "under way",
        steered.rebuild,
        "views",
        str(clerk.recorder.select_notifications(None, 1)[0].originator_id),
    )
    assert timedelta(hours=1) == steering.FORGOTTEN
