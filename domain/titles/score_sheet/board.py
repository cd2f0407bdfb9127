"""The sheet as it is filled in, and what of it does not change during a game."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Struct, field

from domain.kernel.text import Lang, same
from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import OVER, Every, NoSeat, SeatSpec, Text
from domain.titles.kit.title import NoOptions
from domain.titles.score_sheet.values import ROUNDS, TABLE, Category, Counter, Values

Entry = int | str
Ending = Literal["", "worked-out", "agreed", "won", "lost"]
"""How the game ended: by the sheet, as agreed, or all together; empty while it goes on."""

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

    def __init__(
        self, catalog: Catalog, values: Values, options: NoOptions, seats: tuple[SeatSpec, ...]
    ) -> None:
        named = (*values.seats.names, *(None for _ in seats))
        seats = tuple(
            SeatSpec(seat.id, seat.role, name or seat.name)
            for seat, name in zip(seats, named, strict=False)
        )
        super().__init__(catalog, values, options, seats)
        self.categories = {category.id: category for category in values.categories}
        self.dice = {die.id: die for die in values.dice}
        self.bank = {counter.id: counter for counter in values.counters}
        self.columns = (*self.seats, TABLE)
        self.rounds = values.rounds or (0 if values.rounds is None else ROUNDS)
        self.rows = {row.id: row for category in values.categories for row in self._rows(category)}

    def _rows(self, category: Category) -> Iterator[Row]:
        if category.per == "once":
            yield Row(category)
        else:
            yield from (Row(category, n) for n in range(1, self.rounds + 1))

    @cached_property
    def counts_points(self) -> bool:
        """Whether the sums are points, as people say it: on a sheet where the lowest of places
        comes first they are not."""
        return self.values.wins == "highest" or self.rounds > 0

    @property
    def open_ended(self) -> bool:
        return self.values.rounds == 0

    @property
    def cell_count(self) -> int:
        return sum(
            len(self.owners(row.category)) * (1 + len(row.category.choices))
            for row in self.rows.values()
        )

    def owners(self, line: Category | Counter) -> tuple[str, ...]:
        return self.seats if line.whose == "seat" else (TABLE,)

    def column(self, line: Category | Counter, whose: str) -> str:
        column = whose or (TABLE if line.whose == "table" else "")
        return column if column in self.owners(line) else ""

    def owner(self, column: str) -> Text:
        return THE_TABLE if column == TABLE else self.name(column)

    def said(self, category: Category, value: Entry) -> Text:
        if category.kind == "yes-no":
            return YES_NO.get(str(value), same(str(value)))
        return next(
            (choice.name for choice in category.choices if choice.id == value), same(str(value))
        )

    def where(self, category: str, round: int) -> Text:
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
    turn: NoSeat = ""
    rolled: Rolled | None = None
    places: dict[str, int] = field(default_factory=dict)
    ending: Ending = ""

    @property
    def phase(self) -> str:
        return OVER if self.ending else "playing"

    def value(self, column: str, row: str) -> Entry | None:
        return self.cells.get(column, {}).get(row)
