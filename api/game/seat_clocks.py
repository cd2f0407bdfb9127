"""The clocks of a game's seats as pages show them; a script (`api/web/static/clocks.js`) has those run that run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from api.web.pages.pages import say, told
from domain.game.aggregate.clocks import Clocks, left_at
from domain.game.aggregate.game import Game
from domain.game.record.records import ActionTaken
from domain.titles.contract.time_control import TimeControl, time_said


class SeatClock(Struct, frozen=True):
    """A seat's clock at a time: the seconds left (below 0: over), as it shows them, and whether it runs."""

    seat: str
    name: str
    seconds: int
    said: str
    running: bool


def seat_clocks(game: Mapping[str, Any], now: datetime) -> tuple[SeatClock, ...]:
    """The clocks of a game, from its summary as plain data; none where it is played without."""
    found = game["clocks"]
    if found is None:
        return ()
    clocks = Clocks(datetime.fromisoformat(found["at"]), found["left"], tuple(found["runs"]))
    left = left_at(clocks, now)
    there = (one for one in game["seats"] if one["id"] in left)
    return tuple(_clock(one, left[one["id"]] // 1000, running=one["id"] in clocks.runs) for one in there)


def control_said(control: TimeControl) -> str:
    """How clocks run, in words: `30:00 for the game, and 10 s more after each turn`."""
    return say(f"clocks.{control.kind}", time=time_said(control.seconds), increment=control.increment)


def standing_said(game: Game) -> str:
    """Why the clocks of a game stand, in a sentence; for one whose clocks do."""
    now = game.proceedings
    asked = [one.seq for one in now.proposals if one.state == "open"]
    if now.stopped is not None:
        return say("clocks.stopped", seq=now.stopped.seq)
    if now.open_claims:
        return say("clocks.until-ruled", seq=now.open_claims[-1].seq)
    if asked:
        return say("clocks.until-answered", seq=asked[-1])
    return say("play.clocks-stand" if ActionTaken.__name__ in game.history.topics else "clocks.not-begun")


def _clock(seat: Mapping[str, Any], seconds: int, *, running: bool) -> SeatClock:
    return SeatClock(seat["id"], told(seat["name"]), seconds, time_said(seconds), running)
