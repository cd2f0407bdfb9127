"""The actions of Raiders. Their fields are the only definition: the API's schema and messages are
derived from them."""

from typing import Annotated

from msgspec import Meta

from domain.titles.kit import Action
from domain.titles.raiders.values import Goods, Printed, Scheme


class Outcome(Printed, frozen=True, gc=False):
    """The result of a card that the catalog cannot describe, as the table states it. It is checked
    against supply, limits and conservation."""

    pay: Annotated[Goods, Meta(description="What the player gave to the supply.")] = Goods()
    gain: Annotated[Goods, Meta(description="What the player got from the supply.")] = Goods()
    armour: Annotated[int, Meta(ge=0, le=99, description="Armour the opponent lost.")] = 0
    provisions: Annotated[int, Meta(ge=0, le=99, description="Provisions the opponent lost.")] = 0
    taken: Annotated[bool, Meta(description="Whether the lost provisions went to the player.")] = (
        False
    )


class PlaceWorker(Action, frozen=True, gc=False):
    """Place the worker in hand on a free building of the village."""

    building: Annotated[str, Meta(max_length=40, description="The building, e.g. `mill`.")]


class TakeWorker(Action, frozen=True, gc=False):
    """Take a worker from another building of the village."""

    building: Annotated[str, Meta(max_length=40, description="The building, e.g. `gate-house`.")]


class UseBuilding(Action, frozen=True, gc=False):
    """Make one of the exchanges that the building gives the worker."""

    deal: Annotated[
        int, Meta(ge=1, le=99, description="Which exchange, counted as the catalog lists them.")
    ] = 1


class HireCrew(Action, frozen=True, gc=False):
    """Hire a townsfolk of the hand as crew at the Barracks."""

    card: Annotated[str, Meta(max_length=40, description="The townsfolk, e.g. `archer`.")]
    instead_of: Annotated[
        str, Meta(max_length=40, description="A crew member to discard first; empty for none.")
    ] = ""


class PlayTownsfolk(Action, frozen=True, gc=False):
    """Play a townsfolk from the hand for its Town Hall action. The card decides which of the other
    fields are needed."""

    card: Annotated[str, Meta(max_length=40, description="The townsfolk, e.g. `berserker`.")]
    deal: Annotated[
        int,
        Meta(
            ge=1,
            le=99,
            description="Which of the card's exchanges, counted as the catalog lists them.",
        ),
    ] = 1
    hire: Annotated[
        str,
        Meta(max_length=40, description="The townsfolk of the hand that the card lets you hire."),
    ] = ""
    crew: Annotated[
        str, Meta(max_length=40, description="The crew member lost, swapped or discarded for it.")
    ] = ""
    offering: Annotated[
        str, Meta(max_length=40, description="The offering that the card lets you make.")
    ] = ""
    less: Annotated[
        str, Meta(max_length=40, description="What the offering costs less of, e.g. `gold`.")
    ] = ""
    building: Annotated[
        str, Meta(max_length=40, description="The building whose action the card lets you use.")
    ] = ""
    outcome: Annotated[
        Outcome | None,
        Meta(description="What came of it, for a card whose action the table declares."),
    ] = None


class MakeOffering(Action, frozen=True, gc=False):
    """Make an offering to the chieftain at the Long House."""

    offering: Annotated[str, Meta(max_length=40, description="The face-up tile, e.g. `O07`.")]


class Forgo(Action, frozen=True, gc=False):
    """Forgo a possible action: the building's, or another roll of a die."""


class Raid(Action, frozen=True, gc=False):
    """Place the worker in hand on a raid space and raid it with the whole crew."""

    site: Annotated[str, Meta(max_length=40, description="The settlement, e.g. `harbour-left`.")]
    space: Annotated[int, Meta(ge=1, le=9, description="Which of its spaces, counted from 1.")]


class Reroll(Action, frozen=True, gc=False):
    """Roll one die of the raid again."""

    die: Annotated[int, Meta(ge=1, le=9, description="Which die, counted from 1.")]


class LoseCrew(Action, frozen=True, gc=False):
    """Choose the crew members that the Valkyries of the raid kill."""

    crew: Annotated[
        tuple[str, ...],
        Meta(max_length=9, description="The crew members lost, one for each Valkyrie."),
    ]


class Reveal(Action, frozen=True, gc=False):
    """Reveal the opponent's next scheme card, which decides its turn."""

    card: Annotated[
        Scheme | None,
        Meta(description="What the card says, if the table plays with its own scheme cards."),
    ] = None
