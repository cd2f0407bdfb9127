"""The score sheet of a game: who sat where, what the points are made of, what the clocks say, how it ended; a page to print, and as
PDF. The audit as PDF, too, which is made from its page in the same way."""

from __future__ import annotations

from flask import Response

from api.request.current import caller
from api.request.service import service
from api.site.forms.sheet import sheet_of
from api.site.kit.documents import Shows, document, need_documents
from api.site.kit.pages import lang, needs, page, record_in_address, say, site, tell
from api.site.watch.audit import audit_page
from api.site.watch.clock_report import clock_report
from domain.clerk.people import People
from domain.game.game import Game
from domain.rules.ruleset import PUBLIC
from domain.rules.types import WIDE
from projections.shapes.json import score_shape, summary_shape
from projections.shapes.pictures import picture

WHOLE = 2_000
"""Records that an audit as PDF has at once, at most: they take two seconds and 500 MB."""


@site.get("/games/<game>/score-sheet")
@needs("spectator")
def show_score_sheet(game: str) -> Response:
    """The score sheet of a game as it stands, or stood after record `?at=`."""
    return _sheet(service().clerk.game(game))


@site.get("/games/<game>/score-sheet.pdf")
@needs("spectator")
def write_score_sheet(game: str) -> Response:
    """The score sheet as PDF. Raises `no-documents` where none can be made."""
    need_documents()
    head = service().clerk.game(game)
    return document(_sheet(head).get_data(as_text=True), shows(_asked(head), "score-sheet"))


@site.get("/games/<game>/audit.pdf")
@needs("spectator")
def write_audit(game: str) -> Response:
    """The audit as PDF: with every record, but of a long game with those from `?after=` on, as its page shows them. Raises
    `no-documents` where none can be made."""
    need_documents()
    head = service().clerk.game(game)
    return document(audit_page(game, every=head.seq <= WHOLE).get_data(as_text=True), shows(head, "audit", wide=True))


def shows(game: Game, what: str, *, wide: bool = False) -> Shows:
    """What a document of a game says of itself below each page."""
    record = say("document.of-game", title=tell(game.rules.about.title), game=game.id, seq=game.seq)
    return Shows(f"{game.id}-{what}", record, game.at, f"/games/{game.id}/audit", wide)


def _asked(head: Game) -> Game:
    return Game(head.history, head.checks, record_in_address("at", head.seq, head.seq))


def _sheet(head: Game) -> Response:
    now = _asked(head)
    names = {} if caller().stranger else {one.seat: one.name for one in People(service().clerk).at_table(now) if one.name}
    return page(
        "watch/score_sheet.html",
        game=summary_shape(now),
        score=score_shape(now)["score"],
        sitters=names,
        now=now,
        sheet=sheet_of(now, (), lang()),
        clocks=clock_report(now),
        drawn=picture(now, PUBLIC, lang(), shape=WIDE),
    )
