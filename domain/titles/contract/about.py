"""Metadata of a title, and of how a game of it stands."""

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.text import Text
from domain.titles.contract.types import Role


class ScoreLine(Struct, frozen=True):
    """One seat's points and what they are made of."""

    seat: str
    points: int
    parts: tuple[tuple[Text, int], ...] = ()


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
