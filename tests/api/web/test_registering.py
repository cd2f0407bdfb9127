"""A wrong registration is refused, with its name, before anything is served."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

import api.tournament
import api.web
from api.game.subject import Games
from api.routing import need_distinct_addresses
from api.web.access.caller import Unregistered, register_duties, register_roles
from api.web.access.subjects import Subject, register
from api.web.pages.labels import add_labels
from api.web.request.blueprint import Blueprint
from domain.kernel.refusals import Kind
from domain.kernel.text import Text
from tests.builders.refusals import refused_with


def twice() -> None:
    app = Flask("twice", static_folder=None)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.add_url_rule("/games/<game>/x", "first", lambda: "", methods=["POST"])
    app.add_url_rule("/games/<id>/x", "read", lambda: "")
    need_distinct_addresses(app)
    app.add_url_rule("/games/<other>/x", "second", lambda: "", methods=["POST"])
    need_distinct_addresses(app)


@pytest.mark.parametrize(
    ("register", "named"),
    [
        (twice, "POST /games/<other>/x is answered by first, not second"),
        (lambda: Blueprint.needs("referee")(twice), "no role referee"),
        (lambda: Blueprint.duty("usher")(twice), "no duty usher"),
        (
            lambda: register_roles("a", {"seat": 2 * (Text("Other."),)}),
            "role seat is registered twice",
        ),
        (lambda: register_duties("a", {"table": Text("Other.")}), "duty table is registered twice"),
        (
            lambda: register(type("Other", (Subject,), {"place": Games.place})),
            "have the place game",
        ),
        (
            lambda: add_labels({"heading": {"again": Text("Other.")}}),
            "heading: again is registered",
        ),
        (lambda: Blueprint("a", "a").writes("no-such-thing")(twice), "no problem no-such-thing"),
        (lambda: Kind("not-found", 404, *3 * [Text("Other.")]), "not-found is declared twice"),
    ],
)
def test_what_is_registered_wrongly_is_named(register: Callable[[], object], named: str) -> None:
    refused_with((Unregistered, ValueError), named, register)


def test_the_code_of_api_web_names_no_subject() -> None:
    """Some files may name a subject, each as often as is listed here: in names that are stored, or
    that occur in addresses, answers and pictures."""
    subjects = re.compile(r"(?i)\b(games?|tournaments?|campaigns?|stud(?:y|ies)|halls?|seats?)\b")
    named = {
        file.name: len(subjects.findall(file.read_text("utf-8")))
        for file in Path(api.web.__path__[0]).rglob("*.py")
    }
    assert {name: count for name, count in named.items() if count} == {
        **{"links.py": 4, "subjects.py": 1, "answers.py": 1, "submission.py": 2, "streams.py": 3},
        **{"middleware.py": 1, "charts.py": 2, "pages.py": 2},
    }
