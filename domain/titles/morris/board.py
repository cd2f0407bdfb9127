"""The board of Nine Men's Morris: the printed board, the options, and the position of the men."""

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

from domain.titles import kit
from domain.titles.kit import SEAT, Called, Conserved, Count, Every, Seat, Text, ValueRule, option

Point = Annotated[str, Meta(pattern="^[a-g][1-7]$", description="A point, such as d6.")]


def points_of(values: "Values") -> dict[str, None]:
    return dict.fromkeys(point for line in values.lines for point in line)


FREE = ValueRule(lambda n, values: 2 * n < len(points_of(values)), Text("no point is left free"))


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of men of each player, and the lines of the board, each as its three points in
    order."""

    men: Annotated[int, Meta(ge=3), FREE]
    lines: tuple[tuple[Point, Point, Point], ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    flying: Annotated[bool, option(Text("With three men left, they move to any free point"))] = True
    quiet: Annotated[int, option(Text("Moves without a mill until a draw"), ge=10, le=200)] = 50


class Setting(kit.Setting):
    values: Values
    options: Options

    @cached_property
    def points(self) -> dict[str, tuple[str, ...]]:
        """The points of the board, each with its neighbours along the lines."""
        pairs = [pair for line in self.values.lines for pair in pairwise(line)]
        return {
            point: tuple(a if b == point else b for a, b in pairs if point in (a, b))
            for point in points_of(self.values)
        }

    def mills(self, men: Mapping[str, str]) -> list[tuple[Point, ...]]:
        """The lines with a man of the same seat on each point. `men`: by point, its seat or ""."""
        lines = self.values.lines
        return [line for line in lines if men[line[0]] and len({men[at] for at in line}) == 1]


EVERY_POINT = Every("points", Text("a point"), Text("the point"))
EVERY_SEAT = Every("seats", SEAT, Text("the men of"))
Man = Annotated[kit.SeatOrNone, Conserved("men of {value}")]
Men = Annotated[int, Count(Text("men of {key}")), Conserved("men of {key}")]


class Board(kit.Board, frozen=True):
    """The board. `men`: by point, its seat or ""; `hand`: men to place; `lost`: men taken; `mill`:
    a mill was just closed, so a man is to be taken; `quiet`: moves since the last mill."""

    setting: Setting
    men: Annotated[dict[str, Man], Called(Text("Men on the board")), EVERY_POINT]
    hand: Annotated[dict[Seat, Men], Called(Text("Men to place")), EVERY_SEAT]
    lost: Annotated[dict[Seat, Men], Called(Text("Men lost")), EVERY_SEAT]
    turn: Seat
    mill: Annotated[bool, Called(Text("A man to take"))] = False
    quiet: Annotated[int, Count(Text("moves without a mill"))] = 0

    def rival(self, seat: str) -> str:
        return next(other for other in self.setting.seats if other != seat)

    def points_held(self, seat: str) -> list[str]:
        """The points on which a seat has men; for "", the free points."""
        return [point for point, owner in self.men.items() if owner == seat]

    def is_in_mill(self, point: str) -> bool:
        return any(point in line for line in self.setting.mills(self.men))

    def takeable(self, seat: str) -> list[str]:
        """The points of the rival's men that a mill may take: those in no mill, else all."""
        there = self.points_held(self.rival(seat))
        return [point for point in there if not self.is_in_mill(point)] or there

    def targets(self, seat: str, origin: str) -> list[str]:
        """The free points to which a seat's man on `origin` can move."""
        flies = self.setting.options.flying and len(self.points_held(seat)) == 3
        near = self.setting.points if flies else self.setting.points[origin]
        return [point for point in near if not self.men[point]]

    @property
    def ending(self) -> str:
        """How the game ended for the seat to act, such as `blocked`; empty while it goes on."""
        seat = self.turn
        if self.setting.values.men - self.lost[seat] < 3:
            return "two-men"
        if self.quiet >= self.setting.options.quiet:
            return "drawn"
        men = self.points_held(seat)
        can = self.hand[seat] or self.mill or any(self.targets(seat, man) for man in men)
        return "" if can else "blocked"

    @property
    def phase(self) -> str:
        if self.ending:
            return kit.OVER
        if self.mill:
            return "taking"
        return "placing" if self.hand[self.turn] else "moving"
