"""Time controls: how the clocks of a game's seats run, chosen when it is opened or in a
tournament's rules."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.text import Text

LONGEST_TIME = 7 * 24 * 3600


class TimeControl(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A time control. `budget`: `seconds` for the whole game. `fischer`: the same, with `increment`
    seconds added after each turn. `per-move`: `seconds` for each turn."""

    kind: Literal["fischer", "per-move", "budget"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST_TIME)]
    increment: Annotated[int, Meta(ge=0, le=LONGEST_TIME)] = 0


def time_said(seconds: int) -> str:
    """A time as a clock shows it: `1:05:00`, `4:59`, or `−0:30` when it is over."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{clock}" if seconds < 0 else clock


def fault(control: TimeControl) -> tuple[str, Text] | None:
    """The fault of a time control with well-typed fields: the JSON pointer from it, and a sentence;
    or None."""
    if control.increment and control.kind != "fischer":
        return "/increment", Text(
            "Only a Fischer clock adds seconds: leave the increment out, or choose it."
        )
    return None
