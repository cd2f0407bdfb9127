"""The control for clocks of seats: how they run, the time on each in minutes and seconds, and what a Fischer clock adds."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from api.web.forms import controls as c
from api.web.pages.pages import say
from domain.titles.contract.time_control import LONGEST_TIME

KINDS = ("budget", "fischer", "per-move")


class TimeControlSet(c.Control, frozen=True):
    """A time control, or none. A time that is no number of minutes and seconds comes back as it was entered."""

    def show(self, name: str, value: Any, faults: c.Faults = c.NO_FAULTS) -> c.Shown:
        there = value if isinstance(value, dict) else {}
        minutes, seconds = _parted(there.get("seconds", UNSET))
        time = {"": say("clocks.wanted", most=LONGEST_TIME // 60)} if "/seconds" in faults else c.NO_FAULTS  # it counts in seconds
        row = (
            self._kind().show(f"{name}.kind", there.get("kind"), _at(faults, "/kind")),
            _minutes().show(f"{name}.minutes", minutes, time),
            _seconds("open.clock-seconds").show(f"{name}.seconds", seconds),
            _seconds("rules.increment").show(f"{name}.increment", there.get("increment", UNSET), _at(faults, "/increment")),
        )
        own = {pointer: said for pointer, said in faults.items() if pointer not in ("/kind", "/seconds", "/increment")}
        return c.Shown("part", name, self.label, inside=(row,), fault=c.told(own))

    def read(self, name: str, form: c.Given) -> Any:
        kind = self._kind().read(f"{name}.kind", form)
        if kind in (None, UNSET):
            return None
        minutes, seconds = (c.whole(form.get(f"{name}.{part}", "").strip() or "0") for part in ("minutes", "seconds"))
        if isinstance(minutes, int) and isinstance(seconds, int) and minutes >= 0 <= seconds:
            time: int | str = 60 * minutes + seconds
        else:
            time = f"{minutes}:{seconds}"  # no number: refused at the time, and shown as it was entered
        increment = _seconds("rules.increment").read(f"{name}.increment", form)
        return {"kind": kind, "seconds": time, **({"increment": increment} if increment not in (UNSET, 0) else {})}

    def _kind(self) -> c.Pick:
        return c.Pick(say("rules.clock-kind"), KINDS, lambda one: say(f"open.clock-{one}"), say("open.clock-none"))


def _minutes() -> c.Number:
    return c.Number(say("open.clock-minutes"), 0, LONGEST_TIME // 60)


def _seconds(word: str) -> c.Number:
    return c.Number(say(word), 0, LONGEST_TIME)


def _at(faults: c.Faults, pointer: str) -> c.Faults:
    return {"": faults[pointer]} if pointer in faults else {}


def _parted(time: Any) -> tuple[Any, Any]:
    """A time in whole minutes and the seconds beyond, or as it was entered."""
    if isinstance(time, int):
        return time // 60, time % 60 or UNSET
    minutes, _, seconds = time.partition(":") if isinstance(time, str) else ("", "", "")
    return minutes, seconds
