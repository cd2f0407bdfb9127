"""The Flask app, without the parts of a request that this service has no use for: sessions,
signals, hooks after a request, adapters for addresses of other hosts. What Flask does with all that
is the same for every request, and costs as much as the rest of it. An exception
raised on the way to an answer becomes a problem; of an unexpected one only the request's number is
shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import structlog
from eventsourcing.persistence import PersistenceError
from flask import Flask, Response
from flask.ctx import AppContext, RequestContext
from flask.globals import _cv_app, _cv_request
from flask.sessions import NullSession, SessionInterface
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.routing import Rule

from api.web.body import Request, current_request
from api.web.middleware import masked
from api.web.pages.pages import page_of, wants_page
from api.web.problems.problem import Problem, answer, problem_of
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.titles.registry import UnknownRuleset

REMEMBERED = 1_024  # paths whose addresses are remembered
SHORT = 128  # letters of the longest path that is

Found = tuple[Rule, dict[str, Any]]


NO_SESSION = (
    NullSession()
)  # the one empty session that nobody can write to: who asks is found out by the guard


class NoSessions(SessionInterface):
    """Nothing is kept in a session of Flask's."""

    def open_session(self, app: Flask, request: Any) -> NullSession:
        return NO_SESSION


class Matched:
    """The address that a request asks for, where Flask looks for an adapter."""

    def __init__(self, app: GreffeApp, request: Request) -> None:
        self._app, self._request = app, request

    def match(self, *, return_rule: bool) -> Found:
        """The address and the values in its places; raises what werkzeug raises where there is
        none."""
        path, method = self._request.path, self._request.method
        rule, values = (self._app.known if len(path) <= SHORT else self._app.found)(path, method)
        return rule, dict(values)


class GreffeApp(Flask):
    """A Flask app whose requests pass the guard, their blueprint's own checks and the view, and
    nothing else."""

    request_class = Request
    session_interface = NoSessions()

    def __init__(self) -> None:
        super().__init__("greffe", static_folder=None)
        self.known = lru_cache(REMEMBERED)(self.found)
        self._checks: dict[str | None, tuple[Callable[[], Any], ...]] = {}

    def found(self, path: str, method: str) -> Found:
        rule, values = self.url_map.bind("", path_info=path, default_method=method).match(
            return_rule=True
        )
        return rule, dict(values)

    def create_url_adapter(self, request: Any) -> Any:
        if request is None:
            # the service is asked under many names, and makes no address without a request
            return None
        if "HTTP_UPGRADE" in request.environ or not request.environ.get("PATH_INFO"):
            return super().create_url_adapter(request)
        return Matched(self, request)

    def wsgi_app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answer as WSGI does. Flask's contexts are there as ever; what it tells about them, and
        what it does at their end, nobody here asks for."""
        context = RequestContext(self, environ, session=NO_SESSION)
        of_app, of_request = _cv_app.set(AppContext(self)), _cv_request.set(context)
        try:
            try:
                if context.url_adapter is not None:
                    context.match_request()
                answer = self.full_dispatch_request()
            except Exception as e:  # noqa: BLE001  what the handlers of errors could not answer
                answer = self.handle_exception(e)
            return answer(environ, start_response)
        finally:
            _cv_request.reset(of_request)
            _cv_app.reset(of_app)
            if "files" in vars(context.request):
                context.request.close()

    def full_dispatch_request(self) -> Any:
        self._got_first_request = True
        requested: Any = _cv_request.get().request
        try:
            answer: Any = None
            for check in self._checks_of(requested):
                answer = check()
                if answer is not None:
                    break
            else:
                if requested.routing_exception is not None:
                    self.raise_routing_exception(requested)
                answer = self.view_functions[requested.url_rule.endpoint](**requested.view_args)
        except Exception as e:  # noqa: BLE001  it goes to the handlers of errors
            answer = self.handle_user_exception(e)
        return answer if isinstance(answer, Response) else self.make_response(answer)

    def _checks_of(self, request: Request) -> tuple[Callable[[], Any], ...]:
        """What runs before the view, in Flask's order: the app's, then the blueprints'."""
        known = self._checks.get(request.endpoint)
        if known is None:
            there = self.before_request_funcs
            known = tuple(
                check
                for name in (None, *reversed(request.blueprints))
                for check in there.get(name, ())
            )
            self._checks[request.endpoint] = known
        return known


def install(app: Flask) -> None:
    for kind, problem_of_it in _PROBLEMS.items():
        app.register_error_handler(kind, partial(_told, problem_of_it))


def _told(problem_of_it: Callable[[Any], Problem], e: Exception) -> Response:
    """The answer to an error, which lets go of the frames it came through: they have it in their
    variables, and with it a whole request would stay until garbage is looked for."""
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


def _damaged(e: DamagedRecord) -> Problem:
    structlog.get_logger("greffe.api").error(
        "a record is damaged", request=current_request().id, game=e.game, seq=e.seq, why=e.why
    )
    members = {"game": e.game, "seq": e.seq, "whole": e.seq - 1} if e.seq else {}
    return Problem("record-damaged", e.text, headers=None, **members)


def _no_rules(e: UnknownRuleset) -> Problem:
    structlog.get_logger("greffe.api").error(
        "rules are missing", request=current_request().id, ruleset=e.id, version=e.version
    )
    return Problem("rules-missing", e.text)


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


_PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    Refusal: problem_of,
    DamagedRecord: _damaged,
    UnknownRuleset: _no_rules,
    HTTPException: _http,
    PersistenceError: _store,
    Exception: _fault,
}
