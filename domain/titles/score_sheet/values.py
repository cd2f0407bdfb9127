"""The sheet of a game, as its table draws it up: what a catalog of this title holds.

Ids name what is entered, rolled and moved in records; names are what people read. What contradicts
itself is found by `check.py`, all of it at once: so the types here bound nothing that a table could
get wrong.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.kit import Text

WORTH = 1_000_000
"""What one of a number, a yes or a choice may count at most, above or below nothing."""

Id = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
Per = Literal["round", "once"]
Kind = Literal["number", "choice", "yes-no"]
Wins = Literal["highest", "lowest", "together"]
Across = Literal["", "places", "results"]
"""`places`: each place from 1 has one seat; `results`: somebody wins and somebody loses, or two and
more draw."""

TABLE = "table"
SEATS = 12
ROUNDS = 60
"""Rounds at most; a sheet that fixes none has as many."""
CATEGORIES, CHOICES, DICE, COUNTERS, NAMES = 40, 24, 12, 24, 60
CELLS = 6_000
"""Cells of a whole game at most, each choice of a cell counted as one more: they are all on one
page."""
LONGEST_NAME = 100
LEAST, MOST = -999_999, 999_999
"""What a number can be where the sheet gives no bounds."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the choices of a category: the points it is worth, and whether a table that plays
    together has won by it."""

    id: Id
    name: Text
    points: int = 0
    wins: bool = False
    result: Literal["", "win", "draw", "loss"] = ""
    """What it says of its seat, where the values of the seats are looked at together."""


class Category(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the sheet. `worth`: what each of the number, or a yes, counts; 0 for what is
    written down and counts nothing."""

    id: Id
    name: Text
    per: Per = "once"
    kind: Kind = "number"
    least: int = LEAST
    most: int = MOST
    choices: tuple[Option, ...] = ()
    worth: int = 1
    whose: Literal["seat", "table"] = "seat"
    by: Literal["anyone", "owner"] = "anyone"
    """Who may enter it: any seat that is to act, or only the one whose value it is."""
    required: bool = False
    across: Across = ""
    """What the values of all seats have to be together before the game ends by the sheet
    (`across.py`)."""

    @property
    def rule(self) -> str:
        return f"The sheet, {self.id}"

    @property
    def counts(self) -> bool:
        """Whether anything that is entered here counts."""
        return (
            any(choice.points for choice in self.choices)
            if self.kind == "choice"
            else self.worth != 0
        )

    def points(self, value: int | str) -> int:
        if isinstance(value, int):
            return value * self.worth
        if self.kind == "yes-no":
            return self.worth if value == "yes" else 0
        return next((choice.points for choice in self.choices if choice.id == value), 0)


class Tie(Struct, frozen=True, forbid_unknown_fields=True):
    category: str
    wins: Literal["highest", "lowest"] = "highest"


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    least: int = 1
    most: int = SEATS
    usual: int = 2
    names: tuple[Text, ...] = ()


class Die(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text
    sides: int = 0
    faces: tuple[Named, ...] = ()
    most: int = 6


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text
    whose: Literal["seat", "table"] = "table"
    start: int = 0
    least: int = 0
    most: int = 99


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sheet. `rounds`: none, a number of them, or 0 for as many as are played. `decides`:
    the category whose choice tells whether a table that plays together has won."""

    categories: tuple[Category, ...]
    seats: Seats = Seats()
    rounds: int | None = None
    wins: Wins = "highest"
    decides: str = ""
    ties: tuple[Tie, ...] = ()
    dice: tuple[Die, ...] = ()
    counters: tuple[Counter, ...] = ()
    turns: bool = False
    """Whether seats take turns: then only the one whose turn it is enters, rolls and moves
    counters."""
