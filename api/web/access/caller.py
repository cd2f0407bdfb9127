"""The `Caller`: who sends a request, what they may see and in whose name they may act.

Roles rise from spectator to operator. Organisers and the operator use a key; all others a link to
one thing of a subject, or to a group of things, whose roles and duties the subject registers.
`Caller.id`, the id of the key or link, is the actor in records; it says nothing about the person.
"""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from domain.kernel.text import Text

SPECTATOR = "spectator"  # the role of callers who only watch, and of links with a duty

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
"""By role: the sentence for callers of a lower one."""

DUTY_NAMES: dict[str, Text] = {}  # the names of duties, in the order in which they are listed

PLACES: dict[str, str] = {}  # by role or duty, the `Subject.place` of what its links lead to

OPERATOR_ID = "operator"  # the actor of what is sent with the operator's own key

CALLER = "greffe.caller"  # where the guard leaves the caller in the WSGI environment


class Unregistered(Exception):
    """Contradictory declarations of addresses or subjects; the service does not start."""


def register_roles(place: str, roles: Mapping[str, tuple[Text, Text]]) -> None:
    """Register the roles of a subject's links in rising order; the first may only watch. `roles`
    has each role's name, and the sentence with which callers of lower roles are refused ("Only …
    can do this."). Raises `Unregistered` for a role that exists."""
    for role, (name, alone) in roles.items():
        if role in RANK:
            raise Unregistered(f"the role {role} is registered twice")
        RANK[role], NAMES[role], ALONE[role], PLACES[role] = len(PLACES), name, alone, place


def register_duties(place: str, duties: Mapping[str, Text]) -> None:
    """Register the duties of a subject's links; the first may do everything. Raises `Unregistered`
    for a duty that exists."""
    for duty, name in duties.items():
        if duty in DUTY_NAMES:
            raise Unregistered(f"the duty {duty} is registered twice")
        DUTY_NAMES[duty], PLACES[duty] = name, place


class Group(Struct, frozen=True):
    """A group of things to which one link can lead: all things that belong to the key with the id
    `owner` and that currently have the tag."""

    owner: str
    tag: str


class Caller(Struct, frozen=True):
    """The sender of a request, as a key or a link identifies them.

    - `id`: the actor in records. `to`: the id of the thing to which the link leads; empty for a key
      and for a link to a group. `speaks_for`: the participants in whose name the caller may act
      there.
    - `group`: the group to which the link leads. For each thing of the group it works like a link
      to that thing.
    - `stranger`: the caller has no link to the thing, which is public, and may not see people's
      names and words.
    - `duty`: the link's purpose; only addresses for this duty are open to it. `until`: when the
      link expires."""

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
        """The place (the subject's name in addresses) of the thing to which the caller's link
        leads; empty for a key."""
        return PLACES.get(self.duty or self.role, "")

    def at_least(self, role: str) -> bool:
        return RANK[self.role] >= RANK[role]
