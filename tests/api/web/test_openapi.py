import copy
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema_rs import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.specs.openapi.definitions import OPENAPI_31
from werkzeug.test import TestResponse

from api import create_app
from api.settings import AppSettings, Notifications
from api.web.access.caller import RANK
from api.web.problems.kinds import listed_kinds
from api.web.request.service import EXTENSION
from ops.messages.store import NotificationStore
from tests.amount import count, slow_but
from tests.api.tournament.event import Event, places
from tests.builders.api.client import KEY, TITLE, Caller, Table, new_key, problem
from tests.builders.api.disputes import GROUNDS
from tests.builders.api.series import Series
from tests.builders.logs import Log
from tests.builders.stores import VIEWS_KEY, new_clerk, notifications_at

SURFACE = Path(__file__).with_name("surface.txt")
OPERATIONS = [
    tuple(line.split())
    for line in SURFACE.read_text("utf-8").splitlines()
    if line.startswith(("GET", "POST"))
]
EXAMPLES = count(1, 4)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("fuzz")
    with closing(new_clerk(folder / "greffe.sqlite")) as clerk, closing(Log(folder, clerk)) as book:
        book.log_and_sign_all()
        with closing(
            NotificationStore(notifications_at(folder / "notifications.sqlite"), VIEWS_KEY)
        ) as store:
            app = create_app(
                clerk,
                None,
                KEY,
                AppSettings(notifications=Notifications(store, mails=True)),
                book=book,
            )
            app.extensions["folder"] = folder
            app.extensions[EXTENSION].streams.stop()  # so a stream tells what is there and ends
            yield app


@pytest.fixture(scope="module")
def anew(fuzzed: Flask) -> Iterator[Flask]:
    """Another service over the same records and notifications."""
    with closing(new_clerk(fuzzed.extensions["folder"] / "greffe.sqlite")) as clerk:
        notifications = fuzzed.extensions[EXTENSION].settings.notifications
        yield create_app(clerk, None, KEY, AppSettings(notifications=notifications))


@pytest.fixture(scope="module")
def document(fuzzed: Flask) -> dict[str, Any]:
    return dict(Caller(fuzzed, key=None).get("/openapi.json").json)


@pytest.fixture(scope="module")
def schema(fuzzed: Flask, document: dict[str, Any]) -> Any:
    """The document as schemathesis reads it, without its security requirement: every generated
    request has the key anyway."""
    described = copy.deepcopy(document)
    del described["security"], described["components"]["securitySchemes"]
    loaded = schemathesis.openapi.from_dict(described)
    loaded.app = fuzzed
    return loaded


OPENING = ("/branches", "/links", "/studies", "/subscriptions")


NEVER_KEPT = (
    "/audit",
    "/bundle",
    "/receipt",
    "/receipt.cose",
    "/export",
    "/undo",
    "/branches",
    "/links",
    "/qr.svg",
    "/looks",
    "/seats",
    "/studies",
    "{study}",
)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method in ("get", "post", "put", "patch", "delete"):
                yield method.upper(), path, operation


def test_the_document_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    Draft202012Validator(OPENAPI_31).validate(document)
    names = list(document["components"]["schemas"])
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in names)
    each = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    Draft202012Validator(
        {"anyOf": each, "components": document["components"]}
    )  # which reads every one of them
    refs = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(document)))
    assert refs == set(document["components"]["schemas"]), "none is left over"


def test_generators_of_clients_find_what_they_need(document: dict[str, Any]) -> None:
    """Generators name a class by its `title` rather than by the component's name, so no component
    has one. They read `items` as in OpenAPI 3.0, so it is an object in every array that has it."""
    assert [
        name for name, schema in document["components"]["schemas"].items() if "title" in schema
    ] == []
    parts: list[Any] = [document["paths"], document["components"]]
    arrays = 0
    for part in parts:  # grows while it is read
        parts.extend(
            part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        )
        if isinstance(part, dict) and part.get("type") == "array":
            arrays += 1
            assert isinstance(part.get("items", {}), dict)
            assert "items" in part or "prefixItems" in part
    assert arrays > 100


