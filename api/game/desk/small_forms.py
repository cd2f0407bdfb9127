"""The small forms of the desk: answering a proposal, a note, who sits where, the clocks. A refusal
stands beside its form."""

from collections.abc import Callable

from flask import Response, request

from api.game.desk.page import Refused, desk_page, to_desk
from api.game.record_lines import since
from api.game.request import audience_of, speak_for
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, number, sent, submit
from api.web.pages.pages import needs, site
from api.web.request.service import service
from domain.game.clerk.commands import Answer
from domain.game.clerk.seats import Seats
from domain.game.procedure.remedies import Kind, Wish
from domain.game.procedure.rulings import Grounds
from domain.game.record.records import UMPIRE
from domain.game.table.consent import Consents
from domain.game.table.rulings import Rulings
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.time_control import LONGEST_TIME


@site.post("/games/<game>/desk/answer/<int:asked>")
@needs("arbiter")
def answer_proposal(game: str, asked: int) -> Response:
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
    form = request.form

    def write() -> Answer:
        seating = Seats(service().clerk)
        if form.get("do") == "leave":
            return seating.leave(sent().order(game), seat)
        return seating.take(sent().order(game), seat, form.get("name", ""))

    return take_small_form("seat", game, write)


def take_small_form(which: str, game: str, write: Callable[[], Answer]) -> Response:
    """Take a small form of the desk, and lead back to it; a refusal is said beside the form
    `which`, with what was entered."""

    def again(trouble: Trouble) -> Response:
        clerk = service().clerk
        head = clerk.game(game)
        return desk_page(
            head,
            Refused(
                which, trouble, request.form, since(clerk, head, audience_of(head, ""), trouble)
            ),
        )

    return submit(write, to_desk, again)


ORDERS: dict[str, Kind] = {
    "stop": "stop-clocks",
    "start": "start-clocks",
    "set": "set-clock",
}  # What the buttons order.


@site.post("/games/<game>/desk/clocks")
@needs("arbiter")
def rule_on_clocks(game: str) -> Response:
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
        raise BadRequest(
            "/minutes",
            Text("A clock shows 0 minutes at least, and at most {most}.", most=LONGEST_TIME // 60),
        )
    return Wish("set-clock", seat=form.get("seat", ""), milliseconds=1000 * time)
