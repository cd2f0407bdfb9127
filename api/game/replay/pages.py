"""The replay of a game, and its branches."""

import gzip
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Response, request
from msgspec import Struct

from api.game.entries import EntryReader
from api.game.links import game_standard_links
from api.game.naming import choosable_audiences, language_with_names, languages_by_record
from api.game.play.since import record_line
from api.game.record_lines import (
    HAPPENED,
    branches_by_record,
    colour_number,
    find_record,
    kinds_to_find,
    lines_by_turn,
    may_open_branch,
    record_lines,
    turn_stops,
)
from api.game.replay.frames import MOST, Comparison, frame_of, frames
from api.game.replay.routes import GrowBranch, audience_to_compare, grow_once, may_compare
from api.game.replay.sharing import public_link_preview
from api.game.request import audience_of, decision_reader, may_know
from api.game.search import found_page
from api.game.sheet import position_pictures
from api.game.subject import game_clerk, games_here
from api.web.access.caller import NAMES, Caller
from api.web.access.links import Link
from api.web.body import invalid_parameters
from api.web.forms.controls import Given
from api.web.forms.submission import Sent, Trouble, number, sent, sent_fields, stamp, submit
from api.web.middleware import CSP
from api.web.pages.pages import (
    PART,
    POLICY,
    _,
    go,
    lang,
    needs,
    number_in,
    page,
    record_in_address,
    site,
)
from api.web.problems.problem import Problem
from api.web.request.service import Service, caller, may_read_words, service
from domain.game.aggregate.game import Game, seat_name
from domain.game.commands import Answer
from domain.game.record.records import ChanceMode, Purpose, UndoPolicy
from domain.game.refusals import UnknownGame
from domain.kernel.amounts import Plain, read_amount
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.types import TALL
from domain.titles.drawing.lettering import escape, n
from projections.boards.pictures import SHAPES, Pictures
from projections.boards.positions import score_at, summary_of
from projections.search.query import Query

SPAN = 120  # Records listed at a time.

_encode = msgspec.json.Encoder().encode


@site.get("/games/<game>")
@needs("spectator")
def replay(game: str) -> Response:
    """The replay page of a game at a position: the newest, or `?at=n`; as the audience `?audience=`
    sees it, compared with the position `?compare=m`."""
    clerk = game_clerk()
    head = clerk.game(game)
    audience, at, other = _requested_view(head)
    now = _game_at(head, at)
    language = language_with_names(lang(), now)
    shapes = (TALL,) if other else SHAPES
    drawn = position_pictures(now, audience, language, shapes, other)
    entry_reader = EntryReader(clerk, head, audience, at, words=may_read_words())
    first, last = _surrounding_seqs(at, head.seq)
    stops = turn_stops(head)
    return page(
        "game/replay/replay.html",
        game=summary_of(head),
        head=head.seq,
        at=at,
        audience=audience,
        audiences=choosable_audiences(head),
        compare=other.seq if other else None,
        drawn=drawn,
        beside=position_pictures(other, audience, language, shapes, now) if other else None,
        frame=frame_of(
            entry_reader,
            now,
            language,
            comparison=Comparison(other, audience, language) if other else None,
        ),
        **_listed_variables(head, audience, language, first, last),
        kinds=kinds_to_find(head, language),
        happened=HAPPENED,
        preview=public_link_preview(head, at),
        nothing_found=request.args.get("found") == "none",
        first=first,
        last=last,
        acting=head.history.seats[stops[-1] - 1],
        previous_turn=max((stop for stop in stops if stop < at), default=1),
        next_turn=min((stop for stop in stops if stop > at), default=head.seq),
    )


