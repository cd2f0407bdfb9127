"""Tournaments: pairing a round, seating one, computing standings, and the processor time of each page of a large one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import process_time

from api import create_app
from api.request.service import EXTENSION
from domain.clerk.commands import Order
from domain.directing.entrants import Entry as Entering
from domain.directing.lifecycle import OpeningOf
from domain.directing.tournaments import Tournaments
from domain.tournament.pairing.engines import engine
from domain.tournament.simulation import asked, played
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entry, Field, Key, Rules, Scoring, Stage, TableResult
from ops.bench.measure import Row, spent
from ops.bench.table import clerk_at

KEY = "greffe_" + "b" * 43
KEYS: tuple[Key, ...] = ("points", "wins", "share", "opponents", "direct", "lots")
TABLES_OF_FOUR = Stage(rounds=2, least=3, preferred=4, most=5, scoring=Scoring("places"), keys=KEYS)

SHOWN = "/entrants /check-in /rounds/1 /standings /standings/1 /links /me?entrant=1"
PROJECTED = "/screen /screen?show=names /screen?show=standings"
PRINTED = "/paper/pairings /paper/names /paper/slips /paper/standings /paper/cross /paper/worksheet"
PAGES = ("", *f"{SHOWN} {PROJECTED} {PRINTED}".split())


def event_pages(folder: Path, entrants: int, times: int) -> list[Row]:
    """A tournament of so many, a round of it played at tables: the slowest page, and the page of its desk opened for the first
    time by a process that has not read it yet."""
    clerk = clerk_at(folder / "greffe.sqlite")
    try:
        id = _played(Tournaments(clerk), entrants)
        app = create_app(clerk, None, KEY)
        client = app.test_client()

        def opened(page: str) -> float:
            begin = process_time()
            answer = client.get(f"/tournaments/{id}{page}", headers={"Authorization": f"Bearer {KEY}", "Accept": "text/html"})
            assert answer.status_code == 200, page
            return process_time() - begin

        opened("/rules")  # compiles what all templates share
        app.extensions[EXTENSION].tournaments = Tournaments(clerk)
        first = opened("")
        took = {page: min(opened(page) for _ in range(times)) for page in PAGES}
    finally:
        clerk.close()
    slowest = max(took, key=lambda page: took[page])
    what = f"pages of a tournament of {entrants:,} entrants"
    return [
        Row(f"{what}: the slowest of {len(took)} (`{slowest}`; processor)", took[slowest], "s", 1, at_least=False),
        Row(f"{what}: its desk, read for the first time (processor)", first, "s", 1, at_least=False),
    ]


def _played(on: Tournaments, entrants: int) -> str:
    """The tournament: entered, its first round paired, published and played."""
    id = on.whole.open(OpeningOf(title="Large", rules=Rules((TABLES_OF_FOUR,))), "bench", "open").tournament.id

    def order() -> Order:
        seq = on.desk.tournament(id).seq
        return Order(id, seq, "bench", f"bench-{seq}")

    on.entering.add(order(), [Entering(f"Player {n}", "ABC"[n % 3]) for n in range(1, entrants + 1)])
    on.rounds.pair(order(), 1)
    on.rounds.publish(order(), 1)
    for table in on.desk.tournament(id).rounds[0].tables:
        entries = tuple(Entry(entrant, place, 10 - place) for place, entrant in enumerate(table.entrants, start=1))
        on.results.take(order(), 1, table.number, TableResult(table.number, entries))
    return id


DUELS = Stage(rounds=9)
TABLES = Stage("", "swiss", 5, 3, 4, 4, Scoring("places"), ("points", "opponents", "wins", "lots"))


def tournament(_folder: Path, duels: int, seated: int, times: int) -> list[Row]:
    """A round of a Swiss tournament of so many duels, one of so many entrants at tables, and the standings of nine rounds of 128
    entrants: seconds and milliseconds of the processor, and in words those on the wall."""
    two, _ = played(2 * duels, DUELS, 1, rounds=2)
    four, _ = played(seated, TABLES, 1, rounds=4)
    nine, _ = played(min(128, 2 * duels), DUELS, 1)
    pairing, seating, ranking = (
        median(spent(work) for _ in range(times))
        for work in (lambda: _pair("duels", two, 3), lambda: _pair("tables", four, 5), lambda: standings(nine))
    )
    return [
        _row(f"pairing {duels} duels in round 3", pairing, "s", 2),
        _row(f"seating {seated} entrants at tables of four in round 5", seating, "s", 0.5),
        _row(f"standings with trees: 9 rounds of {len(nine.entrants)}", (1e3 * ranking[0], 1e3 * ranking[1]), "ms", 100),
    ]


def median(found: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The run in the middle by processor time, with its time on the wall."""
    runs = sorted(found)
    return runs[len(runs) // 2]


def _row(what: str, took: tuple[float, float], unit: str, reach: float) -> Row:
    return Row(f"{what} (processor; {took[1]:,.2f} {unit} on the wall)", took[0], unit, reach, at_least=False)


def _pair(id: str, field: Field, round: int) -> None:
    engine(id).pair(asked(field, round, [entrant.number for entrant in field.entrants]))
