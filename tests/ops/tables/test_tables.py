import csv
import hashlib
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import Result

from domain.game.aggregate.game import Game, taken_back
from domain.game.aggregate.visibility import Redaction
from domain.game.clerk.clerk import Clerk
from domain.game.commands import DealtOpening, Opening, Order
from domain.game.seats.use_cases import Seats
from domain.proof.log.entries import read_entry
from domain.proof.spelling import base64_of
from domain.titles.contract.types import PUBLIC
from domain.titles.registry import ids
from domain.tournament.values import Rules
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from ops.tables import writers
from ops.tables.build import build_tables
from ops.tables.dump import TAG, dump_tables
from ops.tables.reading import ReadingOptions
from projections.tables.columns import TABLES
from projections.tables.rows import rows_of
from projections.tables.schema import FORMATS, MANIFEST, SCHEMA, Manifest, Row, read_manifest
from projections.tables.season_tables import ALL_TABLES
from projections.tables.tournament_tables import TITLE_TABLES
from tests.amount import slow
from tests.builders.players import act, play_on
from tests.domain.tournament.directing.hall import DUELS, Hall
from tests.ops.tables.naive_rows import naive_rows

NORTH = "northgard-training"
BY = "organiser-of-tests"


class TablesFolder:
    def __init__(self, data: Path) -> None:
        self.settings = Settings.load({}, data=str(data))
        self.clerk: Clerk = open_clerk(self.settings)
        self.folder = data / "tables"

    def game(
        self, ruleset: str = NORTH, name: str = "one", actions: int = 24, **opening: Any
    ) -> Game:
        rng = Random(name)
        kind = DealtOpening if "deal" in opening else Opening
        game = self.clerk.open_game(kind(ruleset=ruleset, **opening), BY, name).state
        for n in range(actions):
            if not game.to_act:
                break
            game = act(self.clerk, game, rng, by=BY)
            step = game.step
            if n % 6 == 4 and step and not step.stops_undo:
                game = self.clerk.undo(Order(game.id, game.seq, BY, f"undo-{n}"), step.seat).state
        return game

    def closed_game(
        self,
        name: str,
        people: tuple[str, ...] = ("Ada", "Grace"),
        ruleset: str = NORTH,
        **opening: Any,
    ) -> Game:
        game = self.clerk.open_game(Opening(ruleset=ruleset, **opening), BY, name).state
        for seat, person in zip(game.setting.seats, people, strict=False):
            order = Order(game.id, self.clerk.game(game.id).seq, BY, f"sit-{seat}")
            Seats(self.clerk).take(order, seat, f"{person} of {name}")
        game = play_on(self.clerk, self.clerk.game(game.id), Random(name), by=BY)
        return self.clerk.close_game(Order(game.id, game.seq, BY, "close")).state

    def tournament(
        self, rules: Rules = DUELS, entrants: int = 5, rounds: int = 2, **opening: Any
    ) -> Hall:
        """A tournament whose first `rounds` rounds are played and closed."""
        hall = Hall(self.clerk, rules, entrants, **opening)
        for round in range(1, rounds + 1):
            hall.pair(round)
            hall.on.rounds.publish(hall.order(), round)
            hall.play(round)
            hall.on.rounds.close(hall.order(), round)
        return hall

    def build(self, *, offered: bool = False, **options: Any) -> Manifest:
        return build_tables(
            ReadingOptions(self.settings, FORMATS, offered=offered), self.folder, **options
        )

    def rows(
        self, table: str, ruleset: str = NORTH, folder: Path | None = None
    ) -> list[dict[str, Any]]:
        file = (folder or self.folder) / ruleset / f"{table}.jsonl"
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    def damage(self, id: str, seq: int) -> None:
        """Damage a record. The clerk is closed, so nothing can be written from then on."""
        self.clerk.close()
        with closing(sqlite3.connect(self.settings.record)) as db, db:
            where = "WHERE originator_id = ? AND originator_version = ?"
            db.execute(f"UPDATE records SET state = x'7b7d' {where}", (id, seq))


