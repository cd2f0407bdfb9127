"""What pages cost in processor time and bytes, each compared with a bare template of the same
frame; what a tap costs at the browsers of a table; an HTTP action compared with an empty answer of
the same server."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api import create_app
from api.settings import AppSettings
from domain.game.clerk.clerk import Clerk
from ops.serving.compression import compressed
from tests.bench.measure import Row
from tests.bench.table import TITLE, MeasuredTable, clerk_at, endless
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, header_names, new_key
from tests.builders.api.event_pages import EventPages
from tests.builders.api.seated import play_on, sits

Measured = tuple[float, bytes, Mapping[str, str]]


class MeasuredClient:
    """A client that calls a WSGI app as its server does, with its own cookies, and measures the
    call."""

    def __init__(self, app: Flask, cookies: str, **headers: str) -> None:
        self._app = app
        self._headers = {"Cookie": cookies, "Accept": "text/html", "Accept-Encoding": "gzip"}
        self._headers |= header_names(headers)

    def __call__(self, path: str, data: Any = None, **headers: str) -> Measured:
        """Send a request. Returns the processor seconds spent on the answer, its compressed bytes,
        and its headers."""
        named = {**self._headers, **header_names(headers)}
        method = "GET" if data is None else "POST"
        environ = EnvironBuilder(path=path, method=method, data=data, headers=named).get_environ()
        begin = process_time()
        made, status, answered = run_wsgi_app(self._app, environ)
        _, sent = compressed("gzip", answered.to_wsgi_list(), b"".join(made))
        spent = process_time() - begin
        assert status[:3] in ("200", "201", "304"), (path, status)
        return spent, sent, answered


@contextmanager
def _app(folder: Path) -> Iterator[tuple[Flask, Clerk]]:
    clerk = clerk_at(folder / "pages.sqlite")
    with (folder / "access.log").open("wb") as log:
        yield create_app(clerk, None, KEY, AppSettings(), log=log), clerk
    clerk.close()


def _cookies(person: Any) -> str:
    return "; ".join(f"{one.key}={one.value}" for one in person.client._cookies.values())


def _spent(rounds: int, asks: Mapping[str, Callable[[], Measured]]) -> dict[str, tuple[float, int]]:
    """Send several requests in turn, `rounds` times each after one that is not measured. Returns for each the median milliseconds
    and the bytes of the last answer."""
    taken: dict[str, list[Measured]] = {name: [] for name in asks}
    for n in range(rounds + 1):
        for name, ask in asks.items():
            answered = ask()
            if n:  # the first one compiles its template
                taken[name].append(answered)
    return {
        name: (median(one[0] for one in some) * 1e3, len(some[-1][1]))
        for name, some in taken.items()
    }


BARE = "/enter"
"""A page that has only the frame and one form."""
PAGES = {
    "a seat's page": ("/games/{game}/play", 6.0),
    "the page of a game": ("/games/{game}", 6.0),
    "its trail": ("/games/{game}/trail", 8.0),
    "the page of a game of {length:,} records": ("/games/{long}", 8.0),
    "the trail of a game of {length:,} records": ("/games/{long}/trail", 8.0),
    "a round of {entrants}": ("{event}/rounds/1", 8.0),
    "standings of {entrants}": ("{event}/standings", 8.0),
    "/docs": ("/docs", 3.0),
}
"""Pages, each with the processor time it may take, as a multiple of a bare page's."""


def pages(folder: Path, length: int, entrants: int = 60, rounds: int = 25) -> list[Row]:
    with _app(folder) as (app, clerk):
        club = Club(app, clerk)
        play_on(club, lambda game: game.seq >= 40 or not game.to_act)
        table = MeasuredTable(clerk, "long", endless(clerk))
        table.play(length)
        event = EventPages(app, entrants)
        event.pair(1)
        named = {"length": length, "entrants": entrants, "game": club.game}
        named |= {"long": table.game.id, "event": event.base}
        ask = MeasuredClient(app, _cookies(event.director))
        asks = {name: partial(ask, path.format(**named)) for name, (path, _) in PAGES.items()}
        spent = _spent(rounds, {"": partial(ask, BARE), **asks})
        bare, _ = spent.pop("")
        return [
            Row(
                f"{name.format(**named)} against a bare one",
                cost / bare,
                "×",
                PAGES[name][1],
                at_least=False,
                detail=f"{cost:.1f} ms, {size / 1e3:.1f} kB",
            )
            for name, (cost, size) in spent.items()
        ]


