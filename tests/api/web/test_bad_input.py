import gc
import json
import re
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import flask
import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from api import create_app
from api.web.problems.problem import Problem
from domain.kernel.refusals import Refusal
from tests.api.tournament.event import Event
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key, problem
from tests.builders.stores import new_clerk


def opening(caller: Caller, body: Any) -> TestResponse:
    return caller.post(GAMES, body, Idempotency_Key=new_key())


def test_a_refused_request_leaves_no_error_object_in_memory(caller: Caller) -> None:
    """An error object left in memory would keep its stack frames, and these the request's body."""

    def live_errors() -> list[Any]:
        return [one for one in gc.get_objects() if isinstance(one, Problem | Refusal)]

    gc.disable()
    try:
        before = live_errors()  # which other tests have left
        caller.get(f"{GAMES}/nowhere")
        assert opening(caller, {"ruleset": TITLE, "tags": [1]}).status_code == 422
        assert len(live_errors()) == len(before)
    finally:
        gc.enable()


# -- opening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "pointer", "says"),
    [
        ({}, "/ruleset", "This field is required"),
        ({"ruleset": "chess"}, "/ruleset", f"There is no ruleset chess: there are {TITLE}"),
        ({"ruleset": 7}, "/ruleset", "This must be a text, not a whole number"),
        (
            {"ruleset": TITLE, "options": {"cheating": True}},
            "/options/cheating",
            "There is no such field here; there is: monopoly",
        ),
        (
            {"ruleset": TITLE, "options": {"towers": "tall"}},
            "/options/towers",
            "one of per-territory, per-tower, not `tall`",
        ),
        ({"ruleset": TITLE, "options": []}, "/options", "This must be an object, not a list"),
        ({"ruleset": TITLE, "catalog": "deluxe"}, "/catalog", "There is no catalog deluxe"),
        ({"ruleset": TITLE, "players": 3}, "/players", "is played by two"),
        ({"ruleset": TITLE, "players": "2"}, "/players", "This must be a whole number, not a text"),
        ({"ruleset": TITLE, "players": 2**80}, "/players", "is played by two"),
        ({"ruleset": TITLE, "undo": "always"}, "/undo", "one of arbiter, consent, free, none"),
        ({"ruleset": TITLE, "chance": "loaded"}, "/chance", "one of sealed, table"),
        ({"ruleset": TITLE, "values": [[1]]}, "/values", "leave the table values out"),
        ({"ruleset": TITLE, "tags": ["fine", "x" * 65]}, "/tags/1", "From 1 to 64 characters"),
        *(
            ({"ruleset": TITLE, "tags": [tag]}, "/tags/0", "This must have the form")
            for tag in ("  \x00", "a\n", "a\nb", "\ta", "a\u202eb", "a\x00")
        ),
        ({"ruleset": TITLE, "tags": ["x"] * 33}, "/tags", "From 0 to 32 entries"),
        (
            {"ruleset": TITLE, "colour": "blue"},
            "/colour",
            "There is no such field here; there is: ruleset, catalog, options",
        ),
        (
            {"ruleset": TITLE, "client_at": "2026-05-01T20:15:00"},
            "/client_at",
            "2026-05-01T20:15:00Z",
        ),
    ],
)
def test_what_a_game_cannot_be_opened_with(
    body: Any, pointer: str, says: str, caller: Caller
) -> None:
    answer = opening(caller, body)
    pointers = [answer.json["pointer"], *(error["pointer"] for error in answer.json["errors"])]
    assert (problem(answer), pointers) == ((422, "invalid-fields"), [pointer, pointer])
    assert says in answer.json["detail"]
    assert caller.get(GAMES).json["games"] == []


