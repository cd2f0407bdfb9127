"""The structure of the catalog: the score sheet of a game, as a table designs it.

Records use ids for what is entered, rolled and moved; people read names. `check.py` finds
contradictions in a sheet, all at once, so the types here have no bounds that a designer could
break."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.kit import Text

WORTH = 1_000_000
"""The most points, positive or negative, that a sheet can give for 1 of a number, for a yes or for
a choice."""

Id = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
Per = Literal["round", "once"]
Kind = Literal["number", "choice", "yes-no", "seat", "side", "reckoned"]
"""The kind of values on a line. `seat` and `side`: one of the seats or sides is chosen; `reckoned`:
computed by the line's formula."""
Whose = Literal["seat", "side", "table"]
Wins = Literal["highest", "lowest", "together"]
Across = Literal["", "places", "results"]
"""How the values of all seats on a line must fit together. `places`: they are ranks, each given
once, from 1 on; `results`: one or more win and others lose, or two or more draw."""

TABLE = "table"
SEATS = 12
ROUNDS = 60
"""The most rounds of a sheet. A sheet without a fixed number of rounds can have this many."""
CATEGORIES, CHOICES, DICE, COUNTERS, NAMES = 40, 24, 12, 24, 60
CHECKS = 20
CELLS = 6_000
"""The most cells in a whole game, each choice of a cell counted as one more. All cells are shown on
one page."""
LONGEST_NAME = 100
LEAST, MOST = -999_999, 999_999
"""The bounds of a number on a line without bounds of its own."""
NODES, WORK = 64, 60_000
"""The most nodes of one formula, and the most steps to compute all formulas in all their cells."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text


class Option(Named, frozen=True):
    """A choice on a line. `points`: what it counts; `wins`: for a game in which all play together,
    whether it means that they have won."""

    points: int = 0
    wins: bool = False
    result: Literal["", "win", "draw", "loss"] = ""
    """The result that it means for its seat, on a line of `results`."""


Op = Literal["sum", "difference", "product", "quotient", "floor", "min", "max", "at-least", "equal",
             "if", "table", "across", "across-min", "across-max", "before", "seats"]  # fmt: skip


class Node(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An operation of a formula on the operands `of`. Its value:

    - `floor`: the operand, or the first operand divided by the second, rounded down.
    - `if`: the second operand if the first is above 0, else the third.
    - `at-least`, `equal`: 1 if the comparison of the two operands is true, else 0.
    - `table`: has rows (threshold, value); the value of the last row whose threshold the operand
      reaches; 0 if it reaches none.
    - `across`, `across-min`, `across-max`: the sum, the least or the greatest of the operand over all
      seats or sides.
    - `before`: the value of a line in the round before.
    - `seats`: the number of seats."""

    do: Op
    of: "tuple[Formula, ...]" = ()
    table: tuple[tuple[int, int], ...] = ()


BY_FORMULA = frozenset({"rule", "last", "open"})
"""The kinds of checks that have a formula."""

Formula = int | str | Node
"""A number, a line's id, or an operation. The id of a line of rounds means the sum of its rounds if
the formula's own line has one cell for the whole game. Of a choice, formulas read its points; of a
yes, 1; of a choice among seats or sides, 1 for the seat or side chosen."""


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on a line, by `kind`. `text`: the sentence that players get.

    - `sum`: the values of a row add up to `number`.
    - `one-holder`: at most one seat or side has a value other than 0.
    - `different`: no two values of a row are equal.
    - `rule`: `formula` is above 0 in each cell.
    - `last`: the first cell in which `formula` is above 0 is the last one entered, in the order of
      rounds, then of seats.
    - `open`: no condition; at the end of the game players get the value of `formula` in the last
      round, if it is above 0."""

    id: Id
    kind: Literal["sum", "one-holder", "different", "rule", "last", "open"]
    line: str
    number: int = 0
    formula: Formula | None = None
    text: Text | None = None


class Category(Named, frozen=True):
    """A line of the sheet. `worth`: its points for each 1 of its number, or for a yes; 0 if it
    gives no points. `counted`: False for a line that only formulas read. `whose`: whether it has a
    cell for each seat, for each side, or for the whole table."""

    per: Per = "once"
    kind: Kind = "number"
    least: int = LEAST
    most: int = MOST
    choices: tuple[Option, ...] = ()
    worth: int = 1
    whose: Whose = "seat"
    by: Literal["anyone", "owner"] = "anyone"
    """The seats that may enter it: any seat that is to act, or only its own."""
    required: bool = False
    across: Across = ""
    """How the values of all seats must fit together before the game ends by the sheet
    (`chapters/across.py`)."""
    formula: Formula | None = None
    counted: bool = True
    hidden: bool = False
    """Whether the line is an intermediate step that the sheet does not show."""
    parts: Literal[1, 2, 4, 5, 10, 20, 25, 50, 100] = 1
    """The fraction in which its numbers are counted: 2 for halves, 10 for tenths."""
    players: tuple[int, ...] = ()
    """The numbers of players with which the line exists; empty: any number."""

    @property
    def rule(self) -> str:
        return f"The sheet, {self.id}"

    @property
    def counts(self) -> bool:
        """Whether entries on this line count towards totals."""
        if not self.counted or self.kind in ("seat", "side"):
            return False
        if self.kind == "choice":
            return any(choice.points for choice in self.choices)
        return self.worth != 0

    def number(self, value: int | str) -> int | Fraction:
        """The number that formulas read from an entry on this line; not for choices among seats or
        sides."""
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
    """A whole sheet. `rounds`: None if it has none, else their number, or 0 for as many as are
    played. `decides`: in a game in which all play together, the line whose choice says whether they
    have won. `sides`: into how many sides the seats are divided, in turn; 0: none. `target`: the
    total at which the game can end. `dealer`: whether each round has a dealer, in turn."""

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
    """Whether seats take turns: then only the seat whose turn it is enters values, rolls dice and
    moves counters."""
