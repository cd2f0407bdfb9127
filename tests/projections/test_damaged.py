import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.titles.northgard import RULES
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.read.views import Query, Views
from projections.search.index import Index
from tests.builders.stores import VIEWS_KEY
from tests.projections.naive import dump, expected, readable
from tests.projections.play import open_one, play_to_record

pytestmark = pytest.mark.sqlite


def damage(path: Path, seq: int, state: bytes | None) -> str:
    """Overwrite record `seq` of a game with five records more, or delete it (`state` None). Returns
    the game's id."""
    with closing(sqlite3.connect(path)) as db:
        (game,) = db.execute(
            "SELECT originator_id FROM records WHERE originator_version = ?", (seq + 5,)
        ).fetchone()
        with db:
            at = f"WHERE originator_id = '{game}' AND originator_version = {seq}"
            if state is None:
                db.execute(f"DELETE FROM records {at}")
            else:
                db.execute(f"UPDATE records SET state = ? {at}", (state,))
    return str(game)


@pytest.mark.parametrize(
    ("seq", "state", "says"),
    [
        (7, b"not JSON", "record 7: DamagedRecord"),
        (1, b"not JSON", "record 1: DamagedRecord"),
        (1, b'{"type":"NoteAdded","at":"2026-01-01T00:00:00Z","text":""}', "record 1: "),
        (7, None, "record 7: it is gone"),
        (1, None, "record 1: it is gone"),
    ],
)
def test_a_damaged_record_puts_its_game_aside(
    path: Path,
    clerk: Clerk,
    follower: Follower,
    server: EmbeddedRedis,
    there: Any,
    seq: int,
    state: bytes | None,
    says: str,
) -> None:
    follower.catch_up()
    whole = dump(there)
    game = damage(path, seq, state)
    follower.rebuild()

    game_hash = dump(there)
    assert game_hash[f"game:{game}"][b"fault"].decode().startswith(says)
    assert b"summary" not in game_hash[f"game:{game}"]
    assert game_hash["found:not-shown"] == [game.encode()]
    others = [name for name in whole if name.startswith("game:") and name != f"game:{game}"]
    assert {name: game_hash[name] for name in others} == {name: whole[name] for name in others}
    views = Views(server.url, VIEWS_KEY, timeout=5)
    page = views.search(Query(limit=200))
    assert page.total == len(page.items) == 29
    assert views.summary(game) is None
    assert Index(clerk).search(Query(limit=200)).items == page.items


def test_a_game_damaged_while_it_is_followed_ends_at_the_same_bytes_as_rebuilt(
    path: Path, clerk: Clerk, follower: Follower, there: Any, server: EmbeddedRedis
) -> None:
    game = open_one(clerk, "struck")
    game = play_to_record(clerk, game, Random(2), 12)
    follower.catch_up()
    assert b"summary" in dump(there)[f"game:{game.id}"]
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(
            "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, "
            "?, ?)",
            [
                (game.id, game.seq + 1, "ActionTaken", b"[]"),
                (game.id, game.seq + 2, "NoteAdded", b"[]"),
            ],
        )
    follower.catch_up()
    live = dump(there)
    follower.rebuild()

    assert dump(there) == live
    assert live[f"game:{game.id}"][b"seq"] == str(game.seq + 2).encode()
    assert live[f"game:{game.id}"][b"fault"].startswith(
        f"record {game.seq + 1}: DamagedRecord".encode()
    )


def test_a_title_that_fails_to_show_a_board_hides_that_game_until_it_can(
    clerk: Clerk,
    follower: Follower,
    there: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    follower.catch_up()
    rng = Random(3)
    game = open_one(clerk, "unshown")
    follower.catch_up()
    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(type(RULES), "view", lambda *_: 1 // 0)
        game = play_to_record(clerk, game, rng, 2)
        follower.catch_up()
        fault = dump(there)[f"game:{game.id}"][b"fault"].decode()
        assert (
            fault == f"at record {game.seq}: ZeroDivisionError: integer division or modulo by zero"
        )
        assert game.id in caplog.text
    play_to_record(clerk, game, rng, 5)
    follower.catch_up()

    assert readable(dump(there)) == expected(clerk)
