"""The record itself, as an audience may read it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct

from api.blueprint import ETAG, Blueprint
from api.caller import caller
from api.entries import Entry, EntryAt, EntryPage, Hidden
from api.positions import Who
from api.reading import PRIVATE, Reader, digest
from api.replies import etag, read, unchanged
from api.sentences import say_record
from api.service import service
from domain.clerk import Clerk
from domain.filed import Filed
from domain.record import ActionTaken, GameOpened
from domain.ruleset import ARBITER
from domain.shelf import GameFile
from domain.titles import decode_action, decode_facts
from domain.words import Text

blueprint = Blueprint("records", __name__, description="The record of a game, one entry a record.")

MOST = 500


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """Which records, read by whom."""

    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most records on a page.", ge=1, le=MOST)] = 100
    audience: Who = ""


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """Who reads."""

    audience: Who = ""


@blueprint.route("/games/<game>/records")
@blueprint.needs("spectator")
@blueprint.asks(Pages)
@blueprint.reads
@blueprint.answers(200, "EntryPage", headers=ETAG)
def list_records(asked: Pages, game: str) -> Response:
    """Read the record, oldest first: who did what, what came of it, what is in force. Nothing that was taken back is missing."""
    clerk = service().clerk
    teller = Teller(clerk, game, asked.audience)
    tag = etag(teller.seq, teller.audience)
    held = unchanged(tag)
    if held is not None:
        return held
    last = min(teller.seq, asked.after + asked.limit)
    entries = tuple(teller.entry(seq) for seq in range(asked.after + 1, last + 1))
    following = last if last < teller.seq else None
    return read(EntryPage(game, teller.seq, teller.audience, entries, following), tag)


@blueprint.route("/games/<game>/records/<int(signed=True):seq>")
@blueprint.needs("spectator")
@blueprint.asks(Read)
@blueprint.reads
@blueprint.answers(200, "EntryAt", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_record(asked: Read, game: str, seq: int) -> Response:
    """Read one record."""
    teller = Teller(service().clerk, game, asked.audience)
    teller.file.record(seq)
    tag = etag(teller.seq, teller.audience)
    return unchanged(tag) or read(EntryAt(game, teller.entry(seq)), tag)


class Teller:
    """Tells records to an audience, as the game stands now."""

    def __init__(self, clerk: Clerk, game: str, audience: str) -> None:
        self.file: GameFile = clerk.file(game)
        head = self.file.head
        self.audience = audience = caller().audience(head, audience)
        self.seq = head.seq
        self._clerk = clerk
        self._reader = Reader(head, audience)
        self._whole = audience == ARBITER
        self._standing = frozenset(head.in_force())

    def entry(self, seq: int) -> Entry:
        """One record, with its sentence and the words it commits to; what the audience may not know is a tombstone."""
        filed = self.file.record(seq)
        body: Any = filed.body
        data: dict[str, Any] = msgspec.json.decode(filed.state)
        data.pop("rolls", None)
        sentence, told = self._tell(filed, data)
        if not self._whole:
            for name in PRIVATE:
                data.pop(name, None)
        return Entry(
            seq,
            filed.topic,
            body.at,
            seq in self._standing if isinstance(body, ActionTaken) else None,
            sentence,
            told,
            self._clerk.words(getattr(body, "reason", "") or getattr(body, "text", "")),
            self._reader.rolls(getattr(body, "rolls", ()), data.get("facts", ())),
            digest(filed),
            data,
        )

    def _tell(self, filed: Filed, data: dict[str, Any]) -> tuple[Text, tuple[Text, ...]]:
        """The sentences of a record and of its facts; puts tombstones into `data`."""
        body, reader = filed.body, self._reader
        game = reader.game
        rules = game.rules
        if isinstance(body, ActionTaken):
            action, board, seat = decode_action(rules, body.action), self.file.at(filed.seq - 1).board, body.seat
            sentence = reader.deed(board, seat, action)
            (shown,) = reader.items(seat, (action,), filed)
            if type(shown) is Hidden:
                data["action"] = shown
        elif isinstance(body, GameOpened):
            board, seat, sentence = rules.blank(game.setting), "", say_record(game, body)
        else:
            return say_record(game, body), ()
        facts = decode_facts(rules, body.facts)
        shown = reader.items(seat, facts, filed)
        data["facts"] = [item if type(item) is Hidden else fact for item, fact in zip(shown, data["facts"], strict=True)]
        return sentence, tuple(reader.told(board, facts, shown))
