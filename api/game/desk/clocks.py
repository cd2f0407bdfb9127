"""The clocks of a game's seats on its desk: stopped, started again and set, each by one tap, as rulings."""

from __future__ import annotations

from flask import Response, request

from api.game.desk.small_forms import take_small_form
from api.web.forms.controls import Given
from api.web.forms.submission import number, sent
from api.web.pages.pages import needs, site
from api.web.request.service import service
from domain.game.clerk.commands import Answer
from domain.game.procedure.remedies import Kind, Wish
from domain.game.procedure.rulings import Grounds
from domain.game.table.rulings import Rulings
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.time_control import LONGEST_TIME

ORDERS: dict[str, Kind] = {"stop": "stop-clocks", "start": "start-clocks", "set": "set-clock"}
"""What the buttons order."""


@site.post("/games/<game>/desk/clocks")
@needs("arbiter")
def rule_on_clocks(game: str) -> Response:
    """Stop the clocks, start them again, or set one, for the reason that is entered."""
    form = request.form

    def write() -> Answer:
        text = form.get("text", "").strip()
        if len(text) > MOST:
            raise BadRequest("/text", Text("At most {most} characters.", most=MOST))
        grounds = Grounds("", "time", text, number(form, "claim") or 0)
        return Rulings(service().clerk).rule(sent().order(game), _wish(form), grounds)

    return take_small_form("clocks", game, write)


def _wish(form: Given) -> Wish:
    kind = ORDERS.get(form.get("do", ""))
    if kind is None:
        raise BadRequest("/do", Text("Choose what is ordered."))
    if kind != "set-clock":
        return Wish(kind)
    minutes, seconds = number(form, "minutes"), number(form, "seconds")
    if minutes is None and seconds is None:
        raise BadRequest("/minutes", Text("Enter what the clock is to show."))
    time = 60 * (minutes or 0) + (seconds or 0)
    if not 0 <= time <= LONGEST_TIME or (minutes or 0) < 0 or (seconds or 0) < 0:
        raise BadRequest("/minutes", Text("A clock shows 0 minutes at least, and at most {most}.", most=LONGEST_TIME // 60))
    return Wish("set-clock", seat=form.get("seat", ""), milliseconds=1000 * time)
