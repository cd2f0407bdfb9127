"""Rows of the table of figures, each with its bound; and how to time several functions in turn."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from msgspec import Struct


class Row(Struct, frozen=True, omit_defaults=True):
    """One line of the table: what was measured, the `figure` and its unit. With `at_least`, the
    figure may not be below `reach`, else it may not be above it. It has no bound if `reach` is
    None."""

    what: str
    figure: float
    unit: str
    reach: float | None = None
    at_least: bool = True
    detail: str = ""

    @property
    def reached(self) -> bool | None:
        if self.reach is None:
            return None
        return self.figure >= self.reach if self.at_least else self.figure <= self.reach


def timed(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def in_turn(rounds: int, *works: Callable[[], object]) -> list[float]:
    """The median seconds of each function. In every round all run one after the other, so that a
    slow phase of the machine affects all of them."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for spent, work in zip(times, works, strict=True):
            spent.append(timed(work))
    return [median(t) for t in times]


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` (0 … 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def as_text(rows: list[Row]) -> str:
    lines = ["| what | measured | reach | |", "|---|---|---|---|"]
    for row in rows:
        bound = (
            "–" if row.reach is None else f"{'≥' if row.at_least else '≤'} {row.reach:g} {row.unit}"
        )
        mark = {True: "reached", False: "**missed**", None: ""}[row.reached]
        lines.append(
            f"| {row.what}{f' ({row.detail})' if row.detail else ''} | {row.figure:,.2f} "
            f"{row.unit} | {bound} | {mark} |"
        )
    return "\n".join(lines)
