"""Functions shared by the scripts of the gallery: reading the tables, shares in words, and charts
as standalone SVG files.

Arguments of a script: the folder of the tables, the file for the picture, and optionally another
title than its default: `python -m ops.gallery.first_player tables picture.svg raiders-solo`.
"""

import sys
from pathlib import Path

import polars as pl

from api.web.pages.charts import Bar, Series, bar_chart, step_chart
from domain.titles.drawing.palette import STYLESHEET
from projections.numbers.intervals import interval


def read_table(name: str, ruleset: str) -> pl.DataFrame:
    file = _path_argument(1) / ruleset / f"{name}.parquet"
    if not file.exists():
        raise SystemExit(f"There is no {file}: build the tables first, with greffe tables build.")
    return pl.read_parquet(file)


def titles_in_tables() -> list[str]:
    return sorted(path.parent.name for path in _path_argument(1).glob("*/games.parquet"))


def chosen_title(usual: str) -> str:
    """The title to analyse: the script's third argument, else `usual`."""
    return sys.argv[3] if len(sys.argv) > 3 else usual


def share_in_words(hits: int, of: int) -> str:
    """A share in words with its exact 95 % interval: `52.1 % of 2000 (95 %: 49.9 to 54.3)`."""
    low, high = interval(hits, of)
    return f"{100 * hits / of:.1f} % of {of} (95 %: {100 * low:.1f} to {100 * high:.1f})"


def share_bar(label: str, hits: int, of: int, expected: float | None = None) -> Bar:
    """A bar for a share in percent, with its exact 95 % interval as a whisker and `expected` as a
    mark; of length 0 for a total of 0."""
    if not of:
        return Bar(label, 0, expected)
    low, high = interval(hits, of)
    return Bar(label, 100 * hits / of, expected, (100 * low, 100 * high))


def median_with_interval(values: pl.Series) -> tuple[float, float, float]:
    """The median of values and its 95 % interval: (low, median, high). `values`: one for each game.
    The interval ends are the values at the binomial ranks around the median (normal approximation),
    valid for any distribution."""
    ordered, of = values.sort(), values.len()
    apart = int(0.98 * of**0.5) + 1
    low, high = max(0, (of - 1) // 2 - apart), min(of - 1, of // 2 + apart)
    return float(ordered[low]), float(ordered.median() or 0), float(ordered[high])  # type: ignore[arg-type]  # polars may answer other kinds


def show_bars(says: str, rows: list[Bar], below: str = "", unit: str = "") -> None:
    """Print the answer `says`, and write a bar chart under this heading to the script's picture
    file. `below`: the label of the axis."""
    print(says)
    _write_chart(
        bar_chart(
            says, "", rows, lambda value: f"{value:.3g}{unit}" if unit else f"{value:.4g}", below
        )
    )


def show_curves(says: str, series: list[Series], below: str) -> None:
    """Print the answer `says`, and write a line chart under this heading to the script's picture
    file. `below`: the label of the axis."""
    print(says)
    _write_chart(step_chart(says, "", series, below, lambda value: f"{value:.4g}"))


def _write_chart(chart: str) -> None:
    """Write a chart to the script's picture file, with its style sheet (light and dark)
    embedded."""
    picture = chart.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{STYLESHEET}</style>", 1
    )
    _path_argument(2).write_text(picture + "\n", "utf-8")


def _path_argument(place: int) -> Path:
    """An argument of the script as a path: 1 for the tables, 2 for the picture."""
    if len(sys.argv) < 3:
        raise SystemExit(
            "Name the folder of the tables and a file for the picture: python -m "
            "ops.gallery.first_player TABLES PICTURE.svg."
        )
    return Path(sys.argv[place])
