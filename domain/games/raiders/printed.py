"""The printed numbers: the shapes of `catalog.json`.

Everything that stands on a board, a card or a tile is data here, so that an organiser with the real scheme cards, or with a
promotional townsfolk, edits the catalog and no code. `checks.py` says what is contradictory.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import astuple

Colour = Literal["black", "grey", "white"]
SiteKind = Literal["harbour", "outpost", "monastery", "fortress"]
Count = Annotated[int, Meta(ge=0, le=99)]

COLOURS: tuple[Colour, ...] = ("black", "grey", "white")


class Printed(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything printed: an unknown field in a catalog is a fault, not a comment."""


class Goods(Printed, frozen=True, gc=False):
    """What is paid or gained: pieces of the general supply, cards of the hand, steps on the armour track."""

    silver: Count = 0
    provisions: Count = 0
    gold: Count = 0
    iron: Count = 0
    livestock: Count = 0
    cards: Count = 0
    armour: Count = 0

    def parts(self) -> tuple[tuple[str, int], ...]:
        """The goods that are there, with their amounts, in the order above."""
        return tuple([(name, n) for name, n in zip(self.__struct_fields__, astuple(self), strict=True) if n])


class Deal(Printed, frozen=True, gc=False):
    """One exchange with the general supply, open to workers of some colours."""

    gain: Goods
    pay: Goods = Goods()
    workers: tuple[Colour, ...] = COLOURS


# -- the automa's side ------------------------------------------------------------------------------------------------


class Gain(Printed, frozen=True, gc=False):
    """What the bottom of a scheme card gives when the opponent prepares."""

    armour: Count = 0
    provisions: Count = 0
    offering: Annotated[int, Meta(ge=0, le=1)] = 0


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


# -- the board --------------------------------------------------------------------------------------------------------


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
