from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from click.testing import Result
from msgspec.json import decode

from api.web.access.links import Link, Links
from domain.kernel.time_marks import KIND, Mark, keep_mark, mark_anew, newest_mark
from ops.settings import keys
from ops.settings.config import ROOT, Settings
from ops.stores import clock_marks, data_folder
from tests.amount import slow
from tests.builders.servers import Server, eventually
from tests.builders.stores import new_clerk
from tests.builders.table import Table

CLOCKS = Path(__file__).parents[1] / "clocks"
HOUR = timedelta(hours=1)


def off_by(days: int) -> dict[str, str]:
    return {"PYTHONPATH": f"{CLOCKS}:{ROOT}", "CLOCK_OFF_BY": str(days * 86_400)}


def test_the_newest_mark_counts_and_takes_the_place_of_older_ones(tmp_path: Path) -> None:
    clerk = new_clerk(tmp_path / "greffe.sqlite")
    store = clerk.key_values
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    assert newest_mark(store) is None
    for at in (noon, noon + HOUR, noon - HOUR):
        keep_mark(store, Mark(at, noon))
        assert len(list(store.keys(KIND))) == 1
    assert newest_mark(store) == Mark(noon + HOUR, noon)
    mark_anew(store, noon)
    assert newest_mark(store) == Mark(noon, noon)
    clerk.close()


def test_the_time_is_marked_while_the_service_runs_and_not_at_its_end_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a crash costs little of it."""
    monkeypatch.setattr(clock_marks, "EVERY", 0.0)
    monkeypatch.setattr(clock_marks, "LOOK", 0.01)
    settings = Settings.load({}, data=str(tmp_path / "data"))
    data_folder.migrated(settings)
    clerk = data_folder.open_clerk(settings)
    stop, marks = Event(), set[Mark | None]()
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(clock_marks.keep_marks, settings, stop)
        assert eventually(lambda: marks.add(newest_mark(clerk.key_values)) or len(marks) > 3)
        stop.set()
        ended.result()
    clerk.close()


@slow("two servers; the mark of the clock is tried above without one")
def test_what_ran_out_stays_so_over_a_restart_until_the_operator_says_that_the_clock_was_ahead(
    tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    """A link and a proposal run out in an hour. The clock jumps a month ahead, and is put right
    while nothing runs."""
    data = tmp_path / "data"
    settings = Settings.load({}, data=str(data))
    data_folder.migrated(settings)
    clerk = data_folder.open_clerk(settings)
    table = Table(clerk, undo="consent")
    table.play(1)
    request = table.ask("blue" if table.body(2).seat == "blue" else "red", seconds=3600)
    links, now = Links(clerk.key_values, keys.own_key(settings.link_key_file)), clerk.clock()
    link = links.issue(
        Link("", table.id, "spectator", (), (now + HOUR).replace(microsecond=0)),
        now,
        "operator",
        "k",
        "",
    ).link
    token, game = links.token(link), f"/api/v1/games/{table.id}"
    clerk.close()

    def note(server: Server, key: str) -> datetime:
        seq = server.ask("GET", game).data["seq"]
        assert (
            server.ask(
                "POST", f"{game}/notes", {"text": key}, If_Match=f'"{seq}"', Idempotency_Key=key
            ).status
            == 201
        )
        return datetime.fromisoformat(server.ask("GET", game).data["at"])

    def over(server: Server) -> None:
        client = server.connect()
        client.request("GET", game, headers={"Authorization": f"Bearer {token}"})
        answer = client.getresponse()
        assert (answer.status, decode(answer.read())["type"]) == (401, "/problems/link-expired")
        client.close()
        (proposal,) = server.ask("GET", f"{game}/undo").data["proposals"]
        assert (proposal["seq"], proposal["state"]) == (request, "lapsed")

    with Server(data, **off_by(days=30)) as server:
        over(server)
        assert server.ask("GET", "/readyz").data["clock_back"] == 0
        ahead = note(server, "ahead")
    with Server(data) as server:
        over(server)
        behind = server.ask("GET", "/readyz").data["clock_back"]
        assert 29 * 86_400 < behind < 31 * 86_400
        assert note(server, "right") > ahead
        path = next(
            line.split()[-1] for line in server.shown.splitlines() if "sign in" in line
        ).removeprefix(server.address)
        client = server.connect()
        client.request("POST", path)
        assert client.getresponse().status == 303, (
            "the printed link signs in by the service's time, too"
        )
        client.close()
        assert "greffe clock --reset" in server.log.read_text("utf-8")
        refused = greffe("clock", "--reset", "--data", str(data))
        assert refused.exit_code == 2 and "being served already" in refused.output
        assert "greffe clock --reset" in greffe("clock", "--data", str(data)).stdout

    assert (
        "goes on from the machine's clock" in greffe("clock", "--reset", "--data", str(data)).stdout
    )
    clerk = data_folder.open_clerk(settings)
    assert link.expires is not None and clerk.clock() < link.expires, "good again"
    clerk.close()
