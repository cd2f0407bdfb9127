"""What a subject registers wrongly is refused before anything is served, and named."""

from collections.abc import Callable

import pytest
from flask import Flask

from api.routing import need_once
from api.web.access.caller import Unregistered, register_duties, register_roles
from api.web.access.subjects import Subject, register
from api.web.pages.labels import add_labels
from api.web.request.blueprint import Blueprint
from domain.kernel.refusals import Kind
from domain.kernel.text import Text


def twice() -> None:
    app = Flask("twice", static_folder=None)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.add_url_rule("/games/<game>/x", "first", lambda: "", methods=["POST"])
    app.add_url_rule("/games/<id>/x", "read", lambda: "")
    need_once(app)
    app.add_url_rule("/games/<other>/x", "second", lambda: "", methods=["POST"])
    need_once(app)


@pytest.mark.parametrize(
    ("register", "named"),
    [
        (twice, "POST /games/<other>/x is answered by first, not second"),
        (lambda: Blueprint.needs("referee")(twice), "no role referee"),
        (lambda: Blueprint.duty("usher")(twice), "no duty usher"),
        (lambda: register_roles("a", {"seat": Text("Other.")}), "role seat is registered twice"),
        (lambda: register_duties("a", {"table": Text("Other.")}), "duty table is registered twice"),
        (lambda: register(type("Other", (Subject,), {"place": "game"})), "have the place game"),
        (lambda: add_labels({"role": {"seat": Text("Other.")}}), "role: seat is registered twice"),
        (lambda: Blueprint("a", "a").writes("no-such-thing")(twice), "no problem no-such-thing"),
        (lambda: Kind("not-found", 404, *3 * [Text("Other.")]), "not-found is declared twice"),
    ],
)
def test_what_is_registered_wrongly_is_named(register: Callable[[], object], named: str) -> None:
    with pytest.raises((Unregistered, ValueError), match=named):
        register()
