"""Helpers that ask for the log and for receipts over HTTP."""

from werkzeug.test import TestResponse

from domain.proof.log.checkpoints import Checkpoint
from tests.builders.api.client import Caller, Table
from tests.builders.logs import Log


def head_of(anybody: Caller, book: Log) -> Checkpoint:
    return book.policy().accept(anybody.get("/log/checkpoint").get_data()).checkpoint


def receipt_of(table: Table, seq: int) -> TestResponse:
    return table.get(f"/records/{seq}/receipt")
