"""What the scripts of the gallery share: the tables of a folder, exact intervals, and pictures that stand alone.

A script is run with the folder of the tables and a file for its picture: `python -m ops.gallery.first_player tables picture.svg`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import exp, fsum, lgamma, log
from pathlib import Path

import polars as pl

from api.site.watch.charts import Bar, bars

_STYLE = (
    "<style>text{font-family:sans-serif}.f-panel{fill:#fff}.f-ink{fill:#1b1b1b}.f-faint{fill:#555}.f-water{fill:#7fb2d6}"
    ".s-ink{stroke:#1b1b1b}.s-line,.s-shade{stroke:#ccc}.s-accent{stroke:#a33}.none{fill:none}.w1{stroke-width:1}.w3{stroke-width:3}"
    ".mid{text-anchor:middle}.end{text-anchor:end}.b{font-weight:700}</style>"
)


def table(name: str, ruleset: str) -> pl.DataFrame:
    """A table of a title, from the folder that the script was given."""
    return pl.read_parquet(Path(sys.argv[1]) / ruleset / f"{name}.parquet")


def titles() -> list[str]:
    """The titles that there are tables of."""
    return sorted(path.parent.name for path in Path(sys.argv[1]).glob("*/games.parquet"))


def interval(hits: int, of: int, level: float = 0.95) -> tuple[float, float]:
    """The exact interval (Clopper and Pearson) of a share, from 0 to 1: what it may be when so many of so many were seen. Small
    samples have wide ones. `of` may be a few thousand."""
    if not 0 <= hits <= of or of == 0:
        raise ValueError("a share is of at least one, and of no more than there are")
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else _solve(lambda p: _at_least(hits, of, p) - tail)
    high = 1.0 if hits == of else _solve(lambda p: tail - (1 - _at_least(hits + 1, of, p)))
    return low, high


def _at_least(hits: int, of: int, p: float) -> float:
    """How likely it is to see so many or more, each with the chance `p`, more than 0 and less than 1. In logarithms: what is summed
    would be too small or too large otherwise."""
    logs = (lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(p) + (of - k) * log(1 - p) for k in range(hits, of + 1))
    return min(1.0, fsum(map(exp, logs)))


def _solve(above: Callable[[float], float]) -> float:
    """Where a growing function crosses 0, between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        if above(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def share(hits: int, of: int) -> str:
    """A share in words, with its exact interval: `52.1 % of 2000 (95 %: 49.9 to 54.3)`."""
    low, high = interval(hits, of)
    return f"{100 * hits / of:.1f} % of {of} (95 %: {100 * low:.1f} to {100 * high:.1f})"


def show(says: str, found: list[Bar]) -> None:
    """Print the answer, and write its picture to the file that the script was given."""
    print(says)
    chart = bars(says, "", found, lambda value: f"{value:.4g}")
    picture = chart.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f">{_STYLE}", 1)
    Path(sys.argv[2]).write_text(picture + "\n", "utf-8")
