"""The board of a score sheet, with the values entered so far, and its setting."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from domain.kernel.text import Lang, joined, same
from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import OVER, Every, SeatOrNone, SeatSpec, Text
from domain.titles.kit.title import NoOptions
from domain.titles.score_sheet.formulas import lines_read_by, total_steps, units_per_point
from domain.titles.score_sheet.values import ROUNDS, TABLE, Category, Counter, Values

Entry = int | str
Ending = Literal["", "worked-out", "agreed", "won", "lost"]
"""How the game ended: `worked-out` from the sheet, `agreed` on by the table, or `won` or `lost` by
all together; empty while it goes on."""

COLUMN = Text("a column of the sheet")
YES_NO = {"yes": Text("yes"), "no": Text("no")}
THE_TABLE = Text("the table")


class Row(Struct, frozen=True):
    category: Category
    round: int = 0

    @property
    def id(self) -> str:
        return f"{self.category.id}.{self.round}" if self.round else self.category.id


class Setting(kit.Setting):
    values: Values
    options: NoOptions
    last: Any = None
    """A cache: the last board that was reckoned, and its reckoning."""

    def __init__(
        self, catalog: Catalog, values: Values, options: NoOptions, seats: tuple[SeatSpec, ...]
    ) -> None:
        named = (*values.seats.names, *(None for _ in seats))
        seats = tuple(
            SeatSpec(seat.id, seat.role, name or seat.name)
            for seat, name in zip(seats, named, strict=False)
        )
        super().__init__(catalog, values, options, seats)
        count = len(self.seats)
        self.lines = tuple(
            line for line in values.categories if not line.players or count in line.players
        )
        self.categories = {category.id: category for category in self.lines}
        self.dice = {die.id: die for die in values.dice}
        self.bank = {counter.id: counter for counter in values.counters}
        self.sides = {f"side-{n + 1}": self.seats[n :: values.sides] for n in range(values.sides)}
        self.side_of = {seat: side for side, seats in self.sides.items() for seat in seats}
        self.columns = (*self.seats, *self.sides, TABLE)
        self.rounds = values.rounds or (0 if values.rounds is None else ROUNDS)
        self.rows = {row.id: row for category in self.lines for row in self._rows(category)}

    def _rows(self, category: Category) -> Iterator[Row]:
        if category.per == "once":
            yield Row(category)
        else:
            yield from (Row(category, n) for n in range(1, self.rounds + 1))

    @cached_property
    def counts_points(self) -> bool:
        """Whether totals can be called points. False for a sheet on which seats enter their ranks,
        so that the lowest total wins."""
        return self.values.wins == "highest" or self.rounds > 0

    @property
    def open_ended(self) -> bool:
        return self.values.rounds == 0

    @cached_property
    def units_per_point(self) -> int:  # type: ignore[override]  # it is worked out for each sheet
        """How many units of a record make one point: 2 if points can be halves."""
        return units_per_point(self.lines, self.values, len(self.seats), self.version)

    def mates(self, seat: str) -> tuple[str, ...]:
        """The seats that share total and rank with a seat, itself included. Before version 4 of the
        rules the seats of a side shared only the values entered for the side."""
        side = self.side_of.get(seat, "") if self.version > 3 else ""
        return self.sides.get(side, (seat,))

    @cached_property
    def reckoned_lines(self) -> tuple[Category, ...]:
        return tuple(line for line in self.lines if line.kind == "reckoned")

    @cached_property
    def entered_lines(self) -> tuple[Category, ...]:
        return tuple(line for line in self.lines if line.kind != "reckoned")

    @cached_property
    def lines_of_totals(self) -> frozenset[str]:
        """The ids of the lines that count towards totals, and of all lines from which these are
        computed."""
        counting = {line.id for line in self.lines if line.counts}
        return frozenset(counting | lines_read_by(counting, self.categories))

    @cached_property
    def enters_whole_rounds(self) -> bool:
        """Whether a round is entered as a whole, because some line of it does not have a plain
        value for each seat."""
        return any(
            line.per == "round" and (line.whose != "seat" or line.kind in ("seat", "side"))
            for line in self.entered_lines
        )

    def choices(self, line: Category) -> tuple[str, ...]:
        """The values among which a line lets people choose: its choices, seats or sides, or yes and
        no. Empty for a line of numbers."""
        if line.kind == "yes-no":
            return ("yes", "no")
        if line.kind == "seat":
            return self.seats
        if line.kind == "side":
            return tuple(self.sides)
        return tuple(choice.id for choice in line.choices)

    @property
    def cell_count(self) -> int:
        """The number of cells and of the choices in them."""
        return sum(
            len(self.columns_of(row.category)) * (1 + len(self.choices(row.category)))
            if row.category.kind in ("choice", "seat", "side")
            else len(self.columns_of(row.category))
            for row in self.rows.values()
        )

    @property
    def total_steps(self) -> int:
        """How many steps it takes to compute all reckoned cells and, since version 4 of the rules,
        all checks."""
        checks = self.values.checks if self.version > 3 else ()
        return total_steps(self.lines, len(self.seats), self.values, checks)

    def columns_of(self, line: Category | Counter) -> tuple[str, ...]:
        """The columns of a line: the seats, the sides or the table."""
        if line.whose == "side":
            return tuple(self.sides)
        return self.seats if line.whose == "seat" else (TABLE,)

    def column(self, line: Category | Counter, whose: str) -> str:
        """The column of a line that an action's `whose` names; empty if the line has none such."""
        column = whose or (TABLE if line.whose == "table" else "")
        return column if column in self.columns_of(line) else ""

    def column_name(self, column: str) -> Text:
        if column in self.sides:
            return joined(map(self.name, self.sides[column]), " & ")
        return THE_TABLE if column == TABLE else self.name(column)

    def in_words(self, category: Category, value: Entry) -> Text:
        if category.kind in ("seat", "side") and value in self.columns:
            return self.column_name(str(value))
        if category.kind == "yes-no":
            return YES_NO.get(str(value), same(str(value)))
        return next(
            (choice.name for choice in category.choices if choice.id == value), same(str(value))
        )

    def line_and_round(self, category: str, round: int) -> Text:
        name = self.categories[category].name if category in self.categories else same(category)
        return Text("{name}, round {round}", name=name, round=round) if round else name

    def face_of(self, die: str, value: Entry) -> Text:
        faces = self.dice[die].faces if die in self.dice else ()
        return next((face.name for face in faces if face.id == value), same(str(value)))

    def face(self, die: str, value: Entry, lang: Lang) -> str:
        return self.face_of(die, value).to(lang)


class Rolled(Struct, frozen=True):
    die: str
    faces: tuple[Entry, ...]
    seat: str


class Board(kit.Board, frozen=True):
    setting: Setting
    cells: Annotated[dict[str, dict[str, Entry]], Every("columns", COLUMN, Text("the column"))]
    counters: dict[str, dict[str, int]]
    turn: SeatOrNone = ""
    rolled: Rolled | None = None
    places: dict[str, int] = field(default_factory=dict)
    ending: Ending = ""

    @property
    def phase(self) -> str:
        return OVER if self.ending else "playing"

    def value(self, column: str, row: str) -> Entry | None:
        return self.cells.get(column, {}).get(row)
