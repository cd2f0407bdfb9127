"""The replay of a game: any position, drawn, with what led to it; it works without scripts, one
address a position."""

import gzip
from urllib.parse import urlencode

import msgspec
from flask import Response, request
from msgspec import Struct

from api.game.reading.entries import EntryReader
from api.game.record_lines import (
    HAPPENED,
    by_turn,
    colour_of,
    find_record,
    kinds_to_find,
    lines,
    turns,
    twigs,
)
from api.game.replay.frames import MOST, Comparison, frame_of, frames
from api.game.replay.sharing import public_preview
from api.game.request import audience_of
from api.game.sheet import boards
from api.web.body import invalid_parameters
from api.web.middleware import CSP
from api.web.pages.filters import as_of
from api.web.pages.pages import (
    PART,
    POLICY,
    audiences,
    go,
    lang,
    needs,
    number_in,
    page,
    record_in_address,
    say,
    site,
)
from api.web.request.caller import caller, may_read_words
from api.web.request.service import service
from domain.game.aggregate.game import Game, seat_name
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.types import TALL
from domain.titles.drawing.lettering import escape, n
from projections.boards.json import score_shape, summary_shape
from projections.boards.pictures import SHAPES

SPAN = 120  # Records listed at a time.

_encode = msgspec.json.Encoder().encode


@site.get("/games/<game>")
@needs("spectator")
def replay(game: str) -> Response:
    """A game at a position: the newest, or `?at=n`; seen as `?audience=`, compared with
    `?compare=m`."""
    clerk = service().clerk
    head = clerk.game(game)
    audience, at, other = _looking(head)
    now = _at(head, at)
    language = as_of(lang(), now)
    shapes = (TALL,) if other else SHAPES
    drawn = boards(now, audience, language, shapes, other)
    entry_reader = EntryReader(clerk, head, audience, at, words=may_read_words())
    first, last = _window(at, head.seq)
    stops = turns(head)
    return page(
        "game/replay/replay.html",
        game=summary_shape(head),
        head=head.seq,
        at=at,
        audience=audience,
        audiences=audiences(head),
        compare=other.seq if other else None,
        drawn=drawn,
        beside=boards(other, audience, language, shapes, now) if other else None,
        frame=frame_of(
            entry_reader,
            now,
            language,
            comparison=Comparison(other, audience, language) if other else None,
        ),
        listed=by_turn(head, lines(clerk, head, audience, language, first, last), stops, language),
        twigs=twigs(caller(), head),
        kinds=kinds_to_find(head, language),
        happened=HAPPENED,
        preview=public_preview(head, at),
        nothing_found=request.args.get("found") == "none",
        first=first,
        last=last,
        turns=stops,
        acting=head.history.seats[stops[-1] - 1],
        previous_turn=max((stop for stop in stops if stop < at), default=1),
        next_turn=min((stop for stop in stops if stop > at), default=head.seq),
    )


@site.get("/games/<game>/frames")
@needs("spectator")
def show_frames(game: str) -> Response:
    """Positions from `?first=` to `?last=`, at most 64, for the scrubber, in the `?shape=` that it
    shows; what they show of the past stays as it is."""
    clerk = service().clerk
    head = clerk.game(game)
    audience, _, other = _looking(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + MOST - 1)
    shape = next((known for known in SHAPES if known == request.args.get("shape")), TALL)
    made = frames(clerk, head, audience, lang(), first, last, other, shape)
    data, headers = (
        _encode({"game": head.id, "head": head.seq, "frames": made}),
        {"Cache-Control": "no-store", CSP: POLICY},
    )
    headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"] > 0:
        data, headers["Content-Encoding"] = gzip.compress(data, 1, mtime=0), "gzip"
    return Response(data, 200, headers, content_type="application/json")


@site.get("/games/<game>/trail")
@needs("spectator")
def show_lines(game: str) -> Response:
    clerk = service().clerk
    head = clerk.game(game)
    audience, _, _ = _looking(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + 2 * SPAN - 1)
    return page(
        "game/replay/lines.html",
        listed=by_turn(
            head, lines(clerk, head, audience, lang(), first, last), turns(head), lang()
        ),
        twigs=twigs(caller(), head),
        game=summary_shape(head),
        at=0,
        audience=audience,
    )


@site.get("/games/<game>/jump")
@needs("spectator")
def jump(game: str) -> Response:
    """On to the turn `?turn=`, or to the record nearest to `?at=` at which `?seat=` acted and
    `?what=` happened, the next one or, with `?back=1`, the last one before. Scripts get the
    position as JSON, null where there is none."""
    head = service().clerk.game(game)
    audience, at, _ = _looking(head)
    stops, turn = turns(head), request.args.get("turn", "")
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


def _looking(head: Game) -> tuple[Audience, int, Game | None]:
    audience = audience_of(head, request.args.get("audience", ""))
    at = record_in_address("at", head.seq, head.seq)
    compare = record_in_address("compare", 0, head.seq)
    return audience, at, _at(head, compare) if compare else None


def _at(head: Game, seq: int) -> Game:
    return Game(head.history, head.checks, seq)


def _window(at: int, head: int) -> tuple[int, int]:
    first = max(1, min(at - SPAN // 2, head - SPAN + 1))
    return first, min(head, first + SPAN - 1)


SAMPLES = 200  # Positions that a line is drawn from, at most: a phone has fewer pixels.

WIDTH, HEIGHT, EDGE = 1000, 100, 4


class Line(Struct, frozen=True):
    name: str
    colour: int
    points: tuple[tuple[int, int], ...]


@site.get("/games/<game>/points")
@needs("spectator")
def show_points(game: str) -> Response:
    head = service().clerk.game(game)
    return page("game/replay/points.html", drawn=drawn(point_lines(head), head.seq))


def point_lines(head: Game) -> list[Line]:
    by_seat: dict[str, list[tuple[int, int]]] = {}
    for seq in sampled(head.seq):
        for line in score_shape(Game(head.history, head.checks, seq))["score"]:
            by_seat.setdefault(line["seat"], []).append((seq, line["total"]))
    language = lang()
    return [
        Line(seat_name(head, seat).printed(language), colour_of(head, seat), tuple(points))
        for seat, points in by_seat.items()
        if any(points[0][1] != value for _, value in points)
    ]


def sampled(head: int) -> list[int]:
    if head <= SAMPLES:
        return list(range(1, head + 1))
    return sorted({1 + i * (head - 1) // (SAMPLES - 1) for i in range(SAMPLES)})


def drawn(lines: list[Line], head: int) -> str:
    values = [value for line in lines for _, value in line.points]
    if not values or head < 2:
        return ""
    low, high = min(values), max(values)

    def x(seq: int) -> float:
        return (seq - 1) / (head - 1) * WIDTH

    def y(value: int) -> float:
        return HEIGHT - EDGE - (value - low) / max(1, high - low) * (HEIGHT - 2 * EDGE)

    paths = []
    for line in lines:
        d, before = "", None
        for seq, value in line.points:
            if value != before:
                d += f"H{n(x(seq))}V{n(y(value))}" if d else f"M{n(x(seq))} {n(y(value))}"
            before = value
        paths.append(f'<path class="none s-seat{line.colour} w2" d="{d}H{WIDTH}"/>')
    says = "; ".join(f"{line.name} {line.points[-1][1]}" for line in lines)
    return (
        f'<svg class="board line-of-points" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(say("replay.points-line", points=says))}">{"".join(paths)}'
        f'<path class="none s-accent w2" data-part="cursor" d="M0 0V{HEIGHT}"/></svg>'
    )
