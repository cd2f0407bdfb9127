"""What a subject tells of its things to those who let people in: to whom a thing belongs, who may
watch it, where a link to it leads. Each subject registers one, under the name that addresses have
for its things."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, ClassVar

from msgspec import Struct

from api.web.access.caller import SPECTATOR, Caller, Group, Unregistered

# The cookie in which a browser keeps a session; `greffe-<id>` is the one for the token of a link to
# a thing.
COOKIE = "greffe"

GROUP = f"{COOKIE}.hall"  # the cookie for the token of a link to a group


class Way(Struct, frozen=True):
    """Where a link leads, its name, whose turn it is there or how it stands; `mine`: the reader's
    turn."""

    href: str
    text: str
    turn: str = ""
    mine: bool = False


class Subject(ABC):
    """The things of a subject. It is made of the service that has them. `place` is how addresses name one of them.
    `watchers` is the duty of strangers who watch a public thing, if it has duties. `opens` are the
    pages to which links lead, by role or duty. Where a subject is `lenient`, a browser's session
    that is over, or that is not for a thing, is no worse than none: the browser's link to it
    counts, or the stranger."""

    place: ClassVar[str]
    watchers: ClassVar[str | None] = None
    opens: ClassVar[dict[str, str]] = {}
    lenient: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, service: Any) -> None:
        """Take what it needs of the service, which is then whole."""

    @classmethod
    def may_be_watched(cls, role: str, duties: Collection[str], *, page: bool) -> bool:
        """Whether strangers may ask an address, where its thing is public. It is for this role and
        these duties; `page`: it is a page to read."""
        return False

    @classmethod
    def cookies(cls, path: str, id: str) -> tuple[str, ...]:
        """The cookies of which the first that a browser has says who asks for a path."""
        return (COOKIE, f"{COOKIE}-{id}")

    @abstractmethod
    def owned(self, id: str, key: str) -> bool:
        """Whether a thing belongs to a key. No if there is no such thing, or its first record
        cannot be read any more: nobody is told which, and it takes no other time."""

    def public(self, id: str) -> bool:
        """Whether there is such a thing and anybody may watch it now."""
        return False

    def within(self, id: str, group: Group) -> bool:
        """Whether a thing belongs to a group now."""
        return False

    def counted_as(self, who: Caller) -> Caller:
        """The caller under whose id the requests of a link are counted."""
        return who

    def way(self, who: Caller) -> Way:
        """Where a caller's link leads, by its id where a subject says no more of it; raises the
        refusal of a thing that there is not."""
        return Way(page_of(who), who.to)

    def watcher(self, id: str, who: str = "") -> Caller:
        """Whoever watches a public thing without a link to it."""
        return Caller(who, SPECTATOR, id, stranger=True, duty=self.watchers)


SUBJECTS: dict[str, type[Subject]] = {}  # by their places

FIRST: dict[str, str] = {}  # paths at which another cookie counts before that of the session


def register(subject: type[Subject]) -> type[Subject]:
    """Register a subject; raises `Unregistered` for a place that another has."""
    if SUBJECTS.setdefault(subject.place, subject) is not subject:
        raise Unregistered(f"two subjects have the place {subject.place}")
    return subject


def page_of(who: Caller) -> str:
    """The page to which a key or link leads."""
    if who.group is not None:
        return next(iter(FIRST), "/")
    subject = SUBJECTS.get(who.place)
    return subject.opens.get(who.duty or who.role, "/").format(who.to) if subject else "/"


def cookies(path: str, named: dict[str, Any]) -> tuple[str, ...]:
    """The cookies that may say who asks for a path, in the order in which they count; `named` are
    the values in its places."""
    for place, id in named.items():
        if place in SUBJECTS:
            return SUBJECTS[place].cookies(path, id)
    return (FIRST.get(path, COOKIE), COOKIE, GROUP)
