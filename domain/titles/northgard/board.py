"""The board of Training Grounds: the tiles on the table, and what each player has."""

from typing import Annotated, Literal

from msgspec import Struct

from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import (
    SEAT,
    Conserved,
    Count,
    Every,
    Once,
    OneOf,
    Seat,
    SeatOrNone,
    SeatSpec,
    Sentences,
    Text,
    option,
)
from domain.titles.northgard.land import BUILDING, Land, LyingTile, Territory
from domain.titles.northgard.values import RESOURCES, Values

Stage = Literal["placing", "playing", "stepping", "advancing", "renewing", "retreating", "over"]
"""The kind of action that the game waits for: placing units on the base tile, playing a card, the
second step of a Move 2, choosing a combat beside an explored tile, answering a drawn Renew, or
retreating."""

SEATS = (SeatSpec("blue", "player", Text("Blue")), SeatSpec("red", "player", Text("Red")))

CARD = Text("an Action card")
TERRITORY = Text("a territory of the revealed tiles")
CELL = Text("a cell of the grid")

Card = Annotated[str, OneOf("cards", CARD)]
Place = Annotated[str, OneOf(lambda board: board.territories, TERRITORY)]
Reserve = Annotated[int, Count(Text("reserve")), Conserved("units {key}")]
Points = Annotated[int, Count(Text("points"))]
Left = Annotated[int, Count(Text("supply, {key}")), Conserved("building {key}")]
Steps = Annotated[int, Count(Text("steps left"))]
Veterans = Annotated[int, Count(Text("units that fought"))]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    monopoly_needs_trio: Annotated[
        bool, option(Text("A Monopoly gives its point only to a player who also scores a trio"))
    ] = False
    towers: Annotated[
        Literal["per-territory", "per-tower"],
        option(
            Text("An attacker loses one more unit per territory with a Tower, or per Tower in it"),
            Sentences("""
                per-territory = one unit per territory with a Tower
                per-tower = one unit per Tower in the territory
            """),
        ),
    ] = "per-territory"
    cap_points_by_tokens: Annotated[
        bool, option(Text("Points are limited by the Victory Point tokens left"))
    ] = False
    retreat_over_rough: Annotated[bool, option(Text("A retreat may cross a rough border"))] = True
    fought_may_step: Annotated[
        bool,
        option(Text("Units that fought in the first step of a Move 2 may also make the second")),
    ] = False
    explore_combat: Annotated[
        Literal["joined", "connection"],
        option(
            Text(
                "An explored tile brings combat where it joins ground of both players, or by any "
                "connection"
            ),
            Sentences("""
                joined = where it joins ground of both
                connection = by any connection
            """),
            since="0.2.0",
        ),
    ] = "joined"


class Setting(kit.Setting):
    values: Values
    options: Options

    def __init__(
        self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]
    ) -> None:
        super().__init__(catalog, values, options, seats)
        self.land = Land(values)
        self.cards = {c.id: c for c in values.cards}
        self.buildings = values.buildings
        self.goal = values.victory_points_to_win
        first, second = self.seats
        self.rival = {first: second, second: first}
        self.bases = dict(zip(self.seats, values.grid.bases, strict=True))


class Connection(Struct, frozen=True, gc=False):
    """An explored tile, and the enemy territories beside it for which the explorer still has to
    fight (option `explore_combat`, since version 2)."""

    tile: Annotated[
        str,
        OneOf(lambda board: [lying.tile for lying in board.grid.values()], Text("a revealed tile")),
    ]
    targets: Annotated[tuple[Place, ...], Once()]


