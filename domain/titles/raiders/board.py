"""The board of Raiders: both sides, the village, the raid spaces, the general supply and the stage
of the turn; and the options."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Struct, field

from domain.kernel.text import listed, same
from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import (
    Conserved,
    Count,
    Every,
    MaxItems,
    OneOf,
    Part,
    SeatOrNone,
    SeatSpec,
    Sentences,
    Text,
    option,
)
from domain.titles.raiders.values import (
    COLOUR_NAMES,
    COLOURS,
    GOODS,
    Building,
    Scheme,
    Site,
    Townsfolk,
    Values,
)

PLAYER, AUTOMA = "player", "automa"
SEATS = (SeatSpec(PLAYER, "player", Text("Player")), SeatSpec(AUTOMA, "automa", Text("Opponent")))

Stage = Literal["place", "use", "take", "reroll", "mourn", "close", "reveal", "over"]
"""The kind of step that comes next: the player places a worker or raids, uses a building, takes a
worker, may roll a die again, or chooses who died; `close`: his turn ends (within one action only);
the automa reveals; the game is over."""

Trigger = Literal["", "fortresses", "offerings", "valkyries"]
TRIGGERS: dict[Trigger, Text] = {
    "fortresses": Text("the fortresses are all but plundered"),
    "offerings": Text("the stack of offerings is empty"),
    "valkyries": Text("no Valkyrie is left on the board"),
}
_NAMES = Sentences("""
seat=player = The player
seat=automa = The opponent
""") | {
    **{f"worker={colour}": name for colour, name in COLOUR_NAMES.items()},
    **{f"trigger={trigger}": why for trigger, why in TRIGGERS.items()},
}  # fmt: skip

SPACE, THE_SPACE = Text("a raid space"), Text("the space")
BUILDING = Text("a building of the village")
COLOUR = Text("a worker's colour")
SCHEME = Text("a scheme card")
OFFERING = Text("an offering tile")
TOWNSFOLK = Text("a townsfolk card")

Silver = Annotated[int, Count(same("silver")), Conserved("silver")]
Provisions = Annotated[int, Count(same("provisions")), Conserved("provisions")]
Gold = Annotated[int, Count(same("gold")), Conserved("gold")]
Iron = Annotated[int, Count(same("iron")), Conserved("iron")]
Livestock = Annotated[int, Count(same("livestock")), Conserved("livestock")]
Valkyries = Annotated[int, Count(same("valkyries")), Conserved("valkyries")]
Cards = Annotated[int, Count(same("cards")), Conserved("townsfolk")]
Armour = Annotated[int, Count(same("armour"))]
ValkyrieSteps = Annotated[int, Count(same("valkyries"))]
"""How many steps a side has on the Valkyrie track. The pieces themselves go back to the supply."""
Points = Annotated[int, Count(same("points"))]

Place = Annotated[str, OneOf(lambda board: board.spaces, SPACE)]
Colour = Annotated[str, OneOf(lambda board: COLOURS, COLOUR, empty=True)]
Worker = Annotated[Colour, Conserved("{value}")]
Sent = Annotated[str, OneOf(lambda board: COLOURS, COLOUR)]
BuildingOrNone = Annotated[
    str, OneOf(lambda board: board.setting.values.buildings, BUILDING, empty=True)
]
Townsperson = Annotated[str, OneOf(lambda board: board.setting.values.townsfolk, TOWNSFOLK)]
Tile = Annotated[
    str, OneOf(lambda board: board.setting.values.offerings, OFFERING), Conserved("offerings")
]
Card = Annotated[str, OneOf("deck", SCHEME)]
DeckCard = Annotated[Card, Conserved("schemes")]


_DIFFICULTY = Sentences("""
normal = normal: nothing
hard = hard: 2 armour, 2 provisions
heroic = heroic: 4 armour, 4 provisions
""")
_SCHEMES = Sentences("""
catalog = the catalog's deck
table = the real cards on the table
""")
_OFFERING_FROM = Sentences("""
face-up = the leftmost face-up tile
stack = the top tile of the stack
""")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    difficulty: Annotated[
        Literal["normal", "hard", "heroic"],
        option(
            Text("What the opponent starts with: nothing; 2 armour and 2 provisions; 4 and 4."),
            _DIFFICULTY,
        ),
    ] = "normal"
    schemes: Annotated[
        Literal["catalog", "table"],
        option(
            Text(
                "Where scheme cards come from: the catalog's deck, or the real cards, entered as "
                "they are revealed."
            ),
            _SCHEMES,
        ),
    ] = "catalog"
    offering_from: Annotated[
        Literal["face-up", "stack"],
        option(
            Text(
                "Which offering the opponent gains: the leftmost face-up tile, or the top one of "
                "the stack."
            ),
            _OFFERING_FROM,
        ),
    ] = "face-up"


class Setting(kit.Setting):
    values: Values
    options: Options

    def __init__(
        self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]
    ) -> None:
        super().__init__(catalog, values, options, seats)
        named: dict[str, Site | Building | Townsfolk] = {
            **values.sites,
            **values.buildings,
            **values.townsfolk,
        }
        self.names = {
            id: Text(thing.name, values.french.get(id, thing.name)) for id, thing in named.items()
        }
        self.site_of: dict[str, str] = {
            space_id(site, n): site
            for site, printed in values.sites.items()
            for n in range(1, len(printed.spaces) + 1)
        }
        self.fortresses = tuple(
            s for s, site in self.site_of.items() if values.sites[site].kind == "fortress"
        )
        numbered = tuple(f"T{n:02d}" for n in range(1, len(values.schemes) + 1))
        self.deck = tuple(values.schemes) if options.schemes == "catalog" else numbered
        """All scheme cards. A table's own cards are numbers until they are seen."""

    @cached_property
    def catalog_names(self) -> dict[str, Text]:
        tiles = {
            id: Text("{points} VP for {cost}", points=tile.points, cost=tile.cost.in_words)
            for id, tile in self.values.offerings.items()
        }
        return {**self.names, **GOODS, **tiles}

    def label(self, id: str) -> Text:
        return self.names.get(id) or Text(id, id)

    def labels(self, ids: tuple[str, ...]) -> Text:
        return listed(tuple(map(self.label, ids)), Text("none"))

    def space_label(self, space: str) -> Text:
        return Text(
            "{site}, space {number}",
            site=self.label(self.site_of.get(space, space)),
            number=space.rpartition("-")[2],
        )


