"""The log as it is asked for over HTTP, and what it answers."""

from werkzeug.test import TestResponse

from domain.proof.log.checkpoints import Checkpoint
from tests.builders.api.client import Caller, Table
from tests.builders.logs import Log


def head_of(anybody: Caller, book: Log) -> Checkpoint:
    return book.policy().accept(anybody.get("/log/checkpoint").get_data()).checkpoint


def wait_for(table: Table, seq: int) -> TestResponse:
    return table.get(f"/records/{seq}/receipt")
