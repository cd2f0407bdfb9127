"""The page of a hall's arbiter: its games with whose turn it is and what waits for a decision, each leading to its desk."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from api.request.current import caller
from api.request.service import service
from api.resources.admin.halls import hall_games
from api.site.kit.cards import Card, cards
from api.site.kit.pages import PART, go, needs, page, site
from domain.table.consent import Consents

LISTED = 60
"""Games on a page."""


class Waiting(Struct, frozen=True):
    """A game of the hall, with how many claims and how many requests to take something back wait in it."""

    card: Card
    claims: int
    requests: int


@site.get("/hall")
@needs("arbiter")
def show_hall() -> Response:
    """The games of a hall, for whoever has its link; the arbiter of one game goes on to its desk, an organiser to their own games.

    Its script asks for it again and again, with the ETag of what it shows, as for the organiser's page."""
    who, clerk = caller(), service().clerk
    if who.hall is None:
        return go(f"/games/{who.game}/desk" if who.game else "/organise")
    etag = f'"{clerk.recorder.max_notification_id() or 0}"'
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    found = hall_games(request.args.get("after", "")[:15], LISTED)
    games = [_waiting(card) for card in cards(found, who)]
    games.sort(key=lambda one: not (one.claims or one.requests))
    answer = page("desk/hall.html", tag=who.hall.tag, games=games, after=found.after, total=found.total, etag=etag)
    answer.headers["ETag"] = etag
    return answer


def _waiting(card: Card) -> Waiting:
    clerk = service().clerk
    open_ones = [one for one in Consents(clerk).proposals(clerk.game(card.game["id"])) if one.state == "open"]
    return Waiting(card, len(card.game["open_claims"]), len(open_ones))
