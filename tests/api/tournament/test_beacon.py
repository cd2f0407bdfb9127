"""A draw that depends on a public beacon's future round. The page names the round, and somebody
pastes it or the service fetches it from a server (here one of the test)."""

import json
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from flask import Flask

from domain.proof.chance.beacon import CHAINS, QUICKNET
from domain.tournament.tournaments import Tournaments
from ops.settings.outgoing import fetch
from tests.api.tournament.event import Event
from tests.builders import beacon
from tests.builders.api.callers import Caller
from tests.builders.api.client import set_settings
from tests.builders.api.event_pages import EventPages
from tests.builders.servers import dawdle
from tests.builders.threads import answering

MOVED, DRIPS = b"moved", b"byte by byte"


@pytest.fixture(autouse=True)
def _use_beacon_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHAINS, QUICKNET, beacon.CHAIN)


@pytest.fixture
def server(app: Flask) -> Iterator[dict[str, bytes]]:
    """The answers of the beacon's server, by path. A path without an answer gets 404."""
    answers: dict[str, bytes] = {}

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            there = answers.get(self.path, b"not yet")
            self.send_response(302 if there == MOVED else 200 if self.path in answers else 404)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            with suppress(OSError):  # whoever asked waits no longer
                while there == DRIPS:
                    self.wfile.write(b" ")
                    dawdle(0.05)
            self.wfile.write(there)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as listening, answering(listening):
        address = f"http://127.0.0.1:{listening.server_port}"
        set_settings(app, beacon=lambda path: fetch(f"{address}{path}", 1.0, 4_096))
        yield answers


def time_passes() -> None:
    """Let an hour pass for the beacon, so that the round that was named exists."""
    CHAINS[QUICKNET] = CHAINS[QUICKNET]._replace(genesis=CHAINS[QUICKNET].genesis - 3600)


def awaited(event: EventPages | Event, app: Flask) -> Any:
    return app.extensions["greffe"].of(Tournaments).store.tournament(event.id).awaited


def test_the_draw_waits_for_a_round_that_is_pasted_and_the_round_shows_it_to_everybody(
    event: EventPages, app: Flask
) -> None:
    event.submit("/rounds/1", "/beacon", "Let the draw wait for it", minutes="3")
    named = awaited(event, app)
    page = event.go("/rounds/1").text
    assert f"The draw waits for round {named.beacon} of quicknet, named by record" in page
    event.director.send(event.director.form("/rounds/1/pair"), "Pair round 1")
    assert "does not wait for the round of the beacon" in event.director.page
    event.fill_in("/rounds/1", "/beacon/shown", signature="5a" * 48)
    assert "This is not what the beacon signed" in event.trouble()
    signed = beacon.signature(named.beacon)
    event.director.send(event.director.form("/beacon/shown"), signature=signed)
    assert "does not exist yet" in event.trouble()
    time_passes()
    event.submit("/rounds/1", "/beacon/shown", signature=signed)
    event.pair(1)
    page = event.go("/rounds/1").text
    assert f"it rests on round {named.beacon} of the public beacon quicknet" in page
    assert signed in page and "seed alone" not in page


def test_a_round_is_fetched_from_the_server_and_one_that_does_not_come_is_passed_over(
    event: EventPages, app: Flask, server: dict[str, bytes]
) -> None:
    event.submit("/rounds/1", "/beacon")
    named = awaited(event, app)
    event.fill_in("/rounds/1", "/beacon/shown")
    assert f"The beacon did not answer for round {named.beacon}" in event.trouble()
    answer = {"round": named.beacon, "signature": beacon.signature(named.beacon)}
    server["/elsewhere"] = json.dumps(answer).encode()
    for wrong in (b"[]", b"{}", b"no JSON", b"{" * 9_000, MOVED, DRIPS):
        server[f"/{QUICKNET}/public/{named.beacon}"] = wrong
        event.director.send(event.director.form("/beacon/shown"))
        assert "did not answer" in event.trouble()
    server[f"/{QUICKNET}/public/{named.beacon}"] = json.dumps(answer).encode()
    time_passes()
    event.submit("/rounds/1", "/beacon/shown")
    assert awaited(event, app) is None
    event.pair(1, played=True)
    event.submit("/rounds/2", "/beacon")
    event.fill_in("/rounds/2", "/rounds/2/pair", "Pair round 2")
    event.confirm("The network is away.")
    assert "was not waited for" in event.go("/rounds/2").text


def test_the_api_names_and_shows_a_round_and_says_what_is_wrong(caller: Caller, app: Flask) -> None:
    event = Event(caller)
    assert "exists already" in event.write("/beacon", {"beacon": 1000}).json["detail"]
    shown = event.write("/beacon/shown", {"signature": "5a" * 48})
    assert "name one first" in shown.json["detail"]
    event.written("/beacon", {"minutes": 1})
    assert "is named already" in event.write("/beacon", {}).json["detail"]
    signed = beacon.signature(awaited(event, app).beacon)
    time_passes()
    event.written("/beacon/shown", {"signature": signed})
