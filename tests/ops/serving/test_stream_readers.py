import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from tests.amount import slow
from tests.api.watching import Watcher
from tests.builders.servers import Server, eventually
from tests.ops.serving.live import note, order, prepared, watch


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    def play(clerk: Clerk) -> Game:
        game = clerk.open_game(Opening(ruleset="northgard-training"), "operator", "long").state
        for n in range(150):
            game = clerk.note(order(game), f"{n} " + "long " * 2000).state
        return game

    folder = tmp_path_factory.mktemp("narrow") / "data"
    return folder, prepared(folder, play)


@pytest.fixture(scope="module")
def narrow(long_game: tuple[Path, str]) -> Iterator[Server]:
    """A server with room for three streams. The last test of the module stops it."""
    with Server(long_game[0], GREFFE_STREAMS="3", GREFFE_THREADS="4") as running:
        yield running


def patiently(server: Server, query: str = "", *, game: str) -> Watcher:
    """Open a stream, and try again while the server has no room for it (503). A reader who left
    makes room long before the next heartbeat."""

    def opened() -> Watcher | None:
        stream = watch(server, query, game)
        return None if stream.status == 503 else stream

    stream: Watcher = eventually(opened)
    return stream


def test_a_silent_stream_sends_heartbeats(server: Server) -> None:
    with watch(server) as here:
        for _ in range(2):
            assert here.hear(type(None)) is None
        assert note(server) == here.hear().id
        assert here.hear(type(None)) is None


@slow("a server of its own, and long waits")
def test_a_reader_who_reads_nothing_holds_nobody_up_and_misses_nothing(
    narrow: Server, long_game: tuple[Path, str]
) -> None:
    _, game = long_game
    slow = [patiently(narrow, "?after=0", game=game) for _ in range(2)]
    with patiently(narrow, game=game) as quick:
        seqs = [note(narrow, game) for _ in range(3)]
        assert [event.id for event in quick.take(3)] == seqs
        assert [event.id for event in slow[0].take(154)] == list(range(1, 155))
        assert narrow.stop() == 0, "though one reads nothing at all"
    lines = [
        json.loads(line)
        for line in narrow.log.read_text("utf-8").splitlines()
        if '"a stream ended"' in line
    ]
    ended = [line for line in lines if line["game"] == game]
    quick_one, stuck, whole = sorted(reader["records"] for reader in ended)
    assert (quick_one, whole) == (3, 154)
    assert stuck < 150, "it was held up in the middle, and heard of the stop there"
    assert {reader["why"] for reader in ended} == {"the server stops"}
    for reader in slow:
        reader.drop()
