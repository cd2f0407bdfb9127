"""A board with a part that has a name of its own, and with places that must stay empty."""

from typing import Annotated

from msgspec import Struct

from domain.titles.kit import Board, Conserved, Count, OneOf, Part, Setting, Text

Gold = Annotated[int, Count(Text("gold", "gold")), Conserved("gold")]
Worker = Annotated[
    str,
    OneOf(lambda board: ("black", "white"), Text("a colour", "une couleur"), empty=True),
    Conserved("worker {value}"),
]


class Held(Struct, frozen=True):
    gold: Gold
    worker: Worker = ""


class Box(Board, frozen=True):
    setting: Setting
    player: Annotated[Held, Part("player")]
    village: dict[str, Held]