# -- acting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/action", "/seat"]),
        ([], [""]),
        ("stop", [""]),
        (None, [""]),
        ({"seat": 1, "action": {"type": "stop"}}, ["/seat"]),
        ({"seat": "blue", "action": {"type": "castle"}}, ["/action/type"]),
        ({"seat": "blue", "action": {}}, ["/action/type"]),
        ({"seat": "blue", "action": "stop"}, ["/action"]),
        ({"seat": "blue", "action": None}, ["/action"]),
        ({"seat": "blue", "action": {"type": "move", "card": 1, "units": 0, "far": 1}},
         ["/action/card", "/action/far", "/action/origin", "/action/target", "/action/units"]),
        ({"seat": "blue", "action": {"type": "stop"}, "values": [1]}, ["/values/0"]),
        ({"seat": "blue", "action": {"type": "stop"}, "values": [[1.5]]}, ["/values/0/0"]),
        ({"seat": "blue", "action": {"type": "stop"}, "at": 1}, ["/at"]),
        ({"seat": "green", "action": {"type": "stop"}}, ["/seat"]),
    ],
)  # fmt: skip
def test_what_no_action_looks_like(body: Any, pointers: list[str], table: Table) -> None:
    answer = table.write("/actions", b"null" if body is None else body)
    assert (problem(answer), [error["pointer"] for error in answer.json["errors"]]) == (
        (422, "invalid-fields"),
        pointers,
    )
    assert all(error["detail"]["fr"] for error in answer.json["errors"])
    assert table.get().json["seq"] == 1


# -- bodies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "slug"),
    [
        (b"", "malformed-json"),
        (b"{", "malformed-json"),
        (b'{"seat": NaN}', "malformed-json"),
        (b'{"seat": Infinity}', "malformed-json"),
        (b'{"seat": 1e999}', "malformed-json"),
        (b"{'seat': 1}", "malformed-json"),
        (b'{"seat": "blue"} x', "malformed-json"),
        (b'{"seat": "\xff"}', "malformed-json"),
        (b'{"seat": "\\ud800"}', "malformed-json"),
        (b"\xef\xbb\xbf{}", "malformed-json"),
        (b'{"seat": "blue", "seat": "red"}', "malformed-json"),
        (b'{"seat": "blue", "s\\u0065at": "red"}', "malformed-json"),
        (b'{"action": {"type": "stop", "type": "\\u003a"}}', "malformed-json"),
        (b"[" * 33 + b"]" * 33, "nested-too-deep"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "nested-too-deep"),
        (b"[" * 9000, "nested-too-deep"),
    ],
)
def test_bodies_that_are_no_json(raw: bytes, slug: str, table: Table) -> None:
    assert problem(table.write("/actions", raw)) == (400, slug)
    assert table.get().json["seq"] == 1


def test_many_brackets_without_nesting_are_not_too_deep(table: Table) -> None:
    assert table.write("/notes", {"text": "[" * 100}).status_code == 201
    wide = table.act("blue", {"type": "stop"}, values=[[]] * 100)
    assert problem(wide)[1] in ("illegal-action", "invalid-fields")


def test_a_body_over_the_limit(caller: Caller, table: Table) -> None:
    answer = table.write("/notes", {"text": "x" * 20_001})
    assert (problem(answer), answer.json["limit"]) == ((413, "body-too-large"), 20_000)
    chunked = caller.client.post(
        table.path("/notes"),
        input_stream=BytesIO(b'{"text":"' + b"x" * 20_001),
        environ_overrides={"wsgi.input_terminated": True},
        headers={
            **caller.headers,
            "If-Match": '"1"',
            "Idempotency-Key": "c",
            "Content-Type": "application/json",
        },
    )
    assert problem(chunked) == (413, "body-too-large")
    assert table.get().json["seq"] == 1


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/jsonx", 415),
        ("", 415),
        ("application/json; charset=utf-8", 201),
    ],
)
def test_a_body_of_another_kind(kind: str, status: int, caller: Caller, table: Table) -> None:
    headers = {**caller.headers, "If-Match": '"1"', "Idempotency-Key": "c"}
    answer = caller.client.post(
        table.path("/notes"), data=b'{"text": "hello"}', content_type=kind, headers=headers
    )
    assert (answer.status_code, answer.json.get("accepts")) == (
        status,
        ["application/json"] if status == 415 else None,
    )


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "of", ["/board?at={}", "/score?at={}", "/diff?from={}", "/diff?to={}", "/records/{}"]
)
@pytest.mark.parametrize("at", [0, -1, 2, 10**30])
def test_positions_beyond_the_head_or_below_one(of: str, at: int, table: Table) -> None:
    answer = table.get(of.format(at))
    assert (problem(answer), answer.json["seq"], answer.json["at"]) == (
        (404, "no-such-position"),
        1,
        at,
    )