def space_id(site: str, number: int) -> str:
    return f"{site}-{number}"


class Space(Struct, frozen=True, gc=False, omit_defaults=True):
    gold: Gold = 0
    iron: Iron = 0
    livestock: Livestock = 0
    valkyries: Valkyries = 0
    worker: Worker = ""

    @property
    def plunder(self) -> int:
        """How many pieces of plunder lie here."""
        return self.gold + self.iron + self.livestock + self.valkyries


class Player(Struct, frozen=True, gc=False, omit_defaults=True):
    """The player's side. `cards`: how many are in hand (only the table knows which); `worker`: the
    colour of the one in hand, empty for none; `valkyries`: steps on their track."""

    silver: Silver = 0
    provisions: Provisions = 0
    gold: Gold = 0
    iron: Iron = 0
    livestock: Livestock = 0
    cards: Cards = 0
    armour: Armour = 0
    valkyries: ValkyrieSteps = 0
    points: Points = 0
    worker: Worker = ""
    crew: Annotated[
        tuple[Annotated[Townsperson, Conserved("townsfolk")], ...],
        MaxItems(Text("crew"), lambda board: board.setting.values.limits.crew),
    ] = ()
    offerings: tuple[Tile, ...] = ()


class Automa(Struct, frozen=True, gc=False, omit_defaults=True):
    """The opponent's side: it has no silver, no cards and no worker, and keeps no plunder.
    `face_down`: how many of its tiles nobody has seen; until the end of the game each of them can
    be any tile of the stack."""

    armour: Armour = 0
    provisions: Provisions = 0
    valkyries: ValkyrieSteps = 0
    points: Points = 0
    offerings: tuple[Tile, ...] = ()
    face_down: Annotated[int, Count(same("face_down"))] = 0


