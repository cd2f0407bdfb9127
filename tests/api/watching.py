"""Reading a stream of events: from its text, or as a client that follows a real server, loses the
connection and resumes."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from tests.builders.api.client import Table

PATIENCE = 20.0
"""Seconds that a client waits for anything. A test takes that long only if it fails."""


class StreamEvent(NamedTuple):
    id: int
    name: str
    data: Any


def events(lines: Iterator[bytes]) -> Iterator[StreamEvent | int | None]:
    """The blocks of an event stream, parsed as in the HTML standard: an event; only its id (an int)
    for a block without data; None for a comment. An incomplete last block is dropped."""
    id, name, data = 0, "message", []
    for raw in lines:
        if not raw.endswith(b"\n"):
            return
        line = raw.rstrip(b"\n").decode()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            yield StreamEvent(id, name, json.loads("\n".join(data))) if data else id
            name, data = "message", []
        elif not field:
            yield None
            next(lines)  # a comment of ours is a block of its own
        elif field == "id":
            id = int(value)
        elif field == "event":
            name = value
        elif field == "data":
            data.append(value)


def events_in(text: bytes) -> list[StreamEvent]:
    return [
        event
        for event in events(iter(text.splitlines(keepends=True)))
        if isinstance(event, StreamEvent)
    ]


def stream(table: Table, query: str = "", last: object = None) -> TestResponse:
    return table.get(f"/stream{query}", **({} if last is None else {"Last_Event_ID": str(last)}))


def records(table: Table, audience: str = "public") -> dict[int, Any]:
    page = table.get(f"/records?limit=500&audience={audience}").json
    assert page["next"] is None
    return {entry["seq"]: entry for entry in page["records"]}


class Watcher:
    """A client of one game's stream over a real connection, which remembers the last id as a
    browser does. `problem` is the answer if the server sent no stream."""

    def __init__(self, address: str, game: str, key: str) -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._where, self._game, self._key = (host, int(port)), game, key
        self.last: int | None = None
        self.problem: Any = None

    def open(self, query: str = "", **headers: str) -> Watcher:
        """Connect, with the last id if there is one. Underscores in header names stand for
        hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()} | {
            "Authorization": f"Bearer {self._key}"
        }
        if self.last is not None:
            named["Last-Event-ID"] = str(self.last)
        self._connection = HTTPConnection(*self._where, timeout=PATIENCE)
        try:
            self._connection.connect()
            self.socket = self._connection.sock
            self._connection.request(
                "GET", f"/api/v1/games/{self._game}/stream{query}", headers=named
            )
            self.answer = self._connection.getresponse()
            self.status = self.answer.status
            if self.status == 200:
                self._said = events(iter(self.answer.readline, b""))
                self.last = self.hear(int)
            else:
                self.problem = json.loads(self.answer.read() or b"null")
                self.drop()
        except BaseException:
            self._connection.close()
            raise
        return self

    def hear(self, kind: type = StreamEvent) -> Any:
        """The next event; with `int` the next id without an event, with `NoneType` the next
        heartbeat. What comes before it is skipped. Raises `EOFError` at the end of the stream."""
        for event in self._said:
            if isinstance(event, StreamEvent):
                self.last = event.id
            if isinstance(event, kind):
                return event
        raise EOFError("the stream has ended")

    def take(self, number: int) -> list[StreamEvent]:
        return [self.hear() for _ in range(number)]

    def rest(self) -> list[StreamEvent]:
        events = [event for event in self._said if isinstance(event, StreamEvent)]
        self.last = events[-1].id if events else self.last
        self.drop()
        return events

    def drop(self, *, rudely: bool = False) -> None:
        if rudely:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.answer.close()
        self._connection.close()
        self.socket.close()

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()
