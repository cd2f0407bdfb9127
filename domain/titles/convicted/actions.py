"""What the players choose before the siege: heroes, sections, and the actions of period II.

`Band` is a number of pieces of one kind; it is how every declaration names units.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from domain.kernel.text import same
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.field import (
    TOP_LEVEL,
    BuildingId,
    HeroId,
    Place,
    Resource,
    SectionId,
    Slot,
)
from domain.titles.convicted.words import Wording
from domain.titles.kit import Action, Text

UnitId = Annotated[
    str,
    Meta(max_length=40, description="A kind of unit or siege engine, by its id in the catalog."),
]
APlace = Annotated[Place, Meta(description="A section of the fortifications, or the city.")]
ASection = Annotated[
    SectionId,
    Meta(
        description="A section of the fortifications: a wall N, E, S, W or a tower NE, SE, SW, NW."
    ),
]
ASlot = Annotated[
    Slot, Meta(description="A slot of the ring of ditches and moats around the fortifications.")
]


class Band(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Some pieces of one kind."""

    unit: UnitId
    count: Annotated[int, Meta(ge=1, le=200, description="How many.")]


class ConvictedAction(Wording, Action, frozen=True):
    """Base of the actions of The Convicted; `by` says for whose seats they are entered."""

    by: ClassVar[Literal["players", "enemy", "all"]] = "players"


def may_enter(action: type[ConvictedAction], seat: str) -> bool:
    return action.by == "all" or (action.by == "enemy") == (seat == ENEMY)


class ChooseHero(ConvictedAction, frozen=True):
    """Take the card of a hero that nobody else has taken."""

    hero: Annotated[HeroId, Meta(description="The hero.")]


class ChooseSections(ConvictedAction, frozen=True):
    """Choose the sections of the fortifications you defend this turn."""

    sections: Annotated[
        tuple[SectionId, ...],
        Meta(min_length=1, max_length=8, description="The sections, each named once."),
    ]


class Fortify(ConvictedAction, frozen=True):
    """Raise a wall or tower by one level, for one action marker and its resources."""

    section: ASection
    level: Annotated[
        int,
        Meta(
            ge=1,
            le=TOP_LEVEL + 1,
            description="The level it is raised to: one above what stands there.",
        ),
    ]

    def storey(self, board: Board) -> Text:
        levels = board.setting.levels[self.section]
        return levels[min(self.level, len(levels) - 1)].name


class Dig(ConvictedAction, frozen=True):
    """Dig a section of ditch, for one action marker."""

    slot: ASlot


class Flood(ConvictedAction, frozen=True):
    """Improve a section of ditch into a moat, for one action marker and its resources."""

    slot: ASlot


class Build(ConvictedAction, frozen=True):
    """Build a part of the city or raise it by one level, for one action marker and its
    resources."""

    building: Annotated[BuildingId, Meta(description="The part of the city.")]
    level: Annotated[
        int, Meta(ge=1, le=9, description="The level it is raised to: one above what stands there.")
    ]


class Research(ConvictedAction, frozen=True):
    """Draw a technology card, for one action marker and the price of research."""


class Gather(ConvictedAction, frozen=True):
    """Collect a resource that is available, for one action marker."""

    resource: Annotated[Resource, Meta(description="The resource collected.")]


class Train(ConvictedAction, frozen=True):
    """Train units or build a siege engine, for one action marker and their resources."""

    unit: UnitId
    places: Annotated[
        tuple[Place, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="Where each of them is posted, one entry a piece.",
        ),
    ]

    def number(self, board: Board) -> Text:
        return same(str(len(self.places)))

    def posts(self, board: Board) -> Text:
        return same(", ".join(self.places))


class Repair(ConvictedAction, frozen=True):
    """Restore lost resistance of a section, for resources alone: repairing uses no action
    marker."""

    section: ASection
    points: Annotated[
        int, Meta(ge=1, le=TOP_LEVEL, description="How many points of resistance are restored.")
    ]
    gate: Annotated[
        bool,
        Meta(description="Repair the gates of the city instead of the wall; only in section N."),
    ] = False


class Enlist(ConvictedAction, frozen=True):
    """The Deserter trains one more unit, once a turn, without action marker or resources."""

    unit: UnitId
    place: APlace


class EndActions(ConvictedAction, frozen=True):
    """End your actions of this turn; markers you have left are lost."""
