from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from api.web.live.streams import Streams
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.kernel.refusals import Refusal
from tests.amount import slow_but
from tests.api.watching import events_in, records, stream
from tests.builders.api.client import Caller, Table

pytestmark = pytest.mark.usefixtures("sealed_bids")


BIDS = {"ruleset": "sealed-bids", "chance": "table", "values": [["ace", "king"]]}


class Page:
    """A client of the event stream. `entries` are the records as it shows them: each as its event
    brought it, or as it was read again after an event named it as changed. `again` counts the
    second kind."""

    def __init__(self, table: Table, audience: str) -> None:
        self.table, self.audience = table, audience
        self.last = table.seq
        self.entries = records(table, audience)
        self.again = 0

    def come_back(self) -> None:
        answer = stream(self.table, f"?audience={self.audience}", last=self.last)
        assert answer.status_code == 200, answer.json
        for event in events_in(answer.data):
            self.last = event.id
            self.entries[event.id] = event.data["entry"]
            for seq in event.data["changed"]:
                assert seq < event.id
                again = self.table.get(f"/records/{seq}?audience={self.audience}").json
                self.entries[seq] = again["entry"]
                self.again += 1


Deed = Callable[[Table, Clerk, Random], None]


def act(table: Table, clerk: Clerk, rng: Random) -> None:
    offers = table.offers()
    if offers:
        assert table.act(*rng.choice(offers)).status_code == 201


def bid(table: Table, clerk: Clerk, rng: Random) -> None:
    seats = table.get("/legal").json["seats"]
    if seats:
        table.act(rng.choice(seats)["seat"], {"type": "bid", "amount": rng.randrange(10)})


def retract(table: Table, clerk: Clerk, rng: Random) -> None:
    actions = clerk.game(table.id).in_force()
    if actions:
        table.seq = clerk.undo(order(table, rng), UMPIRE, rng.choice(actions[-5:])).state.seq


def restore(table: Table, clerk: Clerk, rng: Random) -> None:
    if clerk.game(table.id).undone is not None:
        table.seq = clerk.redo(order(table, rng), UMPIRE).state.seq


def rule(table: Table, clerk: Clerk, rng: Random) -> None:
    actions = clerk.game(table.id).in_force()
    seat, amount = rng.choice("ab"), rng.randrange(10)
    wishes = (
        [Wish("annul", rng.choice(actions[-5:]), rng.choice(("stands", "reroll")))]
        if actions
        else []
    )
    if clerk.game(table.id).opened.ruleset == BIDS["ruleset"]:
        wishes.append(
            Wish("correct", facts=({"type": "bid-placed", "seat": seat, "amount": amount},))
        )
    if wishes:
        with suppress(Refusal):
            table.seq = (
                Rulings(clerk)
                .rule(order(table, rng), rng.choice(wishes), Grounds("1", "dice"))
                .state.seq
            )


def overturn(table: Table, clerk: Clerk, rng: Random) -> None:
    rulings = clerk.game(table.id).proceedings.rulings_in_force
    if rulings:
        with suppress(Refusal):
            seq = rng.choice(rulings).seq
            table.seq = (
                Rulings(clerk)
                .overturn(order(table, rng), seq, Grounds("1", "ruling-error"))
                .state.seq
            )


def note(table: Table, clerk: Clerk, rng: Random) -> None:
    table.write("/notes", {"text": "hm"})


def order(table: Table, rng: Random) -> Order:
    return Order(table.id, table.seq, "operator", str(rng.random()))


@pytest.mark.parametrize("seed", slow_but([0], range(4)))
@pytest.mark.parametrize(
    ("opened", "plays"),
    [({}, act), ({"ruleset": "fief-tactics"}, act), (BIDS, bid)],
    ids=["duel", "fief", "bids"],
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
            rng.choice((plays, plays, plays, retract, restore, rule, overturn, note))(
                table, clerk, rng
            )
        for page in pages:
            if rng.random() < 0.7:
                page.come_back()
    for page in pages:
        page.come_back()
        assert page.entries == records(table, page.audience), page.audience
    assert all(page.again for page in pages)
