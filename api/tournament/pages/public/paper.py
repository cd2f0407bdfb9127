"""Paper, on A4: pairings by table and by name, result slips whose cut stack stays sorted, standings
with their cross table and worksheet, the codes that hand finished tables to BG Stats, and the
report of irregularities.

Screens to project show pairings, clock and standings; they reload and turn their pages by
themselves, and show only what is published, also to the director."""

from datetime import timedelta
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.admin.link_pages import dense
from api.tournament.pages.frame import (
    Called,
    Here,
    here,
    live_later,
    seats_by_name,
    show,
    shown_value,
)
from api.tournament.pages.public.standings import key_word, order_after, said, term_words
from api.tournament.pages.rounds.page import clock_of, clock_words
from api.tournament.pages.rounds.rulings import corrections_of, reason_of
from api.tournament.pages.table_clocks import clocks_moment, table_clocks
from api.tournament.reading import TournamentReader
from api.tournament.routes.files import papers
from api.web.pages.documents import Shows, document
from api.web.pages.pages import duty, needs, number_in, say, site
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.outings import Outing, outings
from domain.tournament.standings.ranking import Row, Standings
from domain.tournament.standings.tree import Term


class Cell(Struct, frozen=True):
    """A round of an entrant in the cross table: what it gave, how it came about, and who else sat
    there. `points` is empty for a round without a result."""

    points: str = ""
    how: str = ""
    opponents: tuple[int, ...] = ()


class Line(Struct, frozen=True):
    row: Row
    cells: tuple[Cell, ...]


class Sum(Struct, frozen=True):
    """A value on the worksheet: its name, what it was added from (each with its value, and whether
    it is struck out), how, and what it comes to."""

    key: str
    terms: tuple[tuple[str, str, bool], ...]
    how: str
    value: str


def cross_table(at: Here, found: Standings) -> dict[str, Any]:
    rounds = [one.round for one in at.rounds if one.round <= found.round]
    whole = outings(at.t.field, found.round)
    lines = []
    for row in found.rows:
        mine = {one.round: one for one in whole.get(row.entrant, ())}
        lines.append(Line(row, tuple(_cell(at, mine.get(round)) for round in rounds)))
    return {"cross_rounds": rounds, "lines": lines}


def worksheet(at: Here, found: Standings) -> dict[str, Any]:
    sums = []
    for row, trees in zip(found.rows, found.trees, strict=True):
        told = [(key, tree) for key, tree in zip(found.keys, trees, strict=True) if key != "lots"]
        sums.append((row, tuple(_sum(at, key_word(key), tree) for key, tree in told)))
    return {"sums": sums}


def _cell(at: Here, one: Outing | None) -> Cell:
    if one is None:
        return Cell()
    points = shown_value(str(one.points))
    if one.bye:
        return Cell(
            points,
            say("term.absent", round=one.round, table=0)
            if one.bye == "absent"
            else say("screen.bye"),
        )
    if not one.played and not one.opponents:
        return Cell(
            points,
            say("results.kind-forfeit") if not one.voluntary else say("results.absent"),
            one.absentees,
        )
    stage = at.t.rules.stages[one.stage]
    seat = say("paper.second") if one.second else say("paper.first")
    return Cell(
        points,
        seat if stage.duel else say("results.nth", place=one.place),
        tuple(e.entrant for e in one.opponents),
    )


def _sum(at: Here, key: str, tree: Term) -> Sum:
    terms = tuple(
        (term_words(at, term), shown_value(term.value), term.struck) for term in tree.terms
    )
    how = say(f"term.how-{tree.how}") if tree.how in ("mean", "product", "least") else ""
    return Sum(key, terms, how, shown_value(tree.value))


WHAT = ("pairings", "names", "slips", "standings", "cross", "worksheet", "plays", "irregularities")

OF_STANDINGS = ("standings", "cross", "worksheet")  # papers of an order after a round

WIDE = ("cross", "worksheet", "irregularities")  # papers that lie on their side as PDF