def desk(folder: Path, entrants: int) -> list[Row]:
    """Two desks of a round: a result is typed at one, and both fetch what changed, as their script
    does."""
    with _app(folder) as (app, _):
        event = EventPages(app, entrants)
        event.pair(1)
        path = f"{event.base}/rounds/1"
        ask = MeasuredClient(app, _cookies(event.director), Greffe_Part="1")
        event.go("/rounds/1")
        rows = [form for form in event.director.forms if form.action.endswith("/quick")]
        mine = theirs = ask(path)[2]["ETag"]
        typed, other, bare = list[Measured](), list[Measured](), list[float]()
        for row in rows:
            form = row.sent(places="1") | event.director.token
            typed.append(ask(f"{path}/quick", form, Greffe_Holds=mine))
            other.append(ask(path, If_None_Match=theirs))
            mine, theirs = typed[-1][2]["ETag"], other[-1][2]["ETag"]
            bare.append(ask(BARE)[0])
        spent = [median(one[0] for one in some) / median(bare) for some in (typed, other)]
        size = median(len(one[1]) for one in typed + other) / 1e3
        detail = f"the other desk {spent[1]:.1f} ×, {size:.1f} kB each"
        typing = f"a result typed at a desk of {entrants} against a bare page"
        return [
            Row(typing, spent[0], "×", 5, at_least=False, detail=detail),
            Row("a result and desk over the line", size, "kB", 10, at_least=False),
        ]


def browsers(folder: Path, taps: int) -> list[Row]:
    """Two browsers at a table: one taps, and both fetch what changed, as their script does. At
    every third tap a program sends an action instead, and fetches an answer that does nothing."""
    with _app(folder) as (app, clerk):
        club = Club(app, clerk, ruleset=TITLE, catalog=endless(clerk))
        path, seats = f"/games/{club.game}/play", clerk.game(club.game).setting.seats
        tabs = {
            seat: (
                person := sits(club, seat),
                MeasuredClient(app, _cookies(person), Greffe_Part="wide"),
            )
            for seat in seats
            if seat in club.links
        }
        holds = {seat: ask(path)[2]["ETag"] for seat, (_, ask) in tabs.items()}
        program, bare = MeasuredClient(app, "", Authorization=f"Bearer {KEY}"), list[float]()
        spent: dict[str, list[Measured]] = {"tap": [], "other": [], "program": []}
        rng = Random(1)
        for n in range(taps):
            game = clerk.game(club.game)
            seat = game.to_act[0]
            action = msgspec.to_builtins(game.rules.sample(game.board, seat, rng))
            if n % 3 == 0:
                body = msgspec.json.encode({"seat": seat, "action": action})
                named = {"If_Match": f'"{game.seq}"', "Idempotency_Key": new_key()}
                to, kind = f"/api/v1/games/{club.game}/actions", "application/json"
                spent["program"].append(program(to, body, Content_Type=kind, **named))
                bare.append(program("/healthz")[0])
                continue
            person, ask = tabs[seat]
            form = {"seat": seat, "seq": game.seq, "key": new_key(), **person.token}
            form["action"] = msgspec.json.encode(action).decode()
            spent["tap"].append(ask(f"{path}/act", form, Greffe_Holds=holds[seat]))
            holds[seat] = spent["tap"][-1][2]["ETag"]
            for other in holds.keys() - {seat}:
                spent["other"].append(tabs[other][1](path, If_None_Match=holds[other]))
                holds[other] = spent["other"][-1][2]["ETag"]
        tap, other, acted = (median(one[0] for one in some) * 1e3 for some in spent.values())
        size = median(len(one[1]) for one in spent["tap"] + spent["other"]) / 1e3
        idle = median(bare) * 1e3
        detail = f"{tap:.1f} and {other:.1f} ms, {size:.1f} kB each; {1e3 / (tap + other):.0f} a second and core"
        return [
            Row(
                "a tap in one of two browsers, of an action by a program",
                (tap + other) / acted,
                "×",
                10,
                at_least=False,
                detail=detail,
            ),
            Row("a tap and browser over the line", size, "kB", 10, at_least=False),
            Row(
                "an action over HTTP against an answer that does nothing",
                acted / idle,
                "×",
                10,
                at_least=False,
                detail=f"{acted:.2f} of {idle:.2f} ms",
            ),
        ]
