"""The arbiter's page as data: one line a record, and on top what they rest on."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.game.request import audience_of
from api.proof.reading.audit import Auditor
from api.web.access.holders import Actors
from api.web.request.blueprint import Blueprint
from api.web.request.caller import caller, may_read_words
from api.web.request.parameters import Who
from api.web.request.responses import reply
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.titles.contract.ruleset import ARBITER, Audience

blueprint = Blueprint("audit", __name__, description="A game for its arbiter: every record with its proof.")

MOST = 2_000


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """Which lines, read by whom."""

    after: Annotated[int, Meta(description="Lines of the records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most lines on a page.", ge=1, le=MOST)] = MOST
    audience: Who = ""


@blueprint.route("/games/<game>/audit")
@blueprint.needs("spectator")
@blueprint.asks(Pages)
@blueprint.answers(200, "AuditAt")
@blueprint.refuses("unknown-game", "store-unavailable")
def show_audit(asked: Pages, game: str) -> Response:
    """Read a game as its arbiter does: who did what and why, how each roll and record is proven.

    The whole is the arbiter's; a look at it goes into the access log where the title keeps secrets. To others, what they may not
    know is a tombstone, as in the record.
    """
    head = service().clerk.game(game)
    return reply(auditor(head, audience_for(head, asked.audience)).page(asked.after, asked.limit))


def audience_for(head: Game, wanted: str) -> Audience:
    """As whom the caller reads an audit: from the arbiter on as the arbiter, others as they look at a board."""
    return audience_of(head, wanted or (ARBITER if caller().at_least("arbiter") else ""))


def auditor(head: Game, audience: Audience) -> Auditor:
    """Who puts a game's audit together for an audience."""
    found = service()
    hands = Actors(found.clerk.key_values, found.access.links, head.id, head.opened)
    return Auditor(found.clerk, head, audience, found.receipts.book, hands.of, words=may_read_words())
