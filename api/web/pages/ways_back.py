"""Where the links lead that a browser keeps in its cookies."""

from collections.abc import Iterator

from flask import request

from api.web.access.caller import Caller
from api.web.access.subjects import COOKIE, ListEntry, landing_address
from api.web.pages.pages import site
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord

MOST = 12  # links of one browser that its first page lists


@site.app_template_global()
def first_page(who: Caller | None) -> str:
    """The address to which the service's name at the head of a page leads: for a reader with a link
    to act in somebody's name, the page of that link; else the first page."""
    return landing_address(who) if who is not None and who.speaks_for else "/"


@site.app_template_global()
def own_tables() -> list[ListEntry]:
    """The things to which this browser has valid links, as the first page lists them; those waiting
    for the reader come first."""
    return sorted(_own_tables(), key=lambda way: not way.mine)


def _link_tokens() -> list[str]:
    return [token for name, token in request.cookies.items() if name.startswith(f"{COOKIE}-")][
        :MOST
    ]


def link_callers() -> Iterator[Caller]:
    """The callers that this browser's valid links identify."""
    return filter(None, map(caller_with_token, _link_tokens()))


@site.app_template_global()
def trial_over() -> bool:
    """Whether this browser has a link to a trial that is over."""
    for token in _link_tokens():
        try:
            service().access.caller_of(token)
        except Problem as problem:
            if problem.kind.slug == "trial-over":
                return True
    return False


def _own_tables() -> Iterator[ListEntry]:
    for who in link_callers():
        subject = service().subjects.get(who.place)
        if subject is None or who.group is not None:
            continue
        try:
            yield subject.list_entry(who)
        except (Refusal, DamagedRecord):
            continue


def caller_with_token(token: str) -> Caller | None:
    """The caller with this token; None if it is empty or not valid."""
    try:
        return service().access.caller_of(token) if token else None
    except Problem:
        return None
