"""Who is told that the time of a seat is over: nobody writes it down, so it is worked out from the newest reading of the clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from domain.procedure.remedies import Wish
from domain.procedure.rulings import Grounds
from domain.record.records import UMPIRE
from domain.rules.time_control import TimeControl
from domain.table.rulings import Rulings
from ops.notifying.outcomes import Failed
from ops.notifying.service import Notifying
from tests.ops.notifying.world import World

BUDGET, EACH_TURN = TimeControl("budget", 300), TimeControl("per-move", 300)


@pytest.fixture
def clocked(world: World) -> World:
    world.game = world.open(time_control=BUDGET)
    return world


def only_time(world: World) -> list[tuple[str, dict[str, Any]]]:
    return [(to, said) for to, _, said in world.sent if said["type"] == "greffe.time"]


def ruled(world: World, **wish: Any) -> None:
    grounds = Grounds("" if "clock" in wish["kind"] else "1", "time")
    Rulings(world.clerk).rule(world.order(world.links.id_of(world.game, UMPIRE)), Wish(**wish), grounds)


def test_a_time_that_is_over_is_told_once_to_the_players_and_to_the_arbiter(clocked: World) -> None:
    world = clocked
    for seat in ("blue", "red"):
        world.seat(seat)
    world.arbiter()
    world.pass_turn()
    _, late = world.pass_turn()
    world.settle()
    record = world.now.seq
    world.go_on(299)
    world.settle()
    assert only_time(world) == [], "a second is left"
    world.go_on(2)
    world.settle()
    told = dict(only_time(world))
    assert sorted(told) == ["arbiter", "blue", "red"]
    other = "red" if late == "blue" else "blue"
    base = f"https://greffe.example/games/{world.game}"
    common = {"game": world.game, "title": "northgard-training", "record": record, "clock": late}
    assert told[late]["data"] == common | {"link": f"{base}/play", "seats": [late]}
    assert told[other]["data"] == common | {"link": f"{base}/play", "seats": [other]}
    assert told["arbiter"]["data"] == common | {"link": f"{base}/desk#clocks"}
    assert told[late]["timestamp"] == (world.now.at + timedelta(seconds=300, milliseconds=1)).isoformat().replace("+00:00", "Z")
    world.later(1)
    world.clerk.note(world.order("spectator"), "hm")
    world.settle()
    world.later(1)
    world.settle()
    assert len(only_time(world)) == 3, "once, whatever is written afterwards"


def test_clocks_that_stand_or_are_set_in_time_call_nobody(clocked: World) -> None:
    world = clocked
    world.arbiter(about=("time",))
    world.go_on(9_000)
    assert world.settle() == [], "nobody has acted: they have not begun"
    _, seat = world.pass_turn()
    world.go_on(200)
    ruled(world, kind="stop-clocks")
    world.go_on(9_000)
    assert world.settle() == []
    ruled(world, kind="set-clock", seat=seat, milliseconds=60_000)
    ruled(world, kind="start-clocks")
    world.go_on(59)
    assert world.settle() == []
    world.go_on(2)
    assert world.told_now() == [("arbiter", "time")]
    ruled(world, kind="set-clock", seat=seat, milliseconds=60_000)
    ruled(world, kind="adjudicate", winners=("blue",))
    world.go_on(61)
    assert world.settle() == [] == list(world.store.to_come(world.game)), "the game is over"


def test_a_time_that_is_over_while_nobody_follows_is_told_afterwards_and_once(clocked: World) -> None:
    world = clocked
    world.arbiter(about=("time",))
    world.pass_turn()
    world.go_on(400)
    world.clerk.note(world.order("spectator"), "hm")  # after the moment, and before anybody follows
    assert world.told_now() == [("arbiter", "time")]
    world.rewind(0)
    world.service.close()
    world.service = Notifying(world.clerk, world.store, world.links, world._send)  # after a kill
    assert world.settle() == []


def test_a_time_that_has_passed_is_dropped(world: World) -> None:
    """Per move: once the turn is over, the seat has all its time again."""
    world.game = world.open(time_control=EACH_TURN)
    world.arbiter(about=("time",))
    world.pass_turn()
    world.failing["arbiter"] = Failed("it answers 500")
    world.go_on(400)
    world.settle()
    assert world.store.counts("arbiter").waiting == 1
    world.pass_turn()
    del world.failing["arbiter"]
    world.go_on(120)
    assert world.settle() == []
    (dropped,) = world.store.deliveries("arbiter", 0, 10)
    assert (dropped.state, dropped.said) == ("dropped", "passed")
