"""The structure of `catalog.json`, the printed numbers of the game, and the names of what is
counted: goods, workers' colours, kinds of sites.

Everything printed on the board, a card or a tile is in the catalog. So an organiser with the real
scheme cards, or with a promotional townsfolk, edits the catalog and no code."""

from collections.abc import Sequence
from functools import reduce
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import astuple

from domain.kernel.text import listed
from domain.titles.kit import Sentences, Text, ValueRule

Colour = Literal["black", "grey", "white"]
SiteKind = Literal["harbour", "outpost", "monastery", "fortress"]
Count = Annotated[int, Meta(ge=0, le=99)]

COLOURS: tuple[Colour, ...] = ("black", "grey", "white")
KINDS: tuple[SiteKind, ...] = ("harbour", "outpost", "monastery", "fortress")
PLUNDER = ("gold", "iron", "livestock", "valkyries")

GOODS = Sentences("""
silver = silver
provisions = provisions
gold [raiders] = gold
iron [raiders] = iron
livestock = livestock
valkyries = Valkyries
cards = cards
armour = armour
offering = offering
""")
_ONE = Sentences("""
provisions = provision
valkyries = Valkyrie
cards = card
""")
COLOUR_NAMES = Sentences("""
black = black
grey = grey
white = white
""")
KIND_NAMES = Sentences("""
harbour = harbour
outpost = outpost
monastery = monastery
fortress = fortress
""")


def amount_text(n: int, name: str) -> Text:
    return Text("{n} {word}", n=n, word=_ONE.get(name, GOODS[name]) if n == 1 else GOODS[name])


def amounts_text(**parts: int) -> Text:
    return listed(tuple(amount_text(n, name) for name, n in parts.items() if n), Text("nothing"))


def either_colour_text(colours: tuple[Colour, ...]) -> Text:
    """Colours joined by “or”."""
    return reduce(
        lambda first, other: Text("{one} or {other}", one=first, other=other),
        [COLOUR_NAMES[colour] for colour in colours],
    )