@pytest.mark.parametrize(
    ("of", "parameter"),
    [
        ("/board?at=first", "at"),
        ("/board?at=1.0", "at"),
        ("/board?at=1&at=1", "at"),
        ("/board?audience=nobody", "audience"),
        ("/board?when=now", "when"),
        ("/score?audience=public", "audience"),
        ("/legal?seat=green", "seat"),
        ("/records?limit=0", "limit"),
        ("/records?limit=501", "limit"),
        ("/records?after=-1", "after"),
        ("/records?audience=green", "audience"),
        ("/records/1?audience=green", "audience"),
        ("/diff?audience=green", "audience"),
        ("/diff?to=2026-01-01", "to"),
        ("/actions?dry_run=maybe", "dry_run"),
    ],
)
def test_parameters_that_are_wrong(of: str, parameter: str, table: Table) -> None:
    answer = (
        table.write(of, {"seat": "blue", "action": {"type": "stop"}})
        if of.startswith("/actions")
        else table.get(of)
    )
    (error,) = answer.json["errors"]
    assert (problem(answer), error["parameter"]) == ((400, "invalid-parameters"), parameter)
    assert error["detail"]["fr"]


NOWHERE = [
    "/board",
    "/score",
    "/legal",
    "/records",
    "/records/1",
    "/diff",
    "/export",
    "/stream",
    "/irregularities",
    "/rulings",
    "/claims",
    "/retracted",
    "/undo",
    "/branches",
]


@pytest.mark.parametrize("of", ["", *NOWHERE, "/board/document"])
def test_games_that_do_not_exist(of: str, caller: Caller) -> None:
    for id in ("nothing", "0", "a" * 300, "%00", "%F0%9F%8E%B2", "import"):
        assert problem(caller.get(f"{GAMES}/{id}{of}")) == (404, "unknown-game"), id


def test_writes_to_games_that_do_not_exist(caller: Caller) -> None:
    nowhere = Table(caller, "nothing")
    for of, body in (
        ("/actions", {"seat": "a", "action": {"type": "b"}}),
        ("/undo", {"seat": "a"}),
        ("/notes", {"text": "a"}),
        ("/close", {}),
        ("/claims", {"seat": "red", "about": 1, "text": "no"}),
        ("/rulings", {"remedy": {"type": "stands"}, "rule": "X", "code": "time", "about": 1}),
        ("/rulings/2/overturn", {"rule": "X", "code": "time"}),
        ("/undo/2/answer", {"seat": "red", "agree": True}),
        ("/branches", {}),
        ("/seats/blue/take", {"name": "Ann"}),
    ):
        assert problem(nowhere.write(of, body)) == (404, "unknown-game")
    dry = caller.post(nowhere.path("/actions?dry_run=1"), {"seat": "a", "action": {"type": "b"}})
    assert problem(dry) == (404, "unknown-game")


def test_titles_and_catalogs_that_do_not_exist(caller: Caller) -> None:
    for of, slug in (
        ("chess", "unknown-ruleset"),
        ("chess/catalogs/default", "unknown-ruleset"),
        (f"{TITLE}/catalogs/deluxe", "unknown-catalog"),
    ):
        assert problem(caller.get(f"/api/v1/rulesets/{of}")) == (404, slug)


def test_every_address_refuses_a_parameter_that_it_does_not_know(
    app: Flask, caller: Caller, table: Table
) -> None:
    """A request with `dry_run` mistyped must not close the game."""
    before = table.get("/records?limit=500").json["records"]
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/v1/"):
            continue
        path = re.sub(r"<int[^>]*>", "1", rule.rule.replace("<game>", table.id))
        path = re.sub(r"<[^>]+>", "blue", path)
        for method in {"GET", "POST", "PUT", "DELETE"} & (rule.methods or set()):
            answer = (
                caller.get(f"{path}?dryrun=1")
                if method == "GET"
                else caller.post(
                    f"{path}?dryrun=1", b"{}", If_Match='"1"', Idempotency_Key="mistyped"
                )
            )
            assert answer.status_code in (400, 422), (method, path, answer.status_code)
            if answer.status_code == 400:
                assert answer.json["errors"][0]["parameter"] == "dryrun", (method, path)
    assert table.get("/records?limit=500").json["records"] == before


