"""Who asks: the one place that knows what a request may see and enter.

Roles rise from spectator to operator. Spectators, seats and arbiters come by a link to one game, organisers and the operator
with a key. `Caller.id`, the id of the key or link, is the actor that records name; it says nothing of the person.
"""

from __future__ import annotations

from msgspec import Struct

from api.access.links import Role
from api.access.looks import note_look
from api.http.body import asked, invalid_parameters
from api.problems.problem import Problem
from api.reading.reader import keeps_secrets
from api.request.service import service
from domain.game.game import Game
from domain.games import ruleset
from domain.record.records import UMPIRE, GameOpened
from domain.rules.ruleset import ARBITER, PUBLIC, Audience
from domain.rules.text import Text

__all__ = ["CALLER", "NAMES", "OPERATOR_ID", "RANK", "ROLES", "Caller", "Role", "caller"]

ROLES: tuple[Role, ...] = ("spectator", "seat", "arbiter", "organiser", "operator")
"""In rising order: each may do what those before it may."""

RANK: dict[str, int] = {role: rank for rank, role in enumerate(ROLES)}
OPERATOR_ID = "operator"
"""The actor of everything that comes with the operator's own key."""

CALLER = "greffe.caller"
"""Where the guard leaves the caller in the WSGI environment."""

NAMES = {
    "spectator": Text("spectator", "spectateur"),
    "seat": Text("seat", "siège"),
    "arbiter": Text("arbiter", "arbitre"),
    "organiser": Text("organiser", "organisateur"),
    "operator": Text("operator", "opérateur"),
}


class Caller(Struct, frozen=True):
    """Who asks: `id` is the actor; `game` the one game of a link and empty for a key; `seats` those a seat's link speaks for. A
    `stranger` has no link to the game, which is public: what is about persons, names and words, is not for them."""

    id: str
    role: Role
    game: str = ""
    seats: tuple[str, ...] = ()
    stranger: bool = False

    def at_least(self, role: Role) -> bool:
        """Whether this caller may do what a role may."""
        return RANK[self.role] >= RANK[role]

    def own(self, wanted: str) -> Audience | None:
        """The audience asked for (`""`: the default) where it is the caller's without a look at the game: the public, or a seat
        of the link. None where `audience` has to decide."""
        if not wanted:
            return self.seats[0] if self.seats else PUBLIC
        return wanted if wanted == PUBLIC or wanted in self.seats else None

    def audience(self, game: Game, wanted: str) -> Audience:
        """What the caller looks at a game as: the audience asked for; by default the first own seat, or the public.

        Raises `invalid-parameters` for an audience that the game does not have, `not-your-audience` for one that is not the
        caller's. Where the title keeps secrets, a look that is not the caller's own goes into the access log.
        """
        return self.own(wanted) or self._other(game.id, game.seq, game.opened, wanted)

    def audience_at(self, game: str, seq: int, wanted: str) -> Audience:
        """The same for a look at a game's record `seq`, without taking the game in hand; also raises `UnknownGame`."""
        return self.own(wanted) or self._other(game, seq, service().opened(game), wanted)

    def _other(self, game: str, seq: int, opened: GameOpened, wanted: str) -> Audience:
        there = (PUBLIC, ARBITER, *(seat.id for seat in opened.seats))
        if wanted not in there:
            raise _no_audience(", ".join(there), wanted)
        if not self.at_least("arbiter"):
            raise self._not_yours(wanted)
        if keeps_secrets(ruleset(opened.ruleset, opened.version)):
            note_look(game, seq, self.id, self.role, wanted)
        return wanted

    def may_speak_for(self, game: Game, seat: str) -> bool:
        """Whether `speak_for` lets the caller enter something for a seat."""
        return self.at_least("arbiter") or seat in self.seats or (self.role == "seat" and seat != UMPIRE and _unmanned(game, seat))

    def speak_for(self, game: Game, seat: str) -> None:
        """Raise `not-your-seat` unless the caller may enter something for this seat: its own, or one that nobody sits at; from the
        arbiter on any. A seat that the game does not have passes: the rules have the sentence for it."""
        if self.may_speak_for(game, seat):
            return
        raise Problem(
            "not-your-seat",
            Text(f"This link does not speak for {seat}.", f"Ce lien ne parle pas pour {seat}."),
            seats=self.seats,
        )

    def stands_in(self, game: Game, seat: str, *, confirmed: bool) -> str:
        """The role in which the caller seals or shows for a seat; empty for its own. A seal is the seat's: raises `seal-refused`
        unless whoever does it in its place has confirmed it."""
        if seat in self.seats or seat not in game.setting.seats:
            return ""
        if not confirmed:
            name = game.setting.name(seat)
            raise Problem(
                "seal-refused",
                Text(
                    f"The seal is for {name.en} to make and to show. To do it in that place, send it again with on_behalf: the "
                    "record names who did.",
                    f"C'est à {name.fr} de sceller et de montrer. Pour le faire à sa place, renvoyez-le avec on_behalf : "
                    "l'écriture dit qui l'a fait.",
                ),
            )
        return self.role

    def reads_as(self, seat: str) -> Audience:
        """As whom the caller reads what comes of entering something for a seat it may speak for."""
        return seat if seat in self.seats or self.at_least("arbiter") else (self.own("") or PUBLIC)

    def _not_yours(self, wanted: str) -> Problem:
        there = (*self.seats, PUBLIC)
        return Problem(
            "not-your-audience",
            Text(f"This link may not look as {wanted}.", f"Ce lien ne peut regarder comme {wanted}."),
            audiences=there,
        )


def caller() -> Caller:
    """Who sent the request being answered; the guard has let them through."""
    found: Caller = asked().environ[CALLER]
    return found


def may_read_words() -> bool:
    """Whether who sent the request being answered may read what people wrote; pages that anybody may see are also for strangers."""
    found: Caller | None = asked().environ.get(CALLER)
    return found is not None and not found.stranger


def _unmanned(game: Game, seat: str) -> bool:
    """Whether nobody sits there (an automa, chance), or there is no such seat."""
    return all(spec.role != "player" for spec in game.setting.seat_specs if spec.id == seat)


def _no_audience(there: str, wanted: str) -> Problem:
    text = Text(f"There is no audience {wanted}: there are {there}.", f"Il n'y a pas de public {wanted} : il y a {there}.")
    return invalid_parameters({"audience": text})
