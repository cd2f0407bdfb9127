"""Playing over HTTP as a client would: read, post an offered action, remember the seq."""

from collections.abc import Mapping
from itertools import count
from typing import Any, Self

from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.web.request.service import EXTENSION, Service

KEY = "greffe-test-key-of-the-operator"
GAMES = "/api/v1/games"
TITLE = "northgard-training"

_keys = count(1)


def new_key() -> str:
    return f"key-{next(_keys)}"


def set_settings(app: Flask, **settings: Any) -> None:
    """Replace settings of a running app. Outside of tests, they are fixed at its start."""
    service: Service = app.extensions[EXTENSION]
    service.settings = replace(service.settings, **settings)


class Caller:
    def __init__(self, app: Flask, key: str | None = KEY) -> None:
        self.app = app
        self.client = app.test_client()
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers={**self.headers, **header_names(headers)})

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        fields: dict[str, Any] = (
            {"data": body, "content_type": "application/json"}
            if isinstance(body, bytes)
            else {"json": body}
        )
        if body is None:
            fields = {}
        return self.client.post(path, headers={**self.headers, **header_names(headers)}, **fields)

    def made(self, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request that must create something (201). Returns the JSON of the answer."""
        answer = self.post(path, body, **headers)
        assert answer.status_code == 201, answer.json
        return answer.json


def header_names(headers: Mapping[str, str]) -> dict[str, str]:
    """Headers given as keyword arguments, with `-` for `_`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Table:
    ROOT = GAMES

    def __init__(self, caller: Caller, id: str, seq: int = 1) -> None:
        self.caller = caller
        self.id = id
        self.seq = seq

    @classmethod
    def open(cls, caller: Caller, key: str = "", **fields: Any) -> Self:
        """Open a game of Training Grounds, or of the title given as `ruleset`."""
        made = caller.made(cls.ROOT, {"ruleset": TITLE, **fields}, Idempotency_Key=key or new_key())
        return cls(caller, made["id"])

    def path(self, of: str = "") -> str:
        return f"{self.ROOT}/{self.id}{of}"

    def get(self, of: str = "", by: Caller | None = None, **headers: str) -> TestResponse:
        return (by or self.caller).get(self.path(of), **headers)

    def write(
        self,
        of: str,
        body: Any = None,
        *,
        by: Caller | None = None,
        seq: int | None = None,
        key: str | None = None,
    ) -> TestResponse:
        tag = f'"{self.seq if seq is None else seq}"'
        answer = (by or self.caller).post(
            self.path(of), body, If_Match=tag, Idempotency_Key=key or new_key()
        )
        if answer.status_code == 201:
            self.seq = answer.json["seq"]
        return answer

    def written(self, of: str, body: Any = None, **how: Any) -> Any:
        """Send a write that must be recorded (201). Returns the JSON of the answer."""
        answer = self.write(of, body, **how)
        assert answer.status_code == 201, answer.json
        return answer.json

    def offers(self) -> list[tuple[str, dict[str, Any]]]:
        seats = self.get("/legal").json["seats"]
        return [(s["seat"], c["action"]) for s in seats for c in s["choices"]] + [
            (s["seat"], t["example"]) for s in seats for t in s["templates"]
        ]

    def act(self, seat: str, action: dict[str, Any], **more: Any) -> TestResponse:
        return self.write("/actions", {"seat": seat, "action": action, **more})

    def move(self, n: int = 0) -> TestResponse:
        offers = self.offers()
        answer = self.act(*offers[n % len(offers)])
        assert answer.status_code == 201, answer.json
        return answer

    def moves(self, number: int) -> Self:
        """Take `number` actions: the first that is offered, then the second of the next offers, and
        so on. Returns the table."""
        for turn in range(number):
            self.move(turn)
        return self


def problem(answer: TestResponse) -> tuple[int, str]:
    """The status and the slug of an answer, which must be a well-formed problem."""
    assert answer.content_type == "application/problem+json"
    body = answer.json
    assert body["status"] == answer.status_code
    assert body["text"]["en"] and body["text"]["fr"]
    assert body["detail"] in body["text"].values()
    assert "Traceback" not in answer.text
    return answer.status_code, body["type"].removeprefix("/problems/")
