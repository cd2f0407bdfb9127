import tracemalloc
from contextlib import closing
from pathlib import Path

from tests.builders.stores import new_clerk
from tests.builders.table import FIEF, Table


def test_games_in_memory_weigh_about_the_bytes_that_they_take(
    tmp_path: Path,
) -> None:
    with closing(new_clerk(tmp_path / "greffe.sqlite")) as clerk:
        tables = [Table(clerk, FIEF, name=f"game {n}") for n in range(4)]
        for table in tables:
            table.play(60)
        repository = clerk.game_repository
        repository.release()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            weights = [repository.held(table.id).head.history.weight for table in tables]
            taken = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        assert taken / 3 < sum(weights) < 6 * taken
