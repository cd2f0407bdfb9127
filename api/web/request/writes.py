"""Writes: which record their sender has seen, the key that makes each happen once, and their
answers. These follow from the record alone, so that a retry reads the same bytes."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

from flask import Response
from msgspec import Meta
from msgspec.structs import replace

from api.web.body import asked, invalid_parameters
from api.web.problems.problem import Problem
from api.web.request.responses import etag, receipt_state, reply
from api.web.request.service import caller, may_read_words, service
from domain.game.clerk.commands import Order
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles.contract.ruleset import PUBLIC, Audience

# A record's number, and after it perhaps the audience whose answer the writer has read.
_ETAG = re.compile(r'"([1-9][0-9]{0,17})(?:-[!#-~]{1,64})?"')

_KEY = re.compile(r"[!-~]{1,128}")


RECEIPT = (
    "`wait`: the answer waits until a signed head of the log that enough witnesses have cosigned "
    "covers the record, two seconds at "
    "most, and brings the `receipt` with its `receipt_state`."
)
WithReceipt = Annotated[
    Literal["", "wait"], Meta(description=RECEIPT)
]  # what the parameter `receipt` of every write means


def order(game: str, client_at: datetime | None = None) -> Order:
    """The order for a write to a game, from the request's headers; raises the problem of one that
    is missing or malformed."""
    return Order(game, seen(), caller().id, key(), asked().digest(), client_at)


def seen() -> int:
    """The record that `If-Match` names."""
    header = asked().environ.get("HTTP_IF_MATCH")
    if header is None:
        raise Problem("if-match-missing")
    match = _ETAG.fullmatch(header.strip())
    if match is None:
        raise Problem(
            "if-match-malformed",
            Text('If-Match must be a record number in quotes such as "7", not {given}.', given=header),
        )  # fmt: skip
    return int(match[1])


def key() -> str:
    header = asked().environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        raise Problem("idempotency-key-missing")
    if _KEY.fullmatch(str(header)) is None:
        raise Problem("idempotency-key-malformed")
    wants_receipt()  # a parameter that is none is refused before anything is recorded
    return str(header)


def key_if_any() -> str:
    """The request's idempotency key where it need not have one; empty where it has none."""
    return key() if "HTTP_IDEMPOTENCY_KEY" in asked().environ else ""


def wants_receipt() -> bool:
    """Whether the answer to this write is to bring its receipt; raises `invalid-parameters` for
    anything but `receipt=wait`."""
    if not asked().environ.get("QUERY_STRING"):
        return False
    value = asked().args.getlist("receipt")
    if value in ([], [""]):
        return False
    if value != ["wait"]:
        text = Text("One value is known: wait.")
        raise invalid_parameters({"receipt": text})
    return True


def worded(seq: int, audience: Audience = PUBLIC) -> str:
    """The ETag of what has words that people wrote in it: strangers get another answer than those
    who have a link."""
    return etag(seq, audience if may_read_words() else "stranger")


def written(answer: Any, filed: StoredRecord, *, again: bool, **headers: str) -> Response:
    """The answer to a write. Its bytes follow from the record alone, so that a retry gets the first
    answer again; but for the receipt and its state, where one is asked for, which is under the
    newest head each time."""
    if again:
        headers["Idempotent-Replay"] = "true"
    if wants_receipt():
        app = service().receipts.receipt(filed.game, filed.seq)
        text = None if app is None else app.proof.encode().decode()
        answer = replace(answer, receipt=text, receipt_state=receipt_state(app))
    return reply(answer, 201, ETag=etag(filed.seq), **headers)