def test_three_formats_say_the_same_in_the_columns_of_the_dictionary(house: TablesFolder) -> None:
    house.game("fief-tactics", "two")
    house.tournament(rounds=1, ruleset=NORTH)
    manifest = house.build(offered=True)
    assert (manifest.schema, manifest.damaged) == (SCHEMA, ())
    for file in manifest.files:
        assert (house.folder / file.path).stat().st_size == file.bytes
    for ruleset in (NORTH, "fief-tactics"):
        for name, table in TITLE_TABLES.items():
            lines = house.rows(name, ruleset)
            assert lines or ruleset != NORTH or name == "rolls"
            with (house.folder / ruleset / f"{name}.csv").open(
                encoding="utf-8", newline=""
            ) as file:
                plain = list(csv.DictReader(file))
            parquet = pq.read_table(house.folder / ruleset / f"{name}.parquet")
            assert tuple(parquet.column_names) == table.names
            assert parquet.schema.metadata[b"greffe.schema"] == SCHEMA.encode()
            packed = parquet.to_pylist()
            assert len(lines) == len(plain) == len(packed)
            for line, text, cells in zip(lines, plain, packed, strict=True):
                assert tuple(line) == tuple(text) == table.names
                for column in table.columns:
                    value, cell = line[column.name], cells[column.name]
                    assert (
                        (text[column.name] == "") == (value in (None, "")) == (cell in (None, ""))
                    )
                    if value is None:
                        continue
                    if column.kind == "json":
                        assert json.loads(text[column.name]) == json.loads(cell) == value
                    elif column.kind == "time":
                        assert (
                            text[column.name]
                            == value
                            == f"{cell:%Y-%m-%dT%H:%M:%S}.{cell.microsecond // 1000:03}Z"
                        )
                    else:
                        shown = str(value).lower() if column.kind == "flag" else str(value)
                        assert text[column.name] == shown and cell == value


def test_rows_lead_to_the_log_and_say_who_won(house: TablesFolder) -> None:
    """This is tried on an open game with actions taken back, and on one that was played to its
    end."""
    game, ended = house.game(), house.closed_game("to the end")
    house.build()
    with closing(open_ledger(house.settings)) as ledger:
        for row in house.rows("records"):
            entry = read_entry(ledger.entries(row["log_index"], row["log_index"] + 1)[0])
            logged = entry.game, entry.seq, base64_of(entry.leaf)  # type: ignore[union-attr]
            assert logged == (row["game"], row["seq"], row["leaf"])
    (summary,) = (row for row in house.rows("games") if row["game"] == game.id)
    assert (summary["records"], summary["retracted"]) == (game.seq, len(taken_back(game)))
    assert (summary["rulings"], summary["irregular"]) == (0, len(game.irregularities)) == (0, 0)
    seats = {row["seat"]: row for row in house.rows("seats") if row["game"] == ended.id}
    assert ended.outcome is not None and min(row["place"] for row in seats.values()) == 1
    assert {seat for seat, row in seats.items() if row["winner"]} == set(ended.outcome.winners)
    assert '"Ada"' not in json.dumps(seats)


def test_what_is_hidden_is_in_no_table_until_the_game_is_closed(house: TablesFolder) -> None:
    """A secret bid is in no table, nor is the number of choices the bidder had."""
    game, name = house.game("fief-tactics", "auction 0", 60), 0
    while not (hidden := [seq for seq in range(1, game.seq + 1) if _hides(game, seq)]):
        name += 1
        game = house.game("fief-tactics", f"auction {name}", 60)
    house.build(offered=True)
    shown = {row["seq"] for row in house.rows("actions", "fief-tactics") if row["game"] == game.id}
    assert not shown & set(hidden)
    assert all(row["offered"] is None for row in house.rows("actions", "fief-tactics"))
    house.clerk.close_game(Order(game.id, game.seq, BY, "close"), "given up")
    house.build(offered=True)
    rows = [row for row in house.rows("actions", "fief-tactics") if row["game"] == game.id]
    assert {row["seq"] for row in rows} >= set(hidden)
    assert all(row["offered"] for row in rows)


