"""Table sizes: how many entrants sit at each table, and how many have to wait if no sizes fit."""

from functools import lru_cache

from domain.kernel.text import Text
from domain.tournament.values import CannotPair, Stage


@lru_cache(maxsize=512)
def sizes(count: int, least: int, preferred: int, most: int) -> tuple[int, ...]:
    """The sizes of the tables for `count` entrants, the larger first; () if no sizes from `least`
    to `most` fit.

    Chosen are the sizes whose differences from `preferred` have the least sum over all tables;
    among equals the most even sizes, then the smaller ones. Sizes that differ by more than one are
    never better than even ones with as many tables, so each number of tables has one answer.
    """
    best: tuple[tuple[int, int, int], tuple[int, ...]] | None = None
    for tables in range(-(-count // most), count // least + 1):
        small, larger = divmod(count, tables) if tables else (0, 0)
        nearest = _even_sizes(tables, small, larger)
        departure = sum(abs(size - preferred) for size in nearest)
        key = (departure, sum((size - preferred) ** 2 for size in nearest), -tables)
        if best is None or key < best[0]:
            best = (key, nearest)
    return best[1] if best else ()


def _even_sizes(tables: int, small: int, larger: int) -> tuple[int, ...]:
    return (small + 1,) * larger + (small,) * (tables - larger)


def seated_sizes(count: int, stage: Stage) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables for as many of `count` entrants as can sit, and how many cannot.
    Raises `CannotPair` if there are too few for one table."""
    for waiting in range(max(count - stage.least + 1, 1)):
        seated = sizes(count - waiting, stage.least, stage.preferred, stage.most)
        if seated or count == waiting:
            return seated, waiting
    raise CannotPair(
        Text(
            "There are {count} entrants for tables of {least} to {most}: too few for one.",
            count=count,
            least=stage.least,
            most=stage.most,
        ),
    )
