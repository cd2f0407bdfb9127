"""The Flask app. Exceptions become problem documents. A document about an unexpected exception
gives only the request's number, under which the log has the rest."""

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
from api.web.middleware import with_tokens_masked
from api.web.pages.pages import page_of, wants_page
from api.web.problems.problem import Problem, problem_of, problem_reply
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


class CachingUrlAdapter(MapAdapter):
    """A URL adapter that ignores the request's host and caches the matches of short paths."""

    def __init__(self, app: GreffeApp, path: str, method: str) -> None:
        super().__init__(app.url_map, "", "/", None, "http", path, method)
        self._match = app.match_cached if len(path) <= SHORT else app.match_anew

    def match(self, *_: Any, **__: Any) -> Any:
        """The matching rule, and the values in the path by name. Raises werkzeug's exceptions if
        there is none."""
        rule, values = self._match(self.path_info, self.default_method)
        return rule, dict(values)


class Templates(Environment):
    """Jinja's environment, except that all templates use one map of globals. Jinja would give each
    template a map of its own over the shared one, and copy it slowly at every import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class GreffeApp(Flask):
    """A Flask app whose requests have numbers, and which caches the routes of short paths."""

    jinja_environment = Templates
    request_class = Request
    session_interface = NoSessions()

    def __init__(self) -> None:
        super().__init__("greffe", static_folder=None)
        self._anywhere = self.url_map.bind("")
        self.match_cached = lru_cache(REMEMBERED)(self.match_anew)

    def match_anew(self, path: str, method: str) -> tuple[Rule, Mapping[str, Any]]:
        """The rule that matches a path, and the values in the path by name, without the cache.
        Raises werkzeug's exceptions if there is none."""
        return self._anywhere.match(path, method, return_rule=True)

    def request_context(self, environ: dict[str, Any]) -> Any:
        context = super().request_context(environ)
        request = cast(Request, context.request)
        request.service = self.extensions.get(EXTENSION)
        CURRENT.set(request)
        return context

    def create_url_adapter(self, request: Any) -> MapAdapter | None:
        if request is None or "HTTP_UPGRADE" in request.environ:
            return super().create_url_adapter(request)
        return CachingUrlAdapter(self, request.path, request.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The view unchanged: no view is a coroutine, and Flask would check that at each call."""
        return func


def install_error_handlers(flask_app: Flask) -> None:
    for kind, describe in PROBLEMS.items():
        flask_app.register_error_handler(kind, partial(_answer_error, describe))


def _answer_error(describe: Callable[[Any], Problem], error: Exception) -> Response:
    """The answer to an error: a problem document, or its page for a browser. Drops the error's
    traceback, whose frames would keep the request in memory until the next garbage collection."""
    problem = describe(error)
    error.__traceback__ = error.__context__ = None
    return page_of(problem) if wants_page() else problem_reply(problem)


def _http_problem(error: HTTPException) -> Problem:
    code = error.code or 500
    if code == 404:
        path = with_tokens_masked(current_request().path)
        return Problem("not-found", Text("There is nothing at {path}.", path=path))
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        method = current_request().method
        text = Text("{method} is not offered here: {allowed} is.", method=method, allowed=allowed)
        return Problem("method-not-allowed", text, headers={"Allow": allowed})
    if isinstance(error, RequestEntityTooLarge):
        limit = current_request().max_content_length
        return Problem(
            "body-too-large",
            Text("The body is longer than {limit} bytes.", limit=limit),
            headers={"Connection": "close"},
            limit=limit,
        )
    if code < 500:
        return Problem(
            "bad-request",
            Text("{name}: {description}", name=error.name, description=error.description),
        )
    return _unexpected_problem(error)


def _store_problem(error: PersistenceError) -> Problem:
    structlog.get_logger("greffe.api").error(
        "the store does not answer", request=current_request().id, why=str(error), exc_info=error
    )
    return Problem("store-unavailable", headers={"Retry-After": "1"}, request=current_request().id)


def _unexpected_problem(error: Exception) -> Problem:
    number = current_request().id
    structlog.get_logger("greffe.api").error(
        "fault", request=number, path=with_tokens_masked(current_request().path), exc_info=error
    )
    return Problem(
        "internal-error",
        Text(
            "Something broke here. The operator finds it in the log under {number}.",
            number=number,
        ),
        request=number,
    )


# The problem that each type of exception becomes; subjects add theirs.
PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    Refusal: problem_of,
    HTTPException: _http_problem,
    PersistenceError: _store_problem,
    Exception: _unexpected_problem,
}
