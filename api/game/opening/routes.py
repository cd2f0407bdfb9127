"""Opening games: opening one and looking it up; exporting games as files and importing them."""

from collections.abc import Iterable
from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api.game.links import standard_links
from api.game.parameters import Chance, Players, Tag, TheCatalog, TheTitle, Values
from api.game.request import audience_of, requested_opening
from api.game.schemas import Illegal, Imported, Opened, SeatLink
from api.game.subject import game_clerk, games_here
from api.web import body
from api.web.body import current_request, unsupported_media_type
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    Blueprint,
    idempotency_key,
    written_reply,
)
from api.web.request.parameters import ClientAt
from api.web.request.responses import cacheable_reply, etag, not_modified, reply
from api.web.request.service import caller, need_organiser, service
from domain.game.aggregate.game import Game
from domain.game.commands import Answer
from domain.game.record.records import UndoPolicy
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER
from domain.titles.contract.time_control import TimeControl
from domain.transfer.exports import Exports, export_lines
from domain.transfer.imports import Imports
from projections.boards.positions import encode, summary_of

games = Blueprint("games", __name__, description="Games: opening, searching, looking up.")


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The request to open a game; everything but the ruleset has a default."""

    ruleset: TheTitle
    catalog: TheCatalog = "default"
    options: Annotated[
        dict[str, Any],
        Meta(description="The table's decisions, as `GET /rulesets/{id}` lists them."),
    ] = {}
    players: Players = None
    chance: Chance = "sealed"
    undo: Annotated[
        UndoPolicy, Meta(description="What may be taken back, and who has to agree.")
    ] = "free"
    values: Values = ()
    tags: Annotated[
        tuple[Tag, ...], Meta(description="Words to find the game by.", max_length=32)
    ] = ()
    public: Annotated[
        bool, Meta(description="Whether anybody may watch, without a link, as spectators do.")
    ] = False
    seals: Annotated[
        bool,
        Meta(
            description="Whether what is chosen in secret is sealed first, so that not even the "
            "service can read it."
        ),
    ] = False
    time_control: Annotated[
        TimeControl | None, Meta(description="The clocks of the players' seats; none, without it.")
    ] = None
    name: Annotated[
        str,
        Meta(
            description="What is played, as people call it: “Skyjo”. Without one, the game is "
            "called as its sheet or its title."
        ),
    ] = ""
    client_at: ClientAt = None


@games.route("/games", methods=["POST"])
@games.needs("organiser")
@games.takes(OpenGame, example={"ruleset": "northgard-training"})
@games.opens
@games.answers(201, "Opened", "The game is open.", headers={**ETAG, **LOCATION, **REPLAY})
@games.refuses("values-needed", "values-refused")
def open_game(command: OpenGame) -> Response:
    """Open a game. The ruleset alone is enough: everything else has a default."""
    answer = game_clerk().open_game(
        requested_opening(command),
        caller().id,
        idempotency_key(),
        body.current_request().digest(),
        command.client_at,
    )
    return opened_answer(answer)


def opened_answer(answer: Answer) -> Response:
    """The answer to opening a game or branch. It is made from the first record, so a retry gets the
    same answer."""
    game = answer.state
    opened = Opened(game.id, game.id, game.seq, **new_game(game))
    where = f"/api/v1/games/{game.id}"
    return written_reply(opened, answer.record, again=answer.again, Location=where)


def new_game(game: Game) -> dict[str, Any]:
    """The members of the answer about any new game: its summary, the address at which each seat
    finds what it may do, and links to hand out."""
    return {
        "summary": summary_of(game),
        "seats": tuple(
            SeatLink(seat, f"/api/v1/games/{game.id}/legal?seat={seat}")
            for seat in game.setting.seats
        ),
        "links": standard_links(service().access.links, game.id, game.opened),
    }


@games.route("/games/<game>")
@games.needs("spectator")
@games.reads("unknown-game")
@games.answers(200, "Summary", headers=ETAG)
def show_game(game: str) -> Response:
    """Look a game up: title, seats, whose turn it is, its state."""
    seq = games_here().newest(game)
    cached = not_modified(etag(seq))
    if cached is not None:
        return cached
    view = service().view(lambda views: views.summary(game), seq)
    if view is None:
        now = game_clerk().game(game)
        seq, view = now.seq, encode(summary_of(now))
    return cacheable_reply(view, etag(seq))


files = Blueprint("files", __name__, description="Export and import, as JSON Lines of CloudEvents.")

NDJSON = "application/x-ndjson"
BATCH = "application/cloudevents-batch+json"
READS = (NDJSON, "application/jsonl", "application/octet-stream")


CLOUD_EVENTS = {"type": "array", "items": {"type": "object"}}


def cloud_events_response(lines: Iterable[bytes], headers: dict[str, str]) -> Response:
    if current_request().accept_mimetypes.best_match((NDJSON, BATCH)) == BATCH:
        return Response(
            b"[" + b",".join(lines) + b"]", 200, {**headers, "Vary": "Accept"}, content_type=BATCH
        )
    return Response(lines, 200, {**headers, "Vary": "Accept"}, content_type=NDJSON)


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of an export: for which audience it is, and whether it includes personal
    data."""

    audience: Annotated[
        str,
        Meta(
            description="Whose copy: `arbiter` (the whole), `public` or a seat's id; without it "
            "the most that the caller may have."
        ),
    ] = ""
    names: Annotated[
        bool,
        Meta(description="With names, free text and studies that were not erased; for organisers."),
    ] = False


