"""Tournaments for organisers: find one, open one, change its rules."""

from typing import Any

import msgspec
from flask import Response, request
from werkzeug.datastructures import MultiDict

from api.game.opening.opening_form import Offered, asked_to_open, offered, shown_options
from api.tournament.pages.frame import here, show, take
from api.tournament.pages.setup import rules_form
from api.tournament.request import tournaments_of
from api.tournament.routes.desk import AmendRules, OpenTournament, wish_of
from api.web.body import read_as
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, key_again, sent, submit
from api.web.pages.pages import duty, needs, page, site
from api.web.request.caller import caller
from api.web.request.parameters import cursor_in
from api.web.request.service import service
from domain.game.clerk.commands import Order
from domain.titles import registry
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.directing.lifecycle import LONGEST
from domain.tournament.records import EXTERNAL

LISTED = 24  # tournaments on a page


@site.get("/organise/tournaments")
@needs("organiser")
def list_own_tournaments() -> Response:
    found = tournaments_of(caller(), cursor_in(request.args.get("after", "")), LISTED)
    titles = [(id, registry.ruleset(id).about) for id in registry.ids()]
    return page(
        "tournament/setup/list.html", tournaments=found.items, after=found.after, titles=titles
    )


@site.get("/organise/tournaments/open")
@needs("organiser")
def tournament_form() -> Response:
    return _form(request.args.get("ruleset", "") or EXTERNAL, request.args)


@site.post("/organise/tournaments")
@needs("organiser")
def open_own_tournament() -> Response:
    form = request.form
    ruleset = form.get("ruleset", "") or EXTERNAL
    if form.get("do") == "more":
        return _form(ruleset, form)
    offers = _offered(ruleset)

    def write() -> TournamentAnswer:
        one = sent()
        asked: dict[str, Any] = {"title": one.text("title"), "rules": rules_form.read(form)}
        if offers is not None:
            asked |= {
                name: value
                for name, value in asked_to_open(form, offers).items()
                if name != "players"
            }
            asked |= {
                "seals": form.get("seals") is not None,
                "public": form.get("public") is not None,
            }
        wish = wish_of(read_as(OpenTournament, asked))
        return service().tournaments.whole.open(wish, caller().id, one.key, one.digest())

    return submit(
        write,
        lambda answer: f"/tournaments/{answer.tournament.id}",
        lambda trouble: _form(ruleset, form, trouble),
    )


@site.get("/tournaments/<tournament>/rules")
@needs("organiser")
@duty()
def show_rules(tournament: str) -> Response:
    return _rules(tournament)


@site.post("/tournaments/<tournament>/rules")
@needs("organiser")
@duty()
def change_rules(tournament: str) -> Response:
    if request.form.get("do") == "more":
        return _rules(tournament, entered=True)

    def write(order: Order, given: Confirmation) -> TournamentAnswer:
        wanted = read_as(AmendRules, {"rules": rules_form.read(request.form)})
        return service().tournaments.whole.amend(order, wanted.rules, given)

    return take(
        tournament,
        write,
        f"/tournaments/{tournament}",
        lambda trouble: _rules(tournament, trouble, entered=True),
    )


def _rules(tournament: str, trouble: Trouble | None = None, *, entered: bool = False) -> Response:
    at = here(tournament)
    value = rules_form.read(request.form) if entered else msgspec.to_builtins(at.t.rules)
    return show(
        "setup/rules", at, trouble, stages=rules_form.shown(value, trouble), longest=LONGEST
    )


def _offered(ruleset: str) -> Offered | None:
    return offered(ruleset) if ruleset != EXTERNAL else None


def _form(ruleset: str, given: Given, trouble: Trouble | None = None) -> Response:
    offers = _offered(ruleset)
    if "key" not in given:
        given = MultiDict({"undo": "consent", **given.to_dict()})
    value = rules_form.read(given) if "key" in given else rules_form.usual(ruleset)
    return page(
        "tournament/setup/open.html",
        trouble.status if trouble else 200,
        offers=offers,
        given=given,
        trouble=trouble,
        ruleset=ruleset,
        stages=rules_form.shown(value, trouble),
        options=shown_options(offers, given, trouble) if offers else (),
        key=key_again(trouble),
        longest=LONGEST,
    )
