"""The branches of a game: which there are, how they compare with the line that was played, and
growing one from a position."""

from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from api.game.record_lines import lets_in
from api.game.request import audience_of, may_know, table_reader
from api.game.routes.branches import need_sight
from api.game.routes.positions import compared_as, may_compare
from api.game.routes.search import found_games
from api.game.sheet import boards
from api.web.access.caller import NAMES, Caller
from api.web.access.links import Link
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, given, number, sent, stamp, submit
from api.web.pages.filters import as_of
from api.web.pages.pages import lang, needs, number_in, page, record_in_address, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import Service, service
from domain.game.aggregate.game import Game, seat_name
from domain.game.clerk.commands import Answer
from domain.game.record.base import Purpose
from domain.game.record.records import ChanceMode, UndoPolicy
from domain.game.refusals import UnknownGame
from domain.game.table.branches import Branches, Shoot
from projections.boards.json import score_shape, summary_shape
from projections.boards.pictures import Pictures
from projections.search.query import Query

PURPOSES: tuple[Purpose, ...] = ("analysis", "dispute", "teaching")
CHANCES: tuple[ChanceMode, ...] = ("sealed", "table")
UNDOS: tuple[UndoPolicy, ...] = ("free", "consent", "arbiter", "none")
PAGE = 50


class Row(Struct, frozen=True):
    """A branch in the list: its summary, or none where something at its root is still hidden from
    the reader; whether the reader grew it, and so may hand out its links (`own`), and whether this
    browser lets them into it (`open`)."""

    id: str
    seq: int
    purpose: str
    game: dict[str, Any] | None
    own: bool
    open: bool


class Handed(Struct, frozen=True):
    whose: str
    href: str


class Beside(Struct, frozen=True):
    branch: str
    ours: int
    theirs: int
    head: int
    here: Pictures
    there: Pictures
    points: tuple[tuple[str, int, int], ...]


@site.get("/games/<game>/branches")
@needs("spectator")
def branches(game: str) -> Response:
    """The branches of a game. `?at=` is where a new one would leave it, `?grown=` shows the links
    of one that the reader has grown, `?with=` puts one beside the line played."""
    return _page(service().clerk.game(game), given())


@site.post("/games/<game>/branches")
@needs("seat")
def grow(game: str) -> Response:
    form = request.form
    return submit(
        lambda: _grown(game, form),
        lambda answer: f"/games/{game}/branches?grown={answer.game.id}#grown",
        lambda trouble: _page(service().clerk.game(game), form, trouble),
    )


def _grown(game: str, form: Given) -> Answer:
    clerk, who = service().clerk, caller()
    key, told = (one := sent()).key, one.digest()
    again = Branches(clerk).grown(who.id, key, told)
    if again is not None:
        return again
    parent = clerk.game(game, number(form, "at"))
    need_sight(who, clerk.game(game), parent)
    shoot = Shoot(
        game=game,
        seq=parent.seq,
        purpose=form.get("purpose", PURPOSES[0]),  # type: ignore[arg-type]  # refused where it is none of those offered
        chance=form.get("chance", CHANCES[0]),  # type: ignore[arg-type]  # the same
        undo=form.get("undo", UNDOS[0]),  # type: ignore[arg-type]  # the same
    )
    return Branches(clerk).grow(shoot, who.id, key, told)


def _page(head: Game, form: Given, refused: Trouble | None = None) -> Response:
    found, who = service(), caller()
    audience = audience_of(head, "")
    at = _within(form.get("at", ""), head.seq)
    now = Game(head.history, head.checks, at)
    rows, following = _rows(found, who, head)
    grown = request.args.get("grown", "")
    return page(
        "game/replay/branches.html",
        refused.status if refused else 200,
        game=summary_shape(head),
        head=head.seq,
        at=at,
        sentence=table_reader(head, audience).step(at).sentence,
        drawn=boards(now, audience, lang()),
        may_grow=who.at_least("seat"),
        in_sight=may_know(who, head, at),
        form=form,
        stamp=stamp(head, refused),
        trouble=refused,
        offered={"purpose": PURPOSES, "chance": CHANCES, "undo": UNDOS},
        rows=rows,
        after=following,
        grown=grown,
        links=_links(found, who, head, grown) if grown else [],
        beside=_beside(found, head, request.args["with"]) if request.args.get("with") else None,
    )


def _within(text: str, head: int) -> int:
    at = number_in(text)
    return at if 1 <= at <= head else head


def _rows(found: Service, who: Caller, head: Game) -> tuple[list[Row], str]:
    listed = found_games(
        Query(
            branch_of=head.id, branches="only", after=request.args.get("after", "")[:15], limit=PAGE
        )
    )
    rows = []
    for raw in listed.games:
        summary: dict[str, Any] = msgspec.json.decode(raw)
        id, root = summary["id"], summary["lineage"]
        shown, opened = summary if may_know(who, head, root["seq"]) else None, found.opened(id)
        own = bool(who.id) and opened.actor == who.id
        rows.append(Row(id, root["seq"], root["purpose"], shown, own, lets_in(who, id, opened)))
    return rows, listed.after


def _links(found: Service, who: Caller, head: Game, branch: str) -> list[Handed]:
    try:
        opened = found.opened(branch)
    except UnknownGame:
        return []
    if (
        opened.lineage is None
        or opened.lineage.game != head.id
        or not who.id
        or opened.actor != who.id
    ):
        return []
    links, base = found.access.links, found.address
    return [
        Handed(_whose(head, link), f"{base}/seat/{links.token(link)}")
        for link in links.standard(branch, opened)
    ]


def _whose(head: Game, link: Link) -> str:
    seats = ", ".join(seat_name(head, seat).printed(lang()) for seat in link.seats)
    return seats or NAMES[link.role].printed(lang()).capitalize()


def _beside(found: Service, head: Game, branch: str) -> Beside:
    """A branch beside its parent, each as it stands or at the record that is asked for; raises
    `not-covered` for what is not the reader's."""
    if not may_compare(branch, head.id):
        raise Problem("not-covered")
    theirs = found.clerk.game(branch)
    here = Game(head.history, head.checks, record_in_address("ours", head.seq, head.seq))
    there = Game(theirs.history, theirs.checks, record_in_address("theirs", theirs.seq, theirs.seq))
    audience = compared_as(here, there, "")
    totals = {line["seat"]: line["total"] for line in score_shape(there)["score"]}
    points = tuple(
        (seat_name(here, line["seat"]).printed(lang()), line["total"], totals[line["seat"]])
        for line in score_shape(here)["score"]
    )
    drawn = (
        boards(here, audience, lang(), other=there),
        boards(there, audience, as_of(lang(), there), other=here),
    )
    return Beside(branch, here.seq, there.seq, theirs.seq, *drawn, points)