def _hides(game: Game, seq: int) -> bool:
    return game.history.topics[seq - 1] == "ActionTaken" and not Redaction(
        game, "public"
    ).sends_whole(seq)


@pytest.mark.parametrize("ruleset", ids())
def test_the_rows_are_what_a_slow_reader_says(house: TablesFolder, ruleset: str) -> None:
    """This is tried on an open game with actions taken back, and on the same game once it is
    closed."""
    game = house.game(ruleset, f"slowly {ruleset}", 40)
    for closed in (False, True):
        if closed and not game.closed:
            game = house.clerk.close_game(Order(game.id, game.seq, BY, "close"), "broken off").state
        rows_made, slowly = rows_of(game), naive_rows(game)
        for name, rows in slowly.items():
            assert rows_made[name] == rows, name
        assert slowly["facts"]
        assert bool(slowly["gauges"]) == bool(game.rules.gauges(game.board, PUBLIC))


@slow("all tables three times; the dump of one is compared below")
def test_processes_and_repetition_change_no_byte(house: TablesFolder) -> None:
    for n in range(34):
        house.game(name=f"short {n}", actions=2)
    assert house.build() == house.build(processes=2)


def test_a_damaged_record_ends_its_game_and_no_other(house: TablesFolder) -> None:
    game = house.game()
    house.damage(game.id, 9)
    assert house.build().damaged == ((game.id, 9),)
    assert max(row["seq"] for row in house.rows("records") if row["game"] == game.id) == 8
    assert len(house.rows("games")) == 2


def test_a_folder_of_tables_from_before_is_read_and_made_anew(house: TablesFolder) -> None:
    """The folder is of version 1.1 with parts: its manifest has more fields than today's."""
    manifest = house.build()
    listed = json.loads((house.folder / MANIFEST).read_text("utf-8"))
    part = house.folder / NORTH / "records" / "log-0-7.csv"
    part.parent.mkdir()
    part.write_text("game\n")
    digest, path = hashlib.sha256(b"game\n").hexdigest(), str(part.relative_to(house.folder))
    listed["parts"] = [
        {
            "path": path,
            "ruleset": NORTH,
            "table": "records",
            "format": "csv",
            "rows": 0,
            "bytes": 5,
            "sha256": digest,
        }
        | {"first": 0, "last": 7, "changes": False, "schema": SCHEMA}
    ]
    listed["reached"] = listed["reached_tournaments"] = {NORTH: {"csv": 8}}
    listed |= {
        "keys": ["greffe/log+fb68c904+Abt5"],
        "keys_signature": "greffe tables keys",
        "signature": "greffe tables manifest",
    }
    (house.folder / MANIFEST).write_text(json.dumps(listed))
    assert read_manifest(house.folder) == manifest
    assert house.build() == manifest and not part.exists()


# -- public dumps ----------------------------------------------------------------------------------


def test_a_dump_has_the_games_that_were_given_and_nothing_that_leads_back(
    house: TablesFolder,
) -> None:
    offered_games = [
        house.closed_game(f"given {n}", ("Ada", "Grace"), public=True, tags=(TAG,))
        for n in range(3)
    ]
    kept_games = [house.closed_game("kept", public=True), house.closed_game("private", tags=(TAG,))]
    still = house.game(name="open", public=True, tags=(TAG,))
    folder = house.folder.with_name("dumps")
    manifest = dump_tables(house.settings, folder, FORMATS)
    assert manifest.games == 3
    text = "".join(
        path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".csv", ".jsonl", ".json")
    )
    for game in (*offered_games, *kept_games, still):
        assert game.id not in text
    for row in (row for game in offered_games for row in house.clerk.load(game.id).records()):
        assert getattr(row.body, "player", "") not in text or not getattr(row.body, "player", "")
    for name in ("Ada", "Grace"):
        assert name not in text
    for table in TABLES.values():
        for row in house.rows(table.name, folder=folder):
            assert all(row[column.name] is None for column in table.columns if column.exact)
    assert all(row["parts"] is None for row in house.rows("seats", folder=folder))
    games = {row["game"] for row in house.rows("games", folder=folder)}
    assert {row["game"] for row in house.rows("actions", folder=folder)} == games
    assert dump_tables(house.settings, folder, FORMATS) == manifest
    assert dump_tables(house.settings, folder, FORMATS, anew=True).series != manifest.series
    assert not games & {row["game"] for row in house.rows("games", folder=folder)}


