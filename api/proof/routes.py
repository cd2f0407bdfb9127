"""The log in the API: its head and its tiles for everybody, receipts and bundles for those who may
read the game; and the audit.

Tiles and entries are public. They contain no personal data and no secret (`ops/decisions/`): ids,
numbers and kinds of records, and hashes of stored bytes that include a salt.
"""

import gzip
import hashlib
from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.game.links import Actors
from api.game.parameters import Who
from api.game.request import audience_of, note_whole_copy
from api.game.subject import game_clerk
from api.proof.reading import Auditor
from api.web.access.caller import Caller
from api.web.body import current_request
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from api.web.request.responses import SHARED, not_modified, receipt_state, reply
from api.web.request.service import Service, caller, may_read_words, need_organiser, service
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import Redaction
from domain.game.record.records import FIRST
from domain.kernel.log import LogBook, SignedHead
from domain.kernel.refusals import NoSuchPosition
from domain.kernel.text import Text
from domain.proof.errors import Misspelt
from domain.proof.log.proofs import Proof
from domain.proof.log.tiles import HEIGHT, WIDTH, Tile, entry_bundle, read_tile_path
from domain.titles.contract.ruleset import ARBITER, Audience
from domain.transfer.bundles import NAME, bundle_of, linked_streams, newest_seq

blueprint = Blueprint("ledger", __name__, description="The log: heads, tiles, receipts, bundles.")
files = Blueprint("log", __name__, description="The log as files (C2SP tlog-tiles).")

PLAIN = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
NDJSON = "application/x-ndjson"
RECEIPT_STATE = "Receipt-State"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
COSE = "application/cose"
_BINARY = {"type": "string", "format": "binary"}
_COSE_RECEIPT = "The receipt as COSE (RFC 9942): a COSE_Sign1 whose payload, the root, is detached."
_AGAIN = {"Retry-After": "1"}
_RECEIPT = "The receipt (C2SP tlog-proof), its `extra` being the entry."
_STATE = {
    RECEIPT_STATE: {
        "description": "`complete`: enough witnesses have cosigned its head, or the log has none. "
        "`not-complete`: not yet.",
        "schema": {"type": "string", "enum": ["complete", "not-complete"]},
    }
}
_BUNDLE = "JSON Lines: the stored bytes of every record, the catalog, and one proof."


class WhichBundle(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int | None, Meta(description="The last record in it; the newest without it.")] = (
        None
    )
    names: Annotated[
        bool,
        Meta(description="With the names and the free text that were not erased; for organisers."),
    ] = False


class WhichEvent(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int | None, Meta(description="The last record in it; the newest without it.")] = (
        None
    )
    names: Annotated[
        bool,
        Meta(description="With the names and the free text that were not erased; for organisers."),
    ] = False
    games: Annotated[bool, Meta(description="Followed by the bundles of its games, whole.")] = False


# -- for everybody ---------------------------------------------------------------------------------


@files.route("/log/checkpoint")
@files.open
@files.keeps
@files.answers(
    200, {"type": "string"}, "The newest signed head (C2SP tlog-checkpoint).", content_type=PLAIN
)
@files.refuses("not-logged-yet", "not-cosigned-yet", "store-unavailable")
def show_checkpoint() -> Response:
    """Fetch the log's newest signed head. If the log has witnesses, this is the newest head that
    enough of them have cosigned; the request is refused while there is no such head."""
    head = _log_and_head(service())[0].cosigned()
    if head is None:
        raise Problem("not-cosigned-yet", headers=_AGAIN)
    return _signed_note_reply(head.note)


