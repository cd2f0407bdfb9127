"""What requests about tournaments share: the tournament as its caller may read it, confirmations,
and answers to writes."""

import hashlib
from typing import Annotated

from flask import Response
from msgspec import Meta, Struct
from msgspec.json import encode

from api.tournament.reading import TournamentReader, lines, written_at
from api.tournament.schemas import GameAt, TournamentLine
from api.web.access.caller import Caller
from api.web.access.link_answers import standard_links
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.parameters import ListPage, Words, below, page_of
from api.web.request.responses import etag, read, unchanged
from api.web.request.service import service
from api.web.request.writes import written
from domain.kernel.text import Text
from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.records import GameLinked


class Confirm(Struct, frozen=True, forbid_unknown_fields=True):
    """A confirmation of what departs from the rules (the problem `confirmation-needed` asks for
    it)."""

    times: Annotated[int, Meta(description="How many times it is confirmed.", ge=0, le=2)] = 0
    reason: Words = ""
    shown: Annotated[
        str, Meta(description="The `shown` of the problem, where it asks for two.", max_length=64)
    ] = ""

    @property
    def said(self) -> Confirmation:
        return Confirmation(self.times, self.reason, self.shown)


Confirmed = Annotated[Confirm, Meta(description="Confirms what departs from the rules.")]
UNCONFIRMED = Confirm()


def reader(tournament: str) -> TournamentReader:
    """A tournament as the caller may read it; raises `UnknownTournament`."""
    desk = service().tournaments.desk
    return TournamentReader(desk, desk.tournament(tournament), director=caller().directs)


def speak_for(*entrants: int) -> None:
    """Raise `not-your-table` unless the caller may report for entrants: a table's link for its own,
    all others for everybody."""
    who = caller()
    for entrant in entrants:
        if who.duty == "table" and str(entrant) not in who.seats:
            said = Text("This link does not speak for entrant {entrant}.", entrant=entrant)
            raise Problem("not-your-table", said)


def shown(answer: Struct, seq: int) -> Response:
    """An answer that a reader may keep. Names and words are erased without a record, so its tag
    follows from what is in it, not from the newest record alone."""
    data = encode(answer)
    tag = etag(seq, f"{caller().duty or 'director'}.{hashlib.sha256(data).hexdigest()[:16]}")
    return unchanged(tag) or read(data, tag)


def told(answer: TournamentAnswer, **headers: str) -> Response:
    app = service()
    linked: dict[str, int] = {}
    for at in answer.tournament.rounds:
        for one in at.tables:
            if isinstance(one.linked, GameLinked) and one.game in answer.games:
                linked[one.game] = one.number
    links = app.access.links
    games = tuple(
        GameAt(linked[game], game, standard_links(links, game, app.opened(game)))
        for game in answer.games
        if game in linked
    )
    desk = app.tournaments.desk
    return written(written_at(desk, answer, games), answer.filed, again=answer.again, **headers)


def tournaments_of(who: Caller, after: str, limit: int) -> ListPage[TournamentLine]:
    """A page of the tournaments that somebody may see. Raises `invalid-parameters` for a cursor
    that is none."""
    found, first = service(), below(after)
    listed = found.index.streams("tournament", "" if who.at_least("operator") else who.id)
    return page_of(lines(found.tournaments.desk, [(n, id) for n, id in listed if n < first]), limit)
