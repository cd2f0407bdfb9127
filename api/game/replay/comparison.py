"""Two positions beside each other: what is different in the view of an audience, told in two ways: the places of the board in the
words that the title draws them with, and the fields of the view as programs read them (`GET /games/{game}/diff`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from msgspec import UNSET, Struct

from domain.game.aggregate.diff import Change, changes
from domain.game.aggregate.game import Game
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import Audience
from domain.titles.drawing.svg import differing
from projections.boards.json import board_shape
from projections.boards.pictures import picture

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


_LANGUAGES = {"en", "fr"}
"""The languages of a text within a view, which has it as an object."""

_TITLED = re.compile(r'<g class="(?:place|seat)[^"]*" data-(?:place|seat)="([^"]*)"><title>([^<]*)')


class Comparison:
    """Tells what is different from one position of a game, for an audience."""

    def __init__(self, other: Game, audience: Audience, lang: Lang) -> None:
        self._audience, self._lang = audience, lang
        self._written = lang if lang in _LANGUAGES else "en"
        self._before, self._drawn = self._view(other, audience), picture(other, audience, lang)

    def with_position(self, game: Game) -> Differences:
        found = [one for one in changes(self._before, self._view(game, self._audience)) if self._in_language(one)]
        fields = tuple(self._told(game, one) for one in found[:MOST])
        return Differences(tuple(self._places(game)), fields, max(0, len(found) - MOST))

    def _in_language(self, change: Change) -> bool:
        """Whether a change is not of a text in another language than the reader's."""
        last = change.path.rpartition("/")[2]
        return last not in _LANGUAGES or last == self._written

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
        if parts[-1] in _LANGUAGES:
            parts.pop()
        where = " › ".join(str(int(part) + 1) if part.isdecimal() else self._field(game, part) for part in parts)
        field = next((part for part in reversed(parts) if not part.isdecimal()), "")
        before, after = change.before, change.after
        if isinstance(before, list) and isinstance(after, list):
            return Difference(where, self._list(game, field, before, after, "−"), self._list(game, field, after, before, "+"))
        return Difference(where, self._value(game, field, before), self._value(game, field, after))

    def _list(self, game: Game, field: str, these: list[Any], those: list[Any], sign: str) -> str:
        """What stands in one list and not in the other; both lists where only the order differs."""
        left, only = list(those), []
        for one in these:
            if one in left:
                left.remove(one)
            else:
                only.append(one)
        if not only:
            return self._value(game, field, these) if not left else NOTHING
        return f"{sign} {self._value(game, field, only)}"

    def _value(self, game: Game, field: str, value: Any) -> str:
        if value is UNSET or value is None or value in ("", [], {}):
            return NOTHING
        if isinstance(value, dict) and value.keys() >= _LANGUAGES:
            return str(value[self._written])
        if isinstance(value, dict):
            return ", ".join(self._pairs(game, value)) or NOTHING
        if isinstance(value, list):
            return ", ".join(self._value(game, field, one) for one in value)
        if isinstance(value, bool):
            return "✓" if value else "✗"
        return self._word(game, field, value)

    def _pairs(self, game: Game, value: dict[str, Any]) -> Iterator[str]:
        """The fields of something that hold anything."""
        for name, inner in value.items():
            said = self._value(game, name, inner)
            if said not in (NOTHING, "✗", "0"):
                yield Text("{what}: {shown}", what=self._field(game, name), shown=said).printed(self._lang)

    def _field(self, game: Game, name: str) -> str:
        """What the title calls an id, or a field of its view (`terms`); of one that nobody calls anything, its name."""
        said: str = game.board.word("", name).printed(self._lang)
        term = game.rules.terms.get(name)
        if said != name:
            return said
        return name.replace("_", " ") if term is None else term.printed(self._lang)

    def _word(self, game: Game, field: str, value: object) -> str:
        """What the title calls a value of a field."""
        said: str = game.board.word(field, value).printed(self._lang)
        return said.replace("_", " ") if said == value else said


def _unescaped(found: tuple[str, str]) -> tuple[str, str]:
    return unescape(found[0]), unescape(found[1])
