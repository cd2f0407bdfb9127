"""What a player can do. A card is named because several cards may offer the same action (Special
offers four)."""

from typing import Annotated

from msgspec import Meta

from domain.titles.kit import Action

Card = Annotated[
    str, Meta(description="The face-up Action card to activate, by its id in the catalog.")
]
Origin = Annotated[
    str, Meta(description="The territory the units leave, or any area of it: `T04a`.")
]
Target = Annotated[
    str, Meta(description="The adjacent territory the units enter, or any area of it.")
]
Units = Annotated[int, Meta(description="How many units make the step.", ge=1)]


class PlaceUnits(Action, frozen=True):
    """Set-up: place the first units freely over the territories of one's base tile."""

    units: Annotated[
        dict[str, Annotated[int, Meta(ge=1)]],
        Meta(
            description="How many units in which territory of the base tile; together the number "
            "the set-up gives."
        ),
    ]


class Recruit(Action, frozen=True):
    """Add a unit on the base tile or in a territory with one's Training Camp, and one more for each
    Camp there."""

    card: Card
    territory: Annotated[
        str, Meta(description="The territory that receives the units, or any area of it.")
    ]


class Build(Action, frozen=True):
    """Place a building on a free slot of a territory one controls."""

    card: Card
    building: Annotated[str, Meta(description="The kind of building, by its id in the catalog.")]
    territory: Annotated[str, Meta(description="The territory to build in, or any area of it.")]


class Explore(Action, frozen=True):
    """Turn up a face-down tile connected to a territory one controls; it stays in the orientation
    it is found in."""

    card: Card
    cell: Annotated[
        str,
        Meta(description="The cell of the face-down tile: `B2` is the second column, second row."),
    ]


class Advance(Action, frozen=True):
    """Lead all units of a territory beside the explored tile into an enemy territory beside it, and
    fight there."""

    origin: Annotated[
        str, Meta(description="One's territory beside the explored tile, or any area of it.")
    ]
    target: Annotated[
        str,
        Meta(description="The enemy territory beside it that is fought for, or any area of it."),
    ]


class Move(Action, frozen=True):
    """Activate a card that moves, with its first step; a rough border takes both steps of a Move
    2."""

    card: Card
    origin: Origin
    target: Target
    units: Units


class Step(Action, frozen=True):
    """Take the step that is left of a Move 2, with the same units or others."""

    origin: Origin
    target: Target
    units: Units


class Stop(Action, frozen=True):
    """Leave the rest of a Move 2 unused, which makes it a Move 1, and end the turn."""


class Renew(Action, frozen=True):
    """Activate Renew: the rival scores his trios and Monopolies, then one's cards may be turned
    face up."""

    turn_up: Annotated[
        bool, Meta(description="Whether all one's cards are turned face up again.")
    ] = True


class CombatRenew(Action, frozen=True):
    """Answer one's Renew card drawn as combat bonus: turn all cards face up or leave them; nobody
    scores."""

    turn_up: Annotated[
        bool, Meta(description="Whether all one's cards are turned face up again.")
    ] = True


class Retreat(Action, frozen=True):
    """After a lost combat, lead all surviving units into one adjacent territory that is neutral or
    one's own."""

    target: Annotated[str, Meta(description="The territory to retreat to, or any area of it.")]
