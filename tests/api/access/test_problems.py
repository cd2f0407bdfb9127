"""Problems: their table, their pages, their languages; and that a fault shows nothing but its number."""

from __future__ import annotations

from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask

from api.answers.refusals import _HOW
from api.problems.problem import KINDS
from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from tests.builders.api.client import GAMES, Caller, Table


def test_every_kind_has_a_page_in_both_languages(app: Flask) -> None:
    anybody = Caller(app, key=None)
    for slug, kind in KINDS.items():
        shown = anybody.get(kind.type).json
        title = {"en": kind.title.en, "fr": kind.title.fr}
        assert (shown["type"], shown["status"], shown["title"]) == (kind.type, kind.status, title)
        page = anybody.get(kind.type, Accept="text/html,application/xhtml+xml")
        assert page.content_type.startswith("text/html")
        assert all(text.en and text.fr and text.en != text.fr for text in (kind.title, kind.meaning, kind.remedy)), slug
        assert '<section lang="fr">' in page.text and slug in page.text


def test_the_list_of_kinds_links_each(app: Flask) -> None:
    anybody = Caller(app, key=None)
    listed = anybody.get("/problems").json["problems"]
    assert [one["type"] for one in listed] == [f"/problems/{slug}" for slug in KINDS]
    assert all(f'href="/problems/{slug}"' in anybody.get("/problems", Accept="text/html").text for slug in KINDS)
    assert anybody.get("/problems/unheard-of").json["type"] == "/problems/not-found"


def test_every_refusal_that_can_come_up_has_a_problem() -> None:
    kinds = [Refusal]
    for kind in kinds:  # grows while it is read
        kinds.extend(kind.__subclasses__())
    assert {kind for kind in kinds[1:] if kind.__module__.startswith("domain.")} == set(_HOW)


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
def test_a_problem_speaks_the_readers_language(accept: str, lang: str, title: str, caller: Caller) -> None:
    answer = caller.get(f"{GAMES}/nowhere", Accept_Language=accept)
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert answer.headers["Content-Language"] == lang
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.json["title"] == title
    assert answer.json["detail"] == answer.json["text"][lang]
    assert answer.json["text"] == {"en": "There is no game nowhere.", "fr": "Il n'y a pas de partie nowhere."}


def test_a_fault_shows_its_number_and_the_log_the_rest(
    clerk: Clerk, table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(clerk, "file", broken)
    answer = table.get("/records")
    assert answer.status_code == 500
    assert answer.json["type"] == "/problems/internal-error"
    number = answer.json["request"]
    assert number in answer.json["detail"]
    assert answer.headers["X-Request-Id"] == number
    assert "secret reason" not in answer.text
    assert "Traceback" not in answer.text
    printed = capsys.readouterr().out
    assert "the secret reason" in printed
    assert number in printed


def test_a_store_that_is_away_is_its_own_problem(clerk: Clerk, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("disk I/O error")

    action = table.offers()[0]
    monkeypatch.setattr(clerk.events, "put", away)
    refused = table.act(*action)
    assert refused.status_code == 503
    assert refused.json["type"] == "/problems/store-unavailable"
    assert refused.headers["Retry-After"]
    assert "disk I/O" not in refused.text
    monkeypatch.undo()
    assert table.act(*action).status_code == 201


def test_addresses_and_methods_that_do_not_exist(caller: Caller) -> None:
    nowhere = caller.get("/api/v2/games")
    assert (nowhere.status_code, nowhere.json["type"]) == (404, "/problems/not-found")
    wrong = caller.client.delete(GAMES, headers=caller.headers)
    assert (wrong.status_code, wrong.json["type"]) == (405, "/problems/method-not-allowed")
    assert wrong.headers["Allow"] == "GET, HEAD, POST"
    assert caller.client.options(GAMES, headers=caller.headers).status_code == 405
    assert caller.get("/api/v1//games").status_code == 404