class Side(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one player has. `reserve`: units not on the board; `up`: cards that lie face up;
    `placed`: whether the first units are placed; `connection`: the tile he explored this turn, with
    the combats that he still has to fight for it."""

    reserve: Reserve
    up: Annotated[tuple[Card, ...], Once()]
    points: Points = 0
    placed: bool = False
    connection: Connection | None = None


class Battle(Struct, frozen=True, gc=False, omit_defaults=True):
    """A combat in progress. `cards`: the bonus card drawn by each seat; `loser`: the seat that has
    to retreat, empty until it is decided."""

    territory: Place
    attacker: str
    defender: str
    cards: dict[Seat, Card]
    loser: SeatOrNone


class Fought(Struct, frozen=True, gc=False):
    territory: Place
    units: Veterans


class Board(kit.Board, frozen=True, gc=False):
    """The board. `playing`: the card in play; `steps`: how many steps of its move are left;
    `renewing`: the seats that may turn their cards face up; `fought`: the units that fought this
    turn, and where they are."""

    setting: Setting
    turn: Seat
    sides: Annotated[dict[str, Side], Every("seats", SEAT, Text("the side of"))]
    supply: Annotated[dict[str, Left], Every("buildings", BUILDING, Text("the supply of"))]
    grid: dict[Annotated[str, OneOf(lambda board: board.setting.land.cells, CELL)], LyingTile]
    territories: dict[str, Territory]
    playing: Annotated[str, OneOf("cards", CARD, empty=True)] = ""
    steps: Steps = 0
    battle: Battle | None = None
    renewing: Annotated[tuple[Seat, ...], Once()] = ()
    fought: Fought | None = None

    @property
    def stage(self) -> Stage:
        for side in self.sides.values():
            if side.points >= self.setting.goal:
                return "over"
        if self.renewing:
            return "renewing"
        if self.battle is not None:
            return "retreating"
        if self.playing:
            return (
                "advancing"
                if self.sides[self.turn].connection and self.possible_advances()
                else "stepping"
            )
        return "playing" if self.turn and self.sides[self.turn].placed else "placing"

    def find_territory(self, name: str) -> str | None:
        """The name of the territory that has this name or contains the area of this name; None if
        the map has neither."""
        if name in self.territories:
            return name
        return next((id for id, t in self.territories.items() if name in t.areas), None)

    def held_territories(self, seat: str) -> list[str]:
        """The territories that a seat controls: it alone has units there."""
        return [id for id, t in self.territories.items() if seat in t.units and len(t.units) == 1]

    def holds(self, seat: str, id: str) -> bool:
        units = self.territories[id].units
        return seat in units and len(units) == 1

    def territories_beside(self, tile: str) -> list[str]:
        """The names of the territories that a revealed tile is part of, or that border on them. Any
        border but a closed one counts."""
        own = set(self.setting.land.areas_of[tile])
        areas = own | {
            b if a in own else a
            for a, b, _ in self.setting.land.links(self.grid)
            if a in own or b in own
        }
        return sorted({id for area in areas if (id := self.find_territory(area)) is not None})

    def possible_advances(self) -> list[tuple[str, str]]:
        """The ways in which the player to act can still move units into combats beside the tile he
        explored: (from, to) territories."""
        connection = self.sides[self.turn].connection
        if connection is None:
            return []
        origins = [
            id for id in self.territories_beside(connection.tile) if self.holds(self.turn, id)
        ]
        rival = self.setting.rival[self.turn]
        return [
            (origin, target)
            for target in connection.targets
            if self.holds(rival, target)
            for origin in origins
        ]

    def home_territories(self, seat: str) -> list[str]:
        """The territories of a seat's base tile."""
        lying = self.grid[self.setting.bases[seat]]
        territories = (self.find_territory(area) for area in self.setting.land.areas_of[lying.tile])
        return list(dict.fromkeys(id for id in territories if id is not None))

    def resources(self, seat: str) -> dict[str, int]:
        """How many of each resource are in the territories that a seat controls."""
        results: dict[str, int] = dict.fromkeys(RESOURCES, 0)
        for t in self.territories.values():
            if seat in t.units and len(t.units) == 1:
                for r in t.resources:
                    results[r] += 1
        return results

    def sum_of_effect(self, id: str, effect: Literal["recruits", "points"]) -> int:
        """The sum of an effect of all buildings in a territory."""
        kinds = self.setting.values.buildings
        return sum(getattr(kinds[b], effect) for b in self.territories[id].buildings)
