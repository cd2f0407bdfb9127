"""The interface through which access control asks about the things of a subject: to whom a thing
belongs, who may watch it, where a link to it leads. Each subject registers one class, under its
name in addresses."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, ClassVar

from msgspec import Struct

from api.web.access.caller import SPECTATOR, Caller, Group, Unregistered

# The cookie in which a browser keeps a session; `greffe-<id>` is the one for the token of a link to
# a thing.
COOKIE = "greffe"

GROUP = f"{COOKIE}.hall"  # the cookie for the token of a link to a group


class ListEntry(Struct, frozen=True):
    """An entry in a list of things on a page: the address of the thing (`href`), its name (`text`),
    and a note beside it (`turn`), such as whose turn it is. `mine`: it is the reader's turn."""

    href: str
    text: str
    turn: str = ""
    mine: bool = False


class Subject(ABC):
    """What access control asks about the things of a subject; one object for each subject.

    - `place`: the subject's name in addresses.
    - `watchers`: the duty given to strangers who watch a public thing, if the subject has duties.
    - `opens`: the address of the page to which a link leads, by role or duty; `{}` is the thing's
      id.
    - `lenient`: a browser's session that has expired or does not cover the requested thing is
      ignored, and the browser's link to the thing is used, or else the access of strangers."""

    place: ClassVar[str]
    watchers: ClassVar[str | None] = None
    opens: ClassVar[dict[str, str]] = {}
    lenient: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, service: Any) -> None:
        """Take from the service what this subject needs; all its parts are registered before."""

    @classmethod
    def may_be_watched(cls, role: str, duties: Collection[str], *, page: bool) -> bool:
        """Whether strangers may request an address if its thing is public.

        The address is open to `role` and those above it, and to links with one of `duties`. `page`:
        it is a page to read, not an address of the API."""
        return False

    @classmethod
    def cookies(cls, path: str, id: str) -> tuple[str, ...]:
        """The names of the cookies that may identify the sender of a request for `path`, which
        names the thing `id`. The first one that the browser has is used."""
        return (COOKIE, f"{COOKIE}-{id}")

    @abstractmethod
    def owned(self, id: str, key: str) -> bool:
        """Whether a thing belongs to the key with the id `key`. False if it does not exist or its
        first record is unreadable. The answer takes the same time in each case, so that nobody can
        tell them apart."""

    def public(self, id: str) -> bool:
        """Whether a thing exists and anybody may watch it now."""
        return False

    def within(self, id: str, group: Group) -> bool:
        """Whether a thing belongs to a group now."""
        return False

    def counted_as(self, who: Caller) -> Caller:
        """The caller under whom a link's requests are counted for rate limits."""
        return who

    def list_entry(self, who: Caller) -> ListEntry:
        """The entry for the thing of a caller's link, for the list of the things to which a browser
        has links. Here its name is the thing's id; subclasses give a better one. Raises a refusal
        if the thing does not exist."""
        return ListEntry(landing_address(who), who.to)

    def watcher(self, id: str, who: str = "") -> Caller:
        """The caller to use for somebody who watches the public thing `id` without a link to it;
        `who` is the id of their key or link, if they have one."""
        return Caller(who, SPECTATOR, id, stranger=True, duty=self.watchers)


SUBJECTS: dict[str, type[Subject]] = {}  # by their places

FIRST: dict[str, str] = {}  # paths at which another cookie counts before that of the session


def register(subject: type[Subject]) -> type[Subject]:
    """Register a subject. Raises `Unregistered` if its place is taken."""
    if SUBJECTS.setdefault(subject.place, subject) is not subject:
        raise Unregistered(f"two subjects have the place {subject.place}")
    return subject


def landing_address(who: Caller) -> str:
    """The address of the page to which a key or link leads."""
    if who.group is not None:
        return next(iter(FIRST), "/")
    subject = SUBJECTS.get(who.place)
    return subject.opens.get(who.duty or who.role, "/").format(who.to) if subject else "/"


def cookies(path: str, named: dict[str, Any]) -> tuple[str, ...]:
    """The names of the cookies that may identify the sender of a request for a path, in the order
    in which they are tried. `named` are the values in the path by parameter."""
    for place, id in named.items():
        if place in SUBJECTS:
            return SUBJECTS[place].cookies(path, id)
    return (FIRST.get(path, COOKIE), COOKIE, GROUP)
