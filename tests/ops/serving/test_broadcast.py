"""The loop that sends live streams: what its readers get, on real connections over a real store."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator

import pytest

from api.http.metrics import Metrics
from api.live.following import Following, Source
from api.live.news import News
from api.live.streams import Holder, Streams
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from ops.serving.live.broadcast import Broadcast
from tests.builders.servers import eventually


class Hall:
    """Readers of games that somebody writes to."""

    def __init__(self, writing: Clerk, reading: Clerk) -> None:
        self.clerk = writing
        self.refused: set[str] = set()
        source = Source(reading, None, lambda following: following.token not in self.refused)  # type: ignore[arg-type]
        self.news = News(reading.recorder)
        self.metrics = Metrics()
        self.streams = Streams(source, self.news, self.metrics, 100, 3600.0)
        self.broadcast = Broadcast(self.streams)
        self.open: list[socket.socket] = []
        self.notes = 0

    def game(self, name: str = "one") -> str:
        """A new game."""
        return self.clerk.open_game(Opening(ruleset="northgard-training"), "t", name).game.id

    def note(self, id: str, text: str = "hm") -> int:
        """A remark; answers its seq."""
        self.notes += 1
        return self.clerk.note(Order(id, self.clerk.game(id).seq, "t", f"note-{self.notes}"), text).game.seq

    def follow(self, id: str, audience: str = "public", *, after: int = 1, token: str = "", chunked: bool = False) -> socket.socket:
        """A reader's end of a connection that is taken in."""
        theirs, ours = socket.socketpair()
        theirs.setblocking(False)
        self.open.append(theirs)
        stream = self.streams.take(Holder("", "operator")).stream(Following("game", id, after, audience, token=token))
        self.broadcast.take(ours, b"HEAD\r\n\r\n", stream, chunked=chunked)
        return theirs

    def hear(self, reader: socket.socket, until: bytes) -> bytes:
        """What a reader gets until something has come."""
        data = b""

        def come() -> bool:
            nonlocal data
            self.broadcast.turn()
            try:
                data += reader.recv(1 << 20)
            except BlockingIOError:
                return False
            return until in data

        assert eventually(come), data
        return data


@pytest.fixture
def hall(make_clerk: Callable[[], Clerk]) -> Iterator[Hall]:
    made = Hall(make_clerk(), make_clerk())
    yield made
    made.broadcast.close()
    made.news.close()
    for one in made.open:
        one.close()


def ids(data: bytes) -> list[int]:
    """The records of which events came, in order."""
    return [int(seq) for seq in re.findall(rb"id: (\d+)\nevent: record\n", data)]


def test_all_readers_of_a_game_get_the_same_bytes_and_those_of_an_older_version_of_http_without_chunks(hall: Hall) -> None:
    game = hall.game()
    first, second = hall.follow(game, chunked=True), hall.follow(game, chunked=True)
    plain, arbiter = hall.follow(game), hall.follow(game, "arbiter")
    last = hall.note(game, "The first remark.")
    here = [hall.hear(reader, b"id: %d\n" % last) for reader in (first, second, plain, arbiter)]
    assert here[0] == here[1]
    assert [ids(data) for data in here] == [[2]] * 4
    event = here[2][here[2].index(b"id: 2\n") :]
    assert here[0].endswith(b"%x\r\n%b\r\n" % (len(event), event))
    assert b'"audience":"arbiter"' in here[3]
    assert b'"audience":"public"' in here[2]


def test_readers_who_stand_elsewhere_get_what_they_lack(hall: Hall) -> None:
    game = hall.game()
    for _ in range(5):
        hall.note(game)
    readers = {after: hall.follow(game, after=after) for after in (0, 3, 6)}
    last = hall.note(game)
    assert {after: ids(hall.hear(reader, b"id: %d\n" % last)) for after, reader in readers.items()} == {
        0: list(range(1, 8)),
        3: [4, 5, 6, 7],
        6: [7],
    }


def test_who_may_read_no_more_hears_nothing_and_the_others_do(hall: Hall) -> None:
    game = hall.game()
    stays, goes = hall.follow(game, token="stays"), hall.follow(game, token="goes")
    assert b"retry:" in hall.hear(goes, b"\n\n")
    hall.refused.add("goes")
    last = hall.note(game)
    assert ids(hall.hear(stays, b"id: %d\n" % last)) == [last]
    goes.setblocking(True)
    assert goes.recv(4096) == b"", "it has ended"


def test_who_takes_nothing_holds_nobody_has_one_piece_waiting_and_misses_nothing(hall: Hall) -> None:
    game = hall.game()
    stuck, quick = hall.follow(game), hall.follow(game)
    heard = b""
    for _ in range(40):
        last = hall.note(game, "long " * 2_000)
        heard += hall.hear(quick, b"id: %d\n" % last)
    assert ids(heard) == list(range(2, 42))
    (kept,) = [len(reader.left) for reader in hall.broadcast._all() if reader.left]
    assert 0 < kept < 40_000
    assert ids(hall.hear(stuck, b"id: 41\n")) == list(range(2, 42))
    assert hall.metrics.registry.get_sample_value("greffe_stream_events_total") == 80


def test_a_first_reader_is_told_nothing_before_there_is_news(hall: Hall) -> None:
    """The newest event is made for nobody when a game's first reader comes."""
    game = hall.game()
    hall.note(game)
    reader = hall.follow(game, after=2)
    assert hall.hear(reader, b"\n\n") == b"HEAD\r\n\r\nretry: 2000\nid: 2\n\n"
    hall.note(game)
    assert ids(hall.hear(reader, b"id: 3\n")) == [3]