@site.get("/games/<game>/frames")
@needs("spectator")
def show_frames(game: str) -> Response:
    """The positions from `?first=` to `?last=`, at most 64, as JSON for the replay's slider.
    `?shape=` is the shape of the pictures."""
    clerk = game_clerk()
    head = clerk.game(game)
    audience, _, other = _requested_view(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + MOST - 1)
    shape = next((known for known in SHAPES if known == request.args.get("shape")), TALL)
    result = frames(clerk, head, audience, lang(), first, last, other=other, shape=shape)
    data, headers = (
        _encode({"game": head.id, "head": head.seq, "frames": result}),
        {"Cache-Control": "no-store", CSP: POLICY},
    )
    headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"] > 0:
        data, headers["Content-Encoding"] = gzip.compress(data, 1, mtime=0), "gzip"
    return Response(data, 200, headers, content_type="application/json")


@site.get("/games/<game>/trail")
@needs("spectator")
def show_lines(game: str) -> Response:
    head = game_clerk().game(game)
    audience, _, _ = _requested_view(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + 2 * SPAN - 1)
    return page(
        "game/replay/lines.html",
        **_listed_variables(head, audience, lang(), first, last),
        game=summary_of(head),
        at=0,
        audience=audience,
    )


def _listed_variables(head: Game, audience: Audience, language: Lang, first: int, last: int) -> Any:
    """The variables of the template that lists records `first` to `last`: the lines by turn, the
    sentences of their facts, the turns, and the branches grown from each record."""
    clerk, stops = game_clerk(), turn_stops(head)
    entries = EntryReader(clerk, head, audience, first, words=may_read_words())
    facts = {
        seq: facts_told
        for seq, language_then in languages_by_record(language, head, range(first, last + 1))
        if (facts_told := record_line(entries, seq, language_then).told)
    }
    listed = lines_by_turn(
        head, record_lines(clerk, head, audience, language, first, last), stops, language
    )
    return {
        "listed": listed,
        "facts": facts,
        "turns": stops,
        "twigs": branches_by_record(caller(), head),
    }


@site.get("/games/<game>/jump")
@needs("spectator")
def jump(game: str) -> Response:
    """Redirect to the position of the turn `?turn=`; or to the nearest record after `?at=` (with
    `?back=1`: before it) at which `?seat=` acted and `?what=` happened. Scripts get the position as
    JSON, null if there is none."""
    head = game_clerk().game(game)
    audience, at, _ = _requested_view(head)
    stops, turn = turn_stops(head), request.args.get("turn", "")
    if turn:
        number = 0 if turn == "0" else number_in(turn) or -1
        if not 0 <= number < len(stops):
            raise invalid_parameters(
                {"turn": Text("This game has turns 1 to {last}.", last=len(stops) - 1)}
            )
        target: int | None = stops[number]
    else:
        seat, what, back = (request.args.get(name, "") for name in ("seat", "what", "back"))
        target = find_record(head, audience, at, seat, what, back=bool(back))
    if request.headers.get(PART):
        return Response(
            _encode({"at": target}),
            200,
            {"Cache-Control": "no-store"},
            content_type="application/json",
        )
    query = {
        name: value
        for name in ("audience", "compare", "study")
        if (value := request.args.get(name, ""))
    }
    return go(
        f"/games/{game}?{urlencode({**query, 'at': target or at, **({} if target else {'found': 'none'})})}"
    )


def _requested_view(head: Game) -> tuple[Audience, int, Game | None]:
    audience = audience_of(head, request.args.get("audience", ""))
    at = record_in_address("at", head.seq, head.seq)
    compare = record_in_address("compare", 0, head.seq)
    return audience, at, _game_at(head, compare) if compare else None


def _game_at(head: Game, seq: int) -> Game:
    return Game(head.history, head.checks, seq)


