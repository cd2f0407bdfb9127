"""The `Caller`: who asks, what they may see and for whom they may enter.

Roles rise from spectator to operator. Organisers and the operator come with a key; all others by a
link to one thing of a subject, or to a group of things, whose roles and duties the subject
registers. `Caller.id`, the id of the key or link, is the actor that records name; it says nothing
of the person.
"""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from domain.kernel.text import Text

SPECTATOR = "spectator"  # the role of who only watches, and of links with a duty

# Ranks of roles: each may do what the ones below it may. Those of links are below those of keys.
RANK: dict[str, int] = {"organiser": 1_000, "operator": 1_001}

NAMES: dict[str, Text] = {
    "organiser": Text("organiser"),
    "operator": Text("operator"),
}

ALONE: dict[str, Text] = {
    "organiser": Text("Only an organiser can do this."),
    "operator": Text("Only the operator can do this."),
}
"""What somebody of a lower role is told."""

DUTY_NAMES: dict[str, Text] = {}  # what links with a duty are for, in the order they are told

PLACES: dict[str, str] = {}  # to what a link with a role or a duty leads: `Subject.place`

OPERATOR_ID = "operator"  # the actor of what is sent with the operator's own key

CALLER = "greffe.caller"  # where the guard leaves the caller in the WSGI environment


class Unregistered(Exception):
    """What a subject says of its addresses cannot be: the service does not start with it."""


def register_roles(place: str, roles: Mapping[str, tuple[Text, Text]]) -> None:
    """Register the roles of links to things of a subject, the one who watches first, in
    rising order: what each is called, and what others are told of what is for it alone. Raises
    `Unregistered` for a role that there is."""
    for role, (name, alone) in roles.items():
        if role in RANK:
            raise Unregistered(f"the role {role} is registered twice")
        RANK[role], NAMES[role], ALONE[role], PLACES[role] = len(PLACES), name, alone, place


def register_duties(place: str, duties: Mapping[str, Text]) -> None:
    """Register what links to things of a subject are for; the first may do everything there.
    Raises `Unregistered` for a duty that there is."""
    for duty, name in duties.items():
        if duty in DUTY_NAMES:
            raise Unregistered(f"the duty {duty} is registered twice")
        DUTY_NAMES[duty], PLACES[duty] = name, place


class Group(Struct, frozen=True):
    """What one link can be to beside one thing: all that belongs to the key `owner` and carries the
    tag now."""

    owner: str
    tag: str


class Caller(Struct, frozen=True):
    """Who asks: `id` is the actor; `to` the one thing that a link is to and empty for a key;
    `speaks_for` those there that it enters for. By a link to a `group` somebody is, where a request
    names one of its things, as by a link to this one. A `stranger` has no link to the thing, which
    is public: what is about persons, names and words, is not for them. A link with a `duty` covers
    nothing else. `until`: when the link runs out."""

    id: str
    role: str
    to: str = ""
    speaks_for: tuple[str, ...] = ()
    stranger: bool = False
    group: Group | None = None
    duty: str | None = None
    until: datetime | None = None

    @property
    def place(self) -> str:
        """How addresses name that to which the caller's link is; empty for a key."""
        return PLACES.get(self.duty or self.role, "")

    def at_least(self, role: str) -> bool:
        return RANK[self.role] >= RANK[role]
