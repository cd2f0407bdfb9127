"""The games of the test vectors, played by a clerk (`python -m tests.domain.proof.vectors
--games`)."""

import json
from pathlib import Path
from typing import Any

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Opening, Order
from domain.game.procedure.rulings import Grounds
from domain.game.table.contributions import Contributions
from domain.proof.chance.dice import contribution_commitment
from domain.titles.contract.time_control import TimeControl
from ops.stores.sqlite.connections import migrate
from tests.builders.stores import Ticking
from tests.builders.table import CONVICTED, DUEL, TEARS, Table
from tests.builders.world import TIME
from tests.domain.proof.games import VALUES, rows_of


def play(folder: Path) -> dict[str, Any]:
    migrate(str(folder / "greffe.sqlite"))
    clock = Ticking()
    clock.go_on(TIME - int(clock().timestamp()) - 86_400)
    env = {
        "PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory",
        "SQLITE_DBNAME": str(folder / "greffe.sqlite"),
    }
    clerk = Clerk(env, clock=clock)
    duel = Table(clerk, DUEL, name="duel", chance="sealed")
    duel.play(1)
    dice = Contributions(clerk)
    dice.stand_in(duel.order(), "red")
    part = contribution_commitment(duel.id, "blue", VALUES["blue"]).hex()
    dice.commit(duel.order(), "blue", part)
    dice.reveal(duel.order(), "blue", VALUES["blue"].hex())
    at = duel.until(lambda game: game.history.rolls[-1] != game.history.rolls[-2]).in_force()[-1]
    duel.claim(duel.body(at).seat, at, "That was not what I said.")
    duel.rule("annul", from_seq=at, rolls="stands")
    duel.again(at)
    solo = Table(clerk, TEARS, name="solo", chance="table")
    solo.play(3)
    clocked = _with_clocks(clerk, clock)
    campaigns = Campaigns(clerk)
    series = campaigns.open(Opening(ruleset=CONVICTED), "organiser", "series").campaign.id
    first = campaigns.next(Order(series, 1, "organiser", "first")).campaign.scenarios[0].game
    made = {
        "a duel": duel.id,
        "a game with table dice": solo.id,
        "the first scenario": first,
        "a campaign": series,
    }
    made |= {"a game with clocks": clocked.id}
    for table in (duel, solo, clocked):
        clerk.close_game(table.order(), "over, with thanks")
    clerk.close_game(Order(first, clerk.game(first).seq, "organiser", "close"))
    campaigns.close(Order(series, 2, "organiser", "close series"), "enough")
    games = {
        name: {"game": id, "words": _words(clerk, id), "records": _rows(clerk, id)}
        for name, id in made.items()
    }
    clerk.close()
    return games


def _with_clocks(clerk: Clerk, clock: Ticking) -> Table:
    """A game with a clock a seat: turns, a time that is over, the claim about it, and what an
    arbiter orders of clocks."""
    table = Table(clerk, DUEL, name="clocked", time_control=TimeControl("fischer", 60, 5))
    first = table.game.to_act
    table.until(lambda game: game.to_act != first)
    stop = table.rule("stop-clocks", Grounds("", "time", "A phone rang."))
    clock.go_on(600)
    table.overturn(stop)
    (seat,) = table.game.to_act
    clock.go_on(70)
    other = next(seat_id for seat_id in table.game.setting.seats if seat_id != seat)
    claim = table.claim(other, about=table.game.seq, text="The time of the other is over.")
    table.rule(
        "set-clock",
        Grounds("", "time", "A fault of the clock.", claim=claim),
        seat=seat,
        milliseconds=90_000,
    )
    table.until(lambda game: game.to_act != (seat,))
    return table


def _rows(clerk: Clerk, id: str) -> list[tuple[str, str]]:
    return [(topic, data.decode()) for topic, data in rows_of(clerk, id)]


def _words(clerk: Clerk, id: str) -> list[tuple[str, str]]:
    words_of = []
    for _, data in rows_of(clerk, id):
        body = json.loads(data)
        for name in ("text", "reason"):
            kept_as = clerk.key_values.fetch("text", body.get(name, "")) if body.get(name) else None
            if kept_as is not None:
                words = json.loads(kept_as)
                words_of.append((words["salt"], words["text"]))
    return words_of
