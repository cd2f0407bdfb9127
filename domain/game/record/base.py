"""The parts that some records hold (`domain/game/record/records.py`)."""

from typing import Literal, get_args

from msgspec import Raw, Struct

from domain.game.record.remedies import Patch
from domain.titles.contract.ruleset import Role

UMPIRE = "arbiter"
"""What stands in the place of a seat where the arbiter did something."""

UndoPolicy = Literal["free", "consent", "arbiter", "none"]
ChanceMode = Literal["sealed", "table"]
"""Where the dice of a game outside tournaments come from."""
AnyChance = Literal["sealed", "table", "duplicate"]
"""Where the dice of any game come from: games of a duplicate challenge share a deal."""


class SeatInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a game: a random player id once somebody sits there, and the commitment to the
    name. `link` is the id of the link that the service gave this player's seat, so that the actors
    of records tell whether the seat entered them itself."""

    id: str
    role: Role
    player: str = ""
    name: str = ""
    link: str = ""


class Lineage(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a game grew from: another game at a seq, and what for. `irregular` are that game's
    records that made the board irregular from which it grew."""

    game: str
    seq: int
    purpose: str
    irregular: tuple[int, ...] = ()


class Grown(Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of the line that a branch grew on: record `seq` of the game it left, the seat it was
    for, and its facts, or the patch by which an arbiter corrected the board there."""

    seq: int
    seat: str
    facts: Raw
    patch: Patch | None = None


class SealOpened(Struct, frozen=True, gc=False):
    """How an action opens its seal: the record `ValueSealed` that holds it, and the salt, 32 bytes
    in hex."""

    record: int
    salt: str


Purpose = Literal["analysis", "dispute", "teaching"]


POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
"""Undo policies that games can be opened with (`domain/game/procedure/undo.py`)."""
