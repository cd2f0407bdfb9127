"""The guard before every request: who asks, whether the address is open to their role, and whether
the game is theirs.

Everything but health, the OpenAPI document and the pages that explain problems needs a key or a
link. An address that states no role is the operator's. What a key or link does not cover gets the
same 403 whether it exists or not.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from api.web.access.access import by_cookie, given, link_kept
from api.web.access.answers import Duty
from api.web.access.caller import CALLER, DUTIES, DUTY_NAMES, NAMES, RANK, ROLES, Caller, Role
from api.web.body import Request, current_request, need_known
from api.web.middleware import ROUTE
from api.web.problems.problem import Problem
from api.web.request.service import Service, service
from domain.kernel.text import Text, listed

View = TypeVar("View", bound=Callable[..., Any])

OPEN = -1  # the rank of an address that needs no key

PROBES = (
    "/healthz",
    "/readyz",
    "/metrics",
)  # what a machine's own watchmen ask, by whatever name they know it

_OPERATOR = RANK["operator"]
_NOBODY: frozenset[str] = frozenset()


def for_role(view: View, role: Role | None) -> View:
    """Let a view answer this role and those above it; None: anybody, without a key."""
    vars(view)["rank"] = OPEN if role is None else RANK[role]
    return view


def for_duties(view: View, duties: Collection[Duty]) -> View:
    """Let a view answer links to the tournament that its address names, too, if they are for one of
    these duties; the director's always is."""
    vars(view)["duties"] = frozenset({"director", *duties})
    return view


def guard(
    ranks: Mapping[str, int],
    queries: Mapping[str, frozenset[str]],
    duties: Mapping[str, frozenset[str]],
) -> Callable[[], None]:
    """What runs before every request: notes its route for the log and its caller for the view, and
    refuses it if the caller is unknown, or the endpoint or the game is not theirs, or if it asks
    for something that the address does not know. `ranks` are the endpoints' minimum roles,
    `queries` the parameters of those whose views read no query themselves, `duties` those of a
    tournament's links that an endpoint is for, whatever its role. The addresses are in the OpenAPI
    document, which is open to all: so that there is no such address is told everybody."""

    def check() -> None:
        request, app = current_request(), service()
        if request.url_rule is None:  # there is no such address, which is told everybody
            return
        rule, endpoint, named = request.url_rule.rule, request.url_rule.endpoint, request.view_args
        request.environ[ROUTE] = rule
        if rule not in PROBES:
            app.need_host(request.host)
        needed = ranks.get(endpoint, _OPERATOR)
        if needed == OPEN:
            if rule.startswith("/api/"):
                _need_query(request, queries)
            return
        assert named is not None
        theirs = duties.get(endpoint, _NOBODY)
        watched = named.get("game", "") if needed == RANK["spectator"] else ""
        event = _watchable(request, theirs)
        who = _or_by_link(app, request, _known(app, request, watched, event))
        known = not event or who.game == event or _may_organise(app, who, event)
        if not known and app.shows_tournament(event):
            who = _watcher(event, who.id)
        if who.duty is not None and named.get("tournament") == who.game:
            _need_duty(who, theirs)
            request.environ[CALLER] = who
            _need_query(request, queries)
            return
        rank = RANK[who.role]
        if rank < needed:
            raise _too_low(who, needed)
        if rank < _OPERATOR and named and not _covers(app, who, named):
            if not (watched and app.is_public(watched)):
                raise Problem("not-covered")
            who = Caller(who.id, "spectator", watched, stranger=True)
        elif who.hall and "game" in named:  # the arbiter of this one game, and of no other
            who = replace(who, game=named["game"])
        request.environ[CALLER] = who
        _need_query(request, queries)

    return check


def _watchable(request: Request, duties: frozenset[str]) -> str:
    """The tournament whose page is asked for, if it is one that screens show; empty for all other
    requests. Where the director says so, anybody may open it."""
    if "screen" not in duties:
        return ""
    page = request.method in ("GET", "HEAD") and not request.path.startswith("/api/")
    tournament: str = (request.view_args or {}).get("tournament", "")
    return tournament if page else ""


def _watcher(event: str, id: str = "") -> Caller:
    """Whoever watches a tournament without a link to it: they see what its screens show."""
    return Caller(id, "spectator", event, stranger=True, duty="screen")


def _may_organise(app: Service, who: Caller, tournament: str) -> bool:
    return who.at_least("operator") or (
        who.at_least("organiser") and _covers(app, who, {"tournament": tournament})
    )


def _need_query(request: Request, queries: Mapping[str, frozenset[str]]) -> None:
    if request.environ.get("QUERY_STRING"):
        known = queries.get(request.endpoint or "")
        if known is not None:
            need_known(known)


def _need_duty(who: Caller, duties: frozenset[str]) -> None:
    """Raise `duty-too-low` unless an address of their own tournament is for the duty of who
    asks."""
    assert who.duty is not None
    if who.duty not in duties:
        mine = DUTY_NAMES[who.duty]
        theirs = [DUTY_NAMES[duty] for duty in DUTIES if duty in duties]
        text = Text(
            "This address is for {theirs}; your link is for {mine}.",
            theirs=listed(theirs, Text("a key")),
            mine=mine,
        )
        raise Problem("duty-too-low", text, duty=who.duty)


def _known(app: Service, request: Request, watched: str, event: str = "") -> Caller:
    """Whom a request comes from; raises the problem of one that comes from nobody, or too often.
    Who watches a public game or tournament needs no link to it: they are its spectator.

    A right key is let in however many wrong ones came from its address: nobody can lock others out
    of a network they share.
    """
    remote = request.remote_addr or ""
    try:
        token = given(request, app.settings.public_url)
    except Problem:
        if event and app.shows_tournament(event):
            who = _watcher(event)
        elif watched and app.is_public(watched):
            who = Caller("", "spectator", watched, stranger=True)
        else:
            raise
        app.meter.count(who, remote)
        return who
    try:
        who = app.access.who(token)
    except Problem:
        app.meter.count_address(remote, "failed")
        if event and by_cookie(request) and app.shows_tournament(event):
            return _watcher(event)  # a session that is over is no worse than none
        raise
    if app.meter.limits(who.role):
        app.meter.count(app.counted_as(who), remote)
    return who


def _or_by_link(app: Service, request: Request, who: Caller) -> Caller:
    """Who asks for a tournament in a browser: the session's key, or, where the tournament is not
    that key's, the link to it that the browser keeps."""
    tournament = (request.view_args or {}).get("tournament", "")
    if not tournament or who.duty is not None or not by_cookie(request) or who.at_least("operator"):
        return who
    link = link_kept(request, tournament)
    return (
        app.access.who(link) if link and not _covers(app, who, {"tournament": tournament}) else who
    )


def _covers(app: Service, who: Caller, named: Mapping[str, Any]) -> bool:
    if who.game:
        return (
            named.get("game", who.game) == who.game
            and not {"campaign", "tournament"} & named.keys()
        )
    if who.hall:
        other = {"campaign", "tournament"} & named.keys()
        return not other and ("game" not in named or app.in_hall(named["game"], who.hall))
    return all(
        app.owns(who.id, named[kind], kind)
        for kind in ("game", "campaign", "tournament")
        if kind in named
    )


def _too_low(who: Caller, rank: int) -> Problem:
    needed = ROLES[rank]
    mine, theirs = NAMES[who.role], NAMES[needed]
    text = Text(
        "This address needs the role {theirs}; yours is {mine}.",
        theirs=theirs,
        mine=mine,
    )
    return Problem("role-too-low", text, role=who.role, needed=needed)
