"""Campaigns over HTTP as a client would use them: open one, open its scenarios, play each game to
its end."""

from random import Random
from typing import Any

import msgspec

from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import Table

CAMPAIGNS = "/api/v1/campaigns"


class Series(Table):
    ROOT = CAMPAIGNS

    def next(self, **body: Any) -> Table:
        return Table(self.caller, self.written("/scenarios", body or None)["game"])


def play_out(table: Table, clerk: Clerk, seed: int) -> Table:
    rng = Random(seed)
    while seats := (game := clerk.game(table.id)).rules.to_act(game.board):
        seat = rng.choice(seats)
        action = msgspec.to_builtins(game.rules.sample(game.board, seat, rng))
        table.written("/actions", {"seat": seat, "action": action})
    return table


def applied(sheet: Any, changes: list[dict[str, Any]]) -> Any:
    """A copy of a view or a sheet with the changes applied, as a reader of the list of changes
    would."""
    made = msgspec.json.decode(msgspec.json.encode(sheet))
    for change in changes:
        *way, last = [
            step.replace("~1", "/").replace("~0", "~") for step in change["path"].split("/")[1:]
        ]
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
