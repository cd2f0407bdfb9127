import ast
import io
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.request import Request, urlopen

import polars as pl
import pyarrow.parquet as pq
import pytest

from domain.game.commands import game_id
from domain.titles.codec import decode_facts
from domain.tournament.values import Rules, Stage
from ops.settings.config import ROOT, Settings
from ops.stores.data_folder import open_clerk
from ops.tables.dump import TAG, dump_tables
from projections.tables.schema import FORMATS
from tests.builders.servers import Server
from tests.ops.tables.test_tables import BY, NORTH, TablesFolder

TABLES = "/api/v1/tables/1"
DUMPS = "/api/v1/dumps/1"
FEW = "raiders-solo"
"""A title of which too few people released games."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables") / "data") as running:
        house = TablesFolder(running.data)
        for n in range(3):
            house.closed_game(f"given {n}", public=True, tags=(TAG,))
        house.closed_game("given alone", ("Ada",), FEW, public=True, tags=(TAG,))
        hall = house.tournament(Rules((Stage(rounds=1),)), 6, 1, public=True, tags=(TAG,))
        hall.on.whole.close(hall.order())
        house.clerk.close()
        house.build()
        dump_tables(house.settings, house.settings.dumps, FORMATS)
        yield running


def test_one_line_loads_a_public_table(made: Server) -> None:
    """This holds for the tables of games and for those of tournaments."""
    assert pl.read_parquet(f"{made.address}{DUMPS}/{NORTH}/games.parquet").height == 3
    winners = (
        pl.scan_parquet(f"{made.address}{DUMPS}/{NORTH}/seats.parquet")
        .filter(pl.col("winner"))
        .collect()
    )
    assert 3 <= winners.height <= 6
    address = f"{made.address}{DUMPS}/external"
    standings, terms = (
        pl.read_parquet(f"{address}/{table}.parquet") for table in ("standings", "tiebreak_terms")
    )
    points = terms.filter(pl.col("key") == "points", pl.col("part_of").is_null()).select(
        "tournament", "seq", "entrant", "numerator"
    )
    joined = standings.filter("final").join(points, on=["tournament", "seq", "entrant"])
    assert (
        joined["points_numerator"].to_list() == joined["numerator"].to_list() == [1, 1, 1, 0, 0, 0]
    )
    assert made.fetch(f"{DUMPS}/external/games.csv")[0] == 404
    assert made.fetch(f"{TABLES}/external/events.csv", Authorization="")[0] == 401


def test_what_the_tour_shows_analysts_runs(
    made: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    (shown,) = re.findall(
        r"^```python\n(.*?)^```$",
        (ROOT / "ops/TOUR.md").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    exec(compile(shown.replace("http://127.0.0.1:8000", made.address), "README.md", "exec"), {})
    winners = capsys.readouterr().out
    assert "red" in winners or "blue" in winners


def test_a_strangers_question_is_answered_in_four_statements(
    made: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """The question is how often the second player wins when the first places three units on one
    tile. The answer is compared with a count record by record."""
    page = (ROOT / "ops/gallery/ANSWERS.md").read_text("utf-8")
    (shown,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(ast.parse(shown).body) == 1 + 4, "an import, and four statements"
    exec(compile(shown.replace("http://127.0.0.1:8000", made.address), "README.md", "exec"), {})
    won = []
    with closing(open_clerk(Settings.load({}, data=str(made.data)))) as clerk:
        for n in range(3):
            game = clerk.game(game_id(BY, f"given {n}"))
            bodies: Any = [game.opened, game.history.record(game.in_force()[0]).body]
            facts: list[Any] = [
                fact for body in bodies for fact in decode_facts(game.rules, body.facts)
            ]
            first = next(fact.seat for fact in facts if type(fact).__name__ == "FirstPlayerDrawn")
            if any(
                type(fact).__name__ == "UnitsPlaced" and 3 in fact.units.values() for fact in facts
            ):
                assert game.outcome is not None
                won.append(first not in game.outcome.winners)
    assert float(capsys.readouterr().out) == pytest.approx(sum(won) / len(won))


def test_the_operator_reads_all_games_with_a_key(made: Server) -> None:
    address = f"{made.address}{TABLES}/{NORTH}/actions.parquet"
    with urlopen(Request(address, headers={"Authorization": f"Bearer {made.key}"})) as answer:
        table = pq.read_table(io.BytesIO(answer.read()))
    assert set(table.column("game").to_pylist()) > {"r6e9w6xhp0g8"}
    listed = made.ask("GET", f"{TABLES}/manifest.json").data
    (file,) = (file for file in listed["files"] if file["path"] == f"{NORTH}/actions.parquet")
    assert file["rows"] == table.num_rows


def test_parts_of_a_file_are_those_bytes_and_a_kept_one_is_not_sent_again(made: Server) -> None:
    path = f"{TABLES}/{NORTH}/records.csv"
    status, headers, whole = made.fetch(path)
    assert (status, headers["Accept-Ranges"], headers["Content-Type"]) == (
        200,
        "bytes",
        "text/csv; charset=utf-8",
    )
    tag = headers["ETag"]
    status, headers, part = made.fetch(path, Range="bytes=10-29")
    assert (status, part, headers["Content-Range"]) == (
        206,
        whole[10:30],
        f"bytes 10-29/{len(whole)}",
    )
    assert made.fetch(path, Range="bytes=-7")[2] == whole[-7:]
    assert made.fetch(path, Range="bytes=10-29", If_Range='"another"')[2] == whole
    status, _, nothing = made.fetch(path, If_None_Match=tag)
    assert (status, nothing) == (304, b"")
    status, headers, tail = made.fetch(path, Range=f"bytes={len(whole)}-")
    assert (status, headers["Content-Range"]) == (416, f"bytes */{len(whole)}")
    assert b"/problems/range-not-satisfiable" in tail


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        (f"{TABLES}/chess/games.csv", "unknown-table"),
        (f"{TABLES}/{NORTH}/moves.csv", "unknown-table"),
        (f"{TABLES}/{NORTH}/games.xlsx", "unknown-table"),
        ("/api/v1/tables/2/manifest.json", "unknown-table"),
        ("/api/v1/tables/x/northgard-training/games.csv", "unknown-table"),
        (f"{TABLES}/%2e%2e/operator.key", "unknown-table"),
    ],
)
def test_what_is_not_there_is_one_clear_problem(made: Server, path: str, slug: str) -> None:
    answer = made.ask("GET", path)
    assert (answer.status, answer.data["type"]) == (404, f"/problems/{slug}")


def test_a_title_that_too_few_people_gave_is_a_problem_that_says_so(made: Server) -> None:
    answer = made.ask("GET", f"{DUMPS}/{FEW}/games.csv", Authorization="")
    assert (answer.status, answer.data["type"]) == (404, "/problems/unknown-table")
    assert "too few people gave games of it" in answer.data["detail"]


def test_where_none_were_made_the_problem_says_who_makes_them(server: Server) -> None:
    for at in (TABLES, DUMPS):
        answer = server.ask("GET", f"{at}/manifest.json")
        assert (answer.status, answer.data["type"]) == (404, "/problems/no-tables")