def test_the_public_surface_is_the_one_written_down(
    document: dict[str, Any], fuzzed: Flask
) -> None:
    """Clients rely on these addresses and fields. To change a line of `surface.txt` is a decision
    (GREFFE_REWRITE=1 writes the file anew)."""
    lines = sorted(f"{method:4} {path}" for method, path, _ in operations(document))
    text = (
        "\n".join([*lines, "", *(f"{kind.status} {kind.type}" for kind in listed_kinds())]) + "\n"
    )
    if os.environ.get("GREFFE_REWRITE"):
        SURFACE.write_text(text, "utf-8")
    assert SURFACE.read_text("utf-8") == text
    routes = {
        re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for rule in fuzzed.url_map.iter_rules()
        if not rule.endpoint.startswith("site.")  # pages
    }
    assert routes == set(document["paths"])


def test_every_operation_says_what_it_is(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(ids)) == len(ids)
    for method, path, operation in operations(document):
        assert operation["summary"].endswith("."), path
        assert all(parameter["description"] for parameter in operation.get("parameters", [])), path
        assert "500" in operation["responses"]
        guarded = operation.get("security") != []
        assert (operation.get("x-minimum-role") in RANK) == guarded
        assert all(
            (status in operation["responses"]) == guarded for status in ("401", "403", "429")
        )
        names = {
            parameter["name"]
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "header"
        }
        if method == "POST" and path.endswith(OPENING):
            assert names == {"Idempotency-Key"}
        elif method == "POST" and path.endswith("/revoke"):
            assert not names
        elif method == "POST" and any(
            name in path for name in ("{game}", "{campaign}", "{tournament}", "{season}")
        ):
            assert names == {"If-Match", "Idempotency-Key"}
            assert {"404", "412", "428"} <= set(operation["responses"])
        if path.endswith("/stream"):
            assert names == {"Last-Event-ID"}
            ends = (
                {"204"} if "{stream}" not in path else set()
            )  # of any kind: nobody knows which record is the last
            assert {"404", "503", *ends} <= set(operation["responses"])
        elif method == "GET" and "{game}" in path and not path.endswith(NEVER_KEPT):
            assert names == {"If-None-Match"}
            assert {"304", "404"} <= set(operation["responses"])


def call(case: Any) -> None:
    case.call_and_validate(
        headers={"Authorization": f"Bearer {KEY}"},
        excluded_checks=[schemathesis.checks.CHECKS.get_one("positive_data_acceptance")],
    )


def try_examples(strategy: Any, use: Callable[[Any], None]) -> None:
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(strategy)
    def check(case: Any) -> None:
        use(case)

    check()


ABOUT = ("{game}", "{tournament}", "{campaign}", "{season}", "{sha256}")
ELSEWHERE = [
    operation for operation in OPERATIONS if not any(name in operation[1] for name in ABOUT)
]
"""Operations on nothing that has to exist. The others are called below on something real, and here
only in `.ci/run`."""


@pytest.mark.parametrize(("method", "path"), slow_but(ELSEWHERE, OPERATIONS))
def test_requests_that_fit_get_documented_answers(method: str, path: str, schema: Any) -> None:
    try_examples(schema[path][method].as_strategy(generation_mode=GenerationMode.POSITIVE), call)


PARAMETERS = (
    "/games",
    "/board",
    "/score",
    "/legal",
    "/diff",
    "/records",
    "/campaigns",
    "/sheet",
    "/catalogs",
    "/provenance",
)
BARE = ("/revoke", "/subscriptions/{subscription}/end", "/subscriptions/{subscription}/resume")
"""These take only an id, which may be any text, so no request can be invalid."""
REFUSABLE = [
    o
    for o in OPERATIONS
    if (o[0] == "POST" or o[1].endswith(PARAMETERS)) and not o[1].endswith(BARE)
]


