"""Signing in and out: a link that was opened, a key that was entered."""

import re
from typing import Any
from urllib.parse import urlsplit

from flask import Response, request

from api.web.access.access import COOKIE, HALL, from_here
from api.web.access.caller import Caller
from api.web.access.links import Hall
from api.web.body import asked
from api.web.pages.pages import YEAR, anybody, go, page, site
from api.web.pages.ways_back import opens
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.kernel.text import Text

# An address from the root on. Browsers take a backslash for a slash and leave out spaces and tabs,
# so none may be in it.
_OWN = re.compile(r"/(?!/)[!-\[\]-~]*")


@site.get("/seat/<link>")
@anybody
def open_link(link: str) -> Response:
    """Open a link: the browser keeps it for its game, and the address bar shows it no longer."""
    return _let_in(link)


@site.route("/enter/<link>", methods=["GET", "POST"])
@anybody
def enter_once(link: str) -> Response:
    """Sign the operator in with the link that the service printed when it started: it works once.
    Looking at it uses nothing up, so that a preview or a scanner of links does not."""
    if request.method != "POST":
        return page("admin/enter_once.html")
    _from_here()
    try:
        session = service().access.enter_once(link)
    except Problem:
        service().meter.count_failed(request.remote_addr or "")
        raise
    answer = go("/")
    answer.set_cookie(COOKIE, session, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


@site.route("/enter", methods=["GET", "POST"])
@anybody
def enter() -> Response:
    if request.method != "POST":
        return page("admin/enter.html", wanted=_own(request.args.get("to", "")))
    _from_here()
    given = request.form.get("key", "").strip()
    given = urlsplit(given).path.rpartition("/seat/")[2] if "/seat/" in given else given
    try:
        return _let_in(given, _own(request.form.get("to", "")))
    except Problem as problem:
        if problem.kind.status != 401:
            raise
        return page(
            "admin/enter.html", 401, refused=problem, wanted=_own(request.form.get("to", ""))
        )


@site.post("/leave")
@anybody
def leave() -> Response:
    """Sign out: the session ends; the browser forgets it, every link, and the pages that it keeps
    for when there is no network."""
    _from_here()
    service().access.end_session(request.cookies.get(COOKIE, ""))
    answer = go("/")
    answer.headers["Clear-Site-Data"] = '"storage"'
    for name in request.cookies:
        if name in (COOKIE, HALL) or name.startswith(f"{COOKIE}-"):
            answer.delete_cookie(name)
    return answer


def _let_in(given: str, to: str = "") -> Response:
    access, remote = service().access, request.remote_addr or ""
    try:
        who: Caller = access.who(given)
    except Problem:
        service().meter.count_failed(remote)
        raise
    answer = go(to or opens(who))
    kept: dict[str, Any] = {"httponly": True, "samesite": "Lax", "secure": request.is_secure}
    if who.game:
        answer.set_cookie(f"{COOKIE}-{who.game}", given, max_age=YEAR, **kept)
    elif who.hall:
        answer.set_cookie(HALL, given, max_age=YEAR, **kept)
        _forget(answer, who.hall)
    else:
        answer.set_cookie(COOKIE, access.session(given), **kept)
    return answer


def _forget(answer: Response, hall: Hall) -> None:
    """Have the browser forget its links to games of a hall: there, too, the link that was opened
    last is the one that counts."""
    for name in request.cookies:
        if name.startswith(f"{COOKIE}-") and service().in_hall(
            name.removeprefix(f"{COOKIE}-"), hall
        ):
            answer.delete_cookie(name)


def _own(to: str) -> str:
    return to if _OWN.fullmatch(to) else ""


def _from_here() -> None:
    """Raise `bad-request` for a form that another site had the browser send."""
    if not from_here(asked(), service().public_url):
        text = Text("This form was sent from another site.")
        raise Problem("bad-request", text)
