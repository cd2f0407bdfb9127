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

    `reveals`: the fact shows hidden information, so a player cannot take it back without consent.
    `reports_combat`: it reports how a combat went, so pages show it first. `foretold`: pages show
    the fact before a player sends the action that leads to it (`domain/titles/foresight.py`).
    `may_be_negative`: the names of the number fields that can be negative; all others are
    counts."""

    reveals: ClassVar[bool] = False
    reports_combat: ClassVar[bool] = False
    foretold: ClassVar[bool] = False
    may_be_negative: ClassVar[tuple[str, ...]] = ()


class Board(Struct, frozen=True, gc=False, omit_defaults=True):
    """Base of a title's board, which also has a field `setting`. JSON leaves out fields with their
    defaults, so a field added later with a default does not change the fingerprints of old
    games."""

    def word(self, field: str, value: object) -> Text:
        """The label of a value of an action's or fact's field; by default the setting's. Titles in
        which players name things override it."""
        return self.setting.word(field, value)  # type: ignore[attr-defined, no-any-return]


class Slot(Struct, frozen=True):
    """A secret choice that seats have to make at a position. `name` is unique in the game (`bid
    3.1`); `seats` have yet to choose."""

    name: str
    seats: tuple[str, ...]


Changed = frozenset[str]
"""Ids of places and seats that differ from another position."""

NOTHING: Changed = frozenset()


# -- what judging answers, and what a seat may do now ----------------------------------------------


class Verdict(Struct, frozen=True, gc=False):
    """The judgement of an action: legal, or illegal with a stable slug (`code`), the broken rule
    (its number or heading) and a sentence."""

    legal: bool
    code: str = ""
    rule: str = ""
    text: Text = NO_WORDS


LEGAL = Verdict(True)


def illegal(code: str, rule: str, text: Text) -> Verdict:
    """An illegal verdict. `code`: a stable slug; `rule`: the rule's heading or number; `text`:
    why."""
    return Verdict(False, code, rule, text)


class Choice(Struct, frozen=True):
    """An action that can be sent as it is, with the label of its button."""

    action: Action
    label: Text


Field = fields.Field


class Template(Struct, frozen=True):
    """A form for actions of one type that are too many to list: its fields with their possible
    values, and a complete legal action as an example."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: Action


class Legal(Struct, frozen=True):
    """The actions offered to a seat, as buttons and forms. Every choice and every form's example is
    legal."""

    choices: tuple[Choice, ...] = ()
    templates: tuple[Template, ...] = ()


# -- what a title says of itself, and of how a game of it stands -----------------------------------


class ScoreLine(Struct, frozen=True):
    """A seat's points, and the parts they are made of: (name, amount)."""

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
    """A game's outcome (None while it goes on), and every seat's final rank (1 is best). `places`
    is empty if winning and then points decide the ranks."""

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
    """A title's metadata, shown by `GET /rulesets`. `rules`: the name of the publisher's rules that
    it implements. `editions`: names of the title's catalogs by catalog, where the edition named in
    the file does not serve both languages."""

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