@pytest.mark.parametrize(
    ("method", "path"), slow_but(REFUSABLE[::4], REFUSABLE), ids=[" ".join(o) for o in REFUSABLE]
)
def test_requests_that_do_not_fit_are_refused_as_documented(
    method: str, path: str, schema: Any
) -> None:
    try_examples(schema[path][method].as_strategy(generation_mode=GenerationMode.NEGATIVE), call)


class Target(NamedTuple):
    """The thing that requests are about. `names` are the values of the address's variables; `etag`
    reads the current ETag, for a write; `table` is the game, if it is one."""

    names: dict[str, str]
    etag: Callable[[], str]
    table: Table | None = None


def real_game(caller: Caller) -> Target:
    table = Table.open(caller).moves(6)
    return Target({"game": table.id}, lambda: table.get().headers["ETag"], table)


def real_tournament(caller: Caller) -> Target:
    event = Event(caller)
    event.pair()
    return Target({"tournament": event.id}, lambda: event.get().headers["ETag"])


def real_campaign(caller: Caller) -> Target:
    series = Series.open(caller)
    first = series.next()
    first.write("/close")
    series.next()
    names = {"campaign": series.id, "sha256": first.get().json["catalog"]}
    return Target(names, lambda: series.get().headers["ETag"])


def real_season(caller: Caller) -> Target:
    made = caller.made("/api/v1/seasons", {"title": "Winter"}, Idempotency_Key=new_key())
    path = f"/api/v1/seasons/{made['season']}"
    return Target({"season": made["season"]}, lambda: caller.get(path).headers["ETag"])


REAL = {
    "{season}": real_season,
    "{game}": real_game,
    "{tournament}": real_tournament,
    "{campaign}": real_campaign,
    "{sha256}": real_campaign,
}
ABOUT_SOMETHING = [(*o, name) for o in OPERATIONS for name in REAL if name in o[1]]


@pytest.mark.parametrize(
    ("method", "path", "name"), ABOUT_SOMETHING, ids=[" ".join(o) for o in ABOUT_SOMETHING]
)
def test_requests_about_something_real_get_documented_answers(
    method: str, path: str, name: str, fuzzed: Flask, schema: Any
) -> None:
    real = REAL[name](Caller(fuzzed))

    def use(drawn: tuple[Any, int, bool]) -> None:
        case, number, fits = drawn
        case.path_parameters |= {
            named: real.names.get(named, number if named != "link" else value)
            for named, value in case.path_parameters.items()
        }
        if method == "POST":
            case.headers["If-Match"] = real.etag()
        elif fits and path.endswith("/sheet"):
            case.query = {"scenario": number % 3, "at": number}
        offers = real.table.offers() if real.table is not None else []
        if fits and offers and path.endswith("/actions"):
            case.body["seat"], case.body["action"] = offers[number % len(offers)]
            case.body.pop("values", None)
        elif fits and real.table and isinstance(case.body, dict) and "seat" in case.body:
            case.body["seat"] = "red"
        call(case)

    fitting = schema[path][method].as_strategy(generation_mode=GenerationMode.POSITIVE)
    try_examples(st.tuples(fitting, st.integers(1, 9), st.booleans()), use)


def prepare_target(at: str, caller: Caller) -> Target:
    """Prepare what a write to this address needs: a game with some actions and what `BEFORE` asks
    for, a tournament (its first round paired if need be), a season, or a campaign without a
    game."""
    if "{tournament}" in at:
        event = Event(caller)
        if "/rounds/1/" in at and not at.endswith("pairing"):
            event.pair(tables=[[1, 2], [3, 4]])
        return Target({"tournament": event.id}, lambda: event.get().headers["ETag"])
    if "{campaign}" in at:
        series = Series.open(caller, ruleset="convicted")
        return Target({"campaign": series.id}, lambda: series.get().headers["ETag"])
    if "{season}" in at:
        return real_season(caller)
    if "{game}" not in at:
        return Target({}, lambda: '"1"')
    real = real_game(caller)
    for write in (write for end, write in BEFORE.items() if at.endswith(end)):
        assert real.table.write(*write).status_code == 201
    return real


