"""Two positions beside each other: what is different in the view of an audience, told in two ways: the places of the board in the
words that the title draws them with, and the fields of the view as programs read them (`GET /games/{game}/diff`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from msgspec import UNSET, Struct

from domain.drawing.svg import differing
from domain.game.diff import Change, changes
from domain.game.game import Game
from domain.rules.ruleset import Audience
from domain.rules.text import Lang
from projections.shapes.json import board_shape
from projections.shapes.pictures import picture

MOST = 120
"""Differences listed at most: who needs all of them asks `GET /games/{game}/diff`."""

NOTHING = "–"


class Difference(Struct, frozen=True):
    """A place that differs: where it is, and what stands there in the other position and in this one."""

    where: str
    before: str
    after: str


class Differences(Struct, frozen=True):
    """What differs between two positions: places and seats as the board tells them, then fields, the first `MOST`, and how many
    more there are."""

    places: tuple[tuple[str, str], ...] = ()
    fields: tuple[Difference, ...] = ()
    more: int = 0


_TITLED = re.compile(r'<g class="(?:place|seat)[^"]*" data-(?:place|seat)="([^"]*)"><title>([^<]*)')


class Comparison:
    """Tells what is different from one position of a game, for an audience."""

    def __init__(self, other: Game, audience: Audience, lang: Lang) -> None:
        self._audience, self._lang = audience, lang
        self._before, self._drawn = self._view(other, audience), picture(other, audience, lang)

    def with_position(self, game: Game) -> Differences:
        """What is different at a position of the game."""
        found = changes(self._before, self._view(game, self._audience))
        fields = tuple(self._told(game, one) for one in found[:MOST])
        return Differences(tuple(self._places(game)), fields, max(0, len(found) - MOST))

    def _places(self, game: Game) -> Iterator[tuple[str, str]]:
        """What the board says of each place and seat that it shows differently, before and now, in the order it draws them."""
        drawn = picture(game, self._audience, self._lang)
        changed = differing(self._drawn, drawn)
        then, now = (dict(map(_unescaped, _TITLED.findall(one))) for one in (self._drawn, drawn))
        for id in dict.fromkeys([*now, *then]):
            if id in changed and then.get(id) != now.get(id):
                yield then.get(id, NOTHING), now.get(id, NOTHING)

    @staticmethod
    def _view(game: Game, audience: Audience) -> Any:
        return board_shape(game, audience)["board"]

    def _told(self, game: Game, change: Change) -> Difference:
        parts = [part.replace("~1", "/").replace("~0", "~") for part in change.path.split("/")[1:]]
        where = " › ".join(self._word(game, int(part) + 1 if part.isdecimal() else part) for part in parts)
        before, after = change.before, change.after
        if isinstance(before, list) and isinstance(after, list):
            return Difference(where, self._list(game, before, after, "−"), self._list(game, after, before, "+"))
        return Difference(where, self._value(game, before), self._value(game, after))

    def _list(self, game: Game, these: list[Any], those: list[Any], sign: str) -> str:
        """What stands in one list and not in the other; both lists where only the order differs."""
        left, only = list(those), []
        for one in these:
            if one in left:
                left.remove(one)
            else:
                only.append(one)
        if not only:
            return self._value(game, these) if not left else NOTHING
        return f"{sign} {self._value(game, only)}"

    def _value(self, game: Game, value: Any) -> str:
        if value is UNSET or value is None or value in ("", [], {}):
            return NOTHING
        if isinstance(value, dict):
            return ", ".join(self._pairs(game, value)) or NOTHING
        if isinstance(value, list):
            return ", ".join(self._value(game, one) for one in value)
        if isinstance(value, bool):
            return "✓" if value else "✗"
        return self._word(game, value)

    def _pairs(self, game: Game, value: dict[str, Any]) -> Iterator[str]:
        """The fields of something that hold anything."""
        for name, inner in value.items():
            said = self._value(game, inner)
            if said not in (NOTHING, "✗", "0"):
                yield f"{self._word(game, name)}: {said}"

    def _word(self, game: Game, value: object) -> str:
        """What the title calls an id; a field's name as it is written."""
        said: str = game.board.word("", value).printed(self._lang)
        return said.replace("_", " ") if said == value else said


def _unescaped(found: tuple[str, str]) -> tuple[str, str]:
    return unescape(found[0]), unescape(found[1])
