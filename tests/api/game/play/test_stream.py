import io
import threading
from contextlib import ExitStack, closing
from typing import Any

import pytest
import structlog
from eventsourcing.persistence import OperationalError
from flask import Flask

from api.web.live.streams import Streams
from api.web.request.service import EXTENSION
from domain.game.clerk.clerk import Clerk
from tests.api.watching import StreamEvent, events_in, records, stream
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table, problem
from tests.builders.refusals import failing


@pytest.fixture
def played(table: Table, streams: Streams) -> Table:
    table.moves(5)
    table.written("/undo", {"seat": "arbiter", "from_seq": 5})
    table.write("/notes", {"text": "Two lines,\nof “text”.", "about": 2})
    return table


# -- what is sent ----------------------------------------------------------------------------------


def test_an_event_is_the_entry_that_records_shows(played: Table) -> None:
    answer = stream(played, "?after=0")
    assert (
        answer.status_code,
        answer.content_type,
        answer.headers["Cache-Control"],
        answer.headers["X-Accel-Buffering"],
    ) == (200, "text/event-stream", "no-store", "no")
    events = events_in(answer.data)
    assert [event.id for event in events] == list(range(1, played.seq + 1))
    assert {event.name for event in events} == {"record"}
    assert {event.id: event.data["entry"] for event in events} == records(played)
    for event in events:
        assert (event.data["game"], event.data["seq"], event.data["audience"]) == (
            played.id,
            event.id,
            "public",
        )
        board = played.get(f"/board?at={event.id}").json
        assert {name: event.data[name] for name in ("to_act", "status", "outcome")} == {
            name: board[name] for name in ("to_act", "status", "outcome")
        }


def test_resuming_at_any_record_gives_exactly_the_rest(played: Table) -> None:
    whole = events_in(stream(played, "?after=0").data)
    for seq in range(played.seq + 1):
        assert events_in(stream(played, f"?after={seq}").data) == whole[seq:]
        assert events_in(stream(played, last=seq).data) == whole[seq:]


def test_last_event_id_takes_precedence_over_after(played: Table) -> None:
    assert [event.id for event in events_in(stream(played, "?after=0", last=4).data)] == list(
        range(5, played.seq + 1)
    )


def test_without_a_place_it_begins_after_the_newest_record_and_says_which_that_is(
    played: Table,
) -> None:
    """A client that loses the connection before the first event resumes from that record, and
    misses none."""
    assert stream(played).data == f"retry: 2000\nid: {played.seq}\n\n".encode()


def test_many_records_come_in_order_whatever_the_size_of_what_is_written(
    table: Table, streams: Streams
) -> None:
    for n in range(60):
        table.write("/notes", {"text": f"{n} " + "à" * 1000})
    answer = stream(table, "?after=0")
    assert len(answer.data) > 4 * 16_384
    assert [event.id for event in events_in(answer.data)] == list(range(1, 62))


# -- where it begins -------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["", "x", "-1", "1.0", "01", "٣", "1e3", '"3"', "3, 4", "9" * 30])
def test_a_last_event_id_that_is_no_record_number_is_refused(last: str, table: Table) -> None:
    refused = stream(table, last=last)
    assert (problem(refused), refused.json["current"]) == ((400, "last-event-id-refused"), 1)
    assert "must be a record number such as 1" in refused.json["text"]["en"]


def test_a_place_beyond_the_game_is_refused(table: Table) -> None:
    refused = stream(table, last=2)
    assert problem(refused) == (400, "last-event-id-refused")
    assert refused.json["text"] == {
        "en": "There is no record 2 yet: the newest is 1.",
        "fr": "Il n'y a pas encore d'écriture 2 : la dernière est 1.",
    }
    refused = stream(table, "?after=2")
    assert problem(refused) == (400, "invalid-parameters")
    assert refused.json["errors"][0]["parameter"] == "after"


# -- how it ends -----------------------------------------------------------------------------------


def test_the_end_of_the_game_is_the_end_of_the_stream(played: Table) -> None:
    played.write("/close", {"reason": "late"})
    *_, last, end = events_in(stream(played, "?after=0").data)
    assert (last.id, last.name, last.data["status"], last.data["to_act"]) == (
        played.seq,
        "record",
        "closed",
        [],
    )
    assert end == StreamEvent(
        played.seq, "closed", {"game": played.id, "seq": played.seq, "outcome": None}
    )


def test_who_has_the_last_record_is_told_not_to_come_back(played: Table) -> None:
    played.write("/close", {})
    answer = stream(played, last=played.seq)
    assert (answer.status_code, answer.data) == (204, b"")
    assert [event.name for event in events_in(stream(played, last=played.seq - 1).data)] == [
        "record",
        "closed",
    ]
    assert [event.name for event in events_in(stream(played).data)] == ["closed"]


