import tracemalloc
from pathlib import Path

import pytest

from domain.kernel import stream
from domain.study.studies import Studies
from tests.builders.stores import new_clerk
from tests.builders.table import FIEF, Table


def test_games_in_memory_are_bounded_by_bytes_that_are_about_those_they_take(
    tmp_path: Path,
) -> None:
    clerk = new_clerk(tmp_path / "greffe.sqlite")
    tables = [Table(clerk, FIEF, name=f"game {n}") for n in range(4)]
    for table in tables:
        table.play(60)
    repository = clerk.game_repository
    repository.release()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        weights = [repository.file(table.id).head.history.weight for table in tables]
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken / 3 < sum(weights) < 6 * taken
    repository.release()
    repository._most = sum(weights[:2]) + 1
    for table in tables:
        assert repository.file(table.id).seq == 61
    held = [file.whole.history.weight for file in repository._files.values()]
    assert 1 <= len(held) <= 3
    assert sum(held) <= repository._most
    clerk.close()


def test_streams_in_memory_are_bounded_in_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(new_clerk(tmp_path / "greffe.sqlite"))
    studies = Studies(table.clerk)
    monkeypatch.setattr(stream, "MOST_BYTES", 1_000)
    for n in range(10):
        studies.open(table.id, "public", f"Study {n}", "somebody", f"key-{n}")
    assert len(studies.of_game(table.id)) == 10
    held = [one.size for one in studies._stream._streams.values()]
    assert 0 < sum(held) <= 1_000
    table.clerk.close()
