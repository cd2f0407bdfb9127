"""Campaigns over HTTP as a client would: open one, go on, play each game to its end."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec
from werkzeug.test import TestResponse

from api.access.caller import OPERATOR_ID as OPERATOR
from domain.clerk.clerk import Clerk
from domain.clerk.opening import game_id
from tests.builders.api.client import TITLE, Caller, Table, new_key

CAMPAIGNS = "/api/v1/campaigns"


class Series:
    """One campaign and where it stands."""

    def __init__(self, caller: Caller, id: str, seq: int = 1) -> None:
        self.caller = caller
        self.id = id
        self.seq = seq

    @classmethod
    def open(cls, caller: Caller, key: str = "", **given: Any) -> Series:
        """Open a campaign; a series of duels, unless another title is given."""
        answer = caller.post(CAMPAIGNS, {"ruleset": TITLE, **given}, Idempotency_Key=key or new_key())
        assert answer.status_code == 201, answer.json
        return cls(caller, answer.json["id"])

    def get(self, of: str = "", **headers: str) -> TestResponse:
        return self.caller.get(f"{CAMPAIGNS}/{self.id}{of}", **headers)

    def write(self, of: str, body: Any = None, *, seq: int | None = None, key: str | None = None) -> TestResponse:
        """Write to this campaign against the seq last seen."""
        tag = f'"{self.seq if seq is None else seq}"'
        answer = self.caller.post(f"{CAMPAIGNS}/{self.id}{of}", body, If_Match=tag, Idempotency_Key=key or new_key())
        if answer.status_code == 201:
            self.seq = answer.json["seq"]
        return answer

    def next(self, **body: Any) -> Table:
        answer = self.write("/scenarios", body or None)
        assert answer.status_code == 201, answer.json
        return Table(self.caller, answer.json["game"])


def seal(clerk: Clerk, series: Series, number: int) -> None:
    """Seal the dice of a scenario that is not open yet with a seed that everybody knows, so that it goes the same way each
    time: a fortress that falls opens no further scenario. The campaign has to have a key of its own."""
    id = game_id(OPERATOR, f"scenario\n{series.id}\n{number}\n0")
    clerk.key_values.keep("seed", id, hashlib.sha256(f"test {series.id} {number}".encode()).digest())


def play_out(table: Table, clerk: Clerk, seed: int) -> Table:
    """Random players choose by the rules and post what they chose, to the end of the game."""
    rng = Random(seed)
    while seats := (game := clerk.game(table.id)).rules.to_act(game.board):
        seat = rng.choice(seats)
        action = game.rules.sample(game.board, seat, rng)
        answer = table.act(seat, msgspec.to_builtins(action))
        assert answer.status_code == 201, answer.json
    return table


def applied(sheet: Any, changes: list[dict[str, Any]]) -> Any:
    """A view or a sheet with changes made to it, as a reader of the list would."""
    made = msgspec.json.decode(msgspec.json.encode(sheet))
    for change in changes:
        *way, last = [step.replace("~1", "/").replace("~0", "~") for step in change["path"].split("/")[1:]]
        around = made
        for step in way:
            around = around[int(step)] if isinstance(around, list) else around[step]
        place: Any = int(last) if isinstance(around, list) else last
        if change["op"] == "remove":
            assert around.pop(place) == change.get("before")
        else:
            assert (change["op"] == "add") != (isinstance(around, list) or place in around)
            around[place] = change.get("after")
    return made