def test_the_command_says_what_is_given_and_which_titles_too_few_people_gave(
    greffe: Callable[..., Result], house: TablesFolder
) -> None:
    house.closed_game("not given")
    refused = greffe("tables", "dump", "--format", "csv")
    assert refused.exit_code == 2
    assert "no game or tournament is closed, public and tagged `open-data`" in refused.stderr
    house.closed_game("given 0", public=True, tags=(TAG,))
    refused = greffe("tables", "dump", "--format", "csv")
    assert refused.exit_code == 2 and not (house.settings.dumps / NORTH).exists()
    assert f"Nothing is published: fewer than 5 people gave games of {NORTH}" in refused.output
    for n in range(1, 3):
        house.closed_game(f"given {n}", public=True, tags=(TAG,))
    game = house.clerk.open_game(
        Opening(ruleset="score-sheet", public=True, tags=(TAG,)), BY, "sheet"
    ).state
    house.clerk.close_game(Order(game.id, game.seq, BY, "close"), "broken off")
    done = greffe("tables", "dump", "--format", "csv")
    assert done.exit_code == 0 and "3 games," in done.output
    assert "score-sheet is left out: fewer than 5 people gave games of it." in done.output


def test_numbers_beyond_64_bits_are_unknown_in_parquet_and_a_group_is_cut_at_its_size(
    tmp_path: Path,
) -> None:
    table = TABLES["gauges"]
    rows: list[Row] = [("g", n, "points", "blue", 2**70 if n == 3 else n, n) for n in range(10)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writers, "GROUP", 4)
        with closing(writers.Parquet(tmp_path / "gauges.parquet", table, {})) as writer:
            for part in (rows[:1], rows[1:7], [], rows[7:]):
                writer.add(writers.ENCODERS["parquet"](table, part))
    parquet_file = pq.ParquetFile(tmp_path / "gauges.parquet")
    assert [
        parquet_file.metadata.row_group(n).num_rows for n in range(parquet_file.num_row_groups)
    ] == [4, 4, 2]
    assert parquet_file.read().column("value").to_pylist() == [
        None if n == 3 else n for n in range(10)
    ]


# -- the command -----------------------------------------------------------------------------------


def test_the_command_makes_them_and_says_what_cannot_be(
    greffe: Callable[..., Result], house: TablesFolder, tmp_path: Path
) -> None:
    done = greffe("tables", "build", "--format", "csv", "--processes", "1")
    assert done.exit_code == 0 and "1 game," in done.output, done.output
    assert {path.suffix for path in (house.folder / NORTH).rglob("*") if path.is_file()} == {".csv"}
    refused = greffe("tables", "build", "--ruleset", "chess")
    assert refused.exit_code == 2 and "There is no ruleset chess" in refused.output
    other = tmp_path / "letters"
    other.mkdir()
    (other / "letter.txt").write_text("Dear Ada")
    for folder in (other, house.settings.data, house.settings.data.parent):
        refused = greffe("tables", "build", "--format", "csv", "-o", str(folder))
        assert refused.exit_code == 2
        assert "Name a new folder" in refused.output or "holds the record" in refused.output
    assert (other / "letter.txt").read_text() == "Dear Ada" and house.settings.record.exists()
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    refused = greffe("tables", "build", "--format", "csv", "-o", str(in_the_way / "tables"))
    assert refused.exit_code == 2 and "cannot be written" in refused.output


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_dictionary_names_every_column(greffe: Callable[..., Result], lang: str) -> None:
    output = greffe("tables", "dictionary", "--lang", lang).output
    for table in ALL_TABLES.values():
        assert f"## `{table.name}`" in output
        for column in table.columns:
            assert f"| `{column.name}` | {column.kind} |" in output
            assert column.meaning.en != column.meaning.fr or column.meaning.en.startswith("`")
