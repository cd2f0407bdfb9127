"""The points of every seat over a game as a line to scrub along, under the replay's slider."""

from __future__ import annotations

from flask import Response
from msgspec import Struct

from api.game.replay.turns import colour_of
from api.web.pages.pages import lang, needs, page, say, site
from api.web.request.service import service
from domain.game.aggregate.game import Game, seat_name
from domain.titles.drawing.lettering import escape, n
from projections.boards.json import score_shape

SAMPLES = 200
"""Positions that a line is drawn from, at most: a phone has fewer pixels."""

WIDTH, HEIGHT, EDGE = 1000, 100, 4


class Line(Struct, frozen=True):
    """A seat's points: its name, its colour's number, and (record, points) from the first position to the last."""

    name: str
    colour: int
    points: tuple[tuple[int, int], ...]


@site.get("/games/<game>/points")
@needs("spectator")
def show_points(game: str) -> Response:
    """The line of points up to the newest record, as a part of the replay; empty where nobody scores."""
    head = service().clerk.game(game)
    return page("game/replay/points.html", drawn=drawn(point_lines(head), head.seq))


def point_lines(head: Game) -> list[Line]:
    """The points of every seat that scores, at all positions or evenly spread ones."""
    found: dict[str, list[tuple[int, int]]] = {}
    for seq in sampled(head.seq):
        for line in score_shape(Game(head.history, head.checks, seq))["score"]:
            found.setdefault(line["seat"], []).append((seq, line["total"]))
    language = lang()
    return [
        Line(seat_name(head, seat).printed(language), colour_of(head, seat), tuple(points))
        for seat, points in found.items()
        if any(points[0][1] != value for _, value in points)
    ]


def sampled(head: int) -> list[int]:
    """The records whose positions a line is drawn from, the first and the last among them."""
    if head <= SAMPLES:
        return list(range(1, head + 1))
    return sorted({1 + i * (head - 1) // (SAMPLES - 1) for i in range(SAMPLES)})


def drawn(lines: list[Line], head: int) -> str:
    """The lines as a picture that is stretched to the slider's width; empty where there are none."""
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
        f'<svg class="board line-of-points" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(say("replay.points-line", points=says))}">{"".join(paths)}'
        f'<path class="none s-accent w2" data-part="cursor" d="M0 0V{HEIGHT}"/></svg>'
    )
