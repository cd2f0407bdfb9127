import gzip

import pytest
from eventsourcing.persistence import OperationalError

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.proof.log.tiles import Tile, read_entry_bundle
from tests.api.proof.log_client import head_of, receipt_of
from tests.builders.api.client import KEY, Caller, Table, problem
from tests.builders.logs import Log
from tests.builders.refusals import failing
from tests.builders.tiles import new_tiles

# -- heads and tiles -------------------------------------------------------------------------------


def test_the_head_is_for_everybody_and_read_again_each_time(
    table: Table, anybody: Caller, book: Log
) -> None:
    before = anybody.get("/log/checkpoint")
    assert (before.status_code, before.content_type) == (200, "text/plain; charset=utf-8")
    assert head_of(anybody, book).size == 0
    receipt_of(table, 1)
    now = anybody.get("/log/checkpoint", If_None_Match=before.headers["ETag"])
    assert (now.status_code, now.headers["Cache-Control"]) == (200, "public, no-cache")
    assert head_of(anybody, book).size == 1
    held = anybody.get("/log/checkpoint", If_None_Match=now.headers["ETag"])
    assert (held.status_code, held.get_data()) == (304, b"")
    for name in ("ETag", "Cache-Control"):
        assert held.headers[name] == now.headers[name]


def test_every_tile_of_the_log_is_served_for_ever(
    table: Table, anybody: Caller, book: Log, clerk: Clerk
) -> None:
    for n in range(299):
        table.write("/notes", {"text": f"{n}"})
    book.log_and_sign_all()
    size = head_of(anybody, book).size
    assert size == 300
    entries: list[bytes] = []
    for tile in new_tiles(0, size):
        answer = anybody.get(f"/log/{tile}")
        assert (answer.status_code, answer.content_type, answer.headers["Cache-Control"]) == (
            200,
            "application/octet-stream",
            "public, max-age=31536000, immutable",
        ), tile
        if tile.level is None:
            entries += read_entry_bundle(answer.get_data(), tile.width)
        else:
            assert answer.get_data() == book.tile(tile)
    assert entries == book.entries(0, size)
    assert anybody.get("/log/tile/0/000.p/7").get_data() == book.tile(Tile(0, 0, 7)), (
        "a partial tile of an earlier head"
    )
    packed = anybody.get("/log/tile/entries/001.p/44", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers.getlist("Vary")
    assert read_entry_bundle(gzip.decompress(packed.get_data()), 44) == tuple(entries[256:])
    plain = anybody.get("/log/tile/entries/001.p/44", Accept_Encoding="gzip;q=0")
    assert "Content-Encoding" not in plain.headers


NO_TILES = (
    *(
        "0/000",
        "0/001.p/1",
        "0/000.p/2",
        "0/000.p/0",
        "0/000.p/256",
        "0/000.p/257",
        "1/000.p/1",
        "entries/000",
    ),
    *(
        "0/0",
        "0/x000/000",
        "00/000",
        "64/000",
        "-1/000",
        "entries/000.p/",
        "0/000.p/01",
        "data/000",
        "0/..",
        "0/x001/x234",
    ),
    *("entries/000.p/2", "0", "0/" + "x999/" * 30 + "999", "0/000.p/1/", "%C3%A9/000"),
)


@pytest.mark.parametrize("path", NO_TILES)
def test_a_path_of_no_tile_is_one_sentence(
    path: str, table: Table, anybody: Caller, book: Log
) -> None:
    receipt_of(table, 1)
    answer = anybody.get(f"/log/tile/{path}")
    assert problem(answer) == (404, "no-such-tile")
    assert answer.json["text"]["fr"] != answer.json["text"]["en"]


def test_nothing_is_served_beyond_the_signed_head(table: Table, anybody: Caller, book: Log) -> None:
    receipt_of(table, 1)
    table.write("/notes", {"text": "not signed yet"})
    book.writer.intake.add_rows()
    assert book.standing().size == 2
    for tile in ("0/000.p/2", "entries/000.p/2"):
        assert problem(anybody.get(f"/log/tile/{tile}")) == (404, "no-such-tile")


def test_a_service_without_a_log_says_so(clerk: Clerk) -> None:
    caller = Caller(create_app(clerk, None, KEY))
    table = Table.open(caller)
    for path in (
        "/log/checkpoint",
        "/log/tile/0/000",
        table.path("/records/1/receipt"),
        table.path("/bundle"),
    ):
        answer = caller.get(path)
        assert (problem(answer), answer.headers["Retry-After"]) == ((503, "not-logged-yet"), "1")
    written = caller.post(
        table.path("/notes?receipt=wait"), {"text": "x"}, If_Match='"1"', Idempotency_Key="k"
    )
    assert (written.status_code, written.json["receipt"], written.json["receipt_state"]) == (
        201,
        None,
        "not-complete",
    )
    assert "greffe_ledger" not in caller.get("/metrics").text


# -- health ----------------------------------------------------------------------------------------


def test_a_log_that_refuses_is_said_and_games_go_on(
    table: Table, anybody: Caller, caller: Caller, book: Log
) -> None:
    receipt_of(table, 1)
    book.guard_file.unlink()
    table.move()
    assert problem(receipt_of(table, 2)) == (503, "not-logged-yet")
    ready = anybody.get("/readyz")
    assert (ready.status_code, ready.json["status"], ready.json["log"]) == (
        200,
        "degraded",
        "refusing",
    )
    assert "operator's key" in ready.json["log_says"]["en"] and "guard" not in ready.text, (
        "what is wrong may name a game: it is for the operator"
    )
    answer = caller.get("/readyz")
    assert "its guard log.guard is gone" in answer.json["log_says"]["en"]
    assert str(book.guard_file.parent) not in answer.text, (
        "where the files lie is nobody's business"
    )
    metrics = caller.get("/metrics").text
    assert [
        line
        for line in (
            "ok 0.0",
            "refusing 1.0",
            "entries 2.0",
            "signed_entries 1.0",
            "lag_records 0.0",
            "attended 1.0",
        )
        if f"\ngreffe_ledger_{line}\n" not in metrics
    ] == []
    table.move()


def test_a_log_that_nobody_writes_or_that_cannot_be_read_is_said(
    clerk: Clerk, anybody: Caller, book: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.lease.give_back()
    for state, lag in (("unattended", 0), ("down", None)):
        json = anybody.get("/healthz").json
        assert (json["status"], json["log"], json["log_lag"]) == ("degraded", state, lag)
        monkeypatch.setattr(book, "standing", failing(OperationalError("disk I/O error")))
