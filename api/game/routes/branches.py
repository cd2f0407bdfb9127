"""Branches: what-if games grown from a position of another."""

from typing import Annotated

import msgspec
from flask import Response
from msgspec import Meta, Raw, Struct

from api.game.request import audience_of, may_know
from api.game.routes.games import opened_answer
from api.game.routes.search import found_games
from api.web import body
from api.web.access.caller import Caller
from api.web.problems.problem import Problem
from api.web.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import ClientAt, Tag
from api.web.request.responses import reply
from api.web.request.service import service
from api.web.request.writes import key
from domain.game.aggregate.game import Game
from domain.game.record.base import Purpose
from domain.game.record.records import ChanceMode, UndoPolicy
from domain.game.table.branches import Branches, Shoot
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER
from projections.search.query import MOST, Query

blueprint = Blueprint(
    "branches", __name__, description="Branches: what-if games from any position."
)


class GrowBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """What a branch is grown with."""

    at: Annotated[
        int | None,
        Meta(description="The record whose position it starts from; the newest without it."),
    ] = None
    purpose: Annotated[
        Purpose, Meta(description="What it is grown for; shown wherever the branch is.")
    ] = "analysis"
    chance: Annotated[
        ChanceMode, Meta(description="Whether the service draws or the table rolls, from here on.")
    ] = "sealed"
    undo: Annotated[
        UndoPolicy, Meta(description="What may be taken back in the branch, and who has to agree.")
    ] = "free"
    tags: Annotated[
        tuple[Tag, ...], Meta(description="Words to find the branch by.", max_length=32)
    ] = ()
    client_at: ClientAt = None


class Paging(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page."""

    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most branches on a page.", ge=1, le=MOST)] = 50


@blueprint.route("/games/<game>/branches", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(GrowBranch, required=False)
@blueprint.opens
@blueprint.answers(201, "Opened", "The branch is open.", headers={**ETAG, **LOCATION, **REPLAY})
@blueprint.refuses("no-such-position", "branch-refused", "hidden-position", "unknown-game")
def grow_branch(asked: GrowBranch, game: str) -> Response:
    """Grow a branch from a position: a game of its own, with its lineage, that counts nowhere as
    played.

    It has its own record, dice, seats and links, which are handed to whoever grows it; it belongs
    to the organiser of its parent. A position at which something is still hidden from a player is
    the arbiter's to branch from.
    """
    clerk, who, digest = service().clerk, caller(), body.asked().digest()
    branches = Branches(clerk)
    answer = branches.grown(who.id, key(), digest)
    if answer is None:
        parent = clerk.game(game, asked.at)
        need_sight(who, clerk.game(game), parent)
        shoot = Shoot(
            game=game,
            seq=parent.seq,
            purpose=asked.purpose,
            chance=asked.chance,
            undo=asked.undo,
            tags=asked.tags,
        )
        answer = branches.grow(shoot, who.id, key(), digest, asked.client_at)
    return opened_answer(answer)


def need_sight(who: Caller, head: Game, parent: Game) -> None:
    """Raise `hidden-position` unless the caller may know all that led to a position: whoever grows
    a branch gets all of its links. So for the arbiter it is a look at what is hidden."""
    seq = parent.seq
    if not may_know(who, head, seq):
        raise Problem(
            "hidden-position",
            Text(
                "At record {seq} something is hidden from you: a branch from there is the "
                "arbiter's.",
                seq=seq,
            ),
            at=seq,
        )
    if who.at_least("arbiter"):
        audience_of(parent, ARBITER)


@blueprint.route("/games/<game>/branches")
@blueprint.needs("spectator")
@blueprint.asks(Paging)
@blueprint.answers(200, "BranchesOf")
@blueprint.refuses("unknown-game", "store-unavailable", "invalid-parameters")
def list_branches(asked: Paging, game: str) -> Response:
    """List the branches that grew from a game, the one written to last first."""
    head, who = service().clerk.game(game), caller()
    page = found_games(Query(branch_of=game, branches="only", after=asked.after, limit=asked.limit))
    rows = []
    for raw in page.games:
        summary = msgspec.json.decode(raw)
        seq, purpose = summary["lineage"]["seq"], summary["lineage"]["purpose"]
        shown = Raw(raw) if may_know(who, head, seq) else None
        rows.append({"id": summary["id"], "seq": seq, "purpose": purpose, "game": shown})
    return reply({"game": game, "branches": rows, "next": page.after or None})
