"""Error handlers: an exception raised on the way to an answer becomes a problem. Of an unexpected one only the request's number
is shown."""

from __future__ import annotations

import structlog
from eventsourcing.persistence import PersistenceError
from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from api.answers.refusals import problem_of
from api.http.body import asked
from api.http.middleware import masked
from api.problems.problem import Problem, answer
from api.site.kit.problem_page import page_of, wants_page
from domain.errors import Refusal
from domain.kernel.stored import DamagedRecord
from domain.rules.text import Text
from domain.rules.titles.registry import UnknownRuleset


def install(app: Flask) -> None:
    """Answer every exception of an app with a problem."""
    app.register_error_handler(Problem, _told)
    app.register_error_handler(Refusal, lambda refusal: _told(problem_of(refusal)))
    app.register_error_handler(DamagedRecord, lambda e: _told(_damaged(e)))
    app.register_error_handler(UnknownRuleset, lambda e: _told(_no_rules(e)))
    app.register_error_handler(HTTPException, lambda e: _told(_http(e)))
    app.register_error_handler(PersistenceError, lambda e: _told(_store(e)))
    app.register_error_handler(Exception, lambda e: _told(_fault(e)))


def _told(problem: Problem) -> Response:
    """A problem as the request asks for it: a page, or JSON."""
    return page_of(problem) if wants_page() else answer(problem)


def _http(e: HTTPException) -> Problem:
    """What werkzeug refuses: no such address or method, a body too large, a request that is none."""
    code = e.code or 500
    if code == 404:
        path = masked(asked().path)
        return Problem("not-found", Text("There is nothing at {path}.", path=path))
    if isinstance(e, MethodNotAllowed):
        allowed = ", ".join(sorted(e.valid_methods or ()))
        method = asked().method
        text = Text("{method} is not offered here: {allowed} is.", method=method, allowed=allowed)
        return Problem("method-not-allowed", text, headers={"Allow": allowed})
    if isinstance(e, RequestEntityTooLarge):
        limit = asked().max_content_length
        return Problem(
            "body-too-large",
            Text("The body is longer than {limit} bytes.", limit=limit),
            headers={"Connection": "close"},
            limit=limit,
        )
    if code < 500:
        return Problem("bad-request", Text("{name}: {description}", name=e.name, description=e.description))
    return _fault(e)


def _store(e: PersistenceError) -> Problem:
    structlog.get_logger("greffe.api").error("the store does not answer", request=asked().id, why=str(e), exc_info=e)
    return Problem("store-unavailable", headers={"Retry-After": "1"}, request=asked().id)


def _damaged(e: DamagedRecord) -> Problem:
    """A record that is damaged or gone: which, and how far the game can be read. The log of the service says why."""
    structlog.get_logger("greffe.api").error("a record is damaged", request=asked().id, game=e.game, seq=e.seq, why=e.why)
    members = {"game": e.game, "seq": e.seq, "whole": e.seq - 1} if e.seq else {}
    return Problem("record-damaged", e.text, headers=None, **members)


def _no_rules(e: UnknownRuleset) -> Problem:
    """A game of a title, or a version, that an older service or one without the title's package does not have."""
    structlog.get_logger("greffe.api").error("rules are missing", request=asked().id, ruleset=e.id, version=e.version)
    return Problem("rules-missing", e.text)


def _fault(e: Exception) -> Problem:
    number = asked().id
    structlog.get_logger("greffe.api").error("fault", request=number, path=masked(asked().path), exc_info=e)
    return Problem(
        "internal-error",
        Text(
            "Something broke here. The operator finds it in the log under {number}.",
            number=number,
        ),
        request=number,
    )
