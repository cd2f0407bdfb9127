"""Every title against itself: the same actions early and late in a record, and loading a long record.

Games of most titles are over long before 5,000 actions, so the record is made long with notes: what has to stay flat is what a
record of that length costs an action.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from domain.clerk.commands import Order
from domain.rules.titles import registry
from ops.bench.measure import Row, in_turn
from ops.bench.table import Table, clerk_at
from ops.stores.sqlite.connections import connect

EARLY = 10


def flat(folder: Path, length: int, actions: int, rounds: int) -> list[Row]:
    """For each title, the actions after the tenth in a short record and in one of `length`, with the same dice, in turn."""
    here, there = clerk_at(folder / "short.sqlite"), clerk_at(folder / "long.sqlite")
    rows = []
    for title in registry.ids():
        early: list[float] = []
        late: list[float] = []
        for number in range(rounds):
            short = Table(here, f"{title}-{number}", title=title)
            there.key_values.keep("seed", short.game.id, here.key_values.fetch("seed", short.game.id) or b"")
            long = Table(there, f"{title}-{number}", title=title)
            for n in range(EARLY + actions):
                if short.over:
                    break
                if n == EARLY:
                    pad(long, length)
                seat, action = short.choose()
                for table in (short, long):
                    table.act(seat, action)
            early += short.spent[EARLY:]
            late += long.spent[EARLY:]
        what = f"{title}: action at record {length:,} against record {EARLY}"
        rows.append(Row(what, median(late) / median(early), "×", 1.15, at_least=False, detail=f"{len(late)} actions"))
    here.close()
    there.close()
    return rows


def cold(folder: Path, length: int) -> list[Row]:
    """For each title, a whole game and notes up to `length` records, taken in hand with the board at its head."""
    path = folder / "cold.sqlite"
    clerk = clerk_at(path)
    db = connect(str(path))
    rows = []
    for title in registry.ids():
        table = Table(clerk, f"{title}-cold", title=title)
        table.play(length)
        played = table.game.seq
        pad(table, length)
        id = table.game.id

        def load(id: str = id) -> None:
            clerk.game_repository.forget(id)
            assert clerk.game(id).board is not None

        def select(id: str = id) -> None:
            db.execute("SELECT state FROM records WHERE originator_id = ? ORDER BY originator_version", (id,)).fetchall()

        ours, floor = in_turn(5, load, select)
        detail = f"{played:,} of a game, then notes; {ours * 1e3:.1f} of {floor * 1e3:.1f} ms"
        rows.append(Row(f"{title}: cold load of {length:,} records", ours / floor, "×", 4, at_least=False, detail=detail))
    db.close()
    clerk.close()
    return rows


def pad(table: Table, length: int) -> None:
    """Add notes until the record has `length` entries."""
    game = table.game
    for seq in range(game.seq, length):
        table.game = table.clerk.note(Order(game.id, seq, table.actor, f"pad-{seq}"), "Padding.").game
