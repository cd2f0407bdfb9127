"""The report is the same wherever the reader splits the bundle into pieces."""

from __future__ import annotations

import json
from io import BytesIO
from random import Random

import pytest

from domain.proof.bundle import pieces
from domain.proof.verify.report import Report
from domain.proof.verify.verify import verify
from tests.amount import count
from tests.builders.world import World, audit, lines, policy
from tests.domain.proof.events import RecordedEvent, leaves
from tests.domain.proof.fuzz import sealed_game
from tests.domain.proof.games import AT, RecordedTable, small_game
from tests.domain.proof.mutants import odd_value

BELIEVED = policy()


def long_game(id: str = "g1", actions: int = 60, *, rolls: bool = True) -> list[tuple[str, bytes]]:
    """A game with actions with and without rolls and notes with unusual characters. Most of its
    records have times as the service writes them."""
    table = RecordedTable(id, chance="table").open()
    for n in range(actions):
        table.act("2d6") if rolls and n % 7 == 3 else table.act()
        if n % 11 == 5:
            table.add("NoteAdded", text="", x='é "quoted" \\ \u2028 rolls')
    records = table.close().records
    return [
        (topic, _timed(state, n) if n % 37 else state) for n, (topic, state) in enumerate(records)
    ]


def _timed(state: bytes, n: int) -> bytes:
    return state.replace(AT.encode(), b"%b.%06dZ" % (AT[:-1].encode(), n), 1)


def bundle_of(*games: tuple[str, list[tuple[str, bytes]]]) -> bytes:
    world = World()
    for id, records in games:
        world.play(id, records)
    return world.bundle(games[0][0])


def all_text(report: Report) -> str:
    return json.dumps(report.json()) + "\n".join((*report.text("en"), *report.text("fr")))


def damaged(bundle: bytes, rng: Random) -> bytes:
    kind, at = rng.randrange(7), rng.randrange(len(bundle))
    rows = lines(bundle)
    n = rng.randrange(len(rows))
    if kind == 0:
        return bundle
    if kind == 1:
        return bundle[:at] + bytes([bundle[at] ^ 1 << rng.randrange(8)]) + bundle[at + 1 :]
    if kind == 2:
        return b"".join(rows[:n] + rows[n + 1 :])
    if kind == 3:
        return b"".join([*rows[:n], rows[n], *rows[n:]])
    if kind == 4:
        return bundle[:at]
    if kind == 5:
        return (
            b"".join(rows[:n])
            + rng.choice([b"\n", b"\x00\n", b'{"seq":1}\n', b"\xff\n", b'{"format":"x"}\n'])
            + b"".join(rows[n:])
        )
    return (
        b"".join(rows[:n]) + b'{"seq":%d,"topic":"NoteAdded","data":"}\n' % n + b"".join(rows[n:])
    )


def with_one_odd_record(records: list[tuple[str, bytes]], rng: Random) -> list[tuple[str, bytes]]:
    """A game with one record in which a random field has a wrong value; spelling and log are
    correct."""
    at = rng.randrange(len(records))
    topic, state = records[at]
    records[at] = topic, json.dumps(odd_value(rng, json.loads(state))).encode()
    return records


GAMES = 9


def evening() -> bytes:
    """The file of a one-round tournament with the games of its tables, most of them closed."""
    event = RecordedEvent().open(2 * GAMES).pair(*((2 * n - 1, 2 * n) for n in range(1, GAMES + 1)))
    games = {}
    for n in range(1, GAMES + 1):
        table = RecordedTable(f"t{n}").open((), tournament="g1", round=1, table=n)
        for _ in range(n % 4 * 5):
            table.act("2d6").act()
        games[f"t{n}"] = (table.close() if n % 3 else table).records
    for n, (game, records) in enumerate(games.items(), start=1):
        event.add(
            "GameLinked",
            round=1,
            table=n,
            game=game,
            seats=["blue", "red"],
            leaf=leaves(game, records)[0],
        )
    for n, (game, records) in enumerate(games.items(), start=1):
        last = {
            "seq": len(records),
            "digest": "1b" * 32,
            "leaf": leaves(game, records)[-1],
            "source": "game",
        }
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
    assert any(
        finding.check == "games" and finding.data.get("games") == GAMES
        for finding in report.findings
    )
    return file


@pytest.mark.parametrize("seed", range(count(1, 12)))
def test_the_report_is_the_same_wherever_pieces_begin(
    seed: int, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    games = [bundle_of(("g1", game)) for game in (long_game(), small_game(), sealed_game("g1"))]
    for n in range(50):
        odd = bundle_of(("g1", with_one_odd_record(long_game(), rng)))
        file = (odd, whole, damaged(rng.choice(games), rng), damaged(whole, rng))[n % 4]
        if n % 5 == 4:  # a game twice, or out of its order
            starts = [at for at in range(len(file)) if file.startswith(b'{"format":', at)] or [0]
            first, second = sorted(rng.choices(starts, k=2))
            file = file[:second] + file[first:]
        monkeypatch.setattr(pieces, "PIECE", pieces.MOST_LINE)
        expected = all_text(verify(BytesIO(file), BELIEVED))
        monkeypatch.setattr(pieces, "PIECE", rng.choice([1, 7, 100, 300, 1_000, 5_000, 50_000]))
        assert all_text(verify(BytesIO(file), BELIEVED)) == expected, file
