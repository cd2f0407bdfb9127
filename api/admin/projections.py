"""Who follows the record, views, log and messages: how each stands, and what the operator has it
do."""

from typing import Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.game.schemas.games import Followers
from api.web.request.blueprint import Blueprint
from api.web.request.caller import caller
from api.web.request.responses import reply
from api.web.request.service import service
from domain.game.clerk.clerk import Clerk
from domain.kernel.log import LogBook
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from projections.messages import subscriptions
from projections.messages.subscriptions import SubscriptionStore
from projections.read.views import Views
from projections.steering import Name, Source, Steering

blueprint = Blueprint(
    "projections",
    __name__,
    description="Who follows the record: the views, the signed log, the messages.",
)


class Steer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a follower is to do: rest, go on, or make anew what it keeps from the record; of one
    `game` alone, if it is named. What readers see stays until the new one stands beside it.
    Messages that were due before are not sent again."""

    do: Literal["pause", "resume", "rebuild"]
    game: Annotated[str, Meta(max_length=64, description="With `rebuild`: of this game alone.")] = (
        ""
    )


@blueprint.route("/projections")
@blueprint.needs("operator")
@blueprint.answers(200, "Followers")
@blueprint.refuses("store-unavailable")
def list_projections() -> Response:
    """Show how far each follower is, what went wrong last, which records it passed by, and what it
    was asked to do."""
    return reply(Followers(service().steering.look()))


@blueprint.route("/projections/<name>", methods=["POST"])
@blueprint.needs("operator")
@blueprint.takes(Steer, example={"do": "pause"})
@blueprint.answers(200, "Followers", "It does so within a second.")
@blueprint.refuses("store-unavailable")
def steer_projection(body: Steer, name: str) -> Response:
    """Let a follower rest, go on, or be made anew. One that rests for an hour is told of in
    /healthz."""
    steer(service().steering, name, body.do, body.game, caller().id)
    return list_projections()


def steer(steering: Steering, name: str, do: str, game: str, by: str) -> None:
    """Have a follower do something; raises `BadRequest`."""
    if do == "pause":
        steering.pause(name, by)
    elif do == "resume":
        steering.resume(name)
    elif do == "rebuild":
        steering.rebuild(name, game)
    else:
        raise BadRequest("/do", Text("A follower can pause, resume or rebuild."))


def steering_of(
    clerk: Clerk, views: Views | None, book: LogBook | None, store: SubscriptionStore | None
) -> Steering:
    sources: dict[Name, Source] = {}
    if views is not None:
        sources["views"] = views.source()
    if book is not None:
        sources["log"] = Source(lambda: book.standing().position)
    if store is not None:
        sources["messages"] = subscriptions.source(store, clerk.recorder, clerk.key_values)
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)
