"""`greffe seal` against a served game: bound from a terminal, kept in a file, shown once all are bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from werkzeug.serving import make_server

from domain.clerk.clerk import Clerk
from domain.rules.titles import registry
from ops.cli import main
from tests.api.proof.test_seals import Sealed

Seat = Callable[..., Result]


@pytest.fixture
def table(app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> Sealed:
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")
    return Sealed(app, clerk)


@pytest.fixture
def seal(app: Flask, table: Sealed) -> Iterator[Seat]:
    """Runs `greffe seal …` with a seat's link, over HTTP."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()

    def run(seat: str, *arguments: str) -> Result:
        link = f"http://127.0.0.1:{server.port}/seat/{table.links[seat]['token']}"
        return CliRunner().invoke(main, ["seal", *arguments], input=link + "\n", catch_exceptions=False)

    yield run
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_choice_is_sealed_kept_and_shown_from_the_command_line(seal: Seat, table: Sealed, tmp_path: Path) -> None:
    kept = {seat: str(tmp_path / f"{seat}.json") for seat in "ab"}
    first = seal("a", '{"type": "bid", "amount": 3}', "--keep", kept["a"])
    assert first.exit_code == 0, first.output
    assert first.stdout.startswith("Record 2 holds your seal for bid after 1.")
    assert Path(kept["a"]).stat().st_mode & 0o777 == 0o600
    early = seal("a", "--show", kept["a"])
    assert early.exit_code != 0
    assert "Bob has not sealed yet" in early.stderr
    assert seal("b", '{"amount":4,"type":"bid"}', "--keep", kept["b"]).exit_code == 0, "spelt anyhow, sealed as it is recorded"
    assert [seal(seat, "--show", kept[seat]).stdout for seat in "ab"] == [f"Record {n} shows what was sealed.\n" for n in (4, 5)]
    assert seal("a", "--show", kept["a"]).stdout == "Record 4 shows what was sealed.\n", "sent again, it is recorded once"
    assert table.seq == 5


def test_what_cannot_be_sealed_is_said_and_nothing_is_left(seal: Seat, table: Sealed, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    for action in ('{"type": "bid"}', '{"type": "dance"}', "bid 3"):
        told = seal("a", action, "--keep", kept)
        assert told.exit_code != 0
        assert "This is no action of sealed-bids" in told.stderr
    assert not Path(kept).exists()
    assert "Give the action and --keep" in seal("a", '{"type": "bid", "amount": 3}').stderr
    Path(kept).write_text("{}")
    assert "does not hold what opens a seal" in seal("a", "--show", kept).stderr
    assert "is there already" in seal("a", '{"type": "bid", "amount": 3}', "--keep", kept).stderr
    assert table.seq == 1
