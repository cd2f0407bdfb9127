"""Base types of a title: actions that seats choose, facts that became true, and the board they are
about."""

from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct

from domain.kernel.text import Text

Audience = str
"""Who looks: `public`, `arbiter`, or a seat's id."""

PUBLIC: Audience = "public"
ARBITER: Audience = "arbiter"

Role = Literal["player", "automa", "chance"]

Shape = Literal["tall", "wide"]
"""What a board's picture is drawn for: a phone held upright, or a screen that is wider than
high."""

TALL: Shape = "tall"
WIDE: Shape = "wide"


@cache
def kebab(name: str) -> str:
    """`MoveUnits` -> `move-units`: the tag of an action or fact in JSON."""
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def in_words(name: str) -> str:
    """`UnitsMoved` -> `Units moved`: what a kind is called where nothing else is said."""
    return kebab(name).replace("-", " ").capitalize()


class Action(
    Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True
):
    """Base of a title's actions. Field types and `msgspec.Meta` descriptions are the only
    definition of an action: the API's validation, messages and OpenAPI schema are derived from
    them. The docstring is its description."""


class Fact(Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """Base of a title's facts: one thing that became true. Stored for ever; a field added later has
    a default.

    `reveals` marks facts that show hidden information: undo alone never goes back across one.
    `signed` names the fields whose numbers can be below 0: all others count something. `settles`
    marks facts that say how a combat went: pages show them before anything else. `foretold` marks
    facts that pages tell before the action is sent that they come of
    (`domain/titles/foresight.py`).
    """

    reveals: ClassVar[bool] = False
    settles: ClassVar[bool] = False
    foretold: ClassVar[bool] = False
    signed: ClassVar[tuple[str, ...]] = ()


class Board(Struct, frozen=True, gc=False, omit_defaults=True):
    """Base of a title's board. Defaults are left out when it is written, so a field added later
    with a default changes no fingerprint of an old game. Every title's board has a field
    `setting`."""

    def word(self, field: str, value: object) -> Text:
        """What people call a value of a field of a fact or action: by default what the setting
        calls it. A title in which things get their names while it is played says so here."""
        return self.setting.word(field, value)  # type: ignore[attr-defined, no-any-return]


class Slot(Struct, frozen=True):
    """What seats choose in secret at a position: its name, in words that no other choice of the
    game has (`bid 3.1`), and the seats that have yet to choose."""

    name: str
    seats: tuple[str, ...]


Changed = frozenset[str]
"""Ids of places and seats that differ from another position."""

NOTHING: Changed = frozenset()