def _signed_note_reply(data: bytes) -> Response:
    """The response with a signed head, or 304."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
    headers = {"Cache-Control": SHARED, "ETag": tag}
    return not_modified(tag, SHARED) or Response(data, 200, headers, content_type=PLAIN)


@files.route("/log/tile/<path:tile>")
@files.open
@files.answers(
    200, {"type": "string", "format": "binary"}, "The tile, for ever the same.", content_type=BYTES
)
@files.refuses("no-such-tile", "not-logged-yet", "store-unavailable")
def show_tile(tile: str) -> Response:
    """Fetch a tile of the log: `<level>/<index>` has 256 hashes, `entries/<index>` has 256 entries;
    with `.p/<width>` as many as the width."""
    try:
        requested = read_tile_path(f"tile/{tile}")
    except Misspelt as e:
        raise Problem("no-such-tile", Text("{said}.", said=e.said)) from None
    book, head = _log_and_head(service())
    if (requested.index * WIDTH + requested.width) << HEIGHT * (requested.level or 0) > head.size:
        raise _no_tile(requested, head)
    if requested.level is None:
        first = requested.index * WIDTH
        return _entries_reply(entry_bundle(book.entries(first, first + requested.width)))
    hashes = book.tile(requested)
    if hashes is None:
        raise _no_tile(requested, head)
    return Response(hashes, 200, FOR_EVER, content_type=BYTES)


def _entries_reply(data: bytes) -> Response:
    """The response with a tile's entries, compressed if the client accepts it, since they are
    mostly alike."""
    headers = {**FOR_EVER, "Vary": "Accept-Encoding"}
    if current_request().accept_encodings["gzip"] > 0:
        data, headers["Content-Encoding"] = gzip.compress(data, 6, mtime=0), "gzip"
    return Response(data, 200, headers, content_type=BYTES)


def _log_and_head(app: Service) -> tuple[LogBook, SignedHead]:
    """The log and its newest signed head. Raises `not-logged-yet`."""
    book = app.receipts.book
    head = book.head() if book else None
    if book is None or head is None:
        raise _not_logged_yet(app)
    return book, head


def _no_tile(tile: Tile, head: SignedHead) -> Problem:
    return Problem(
        "no-such-tile",
        Text("The log of size {size} has no {tile}.", size=head.size, tile=tile),
        size=head.size,
    )


# -- for those who may read the game ---------------------------------------------------------------


@blueprint.route("/games/<game>/records/<int(signed=True):seq>/receipt")
@blueprint.needs("spectator")
@blueprint.answers(200, {"type": "string"}, _RECEIPT, content_type=PLAIN, headers=_STATE)
@blueprint.refuses("unknown-game", "no-such-position", "not-logged-yet", "store-unavailable")
def show_receipt(game: str, seq: int) -> Response:
    """Fetch the receipt for a record. It proves, without this service, that the record was logged
    and at which position of the log.

    If the log has witnesses, the answer waits up to two seconds for a head that enough of them have
    cosigned. `Receipt-State` says whether there is one. A receipt that is not complete is the log's
    word alone; fetch it again later.
    """
    return _receipt_reply(game, seq, newest_seq(game_clerk(), game))


@blueprint.route("/tournaments/<tournament>/records/<int(signed=True):seq>/receipt")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.answers(200, {"type": "string"}, _RECEIPT, content_type=PLAIN, headers=_STATE)
@blueprint.refuses("unknown-tournament", "no-such-position", "not-logged-yet", "store-unavailable")
def show_tournament_receipt(tournament: str, seq: int) -> Response:
    """Fetch the receipt for a record of a tournament."""
    return _receipt_reply(tournament, seq, newest_seq(game_clerk(), tournament, "tournament"))


@blueprint.route("/campaigns/<campaign>/records/<int(signed=True):seq>/receipt")
@blueprint.needs("organiser")
@blueprint.answers(200, {"type": "string"}, _RECEIPT, content_type=PLAIN, headers=_STATE)
@blueprint.refuses("unknown-campaign", "no-such-position", "not-logged-yet", "store-unavailable")
def show_campaign_receipt(campaign: str, seq: int) -> Response:
    """Fetch the receipt for a record of a campaign."""
    return _receipt_reply(campaign, seq, newest_seq(game_clerk(), campaign, "campaign"))


@blueprint.route("/games/<game>/records/<int(signed=True):seq>/receipt.cose")
@blueprint.needs("spectator")
@blueprint.answers(200, _BINARY, _COSE_RECEIPT, content_type=COSE)
@blueprint.refuses("unknown-game", "no-such-position", "not-logged-yet", "store-unavailable")
def show_cose_receipt(game: str, seq: int) -> Response:
    """Fetch the receipt for a record as COSE (RFC 9942), for programs that read this format. The
    log's entry, which it does not contain, is in the `extra` of the other receipt."""
    return _cose_reply(game, seq, newest_seq(game_clerk(), game))


