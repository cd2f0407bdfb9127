from io import BytesIO
from typing import Any

import pytest
from flask import Flask, Request as FlaskRequest, Response
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.routing import new_routes
from api.web.app import SHORT, GreffeApp
from api.web.body import Request
from api.web.request.responses import JSON, Reply
from tests.amount import spread
from tests.api.conftest import KEY


@pytest.fixture(scope="module")
def routes() -> GreffeApp:
    app = new_routes()
    assert isinstance(app, GreffeApp)
    return app


def address(app: GreffeApp, adapter: Any) -> tuple[Any, Any]:
    try:
        rule, values = adapter.match(return_rule=True)
    except HTTPException as e:
        return type(e), sorted(getattr(e, "valid_methods", None) or ())
    return rule, values


def paths(app: Flask) -> list[str]:
    there = {
        rule.rule.replace("<", "").replace(">", "").replace(":", "")
        for rule in app.url_map.iter_rules()
    }
    return [
        *sorted(there),
        "/",
        "",
        "//",
        "/api/v1/games//board",
        "/api/v1/games/a/",
        "/nothing",
        "/api/v1/games/é/board",
    ]


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
    assert (
        address(routes, routes.create_url_adapter(request))[0]
        is not routes.known("/healthz", "GET")[0]
    )


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
    for sentence in (len(sent), 3):
        environ = {
            "wsgi.input": BytesIO(sent),
            "CONTENT_LENGTH": str(sentence),
            "REQUEST_METHOD": "POST",
        }
        with app.app_context():
            if sentence > 50:
                with pytest.raises(RequestEntityTooLarge):
                    Request(environ).raw()
            else:
                assert Request(environ).raw() == sent[:sentence]


SAID = (
    *(
        "method",
        "scheme",
        "path",
        "remote_addr",
        "server",
        "root_path",
        "query_string",
        "full_path",
        "url",
        "base_url",
        "host",
    ),
    *("content_length", "content_type", "mimetype", "is_secure", "referrer", "environ"),
)


@pytest.mark.parametrize(
    "given",
    [
        {"path": "/games/é/%2F//", "query_string": "a=é&b=%C3%A9&a=2"},
        {
            "path": "//a",
            "method": "post",
            "data": b"{}",
            "content_type": "application/json; charset=utf-8",
        },
        {"path": "", "base_url": "https://there.example:8443/below/"},
        {
            "path": "/a",
            "headers": {"Cookie": "greffe=x; b=\xc3", "X-Odd": "1", "Referer": "/b"},
            "environ_base": {"REMOTE_ADDR": "::1"},
        },
    ],
)
def test_a_request_says_of_itself_what_flasks_does(given: dict[str, Any]) -> None:
    environs = [EnvironBuilder(**given).get_environ() for _ in range(2)]
    for environ in environs:
        environ["PATH_INFO"] += "\xff"  # no UTF-8
        environ.update({"wsgi.input": None, "wsgi.errors": None})
    mine, theirs = Request(environs[0]), FlaskRequest(environs[1], populate_request=False)
    for name in SAID:
        assert getattr(mine, name) == getattr(theirs, name), name
    assert (
        list(mine.headers) == list(theirs.headers)
        and mine.args == theirs.args
        and mine.cookies == theirs.cookies
    )
    with pytest.raises(AttributeError):
        mine.nothing  # noqa: B018


def test_answers_are_those_that_flasks_own_contexts_lead_to(app: Flask) -> None:
    count, refused = 0, 0
    for path in spread(paths(app), 4):
        for method in ("GET", "HEAD", "POST", "PUT"):
            for headers in (
                {},
                {"Authorization": f"Bearer {KEY}"},
                {"Authorization": "Bearer no", "Upgrade": "websocket"},
            ):
                both = [
                    run_wsgi_app(
                        lambda *a, made=made: made.wsgi_app(app, *a),
                        EnvironBuilder(path, method=method, headers=headers).get_environ(),
                    )
                    for made in (Flask, GreffeApp)
                ]
                (pieces, status, header_list), (others, other_status, other) = both
                count, refused = count + 1, refused + (status[0] == "4")
                assert (status, [*header_list.keys()]) == (other_status, [*other.keys()]), (
                    f"{method} {path} {headers}"
                )
                if path != "/metrics" and "html" not in header_list.get(
                    "Content-Type", ""
                ):  # forms have new keys
                    assert (list(header_list), b"".join(pieces)) == (
                        list(other),
                        b"".join(others),
                    ), f"{method} {path} {headers}"
    assert count > refused > count / 2


@pytest.mark.parametrize("status", [200, 201, 204, 304, 404, 503])
@pytest.mark.parametrize(
    "named",
    [
        {},
        {"Cache-Control": "no-store", "ETag": '"7"'},
        {"Location": "/a/é"},
        {"Content-Location": "b"},
    ],
)
def test_an_answer_goes_out_as_werkzeugs(status: int, named: dict[str, str]) -> None:
    for method in ("GET", "HEAD", "POST"):
        environ = EnvironBuilder("/x", method=method).get_environ()
        mine, theirs = (
            Reply(b'{"a":1}', status, named),
            Response(b'{"a":1}', status, named, content_type=JSON),
        )
        for _ in range(2):
            pieces, sentence, headers = run_wsgi_app(mine, environ)
            others, other_said, others_headers = run_wsgi_app(theirs, environ)
            assert (b"".join(pieces), sentence, list(headers)) == (
                b"".join(others),
                other_said,
                list(others_headers),
            )
            for response in (mine, theirs):
                response.headers["ETag"] = '"8"'
                response.headers.add("Vary", "Origin")
        assert (mine.data, mine.status_code, mine.mimetype) == (
            theirs.data,
            theirs.status_code,
            theirs.mimetype,
        )


def test_a_header_is_one_line() -> None:
    for sentence in ("a\r\nSet-Cookie: x", "a\n", "\r"):
        with pytest.raises(ValueError, match="line"):
            Reply(b"{}", 200, {"ETag": sentence})
