"""The actions of Training Grounds. Several cards can offer the same action (Special offers four),
so an action names its card."""

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
    """Set-up: place your first units in any territories of your base tile."""

    units: Annotated[
        dict[str, Annotated[int, Meta(ge=1)]],
        Meta(
            description="How many units in which territory of the base tile; together the number "
            "the set-up gives."
        ),
    ]


class Recruit(Action, frozen=True):
    """Add a unit on your base tile or in a territory where you have a Training Camp; each Camp
    there adds one more."""

    card: Card
    territory: Annotated[
        str, Meta(description="The territory that receives the units, or any area of it.")
    ]


class Build(Action, frozen=True):
    """Place a building on a free slot of a territory you control."""

    card: Card
    building: Annotated[str, Meta(description="The kind of building, by its id in the catalog.")]
    territory: Annotated[str, Meta(description="The territory to build in, or any area of it.")]


class Explore(Action, frozen=True):
    """Turn up a face-down tile connected to a territory you control. Its orientation stays as it is
    found."""

    card: Card
    cell: Annotated[
        str,
        Meta(description="The cell of the face-down tile: `B2` is the second column, second row."),
    ]


class Advance(Action, frozen=True):
    """Move all units of a territory beside the explored tile into an enemy territory beside it, and
    fight there."""

    origin: Annotated[
        str, Meta(description="One's territory beside the explored tile, or any area of it.")
    ]
    target: Annotated[
        str,
        Meta(description="The enemy territory beside it that is fought for, or any area of it."),
    ]


class Move(Action, frozen=True):
    """Activate a card that moves units, and take its first step. Crossing a rough border takes both
    steps of a Move 2."""

    card: Card
    origin: Origin
    target: Target
    units: Units


class Step(Action, frozen=True):
    """Take the second step of a Move 2, with the same units or others."""

    origin: Origin
    target: Target
    units: Units


class Stop(Action, frozen=True):
    """Forgo the second step of a Move 2 and end the turn."""


class Renew(Action, frozen=True):
    """Activate Renew: your rival scores his trios and Monopolies; then you may turn your cards face
    up."""

    turn_up: Annotated[
        bool, Meta(description="Whether all one's cards are turned face up again.")
    ] = True


class CombatRenew(Action, frozen=True):
    """After your Renew card was drawn as your combat bonus: turn all your cards face up, or leave
    them. Nobody scores."""

    turn_up: Annotated[
        bool, Meta(description="Whether all one's cards are turned face up again.")
    ] = True


class Retreat(Action, frozen=True):
    """After a lost combat, move all surviving units into one adjacent territory that is neutral or
    your own."""

    target: Annotated[str, Meta(description="The territory to retreat to, or any area of it.")]
