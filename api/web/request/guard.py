"""The guard before every request: who sends it, whether the address is open to their role, and
whether they may use the thing it names.

Everything but health, the OpenAPI document and the pages that explain problems requires a key or a
link. An address without a declared role is open to the operator alone. For a thing that a key or
link does not cover, the answer is the same 403 whether the thing exists or not.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from flask import Flask
from msgspec import Struct
from msgspec.structs import replace

from api.web.access.access import is_identified_by_cookie, link_cookie, token_of
from api.web.access.caller import ALONE, CALLER, DUTY_NAMES, RANK, Caller, Unregistered
from api.web.access.subjects import COOKIE, SUBJECTS, Subject
from api.web.body import Request, current_request, need_known_parameters
from api.web.middleware import ROUTE
from api.web.problems.problem import Problem
from api.web.request.service import Service, service
from domain.kernel.text import Text, listed

View = TypeVar("View", bound=Callable[..., Any])

LOST = "greffe.lost"
"""The environment key for the problem of a browser's link that is no longer valid, when the key
beside it is used."""

OPEN = ""  # the role of an address that is open to everybody, without a key

PROBES = (
    "/healthz",
    "/readyz",
    "/metrics",
)  # requested by monitoring, which may use any host name


def open_to_role(view: View, role: str) -> View:
    """Open a view to this role and those above it (`OPEN`: to everybody), and return it. Raises
    `Unregistered` if there is no such role."""
    if role and role not in RANK:
        raise Unregistered(
            f"there is no role {role}: there are {', '.join(sorted(RANK, key=RANK.__getitem__))}"
        )
    vars(view)["role"] = role
    return view


def open_to_duties(view: View, duties: Collection[str]) -> View:
    """Also open a view to links that lead to the thing in its address and have one of these duties,
    and return it. Raises `Unregistered` if there is no such duty."""
    for duty in duties:
        if duty not in DUTY_NAMES:
            raise Unregistered(f"there is no duty {duty}: there are {', '.join(DUTY_NAMES)}")
    vars(view)["duties"] = frozenset(duties)
    return view


class AccessRules(Struct, frozen=True):
    """The access rules of an address: which callers it admits, and which query parameters it has.

    - `role`: this role and those above it are admitted. `duties`: also links with one of these
      duties.
    - `watched`: the place whose public things strangers may watch through this address; empty for
      none.
    - `query`: the names of its parameters; None if they are checked elsewhere."""

    role: str = "operator"
    duties: frozenset[str] = frozenset()
    watched: str = ""
    query: frozenset[str] | None = None


OPERATORS = AccessRules()  # for an address that declares nothing


def access_rules(
    flask_app: Flask, api: str, query_of: Callable[[Any], frozenset[str] | None]
) -> dict[str, AccessRules]:
    """The access rules of an app's addresses, by endpoint. Query parameters are checked only for
    paths that begin with `api`; `query_of` returns those of a view."""
    result = {}
    for rule in flask_app.url_map.iter_rules():
        view = flask_app.view_functions[rule.endpoint]
        role: str = getattr(view, "role", "operator")
        duties: frozenset[str] = getattr(view, "duties", frozenset())
        of_api = rule.rule.startswith(api)
        page = "GET" in (rule.methods or ()) and not of_api
        watched = (
            place
            for place, subject in SUBJECTS.items()
            if place in rule.arguments and subject.may_be_watched(role, duties, page=page)
        )
        query = query_of(view) if of_api else None
        result[rule.endpoint] = AccessRules(role, duties, next(watched, ""), query)
    return result


def guard(addresses: Mapping[str, AccessRules]) -> Callable[[], None]:
    """The function that runs before every request. It notes the route for the log and the caller
    for the view. It raises a problem for unknown callers, for addresses and things that are not
    open to them, and for unknown parameters. If an address does not exist, it does nothing, so that
    everybody gets a 404."""

    def check() -> None:
        request = current_request()
        rule = request.url_rule
        if rule is None:  # there is no such address, which is told everybody
            return
        app, environ = service(), request.environ
        environ[ROUTE] = rule.rule
        if rule.rule not in PROBES:
            app.need_own_host(request.host)
        address = addresses.get(rule.endpoint, OPERATORS)
        if address.role:
            environ[CALLER] = _admitted_caller(app, request, address)
        if environ.get("QUERY_STRING") and address.query is not None:
            need_known_parameters(address.query)

    return check


def _admitted_caller(app: Service, request: Request, address: AccessRules) -> Caller:
    """The caller as the view should treat them. Raises a problem if the address or thing is not
    open to them."""
    given_places = (request.view_args or {}).items()
    named = {place: id for place, id in given_places if place in SUBJECTS}
    watched = app.subjects[address.watched] if address.watched else None
    id = named.get(address.watched, "")
    who = _prefer_link(app, request, _identify(app, request, watched, id), named)
    covered = not named or _covers(app, who, named)
    if not covered and watched and watched.public(id):
        who, covered = watched.watcher(id, who.id), True
    if who.duty is not None and named.get(who.place) == who.to:
        return _need_duty(who, address.duties)
    if RANK[who.role] < RANK[address.role] and (key := session_caller(app, request)):
        who, covered = key, True
    if RANK[who.role] < RANK[address.role]:
        text = ALONE[address.role]
        raise Problem("role-too-low", text, role=who.role, needed=address.role)
    if not covered:
        raise Problem("not-covered")
    if who.group is not None and named:  # as by a link to this one thing, and to no other
        return replace(who, to=next(iter(named.values())))
    return who


def _need_duty(who: Caller, duties: frozenset[str]) -> Caller:
    """Return a caller whose link has a duty. Raises `duty-too-low` unless the duty is among
    `duties`."""
    assert who.duty is not None
    if who.duty not in duties:
        theirs = [name for duty, name in DUTY_NAMES.items() if duty in duties]
        text = Text(
            "Your link does not open this. Who can: {theirs}.",
            theirs=listed(theirs, Text("a key")),
        )
        raise Problem("duty-too-low", text, duty=who.duty)
    return who


def _identify(app: Service, request: Request, watched: Subject | None, id: str) -> Caller:
    """Find out who sent a request, and count the request for rate limits. Somebody without a key or
    link is a watcher if `id` is a public thing of the subject `watched`. Raises a problem for
    others without a valid key or link, and for too many requests.

    A valid key is accepted however many invalid ones came from its address, so nobody can lock
    others out of a shared network.
    """
    remote = request.remote_addr or ""
    try:
        token = token_of(request, app.settings.public_url)
    except Problem:
        if watched is None or not watched.public(id):
            raise
        who = watched.watcher(id)
        app.meter.count(who, remote)
        return who
    try:
        who = app.access.caller_of(token)
    except Problem as problem:
        if key := session_caller(app, request):
            request.environ[LOST] = problem
            return key
        app.meter.count_address(remote, "failed")
        if watched and watched.lenient and is_identified_by_cookie(request) and watched.public(id):
            return watched.watcher(id)
        raise
    if app.meter.is_limited(who.role):
        subject = app.subjects.get(who.place)
        app.meter.count(subject.counted_as(who) if subject else who, remote)
    return who


def _prefer_link(app: Service, request: Request, who: Caller, named: Mapping[str, str]) -> Caller:
    """The caller to use. It is `who`, unless they do not cover the named things, the subject is
    lenient and the browser has a link to the thing: then it is the caller of that link. `named`:
    ids by place."""
    if who.duty is not None or not is_identified_by_cookie(request):
        return who
    for place, id in named.items():
        link = link_cookie(request, id) if app.subjects[place].lenient else ""
        if link and not _covers(app, who, named):
            return app.access.caller_of(link)
    return who


def session_caller(app: Service, request: Request) -> Caller | None:
    """The caller of the browser's session, even if a link's cookie is used before it. None without
    a valid session, or if its key does not cover the things in the address."""
    token = request.cookies.get(COOKIE) if is_identified_by_cookie(request) else None
    try:
        who = app.access.caller_of(token) if token else None
    except Problem:
        return None
    named = {place: id for place, id in (request.view_args or {}).items() if place in SUBJECTS}
    return who if who is not None and _covers(app, who, named) else None


def _covers(app: Service, who: Caller, named: Mapping[str, str]) -> bool:
    """Whether a key or link covers all things that an address names (`named`: id by place)."""
    if who.role == "operator":
        return True
    if who.to:
        return all(place == who.place and id == who.to for place, id in named.items())
    if who.group:
        group = who.group
        return all(app.subjects[place].within(id, group) for place, id in named.items())
    return all(app.subjects[place].owned(id, who.id) for place, id in named.items())
