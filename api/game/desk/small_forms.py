"""The small forms of the desk: answering a proposal, a note, who sits where. What is refused is said beside the form."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from api.game.desk.page import Refused, desk_page, to_desk
from api.game.record_lines import since
from api.game.request import audience_of, speak_for
from api.web.forms.submission import Trouble, number, sent, submit
from api.web.pages.pages import needs, site
from api.web.request.service import service
from domain.game.clerk.commands import Answer
from domain.game.clerk.seats import Seats
from domain.game.record.records import UMPIRE
from domain.game.table.consent import Consents
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text


@site.post("/games/<game>/desk/answer/<int:asked>")
@needs("arbiter")
def answer_proposal(game: str, asked: int) -> Response:
    """Answer a proposal to take back: for all, as the arbiter, or for one of the seats that were asked."""
    form = request.form
    seat, word = form.get("seat", UMPIRE), form.get("answer", "")

    def write() -> Answer:
        clerk = service().clerk
        speak_for(clerk.game(game), seat)
        if word not in ("agree", "refuse"):
            raise BadRequest("/answer", Text("Agree, or refuse."))
        return Consents(clerk).answer(sent().order(game), asked, seat, agree=word == "agree")

    return take_small_form("answer", game, write)


@site.post("/games/<game>/desk/note")
@needs("arbiter")
def note(game: str) -> Response:
    """Remark something about a record, or about the game."""
    form = request.form

    def write() -> Answer:
        text, about = form.get("text", "").strip(), number(form, "about") or 0
        if not text or len(text) > MOST:
            raise BadRequest("/text", Text("A note has 1 to {most} characters.", most=MOST))
        return service().clerk.note(sent().order(game), text, about, UMPIRE)

    return take_small_form("note", game, write)


@site.post("/games/<game>/desk/seats/<seat>")
@needs("arbiter")
def seat_somebody(game: str, seat: str) -> Response:
    """Sit somebody down in a seat, or empty it."""
    form = request.form

    def write() -> Answer:
        seating = Seats(service().clerk)
        if form.get("do") == "leave":
            return seating.leave(sent().order(game), seat)
        return seating.take(sent().order(game), seat, form.get("name", ""))

    return take_small_form("seat", game, write)


def take_small_form(which: str, game: str, write: Callable[[], Answer]) -> Response:
    """Take a small form of the desk, and lead back to it; a refusal is said beside the form `which`, with what was entered."""

    def again(trouble: Trouble) -> Response:
        clerk = service().clerk
        head = clerk.game(game)
        return desk_page(head, Refused(which, trouble, request.form, since(clerk, head, audience_of(head, ""), trouble)))

    return submit(write, to_desk, again)
