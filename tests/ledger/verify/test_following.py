"""A tournament with its games in one file, read in several processes: whole bundles ahead, and the same report."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest

from domain.ledger.bundle import pieces
from domain.ledger.verify.verify import verify
from tests.amount import count
from tests.builders.world import World, audit, policy
from tests.ledger.events import Event, leaves
from tests.ledger.games import Table
from tests.ledger.verify.test_processes import InTurn, damaged, told

BELIEVED = policy()
GAMES = 9


def evening() -> bytes:
    """A tournament of a round, followed by the games of its tables, most of which are closed."""
    event = Event().open(2 * GAMES).pair(*((2 * n - 1, 2 * n) for n in range(1, GAMES + 1)))
    games = {}
    for n in range(1, GAMES + 1):
        table = Table(f"t{n}").open((), tournament="g1", round=1, table=n)
        for _ in range(n % 4 * 5):
            table.act("2d6").act()
        games[f"t{n}"] = (table.close() if n % 3 else table).records
    for n, (game, records) in enumerate(games.items(), start=1):
        event.add("GameLinked", round=1, table=n, game=game, seats=["blue", "red"], leaf=leaves(game, records)[0])
    for n, (game, records) in enumerate(games.items(), start=1):
        last = {"seq": len(records), "digest": "1b" * 32, "leaf": leaves(game, records)[-1], "source": "game"}
        event.result(n, 2 * n - 1, 2 * n, game=game, **last)
    world = World()
    for id, rows in {"g1": event.close().records, **games}.items():
        world.play(id, rows)
    return b"".join(world.bundle(id) for id in ("g1", *games))


@pytest.fixture(scope="module")
def whole() -> bytes:
    file = evening()
    report = audit(file, BELIEVED)
    assert report.failure is None
    assert any(one.check == "games" and one.data.get("games") == GAMES for one in report.findings)
    return file


@pytest.mark.parametrize("seed", range(count(2, 6)))
def test_the_report_is_the_same_whichever_bundles_are_read_ahead(seed: int, whole: bytes, monkeypatch) -> None:
    rng = Random(seed)
    given = 0
    for n in range(40):
        file = damaged(whole, rng) if n % 3 else whole
        if n % 5 == 4:  # a game twice, or out of its order
            at = sorted(rng.choice([i for i in range(len(file)) if file.startswith(b'{"format":', i)]) for _ in range(2))
            file = file[: at[1]] + file[at[0] :]
        monkeypatch.setattr(pieces, "PIECE", pieces.MOST_LINE)
        expected = told(verify(BytesIO(file), BELIEVED))
        monkeypatch.setattr(pieces, "PIECE", rng.choice([7, 300, 1_000, 5_000, 50_000]))
        monkeypatch.setattr(pieces, "ALONE", rng.choice([0, 2_000, 1 << 24]))
        monkeypatch.setattr(pieces, "WHOLE", rng.choice([1_000, 3_000, 1 << 23]))
        monkeypatch.setattr(pieces, "MOST_AHEAD", rng.choice([1_000, 10_000, 1 << 24]))
        helpers = InTurn(rng, rng.choice([0, 0, 0.3]))
        assert told(verify(BytesIO(file), BELIEVED, None, helpers)) == expected, file
        given += helpers.given
    assert given > 40


def test_whole_bundles_are_read_by_others(whole: bytes, monkeypatch) -> None:
    read = 0
    take = pieces.Pieces.bundle

    def counted(of: pieces.Pieces, *words: Any) -> object:
        nonlocal read
        found = take(of, *words)
        read += found is not None
        return found

    monkeypatch.setattr(pieces.Pieces, "bundle", counted)
    verify(BytesIO(whole), BELIEVED, None, InTurn(Random(1), 0))
    assert read == GAMES - 1, "the first is read while the others are given away"
