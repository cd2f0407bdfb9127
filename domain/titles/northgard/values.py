"""The printed numbers of Training Grounds: what a catalog holds, in the game's own notation.

A tile is up to four areas. An area names the tile sides it reaches (`N`, `E`, `S`, `W`, or half a
side: `N1`, `N2` … counted clockwise, so that `N1` is the left half of the north side and `S1` the
right half of the south side) and the kind of edge on each:

- `open`     nothing: it runs on into the next tile, and both areas are one territory
- `regular`  a border one step crosses
- `rough`    a border that takes a Move 2

A side that no area names is closed. Where two tiles meet, the harder of the two edges counts.
`borders` are those inside the tile.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.titles.kit import Text, ValueRule

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
        ValueRule(
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
    """How many extra units are recruited in its territory. If above 0, its controller may recruit
    there."""
    points: Count = 0
    """Points for its controller when the rival renews."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Text
    does: Annotated[
        tuple[Deed, ...], ValueRule(lambda does, values: does, Text("the card offers no action"))
    ]
    bonus: Count
    steps: Steps = 0


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    """The cells of the table: columns A, B, C… from the left, rows 1, 2, 3… from the top. `bases`:
    the seats' base cells, in the order of the seats."""

    columns: Annotated[int, Meta(ge=2, le=8)]
    rows: Annotated[int, Meta(ge=2, le=8)]
    removed: Count
    """How many tiles of the set stay out of the game, unseen."""
    bases: Annotated[
        tuple[str, str],
        ValueRule(
            lambda bases, values: set(bases) in opposite_corners(values.grid),
            Text("{first} and {second} are not opposite corners of the grid"),
            first=lambda bases, values: bases[0],
            second=lambda bases, values: bases[1],
        ),
    ]


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """How units move. `units_per_step`: how many units one step can move at most (null: any
    number); `rough_border_cost`: how many steps it takes to cross a rough border."""

    units_per_step: Positive | None
    rough_border_cost: Annotated[
        int,
        Meta(ge=1, le=2),
        ValueRule(
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
        ValueRule(
            lambda start, values: start <= values.units_per_player,
            Text("{start} units are placed but a player has {units}"),
            start=lambda start, values: start,
            units=lambda start, values: values.units_per_player,
        ),
    ]
    grid: Grid
    cost_mode: Literal["presence", "none"]
    """`presence`: a building's cost must be among the resources of the territories that the player
    controls, and is not used up; `none`: buildings are free."""
    buildings: dict[str, Building]
    cards: tuple[Card, ...]
    move: Movement
    orientations: Literal[1, 2, 4]
    """In how many orientations a tile can be found."""
    tiles: tuple[Tile, ...]


def opposite_corners(grid: Grid) -> tuple[set[str], set[str]]:
    """The two pairs of opposite corner cells."""
    last = chr(64 + grid.columns)
    return {"A1", f"{last}{grid.rows}"}, {f"A{grid.rows}", f"{last}1"}


def initials(building: str) -> str:
    """The initials of a kind of building: `MW` for `monopoly_wood`."""
    return "".join(part[:1].upper() for part in building.replace("-", "_").split("_"))
