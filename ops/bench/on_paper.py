"""The worked examples of `ops/HOW-BIG.md`, from the figures that the page names and the formulas that it gives.

    python -P ops/bench/on_paper.py

writes the table of examples anew after a figure of the page was changed; a test compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import ceil
from pathlib import Path

from msgspec import Struct

PAGE = Path(__file__).parents[1] / "HOW-BIG.md"

BEGIN, END = "<!-- made by ops/bench/on_paper.py -->\n", "<!-- to here -->\n"

_FIGURE = re.compile(r"\| `(\w+)` \| ([\d.,]+) \|")

DAY, YEAR = 86_400, 365

Figures = Mapping[str, float]


class Example(Struct, frozen=True):
    """An example: tables that play for some hours on some days a year, or games a day, all year; who looks on; on SQLite or not."""

    name: str
    spectators: int
    tables: int = 0
    hours: int = 0
    days: int = YEAR
    games: int = 0
    sqlite: bool = False


EXAMPLES = (
    Example("club: 30 tables, 4 hours, 100 evenings", 60, tables=30, hours=4, days=100, sqlite=True),
    Example("convention: 500 tables, 10 hours, 3 days", 2_000, tables=500, hours=10, days=3, sqlite=True),
    Example("federation: 10⁵ games a day", 10_000, games=100_000),
    Example("federation: 10⁶ games a day", 100_000, games=1_000_000),
)


class Needs(Struct, frozen=True):
    """What an example needs: in the evening, and after a year."""

    rate: float
    web: int
    follower: float
    cores: float
    live: int
    megabits: float
    records: float
    disk: float
    packed: float
    hours: float
    archive: float
    redis: float
    shards: int


def needs(of: Example, by: Figures) -> Needs:
    """The formulas of the page."""
    rate = of.tables / by["t"] if of.tables else of.games * by["g"] * by["e"] / DAY
    records = of.tables / by["t"] * 3600 * of.hours * of.days if of.tables else of.games * by["g"] * of.days
    disk = records * by["dS" if of.sqlite else "dP"]
    follower, redis = rate * by["f"] / 1000, records / by["g"] * by["v"] * 1000
    return Needs(
        rate=rate,
        web=ceil(rate * by["w"] / 1000 / by["u"]),
        follower=follower,
        cores=rate * (by["w"] + by["f"] + by["r"]) / 1000 / by["u"],
        live=ceil(of.spectators / by["l"]),
        megabits=of.spectators * by["o"] * 8 / by["t"] / 1e6,
        records=records,
        disk=disk,
        packed=disk * by["zS" if of.sqlite else "zP"],
        hours=disk / (by["b"] * 1e6) / 3600,
        archive=0 if of.sqlite else records / of.days * by["x"],
        redis=redis,
        shards=max(ceil(follower / by["u"]), ceil(disk / (by["h"] * 3600 * by["b"] * 1e6)), ceil(redis / (by["m"] * 1e9))),
    )


ROWS: tuple[tuple[str, str, Callable[[Needs], str]], ...] = (
    ("actions a second in the evening, N", "tables ÷ t; games × g × e ÷ 86,400", lambda n: _number(n.rate)),
    ("web processes", "N × w ÷ 1000 ÷ u", lambda n: f"{n.web:,}"),
    ("follower, of a core", "N × f ÷ 1000", lambda n: _number(n.follower)),
    ("cores for all of it", "N × (w + f + r) ÷ 1000 ÷ u", lambda n: _number(n.cores)),
    ("processes of live streams", "spectators ÷ l", lambda n: f"{n.live:,}"),
    ("bandwidth of streams", "spectators × o × 8 ÷ t", lambda n: f"{_number(n.megabits)} Mbit/s"),
    ("records a year, R", "tables ÷ t × 3600 × hours × days; games × g × 365", lambda n: _many(n.records)),
    ("disk a year", "R × d", lambda n: _bytes(n.disk)),
    ("a full backup of it, packed", "R × d × z", lambda n: _bytes(n.packed)),
    ("time of that backup, or of putting it back", "R × d ÷ b", lambda n: _time(n.hours)),
    ("archive of the write-ahead log a day, packed", "R ÷ 365 × x", lambda n: _bytes(n.archive) if n.archive else "–"),
    ("memory of Redis after a year", "R ÷ g × v", lambda n: _bytes(n.redis)),
    ("**shards after a year**", "most of N × f ÷ 1000 ÷ u, R × d ÷ (h × b), R ÷ g × v ÷ m", lambda n: f"{n.shards:,}"),
)


def table(by: Figures) -> str:
    """The table of examples."""
    found = [needs(one, by) for one in EXAMPLES]
    head = ["", "by", *(one.name for one in EXAMPLES)]
    lines = [head, ["---"] * len(head), *([what, how, *(said(one) for one in found)] for what, how, said in ROWS)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def written(page: str) -> str:
    """The page, with its table of examples by the figures that it names."""
    by = {name: float(value.replace(",", "")) for name, value in _FIGURE.findall(page)}
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(by)}\n{END}{after}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _many(value: float) -> str:
    return f"{value / 1e9:,.1f} × 10⁹" if value >= 1e9 else f"{value / 1e6:,.1f} × 10⁶"


def _bytes(value: float) -> str:
    unit, size = next(one for one in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)) if value >= one[1])
    return f"{_number(value / size)} {unit}"


def _time(hours: float) -> str:
    return (
        f"{_number(hours)} h" if hours >= 1 else f"{_number(hours * 60)} min" if hours * 60 >= 1 else f"{_number(hours * 3600)} s"
    )


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
