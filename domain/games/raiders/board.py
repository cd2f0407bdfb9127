"""The position: both sides, the village, the raid spaces, the general supply, and whose moment it is."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field

from domain.games.raiders.field import Stage, Trigger
from domain.games.raiders.naming import WORDS, tile
from domain.games.raiders.options import Options
from domain.games.raiders.people import Townsfolk
from domain.games.raiders.printed import Building, Scheme, Site
from domain.games.raiders.values import Values
from domain.rules.catalogs.catalog import Catalog
from domain.rules.ruleset import Board, SeatSpec, Setting
from domain.rules.text import Text


class Space(Struct, frozen=True, gc=False, omit_defaults=True):
    """One raid space: the pieces that lie on it and the worker that stands there, if any."""

    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    worker: str = ""

    @property
    def plunder(self) -> int:
        """How many pieces lie here; Valkyries are plunder too."""
        return self.gold + self.iron + self.livestock + self.valkyries


class Player(Struct, frozen=True, gc=False, omit_defaults=True):
    """The player's side. `cards` is the number in hand (which ones they are, the table knows); `worker` the one in hand."""

    silver: int = 0
    provisions: int = 0
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    cards: int = 0
    armour: int = 0
    valkyries: int = 0
    points: int = 0
    worker: str = ""
    crew: tuple[str, ...] = ()
    offerings: tuple[str, ...] = ()


class Automa(Struct, frozen=True, gc=False, omit_defaults=True):
    """The opponent's ship: its reserve and markers. It has no silver, no cards, no worker and keeps no plunder. `face_down` is the
    number of its tiles that nobody has seen: until the end they can be any of the stack's."""

    armour: int = 0
    provisions: int = 0
    valkyries: int = 0
    points: int = 0
    offerings: tuple[str, ...] = ()
    face_down: int = 0


class Supply(Struct, frozen=True, gc=False):
    """The general supply: pieces on neither side. Before set-up the plunder here is what is in the bag."""

    silver: int
    provisions: int
    gold: int
    iron: int
    livestock: int
    valkyries: int
    black: int
    grey: int
    white: int
    cards: int


class Assault(Struct, frozen=True, gc=False, omit_defaults=True):
    """A raid of the player under way: the worker he sent, the dice, rerolls left, crew still to be lost."""

    space: str
    worker: str
    dice: tuple[int, ...] = ()
    rerolls: int = 0
    deaths: int = 0


class RaidersBoard(Board, frozen=True, gc=False):
    """The whole position. Scheme cards and offering tiles are ids; the pile and the stack are sets without an order. Tiles that lie
    face down before the opponent are still in `stack`. `discards` are the townsfolk discarded by name since the deck was last
    shuffled, `unnamed` the number of others."""

    setting: RaidersSetting
    spaces: dict[str, Space]
    village: dict[str, str]
    player: Player
    automa: Automa
    supply: Supply
    stack: tuple[str, ...]
    pile: tuple[str, ...]
    stage: Stage = "place"
    round: int = 1
    face_up: tuple[str, ...] = ()
    sunk: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    entered: dict[str, Scheme] = field(default_factory=dict)
    revealed: str = ""
    blocked: str = ""
    placed: str = ""
    using: str = ""
    colour: str = ""
    actions: int = 0
    assault: Assault | None = None
    trigger: Trigger = ""
    trigger_by: str = ""
    turns_left: int = 0
    discards: tuple[str, ...] = ()
    unnamed: int = 0

    @property
    def tiles_left(self) -> int:
        """How many tiles the stack of offerings has."""
        return len(self.stack) - self.automa.face_down + len(self.sunk)

    @property
    def deck(self) -> int:
        """How many townsfolk can be drawn before the discarded ones are shuffled."""
        return self.supply.cards - len(self.discards) - self.unnamed

    def scheme(self, id: str) -> Scheme:
        """A scheme card by id: from the catalog, or as the table entered it."""
        return self.entered.get(id) or self.setting.values.schemes[id]


class RaidersSetting(Setting):
    """The catalog with what every judgement looks up: names in both languages and the raid spaces by id."""

    values: Values
    options: Options

    def __init__(self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]) -> None:
        super().__init__(catalog, values, options, seats)
        named: dict[str, Site | Building | Townsfolk] = {**values.sites, **values.buildings, **values.townsfolk}
        self.names = {id: Text(thing.name, values.french.get(id, thing.name)) for id, thing in named.items()}
        self.site_of: dict[str, str] = {
            space_id(site, n): site for site, printed in values.sites.items() for n in range(1, len(printed.spaces) + 1)
        }
        self.fortresses = tuple(s for s, site in self.site_of.items() if values.sites[site].kind == "fortress")

    @cached_property
    def called(self) -> dict[str, Text]:
        """Everything an action can name."""
        return {**self.names, **WORDS, **{id: tile(printed) for id, printed in self.values.offerings.items()}}

    def label(self, id: str) -> Text:
        """The name of a site, building or townsfolk; an id that is not one stands for itself."""
        return self.names.get(id) or Text(id, id)

    def space_label(self, space: str) -> Text:
        """`Right Outpost, space 1`."""
        name, number = self.label(self.site_of.get(space, space)), space.rpartition("-")[2]
        return Text(f"{name.en}, space {number}", f"{name.fr}, emplacement {number}")


def space_id(site: str, number: int) -> str:
    """The id of a site's n-th space, counted from 1: `outpost-right-1`."""
    return f"{site}-{number}"


def swap(mapping: dict[str, str], key: str, value: str) -> dict[str, str]:
    """A copy of the village with one building changed; no worker is no entry."""
    changed = {**mapping, key: value}
    if not value:
        del changed[key]
    return changed
