"""A problem as a page, for a reader who asked for one: what went wrong, and what to do next."""

from __future__ import annotations

from flask import Response, request

from api.web.middleware import CSP
from api.web.pages.pages import POLICY, page
from api.web.problems.problem import Problem

_MAY_PASS = (401, 403, 409, 412, 429)


def wants_page() -> bool:
    """Whether a problem of this request is best told on a page: it is no address of the API, and a browser asks for it."""
    if request.path.startswith(("/api/", "/openapi", "/metrics", "/healthz", "/readyz", "/log/")):
        return False
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def page_of(problem: Problem) -> Response:
    """The page of a problem. Where the same address may answer better later, or to somebody else, it can be tried again; where it
    asked for what a game does not have, it leads to the game."""
    status, asked = problem.kind.status, request.full_path.rstrip("?")
    read = request.method == "GET" and not request.path.startswith("/seat/")
    again = asked if read and (status in _MAY_PASS or status >= 500) else ""
    instead = request.path if read and problem.kind.slug == "no-such-position" else ""
    answer = page("web/problem.html", status, problem=problem, again=again, instead=instead, to=asked if read else "")
    answer.headers.extend(problem.headers)
    if problem.kind.slug == "embed-refused":  # the frame itself says why; there is nothing on the page to be tricked into
        answer.headers[CSP] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    return answer
