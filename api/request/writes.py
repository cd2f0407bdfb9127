"""Answers to writes: they follow from the record alone, so that a retry reads the same bytes."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec.structs import replace

from api.answers.records import Written
from api.reading.sentences import say_record
from api.request.current import may_read_words
from api.request.preconditions import wants_receipt
from api.request.responses import etag, receipt_state, reply
from api.request.service import service
from domain.clerk.commands import Answer
from domain.kernel.stored import Filed
from domain.record.records import ActionsRestored, ActionsRetracted
from domain.rules.ruleset import PUBLIC, Audience


def worded(seq: int, audience: Audience = PUBLIC) -> str:
    """The ETag of what has words that people wrote in it: strangers get another answer than those who have a link."""
    return etag(seq, audience if may_read_words() else "stranger")


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


def written_of(answer: Answer) -> Response:
    """What is answered to a write; it follows from the records up to it, so that a retry reads the same."""
    return written(came_to(answer), answer.filed, again=answer.again)


def came_to(answer: Answer) -> Written:
    """A write's outcome as the struct that is answered."""
    filed, game = answer.filed, answer.game
    body = retracted = filed.body
    if isinstance(body, ActionsRestored):
        retracted = service().clerk.game_repository.file(game.id, fresh=False).record(body.retraction).body
    return Written(
        game.id,
        filed.seq,
        filed.topic,
        body.at,
        say_record(game, body),
        retracted.actions if isinstance(retracted, ActionsRetracted) else (),
        game.to_act,
        game.status,
        game.outcome,
    )