@pytest.mark.parametrize(
    ("query", "parameter", "says"),
    [
        ("status=zzz", "status", "This must be one of closed, ended, open, not `zzz`."),
        ("seats=0", "seats", "at least 1"),
        ("ruleset=chess", "ruleset", "There is no title chess: there are northgard-training,"),
        ("ruleset=" + "x" * 500, "ruleset", "x" * 60 + "…"),
        ("text=%00!", "text", "There is no word in this"),
        (
            "opened_from=2026-02-01T00:00:00Z&opened_before=2026-01-01T00:00:00Z",
            "opened_before",
            "No time lies",
        ),
        (
            "updated_from=2026-02-01T00:00:00Z&updated_before=2026-02-01T00:00:00Z",
            "updated_before",
            "No time lies",
        ),
    ],
)
def test_a_search_for_what_cannot_be_is_told_so(
    query: str, parameter: str, says: str, caller: Caller
) -> None:
    answer = caller.get(f"{GAMES}?{query}")
    assert problem(answer) == (400, "invalid-parameters")
    (error,) = answer.json["errors"]
    assert (
        error["parameter"] == parameter and says in error["detail"]["en"] and error["detail"]["fr"]
    )
    if parameter == "ruleset":
        for other in ("/api/v1/campaigns", "/api/v1/catalogs"):
            assert caller.get(f"{other}?{query}").json["errors"] == answer.json["errors"]


def test_a_seat_that_nobody_named_is_asked_for(table: Table) -> None:
    for of, more in (
        ("/actions", {"action": {"type": "stop"}}),
        ("/undo", {}),
        ("/redo", {}),
        ("/claims", {"about": 1, "text": "x"}),
    ):
        for seat, says in (
            ("", "Name the seat: there are blue, red."),
            (" ", "Name the seat"),
            ("x" * 999, "x" * 60 + "… at this table"),
        ):
            write = table.write(of, {"seat": seat, **more})
            assert (problem(write), write.json["pointer"]) == ((422, "invalid-fields"), "/seat")
            assert says in write.json["detail"]
    assert table.get().json["seq"] == 1


def test_a_problem_is_short_however_long_what_was_sent(table: Table) -> None:
    word = "x" * 15_000
    grounds = {"rule": "X", "code": "time"}
    for of, body in (
        ("/actions", {"seat": word, "action": {"type": "stop"}}),
        ("/actions", {"seat": "blue", "action": {"type": word}}),
        ("/rulings", {"remedy": {"type": "correct", "facts": [{"type": word}]}, **grounds}),
        (
            "/rulings",
            {"remedy": {"type": "correct", "facts": [{"type": "turn-ended", word: 1}]}, **grounds},
        ),
        ("/rulings", {"remedy": {"type": "penalty", "seat": word, "points": 1}, **grounds}),
        ("/rulings", {"remedy": {"type": "stands"}, "about": 1, "rule": "X", "code": word}),
        ("/notes", {word: 1}),
    ):
        write = table.write(of, body)
        assert problem(write)[0] == 422 and max(map(len, write.json["text"].values())) <= 1_001, (
            write.json["detail"][:80]
        )


def test_the_arbiter_may_not_ask_for_consent_to_an_undo(table: Table) -> None:
    table.move()
    write = table.write("/undo", {"seat": "arbiter", "ask": True})
    assert (problem(write), write.json["pointer"]) == ((422, "invalid-fields"), "/ask")


@pytest.mark.parametrize("after", ["9223372036854775808", "9" * 30])
def test_records_after_any_number_there_is_are_an_empty_page(
    caller: Caller, table: Table, after: str
) -> None:
    for kind, of in (("entries", Event(caller, 0)), ("records", table)):
        page = of.get(f"/records?after={after}").json
        assert (page[kind], page["next"]) == ([], None)


@pytest.mark.parametrize("number", ["2000000000", "9" * 18])
def test_an_imported_tournament_of_absurdly_many_rounds_is_answered(
    caller: Caller, number: str, tmp_path: Path
) -> None:
    event = Event(caller, 4)
    changed = re.sub(r'"rounds":\d+', f'"rounds":{number}', event.get("/export").text)
    with closing(new_clerk(tmp_path / "other.sqlite")) as clerk:
        other = Caller(create_app(clerk, None, KEY))
        headers = {**other.headers, "Content-Type": "application/jsonl"}
        imported = other.client.post("/api/v1/tournaments/import", data=changed, headers=headers)
        assert (imported.status_code, number in changed) == (201, True), imported.json
        for of, status in (
            ("", 200),
            ("/standings", 200),
            (f"/standings?round={number}", 409),
            (f"/rounds/{number}", 409),
        ):
            assert other.get(f"/api/v1/tournaments/{event.id}{of}").status_code == status, of


