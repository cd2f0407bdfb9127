"""Entrants as people name them: chosen by name, whole or in part, or by number."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from api.web.pages.pages import _
from domain.kernel.names import begun_by, name_words
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.direction import Directing
from domain.tournament.directing.entrants import MOST_ENTRANTS

NUMBER = re.compile(r"[0-9]{1,6}")
NUMBERS = re.compile(r"[\s\d,;]*", re.ASCII)
BETWEEN = re.compile(r"\s+[-–—]\s+|[;\t\n]")
MOST_NAMED = 6  # of those whom a part of a name may mean


class Called(dict[int, str]):
    """What entrants are called, by number: a name that was erased, or never given, is the number.
    Each is read once a page."""

    def __init__(self, desk: Directing, tournament: Tournament) -> None:
        super().__init__()
        self._desk, self._tournament = desk, tournament

    def __missing__(self, number: int) -> str:
        name = self._desk.name(self._tournament, number)
        self[number] = called = name or _("No. {number}", number=number)
        return called

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], list[int]]:
        numbers = defaultdict(list)
        for entrant in self._tournament.entrants:
            numbers[name_words(self[entrant.number])].append(entrant.number)
        return numbers

    def choice(self, number: int) -> str:
        """What an entrant is chosen by: the name, or the number where others have that name."""
        called = self[number]
        return called if self._numbers[name_words(called)] == [number] else str(number)

    def number(self, text: str, pointer: str) -> int:
        """The number of the entrant whom a text names; raises `BadRequest` where it names nobody,
        or several."""
        if NUMBER.fullmatch(text.strip()):
            return int(text)
        words = name_words(text)
        numbers = self._numbers.get(words) or [
            entrant.number
            for entrant in self._tournament.entrants
            if words and begun_by(words, self[entrant.number])
        ]
        if len(numbers) == 1:
            return numbers[0]
        if not numbers:
            raise BadRequest(
                pointer,
                Text("“{name}” is no entrant: choose a name of the list.", name=text.strip()[:80]),
            )
        several = ", ".join(f"{number} · {self[number]}" for number in numbers[:MOST_NAMED])
        raise BadRequest(
            pointer,
            Text(
                "“{name}” may be {several}: write more of the name, or its number.",
                name=text.strip()[:80],
                several=several,
            ),
        )

    def numbers(self, text: str, pointer: str) -> tuple[int, ...]:
        """The numbers of those whom a text lists: numbers parted by spaces, or names parted by
        semicolons, dashes, lines or commas."""
        if NUMBERS.fullmatch(text):
            parts: Iterable[str] = re.split(r"[\s,;]+", text)
        else:
            parts = (
                part
                for listed in BETWEEN.split(text)
                for part in ([listed] if name_words(listed) in self._numbers else listed.split(","))
            )
        named = [part for part in parts if part.strip()]
        if len(named) > MOST_ENTRANTS:
            raise BadRequest(pointer, Text("At most {most} entrants.", most=MOST_ENTRANTS))
        return tuple(self.number(part, pointer) for part in named)
