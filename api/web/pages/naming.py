"""The names of the people at a table, for sentences: "Anna enters 31" where the rules say "Player 1 enters 31".

They are put in when a page is written for somebody who may know them, and stand nowhere else: who is erased is "Player 1" again on
the next page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from flask import g

from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.aggregate.seating import seatings
from domain.game.clerk.people import People
from domain.kernel.text import Lang, Naming


def as_of(lang: Lang, game: Game) -> Lang:
    """The language of a game's page, with the names of those who sat there at another position, or in a branch of it."""
    return naming(lang, game) if "game" in g else lang


def naming(lang: Lang, game: Game) -> Lang:
    """A language with the names of those who sit at a game at its position; for a reader who may know them."""
    made: dict[tuple[str, int, str], Lang] = g.setdefault("namings", {})
    key = game.id, seatings(game), str(lang)
    if key not in made:
        people = {sitter.seat: sitter.name for sitter in People(service().clerk).at_table(game) if sitter.name}
        made[key] = Naming(lang, _told_apart(game, people, str(lang))) if people else str(lang)
    return made[key]


def _told_apart(game: Game, people: Mapping[str, str], lang: Lang) -> dict[str, str]:
    """The names by seat; where two have the same, or somebody has that of another seat, each with their seat's."""
    seats = {spec.id: spec.name.printed(lang) for spec in game.setting.seat_specs}
    there = Counter(name.casefold() for name in people.values())
    there.update(name.casefold() for seat, name in seats.items())
    own = {seat: seats[seat].casefold() == name.casefold() for seat, name in people.items()}
    return {seat: name if there[name.casefold()] - own[seat] == 1 else f"{name} ({seats[seat]})" for seat, name in people.items()}
