"""What a stream sends, to whom, from where on, and how it ends: through the app, with streams that end when all is told."""

from __future__ import annotations

import io
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
import structlog
from eventsourcing.persistence import OperationalError
from flask import Flask
from werkzeug.test import TestResponse

from api.line import Line
from api.service import EXTENSION, Service
from api.streams import Stream, Streams
from domain import games
from domain.clerk import Clerk
from domain.errors import Refusal
from domain.orders import Order
from domain.record import UMPIRE
from domain.remedying import Wish
from domain.rulings import Grounds, Rulings
from tests.api.table import Caller, Table
from tests.api.watching import Event, told

BIDS = {"ruleset": "sealed-bids", "chance": "table", "values": [["ace", "king"]]}


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that hides things is registered."""
    monkeypatch.setitem(games._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")


@pytest.fixture
def streams(app: Flask) -> Streams:
    """The app's streams, as they are when the server stops: each tells what is there and ends."""
    found: Service = app.extensions[EXTENSION]
    found.streams.stop()
    return found.streams


@pytest.fixture
def played(table: Table, streams: Streams) -> Table:
    """A game with some actions, one of them taken back."""
    for turn in range(5):
        table.move(turn)
    last = table.get("/records?after=5").json["records"][0]["record"]["seat"]
    assert table.write("/undo", {"seat": last}).status_code in (201, 409)
    table.write("/notes", {"text": "Two lines,\nof “text”.", "about": 2})
    return table


def stream(table: Table, query: str = "", last: object = None) -> TestResponse:
    """What a stream says until it has told everything."""
    headers = {} if last is None else {"Last_Event_ID": str(last)}
    return table.get(f"/stream{query}", **headers)


def records(table: Table, audience: str = "public") -> dict[int, Any]:
    """All entries, read anew."""
    page = table.get(f"/records?limit=500&audience={audience}").json
    assert page["next"] is None
    return {entry["seq"]: entry for entry in page["records"]}


# -- what is sent --------------------------------------------------------------------------------------------------------


