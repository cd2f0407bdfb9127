"""The log as it is asked for over HTTP, and what it answers."""

from eventsourcing.persistence import OperationalError
from werkzeug.test import TestResponse

from domain.proof.log.checkpoints import Checkpoint
from tests.builders.api.client import Caller, Table
from tests.builders.logs import Log


def slug(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["type"].removeprefix("/problems/")


def head_of(anybody: Caller, book: Log) -> Checkpoint:
    return book.policy().accept(anybody.get("/log/checkpoint").get_data()).checkpoint


def wait_for(table: Table, seq: int) -> TestResponse:
    return table.get(f"/records/{seq}/receipt")


def broken(*_: object) -> None:
    raise OperationalError("disk I/O error")
