"""Answers as HTTP responses: JSON bytes, an ETag, and 304 for a reader who holds it already."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct
from msgspec.structs import replace

from api.access.caller import may_read_words
from api.answers.games import ReceiptState
from api.request.preconditions import holds, wants_receipt
from api.request.receipts import Receipt
from api.request.service import service
from domain.record.stored import Filed
from domain.rules.ruleset import PUBLIC, Audience

_encode = msgspec.json.Encoder().encode
JSON = "application/json"


def etag(seq: int, audience: Audience = PUBLIC) -> str:
    """The ETag of a game's resource at a record. What is not for everybody names its audience, so that whoever changes a link, and
    keeps what was read with the one before, is never told that it is still true."""
    return f'"{seq}"' if audience == PUBLIC else f'"{seq}-{audience}"'


def worded(seq: int, audience: Audience = PUBLIC) -> str:
    """The ETag of what has words that people wrote in it: strangers get another answer than those who have a link."""
    return etag(seq, audience if may_read_words() else "stranger")


def reply(answer: Any, status: int = 200, **headers: str) -> Response:
    """A struct, or bytes that are JSON already, as an answer that no cache keeps."""
    data = answer if type(answer) is bytes else _encode(answer)
    return Response(data, status, {"Cache-Control": "no-store", **headers}, content_type=JSON)


def written(answer: Any, filed: Filed, *, again: bool, **headers: str) -> Response:
    """The answer to a write. Its bytes follow from the record alone, so that a retry gets the first answer again; but for the
    receipt and its state, where one is asked for, which is under the newest head each time."""
    if again:
        headers["Idempotent-Replay"] = "true"
    if wants_receipt():
        found = service().receipts.receipt(filed.game, filed.seq)
        text = None if found is None else found.proof.encode().decode()
        answer = replace(answer, receipt=text, receipt_state=receipt_state(found))
    return reply(answer, 201, ETag=etag(filed.seq), **headers)


def receipt_state(found: Receipt | None) -> ReceiptState:
    """What is said of a receipt that was asked for."""
    return "complete" if found is not None and found.complete else "not-complete"


class Bare(Response):
    """An answer without a body, and so without a type."""

    default_mimetype = None


def unchanged(tag: str) -> Response | None:
    """304 if the reader holds this ETag, none otherwise."""
    return Bare(status=304, headers={"ETag": tag, "Cache-Control": "private, no-cache"}) if holds(tag) else None


def read(answer: Any, tag: str) -> Response:
    """An answer that a reader may keep and ask about again."""
    return reply(answer, 200, **{"ETag": tag, "Cache-Control": "private, no-cache"})


class Page(Struct, frozen=True):
    """An answer that stays the same while the service runs: its bytes and their ETag."""

    data: bytes
    etag: str

    @classmethod
    def of(cls, answer: Any) -> Page:
        """The page of a struct or of plain data."""
        data = _encode(answer)
        return cls(data, f'"{hashlib.sha256(data).hexdigest()[:16]}"')

    def reply(self) -> Response:
        """The page, or 304 for a reader who holds it."""
        return unchanged(self.etag) or read(self.data, self.etag)
