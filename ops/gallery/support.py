"""What the scripts of the gallery share: the tables of a folder, shares in words, and pictures that stand alone.

A script is run with the folder of the tables, a file for its picture, and the title if it is to be another than the usual one:
`python -m ops.gallery.first_player tables picture.svg raiders-solo`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

from api.site.watch.charts import Bar, bars
from projections.numbers.intervals import interval

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


def wanted(usual: str) -> str:
    """The title that is asked about: the script's third argument, or the usual one."""
    return sys.argv[3] if len(sys.argv) > 3 else usual


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
