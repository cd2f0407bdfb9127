"""The `Caller`: who asks, what they may see and for whom they may enter.

Roles rise from spectator to operator. Spectators, seats and arbiters come by a link to one game, an
arbiter also by one to a hall, organisers and the operator with a key. `Caller.id`, the id of the
key or link, is the actor that records name; it says nothing of the person.
"""

from typing import get_args

from msgspec import Struct

from api.web.access.answers import Duty, Role
from api.web.access.links import Hall
from api.web.problems.problem import Problem
from domain.game.aggregate.game import Game
from domain.kernel.text import Text
from domain.titles.contract.ruleset import PUBLIC, Audience

__all__ = ["CALLER", "NAMES", "OPERATOR_ID", "RANK", "ROLES", "Caller", "Role"]

# Roles in rising order: each may do what the ones before it may.
ROLES: tuple[Role, ...] = ("spectator", "seat", "arbiter", "organiser", "operator")

RANK: dict[str, int] = {role: rank for rank, role in enumerate(ROLES)}
DUTIES: tuple[Duty, ...] = get_args(Duty)  # what links to tournaments are for

DUTY_NAMES: dict[str, Text] = {
    "director": Text("director"),
    "scorer": Text("scorer"),
    "check-in": Text("check-in"),
    "table": Text("table"),
    "screen": Text("screen"),
}

OPERATOR_ID = "operator"  # the actor of what is sent with the operator's own key

CALLER = "greffe.caller"  # where the guard leaves the caller in the WSGI environment

NAMES = {
    "spectator": Text("spectator"),
    "seat": Text("seat"),
    "arbiter": Text("arbiter"),
    "organiser": Text("organiser"),
    "operator": Text("operator"),
}


class Caller(Struct, frozen=True):
    """Who asks: `id` is the actor; `game` the one game of a link and empty for a key; `seats` those
    a seat's link speaks for. An arbiter by a link to a `hall` is, where a request names one of its
    games, the arbiter of that one game. A `stranger` has no link to the game, which is public: what
    is about persons, names and words, is not for them. A link to a tournament has its `duty` there,
    and `seats` are the entrants that a table's speaks for; it covers nothing else, and `game` is
    the tournament, so that no game is its own."""

    id: str
    role: Role
    game: str = ""
    seats: tuple[str, ...] = ()
    stranger: bool = False
    hall: Hall | None = None
    duty: Duty | None = None

    @property
    def directs(self) -> bool:
        """Whether this caller, who is let into a tournament, may do everything there."""
        return self.duty in (None, "director")

    def at_least(self, role: Role) -> bool:
        return RANK[self.role] >= RANK[role]

    def own(self, requested: str) -> Audience | None:
        """The audience asked for (`""`: the default) where it is the caller's without a look at the
        game: the public, or a seat of the link. None where `audience` has to decide."""
        if not requested:
            return self.seats[0] if self.seats else PUBLIC
        return requested if requested == PUBLIC or requested in self.seats else None

    def stands_in(self, game: Game, seat: str, *, confirmed: bool) -> str:
        """The role in which the caller seals or shows for a seat; empty for its own. A seal is the
        seat's: raises `seal-refused` unless whoever does it in its place has confirmed it."""
        if seat in self.seats or seat not in game.setting.seats:
            return ""
        if not confirmed:
            name = game.setting.name(seat)
            raise Problem(
                "seal-refused",
                Text(
                    "The seal is for {name} to make and to show. To do it in that place, send it "
                    "again with "
                    "on_behalf: the record names who did.",
                    name=name,
                ),
            )
        return self.role

    def reads_as(self, seat: str) -> Audience:
        return seat if seat in self.seats or self.at_least("arbiter") else (self.own("") or PUBLIC)
