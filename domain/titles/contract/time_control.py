"""Time controls: how the clocks of a game's seats run. A time control is chosen when a game is
opened, or in a tournament's rules."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.text import Text

LONGEST_TIME = 7 * 24 * 3600


class TimeControl(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A time control, in seconds. `budget`: a seat has `seconds` for the whole game. `fischer`:
    likewise, and each of its turns adds `increment`. `per-move`: it has `seconds` for each turn."""

    kind: Literal["fischer", "per-move", "budget"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST_TIME)]
    increment: Annotated[int, Meta(ge=0, le=LONGEST_TIME)] = 0


def clock_text(seconds: int) -> str:
    """A number of seconds as a clock shows it: `1:05:00`, `4:59`, or `−0:30` once the time has run
    out."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{clock}" if seconds < 0 else clock


def time_control_fault(control: TimeControl) -> tuple[str, Text] | None:
    """What is contradictory in a time control: the JSON pointer within it and a sentence; None if
    nothing is."""
    if control.increment and control.kind != "fischer":
        return "/increment", Text(
            "Only a Fischer clock adds seconds: leave the increment out, or choose it."
        )
    return None
