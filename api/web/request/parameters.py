"""Parameters and fields that several requests have, and pages of lists."""

from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct

from api.web.body import NO_PAGE, Moment, current_request, invalid_parameters
from api.web.problems.problem import Problem
from domain.game.notes.conditions import LONGEST_TAG, TAG
from domain.game.record.records import ChanceMode
from domain.kernel.commitments import MOST
from domain.titles.contract.chance import Value
from projections.store.keys import BadCursor, cursor

At = Annotated[int | None, Meta(description="The record to look at; the newest without it.")]


class Before(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[
        int | None,
        Meta(description="Where a record is damaged: the record before it to look at."),
    ] = None


def asked_at() -> int | None:
    """The record that a request names as `at`, to look at what is before a damaged one."""
    text = current_request().args.get("at", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


Who = Annotated[
    str,
    Meta(
        description="Who looks: `public`, `arbiter` or a seat's id; the link's own seat, or the "
        "public, without it."
    ),
]


Words = Annotated[
    str,
    Meta(
        description="Free text; it can be erased later without breaking the record.",
        max_length=MOST,
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

ClientAt = Annotated[Moment | None, Meta(description="The time by the sender's clock.")]

TheTitle = Annotated[str, Meta(description="The title's id.")]

TheCatalog = Annotated[
    str, Meta(description="A catalog of the title by name, or one kept here by its SHA-256.")
]

Players = Annotated[
    int | None, Meta(description="How many players sit down; without it, the title's usual number.")
]

Chance = Annotated[ChanceMode, Meta(description="Whether the service draws or the table rolls.")]


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    audience: Who = ""


T = TypeVar("T")


class ListPage(Struct, Generic[T], frozen=True):
    """A page of a list: `after` is the cursor of the page that follows, if one does."""

    items: tuple[T, ...]
    after: str
    total: int | None = None


def page_of(rows: Iterable[tuple[int, T]], limit: int, total: int | None = None) -> ListPage[T]:
    taken = list(islice(rows, limit + 1))
    after = str(taken[limit - 1][0]) if len(taken) > limit else ""
    return ListPage(tuple(item for _, item in taken[:limit]), after, total)


def below(after: str) -> float:
    """The number below which a page begins; raises `invalid-parameters` for a cursor that is
    none."""
    try:
        return cursor(after)
    except BadCursor:
        raise invalid_parameters({"after": NO_PAGE}) from None


def cursor_in(text: str) -> str:
    """A cursor in the address of a page; empty for what is none."""
    try:
        below(text)
    except Problem:
        return ""
    return text