def test_too_many_streams_are_refused_and_counted(app: Flask, table: Table) -> None:
    streams: Streams = app.extensions[EXTENSION].streams
    streams._most = 2
    with stream(table), stream(table):
        full = stream(table)
        assert problem(full) == (503, "too-many-streams")
        assert (full.json["limit"], full.headers["Retry-After"]) == (2, "5")
        text = table.caller.get("/metrics").text
        assert "\ngreffe_streams_open 2.0\n" in text
        assert "\ngreffe_streams_refused_total 1.0\n" in text
    assert "\ngreffe_streams_open 0.0\n" in table.caller.get("/metrics").text
    with stream(table) as again:
        assert again.status_code == 200
    streams.news.close()


def test_each_link_gets_only_a_share_of_the_streams(app: Flask, clerk: Clerk) -> None:
    club, streams = Club(app, clerk), app.extensions[EXTENSION].streams
    streams._most = 16
    path = f"{club.path}/stream"
    with ExitStack() as watching:
        for holder, share in (
            (club.holder("red"), 2),
            (club.holder("spectator"), 8),
            (club.holder("arbiter"), 2),
        ):
            for _ in range(share):
                assert watching.enter_context(holder.get(path)).status_code == 200
            full = holder.get(path)
            assert problem(full) == (429, "too-many-own-streams")
            assert (full.json["limit"], full.headers["Retry-After"]) == (share, "5")
        assert watching.enter_context(club.holder("blue").get(path)).status_code == 200, (
            "each link has its own"
        )
        for _ in range(3):
            assert watching.enter_context(Caller(app).get(path)).status_code == 200, (
                "the operator has all there are"
            )
        assert Caller(app).get(path).json["type"] == "/problems/too-many-streams"
    with club.holder("red").get(path, Last_Event_ID="0") as again:
        assert again.status_code == 200, "whoever comes back goes on where they were"
    streams.news.close()


def test_all_strangers_to_a_game_have_one_share_of_its_streams(app: Flask, clerk: Clerk) -> None:
    club, streams = Club(app, clerk, public=True), app.extensions[EXTENSION].streams
    streams._most = 4
    strangers = Caller(app, key=None), Club(app, clerk).holder("red"), Club(app, clerk).organiser
    path = f"{club.path}/stream"
    with strangers[0].get(path), strangers[1].get(path):
        for stranger in strangers:
            assert stranger.get(path).json["type"] == "/problems/too-many-own-streams"
        with club.holder("spectator").get(path) as let_in:
            assert let_in.status_code == 200
    streams.news.close()


def test_a_link_that_is_revoked_ends_its_stream_at_once(app: Flask, clerk: Clerk) -> None:
    """The stream does not wait for its next heartbeat, which may be an hour away."""
    club, extension = Club(app, clerk), app.extensions[EXTENSION]
    extension.streams.heartbeat = 3600
    link, other = club.issue("spectator"), club.issue("spectator")
    begun = threading.Semaphore(0)
    ended = {row["id"]: threading.Event() for row in (link, other)}

    def follow(link_row: dict[str, Any]) -> None:
        for piece in Caller(app, link_row["token"]).get(f"{club.path}/stream?after=0").response:
            if b'"seq":1' in piece:
                begun.release()
        ended[link_row["id"]].set()

    for row in (link, other):
        threading.Thread(target=follow, args=(row,), daemon=True).start()
    for _ in ended:
        assert begun.acquire(timeout=60)
    club.revoke(link)
    assert ended[link["id"]].wait(60)
    assert not ended[other["id"]].is_set(), "others go on"
    club.revoke(other)
    assert ended[other["id"]].wait(60)
    extension.streams.news.close()


def test_a_head_request_opens_no_stream(app: Flask, table: Table) -> None:
    with table.caller.client.head(table.path("/stream"), headers=table.caller.headers) as answer:
        assert (answer.status_code, answer.data) == (200, b"")
    assert "\ngreffe_streams_open 0.0\n" in table.caller.get("/metrics").text
    app.extensions[EXTENSION].streams.news.close()


def test_a_store_that_goes_away_ends_the_stream(played: Table, clerk: Clerk) -> None:
    answer = played.caller.client.get(played.path("/stream?after=0"), headers=played.caller.headers)
    clerk.recorder.records_of = failing(OperationalError("disk I/O error"))
    with structlog.testing.capture_logs() as logged:
        assert events_in(answer.data) == []
        answer.close()
    (ended,) = (line for line in logged if line["event"] == "a stream ended")
    assert (ended["why"], ended["request"]) == (
        "the store does not answer: disk I/O error",
        answer.headers["X-Request-Id"],
    ), "the log of the request and that of its stream are found together"


def test_a_fault_is_in_the_log_and_not_in_the_stream(
    played: Table, log: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.live.record_event", failing(ValueError("a secret of the house")))
    with structlog.testing.capture_logs() as logged, closing(stream(played, "?after=0")) as answer:
        assert answer.data == b"retry: 2000\nid: 0\n\n"
    assert [line["event"] for line in logged] == ["a stream broke", "a stream ended"]
