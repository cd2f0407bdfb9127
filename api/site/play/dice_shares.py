"""What the seats add to the sealed dice, as the page of a seat shows it: bound first, shown once all are bound."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from api.site.play.short_forms import capital
from domain.game.game import Game
from domain.procedure.contributions import parts_of, players
from domain.rules.text import Lang

State = Literal["open", "bound", "shown"]


class PartOf(Struct, frozen=True):
    """One seat's part: how far it is, whether the service made it up, and what the reader can do about it."""

    seat: str
    name: str
    state: State
    stand_in: bool
    may_bind: bool
    may_show: bool


class Parts(Struct, frozen=True):
    """All seats' parts; `begun` once one is bound, `complete` once the dice rest on them, `waiting` while nothing can be rolled."""

    seats: tuple[PartOf, ...]
    begun: bool
    waiting: bool
    complete: bool


def parts(game: Game, lang: Lang, own: tuple[str, ...]) -> Parts | None:
    """The parts of a game's dice; `own` are the reader's seats. None where dice are the table's, or nobody is there to add any."""
    seats = players(game)
    if game.opened.chance != "sealed" or not seats or game.closed:
        return None
    known = {part.seat: part for part in parts_of(game)}
    shown = [seat for seat, part in known.items() if part.value]
    bound = all(seat in known for seat in seats)
    found = tuple(
        PartOf(
            seat,
            capital(game.setting.name(seat).printed(lang)),
            "shown" if seat in shown else "bound" if seat in known else "open",
            seat in known and known[seat].by == "service",
            seat in own and seat not in known and not shown,
            seat in own and bound and known[seat].by == "seat" and seat not in shown,
        )
        for seat in seats
    )
    return Parts(found, bool(known), 0 < len(shown) < len(seats), bound and len(shown) == len(seats))