@files.route("/games/<game>/export")
@files.needs("spectator")
@files.asks(Export)
@files.answers(
    200,
    {"type": "string"},
    "One CloudEvent a line; the catalog first.",
    content_type=NDJSON,
    headers=ETAG,
)
@files.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@files.refuses("unknown-game", "not-your-audience", "store-unavailable")
def export(query: Export, game: str) -> Response:
    """Export a game: the stored bytes as they are, with a tombstone in place of each record that
    the audience may not read.

    The arbiter's copy, which organisers and the operator also get, is whole, hidden things
    included. Only this copy can be imported. For titles with secrets, the access log notes who took
    it. Names and free text are included only with `names`.
    """
    clerk, who = game_clerk(), caller()
    if query.names:
        need_organiser(Text("An export with names"))
    now = clerk.game(game)
    audience = audience_of(now, query.audience or (ARBITER if who.at_least("arbiter") else ""))
    name = game if audience == ARBITER else f"{game}-{audience}"
    headers = {
        "ETag": etag(now.seq, audience),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}.jsonl"',
    }
    studies = Exports(clerk).studies(game) if query.names else ()
    lines = export_lines(now, clerk.key_values, audience, names=query.names, studies=studies)
    return cloud_events_response(lines, headers)


@files.route("/games/import", methods=["POST"])
@files.needs("operator")
@files.files(*READS)
@files.answers(201, "Imported", "The game is here now.", headers=LOCATION)
@files.answers(
    200, "Imported", "The game was here already, with the same records.", headers=LOCATION
)
@files.refuses(
    "damaged-file",
    "redacted-file",
    "game-exists",
    "body-too-large",
    "unsupported-media-type",
    "store-unavailable",
)
def import_game() -> Response:
    """Import an exported game. Its bytes are stored as they are; the answer reports the actions
    that today's rules would not allow.

    Sending a file twice imports it once: no idempotency key is needed.
    """
    report = Imports(game_clerk()).import_game(file_body(*READS))
    illegal = tuple(Illegal(seq, verdict) for seq, verdict in report.illegal)
    answer = Imported(
        report.game, report.records, illegal, report.fidelity, report.already, report.trouble
    )
    return reply(answer, 200 if report.already else 201, Location=f"/api/v1/games/{report.game}")


def file_body(*kinds: str, canonical: bool = False) -> bytes:
    """The bytes of the file that a request has as its body, whose content type must be one of
    `kinds`. Raises `unsupported-media-type`. With `canonical`, the bytes are also set as the
    request's canonical body, to tell a retry from a reused key."""
    request = current_request()
    request.max_content_length = service().settings.limits.import_file
    data: bytes = request.get_data(cache=canonical)
    if canonical:
        request.canonical = data
    if request.content_type and request.mimetype not in kinds:
        raise unsupported_media_type(request, *kinds)
    return data