SLIPS = 4  # result slips on a sheet


@site.get("/tournaments/<tournament>/paper/<what>")
@needs("organiser")
@duty("scorer")
def print_paper(tournament: str, what: str) -> Response:
    at = here(tournament)
    return show("public/paper", at, **paper_parts(at, what))


@site.get("/tournaments/<tournament>/paper/<what>.pdf")
@needs("organiser")
@duty("scorer")
def write_paper(tournament: str, what: str) -> Response:
    at = here(tournament)
    parts = {"at": at, "called": at.called, **paper_parts(at, what)}
    record = say("document.of-tournament", title=at.title, tournament=tournament, seq=at.t.seq)
    written = service().tournaments.desk.filed(tournament)[at.t.seq - 1].body.at
    return document(
        "tournament/documents/paper",
        parts,
        Shows(f"{tournament}-{what}", record, written, f"/tournaments/{tournament}", what in WIDE),
    )


def paper_parts(at: Here, what: str) -> dict[str, Any]:
    if what not in WHAT:
        raise Problem("not-found")
    asked = request.args.get("round", "")
    last = at.rounds[-1].round if at.rounds else 0
    parts: dict[str, Any] = {"what": what, "papers": WHAT, "round": None}
    if what in OF_STANDINGS:
        found = order_after(at, asked)
        more = (
            cross_table(at, found)
            if what == "cross"
            else worksheet(at, found)
            if what == "worksheet"
            else {}
        )
        return {**parts, **said(at, found), **more, "number": found.round}
    if what == "irregularities":
        return {**parts, **_irregularities(at), "number": last}
    round = at.reader.visible(number_in(asked) if asked else last) if at.rounds else None
    parts |= {"round": round, "number": round.round if round is not None else 0}
    if round is not None and what == "names":
        parts["names"] = seats_by_name(at, round)
    if round is not None and what == "slips":
        parts["sheets"] = stacked(round.tables)
    if round is not None and what == "plays":
        parts["plays"] = _plays(at.t.id, round)
    return parts


def _irregularities(at: Here) -> dict[str, Any]:
    whole = at.reader.whole()
    return {
        "departures": whole.departures,
        "corrections": [(seq, body, reason_of(body)) for seq, body in corrections_of(at)],
        "protests": whole.protests,
        "penalties": whole.penalties,
    }


def _plays(tournament: str, round: RoundAt) -> list[tuple[TableAt, str, str]]:
    """The finished tables of a round, each with BG Stats' link and its code (empty: the link is too
    long for one)."""
    found, _ = papers(tournament)
    plays = []
    for one in round.tables:
        try:
            link = found.play_link(round.round, one.number)
        except TournamentRefused:  # it has no result of a game yet
            continue
        plays.append((one, link, dense(link)))
    return plays


def stacked(tables: tuple[TableAt, ...]) -> list[list[TableAt | None]]:
    """The slips sheet by sheet, so that the stack that is cut into piles and laid together has them
    in the order of the tables: the first pile has the first tables."""
    sheets = -(-len(tables) // SLIPS)
    return [
        [
            tables[n + pile * sheets] if n + pile * sheets < len(tables) else None
            for pile in range(SLIPS)
        ]
        for n in range(sheets)
    ]


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
    parts["ends"] = (
        service().clerk.clock() + timedelta(seconds=clock.seconds)
        if clock is not None and clock.running
        else None
    )
    if what == "standings":
        parts |= said(at, order_after(at, str(last.round) if last is not None else "0"))
        parts["lines"] = parts["found"].rows
    elif last is not None:
        parts["lines"] = seats_by_name(at, last) if what == "names" else last.tables
    moment = clocks_moment(at, last) if what == "pairings" else ""

    def whole() -> dict[str, Any]:
        return parts | {
            "clocks": table_clocks(at, last.tables, all=False)
            if moment and last is not None
            else {}
        }

    return live_later(
        "public/screen", at, whole, what, moment, clock is not None and clock.seconds < 0
    )