@blueprint.route("/tournaments/<tournament>/records/<int(signed=True):seq>/receipt.cose")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.answers(200, _BINARY, _COSE_RECEIPT, content_type=COSE)
@blueprint.refuses("unknown-tournament", "no-such-position", "not-logged-yet", "store-unavailable")
def show_tournament_cose_receipt(tournament: str, seq: int) -> Response:
    """Fetch the receipt for a record of a tournament as COSE (RFC 9942)."""
    return _cose_reply(tournament, seq, newest_seq(game_clerk(), tournament, "tournament"))


def _cose_reply(id: str, seq: int, last: int) -> Response:
    app = service()
    receipt = app.receipts.cose(id, _record_number(seq, last))
    if receipt is None:
        raise _not_logged_yet(app)
    return _file_reply(f"{id}-{seq}.cose", receipt, COSE)


def _file_reply(name: str, data: bytes | Iterator[bytes], kind: str, **headers: str) -> Response:
    headers |= {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return Response(data, 200, headers, content_type=kind)


@blueprint.route("/games/<game>/bundle")
@blueprint.needs("spectator")
@blueprint.asks(WhichBundle)
@blueprint.answers(200, {"type": "string"}, _BUNDLE, content_type=NDJSON)
@blueprint.refuses(
    "unknown-game", "no-such-position", "not-your-audience", "bundle-hides", "not-logged-yet"
)
@blueprint.refuses("record-damaged", "store-unavailable")
def show_bundle(query: WhichBundle, game: str) -> Response:
    """Fetch a game's bundle: one file that `greffe verify` checks without this service.

    An arbiter, organiser or operator gets it whole, with hidden things; if the title keeps secrets,
    the access log notes who took it. Others get one if nothing in it is hidden from them. Names and
    free text are included only with `names`.
    """
    clerk, who = game_clerk(), caller()
    if query.names:
        need_organiser(Text("A bundle with names"))
    at = _record_number(query.at, newest_seq(clerk, game))
    if who.at_least("arbiter"):
        note_whole_copy(game, at)
    else:
        _need_all_readable(who, game, at)
    return _bundle_reply(game, at, names=query.names)


@blueprint.route("/campaigns/<campaign>/bundle")
@blueprint.needs("organiser")
@blueprint.asks(WhichBundle)
@blueprint.answers(200, {"type": "string"}, _BUNDLE, content_type=NDJSON)
@blueprint.refuses(
    "unknown-campaign", "no-such-position", "not-logged-yet", "record-damaged", "store-unavailable"
)
def show_campaign_bundle(query: WhichBundle, campaign: str) -> Response:
    """Fetch the bundle of a campaign's own records; each of its games has its own bundle."""
    at = _record_number(query.at, newest_seq(game_clerk(), campaign, "campaign"))
    return _bundle_reply(campaign, at, names=query.names)


@blueprint.route("/seasons/<season>/bundle")
@blueprint.needs("organiser")
@blueprint.asks(WhichBundle)
@blueprint.answers(200, {"type": "string"}, _BUNDLE, content_type=NDJSON)
@blueprint.refuses(
    "unknown-season", "no-such-position", "not-logged-yet", "record-damaged", "store-unavailable"
)
def show_season_bundle(query: WhichBundle, season: str) -> Response:
    """Fetch the bundle of a season's own records, followed by those of the events that count: one
    file, from which `greffe verify --replay` computes the standings again."""
    clerk = game_clerk()
    at = _record_number(query.at, newest_seq(clerk, season, "season"))
    return _bundle_reply(season, at, *linked_streams(clerk, season, at), names=query.names)


@blueprint.route("/tournaments/<tournament>/bundle")
@blueprint.needs("organiser")
@blueprint.duty("director")
@blueprint.asks(WhichEvent)
@blueprint.answers(200, {"type": "string"}, _BUNDLE, content_type=NDJSON)
@blueprint.refuses(
    "unknown-tournament",
    "no-such-position",
    "not-logged-yet",
    "record-damaged",
    "store-unavailable",
)
def show_tournament_bundle(query: WhichEvent, tournament: str) -> Response:
    """Fetch the bundle of a tournament's own records. With `games`, the bundles of all games at its
    tables follow in the same file, so that one file proves the whole event, and `greffe verify
    --replay` compares the tables' results with those of the games.

    The games are then whole, with hidden things; if their title keeps secrets, the access log notes
    who took them.
    """
    clerk = game_clerk()
    at = _record_number(query.at, newest_seq(clerk, tournament, "tournament"))
    games = linked_streams(clerk, tournament, at) if query.games else []
    for game, seq in games:
        note_whole_copy(game, seq)
    return _bundle_reply(tournament, at, *games, names=query.names)


def _receipt_reply(id: str, seq: int, last: int) -> Response:
    app = service()
    receipt = app.receipts.receipt(id, _record_number(seq, last))
    if receipt is None:
        raise _not_logged_yet(app)
    state = {RECEIPT_STATE: receipt_state(receipt)}
    return _file_reply(f"{id}-{seq}.tlog-proof", receipt.proof.encode(), PLAIN, **state)


def _bundle_reply(id: str, at: int, *more: tuple[str, int], names: bool) -> Response:
    app = service()
    asked_for = ((id, at), *more)
    proofs: list[Proof | None] = [app.receipts.proof(*item) for item in asked_for]
    if None in proofs:
        raise _not_logged_yet(app)
    # All of them before the first line is sent: once it is, a damaged record could no longer be
    # told as a problem.
    bundles = [
        bundle_of(game_clerk(), *item, proof, names=names)
        for item, proof in zip(asked_for, proofs, strict=True)
        if proof
    ]
    return _file_reply(NAME.format(id=id), chain.from_iterable(bundles), NDJSON)


def _record_number(at: int | None, last: int) -> int:
    """The requested record; the last one if none is requested. Raises `NoSuchPosition`."""
    if at is None:
        return last
    if not FIRST <= at <= last:
        raise NoSuchPosition(at, last)
    return at


def _need_all_readable(who: Caller, game: str, at: int) -> None:
    """Raise `bundle-hides` unless the caller may read every record up to `at` unchanged."""
    now = game_clerk().game(game)
    redaction = Redaction(now, audience_of(now, ""))
    first = next((seq for seq in range(FIRST, at + 1) if not redaction.sends_whole(seq)), None)
    if first is not None:
        text = Text(
            "Record {first} is hidden from you for now, and a bundle that leaves it out would "
            "prove nothing.",
            first=first,
        )
        raise Problem("bundle-hides", text, first=first)


def _not_logged_yet(app: Service) -> Problem:
    refusal = app.receipts.book.standing().refusal if app.receipts.book else None
    return Problem("not-logged-yet", refusal, headers=_AGAIN)


audits = Blueprint(
    "audit", __name__, description="A game for its arbiter: every record with its proof."
)

MOST = 2_000


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(description="Lines of the records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most lines on a page.", ge=1, le=MOST)] = MOST
    audience: Who = ""


@audits.route("/games/<game>/audit")
@audits.needs("spectator")
@audits.asks(Pages)
@audits.answers(200, "AuditAt")
@audits.refuses("unknown-game", "store-unavailable")
def show_audit(query: Pages, game: str) -> Response:
    """Read a game as its arbiter does: who did what and why, and how each roll and record is
    proven.

    An arbiter reads everything; if the title keeps secrets, the access log notes it. For others,
    what they may not know is replaced by a tombstone, as in the list of records.
    """
    head = game_clerk().game(game)
    return reply(auditor(head, audience_for(head, query.audience)).page(query.after, query.limit))


def audience_for(head: Game, requested: str) -> Audience:
    """The audience for which an audit is made: the requested one; by default the arbiter if the
    caller is one or ranks higher, else the caller's first seat or the public."""
    return audience_of(head, requested or (ARBITER if caller().at_least("arbiter") else ""))


def auditor(head: Game, audience: Audience) -> Auditor:
    app = service()
    actors = Actors(game_clerk().key_values, app.access.links, head.id, head.opened)
    return Auditor(
        game_clerk(), head, audience, app.receipts.book, actors.hand, words=may_read_words()
    )
