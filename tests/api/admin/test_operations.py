import hashlib
import json
import threading
from threading import Event

import msgspec
import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask
from msgspec.structs import replace

from api.admin import operations
from api.web.problems.kinds import KINDS, listed_kinds
from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import Refusal
from domain.titles import registry
from tests.builders.api.client import GAMES, Caller, Table, problem
from tests.builders.api.forms import Person
from tests.builders.refusals import failing, refused_with
from tests.builders.servers import PATIENCE, eventually


def test_health_without_views_is_ok(anybody: Caller) -> None:
    for path in ("/healthz", "/readyz"):
        assert anybody.get(path).json == {
            "status": "ok",
            "store": "ok",
            "views": "off",
            "lag": None,
            "log": "ok",
            "log_lag": 0,
            "log_says": None,
            "clock_back": 0,
            "secrets_lost": 0,
            "store_says": None,
            "witnesses": [],
            "followers": {"log": "ok", "messages": "ok"},
        }


def test_only_the_operator_steers_the_followers_of_the_record(
    app: Flask, caller: Caller, organiser: Person
) -> None:
    """The operator pauses, resumes and rebuilds followers by the API and by the page. In this test
    the log and the messages catch up only when somebody reads them."""
    Table.open(caller)
    path = "/api/v1/projections"

    def states() -> dict[str, str]:
        return {
            projection["name"]: projection["state"]
            for projection in caller.get(path).json["projections"]
        }

    assert states() == {"log": "ok", "messages": "ok"}
    assert caller.post(f"{path}/messages", {"do": "pause"}).status_code == 200
    organiser.go("/organise/projections")
    assert organiser.answer.text.count("It is paused.") == 1
    assert (
        states() == caller.get("/healthz").json["followers"] == {"log": "ok", "messages": "paused"}
    )
    organiser.send(
        next(form for form in organiser.read.forms if form.action.endswith("/messages")), "Go on"
    )
    assert states() == {"log": "ok", "messages": "ok"}
    for name, body, sentence in (
        ("log", {"do": "rebuild"}, "never made anew"),
        ("views", {"do": "pause"}, "log, messages do"),
        ("messages", {"do": "rebuild", "game": "nowhere"}, "There is no game nowhere"),
    ):
        refused = caller.post(f"{path}/{name}", body)
        assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid-fields")
        assert sentence in refused.json["detail"]
        assert organiser.post(f"/organise/projections/{name}", body).status_code == 422
        assert sentence in organiser.answer.text
    assert states() == {"log": "ok", "messages": "ok"}


def test_a_store_that_is_away(anybody: Caller, clerk: Clerk) -> None:
    clerk.recorder.max_notification_id = failing(OperationalError("disk I/O error"))
    assert anybody.get("/healthz").json["status"] == "down"
    assert problem(anybody.get("/readyz")) == (503, "store-unavailable")


