"""The printed numbers: the shapes of `catalog.json`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.games.raiders.cards import Townsfolk
from domain.games.raiders.goods import Colour, Count, Deal, Gain, Goods, Printed, SiteKind

Level = Literal["normal", "hard", "heroic"]
Face = Annotated[int, Meta(ge=0, le=99)]


class Scheme(Printed, frozen=True, gc=False):
    """A scheme card: the raid it wants, what preparing gives, and the building it forbids."""

    site: Annotated[str, Meta(max_length=40, description="The place of the raid, e.g. `outpost-right`.")]
    armour: Annotated[int, Meta(ge=0, le=99, description="Armour the opponent needs.")]
    provisions: Annotated[int, Meta(ge=0, le=99, description="Provisions the opponent needs and pays.")]
    points: Annotated[int, Meta(ge=0, le=99, description="Victory points for the raid.")]
    order: Annotated[
        tuple[Count, ...], Meta(min_length=1, max_length=9, description="The spaces of the place, first choice first.")
    ]
    blocks: Annotated[str, Meta(max_length=40, description="The building forbidden in the player's next turn, e.g. `mill`.")]
    prepare: Annotated[Gain, Meta(description="What the opponent gains if it cannot raid.")] = Gain()


class Strength(Printed, frozen=True, gc=False):
    """Armour and provisions: the automa's limits, and what a difficulty gives it."""

    armour: Count
    provisions: Count


class RaidSpace(Printed, frozen=True, gc=False):
    """One space of a raid site: pieces drawn onto it at set-up and the worker found there."""

    plunder: Count
    worker: Colour


class Site(Printed, frozen=True):
    """A settlement to raid. `tiers` are (military strength, victory points), rising."""

    name: str
    kind: SiteKind
    provisions: Count
    gold: Count
    crew: Count
    dice: Count
    workers: tuple[Colour, ...]
    tiers: tuple[tuple[Count, Count], ...]
    spaces: tuple[RaidSpace, ...]


class Building(Printed, frozen=True):
    """A building of the village: who may stand there and what its action is. `start` is the worker it opens with."""

    name: str
    workers: tuple[Colour, ...]
    start: Colour | None = None
    deals: tuple[Deal, ...] = ()
    hires: bool = False
    plays: bool = False
    offers: bool = False


class Offering(Printed, frozen=True, gc=False):
    """An offering tile: what it costs the player and what it is worth to whoever holds it at the end."""

    cost: Goods
    points: Count


class Pieces(Printed, frozen=True):
    """What is in the box."""

    silver: Count
    provisions: Count
    gold: Count
    iron: Count
    livestock: Count
    valkyries: Count
    black: Count
    grey: Count
    white: Count


class Start(Printed, frozen=True):
    """What the player begins with."""

    silver: Count
    cards: Count
    worker: Colour


class Limits(Printed, frozen=True):
    """What the player may hold when his turn ends; the crew and the armour track bind at any time."""

    silver: Count
    provisions: Count
    cards: Count
    crew: Count
    armour: Count


class PerPoint(Printed, frozen=True):
    """How many pieces of each plunder make one victory point at the end."""

    gold: Annotated[int, Meta(ge=1)]
    iron: Annotated[int, Meta(ge=1)]
    livestock: Annotated[int, Meta(ge=1)]


class Values(Printed, frozen=True):
    """`catalog.json`: everything by id, in printed order. `french` gives the French name of whatever has an English one."""

    set_aside: dict[SiteKind, Count]
    caps: Strength
    difficulty: dict[Level, Strength]
    pieces: Pieces
    player: Start
    limits: Limits
    dice_faces: Annotated[tuple[Face, ...], Meta(min_length=1)]
    valkyrie_points: Annotated[tuple[Count, ...], Meta(min_length=1)]
    armour_points: tuple[tuple[Count, Count], ...]
    pieces_per_point: PerPoint
    fortresses_left: Count
    offerings_face_up: Annotated[int, Meta(ge=1, le=9)]
    sites: dict[str, Site]
    buildings: dict[str, Building]
    offerings: dict[str, Offering]
    schemes: dict[str, Scheme]
    townsfolk: dict[str, Townsfolk]
    french: dict[str, str]
