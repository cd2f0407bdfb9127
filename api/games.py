"""Games: open one, search them, look one up."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flask import Response
from msgspec import Meta, Raw, Struct

from api import body
from api.access_answers import standard_links
from api.answers import Opened, SeatLink
from api.blueprint import ETAG, LOCATION, REPLAY, Blueprint
from api.body import Moment
from api.caller import caller
from api.conditions import key
from api.derive import Fault, faults, schema_of
from api.replies import etag, read, reply, unchanged, written
from api.service import Service, service
from domain import games
from domain.chance import Value
from domain.orders import Opening
from domain.record import ChanceMode, UndoPolicy
from domain.words import Text
from projections.query import MOST, BadCursor, Page, Query
from projections.shapes import encode, summary_shape
from projections.views import ViewsDown

blueprint = Blueprint("games", __name__, description="Games: opening, searching, looking up.")

Tag = Annotated[
    str,
    Meta(
        pattern=r"^\w[\w .:/-]*$",
        min_length=1,
        max_length=64,
        description="A word: letters, digits, then also `_ . : / -` or spaces.",
    ),
]


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game is opened with; everything but the ruleset has a default."""

    ruleset: Annotated[str, Meta(description="The title's id.")]
    catalog: Annotated[str, Meta(description="A catalog of the title by name, or one kept here by its SHA-256.")] = "default"
    options: Annotated[dict[str, Any], Meta(description="The table's decisions, as `GET /rulesets/{id}` lists them.")] = {}
    players: Annotated[int | None, Meta(description="How many players sit down; without it, the title's usual number.")] = None
    chance: Annotated[ChanceMode, Meta(description="Whether the service draws or the table rolls.")] = "sealed"
    undo: Annotated[UndoPolicy, Meta(description="What may be taken back: `free` or `none`, for now.")] = "free"
    values: Annotated[tuple[tuple[Value, ...], ...], Meta(description="What the table rolled for the set-up.")] = ()
    tags: Annotated[tuple[Tag, ...], Meta(description="Words to find the game by.", max_length=32)] = ()
    client_at: Annotated[Moment | None, Meta(description="The time by the sender's clock.")] = None


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """Which games to list; everything that is given has to hold."""

    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    status: Annotated[Literal["", "open", "ended", "closed"], Meta(description="`ended`: won or lost, but not closed yet.")] = ""
    tag: Annotated[str, Meta(description="A tag the game was opened with.")] = ""
    seats: Annotated[int | None, Meta(description="The number of seats at the table, automas included.")] = None
    text: Annotated[str, Meta(description="Words or their beginnings: ids, title, ruleset, tags.", max_length=200)] = ""
    opened_from: Annotated[Moment | None, Meta(description="Opened at this time or later.")] = None
    opened_before: Annotated[Moment | None, Meta(description="Opened before this time.")] = None
    updated_from: Annotated[Moment | None, Meta(description="Last written to at this time or later.")] = None
    updated_before: Annotated[Moment | None, Meta(description="Last written to before this time.")] = None
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most games on a page.", ge=1, le=MOST)] = 50


class _Page(Struct, frozen=True):
    games: tuple[Raw, ...]
    next: str | None
    total: int | None


@blueprint.route("/games", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenGame, example={"ruleset": "northgard-training"})
@blueprint.opens
@blueprint.answers(201, "Opened", "The game is open.", headers={**ETAG, **LOCATION, **REPLAY})
@blueprint.refuses("values-needed", "values-refused")
def open_game(asked: OpenGame) -> Response:
    """Open a game. The ruleset alone is enough: everything else has a default."""
    check_options(asked.ruleset, asked.options)
    opening = Opening(
        ruleset=asked.ruleset,
        catalog=asked.catalog,
        options=asked.options,
        players=asked.players,
        chance=asked.chance,
        undo=asked.undo,
        values=asked.values,
        tags=asked.tags,
    )
    answer = service().clerk.open_game(opening, caller().id, key(), body.asked().digest(), asked.client_at)
    game, where = answer.game, f"/api/v1/games/{answer.game.id}"
    links = tuple(SeatLink(seat, f"{where}/legal?seat={seat}") for seat in game.setting.seats)
    handed = standard_links(service().access.links, game.id, game.opened)
    opened = Opened(game.id, game.seq, summary_shape(game), links, handed)  # type: ignore[arg-type]
    return written(opened, game.seq, again=answer.again, Location=where)


def check_options(ruleset: str, options: dict[str, Any]) -> None:
    """Raise `invalid-fields` with all that the title's own schema has against its options; an unknown title is the clerk's to
    refuse."""
    if ruleset in games.ids():
        found: tuple[Fault, ...] = faults(schema_of(games.ruleset(ruleset).options_type), options, "/options")
        if found:
            raise body.invalid(found)


@blueprint.route("/games")
@blueprint.needs("organiser")
@blueprint.asks(Search)
@blueprint.answers(200, "GamePage")
@blueprint.refuses("store-unavailable")
def search_games(asked: Search) -> Response:
    """Search the games, those written to last first. Works without Redis, only slower."""
    query = Query(
        ruleset=asked.ruleset,
        status=asked.status,
        tags=(asked.tag,) if asked.tag else (),
        seats=asked.seats,
        opened_from=asked.opened_from,
        opened_before=asked.opened_before,
        updated_from=asked.updated_from,
        updated_before=asked.updated_before,
        words=asked.text,
        after=asked.after,
        limit=asked.limit,
    )
    try:
        page = _search(service(), query)
    except BadCursor:
        text = Text("No page ended with this: give the `next` of the page before.",
                    "Aucune page n'a fini ainsi : donnez le `next` de la page précédente.")  # fmt: skip
        raise body.invalid_parameters({"after": text}) from None
    return reply(_Page(tuple(Raw(game) for game in page.games), page.after or None, page.total))


def _search(service: Service, query: Query) -> Page:
    if service.views is not None:
        try:
            return service.views.search(query)
        except ViewsDown:
            return service.index.search(query)
    return service.index.search(query)


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