def test_a_store_that_does_not_answer_is_down_within_a_bound_and_back_with_its_answer(
    anybody: Caller, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert operations.LOOK <= 5
    hangs, answers = Event(), clerk.recorder.max_notification_id

    def hang() -> int | None:
        hangs.wait(PATIENCE)
        return answers()

    monkeypatch.setattr(operations, "LOOK", 0.01)
    clerk.recorder.max_notification_id = hang
    assert anybody.get("/readyz").status_code == 503
    assert [anybody.get("/healthz").json[part] for part in ("status", "store", "log")] == [
        "down"
    ] * 3
    assert len([thread for thread in threading.enumerate() if thread.name == "shared-call"]) == 1, (
        "nobody looks beside it"
    )
    hangs.set()
    assert eventually(lambda: anybody.get("/readyz").status_code == 200)


def test_metrics_count_requests_and_open_games(caller: Caller) -> None:
    tables = [Table.open(caller) for _ in range(3)]
    tables[0].write("/close")
    caller.get(tables[0].path("/nowhere"))
    caller.client.open("/healthz", method="BREW", headers=caller.headers)
    text = caller.get("/metrics").text
    for words in (
        'greffe_http_requests_total{method="POST",route="/api/v1/games",status="201"} 3.0',
        'greffe_http_requests_total{method="GET",route="-",status="404"} 1.0',
        'greffe_http_requests_total{method="other",route="-",status="405"} 1.0',
        'greffe_http_request_seconds_count{route="/api/v1/games"} 3.0',
        "\ngreffe_games_open 2.0\n",
    ):
        assert words in text
    tables[1].write("/close")
    assert "\ngreffe_games_open 1.0\n" in caller.get("/metrics").text


def test_titles_are_listed(caller: Caller) -> None:
    listed = caller.get("/api/v1/rulesets").json["rulesets"]
    assert [title["id"] for title in listed] == list(registry.ids())
    for title in listed:
        assert caller.get(title["href"]).json["id"] == title["id"]
        assert title["title"]["fr"] and title["players"] and title["rules"]


@pytest.mark.parametrize("title", registry.ids())
def test_a_title_says_what_can_be_decided_and_done(title: str, caller: Caller) -> None:
    rules, shown = registry.ruleset(title), caller.get(f"/api/v1/rulesets/{title}")
    body = shown.json
    assert [o["name"] for o in body["options"]] == [
        f.encode_name for f in msgspec.structs.fields(rules.options_type)
    ]
    assert all(o["text"]["en"] and o["text"]["fr"] for o in body["options"])
    assert {o["name"]: o["default"] for o in body["options"]} == json.loads(
        msgspec.json.encode(rules.options_type())
    )
    tags = {
        ref["$ref"].rpartition("/")[2] for ref in body["actions"].get("anyOf", [body["actions"]])
    }
    assert tags == {kind.__name__ for kind in rules.action_types}
    assert body["endings"] == list(rules.about.endings)
    assert [r["id"] for r in body["readings"]] == [r.id for r in rules.about.readings]
    for entry in body["catalogs"]:
        catalog = rules.catalogs()[entry["name"]]
        assert (entry["provenance"], entry["values"]) == (
            catalog.provenance_counts(),
            catalog.values,
        )
        file = caller.get(entry["href"])
        assert hashlib.sha256(file.get_data()).hexdigest() == entry["sha256"]
        assert caller.get(entry["href"], If_None_Match=file.headers["ETag"]).status_code == 304
    assert (
        caller.get(f"/api/v1/rulesets/{title}", If_None_Match=shown.headers["ETag"]).status_code
        == 304
    )


# -- Problems: their table, their pages, their languages; and that a fault shows nothing but its
# number.
def test_every_kind_has_a_page_in_both_languages(anybody: Caller) -> None:
    for kind in listed_kinds():
        shown = anybody.get(kind.type).json
        title = {"en": kind.title.en, "fr": kind.title.fr}
        assert (shown["type"], shown["status"], shown["title"]) == (kind.type, kind.status, title)
        page = anybody.get(f"{kind.type}?lang=fr", Accept="text/html,application/xhtml+xml")
        assert page.content_type.startswith("text/html")
        assert all(
            text.en and text.fr and text.en != text.fr
            for text in (kind.title, kind.meaning, kind.remedy)
        ), kind
        assert '<html lang="fr">' in page.text and kind.slug in page.text


def test_the_list_of_kinds_links_each(anybody: Caller) -> None:
    assert [kind["type"] for kind in anybody.get("/problems").json["problems"]] == [
        f"/problems/{slug}" for slug in sorted(KINDS)
    ]
    page = anybody.get("/problems", Accept="text/html").text
    assert all(f'href="/problems/{slug}"' in page for slug in KINDS)
    assert anybody.get("/problems/unheard-of").json["type"] == "/problems/not-found"


def test_every_refusal_has_a_kind_and_no_slug_is_declared_twice() -> None:
    refusals = [Refusal]
    for refusal in refusals:  # grows while it is read
        refusals.extend(refusal.__subclasses__())
    domain = [refusal for refusal in refusals[1:] if refusal.__module__.startswith("domain.")]
    assert all(KINDS[refusal.kind.slug] is refusal.kind for refusal in domain)
    refused_with(ValueError, "stale", replace, KINDS["stale"], status=500)


@pytest.mark.parametrize(
    ("accept", "lang", "title"),
    [
        ("", "en", "There is no such game"),
        ("fr", "fr", "Cette partie n'existe pas"),
        ("fr-CH, en;q=0.5", "fr", "Cette partie n'existe pas"),
        ("en, fr;q=0.9", "en", "There is no such game"),
        ("de", "en", "There is no such game"),
        ("de, fr;q=0.1", "fr", "Cette partie n'existe pas"),
    ],
)
def test_a_problem_speaks_the_readers_language(
    accept: str, lang: str, title: str, caller: Caller
) -> None:
    answer = caller.get(f"{GAMES}/nowhere", Accept_Language=accept)
    assert problem(answer) == (404, "unknown-game")
    assert answer.headers["Content-Language"] == lang
    assert "Accept-Language" in answer.headers["Vary"]
    assert (answer.json["title"], answer.json["detail"], answer.json["text"]) == (
        title,
        answer.json["text"][lang],
        {"en": "There is no game nowhere.", "fr": "Il n'y a pas de partie nowhere."},
    )


def test_an_internal_error_shows_its_number_and_the_log_has_its_details(
    clerk: Clerk, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    clerk.load = failing(RuntimeError("the secret reason"))
    answer = table.get("/records")
    assert problem(answer) == (500, "internal-error")
    number = answer.json["request"]
    assert number in answer.json["detail"] and answer.headers["X-Request-Id"] == number
    assert "secret reason" not in answer.text
    printed = capsys.readouterr().out
    assert "the secret reason" in printed and number in printed


def test_a_store_that_is_away_is_its_own_problem(clerk: Clerk, table: Table) -> None:
    action = table.offers()[0]
    put, clerk.events.put = clerk.events.put, failing(OperationalError("disk I/O error"))
    refused = table.act(*action)
    assert problem(refused) == (503, "store-unavailable")
    assert refused.headers["Retry-After"] and "disk I/O" not in refused.text
    clerk.events.put = put
    assert table.act(*action).status_code == 201


def test_addresses_and_methods_that_do_not_exist(caller: Caller) -> None:
    assert problem(caller.get("/api/v2/games")) == (404, "not-found")
    wrong = caller.client.delete(GAMES, headers=caller.headers)
    assert problem(wrong) == (405, "method-not-allowed")
    assert wrong.headers["Allow"] == "GET, HEAD, POST"
    assert caller.client.options(GAMES, headers=caller.headers).status_code == 405
    assert caller.get("/api/v1//games").status_code == 404
