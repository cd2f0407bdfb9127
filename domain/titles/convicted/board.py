"""The board of The Convicted: the pieces on the table, those left in the box, and the state of the
turn.

Every piece is on the board or in `box`: placing a piece takes it from the box, and losing it puts
it back. So `box` shows which components have run out."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog, leaves
from domain.titles.convicted.field import (
    BUILDINGS,
    MOAT,
    RESOURCES,
    SECTIONS,
    SIDES,
    SLOTS,
    TOP_LEVEL,
    BuildingId,
    HeroId,
    Resource,
    SectionId,
    Side,
    Slot,
    Step,
    is_wall,
)
from domain.titles.convicted.values import (
    RESOURCE_NAMES,
    Building,
    Engine,
    Foe,
    Fortification,
    Goods,
    Named,
    Rite,
    Stack,
    Troop,
    Values,
    summed,
)
from domain.titles.convicted.words import WORDS
from domain.titles.kit import Count, Every, Once, OneOf, Part, SeatSpec, Sentences, Text, option

ENEMY = "enemy"
ENDINGS = ("survived", "redeemed", "fallen")
COMPONENTS = (
    "buildings", "fortifications", "resistance", "ditches", "moats", "defenders", "enemies", "resources", "engines", "actions",
    "technologies", "sheets",
)  # fmt: skip

# what the choices mean, in the order in which a form offers them
HOARDINGS = Sentences("""
unit = from each enemy unit that shoots
group = from the whole group
""")
DITCHES = Sentences("""
side = all units from its side
slot = units that cross at its slot
""")


AtLeastOne = Annotated[int, Meta(ge=1)]


class SectionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One section on a save sheet: its level, its resistance (`gate`: that of its gates), and its
    units and siege engines by kind."""

    level: Annotated[int, Meta(ge=0)] = 0
    resistance: Annotated[int, Meta(ge=0)] = 0
    gate: Annotated[int, Meta(ge=0)] = 0
    units: dict[str, AtLeastOne] = {}
    engines: dict[str, AtLeastOne] = {}


class SiegeSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of an unfinished turn. A sheet shows it for information; the next scenario does not
    start from it."""

    step: str = ""
    round: int = 0
    stage: int = 0
    morale: int = -1
    enemies: dict[str, int] = {}
    markers: dict[str, int] = {}
    rites_used: tuple[str, ...] = ()
    powers_used: tuple[str, ...] = ()


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A save sheet. `number`: its number among the save sheets used so far. `first`: the seat with
    the first-player marker. `heroes`: by seat, in playing order. `ring`: 0 bare ground, 1 ditch, 2
    moat. `outcome`: how the scenario ended, None while it is played. `siege`: None once it has
    ended. A sheet lists every parameter, also those that are 0, so that two sheets can be compared
    line by line."""

    number: Annotated[int, Meta(ge=1)]
    scenario: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=1)]
    first: str
    heroes: dict[str, HeroId]
    stock: dict[Resource, Annotated[int, Meta(ge=0)]]
    sections: dict[SectionId, SectionSheet]
    ring: dict[Slot, Annotated[int, Meta(ge=0, le=2)]]
    buildings: dict[BuildingId, Annotated[int, Meta(ge=0)]]
    technologies: tuple[str, ...] = ()
    city: dict[str, AtLeastOne] = {}
    outcome: str | None = None
    siege: SiegeSheet | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options with which a scenario is opened."""

    scenario: Annotated[int, option(Text("Which scenario of the campaign is played."), ge=1)] = 1
    sheet: Annotated[
        Sheet | None,
        option(
            Text(
                "The save sheet of the scenario before; without one the scenario starts from the "
                "set-up."
            )
        ),
    ] = None
    hoardings: Annotated[
        Literal["unit", "group"],
        option(
            Text(
                "Hoardings take 1 fire power from each enemy unit shooting (as printed) or from "
                "the whole group."
            ),
            HOARDINGS,
        ),
    ] = "unit"
    ditches: Annotated[
        Literal["side", "slot"],
        option(
            Text(
                "A ditch or moat stops all units that come from its side, or only those that "
                "cross at its own slot."
            ),
            DITCHES,
            since=2,
        ),
    ] = "side"


class Setting(kit.Setting):
    values: Values
    options: Options
    words = WORDS

    def __init__(
        self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]
    ) -> None:
        super().__init__(catalog, values, options, seats)
        self.players: tuple[str, ...] = tuple(s.id for s in seats if s.role == "player")
        self.troops: dict[str, Troop] = {t.id: t for t in values.troops}
        self.engines: dict[str, Engine] = {e.id: e for e in values.engines}
        self.foes: dict[str, Foe] = {f.id: f for f in values.foes}
        self.spells: dict[str, Rite] = {s.id: s for s in values.spells}
        self.blessings: dict[str, Rite] = {b.id: b for b in values.blessings}
        self.buildings: dict[BuildingId, tuple[Goods, ...]] = {
            b.id: b.levels for b in values.buildings
        }
        self.peoples: tuple[str, ...] = tuple(p.id for p in values.peoples)
        self.technologies: tuple[str, ...] = tuple(t.id for t in values.technologies)
        self.rites: tuple[str, ...] = (*self.spells, *self.blessings)
        self.defending: tuple[str, ...] = tuple(
            e.id for e in values.engines if "defenders" in e.sides
        )
        self.besieging: tuple[str, ...] = tuple(e.id for e in values.engines if "enemy" in e.sides)
        self.needs: dict[str, str] = {key: t.id for t in values.technologies for key in t.opens}
        things: list[Named | Building] = [
            *values.troops,
            *values.engines,
            *values.foes,
            *values.technologies,
            *values.spells,
        ]
        things += [*values.blessings, *values.peoples, *values.buildings]
        self.components = {name: getattr(values.limits, name) for name in COMPONENTS}
        self.names: dict[str, Text] = {x.id: x.name for x in things} | RESOURCE_NAMES
        self.catalog_names = self.names
        self.levels: dict[SectionId, tuple[Fortification, ...]] = {
            s: values.walls if is_wall(s) else values.towers for s in SECTIONS
        }

    @cached_property
    def house_values(self) -> tuple[str, ...]:
        """The top-level parts of the catalog that contain placeholder numbers, which an organiser
        has to correct."""
        pointers = (
            pointer
            for pointer, _ in leaves(self.catalog.values)
            if self.catalog.origin(pointer) == "placeholder"
        )
        return tuple(dict.fromkeys(pointer.split("/")[1] for pointer in pointers))

    def named(self, id: str) -> Text:
        return self.names.get(id) or Text(id, id)


EACH = Text("{key}")
PLAYER = Text("a player of this game")
SECTION = Text("a section of the fortress")

Player = Annotated[str, OneOf("players", PLAYER)]
Level = Annotated[int, Count(Text("level"), most=TOP_LEVEL)]
Pieces = Annotated[int, Count(EACH, 1)]
Troops = dict[Annotated[str, OneOf("troops", Text("a troop of the defenders"))], Pieces]
Engines = dict[Annotated[str, OneOf("defending", Text("a siege engine of the defenders"))], Pieces]
Enemies = dict[str, Pieces]
Invaders = dict[Annotated[str, OneOf("foes", Text("an enemy unit"))], Pieces]
Technologies = Annotated[str, OneOf("technologies", Text("a technology"))]
Rites = Annotated[str, OneOf("rites", Text("a spell or a blessing"))]
EverySection = Every(lambda board: SECTIONS, SECTION, Text("the section"))
EverySlot = Every(lambda board: SLOTS, Text("a slot of the ring"), Text("the slot"))
EveryBuilding = Every(lambda board: BUILDINGS, Text("a building"), Text("the building"))
EverySide = Every(lambda board: SIDES, Text("a side"), Text("the side"))
Preached = Annotated[str, OneOf(lambda board: SECTIONS, SECTION, empty=True)]
Ending = Annotated[str, OneOf(lambda board: ENDINGS, Text("an ending"), empty=True)]
PlayerOrNone = Annotated[str, OneOf("players", PLAYER, empty=True)]


class Squad(Struct, frozen=True, gc=False, omit_defaults=True):
    """An assault unit (`leader`, its kind) and its supports before a section. `units` includes the
    leader."""

    side: Side
    leader: str
    units: Enemies


class Section(Struct, frozen=True, gc=False, omit_defaults=True):
    """A wall or tower. `gate`: the resistance of the city's gates, in the north wall only; `seat`:
    the player who defends it this turn."""

    level: Level = 0
    resistance: int = 0
    gate: int = 0
    units: Troops = {}
    engines: Engines = {}
    squads: tuple[Squad, ...] = ()
    seat: PlayerOrNone = ""


class Front(Struct, frozen=True, gc=False, omit_defaults=True):
    """The enemy before one side. `deployment` and `assault`: the pieces in each zone; `held`: by
    slot, those in the deployment zone that a ditch or moat there has slowed."""

    people: Annotated[str, OneOf("peoples", Text("a people"), empty=True)] = ""
    deployed: bool = False
    deployment: Enemies = {}
    held: dict[str, Enemies] = {}
    assault: Enemies = {}


class Board(kit.Board, frozen=True, gc=False, omit_defaults=True):
    """A position of The Convicted.

    `go`: the seat that has to choose or act. `counter`: the markers on the action counter. `rites`:
    spells and blessings used this turn; `used`: heroes whose power has been used this turn.
    `morale`: -1 while its marker is off the board. `declared`: by piece, how many have shot,
    crossed or attacked in this stage, so that none does so twice. `begun`: whether anything was
    declared in this stage. `slain`: enemy units lost this turn. `survived`: turns survived in this
    scenario. `sheets`: save sheets written so far."""

    setting: Setting
    box: Annotated[
        dict[str, Annotated[int, Count(EACH)]],
        Part("box"),
        Every("components", Text("a component"), Text("the component")),
    ]
    sections: Annotated[dict[SectionId, Section], EverySection]
    ring: Annotated[dict[Slot, Annotated[int, Count(Text("ditch or moat"), most=MOAT)]], EverySlot]
    buildings: Annotated[dict[BuildingId, Annotated[int, Count(Text("level"))]], EveryBuilding]
    fronts: Annotated[dict[Side, Front], EverySide]
    step: Step = "heroes"
    scenario: int = 1
    turn: int = 1
    first: PlayerOrNone = ""
    go: PlayerOrNone = ""
    heroes: dict[Player, HeroId] = field(default_factory=dict)
    markers: Annotated[dict[Player, Annotated[int, Count(EACH)]], Part("markers")] = field(
        default_factory=dict
    )
    counter: Annotated[int, Count(Text("markers on the counter"))] = 0
    stock: Goods = Goods()
    city: Annotated[Troops, Part("city")] = field(default_factory=dict)
    technologies: Annotated[tuple[Technologies, ...], Once()] = ()
    used: Annotated[tuple[str, ...], Once()] = ()
    rites: tuple[Rites, ...] = ()
    preached: Preached = ""
    round: Annotated[int, Count(Text.pgettext("convicted", "round"))] = 0
    stage: Annotated[int, Count(Text("stage"))] = 0
    begun: bool = False
    declared: Annotated[dict[str, Pieces], Part("declared")] = field(default_factory=dict)
    inside: Annotated[Invaders, Part("city")] = field(default_factory=dict)
    morale: int = -1
    slain: Annotated[int, Count(Text("slain"))] = 0
    looted: bool = False
    survived: Annotated[int, Count(Text("turns survived"))] = 0
    sheets: Annotated[int, Count(Text("save sheets"))] = 0
    ending: Ending = ""

    def fortification(self, section: SectionId) -> Fortification:
        return self.setting.levels[section][self.sections[section].level]

    def room(self, section: SectionId) -> int:
        """How many more units a section has room for; negative if it holds too many."""
        return self.fortification(section).capacity - sum(self.sections[section].units.values())

    def seat_of(self, hero: str) -> str:
        """The seat that plays a hero; empty if nobody does."""
        return next((seat for seat, h in self.heroes.items() if h == hero), "")

    def pieces_in(self, side: Side, zone: str) -> Stack:
        front = self.fronts[side]
        return front.assault if zone == "assault" else front.deployment

    def enemies(self) -> Stack:
        """All enemy pieces on the board, by kind: in the zones, in squads and in the city."""
        stacks = [stack for f in self.fronts.values() for stack in (f.deployment, f.assault)]
        stacks += [
            squad.units for section in self.sections.values() for squad in section.squads
        ] + [self.inside]
        return summed(*stacks)

    def defender_count(self) -> int:
        """How many defending units are on the board."""
        return self.setting.values.limits.defenders - self.box["defenders"]

    def besieger_kinds(self, side: Side) -> tuple[str, ...]:
        """The kinds of pieces that can be deployed against a side: units of its people, and the
        enemy's siege engines. Empty before its enemy card is turned over."""
        people = self.fronts[side].people
        foes = (foe.id for foe in self.setting.foes.values() if foe.people == people)
        return (*foes, *self.setting.besieging) if people else ()

    def stage_takes(self, kind: str) -> bool:
        """Whether the current stage of the assault takes results of this kind; false in other
        steps."""
        return self.step == "assault" and kind in self.setting.values.stages[self.stage - 1].takes


def developed_resources(board: Board) -> tuple[Resource, ...]:
    needs = board.setting.needs
    return tuple(r for r in RESOURCES if r not in needs or needs[r] in board.technologies)


def blank(setting: Setting) -> Board:
    return Board(
        setting=setting,
        box=setting.components.copy(),
        sections=dict.fromkeys(SECTIONS, Section()),
        ring=dict.fromkeys(SLOTS, 0),
        buildings=dict.fromkeys(BUILDINGS, 0),
        fronts=dict.fromkeys(SIDES, Front()),
    )
