"""The types of a title: actions, facts and the board; verdicts and offers; metadata, scores and
outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct

from domain.kernel import fields
from domain.kernel.amounts import Amount
from domain.kernel.text import NO_WORDS, Text

Audience = str
"""Who looks: `public`, `arbiter`, or a seat's id."""

PUBLIC: Audience = "public"
ARBITER: Audience = "arbiter"

Role = Literal["player", "automa", "chance"]

Shape = Literal["tall", "wide"]
"""The shape of a picture: for a phone held upright, or for a screen that is wider than high."""

TALL: Shape = "tall"
WIDE: Shape = "wide"


@cache
def kebab(name: str) -> str:
    """`MoveUnits` -> `move-units`: the tag of an action or fact in JSON."""
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def in_words(name: str) -> str:
    """`UnitsMoved` -> `Units moved`: the default name of a kind."""
    return kebab(name).replace("-", " ").capitalize()


class Action(
    Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True
):
    """Base of a title's actions. Field types and `msgspec.Meta` descriptions are an action's only
    definition: the API's validation, messages and OpenAPI schema are derived from them. The
    docstring is its description."""


class Fact(Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """Base of a title's facts: one thing that became true. Facts are stored for ever; a field added
    later has a default.

    `reveals`: shows hidden information, so undo alone never goes back across it. `settles`: says
    how a combat went, so pages show it first. `foretold`: pages show it before the action is sent
    that leads to it (`domain/titles/foresight.py`). `signed` names the fields whose numbers can be
    negative; all others count something.
    """

    reveals: ClassVar[bool] = False
    settles: ClassVar[bool] = False
    foretold: ClassVar[bool] = False
    signed: ClassVar[tuple[str, ...]] = ()


class Board(Struct, frozen=True, gc=False, omit_defaults=True):
    """Base of a title's board, which has a field `setting`. Defaults are left out in JSON, so a
    later field with a default changes no fingerprint of an old game."""

    def word(self, field: str, value: object) -> Text:
        """The label of a value of a fact's or action's field; by default the setting's. Titles
        whose things get names during play override it."""
        return self.setting.word(field, value)  # type: ignore[attr-defined, no-any-return]


class Slot(Struct, frozen=True):
    """A secret choice at a position: its name, unique in the game (`bid 3.1`), and the seats that
    have yet to choose."""

    name: str
    seats: tuple[str, ...]


Changed = frozenset[str]
"""Ids of places and seats that differ from another position."""

NOTHING: Changed = frozenset()


# -- what judging answers, and what a seat may do now ----------------------------------------------


class Verdict(Struct, frozen=True, gc=False):
    """Legal, or illegal with the broken rule (by number or heading) and a sentence."""

    legal: bool
    code: str = ""
    rule: str = ""
    text: Text = NO_WORDS


LEGAL = Verdict(True)


def illegal(code: str, rule: str, text: Text) -> Verdict:
    """An illegal verdict: a stable slug, the rule's heading or number, and why."""
    return Verdict(False, code, rule, text)


class Choice(Struct, frozen=True):
    """An action that can be posted as it is, with its button's label."""

    action: Action
    label: Text


Field = fields.Field


class Template(Struct, frozen=True):
    """A family of actions too large to list: its fields with their possible values, and one
    complete legal example."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: Action


class Legal(Struct, frozen=True):
    """The offers to a seat. Every listed action and every example is legal."""

    choices: tuple[Choice, ...] = ()
    templates: tuple[Template, ...] = ()


# -- what a title says of itself, and of how a game of it stands -----------------------------------


class ScoreLine(Struct, frozen=True):
    """A seat's points and their parts, as exact amounts."""

    seat: str
    points: Amount
    parts: tuple[tuple[Text, Amount], ...] = ()


class Outcome(Struct, frozen=True):
    """How the game ended: a stable slug for the ending, the winners (empty: lost or drawn), and a
    sentence."""

    code: str
    winners: tuple[str, ...]
    text: Text


class Ranking(Struct, frozen=True):
    """A game's outcome, and every seat's place if it is not decided by winning and then by
    points."""

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
    implemented; `editions` are the names of the title's catalogs, where the file's own do not serve
    both languages."""

    title: Text
    edition: Text
    rules: Text
    seats: tuple[int, ...]
    """The numbers of players that can play."""
    readings: tuple[Reading, ...]
    endings: tuple[str, ...]
    """Every code of `outcome`; each needs a recorded game in `tests/records/`."""
    editions: Mapping[str, Text] = {}
    ending_names: Mapping[str, Text] = {}
    """The names of the endings by code."""
