"""Games: open one, search them, look one up."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api.access.link_answers import standard_links
from api.answers.games import Opened, SeatLink
from api.http import body
from api.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint
from api.request.checks import opening_of
from api.request.current import caller
from api.request.parameters import Chance, ClientAt, Players, Tag, TheCatalog, TheTitle, Values
from api.request.preconditions import key
from api.request.responses import etag, read, unchanged
from api.request.service import service
from api.request.writes import written
from domain.clerk.commands import Answer
from domain.record.records import UndoPolicy
from domain.rules.time_control import TimeControl
from projections.shapes.json import encode, summary_shape

blueprint = Blueprint("games", __name__, description="Games: opening, searching, looking up.")


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game is opened with; everything but the ruleset has a default."""

    ruleset: TheTitle
    catalog: TheCatalog = "default"
    options: Annotated[dict[str, Any], Meta(description="The table's decisions, as `GET /rulesets/{id}` lists them.")] = {}
    players: Players = None
    chance: Chance = "sealed"
    undo: Annotated[UndoPolicy, Meta(description="What may be taken back, and who has to agree.")] = "free"
    values: Values = ()
    tags: Annotated[tuple[Tag, ...], Meta(description="Words to find the game by.", max_length=32)] = ()
    public: Annotated[bool, Meta(description="Whether anybody may watch, without a link, as spectators do.")] = False
    seals: Annotated[
        bool, Meta(description="Whether what is chosen in secret is sealed first, so that not even the service can read it.")
    ] = False
    time_control: Annotated[TimeControl | None, Meta(description="The clocks of the players' seats; none, without it.")] = None
    client_at: ClientAt = None


@blueprint.route("/games", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenGame, example={"ruleset": "northgard-training"})
@blueprint.opens
@blueprint.answers(201, "Opened", "The game is open.", headers={**ETAG, **LOCATION, **REPLAY})
@blueprint.refuses("values-needed", "values-refused")
def open_game(asked: OpenGame) -> Response:
    """Open a game. The ruleset alone is enough: everything else has a default."""
    answer = service().clerk.open_game(opening_of(asked), caller().id, key(), body.asked().digest(), asked.client_at)
    return opened_answer(answer)


def opened_answer(answer: Answer) -> Response:
    """What is answered to a game or a branch that was opened; it follows from the first record: a retry reads the same."""
    game, where = answer.game, f"/api/v1/games/{answer.game.id}"
    links = tuple(SeatLink(seat, f"{where}/legal?seat={seat}") for seat in game.setting.seats)
    handed = standard_links(service().access.links, game.id, game.opened)
    opened = Opened(game.id, game.id, game.seq, summary_shape(game), links, handed)  # type: ignore[arg-type]  # the summary as plain data
    return written(opened, answer.filed, again=answer.again, Location=where)


@blueprint.route("/games/<game>")
@blueprint.needs("spectator")
@blueprint.reads
@blueprint.answers(200, "Summary", headers=ETAG)
def show_game(game: str) -> Response:
    """Look a game up: title, seats, whose turn it is, where it stands."""
    found = service()
    seq = found.newest(game)
    held = unchanged(etag(seq))
    if held is not None:
        return held
    view = found.view(lambda views: views.summary(game), seq)
    if view is None:
        now = found.clerk.game(game)
        seq, view = now.seq, encode(summary_shape(now))
    return read(view, etag(seq))
