"""The pages of a large tournament: how long the processor takes for each, from the request to its bytes."""

from __future__ import annotations

from pathlib import Path
from time import process_time

from api import create_app
from api.request.service import EXTENSION
from domain.clerk.commands import Order
from domain.directing.entrants import Entry as Entering
from domain.directing.lifecycle import OpeningOf
from domain.directing.tournaments import Tournaments
from domain.tournament.values import Entry, Key, Rules, Scoring, Stage, TableResult
from ops.bench.measure import Row
from ops.bench.table import clerk_at

KEY = "greffe_" + "b" * 43
KEYS: tuple[Key, ...] = ("points", "wins", "share", "opponents", "direct", "lots")
TABLES = Stage(rounds=2, least=3, preferred=4, most=5, scoring=Scoring("places"), keys=KEYS)

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
    id = on.whole.open(OpeningOf(title="Large", rules=Rules((TABLES,))), "bench", "open").tournament.id

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
