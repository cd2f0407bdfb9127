"""A table shared over HTTP by several people, each with their own link; and the checks of a
refusal.

A refusal is a problem that the OpenAPI document lists for the address. It has a sentence in both
languages and leaves the record unchanged."""

from __future__ import annotations

import os
import re
from copy import copy
from itertools import count
from random import Random
from typing import Any, Self

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.web.access.caller import RANK
from domain.game.aggregate.game import Game, taken_back
from domain.game.clerk.clerk import Clerk
from domain.titles.contract.chance import SEED_SIZE
from tests.builders import table as table_helpers
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, Caller, new_key
from tests.builders.table import DUEL, last_step, others, plain_end
from tests.records.laws import sound_facts, sound_patch

GROUNDS = {"rule": "Tour de jeu", "code": "illegal-action"}


def fix_chance(monkeypatch: pytest.MonkeyPatch, seed: int = 0) -> None:
    """Make chance the same in every run from now on: dice, salts, the ids that sealed dice depend
    on, and the keys that clients make up."""
    drawn = Random(seed).randbytes
    for room in ("commands", "play.branches"):
        monkeypatch.setattr(f"domain.game.{room}.new_seed", lambda: drawn(SEED_SIZE))
    monkeypatch.setattr(os, "urandom", drawn)
    monkeypatch.setattr("random._urandom", drawn)  # where `secrets` gets its bytes
    monkeypatch.setattr("tests.builders.api.client._keys", count(1))


class Dispute(Club):
    """A game, its people, and the arbiter's desk. In its methods `name` is a seat's id, `arbiter`,
    `spectator`, or "" for the organiser."""

    def __init__(self, app: Flask, clerk: Clerk, seed: int = 1, **fields: Any) -> None:
        super().__init__(app, clerk, **fields)
        self.played = table_helpers.Table(clerk, game=self.game, seed=seed)

    def played_for(self, actions: int) -> Self:
        self.played.play(actions)
        return self

    @property
    def now(self) -> Game:
        return self.clerk.game(self.game)

    # -- asking and writing ------------------------------------------------------------------------

    def get(self, name: str, of: str = "", **headers: str) -> TestResponse:
        return self.holder(name).get(self.path + of, **headers)

    def read(self, name: str, of: str = "") -> Any:
        answer = self.get(name, of)
        assert answer.status_code == 200, answer.json
        return answer.json

    def write(self, name: str, of: str, body: Any = None, **fields: Any) -> TestResponse:
        return self.table(name).write(of, body, **fields)

    def done(self, name: str, of: str, body: Any = None, **fields: Any) -> Any:
        return self.table(name).written(of, body, **fields)

    def rule(self, remedy: dict[str, Any], **grounds: Any) -> Any:
        return self.done("arbiter", "/rulings", {"remedy": remedy, **GROUNDS, **grounds})

    def board(self, at: int | None = None) -> Any:
        return self.read("spectator", f"/board?at={at or self.seq}")["board"]

    def grow(self, name: str, body: Any = None, key: str | None = None) -> TestResponse:
        return self.holder(name).post(
            f"{self.path}/branches", body, Idempotency_Key=key or new_key()
        )

    def holder(self, name: str) -> Caller:
        return super().holder(name) if name else self.organiser

    def branch(self, opened: Any) -> Dispute:
        dispute: Dispute = copy(self)
        dispute.game, dispute.path = opened["id"], f"{GAMES}/{opened['id']}"
        dispute.links = {"+".join(x["seats"]) or x["role"]: x for x in opened["links"]}
        return dispute

    # -- refusals ----------------------------------------------------------------------------------

    def records(self) -> list[bytes]:
        return [stored.state for stored in self.clerk.load(self.game).records()]

    def refused(self, name: str, of: str, body: Any, slug: str, **fields: Any) -> Any:
        before, newest = self.records(), self.clerk.recorder.max_notification_id()
        answer = self.write(name, of, body, **fields)
        assert self.records() == before, "nothing is recorded"
        assert self.clerk.recorder.max_notification_id() == newest, "nowhere"
        return self.problem(answer, "POST", of, slug)

    def problem(self, answer: TestResponse, method: str, of: str, slug: str) -> Any:
        json = answer.json
        assert json["type"] == f"/problems/{slug}", json
        assert (answer.status_code, answer.content_type) == (
            json["status"],
            "application/problem+json",
        )
        en, fr = json["text"]["en"], json["text"]["fr"]
        assert en and fr and en != fr, "it is said in both languages"
        assert json["detail"] == en
        path = "/api/v1/games/{game}" + re.sub(r"/\d+(?=/|$)", "/{seq}", of.partition("?")[0])
        described = _operations(self.app)[path][method.lower()]["responses"][str(json["status"])][
            "description"
        ]
        assert f"`{slug}`" in described, f"{method} {path} documents {described}"
        return json

    def only(self, role: str, of: str, body: Any) -> None:
        for name in ("spectator", "red", "arbiter"):
            if RANK["seat" if name == "red" else name] < RANK[role]:
                assert self.refused(name, of, body, "role-too-low")["needed"] == role

    # -- what the record says of itself ------------------------------------------------------------

    def taken_back(self) -> dict[int, int]:
        return taken_back(self.now)


_documented: dict[str, Any] = {}


def _operations(app: Flask) -> dict[str, Any]:
    """The operations in the OpenAPI document, by path. They are the same for all apps and slow to
    make, so they are cached."""
    if not _documented:
        _documented.update(Caller(app, key=None).get("/openapi.json").json["paths"])
    return _documented


def forbidden_action(table: Dispute) -> tuple[str, dict[str, Any]]:
    legal = table.read("", "/legal")["seats"][0]
    return others(table.now, legal["seat"])[0], legal["choices"][0]["action"]


def remedies(table: Dispute) -> dict[str, dict[str, Any]]:
    seat, action = forbidden_action(table)
    patch = list(sound_patch(DUEL, table.read("arbiter", "/board/document")["board"]))
    return {
        "stands": {"type": "stands"},
        "annul": {"type": "annul", "from_seq": table.now.in_force()[-3], "rolls": "stands"},
        "facts": {"type": "correct", "facts": [dict(sound_facts(DUEL)[0])]},
        "patch": {"type": "correct", "patch": patch},
        "penalty": {"type": "penalty", "seat": "blue", "points": 2},
        "adjudicate": {"type": "adjudicate", "winners": ["blue", "red"]},
        "let-stand": {
            "type": "let-stand",
            "seat": seat,
            "action": action,
            "facts": [dict(sound_facts(DUEL)[0])],
        },
    }


KINDS = ("stands", "annul", "facts", "patch", "penalty", "adjudicate", "let-stand")


def undo_dispute(app: Flask, clerk: Clerk, policy: str = "free", **fields: Any) -> Dispute:
    table = Dispute(app, clerk, undo=policy, **fields)
    table.played.play(4)
    table.played.until(plain_end)
    return table


def who_acted(table: Dispute) -> tuple[str, str]:
    seat = last_step(table.now)[0]
    return seat, others(table.now, seat)[0]


def ask_to_take_back(table: Dispute, **more: Any) -> tuple[int, str, str]:
    seat, other = who_acted(table)
    written = table.done(seat, "/undo", {"seat": seat, "ask": True, **more})
    assert (written["type"], written["actions"]) == ("RetractionAsked", [])
    return written["seq"], seat, other


def proposal(table: Dispute, seq: int, name: str = "spectator") -> Any:
    return next(
        proposal for proposal in table.read(name, "/undo")["proposals"] if proposal["seq"] == seq
    )
