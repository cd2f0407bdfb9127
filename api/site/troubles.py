"""A problem as a page, for a reader who asked for one: what went wrong, and what to do next."""

from __future__ import annotations

from flask import Response, request

from api.problems import Problem
from api.site.web import page


def wants_page() -> bool:
    """Whether a problem of this request is best told on a page: it is no address of the API, and a browser asks for it."""
    if request.path.startswith(("/api/", "/openapi", "/metrics", "/healthz", "/readyz", "/log/")):
        return False
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def page_of(problem: Problem) -> Response:
    """The page of a problem."""
    again = request.full_path.rstrip("?") if request.method == "GET" and not request.path.startswith("/seat/") else ""
    answer = page("problem.html", problem.kind.status, problem=problem, again=again)
    answer.headers.extend(problem.headers)
    return answer