def test_an_event_is_the_entry_that_records_shows(played: Table) -> None:
    answer = stream(played, "?after=0")
    assert (answer.status_code, answer.content_type) == (200, "text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    events = told(answer.data)
    assert [event.id for event in events] == list(range(1, played.seq + 1))
    assert {event.name for event in events} == {"record"}
    assert {event.id: event.data["entry"] for event in events} == records(played)
    for event in events:
        assert (event.data["game"], event.data["seq"], event.data["audience"]) == (played.id, event.id, "public")
        board = played.get(f"/board?at={event.id}").json
        assert {name: event.data[name] for name in ("to_act", "status", "outcome")} == {
            name: board[name] for name in ("to_act", "status", "outcome")
        }


def test_resuming_at_any_record_gives_exactly_the_rest(played: Table) -> None:
    whole = told(stream(played, "?after=0").data)
    for seq in range(played.seq + 1):
        assert told(stream(played, f"?after={seq}").data) == whole[seq:]
        assert told(stream(played, last=seq).data) == whole[seq:]


def test_what_the_reader_got_last_goes_before_where_it_once_began(played: Table) -> None:
    assert [event.id for event in told(stream(played, "?after=0", last=4).data)] == list(range(5, played.seq + 1))


def test_without_a_place_it_begins_after_the_newest_record_and_says_which_that_is(played: Table) -> None:
    """Whoever is cut off before the first event comes back to where the stream began: so nothing is missed in between."""
    answer = stream(played)
    assert answer.data == f"retry: 2000\nid: {played.seq}\n\n".encode()


def test_many_records_come_in_order_whatever_the_size_of_what_is_written(table: Table, streams: Streams) -> None:
    for n in range(60):
        table.write("/notes", {"text": f"{n} " + "à" * 1000})
    answer = stream(table, "?after=0")
    assert len(answer.data) > 4 * 16_384
    assert [event.id for event in told(answer.data)] == list(range(1, 62))


# -- where it begins -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["", "x", "-1", "1.0", "01", "٣", "1e3", '"3"', "3, 4", "9" * 30])
def test_a_last_event_id_that_is_no_record_number_is_refused(last: str, table: Table) -> None:
    refused = stream(table, last=last)
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/last-event-id-refused")
    assert "must be a record number such as 1" in refused.json["text"]["en"]
    assert refused.json["current"] == 1


def test_a_last_event_id_beyond_the_game_is_refused(table: Table) -> None:
    refused = stream(table, last=2)
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/last-event-id-refused")
    assert refused.json["text"] == {
        "en": "There is no record 2 yet: the newest is 1.",
        "fr": "Il n'y a pas encore d'écriture 2 : la dernière est 1.",
    }


def test_a_place_beyond_the_game_is_refused(table: Table) -> None:
    refused = stream(table, "?after=2")
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameters")
    assert refused.json["errors"][0]["parameter"] == "after"


@pytest.mark.parametrize("query", ["?after=-1", "?after=x", "?after=", "?until=3", "?after=1&after=1", "?audience=green"])
def test_a_parameter_that_is_wrong_is_refused(query: str, table: Table) -> None:
    assert stream(table, query).json["type"] == "/problems/invalid-parameters"


def test_a_game_that_is_not_there_has_no_stream(caller: Caller) -> None:
    assert caller.get("/api/v1/games/nowhere/stream").json["type"] == "/problems/unknown-game"


# -- how it ends ---------------------------------------------------------------------------------------------------------


def test_the_end_of_the_game_is_the_end_of_the_stream(played: Table) -> None:
    played.write("/close", {"reason": "late"})
    *_, last, end = told(stream(played, "?after=0").data)
    assert (last.id, last.name, last.data["status"], last.data["to_act"]) == (played.seq, "record", "closed", [])
    assert end == Event(played.seq, "closed", {"game": played.id, "seq": played.seq, "outcome": None})


def test_who_has_the_last_record_is_told_not_to_come_back(played: Table) -> None:
    played.write("/close", {})
    answer = stream(played, last=played.seq)
    assert (answer.status_code, answer.data) == (204, b"")
    assert [event.name for event in told(stream(played, last=played.seq - 1).data)] == ["record", "closed"]
    assert [event.name for event in told(stream(played).data)] == ["closed"]


def test_too_many_streams_are_refused_and_counted(app: Flask, table: Table) -> None:
    streams: Streams = app.extensions[EXTENSION].streams
    streams._most = 2
    with stream(table), stream(table):
        full = stream(table)
        assert (full.status_code, full.json["type"], full.json["limit"]) == (503, "/problems/too-many-streams", 2)
        assert full.headers["Retry-After"] == "5"
        text = table.caller.get("/metrics").text
        assert "\ngreffe_streams_open 2.0\n" in text
        assert "\ngreffe_streams_refused_total 1.0\n" in text
    assert "\ngreffe_streams_open 0.0\n" in table.caller.get("/metrics").text
    with stream(table) as again:
        assert again.status_code == 200
    streams.news.close()


def test_asking_for_the_head_of_a_stream_keeps_none(app: Flask, table: Table) -> None:
    with table.caller.client.head(table.path("/stream"), headers=table.caller.headers) as answer:
        assert (answer.status_code, answer.data) == (200, b"")
    assert "\ngreffe_streams_open 0.0\n" in table.caller.get("/metrics").text
    app.extensions[EXTENSION].streams.news.close()


def test_a_store_that_goes_away_ends_the_stream(played: Table, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = played.caller.client.get(played.path("/stream?after=0"), headers=played.caller.headers)

    def away(*_: object, **__: object) -> None:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(clerk.events, "get", away)
    with structlog.testing.capture_logs() as logged:
        assert told(answer.data) == []
        answer.close()
    assert [line["why"] for line in logged if line["event"] == "a stream ended"] == ["the store does not answer: disk I/O error"]


def test_a_reader_who_takes_nothing_for_too_long_is_let_go(
    app: Flask, table: Table, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may come back to where it was: what it did not take is not said to be sent."""
    for n in range(100):
        clerk.note(Order(table.id, n + 1, "operator", str(n)), "long " * 2000)
    monkeypatch.setattr("api.streams.PATIENCE", 0.05)
    found: Service = app.extensions[EXTENSION]
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname()) as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        server, _ = door.accept()
        with server, structlog.testing.capture_logs() as logged:
            stream = Stream(found.streams, Line(server, 60), clerk.game(table.id), "public", 0, lambda: True)
            for piece in stream:
                server.sendall(piece)
    (ended,) = (line for line in logged if line["event"] == "a stream ended")
    assert ended["why"] == "the reader is too slow"
    assert 0 < ended["records"] == stream.seq < 101
    found.streams.news.close()


def test_a_fault_is_in_the_log_and_not_in_the_stream(played: Table, log: io.BytesIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise ValueError("a secret of the house")

    monkeypatch.setattr("api.streams.happened", broken)
    with structlog.testing.capture_logs() as logged:
        answer = stream(played, "?after=0")
        assert answer.data == b"retry: 2000\nid: 0\n\n"
        answer.close()
    assert [line["event"] for line in logged] == ["a stream broke", "a stream ended"]


# -- what earlier entries read like ----------------------------------------------------------------------------------------


class Page:
    """What a page shows of a game: the entries that events brought, and those that events said to read again."""

    def __init__(self, table: Table, audience: str) -> None:
        self.table, self.audience = table, audience
        self.last = table.seq
        self.entries = records(table, audience)
        self.again = 0

    def come_back(self) -> None:
        """Hear what happened since, and look again at what is said to have changed."""
        answer = stream(self.table, f"?audience={self.audience}", last=self.last)
        assert answer.status_code == 200, answer.json
        for event in told(answer.data):
            self.last = event.id
            self.entries[event.id] = event.data["entry"]
            for seq in event.data["changed"]:
                assert seq < event.id
                self.entries[seq] = self.table.get(f"/records/{seq}?audience={self.audience}").json["entry"]
                self.again += 1


Deed = Callable[[Table, Clerk, Random], None]


def act(table: Table, clerk: Clerk, rng: Random) -> None:
    """A random action."""
    offers = table.offers()
    if offers:
        assert table.act(*rng.choice(offers)).status_code == 201


def bid(table: Table, clerk: Clerk, rng: Random) -> None:
    """A random bid, by whoever may."""
    seats = table.get("/legal").json["seats"]
    if seats:
        table.act(rng.choice(seats)["seat"], {"type": "bid", "amount": rng.randrange(10)})


def retract(table: Table, clerk: Clerk, rng: Random) -> None:
    """The arbiter takes back everything from some action on, across rolls and reveals."""
    actions = clerk.game(table.id).in_force()
    if actions:
        table.seq = clerk.undo(order(table, rng), UMPIRE, rng.choice(actions[-5:])).game.seq


def restore(table: Table, clerk: Clerk, rng: Random) -> None:
    """The arbiter puts back what can be."""
    if clerk.game(table.id).undone is not None:
        table.seq = clerk.redo(order(table, rng), UMPIRE).game.seq


def rule(table: Table, clerk: Clerk, rng: Random) -> None:
    """The arbiter annulls actions, or corrects a board of bids: a family's bid was another one."""
    actions = clerk.game(table.id).in_force()
    seat, amount = rng.choice("ab"), rng.randrange(10)
    wishes = [Wish("annul", rng.choice(actions[-5:]), rng.choice(("stands", "reroll")))] if actions else []
    if clerk.game(table.id).opened.ruleset == BIDS["ruleset"]:
        wishes.append(Wish("correct", facts=({"type": "bid-placed", "seat": seat, "amount": amount},)))
    if wishes:
        with suppress(Refusal):
            table.seq = Rulings(clerk).rule(order(table, rng), rng.choice(wishes), Grounds("1", "dice")).game.seq


def overturn(table: Table, clerk: Clerk, rng: Random) -> None:
    """A ruling holds no more."""
    rulings = clerk.game(table.id).matters.holding
    if rulings:
        with suppress(Refusal):
            seq = rng.choice(rulings).seq
            table.seq = Rulings(clerk).overturn(order(table, rng), seq, Grounds("1", "ruling-error")).game.seq


def note(table: Table, clerk: Clerk, rng: Random) -> None:
    """A remark."""
    table.write("/notes", {"text": "hm"})


def order(table: Table, rng: Random) -> Order:
    """An order at the head."""
    return Order(table.id, table.seq, "operator", str(rng.random()))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("opened", "plays"), [({}, act), ({"ruleset": "fief-tactics"}, act), (BIDS, bid)], ids=["duel", "fief", "bids"]
)
def test_a_page_that_follows_events_shows_what_a_page_read_anew_shows(
    seed: int, opened: dict[str, Any], plays: Deed, caller: Caller, clerk: Clerk, streams: Streams
) -> None:
    rng = Random(seed)
    table = Table.open(caller, **opened)
    audiences = ("public", "arbiter", *clerk.game(table.id).setting.seats)
    pages = [Page(table, audience) for audience in audiences]
    for _ in range(25):
        for _ in range(rng.randrange(1, 4)):
            rng.choice((plays, plays, plays, retract, restore, rule, overturn, note))(table, clerk, rng)
        for page in pages:
            if rng.random() < 0.7:
                page.come_back()
    for page in pages:
        page.come_back()
        assert page.entries == records(table, page.audience), page.audience
    assert all(page.again for page in pages)


def test_what_is_uncovered_is_named(caller: Caller, streams: Streams) -> None:
    """Ann bids, Bob bids, and both bids and cards lie open; the arbiter takes Bob's bid back, and they are covered again."""
    table = Table.open(caller, **BIDS)
    for seat in ("a", "b"):
        table.act(seat, {"type": "bid", "amount": 3})
    said = {audience: told(stream(table, f"?after=2&audience={audience}").data)[0].data for audience in ("public", "a", "arbiter")}
    assert [said[audience]["changed"] for audience in said] == [[1, 2], [1], []]


def test_no_audience_hears_what_it_may_not_know(caller: Caller, streams: Streams) -> None:
    table = Table.open(caller, **BIDS)
    table.act("a", {"type": "bid", "amount": 7})
    for audience in ("public", "b"):
        text = stream(table, f"?after=0&audience={audience}").text
        assert '"amount"' not in text
        assert ('"ace"' in text, '"king"' in text) == (False, audience == "b")
    assert json.dumps({"type": "bid", "amount": 7}, separators=(",", ":")) in stream(table, "?after=0&audience=a").text