class Printed(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Base of the catalog's structs. An unknown field of a catalog is a fault."""


class Goods(Printed, frozen=True, gc=False):
    """Numbers of things that are paid or gained: pieces of the general supply, cards of the hand,
    steps on the armour track."""

    silver: Count = 0
    provisions: Count = 0
    gold: Count = 0
    iron: Count = 0
    livestock: Count = 0
    cards: Count = 0
    armour: Count = 0

    def parts(self) -> tuple[tuple[str, int], ...]:
        """The name and number of each thing that is not 0."""
        return tuple(
            [(name, n) for name, n in zip(self.__struct_fields__, astuple(self), strict=True) if n]
        )

    @property
    def in_words(self) -> Text:
        return amounts_text(**dict(self.parts()))


class Deal(Printed, frozen=True, gc=False):
    """An exchange. `workers`: the colours of worker that may make it."""

    gain: Goods
    pay: Goods = Goods()
    workers: tuple[Colour, ...] = COLOURS


class Gain(Printed, frozen=True, gc=False):
    """What the opponent gains when it prepares, as printed at the bottom of a scheme card."""

    armour: Count = 0
    provisions: Count = 0
    offering: Annotated[int, Meta(ge=0, le=1)] = 0

    @property
    def in_words(self) -> Text:
        return amounts_text(armour=self.armour, provisions=self.provisions, offering=self.offering)


# -- the two halves of a townsfolk card: hired as crew, played at the Town Hall --------------------


Level = Literal["normal", "hard", "heroic"]
Face = Annotated[int, Meta(ge=0, le=99)]
Each = Annotated[int, Meta(ge=1, le=99)]
DECK = 23
"""The number of scheme cards in the game (`Mise en place`)."""


# -- abilities of hired crew -----------------------------------------------------------------------


class RaidPoints(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-points"):
    """A crew ability: more points for raids at this kind of site."""

    at: SiteKind
    points: Count


class RaidStrength(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-strength"):
    """A crew ability: more strength in raids at this kind of site."""

    at: SiteKind
    strength: Count


class RaidSaving(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-saving"):
    """A crew ability: raids at this kind of site cost less."""

    at: SiteKind
    provisions: Count = 0
    gold: Count = 0


class StrengthPer(Printed, frozen=True, gc=False, tag_field="kind", tag="strength-per"):
    """A crew ability: 1 more strength for every `each` armour, other crew members, or Valkyries."""

    of: Literal["armour", "crew", "valkyries"]
    each: Each


class Reroll(Printed, frozen=True, gc=False, tag_field="kind", tag="reroll"):
    """A crew ability: so many dice of a raid may be rolled again."""

    dice: Each


class WhenKilled(Printed, frozen=True, gc=False, tag_field="kind", tag="when-killed"):
    """A crew ability: what the card gives when a Valkyrie kills it. `to_hand`: it returns to the
    hand."""

    gold: Count = 0
    points: Count = 0
    to_hand: bool = False


class BuildingBonus(Printed, frozen=True, gc=False, tag_field="kind", tag="building-bonus"):
    """A crew ability: more of the goods that the building `at` gives, if it gives goods of that
    kind."""

    at: str
    gain: Goods


class ExtraAction(Printed, frozen=True, gc=False, tag_field="kind", tag="extra-action"):
    """A crew ability: the building `at` may be used once more."""

    at: str


class HireSaving(Printed, frozen=True, gc=False, tag_field="kind", tag="hire-saving"):
    """A crew ability: hiring crew costs less."""

    silver: Count


class EndPoints(Printed, frozen=True, gc=False, tag_field="kind", tag="end-points"):
    """A crew ability: victory points at the end."""

    points: Count


class EndPointsPer(Printed, frozen=True, gc=False, tag_field="kind", tag="end-points-per"):
    """A crew ability: one victory point at the end for each livestock or offering that the player
    has."""

    of: Literal["livestock", "offerings"]


class RivalsOnly(Printed, frozen=True, gc=False, tag_field="kind", tag="rivals-only"):
    """A crew ability against human opponents' crew, without effect in the solo game."""


Ability = (
    RaidPoints | RaidStrength | RaidSaving | StrengthPer | Reroll | WhenKilled | BuildingBonus | ExtraAction | HireSaving
    | EndPoints | EndPointsPer | RivalsOnly
)  # fmt: skip

# -- actions at the Town Hall ----------------------------------------------------------------------


class Exchange(Printed, frozen=True, gc=False, tag_field="kind", tag="exchange"):
    """A Town Hall action: one of several exchanges with the supply. `crew`: how many crew members
    it costs."""

    deals: Annotated[tuple[Deal, ...], Meta(min_length=1)]
    crew: Annotated[int, Meta(ge=0, le=1)] = 0


class Strike(Printed, frozen=True, gc=False, tag_field="kind", tag="strike"):
    """A Town Hall action: the automa loses armour or provisions. `taken`: the provisions go to the
    player."""

    armour: Count = 0
    provisions: Count = 0
    taken: bool = False


class Hire(Printed, frozen=True, gc=False, tag_field="kind", tag="hire"):
    """A Town Hall action: hire another card of the hand for at most `silver`."""

    silver: Count


class Swap(Printed, frozen=True, gc=False, tag_field="kind", tag="swap"):
    """A Town Hall action: a crew member returns to the hand, and another card of the hand takes its
    place for free."""


class Offer(Printed, frozen=True, gc=False, tag_field="kind", tag="offer"):
    """A Town Hall action: make an offering that costs up to `less` fewer of one kind of good."""

    less: Each


class Copy(Printed, frozen=True, gc=False, tag_field="kind", tag="copy"):
    """A Town Hall action: use any building as if the worker were there."""


class Renew(Printed, frozen=True, gc=False, tag_field="kind", tag="renew"):
    """A Town Hall action: the face-up offerings go below the stack, and new ones are turned up."""


class Ignored(Printed, frozen=True, gc=False, tag_field="kind", tag="ignored"):
    """A Town Hall action against an opponent's silver, cards, crew, workers or plunder. The automa
    has none of them, so it has no effect."""


class Hero(Printed, frozen=True, gc=False, tag_field="kind", tag="hero"):
    """A hero, in place of a Town Hall action: the card has none that can be played."""


class Declared(Printed, frozen=True, gc=False, tag_field="kind", tag="declared"):
    """A Town Hall action that the catalog cannot describe: the table declares its result."""


TownHall = Exchange | Strike | Hire | Swap | Offer | Copy | Renew | Ignored | Hero | Declared


class Townsfolk(Printed, frozen=True):
    """A townsfolk card. `cost`: the silver to hire it; `crew`: its ability as crew; `town_hall`:
    its action at the Town Hall."""

    name: str
    cost: Count
    strength: Count
    copies: Each
    crew: Ability
    town_hall: TownHall


# -- the rest of the catalog -----------------------------------------------------------------------


class Scheme(Printed, frozen=True, gc=False):
    """A scheme card: the raid that the opponent attempts, what it gains if it prepares instead, and
    the building that it forbids."""

    site: Annotated[
        str,
        Meta(max_length=40, description="The place of the raid, e.g. `outpost-right`."),
        ValueRule(
            lambda site, values: site in values.sites,
            Text("there is no site {site}"),
            site=lambda site, values: site,
        ),
    ]
    armour: Annotated[int, Meta(ge=0, le=99, description="Armour the opponent needs.")]
    provisions: Annotated[
        int, Meta(ge=0, le=99, description="Provisions the opponent needs and pays.")
    ]
    points: Annotated[int, Meta(ge=0, le=99, description="Victory points for the raid.")]
    order: Annotated[
        tuple[Count, ...],
        Meta(
            min_length=1, max_length=9, description="The spaces of the place, first choice first."
        ),
    ]
    blocks: Annotated[
        str,
        Meta(
            max_length=40,
            description="The building forbidden in the player's next turn, e.g. `mill`.",
        ),
        ValueRule(
            lambda building, values: building in values.buildings,
            Text("there is no building {building}"),
            building=lambda building, values: building,
        ),
    ]
    prepare: Annotated[Gain, Meta(description="What the opponent gains if it cannot raid.")] = (
        Gain()
    )


class Equipment(Printed, frozen=True, gc=False):
    """Armour and provisions of the opponent."""

    armour: Count
    provisions: Count


class RaidSpace(Printed, frozen=True, gc=False):
    plunder: Annotated[
        Count, ValueRule(lambda plunder, values: plunder, Text("a raid space without plunder"))
    ]
    worker: Colour


class Site(Printed, frozen=True):
    """A settlement to raid. `tiers`: (military strength needed, victory points), rising."""

    name: str
    kind: SiteKind
    provisions: Count
    gold: Count
    crew: Annotated[
        Count,
        ValueRule(
            lambda crew, values: crew <= values.limits.crew,
            Text("a crew has at most {most} members: this raid could not happen"),
            most=lambda crew, values: values.limits.crew,
        ),
    ]
    dice: Count
    workers: Annotated[
        tuple[Colour, ...],
        ValueRule(lambda workers, values: workers, Text("no worker could raid here")),
    ]
    tiers: Annotated[
        tuple[tuple[Count, Count], ...],
        ValueRule(
            lambda tiers, values: (
                is_rising([need for need, _ in tiers]) and never_falls([n for _, n in tiers])
            ),
            Text("tiers want rising strengths with rising points"),
        ),
    ]
    spaces: Annotated[
        tuple[RaidSpace, ...],
        ValueRule(lambda spaces, values: 1 <= len(spaces) <= 9, Text("a site has 1 to 9 spaces")),
    ]


class Building(Printed, frozen=True):
    """A building of the village. `workers`: the colours that may stand on it; `start`: the colour
    of the worker on it at first; `hires`, `plays`, `offers`: whether crew is hired, townsfolk
    played or offerings made there."""

    name: str
    workers: tuple[Colour, ...]
    start: Colour | None = None
    deals: tuple[Deal, ...] = ()
    hires: bool = False
    plays: bool = False
    offers: bool = False


class Offering(Printed, frozen=True, gc=False):
    cost: Annotated[
        Goods,
        ValueRule(
            lambda cost, values: cost.parts() and not (cost.cards or cost.armour),
            Text("an offering costs silver, provisions or plunder"),
        ),
    ]
    points: Count


class Pieces(Printed, frozen=True):
    silver: Annotated[
        Count,
        ValueRule(
            lambda silver, values: silver >= values.player.silver,
            Text("the player starts with more silver than there is"),
        ),
    ]
    provisions: Annotated[
        Count,
        ValueRule(
            lambda most, values: most >= values.caps.provisions + values.limits.provisions,
            Text("both sides could hold more provisions than there are"),
        ),
    ]
    gold: Count
    iron: Count
    livestock: Count
    valkyries: Count
    black: Count
    grey: Count
    white: Count


class Start(Printed, frozen=True):
    silver: Count
    cards: Annotated[
        Count,
        ValueRule(
            lambda cards, values: cards <= sum(card.copies for card in values.townsfolk.values()),
            Text("the player starts with more cards than there are"),
        ),
    ]
    worker: Colour


class Limits(Printed, frozen=True):
    """The most that the player may have at the end of a turn; for crew and armour, at any time."""

    silver: Count
    provisions: Count
    cards: Count
    crew: Count
    armour: Count


class PerPoint(Printed, frozen=True):
    """How many pieces of each kind of plunder make one victory point at the end."""

    gold: Annotated[int, Meta(ge=1)]
    iron: Annotated[int, Meta(ge=1)]
    livestock: Annotated[int, Meta(ge=1)]


class Values(Printed, frozen=True):
    """The catalog's numbers: everything by id, in printed order. `french`: the French names of
    sites, buildings and townsfolk, by id."""

    set_aside: dict[SiteKind, Count]
    caps: Equipment
    difficulty: dict[Level, Equipment]
    pieces: Pieces
    player: Start
    limits: Limits
    dice_faces: Annotated[tuple[Face, ...], Meta(min_length=1)]
    valkyrie_points: Annotated[
        tuple[Count, ...],
        Meta(min_length=1),
        ValueRule(
            lambda points, values: never_falls(points), Text("the track's points never fall")
        ),
    ]
    armour_points: Annotated[
        tuple[tuple[Count, Count], ...],
        ValueRule(
            lambda flags, values: flags_stand([flag for flag, _ in flags], values.limits.armour),
            Text("flags rise and stand at most at {most}"),
            most=lambda flags, values: values.limits.armour,
        ),
    ]
    pieces_per_point: PerPoint
    fortresses_left: Annotated[
        Count,
        ValueRule(
            lambda left, values: fortress_space_count(values) > left,
            Text("the board has {fortresses} fortress spaces: the game would end as it begins"),
            fortresses=lambda left, values: fortress_space_count(values),
        ),
    ]
    offerings_face_up: Annotated[int, Meta(ge=1, le=9)]
    sites: dict[str, Site]
    buildings: dict[str, Building]
    offerings: Annotated[
        dict[str, Offering],
        ValueRule(
            lambda tiles, values: len(tiles) > values.offerings_face_up,
            Text("more than {shown} tiles are needed, or the game ends as it begins"),
            shown=lambda tiles, values: values.offerings_face_up,
        ),
    ]
    schemes: Annotated[
        dict[str, Scheme],
        ValueRule(
            lambda cards, values: len(cards) == DECK,
            Text("the deck has {deck} scheme cards, here are {here}"),
            deck=lambda cards, values: DECK,
            here=lambda cards, values: len(cards),
        ),
    ]
    townsfolk: dict[str, Townsfolk]
    french: dict[str, str]


def is_rising(numbers: Sequence[int]) -> bool:
    """Whether there are numbers, and each is greater than the one before."""
    return bool(numbers) and list(numbers) == sorted(set(numbers))


def never_falls(numbers: Sequence[int]) -> bool:
    """Whether each number is at least the one before."""
    return list(numbers) == sorted(numbers)


def flags_stand(flags: Sequence[int], most: int) -> bool:
    """Whether the flags of a track rise strictly, and none is above `most`."""
    return flags == sorted(set(flags)) and all(flag <= most for flag in flags)


def fortress_space_count(values: Values) -> int:
    """How many raid spaces fortresses have."""
    return sum(len(site.spaces) for site in values.sites.values() if site.kind == "fortress")
