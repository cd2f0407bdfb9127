"""The structure of the catalog: every printed number of the game.

Goods are counted in markers. A technology `opens` things that cannot be had without it, by key: a
resource (`stone`), a unit or engine (`crossbowman`), a level of a building (`barracks-3`) or of a
fortification (`wall-4`, `tower-5`), or the `moat`."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from domain.kernel.text import Text, listed
from domain.titles.convicted.field import (
    RESOURCES,
    SECTIONS,
    SIDES,
    TOP_LEVEL,
    BuildingId,
    Takes,
    Zone,
)
from domain.titles.kit import Sentences, ValueRule

Count = Annotated[int, Meta(ge=0)]
RESOURCE_NAMES = Sentences("""
wood = wood
stone = stone
iron = iron
gold = gold
""")


class Goods(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Markers of the four resources: a cost, a yield, or the stock in the bank."""

    wood: Annotated[int, Meta(ge=0, description="Markers of wood.")] = 0
    stone: Annotated[int, Meta(ge=0, description="Markers of stone.")] = 0
    iron: Annotated[int, Meta(ge=0, description="Markers of iron.")] = 0
    gold: Annotated[int, Meta(ge=0, description="Markers of gold.")] = 0

    def of(self, resource: str) -> int:
        return int(getattr(self, resource))

    @property
    def total(self) -> int:
        return self.wood + self.stone + self.iron + self.gold

    def covers(self, cost: "Goods") -> bool:
        return (
            self.wood >= cost.wood
            and self.stone >= cost.stone
            and self.iron >= cost.iron
            and self.gold >= cost.gold
        )

    def plus(self, other: "Goods") -> "Goods":
        return Goods(
            self.wood + other.wood,
            self.stone + other.stone,
            self.iron + other.iron,
            self.gold + other.gold,
        )

    def minus(self, other: "Goods") -> "Goods":
        return Goods(
            self.wood - other.wood,
            self.stone - other.stone,
            self.iron - other.iron,
            self.gold - other.gold,
        )

    def times(self, n: int) -> "Goods":
        return Goods(self.wood * n, self.stone * n, self.iron * n, self.gold * n)

    @property
    def in_words(self) -> Text:
        parts = [(self.of(r), RESOURCE_NAMES[r]) for r in RESOURCES if self.of(r)]
        return listed(tuple(Text("{n} {t}", n=n, t=t) for n, t in parts), Text("nothing"))


