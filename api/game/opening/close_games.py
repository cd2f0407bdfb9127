"""Closing many games at once, such as a round of tables: each with what it came to, each closed or refused by itself."""

from __future__ import annotations

from functools import partial

from flask import Response, request
from msgspec import Struct

from api.game.cards import Card, card_of
from api.game.opening.opening_form import MOST_TABLES
from api.web.forms.submission import Trouble, attempt, sent
from api.web.pages.pages import fresh_key, needs, number_in, page, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Answer, Order
from domain.kernel.commitments import MOST


class Closing(Struct, frozen=True):
    """A game to close: its card; the record that closed it by this form, or why it could not."""

    card: Card
    done: int = 0
    trouble: Trouble | None = None

    @property
    def ticked(self) -> bool:
        """Whether closing it breaks nothing off and leaves no claim open."""
        return self.card.game["status"] == "ended" and not self.card.game["open_claims"]


@site.get("/organise/close")
@needs("organiser")
def look_at_closings() -> Response:
    """What closing the games of `?game=…&game=…` would write down."""
    return _page([Closing(card_of(id)) for id in _own(request.args.getlist("game"))])


@site.post("/organise/close")
@needs("organiser")
def close_games() -> Response:
    """Close the games that are ticked, each as it stood on the page; what was recorded since keeps a game open. Sent twice, each is
    closed once."""
    one, clerk = sent(), service().clerk
    form, ticked, found = one.form, _own(one.form.getlist("game")), list[Closing]()

    def close(order: Order) -> Answer:
        return clerk.close_game(order, one.text("text")[:MOST])

    for id in _own(form.getlist("shown")):
        if id not in ticked:
            found.append(Closing(card_of(id)))
            continue
        order = Order(id, number_in(form.get(f"seq-{id}", "")), caller().id, f"{one.key}-{id}", one.digest())
        answer = attempt(partial(close, order))
        closed = 0 if isinstance(answer, Trouble) else answer.filed.seq
        found.append(Closing(card_of(id), closed, answer if isinstance(answer, Trouble) else None))
    return _page(found)


def _own(ids: list[str]) -> list[str]:
    """The games among these, once each; raises `not-covered` for one that is not the caller's."""
    found, who = list(dict.fromkeys(ids))[: 2 * MOST_TABLES], caller()
    for id in found:
        if who.role != "operator" and not service().owns(who.id, id, "game"):
            raise Problem("not-covered")
    return found


def _page(found: list[Closing]) -> Response:
    found.sort(key=lambda one: (one.card.table == 0, one.card.table))
    return page("game/opening/close.html", found=found, key=fresh_key(), longest=MOST, words=request.form.get("text", ""))