BEFORE: dict[str, tuple[str, dict[str, Any]]] = {
    "/redo": ("/undo", {"seat": "arbiter"}),
    "/answer": ("/undo", {"seat": "red", "ask": True, "from_seq": 2}),
    "/overturn": ("/rulings", {"remedy": {"type": "stands"}, "about": 2, **GROUNDS}),
}
"""The write that becomes record 8 of the game, for operations that need something taken back,
requested or ruled first."""


def offer(number: int) -> Callable[[Target], dict[str, Any]]:
    return lambda real: dict(zip(("seat", "action"), real.table.offers()[number], strict=True))


EVENT = "/tournaments/{tournament}"
DEPARTED = {"confirm": {"times": 1, "reason": "Rain."}}
LATE = {"entrant": 1, "points": "1/2", "reason": "Late."}
WON = {"entries": places(1, 2)}
AGREED = {"seat": "blue", "agree": True}
HOOK = {"way": "webhook", "to": "https://club.example/greffe"}
WRITES: list[tuple[str, Any, Any]] = [
    ("/games", {"ruleset": TITLE, "tags": ["club"]}, {"ruleset": TITLE}),
    ("/campaigns", {"ruleset": "convicted", "tags": ["club"]}, {"ruleset": "convicted"}),
    ("/tournaments", {"title": "Spring"}, {"title": "Autumn"}),
    ("/halls", {"tag": "spring"}, {"tag": "autumn"}),
    ("/games/{game}/actions", offer(0), offer(-1)),
    ("/games/{game}/notes", {"text": "a word", "about": 2}, {"text": "another"}),
    (
        "/games/{game}/claims",
        {"seat": "red", "about": 2, "text": "no"},
        {"seat": "red", "about": 2, "text": "yes"},
    ),
    ("/games/{game}/undo", {"seat": "arbiter", "reason": "a slip"}, {"seat": "arbiter"}),
    ("/games/{game}/redo", {"seat": "arbiter"}, {"seat": "red"}),
    ("/games/{game}/undo/8/answer", AGREED, {**AGREED, "agree": False}),
    ("/games/{game}/close", {"reason": "late"}, {}),
    ("/games/{game}/listing", {"public": True}, {"public": False}),
    ("/games/{game}/links", {"role": "spectator"}, {"role": "arbiter"}),
    ("/games/{game}/branches", {"at": 1}, {"at": 2}),
    ("/games/{game}/studies", {"title": "Ours"}, {"title": "Theirs"}),
    ("/games/{game}/seats/red/take", {"name": "Ann"}, {"name": "Bob"}),
    (
        "/games/{game}/rulings",
        {"remedy": {"type": "penalty", "seat": "red", "points": -1}, **GROUNDS},
        {"remedy": {"type": "stands"}, **GROUNDS},
    ),
    ("/games/{game}/rulings/8/overturn", GROUNDS, {**GROUNDS, "code": "time"}),
    ("/campaigns/{campaign}/scenarios", None, {"sheet": {"game": "000000000000", "seq": 1}}),
    ("/campaigns/{campaign}/close", {"reason": "rain"}, {}),
    ("/seasons", {"title": "Winter"}, {"title": "Summer"}),
    ("/seasons/{season}/rules", {"rules": {"best": 2}}, {"rules": {"best": 3}}),
    ("/seasons/{season}/close", {"reason": "rain"}, {}),
    (f"{EVENT}/entrants", {"entrants": [{"name": "Late"}]}, {"entrants": [{"name": "Later"}]}),
    (f"{EVENT}/entrants/1", {"name": "Ada", "club": "Caen"}, {"name": "Ada", "club": "Lyon"}),
    (f"{EVENT}/entrants/1/withdraw", {"reason": "Ill."}, {"reason": "Late."}),
    (f"{EVENT}/entrants/1/expel", DEPARTED, {"confirm": {"times": 1, "reason": "Snow."}}),
    (f"{EVENT}/presence", {"round": 1, "entrants": [1, 2]}, {"round": 1, "entrants": [1]}),
    (f"{EVENT}/check-in", {"round": 1, "present": [1, 2]}, {"round": 1, "present": [1]}),
    (f"{EVENT}/byes", {"entrant": 1, "round": 1}, {"entrant": 2, "round": 1}),
    (f"{EVENT}/separations", {"a": 1, "b": 2}, {"a": 1, "b": 3}),
    (
        f"{EVENT}/parts",
        {"entrant": 1, "commitment": "ab" * 32},
        {"entrant": 1, "commitment": "cd" * 32},
    ),
    (f"{EVENT}/beacon", {"minutes": 5}, {"minutes": 9}),
    (
        f"{EVENT}/rules",
        {"rules": {"stages": [{"rounds": 3}]}},
        {"rules": {"stages": [{"rounds": 4}]}},
    ),
    (f"{EVENT}/penalties", LATE, {**LATE, "entrant": 2}),
    (f"{EVENT}/rounds/1/pairing", {"tables": [[1, 3], [2, 4]]}, None),
    (f"{EVENT}/rounds/1/clock", {"seconds": 60}, {"seconds": 90}),
    (
        f"{EVENT}/rounds/1/tables",
        {"tables": [{"table": 1, "entrants": [2, 1]}], **DEPARTED},
        {"tables": [{"table": 2, "entrants": [4, 3]}], **DEPARTED},
    ),
    (f"{EVENT}/rounds/1/tables/1/slip", {"entrant": 1, **WON}, {"entrant": 2, **WON}),
    (f"{EVENT}/rounds/1/tables/1/result", WON, {"entries": places(2, 1)}),
    (f"{EVENT}/rounds/1/withdraw", DEPARTED, {"agreed": True, **DEPARTED}),
    (f"{EVENT}/close", DEPARTED, {"confirm": {"times": 1, "reason": "Snow."}}),
    (f"{EVENT}/subscriptions", HOOK, {**HOOK, "to": "https://club.example/other"}),
    ("/games/{game}/subscriptions", HOOK, {**HOOK, "to": "https://club.example/other"}),
    ("/subscriptions", HOOK, {**HOOK, "to": "https://club.example/other"}),
]
"""Addresses with a body, and with another body that makes a different request."""