def _surrounding_seqs(at: int, head: int) -> tuple[int, int]:
    first = max(1, min(at - SPAN // 2, head - SPAN + 1))
    return first, min(head, first + SPAN - 1)


SAMPLES = 200  # Positions that a line is drawn from, at most: a phone has fewer pixels.

WIDTH, HEIGHT, EDGE = 1000, 100, 4


class PointsLine(Struct, frozen=True):
    name: str
    colour: int
    points: tuple[tuple[int, float], ...]


@site.get("/games/<game>/points")
@needs("spectator")
def show_points(game: str) -> Response:
    head = game_clerk().game(game)
    return page("game/replay/points.html", drawn=points_svg(point_lines(head), head.seq))


def point_lines(head: Game) -> list[PointsLine]:
    by_seat: dict[str, list[tuple[int, float]]] = {}
    for seq in sampled_positions(head.seq):
        for line in score_at(Game(head.history, head.checks, seq)).score:
            by_seat.setdefault(line.seat, []).append((seq, float(read_amount(line.total))))
    language = lang()
    return [
        PointsLine(
            seat_name(head, seat).printed(language), colour_number(head, seat), tuple(points)
        )
        for seat, points in by_seat.items()
        if any(points[0][1] != value for _, value in points)
    ]


def sampled_positions(head: int) -> list[int]:
    if head <= SAMPLES:
        return list(range(1, head + 1))
    return sorted({1 + i * (head - 1) // (SAMPLES - 1) for i in range(SAMPLES)})


def points_svg(lines: list[PointsLine], head: int) -> str:
    values = [value for line in lines for _, value in line.points]
    if not values or head < 2:
        return ""
    low, high = min(values), max(values)

    def x(seq: int) -> float:
        return (seq - 1) / (head - 1) * WIDTH

    def y(value: float) -> float:
        return HEIGHT - EDGE - (value - low) / max(1, high - low) * (HEIGHT - 2 * EDGE)

    paths = []
    for line in lines:
        path, before = "", None
        for seq, value in line.points:
            if value != before:
                path += f"H{n(x(seq))}V{n(y(value))}" if path else f"M{n(x(seq))} {n(y(value))}"
            before = value
        paths.append(f'<path class="none s-seat{line.colour} w2" d="{path}H{WIDTH}"/>')
    says = "; ".join(f"{line.name} {line.points[-1][1]:g}" for line in lines)
    label = escape(_("Points over the records: {points}", points=says))
    return (
        f'<svg class="board line-of-points" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="none" role="img" '
        f'aria-label="{label}">{"".join(paths)}'
        f'<path class="none s-accent w2" data-part="cursor" d="M0 0V{HEIGHT}"/></svg>'
    )


PURPOSES: tuple[Purpose, ...] = ("analysis", "dispute", "teaching")
CHANCES: tuple[ChanceMode, ...] = ("sealed", "table")
UNDOS: tuple[UndoPolicy, ...] = ("free", "consent", "arbiter", "none")
PAGE = 50


class BranchRow(Struct, frozen=True):
    """A branch in the list: its summary (None if something at the record from which it grew is
    hidden from the reader); whether the reader grew it (`own`) and may hand out its links; and
    whether this browser may open it (`open`)."""

    id: str
    seq: int
    purpose: str
    game: dict[str, Any] | None
    own: bool
    open: bool


class HandedLink(Struct, frozen=True):
    whose: str
    href: str


class BranchComparison(Struct, frozen=True):
    branch: str
    parent_seq: int
    branch_seq: int
    branch_head: int
    parent_pictures: Pictures
    branch_pictures: Pictures
    points: tuple[tuple[str, Plain, Plain], ...]


@site.get("/games/<game>/branches")
@needs("spectator")
def branches(game: str) -> Response:
    """The page of a game's branches. `?at=` is the record from which the form would grow a new one,
    `?grown=` shows the links of a branch that the reader has grown, `?with=` shows a branch beside
    the game."""
    return _branches_page(game_clerk().game(game), sent_fields())


@site.post("/games/<game>/branches")
@needs("seat")
def grow(game: str) -> Response:
    form = request.form
    return submit(
        lambda: _grow_branch(game, sent()),
        lambda answer: f"/games/{game}/branches?grown={answer.state.id}#grown",
        lambda trouble: _branches_page(game_clerk().game(game), form, trouble),
    )


def _grow_branch(game: str, submission: Sent) -> Answer:
    form = submission.form
    wish = GrowBranch(
        at=number(form, "at"),
        purpose=form.get("purpose", PURPOSES[0]),  # type: ignore[arg-type]  # refused where it is none of those offered
        chance=form.get("chance", CHANCES[0]),  # type: ignore[arg-type]  # the same
        undo=form.get("undo", UNDOS[0]),  # type: ignore[arg-type]  # the same
    )
    return grow_once(game, wish, submission.key, submission.digest())


def _branches_page(head: Game, form: Given, refused: Trouble | None = None) -> Response:
    app, who = service(), caller()
    audience = audience_of(head, "")
    at = _position_or_newest(form.get("at", ""), head.seq)
    now = Game(head.history, head.checks, at)
    rows, following = _branch_rows(app, who, head)
    grown = request.args.get("grown", "")
    return page(
        "game/replay/branches.html",
        refused.status if refused else 200,
        game=summary_of(head),
        head=head.seq,
        at=at,
        sentence=decision_reader(head, audience).step(at).sentence,
        drawn=position_pictures(now, audience, lang()),
        may_grow=who.at_least("seat"),
        in_sight=may_know(who, head, at),
        form=form,
        stamp=stamp(head.seq, refused),
        trouble=refused,
        offered={"purpose": PURPOSES, "chance": CHANCES, "undo": UNDOS},
        rows=rows,
        after=following,
        grown=grown,
        links=_links_to_hand_out(app, who, head, grown) if grown else [],
        beside=_compared_branch(app, head, request.args["with"])
        if request.args.get("with")
        else None,
    )


def _position_or_newest(text: str, head: int) -> int:
    at = number_in(text)
    return at if 1 <= at <= head else head


def _branch_rows(app: Service, who: Caller, head: Game) -> tuple[list[BranchRow], str]:
    listed = found_page(
        caller(),
        Query(
            branch_of=head.id, branches="only", after=request.args.get("after", "")[:15], limit=PAGE
        ),
    )
    rows = []
    for raw in listed.items:
        summary: dict[str, Any] = msgspec.json.decode(raw)
        id, root = summary["id"], summary["lineage"]
        known, opened = (
            summary if may_know(who, head, root["seq"]) else None,
            games_here().opened(id),
        )
        own = bool(who.id) and opened.actor == who.id
        rows.append(
            BranchRow(
                id, root["seq"], root["purpose"], known, own, may_open_branch(who, id, opened)
            )
        )
    return rows, listed.after


def _links_to_hand_out(app: Service, who: Caller, head: Game, branch: str) -> list[HandedLink]:
    try:
        opened = games_here().opened(branch)
    except UnknownGame:
        return []
    if (
        opened.lineage is None
        or opened.lineage.game != head.id
        or not who.id
        or opened.actor != who.id
    ):
        return []
    links, base = app.access.links, app.address
    return [
        HandedLink(_link_owner(head, link), f"{base}/seat/{links.token(link)}")
        for link in game_standard_links(links, branch, opened)
    ]


def _link_owner(head: Game, link: Link) -> str:
    seats = ", ".join(seat_name(head, seat).printed(lang()) for seat in link.speaks_for)
    return seats or NAMES[link.role].printed(lang()).capitalize()


def _compared_branch(app: Service, head: Game, branch: str) -> BranchComparison:
    """A branch and its parent to show side by side, each at the record that the address names, else
    at its newest. Raises `not-covered` unless the caller may compare them."""
    if not may_compare(branch, head.id):
        raise Problem("not-covered")
    theirs = game_clerk().game(branch)
    here = Game(head.history, head.checks, record_in_address("ours", head.seq, head.seq))
    there = Game(theirs.history, theirs.checks, record_in_address("theirs", theirs.seq, theirs.seq))
    audience = audience_to_compare(here, there, "")
    totals = {line.seat: line.total for line in score_at(there).score}
    points = tuple(
        (seat_name(here, line.seat).printed(lang()), line.total, totals[line.seat])
        for line in score_at(here).score
    )
    drawn = (
        position_pictures(here, audience, lang(), other=there),
        position_pictures(there, audience, language_with_names(lang(), there), other=here),
    )
    return BranchComparison(branch, here.seq, there.seq, theirs.seq, *drawn, points)
