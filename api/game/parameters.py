"""Parameters and fields shared by requests about games."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game.notes.conditions import LONGEST_TAG, TAG
from domain.game.record.records import ChanceMode
from domain.titles.contract.chance import Value

Who = Annotated[
    str,
    Meta(
        description="Who looks: `public`, `arbiter` or a seat's id; the link's own seat, or the "
        "public, without it."
    ),
]

TheSeat = Annotated[str, Meta(description="The seat for which this is done.")]

Tag = Annotated[
    str,
    Meta(
        pattern=TAG,
        min_length=1,
        max_length=LONGEST_TAG,
        description="A word: letters, digits, then also `_ . : / -` or spaces.",
    ),
]

AnyAction = Annotated[
    Any,
    Meta(
        description="An action of the game's title, as `GET /legal` offers it.",
        extra_json_schema={"$ref": "#/components/schemas/Action"},
    ),
]

Lists = tuple[tuple[Value, ...], ...]

Values = Annotated[
    Lists | dict[str, Lists],
    Meta(
        description="What the table rolled: one list for each use of chance, in the order asked; "
        "or, by the `kind` of roll, "
        "its lists in that order, so that an action with several uses of chance is entered at once."
    ),
]

Salt = Annotated[
    str,
    Meta(
        description="In a game with seals: what the seal of this action was made with, 32 bytes "
        "in hex; empty for actions that are "
        "not sealed (`GET /games/{game}/seals`).",
        max_length=64,
    ),
]

TheTitle = Annotated[str, Meta(description="The title's id.")]

TheCatalog = Annotated[
    str, Meta(description="A catalog of the title by name, or one kept here by its SHA-256.")
]

Players = Annotated[
    int | None, Meta(description="How many players sit down; without it, the title's usual number.")
]

Chance = Annotated[ChanceMode, Meta(description="Whether the service draws or the table rolls.")]


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameter of the audience that reads a game."""

    audience: Who = ""