@pytest.mark.parametrize(("at", "body", "other"), WRITES, ids=[at for at, _, _ in WRITES])
def test_a_write_that_is_sent_again_is_answered_to_the_byte_as_at_first(
    at: str, body: Any, other: Any, fuzzed: Flask, anew: Flask
) -> None:
    """A service that was started between the record and the retry gives the same answer, too.
    Nothing is recorded twice."""
    real, key = prepare_target(at, Caller(fuzzed)), new_key()
    body, other = (each(real) if callable(each) else each for each in (body, other))
    path, tag = f"/api/v1{at}".format(**real.names), real.etag()

    def ask(app: Flask, body: Any) -> TestResponse:
        return Caller(app).post(path, body, If_Match=tag, Idempotency_Key=key)

    first = ask(fuzzed, body)
    assert (first.status_code, "Idempotent-Replay" in first.headers) == (201, False), first.json
    count_of = fuzzed.extensions[EXTENSION].recorder.max_notification_id
    newest = count_of()
    for app in (fuzzed, anew):
        again = ask(app, body)
        assert (again.status_code, again.data) == (201, first.data)
        assert again.headers["Idempotent-Replay"] == "true"
        for name in ("ETag", "Location"):
            assert again.headers.get(name) == first.headers.get(name)
    assert problem(ask(fuzzed, other)) == (422, "key-reused")
    assert count_of() == newest
