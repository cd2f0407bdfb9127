"""Screens to project: the pairings of the round by table and by name, the clock, the standings. They reload and turn their pages
by themselves, each with as many lines as the window has room for, and show only what is published, also to the director."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Response, request

from api.tournament.pages.frame import Called, Here, live_later
from api.tournament.pages.public.names import seats_by_name
from api.tournament.pages.public.standings import order_after, said
from api.tournament.pages.rounds.page import clock_of, clock_words
from api.tournament.pages.table_clocks import clocks_moment, table_clocks
from api.tournament.reading import TournamentReader
from api.web.pages.pages import duty, needs, site
from api.web.request.service import service

SHOWS = ("pairings", "names", "standings", "clock")


@site.get("/tournaments/<tournament>/screen")
@needs("organiser")
@duty("scorer", "check-in", "screen")
def show_screen(tournament: str) -> Response:
    """What `?show=` asks for: `pairings`, `names`, `standings` or `clock`."""
    desk = service().tournaments.desk
    reader = TournamentReader(desk, desk.tournament(tournament), director=False)
    at = Here(reader, desk.title(reader.tournament) or tournament, Called(reader))
    what = request.args.get("show", "")
    what = what if what in SHOWS else "pairings"
    published = [one for one in at.t.rounds if one.published]
    last = published[-1] if published else None
    clock = clock_of(at, last.round) if last is not None else None
    parts: dict[str, Any] = {"what": what, "shows": SHOWS, "round": last, "clock": clock}
    parts["clock_said"] = clock_words(clock) if clock is not None else ""
    parts["ends"] = service().clerk.clock() + timedelta(seconds=clock.seconds) if clock is not None and clock.running else None
    if what == "standings":
        parts |= said(at, order_after(at, str(last.round) if last is not None else "0"))
        parts["lines"] = parts["found"].rows
    elif last is not None:
        parts["lines"] = seats_by_name(at, last) if what == "names" else last.tables
    moment = clocks_moment(at, last) if what == "pairings" else ""

    def whole() -> dict[str, Any]:
        return parts | {"clocks": table_clocks(at, last.tables, all=False) if moment and last is not None else {}}

    return live_later("public/screen", at, whole, what, moment, clock is not None and clock.seconds < 0)
