"""Requests through the slimmer app: the same address, values, checks and bodies as through Flask's own."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from api.app.flask_app import SHORT, GreffeApp
from api.app.routing import new_routes
from api.http.body import Request


@pytest.fixture(scope="module")
def routes() -> GreffeApp:
    found = new_routes()
    assert isinstance(found, GreffeApp)
    return found


def address(app: GreffeApp, adapter: Any) -> tuple[Any, Any]:
    """The rule and the values that are found, or the kind of refusal and what it names."""
    try:
        rule, values = adapter.match(return_rule=True)
    except HTTPException as e:
        return type(e), sorted(getattr(e, "valid_methods", None) or ())
    return rule, values


def paths(app: Flask) -> list[str]:
    """An address of every rule, and some of none."""
    there = {rule.rule.replace("<", "").replace(">", "").replace(":", "") for rule in app.url_map.iter_rules()}
    return [*sorted(there), "/", "", "//", "/api/v1/games//board", "/api/v1/games/a/", "/nothing", "/api/v1/games/é/board"]


def test_every_address_is_found_as_flask_finds_it_at_first_and_again(routes: GreffeApp) -> None:
    long = "/api/v1/games/" + SHORT * "a" + "/board"
    for path in [*paths(routes), long]:
        for method in ("GET", "POST", "HEAD", "DELETE"):
            request = Request.from_values(path=path, method=method)
            theirs = address(routes, Flask.create_url_adapter(routes, request))
            for _ in range(2):
                assert address(routes, routes.create_url_adapter(request)) == theirs, path
    assert routes.known.cache_info().hits > 100


def test_a_request_for_another_protocol_is_refused_as_by_flask(routes: GreffeApp) -> None:
    headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
    request = Request.from_values(path="/healthz", headers=headers)
    assert address(routes, routes.create_url_adapter(request))[0] is not routes.known("/healthz", "GET")[0]


def test_what_is_remembered_of_an_address_is_no_requests_to_change(routes: GreffeApp) -> None:
    request = Request.from_values(path="/api/v1/games/a/board")
    routes.create_url_adapter(request).match(return_rule=True)[1]["game"] = "b"
    assert routes.create_url_adapter(request).match(return_rule=True)[1] == {"game": "a"}


def test_checks_run_before_the_view_and_an_answer_of_theirs_is_the_answer() -> None:
    app, ran = GreffeApp(), list[str]()
    app.add_url_rule("/a", view_func=lambda: ran.append("view") or "view", endpoint="a")
    app.before_request(lambda: ran.append("first"))
    app.before_request(lambda: "no" if ran[1:] else None)
    assert app.test_client().get("/a").data == b"view"
    assert app.test_client().get("/a").data == b"no"
    assert app.test_client().get("/b").data == b"no", "also where there is no such address"
    assert ran == ["first", "view", "first", "first"]


@pytest.mark.parametrize("sent", [b"", b"hello", b"x" * 100])
def test_a_body_is_read_as_far_as_it_is_said_to_go_and_no_longer_than_may_be(sent: bytes) -> None:
    app = GreffeApp()
    app.config.update(MAX_CONTENT_LENGTH=50)
    for said in (len(sent), 3):
        environ = {"wsgi.input": BytesIO(sent), "CONTENT_LENGTH": str(said), "REQUEST_METHOD": "POST"}
        with app.app_context():
            if said > 50:
                with pytest.raises(RequestEntityTooLarge):
                    Request(environ).raw()
            else:
                assert Request(environ).raw() == sent[:said]
