"""The score sheet of a game: who sat where, what the points are made of, what the clocks say, how it ended; a page to print, and as
PDF. The audit as PDF, too."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.game.forms.sheet import sheet_of
from api.game.replay.clock_report import clock_report
from api.proof.pages import audit_parts
from api.web.pages.documents import Shows, document
from api.web.pages.pages import lang, needs, page, record_in_address, say, site, tell
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.clerk.people import People
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.contract.types import WIDE
from projections.boards.json import score_shape, summary_shape
from projections.boards.pictures import picture

WHOLE = 2_000
"""Records that an audit as PDF has at once, at most: they take two seconds and 500 MB."""


@site.get("/games/<game>/score-sheet")
@needs("spectator")
def show_score_sheet(game: str) -> Response:
    """The score sheet of a game as it stands, or stood after record `?at=`."""
    return page("proof/score_sheet.html", **sheet_parts(_asked(game)))


@site.get("/games/<game>/score-sheet.pdf")
@needs("spectator")
def write_score_sheet(game: str) -> Response:
    """The score sheet as PDF. Raises `no-documents` where none can be made."""
    now = _asked(game)
    return document("proof/documents/score_sheet", sheet_parts(now), shows(now, "score-sheet"))


@site.get("/games/<game>/audit.pdf")
@needs("spectator")
def write_audit(game: str) -> Response:
    """The audit as PDF: with every record, but of a long game with those from `?after=` on, as its page shows them. Raises
    `no-documents` where none can be made."""
    head = service().clerk.game(game)
    return document("proof/documents/audit", audit_parts(head, every=head.seq <= WHOLE), shows(head, "audit", wide=True))


def shows(game: Game, what: str, *, wide: bool = False) -> Shows:
    """What a document of a game says of itself below each page."""
    record = say("document.of-game", title=tell(game.rules.about.title), game=game.id, seq=game.seq)
    return Shows(f"{game.id}-{what}", record, game.at, f"/games/{game.id}/audit", wide)


def _asked(game: str) -> Game:
    head = service().clerk.game(game)
    return Game(head.history, head.checks, record_in_address("at", head.seq, head.seq))


def sheet_parts(now: Game) -> dict[str, Any]:
    """What the score sheet of a position shows."""
    names = {} if caller().stranger else {one.seat: one.name for one in People(service().clerk).at_table(now) if one.name}
    return {
        "game": summary_shape(now),
        "score": score_shape(now)["score"],
        "sitters": names,
        "now": now,
        "sheet": sheet_of(now, (), lang()),
        "clocks": clock_report(now),
        "drawn": picture(now, PUBLIC, lang(), shape=WIDE),
    }