# -- Words that people write: in lines, but without characters that cannot be seen or that turn the
# direction of writing.
HIDDEN = (
    *("\x00", "\x1b[2J", "\x07", "\x85", "\u202e", "\u2066", "\u200f", "\u2028", "\ufeff"),
    *("\U000e0000", "\U000e0041", "\U000e007f"),
)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_notes_and_reasons_take_no_hidden_characters_and_record_nothing(
    table: Table, hidden: str
) -> None:
    remedy = {"type": "penalty", "seat": "blue", "points": -1}
    for of, field, more in (
        ("/notes", "text", {}),
        ("/rulings", "rule", {"remedy": remedy, "code": "other", "text": "late"}),
        ("/close", "reason", {}),
    ):
        refused = table.write(of, {field: f"an owl{hidden}hoots", **more})
        assert (problem(refused), refused.json["pointer"]) == ((422, "invalid-fields"), f"/{field}")
        assert "U+" in refused.json["detail"]
    assert table.get().json["seq"] == table.seq


def test_several_lines_and_every_language_are_taken(table: Table) -> None:
    for text in (
        "one\ntwo\n\tthree\r\nfour",
        "« déjà », n’est-ce pas ?\u202f!",
        "שלום",
        "👩\u200d👧",
    ):
        assert table.write("/notes", {"text": text}).status_code == 201


@pytest.mark.parametrize(
    ("path", "name", "letters", "status"),
    [
        (GAMES, "player", 200, 200),
        (GAMES, "player", 201, 400),
        ("/api/v1/campaigns", "after", 201, 400),
    ],
)
def test_a_player_is_looked_for_by_at_most_200_letters(
    caller: Caller, path: str, name: str, letters: int, status: int
) -> None:
    assert caller.get(f"{path}?{name}=" + "a" * letters).status_code == status


@pytest.mark.parametrize(
    ("field", "value"), [("actor", "a" * 100_000), ("actor", "a\nb"), ("key", "k" * 301)]
)
def test_an_import_with_an_absurd_actor_is_damaged(
    caller: Caller, table: Table, field: str, value: str
) -> None:
    lines = caller.get(table.path("/export")).text.splitlines()
    line = json.loads(lines[1])
    line["data"][field] = value
    lines[1] = json.dumps(line)
    answer = caller.client.post(
        f"{GAMES}/import",
        data="\n".join(lines),
        content_type="application/x-ndjson",
        headers=caller.headers,
    )
    assert (problem(answer), answer.json["line"]) == ((422, "damaged-file"), 2)
    assert len(answer.text) < 4000


# -- what Flask refuses by itself ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "changed", "expected"),
    [
        (GAMES, {"REQUEST_METHOD": "BREW"}, (405, "method-not-allowed")),
        (GAMES, {"REQUEST_METHOD": "TRACE"}, (405, "method-not-allowed")),
        ("/healthz", {"HTTP_CONNECTION": "Upgrade", "HTTP_UPGRADE": "websocket"}, (400, "bad-request")),
        (GAMES, {"HTTP_HOST": "a b"}, (421, "host-unknown")),
        (GAMES, {"HTTP_HOST": "[::1"}, (421, "host-unknown")),
        (GAMES, {"HTTP_HOST": ""}, (421, "host-unknown")),
        (GAMES, {"HTTP_HOST": "\xff"}, (421, "host-unknown")),
        (f"{GAMES}/\xff/board", {}, (404, "unknown-game")),
        ("/organise/campaigns", {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": "20001"}, (413, "body-too-large")),
        (GAMES, {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": "20001"}, (413, "body-too-large")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_what_flask_refuses_is_a_problem_too(
    path: str, changed: dict[str, str], expected: tuple[int, str], accept: str, caller: Caller
) -> None:
    environ = EnvironBuilder(path, headers={**caller.headers, "Accept": accept}).get_environ()
    kind = "application/x-www-form-urlencoded" if path.startswith("/org") else "application/json"
    environ |= {"PATH_INFO": path, "CONTENT_TYPE": kind, **changed}
    pieces, status, headers = run_wsgi_app(caller.app.wsgi_app, environ, buffered=True)
    answer = TestResponse(pieces, status, headers, flask.Request(environ))
    if accept == "text/html" and path.startswith("/org"):
        assert (answer.status_code, answer.mimetype) == (expected[0], "text/html")
    elif expected[1]:
        assert problem(answer) == expected
    else:
        assert answer.status_code == expected[0]
