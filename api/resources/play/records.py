"""The record itself, as an audience may read it."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.answers.records import EntryAt, EntryPage
from api.reading.entries import EntryReader
from api.request.blueprint import ETAG, Blueprint
from api.request.current import audience_of, may_read_words
from api.request.parameters import Reading, Who
from api.request.responses import read, unchanged
from api.request.service import service
from api.request.writes import worded

blueprint = Blueprint("records", __name__, description="The record of a game, one entry a record.")

MOST = 500


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """Which records, read by whom."""

    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most records on a page.", ge=1, le=MOST)] = 100
    audience: Who = ""


@blueprint.route("/games/<game>/records")
@blueprint.needs("spectator")
@blueprint.asks(Pages)
@blueprint.reads
@blueprint.answers(200, "EntryPage", headers=ETAG)
def list_records(asked: Pages, game: str) -> Response:
    """Read the record, oldest first: who did what, what came of it, what is in force. Nothing that was taken back is missing."""
    clerk = service().clerk
    file = clerk.file(game)
    head, fault = file.whole, file.fault
    if fault is not None and asked.after >= head.seq:
        raise fault  # the record that comes next
    audience = audience_of(head, asked.audience)
    tag = worded(head.seq, audience)
    held = unchanged(tag)
    if held is not None:
        return held
    last = min(head.seq, asked.after + asked.limit)
    entry_reader = EntryReader(clerk, head, audience, asked.after + 1, words=may_read_words())
    entries = tuple(entry_reader.entry(seq) for seq in range(asked.after + 1, last + 1))
    following = last if last < head.seq or fault is not None else None
    return read(EntryPage(game, head.seq, audience, entries, following), tag)


@blueprint.route("/games/<game>/records/<int(signed=True):seq>")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads
@blueprint.answers(200, "EntryAt", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_record(asked: Reading, game: str, seq: int) -> Response:
    """Read one record."""
    clerk = service().clerk
    file = clerk.file(game)
    head = file.whole
    audience = audience_of(head, asked.audience)
    file.record(seq)
    tag = worded(head.seq, audience)
    return unchanged(tag) or read(EntryAt(game, EntryReader(clerk, head, audience, seq, words=may_read_words()).entry(seq)), tag)