class Fortification(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a wall or tower. `shields`: taken from enemy fire and from the strength of flying
    units; `fire`: added to each of the defenders' ranged units; `pour`: added to each cauldron or
    boulder; `reach`: the zones into which it can shoot; `engines`: how many siege engines it has
    room for."""

    name: Text
    capacity: Count
    reach: Annotated[
        tuple[Zone, ...],
        ValueRule(
            lambda zones, values: "assault" in zones,
            Text("every section reaches the assault zone before it"),
        ),
    ]
    cost: Goods = Goods()
    engines: Count = 0
    shields: Count = 0
    fire: Count = 0
    pour: Count = 0


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the catalog's entries that have an id and a name."""

    id: str
    name: Text


class Troop(Named, frozen=True):
    """A kind of defending unit. `level`: the level of the barracks that training it needs; `batch`:
    how many are trained at once; `fire`: None for melee units."""

    strength: Count
    endurance: Count
    support: Count
    fire: Annotated[int, Meta(ge=1)] | None = None
    cost: Goods = Goods()
    level: Annotated[int, Meta(ge=1)] = 1
    batch: Annotated[int, Meta(ge=1)] = 1


class Foe(Named, frozen=True):
    """A kind of enemy unit, of one people. `fire`: None for melee units."""

    people: Annotated[
        str,
        ValueRule(
            lambda people, values: people in {known.id for known in values.peoples},
            Text("{id} is not among the peoples"),
            id=lambda people, values: repr(people),
        ),
    ]
    strength: Count
    endurance: Count
    support: Count
    fire: Annotated[int, Meta(ge=1)] | None = None
    flying: bool = False


class Engine(Named, frozen=True):
    """A siege engine. Defenders build it in the workshop from `level` on and stand it where
    `stands` says; `pours` marks cauldrons and boulders; `kills` bounds what one engine destroys in
    a shot."""

    sides: tuple[Literal["defenders", "enemy"], ...]
    fire: Annotated[int, Meta(ge=1)] | None = None
    endurance: Annotated[int, Meta(ge=1)] | None = None
    pours: bool = False
    stands: tuple[Literal["wall", "tower"], ...] = ()
    cost: Goods = Goods()
    level: Annotated[int, Meta(ge=1)] = 1
    kills: Annotated[int, Meta(ge=1)] = 1


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the city, with the cost of each of its levels, from level 1."""

    id: BuildingId
    name: Text
    levels: tuple[Goods, ...]


class Technology(Named, frozen=True):
    """A technology card. `opens`: the keys of what it makes possible."""

    opens: tuple[str, ...] = ()


class Rite(Named, frozen=True):
    """A spell or a blessing: the level of mage tower or chapel it needs."""

    level: Annotated[int, Meta(ge=1)]


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage of the assault step: its name and the kinds of result declared in it."""

    name: Text
    takes: tuple[Takes, ...]


class Campaign(Struct, frozen=True, forbid_unknown_fields=True):
    """The length of a campaign and of its scenarios."""

    turns: Annotated[int, Meta(ge=1)]
    scenarios: Annotated[int, Meta(ge=1)]
    turns_per_scenario: Annotated[int, Meta(ge=1)]


ONE_EACH = ValueRule(
    lambda numbers, values: len(numbers) == 4,
    Text("one number each for 1, 2, 3 and 4 players is needed; there are {count}"),
    count=lambda numbers, values: len(numbers),
)
A_LIST_EACH = ValueRule(
    lambda shares, values: len(shares) == 4,
    Text("one list each for 1, 2, 3 and 4 players is needed"),
)


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up. Lists have a number for 1, 2, 3 and 4 players. `garrison`: the kind of troop of
    which each section gets `garrison_per_section`."""

    buildings: dict[BuildingId, Count]
    garrison: Annotated[
        str,
        ValueRule(
            lambda troop, values: troop in {known.id for known in values.troops},
            Text("{id} is not among the troops"),
            id=lambda troop, values: repr(troop),
        ),
    ]
    garrison_per_section: Annotated[
        tuple[Count, ...],
        ONE_EACH,
        ValueRule(
            lambda units, values: max(units, default=0) <= barrier_capacity(values),
            Text("the barriers hold {room} units at most: one of them cannot take more"),
            room=lambda units, values: barrier_capacity(values),
        ),
        ValueRule(
            lambda units, values: max(units, default=0) * len(SECTIONS) <= values.limits.defenders,
            Text("there are only {count} defender tokens"),
            count=lambda units, values: values.limits.defenders,
        ),
    ]
    wood: Annotated[
        tuple[Count, ...],
        ONE_EACH,
        ValueRule(
            lambda wood, values: max(wood, default=0) <= values.limits.resources,
            Text("there are only {count} resource markers"),
            count=lambda wood, values: values.limits.resources,
        ),
    ]


class Sharing(Struct, frozen=True, forbid_unknown_fields=True):
    """How action markers and sections are shared out: a list for 1, 2, 3 and 4 players, each in
    turn order from the first player."""

    actions: Annotated[int, Meta(ge=1)]
    markers: Annotated[tuple[tuple[Count, ...], ...], A_LIST_EACH]
    sections: Annotated[tuple[tuple[Count, ...], ...], A_LIST_EACH]


class Works(Struct, frozen=True, forbid_unknown_fields=True):
    """What the works of period II cost. `research_level`: the level of the library that research
    needs; `gather`: what gathering yields of each resource."""

    ditch: Goods
    moat: Goods
    repair: Goods
    research: Goods
    research_level: Annotated[
        Count,
        ValueRule(
            lambda level, values: level <= level_counts(values).get("library", 0),
            Text("the library has no such level"),
        ),
    ]
    gather: Goods


class Siege(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the siege. `moat_percent`: the share of crossing units that drown in a moat, in
    percent; `morale_per_round`: how much morale the enemy loses after each round of stages."""

    squads_per_section: Annotated[int, Meta(ge=1)]
    moat_percent: Annotated[int, Meta(ge=0, le=100)]
    moat_rounding: Literal["down", "up"]
    morale: Annotated[int, Meta(ge=1)]
    morale_per_round: Annotated[int, Meta(ge=1)]
    spells_per_turn: Count
    blessings_per_turn: Count


class Powers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the heroes' powers. `oracle_units`: how many units the Oracle moves at most;
    `sorcerer_level`: the highest level of the additional spell; `heretic_fire`: the fire power that
    the sermon adds."""

    oracle_units: Count
    sorcerer_level: Count
    heretic_fire: Count


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How many of each component the game has. Once none is left in the box, none can be placed."""

    buildings: Annotated[
        Count,
        ValueRule(
            lambda most, values: sum(map(bool, level_counts(values).values())) <= most,
            Text("there are fewer building tokens than parts of the city"),
        ),
    ]
    fortifications: Count
    resistance: Count
    ditches: Count
    moats: Count
    defenders: Count
    enemies: Count
    resources: Count
    engines: Count
    actions: Annotated[
        Count,
        ValueRule(
            lambda most, values: most == values.sharing.actions,
            Text("{count} actions a turn want as many markers"),
            count=lambda most, values: values.sharing.actions,
        ),
    ]
    technologies: Annotated[
        Count,
        ValueRule(
            lambda most, values: most == len(values.technologies),
            Text("there are {count} technology cards"),
            count=lambda most, values: len(values.technologies),
        ),
    ]
    rites: Annotated[
        Count,
        ValueRule(
            lambda most, values: most == len(values.spells) + len(values.blessings),
            Text("{count} spells and blessings want as many markers"),
            count=lambda most, values: len(values.spells) + len(values.blessings),
        ),
    ]
    sheets: Annotated[
        Count,
        ValueRule(
            lambda most, values: most >= values.campaign.scenarios,
            Text("{count} scenarios want as many save sheets"),
            count=lambda most, values: values.campaign.scenarios,
        ),
    ]


ALL_LEVELS = ValueRule(
    lambda storeys, values: len(storeys) == TOP_LEVEL + 1,
    Text("{wanted} levels are needed, from the barrier (0) to {top}; there are {count}"),
    wanted=lambda storeys, values: TOP_LEVEL + 1,
    top=lambda storeys, values: TOP_LEVEL,
    count=lambda storeys, values: len(storeys),
)


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    campaign: Campaign
    start: Start
    sharing: Sharing
    walls: Annotated[tuple[Fortification, ...], ALL_LEVELS]
    towers: Annotated[tuple[Fortification, ...], ALL_LEVELS]
    works: Works
    buildings: tuple[Building, ...]
    troops: tuple[Troop, ...]
    engines: tuple[Engine, ...]
    technologies: tuple[Technology, ...]
    spells: tuple[Rite, ...]
    blessings: tuple[Rite, ...]
    peoples: Annotated[
        tuple[Named, ...],
        ValueRule(
            lambda peoples, values: len({people.id for people in peoples}) >= len(SIDES),
            Text("{count} enemy cards are needed, one for each side"),
            count=lambda peoples, values: len(SIDES),
        ),
    ]
    foes: tuple[Foe, ...]
    stages: tuple[Stage, ...]
    siege: Siege
    powers: Powers
    limits: Limits


def level_counts(values: Values) -> dict[str, int]:
    """The number of levels of each building."""
    return {building.id: len(building.levels) for building in values.buildings}


def barrier_capacity(values: Values) -> int:
    """How many units every barrier (level 0 of walls and of towers) has room for."""
    return min((level.capacity for level in (*values.walls[:1], *values.towers[:1])), default=0)


# -- pieces of several kinds that stand together ---------------------------------------------------

Stack = dict[str, int]
"""Numbers of pieces by kind. A stack is never changed in place and contains no zeros."""


def summed(*stacks: Stack) -> Stack:
    """The sum of stacks, kind by kind."""
    total: Stack = {}
    for stack in stacks:
        for kind, count in stack.items():
            total[kind] = total.get(kind, 0) + count
    return total


def band_totals(entered: Iterable[Any]) -> Stack:
    """Bands added up as a stack: the total of each kind."""
    total: Stack = {}
    for band in entered:
        total[band.unit] = total.get(band.unit, 0) + band.count
    return total
