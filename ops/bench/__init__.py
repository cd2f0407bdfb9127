"""`greffe bench`: the table of figures, each a ratio against its own floor measured beside it."""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from msgspec.structs import replace

from domain.rules.titles import registry
from domain.rules.titles.simulation import opening, steps
from ops.bench import titles
from ops.bench.hall import hall
from ops.bench.log import log, receipts
from ops.bench.measure import Machine, Row, as_json, as_text
from ops.bench.pages import pages
from ops.bench.postgres import postgres
from ops.bench.readiness import readiness
from ops.bench.sizes import sizes
from ops.bench.store import cold_load, flat, one_action, positions
from ops.bench.streams.latency import live
from ops.bench.streams.spectators import spectators
from ops.bench.tournaments import event_pages, tournament
from ops.bench.views import lag, rebuild
from ops.bench.web import over_http

PARTS: dict[str, tuple[Callable[[Path], list[Row]], Callable[[Path], list[Row]]]] = {
    "action": (lambda f: one_action(f, 4_000), lambda f: one_action(f, 300)),
    "postgres": (lambda f: postgres(f, 2_000, 5), lambda f: postgres(f, 20, 1)),
    "flat": (lambda f: flat(f, 5_000, 150), lambda f: flat(f, 300, 10)),
    "cold": (lambda f: cold_load(f, 10_000), lambda f: cold_load(f, 500)),
    "positions": (lambda f: positions(f, 2_000, 300), lambda f: positions(f, 200, 30)),
    "http": (lambda f: over_http(f, 200), lambda f: over_http(f, 10)),
    "rebuild": (lambda f: rebuild(f, 200, 300), lambda f: rebuild(f, 5, 40)),
    "lag": (lambda f: lag(f, 500, 8), lambda f: lag(f, 100, 1)),
    "live": (lambda f: live(f, 500), lambda f: live(f, 20)),
    "readiness": (readiness, lambda f: readiness(f, 20, 0.5)),
    "spectators": (spectators, lambda f: spectators(f, 20, 4, 5, 20)),
    "pages": (lambda f: pages(f, 2_000, 5), lambda f: pages(f, 120, 1)),
    "log": (lambda f: log(f, 1_000_000, 100), lambda f: log(f, 3_000, 5)),
    "receipts": (lambda f: receipts(f, 200, 10), lambda f: receipts(f, 50, 1)),
    "titles": (
        lambda f: titles.flat(f, 5_000, 30, 3) + titles.cold(f, 10_000),
        lambda f: titles.flat(f, 100, 3, 1) + titles.cold(f, 200),
    ),
    "tournament": (lambda f: tournament(f, 128, 96, 5), lambda f: tournament(f, 8, 12, 1)),
    "event-pages": (lambda f: event_pages(f, 1_000, 3), lambda f: event_pages(f, 12, 1)),
    "hall": (lambda f: hall(f, 200, 100), lambda f: hall(f, 3, 2)),
    "sizes": (lambda f: sizes(f, 5_000), lambda f: sizes(f, 20)),
    "simulate": (lambda _: simulate(10.0), lambda _: simulate(0.2)),
}
"""Every part with its full and its quick size; the quick one shows that it runs, not what the machine can do."""


def simulate(seconds: float) -> list[Row]:
    """Random games of each title, without a store."""
    rows = []
    for title in registry.ids():
        rules = registry.ruleset(title)
        played = actions = 0
        begin = perf_counter()
        while perf_counter() - begin < seconds / len(registry.ids()) or not played:
            board, _, chance = opening(rules, played)
            actions += sum(1 for _ in steps(rules, board, chance, Random(played)))
            played += 1
        took = perf_counter() - begin
        rows.append(Row(f"random games of {title}", played / took, "games/s", detail=f"{actions / took:,.0f} actions/s"))
    return rows


def measure(parts: list[str], *, quick: bool = False) -> list[Row]:
    """The rows of some parts, each over a folder of its own."""
    gc.freeze()  # as the service does when it is up
    rows: list[Row] = []
    for part in parts:
        print(f"{part} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            rows += PARTS[part][quick](Path(folder))
    return [replace(row, reach=None) for row in rows] if quick else rows


def main(arguments: list[str]) -> None:
    """Measure and print the table, as text or JSON."""
    parser = argparse.ArgumentParser(prog="greffe bench", description="Measure this machine: each figure against its own floor.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)}; everything by default")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, not what the machine can do")
    chosen = parser.parse_args(arguments)
    unknown = [part for part in chosen.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}: there are {', '.join(PARTS)}")
    rows = measure(chosen.parts or list(PARTS), quick=chosen.quick)
    print((as_json if chosen.json else as_text)(Machine.here(), rows))