class Supply(Struct, frozen=True, gc=False):
    """The general supply: pieces that neither side has. Before the set-up its plunder is what is in
    the bag."""

    silver: Silver
    provisions: Provisions
    gold: Gold
    iron: Iron
    livestock: Livestock
    valkyries: Valkyries
    black: Annotated[int, Count(same("black")), Conserved("black")]
    grey: Annotated[int, Count(same("grey")), Conserved("grey")]
    white: Annotated[int, Count(same("white")), Conserved("white")]
    cards: Cards


class Assault(Struct, frozen=True, gc=False, omit_defaults=True):
    """A raid under way. `rerolls`: how many dice may still be rolled again; `deaths`: how many of
    the crew are still to be lost."""

    space: Place
    worker: Sent
    dice: tuple[int, ...] = ()
    rerolls: int = 0
    deaths: int = 0


class Board(kit.Board, frozen=True, gc=False):
    """The board. Scheme cards and offering tiles are ids. `pile` and `stack` have no order; `stack`
    includes the tiles that lie face down before the opponent. `sunk`: the tiles under the stack, in
    order. `entered`: scheme cards as the table typed them in. `using`: the building in use;
    `actions`: how often it can still be used. `discards`: the townsfolk discarded by name since the
    townsfolk deck was last shuffled; `unnamed`: how many more were discarded."""

    setting: Setting
    spaces: Annotated[dict[str, Space], Every("site_of", SPACE, THE_SPACE)]
    village: dict[BuildingOrNone, Worker]
    player: Annotated[Player, Part("player")]
    automa: Annotated[Automa, Part("automa")]
    supply: Annotated[Supply, Part("supply")]
    stack: tuple[Tile, ...]
    pile: tuple[DeckCard, ...]
    stage: Stage = "place"
    round: Annotated[int, Count(Text.pgettext("raiders", "round"), 1)] = 1
    face_up: Annotated[
        tuple[Tile, ...],
        MaxItems(Text("offerings on show"), lambda board: board.setting.values.offerings_face_up),
    ] = ()
    sunk: tuple[Tile, ...] = ()
    discard: tuple[DeckCard, ...] = ()
    set_aside: tuple[DeckCard, ...] = ()
    entered: dict[Card, Scheme] = field(default_factory=dict)
    revealed: Annotated[str, OneOf("deck", SCHEME, empty=True)] = ""
    blocked: BuildingOrNone = ""
    placed: BuildingOrNone = ""
    using: BuildingOrNone = ""
    colour: Colour = ""
    actions: Annotated[int, Count(Text("actions left"))] = 0
    assault: Assault | None = None
    trigger: Trigger = ""
    trigger_by: SeatOrNone = ""
    turns_left: int = 0
    discards: tuple[Townsperson, ...] = ()
    unnamed: Annotated[int, Count(Text("unnamed discards"))] = 0

    @property
    def tiles_left(self) -> int:
        """How many offering tiles are in the stack and under it, without those face down before the
        opponent."""
        return len(self.stack) - self.automa.face_down + len(self.sunk)

    @property
    def townsfolk_left(self) -> int:
        """How many townsfolk cards are in the deck."""
        return self.supply.cards - len(self.discards) - self.unnamed

    @property
    def raid(self) -> Assault:
        """The raid under way. Fails if there is none."""
        assert self.assault is not None, "a raid is asked for without one"
        return self.assault

    def scheme(self, id: str) -> Scheme:
        return self.entered.get(id) or self.setting.values.schemes[id]

    def word(self, field: str, value: object) -> Text:
        """The label of a field's value in a sentence. A space is named by its settlement and
        number, a tile by its id."""
        if field == "space":
            return self.setting.space_label(str(value))
        if field == "offering":
            return same(str(value))
        return _NAMES.get(f"{field}={value}") or self.setting.label(str(value))
