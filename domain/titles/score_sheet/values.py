"""The sheet of a game, as its table draws it up: what a catalog of this title holds.

Ids name what is entered, rolled and moved in records; names are what people read. What contradicts
itself is found by `check.py`, all of it at once: so the types here bound nothing that a table could
get wrong.
"""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.kit import Text

WORTH = 1_000_000
"""What one of a number, a yes or a choice may count at most, above or below nothing."""

Id = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
Per = Literal["round", "once"]
Kind = Literal["number", "choice", "yes-no", "seat", "side", "reckoned"]
"""`seat` and `side`: a choice among the seats or the sides; `reckoned`: what its formula says."""
Whose = Literal["seat", "side", "table"]
Wins = Literal["highest", "lowest", "together"]
Across = Literal["", "places", "results"]
"""`places`: each place from 1 has one seat; `results`: somebody wins and somebody loses, or two and
more draw."""

TABLE = "table"
SEATS = 12
ROUNDS = 60
"""Rounds at most; a sheet that fixes none has as many."""
CATEGORIES, CHOICES, DICE, COUNTERS, NAMES = 40, 24, 12, 24, 60
CHECKS = 20
CELLS = 6_000
"""Cells of a whole game at most, each choice of a cell counted as one more: they are all on one
page."""
LONGEST_NAME = 100
LEAST, MOST = -999_999, 999_999
"""What a number can be where the sheet gives no bounds."""
NODES, WORK = 64, 60_000
"""Nodes of a formula, and of all formulas in all their cells, at most."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text


class Option(Named, frozen=True):
    """A choice of a category: its points, and whether it means that a table that plays together has
    won."""

    points: int = 0
    wins: bool = False
    result: Literal["", "win", "draw", "loss"] = ""
    """What it says of its seat, where the values of the seats are looked at together."""


Op = Literal["sum", "difference", "product", "quotient", "floor", "min", "max", "at-least", "equal",
             "if", "table", "across", "across-min", "across-max", "before", "seats"]  # fmt: skip


class Node(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An operation of a formula on its operands `of`.

    - `floor`: of the operand, or of the first operand divided by the second.
    - `if`: the second operand if the first is above 0, else the third.
    - `at-least`, `equal`: 1 if they hold, else 0.
    - `table`: of the rows (threshold, value), the value of the last row whose threshold the operand
      reaches; 0 below all.
    - `across`, `across-min`, `across-max`: the sum, the least, the most over all seats, or sides.
    - `before`: a line in the round before.
    - `seats`: the number of seats.
    """

    do: Op
    of: "tuple[Formula, ...]" = ()
    table: tuple[tuple[int, int], ...] = ()


BY_FORMULA = frozenset({"rule", "last", "open"})
"""Kinds of checks that have a formula."""

Formula = int | str | Node
"""A number, a line by its id, or an operation. The id of a line of rounds stands for the sum of its
rounds if the reading line has one cell for the whole game. A choice counts its points, a yes 1, and a
choice among seats or sides 1 for the seat or side chosen."""


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """What has to hold on a line, by `kind`; `text` says it to players.

    - `sum`: the values of a row add up to `number`.
    - `one-holder`: at most one seat or side has a value other than 0.
    - `different`: no two values of a row are equal.
    - `rule`: `formula` is above 0 in each cell.
    - `last`: the first cell in which `formula` is above 0 is the last one entered, in the order of
      rounds, then of seats.
    - `open`: forbids nothing; the value of `formula` in the last round is told at the end, if it is
      above 0.
    """

    id: Id
    kind: Literal["sum", "one-holder", "different", "rule", "last", "open"]
    line: str
    number: int = 0
    formula: Formula | None = None
    text: Text | None = None


class Category(Named, frozen=True):
    """A line of the sheet. Its points are `worth` for each of its number, or for a yes; 0 for a
    line that is only written down. A line without `counted` is there for formulas alone."""

    per: Per = "once"
    kind: Kind = "number"
    least: int = LEAST
    most: int = MOST
    choices: tuple[Option, ...] = ()
    worth: int = 1
    whose: Whose = "seat"
    by: Literal["anyone", "owner"] = "anyone"
    """Who may enter it: any seat that is to act, or only the one whose value it is."""
    required: bool = False
    across: Across = ""
    """What the values of all seats have to be together before the game ends by the sheet
    (`chapters/across.py`)."""
    formula: Formula | None = None
    counted: bool = True
    hidden: bool = False
    """A step of the reckoning, which the sheet does not show."""
    parts: Literal[1, 2, 4, 5, 10, 20, 25, 50, 100] = 1
    """Numbers go in parts of 1: 2 for halves, 10 for tenths."""
    players: tuple[int, ...] = ()
    """With how many players the line is there; empty: with any number."""

    @property
    def rule(self) -> str:
        return f"The sheet, {self.id}"

    @property
    def counts(self) -> bool:
        """Whether entries on this line give points."""
        if not self.counted or self.kind in ("seat", "side"):
            return False
        if self.kind == "choice":
            return any(choice.points for choice in self.choices)
        return self.worth != 0

    def number(self, value: int | str) -> int | Fraction:
        """The number that formulas read of an entry; not for choices among seats or sides."""
        if self.kind == "choice":
            return next((choice.points for choice in self.choices if choice.id == value), 0)
        if self.kind == "yes-no":
            return int(value == "yes")
        return value if isinstance(value, int) else Fraction(value)

    def points(self, value: int | str) -> int | Fraction:
        if not self.counts:
            return 0
        return self.number(value) * (1 if self.kind == "choice" else self.worth)


class Tie(Struct, frozen=True, forbid_unknown_fields=True):
    category: str
    wins: Literal["highest", "lowest"] = "highest"


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    least: int = 1
    most: int = SEATS
    usual: int = 2
    names: tuple[Text, ...] = ()


class Die(Named, frozen=True):
    sides: int = 0
    faces: tuple[Named, ...] = ()
    most: int = 6


class Counter(Named, frozen=True):
    whose: Literal["seat", "table"] = "table"
    start: int = 0
    least: int = 0
    most: int = 99


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sheet. `rounds`: none, a number of them, or 0 for as many as are played. `decides`:
    the category whose choice tells whether a table that plays together has won. `sides`: how many
    the seats are parted into, by turns. `target`: the total at which the game is due to end.
    `dealer`: each round has one, by turns."""

    categories: tuple[Category, ...]
    seats: Seats = Seats()
    rounds: int | None = None
    wins: Wins = "highest"
    decides: str = ""
    ties: tuple[Tie, ...] = ()
    dice: tuple[Die, ...] = ()
    counters: tuple[Counter, ...] = ()
    checks: tuple[Check, ...] = ()
    sides: int = 0
    target: int | None = None
    dealer: bool = False
    turns: bool = False
    """Whether seats take turns: then only the one whose turn it is enters, rolls and moves
    counters."""
