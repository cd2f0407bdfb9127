"""The types of a title: actions that seats choose, facts that became true, and the board they are
about; verdicts and offers; metadata, scores and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct

from domain.kernel import fields
from domain.kernel.amounts import Amount
from domain.kernel.text import NO_WORDS, Text, either

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


# -- what judging answers, and what a seat may do now ----------------------------------------------


class Verdict(Struct, frozen=True, gc=False):
    """Legal, or illegal with the rule it breaks (as the rule text numbers or heads it) and a
    sentence."""

    legal: bool
    code: str = ""
    rule: str = ""
    text: Text = NO_WORDS


LEGAL = Verdict(True)


def illegal(code: str, rule: str, text: Text | str, fr: str = "") -> Verdict:
    """An illegal verdict: a stable slug, the rule's heading or number, and why."""
    return Verdict(False, code, rule, either(text, fr))


class Choice(Struct, frozen=True):
    """One action that may be posted as it is, with the words for its button."""

    action: Action
    label: Text


Field = fields.Field


class Template(Struct, frozen=True):
    """A family of actions too large to list: its fields with what each may be, and one complete
    legal example."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: Action


class Legal(Struct, frozen=True):
    """What a seat may do now. Every listed action and every example is judged legal."""

    choices: tuple[Choice, ...] = ()
    templates: tuple[Template, ...] = ()


# -- what a title says of itself, and of how a game of it stands -----------------------------------


class ScoreLine(Struct, frozen=True):
    """One seat's points and what they are made of: exact, where they come in parts of a point."""

    seat: str
    points: Amount
    parts: tuple[tuple[Text, Amount], ...] = ()


class Outcome(Struct, frozen=True):
    """How the game ended: a stable slug for the ending, the seats that won (none: lost or drawn),
    and a sentence."""

    code: str
    winners: tuple[str, ...]
    text: Text


class Ranking(Struct, frozen=True):
    """How a game ended, and the place of every seat where that is not who has won and then who has
    more points."""

    outcome: Outcome | None
    places: Mapping[str, int] = {}


class SeatSpec(Struct, frozen=True):
    id: str
    role: Role
    name: Text


class Reading(Struct, frozen=True):
    """How an unclear sentence of the rule text is read here, and the option that reads it
    otherwise, if any."""

    id: str
    rule: str
    text: Text
    option: str = ""


class About(Struct, frozen=True):
    """A title's metadata, shown by `GET /rulesets`. `rules` names the publisher's rules that are
    followed, `editions` the catalogs that come with the title, by name, where one's own words for
    it are not for both languages."""

    title: Text
    edition: Text
    rules: Text
    seats: tuple[int, ...]
    """Numbers of players that can sit down."""
    readings: tuple[Reading, ...]
    endings: tuple[str, ...]
    """Every code `outcome` can give: each wants a recorded game in `tests/records/`."""
    editions: Mapping[str, Text] = {}
    ending_names: Mapping[str, Text] = {}
    """What each of the endings is called, by its code."""
