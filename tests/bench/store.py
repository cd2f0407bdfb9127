"""One action on SQLite compared with a raw insert of the same bytes, early and late in a game."""

import sqlite3
from pathlib import Path
from statistics import median
from time import process_time

from ops.stores.sqlite.connections import connect, migrate
from tests.bench.measure import Row, in_turn
from tests.bench.table import MeasuredTable, clerk_at, endless


def one_action(folder: Path, actions: int) -> list[Row]:
    """The processor time of judging, deciding, appending and evolving, compared with the bare
    insert of the same bytes in a table of the same shape, in turn. Waiting for the disk is not
    counted.

    The games were played before in another store and are repeated here with the same dice, because
    choosing an action takes longer than doing it."""
    before, clerk = clerk_at(folder / "before.sqlite"), clerk_at(folder / "act.sqlite")
    migrate(str(folder / "raw.sqlite"))
    raw = connect(str(folder / "raw.sqlite"))
    ours: list[float] = []
    floor: list[float] = []
    number = 0
    while len(ours) < actions:
        number += 1
        played = MeasuredTable(before, f"g{number}")
        played.play(actions)
        clerk.key_values.keep(
            "seed", played.game.id, before.key_values.fetch("seed", played.game.id) or b""
        )
        table = MeasuredTable(clerk, f"g{number}")
        for seat, action in played.moves:
            stored = table.act(seat, action).record
            floor.append(_insert(raw, table.game.id, stored.seq, stored.state))
        ours += table.spent if number > 1 else []  # the first game warms up
        floor = floor if number > 1 else []
    for resource in (before, clerk):
        resource.close()
    raw.close()
    act, bare = median(ours) * 1e6, median(floor) * 1e6
    detail = f"{act:.0f} of {bare:.0f} µs, its own {act - bare:.0f} µs"
    what = "one action, SQLite, of the raw insert's processor time"
    return [Row(what, act / bare, "×", 4, at_least=False, detail=detail)]


def _insert(raw: sqlite3.Connection, game: str, seq: int, state: bytes) -> float:
    row = (game, seq, "ActionTaken", state)
    begin = process_time()
    raw.execute(
        "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
        row,
    )
    return process_time() - begin


def flat(folder: Path, length: int, samples: int) -> list[Row]:
    """The time of an action, and of an undo, in a game with `length` records, compared with the
    time in a game with 10. Both games are measured in turn, `samples` times."""
    clerk = clerk_at(folder / "flat.sqlite")
    catalog = endless(clerk)
    long = MeasuredTable(clerk, "long", catalog)
    long.play(length)
    spent: dict[str, list[float]] = {
        "act late": [],
        "act early": [],
        "undo late": [],
        "undo early": [],
    }
    for number in range(samples):
        short = MeasuredTable(clerk, f"short{number}", catalog)
        short.play(10)
        for table, when in ((long, "late"), (short, "early")):
            table.act()
            spent[f"act {when}"].append(table.spent[-1])
            if table.undo() is not None:
                spent[f"undo {when}"].append(table.spent[-1])
                table.act()
    clerk.close()
    act, undo = (median(spent[f"{w} late"]) / median(spent[f"{w} early"]) for w in ("act", "undo"))
    return [
        Row(f"action no. {length:,} against no. 10", act, "×", 1.15, at_least=False),
        Row(
            f"undo at {length:,} against undo at 10",
            undo,
            "×",
            1.15,
            at_least=False,
            detail=f"{len(spent['undo late'])} undone",
        ),
    ]


def replay(folder: Path, length: int) -> list[Row]:
    path = folder / "replay.sqlite"
    clerk = clerk_at(path)
    table = MeasuredTable(clerk, "replay", endless(clerk))
    table.play(length, length // 10)
    id = table.game.id
    db = connect(str(path))

    def load() -> None:
        clerk.game_repository.forget(id)
        game = clerk.game(id)
        assert game.seq == length and game.board is not None

    def select() -> None:
        rows = db.execute(
            "SELECT state FROM records WHERE originator_id = ? ORDER BY originator_version", (id,)
        ).fetchall()
        assert len(rows) == length

    ours, floor = in_turn(7, load, select)
    db.close()
    clerk.close()
    detail = f"{ours * 1e3:.1f} of {floor * 1e3:.1f} ms"
    return [
        Row(
            f"replay of {length:,} records, of selecting their bytes",
            ours / floor,
            "×",
            4,
            at_least=False,
            detail=detail,
        )
    ]
