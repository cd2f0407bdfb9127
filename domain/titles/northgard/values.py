"""The printed numbers of Training Grounds: what a catalog holds, in the game's own notation.

A tile is up to four areas. An area names the tile sides it reaches (`N`, `E`, `S`, `W`, or half a
side: `N1`, `N2` … counted clockwise, so that `N1` is the left half of the north side and `S1` the
right half of the south side) and what lies there:

- `open`     nothing: it runs on into the next tile, and both areas are one territory
- `regular`  a border one step crosses
- `rough`    a border that takes a Move 2

A side that no area names is closed. Where two tiles meet, the harder of the two edges counts.
`borders` are those inside the tile.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.kit import Holds, Text

Resource = Literal["food", "wood", "lore"]
RESOURCES: tuple[Resource, ...] = ("food", "wood", "lore")
RESOURCE_NAMES: dict[Resource, Text] = {
    "food": Text("food"),
    "wood": Text.pgettext("northgard", "wood"),
    "lore": Text("lore"),
}
Edge = Literal["open", "regular", "rough"]
Border = Literal["regular", "rough"]
Reach = Literal["N", "E", "S", "W", "N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"]
Deed = Literal["recruit", "build", "explore", "move", "renew"]
DEEDS: tuple[Deed, ...] = ("recruit", "build", "explore", "move", "renew")

Count = Annotated[int, Meta(ge=0)]
Steps = Annotated[int, Meta(ge=0, le=2)]
Positive = Annotated[int, Meta(ge=1)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$")]


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    edges: dict[Reach, Edge]
    resources: tuple[Resource, ...] = ()
    slots: Count = 0


class Inner(Struct, frozen=True, forbid_unknown_fields=True):
    between: tuple[str, str]
    kind: Border


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    areas: Annotated[
        tuple[Area, ...],
        Holds(
            lambda areas, values: 1 <= len(areas) <= 4,
            Text("{areas} areas; a tile has 1 to 4"),
            areas=lambda areas, values: len(areas),
        ),
    ]
    borders: tuple[Inner, ...] = ()


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    count: Count
    cost: dict[Resource, Positive] = {}
    attackers_lose: Count = 0
    """Extra losses of an attacker in its territory."""
    recruits: Count = 0
    """Extra units recruited in its territory; above 0, one may recruit there."""
    points: Count = 0
    """Points for its controller when the rival renews."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text
    does: Annotated[
        tuple[Deed, ...], Holds(lambda does, values: does, Text("the card offers no action"))
    ]
    bonus: Count
    steps: Steps = 0


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    """The table: columns A, B, C… and rows 1, 2, 3… from the top left; the seats' base cells, in
    order of the seats."""

    columns: Annotated[int, Meta(ge=2, le=8)]
    rows: Annotated[int, Meta(ge=2, le=8)]
    removed: Count
    """Tiles of the set that stay out of the game, unseen."""
    bases: Annotated[
        tuple[str, str],
        Holds(
            lambda bases, values: set(bases) in corners(values.grid),
            Text("{first} and {second} are not opposite corners of the grid"),
            first=lambda bases, values: bases[0],
            second=lambda bases, values: bases[1],
        ),
    ]


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """How units move: the most units a step carries (null: any number) and the steps a rough border
    takes."""

    units_per_step: Positive | None
    rough_border_cost: Annotated[
        int,
        Meta(ge=1, le=2),
        Holds(
            lambda rough, values: max((card.steps for card in values.cards), default=0) >= rough,
            Text("no card has the {rough} steps of a rough border"),
            rough=lambda rough, values: rough,
        ),
    ]


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    victory_points_to_win: Positive
    vp_tokens: Count
    units_per_player: Positive
    start_units: Annotated[
        Positive,
        Holds(
            lambda start, values: start <= values.units_per_player,
            Text("{start} units are placed but a player has {units}"),
            start=lambda start, values: start,
            units=lambda start, values: values.units_per_player,
        ),
    ]
    grid: Grid
    cost_mode: Literal["presence", "none"]
    """`presence`: the cost must lie in controlled territories and is not consumed; `none`:
    buildings are free."""
    buildings: dict[str, Building]
    cards: tuple[Card, ...]
    move: Movement
    orientations: Literal[1, 2, 4]
    """In how many ways a tile may lie in its cell."""
    tiles: tuple[Tile, ...]


def corners(grid: Grid) -> tuple[set[str], set[str]]:
    """The cells of opposite corners."""
    last = chr(64 + grid.columns)
    return {"A1", f"{last}{grid.rows}"}, {f"A{grid.rows}", f"{last}1"}


def initials(building: str) -> str:
    """`monopoly_wood` -> `MW`, the letters of a kind of building."""
    return "".join(part[:1].upper() for part in building.replace("-", "_").split("_"))
