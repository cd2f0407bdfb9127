"""What is counted in this game, with its words: goods, workers' colours, kinds of places; and the
amounts of each that are printed.

Everything that stands on a board, a card or a tile is data of the catalog, so that an organiser
with the real scheme cards, or with a promotional townsfolk, edits the catalog and no code.
`check.py` says what is contradictory.
"""

from functools import reduce
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import astuple

from domain.kernel.text import listed, texts
from domain.titles.kit import Text

Colour = Literal["black", "grey", "white"]
SiteKind = Literal["harbour", "outpost", "monastery", "fortress"]
Count = Annotated[int, Meta(ge=0, le=99)]

COLOURS: tuple[Colour, ...] = ("black", "grey", "white")
KINDS: tuple[SiteKind, ...] = ("harbour", "outpost", "monastery", "fortress")
PLUNDER = ("gold", "iron", "livestock", "valkyries")

GOODS = texts("""
silver | silver
provisions | provisions
gold [raiders] | gold
iron [raiders] | iron
livestock | livestock
valkyries | Valkyries
cards | cards
armour | armour
offering | offering
""")
_ONE = texts("""
provisions | provision
valkyries | Valkyrie
cards | card
""")
COLOUR_NAMES = texts("""
black | black
grey | grey
white | white
""")
KIND_NAMES = texts("""
harbour | harbour
outpost | outpost
monastery | monastery
fortress | fortress
""")


def amount(n: int, name: str) -> Text:
    word = _ONE.get(name, GOODS[name]) if n == 1 else GOODS[name]
    return Text("{n} {word}", n=n, word=word)


def amounts(**parts: int) -> Text:
    return listed(tuple(amount(n, name) for name, n in parts.items() if n), Text("nothing"))


def either(colours: tuple[Colour, ...]) -> Text:
    return reduce(
        lambda first, other: Text("{one} or {other}", one=first, other=other),
        [COLOUR_NAMES[colour] for colour in colours],
    )


class Printed(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything printed: an unknown field in a catalog is a fault, not a comment."""


class Goods(Printed, frozen=True, gc=False):
    """What is paid or gained: pieces of the general supply, cards of the hand, steps on the armour
    track."""

    silver: Count = 0
    provisions: Count = 0
    gold: Count = 0
    iron: Count = 0
    livestock: Count = 0
    cards: Count = 0
    armour: Count = 0

    def parts(self) -> tuple[tuple[str, int], ...]:
        return tuple(
            [(name, n) for name, n in zip(self.__struct_fields__, astuple(self), strict=True) if n]
        )

    @property
    def said(self) -> Text:
        return amounts(**dict(self.parts()))


class Deal(Printed, frozen=True, gc=False):
    gain: Goods
    pay: Goods = Goods()
    workers: tuple[Colour, ...] = COLOURS


class Gain(Printed, frozen=True, gc=False):
    """What the bottom of a scheme card gives when the opponent prepares."""

    armour: Count = 0
    provisions: Count = 0
    offering: Annotated[int, Meta(ge=0, le=1)] = 0

    @property
    def said(self) -> Text:
        return amounts(armour=self.armour, provisions=self.provisions, offering=self.offering)
