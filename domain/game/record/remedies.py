"""What an arbiter's ruling can order. Part of the stored record: this file only grows
(`domain/game/record/records.py`)."""

from typing import Any, Literal

from msgspec import Raw, Struct

from domain.titles.contract.ruleset import Outcome

Patch = tuple[dict[str, Any], ...]
"""A JSON Patch (RFC 6902): its operations."""


class Stands(Struct, frozen=True, gc=False, tag="stands"):
    """Nothing changes."""


class Annul(Struct, frozen=True, gc=False, tag="annul"):
    """Everything in force from a record on goes out of force. Rolls crossed stand (the next roll of
    the same kind repeats them) or are rolled again."""

    from_seq: int
    rolls: Literal["stands", "reroll"]


class Correct(Struct, frozen=True, gc=False, tag="correct"):
    """The board is corrected: by facts that are declared, or by a patch against the board as
    `domain/game/aggregate/correction.py` writes it, and then there are no facts."""

    facts: Raw
    patch: Patch | None = None


class Penalty(Struct, frozen=True, gc=False, tag="penalty"):
    """A seat gets points beside the board, usually fewer than none. `ranks`: they reach its place
    and the winner, and fewer are worse where the fewest points win, too; in records from before
    there was this field they only stand beside the score."""

    seat: str
    points: int
    ranks: bool = False


class Adjudicate(Struct, frozen=True, gc=False, tag="adjudicate"):
    """The arbiter names the outcome."""

    outcome: Outcome


class StopClocks(Struct, frozen=True, gc=False, tag="stop-clocks"):
    """All clocks of the seats stand until the arbiter starts them again."""


class StartClocks(Struct, frozen=True, gc=False, tag="start-clocks"):
    """Clocks that the arbiter has stopped run again, for whoever may act."""


class SetClock(Struct, frozen=True, gc=False, tag="set-clock"):
    """A seat has so many milliseconds left from here on."""

    seat: str
    left: int


OfClocks = StopClocks | StartClocks | SetClock
"""Remedies that concern the clocks of seats alone, in games that have them."""

Remedy = Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetClock
