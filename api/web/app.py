"""The Flask app. Exceptions become problem documents; for unexpected ones only the request's number
is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache, partial
from typing import Any, cast

import structlog
from eventsourcing.persistence import PersistenceError
from flask import Flask, Response
from flask.sessions import NullSession, SessionInterface
from flask.templating import Environment
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.routing import MapAdapter, Rule

from api.web.body import CURRENT, Request, current_request
from api.web.middleware import masked
from api.web.pages.pages import page_of, wants_page
from api.web.problems.problem import Problem, answer, problem_of
from api.web.request.service import EXTENSION
from domain.kernel.refusals import Refusal
from domain.kernel.text import Text

REMEMBERED = 1_024  # paths whose addresses are remembered
SHORT = 128  # letters of the longest path that is


class NoSessions(SessionInterface):
    """Disables Flask's sessions; the guard identifies callers."""

    def open_session(self, app: Flask, request: Any) -> NullSession:
        return NO_SESSION


NO_SESSION = NullSession()


class Adapter(MapAdapter):
    """The URL adapter of a request, which never depends on the host."""

    def __init__(self, app: GreffeApp, path: str, method: str) -> None:
        super().__init__(app.url_map, "", "/", None, "http", path, method)
        self._known = app.known if len(path) <= SHORT else app.found

    def match(self, *_: Any, **__: Any) -> Any:
        """The rule and its values. Raises werkzeug's exceptions if there is none."""
        rule, values = self._known(self.path_info, self.default_method)
        return rule, dict(values)


class Templates(Environment):
    """Jinja's environment, whose templates share its globals: a map of their own over it, which
    Jinja would make, is read anew at every import, slowly."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class GreffeApp(Flask):
    """A Flask app with numbered requests, which caches the matches of short addresses."""

    jinja_environment = Templates
    request_class = Request
    session_interface = NoSessions()

    def __init__(self) -> None:
        super().__init__("greffe", static_folder=None)
        self._everywhere = self.url_map.bind("")
        self.known = lru_cache(REMEMBERED)(self.found)

    def found(self, path: str, method: str) -> tuple[Rule, Mapping[str, Any]]:
        return self._everywhere.match(path, method, return_rule=True)

    def request_context(self, environ: dict[str, Any]) -> Any:
        made = super().request_context(environ)
        request = cast(Request, made.request)
        request.service = self.extensions.get(EXTENSION)
        CURRENT.set(request)
        return made

    def create_url_adapter(self, request: Any) -> MapAdapter | None:
        if request is None or "HTTP_UPGRADE" in request.environ:
            return super().create_url_adapter(request)
        return Adapter(self, request.path, request.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the view unchanged: none is a coroutine, and Flask would check each time."""
        return func


def install(app: Flask) -> None:
    for kind, problem_of_it in PROBLEMS.items():
        app.register_error_handler(kind, partial(_told, problem_of_it))


def _told(problem_of_it: Callable[[Any], Problem], e: Exception) -> Response:
    """The answer to an error. It drops the traceback, whose frames would keep the request in memory
    until the next garbage collection."""
    problem = problem_of_it(e)
    e.__traceback__ = e.__context__ = None
    return page_of(problem) if wants_page() else answer(problem)


def _http(e: HTTPException) -> Problem:
    code = e.code or 500
    if code == 404:
        path = masked(current_request().path)
        return Problem("not-found", Text("There is nothing at {path}.", path=path))
    if isinstance(e, MethodNotAllowed):
        allowed = ", ".join(sorted(e.valid_methods or ()))
        method = current_request().method
        text = Text("{method} is not offered here: {allowed} is.", method=method, allowed=allowed)
        return Problem("method-not-allowed", text, headers={"Allow": allowed})
    if isinstance(e, RequestEntityTooLarge):
        limit = current_request().max_content_length
        return Problem(
            "body-too-large",
            Text("The body is longer than {limit} bytes.", limit=limit),
            headers={"Connection": "close"},
            limit=limit,
        )
    if code < 500:
        return Problem(
            "bad-request", Text("{name}: {description}", name=e.name, description=e.description)
        )
    return _fault(e)


def _store(e: PersistenceError) -> Problem:
    structlog.get_logger("greffe.api").error(
        "the store does not answer", request=current_request().id, why=str(e), exc_info=e
    )
    return Problem("store-unavailable", headers={"Retry-After": "1"}, request=current_request().id)


def _fault(e: Exception) -> Problem:
    number = current_request().id
    structlog.get_logger("greffe.api").error(
        "fault", request=number, path=masked(current_request().path), exc_info=e
    )
    return Problem(
        "internal-error",
        Text(
            "Something broke here. The operator finds it in the log under {number}.",
            number=number,
        ),
        request=number,
    )


# What exceptions come to; subjects add those that they know.
PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    Refusal: problem_of,
    HTTPException: _http,
    PersistenceError: _store,
    Exception: _fault,
}
