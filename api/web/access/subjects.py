"""What a subject tells the access rooms about its things: to whom one belongs, who may watch it,
where a link to it leads. Each subject registers one class, under its name in addresses."""

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
    """Where a link leads, its name, and whose turn it is there or how it stands; `mine`: it is the
    reader's turn."""

    href: str
    text: str
    turn: str = ""
    mine: bool = False


class Subject(ABC):
    """The things of a subject, created from the service that has them.

    - `place`: the subject's name in addresses.
    - `watchers`: the duty of strangers who watch a public thing, if the subject has duties.
    - `opens`: the pages to which links lead, by role or duty.
    - `lenient`: an expired browser session, or one that does not cover a thing, counts like none: the
      browser's link to it is used, or the stranger's access."""

    place: ClassVar[str]
    watchers: ClassVar[str | None] = None
    opens: ClassVar[dict[str, str]] = {}
    lenient: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, service: Any) -> None:
        """Take what it needs from the service, which is complete by then."""

    @classmethod
    def may_be_watched(cls, role: str, duties: Collection[str], *, page: bool) -> bool:
        """Whether strangers may request an address of a public thing.

        The address is open to `role` and those above it, and to links with one of `duties`. `page`:
        it is a page to read, not an address of the API."""
        return False

    @classmethod
    def cookies(cls, path: str, id: str) -> tuple[str, ...]:
        """The cookies that may identify the sender of a request for a path; the first that a
        browser has counts."""
        return (COOKIE, f"{COOKIE}-{id}")

    @abstractmethod
    def owned(self, id: str, key: str) -> bool:
        """Whether a thing belongs to a key. False, in the same time, if it does not exist or its
        first record is unreadable, so that nobody can tell the cases apart."""

    def public(self, id: str) -> bool:
        """Whether a thing exists and anybody may watch it now."""
        return False

    def within(self, id: str, group: Group) -> bool:
        """Whether a thing belongs to a group now."""
        return False

    def counted_as(self, who: Caller) -> Caller:
        """The caller whose rate limit counts a link's requests."""
        return who

    def way(self, who: Caller) -> Way:
        """Where a caller's link leads; its id serves as the name unless the subject says more.
        Raises a refusal if the thing does not exist."""
        return Way(page_of(who), who.to)

    def watcher(self, id: str, who: str = "") -> Caller:
        """The caller for somebody who watches a public thing without a link."""
        return Caller(who, SPECTATOR, id, stranger=True, duty=self.watchers)


SUBJECTS: dict[str, type[Subject]] = {}  # by their places

FIRST: dict[str, str] = {}  # paths at which another cookie counts before that of the session


def register(subject: type[Subject]) -> type[Subject]:
    """Register a subject. Raises `Unregistered` if its place is taken."""
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
    """The cookies that may identify the sender of a request for a path, in order; `named` are the
    values in the path."""
    for place, id in named.items():
        if place in SUBJECTS:
            return SUBJECTS[place].cookies(path, id)
    return (FIRST.get(path, COOKIE), COOKIE, GROUP)
