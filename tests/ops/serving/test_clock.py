from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from click.testing import Result

import api.game  # noqa: F401  registers the roles of its links
from api import create_app
from api.settings import AppSettings
from api.web.access.links import Link, Links
from domain.kernel.time_marks import TimeMark, keep_mark, newest_mark
from ops.settings import keys
from ops.settings.config import Settings
from ops.stores import clock_marks, data_folder
from tests.builders.api.client import KEY, Caller
from tests.builders.servers import PATIENCE, eventually
from tests.builders.table import Table

HOUR = timedelta(hours=1)


def test_the_time_is_marked_while_the_service_runs_and_not_at_its_end_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash, too, the newest mark is a recent one."""
    monkeypatch.setattr(clock_marks, "EVERY", 0.0)
    monkeypatch.setattr(clock_marks, "LOOK", 0.01)
    settings = Settings.load({}, data=str(tmp_path / "data"))
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        stop, marks = Event(), set[TimeMark | None]()
        with ThreadPoolExecutor(1) as pool:
            ended = pool.submit(clock_marks.mark_time_until, settings, stop)
            assert eventually(lambda: marks.add(newest_mark(clerk.key_values)) or len(marks) > 3)
            stop.set()
            ended.result(PATIENCE)


def test_what_ran_out_stays_so_over_a_restart_until_the_operator_says_that_the_clock_was_ahead(
    tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    """A link expires in an hour. When the time was marked, the clock was a month ahead, and it has
    been corrected since."""
    data = tmp_path / "data"
    settings = Settings.load({}, data=str(data))
    data_folder.migrate_folder(settings)
    secret = keys.read_or_make_key(settings.link_key_file)
    with closing(data_folder.open_clerk(settings)) as clerk:
        links, now = Links(clerk.key_values, secret), clerk.clock()
        game = Table(clerk).id
        link = Link("", game, "spectator", (), (now + HOUR).replace(microsecond=0))
        token = links.token(links.issue(link, now, "operator", "k", "").link)
        keep_mark(clerk.key_values, TimeMark(now + 720 * HOUR, now))

    def answered() -> tuple[int, int]:
        """The status of an answer to the link, and by how many hours the clock is behind the
        mark."""
        with closing(data_folder.open_clerk(settings)) as clerk:
            app = create_app(clerk, None, KEY, AppSettings(link_secret=secret))
            behind = Caller(app, KEY).get("/readyz").json["clock_back"]
            answer = Caller(app, token).get(f"/api/v1/games/{game}")
            return answer.status_code, round(behind / HOUR.total_seconds())

    assert answered() == (401, 720)
    with data_folder.lock_folder(data):
        refused = greffe("clock", "--reset", "--data", str(data))
        assert refused.exit_code == 2 and "being served already" in refused.output
    assert "greffe clock --reset" in greffe("clock", "--data", str(data)).stdout
    reset = greffe("clock", "--reset", "--data", str(data))
    assert "goes on from the machine's clock" in reset.stdout
    assert answered() == (200, 0), "good again"
