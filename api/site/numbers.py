"""Numbers of a game for analysts: points and resources over time, tempo, dice against expectation, what was taken back."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.caller import caller
from api.reading import Reader
from api.service import service
from api.site.charts import Bar, Series, bars, lines
from api.site.web import lang, needs, page, say, site, tell
from domain.dice_rolled import dice_statistics
from domain.game import Game, seat_name
from domain.gauges import Gauge
from domain.record import ActionTaken
from domain.ruleset import Audience
from domain.undo import taken_back
from domain.words import Lang
from projections.shapes import board_shape, score_shape, summary_shape

POINTS = 400
"""Positions that a chart is drawn from, at most: more than it has pixels for would cost and show nothing."""


class Chart(Struct, frozen=True):
    """A chart with the table behind it: a row a position where something changed."""

    id: str
    title: str
    drawn: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class DiceChart(Struct, frozen=True):
    """Dice of one kind: the chart, its bars, and the p-value of the test, as it is written."""

    title: str
    drawn: str
    bars: tuple[Bar, ...]
    p: str


class Tempo(Struct, frozen=True):
    """How a seat played: its actions, how many of them were taken back, and the seconds it took for them by the service's clock:
    altogether, half of them in less than, and the longest."""

    seat: str
    actions: int
    gone: int
    seconds: float
    middle: float
    longest: float


@site.get("/games/<game>/numbers")
@needs("spectator")
def show_numbers(game: str) -> Response:
    """The numbers of a game up to its newest record."""
    head = service().clerk.game(game)
    audience, language = caller().audience(head, request.args.get("audience", "")), lang()
    positions = [Game(head.trail, head.checks, seq) for seq in _sampled(head)]
    who = caller()
    return page(
        "numbers.html",
        game=summary_shape(head),
        charts=[_points(positions, language), *_gauges(positions, audience, language)],
        dice=_dice(head, audience, language),
        tempo=[(tell(seat_name(head, one.seat)), one) for one in _tempo(head)],
        may_play=bool(who.seats) or who.at_least("arbiter"),
        may_judge=who.at_least("arbiter"),
    )


def _sampled(head: Game) -> list[int]:
    """The positions that are looked at: all of them, or evenly some, the first and the last among them."""
    if head.seq <= POINTS:
        return list(range(1, head.seq + 1))
    return sorted({1, head.seq, *(1 + i * (head.seq - 1) // (POINTS - 1) for i in range(POINTS))})


def _points(positions: list[Game], language: Lang) -> Chart:
    by_seat: dict[str, list[tuple[int, float]]] = {}
    for game in positions:
        for line in score_shape(game)["score"]:
            by_seat.setdefault(line["seat"], []).append((game.seq, line["total"]))
    return _chart("points", say("numbers.points"), by_seat, positions[-1], language)


def _gauges(positions: list[Game], audience: Audience, language: Lang) -> list[Chart]:
    by_gauge: dict[str, tuple[Gauge, dict[str, list[tuple[int, float]]]]] = {}
    for game in positions:
        for gauge in game.rules.gauges(board_shape(game, audience)["board"]):
            _, by_seat = by_gauge.setdefault(gauge.id, (gauge, {}))
            for seat, value in gauge.values.items():
                by_seat.setdefault(seat, []).append((game.seq, value))
    return [_chart(id, gauge.name.to(language), by_seat, positions[-1], language) for id, (gauge, by_seat) in by_gauge.items()]


def _chart(id: str, title: str, by_seat: dict[str, list[tuple[int, float]]], head: Game, language: Lang) -> Chart:
    """A line a seat, and the table of the positions at which one of them changed."""
    seats = head.setting.seats
    names = {seat: seat_name(head, seat).to(language) for seat in by_seat}
    numbers = {seat: 1 + (seats.index(seat) if seat in seats else len(seats)) for seat in by_seat}
    series = [Series(names[seat], numbers[seat], tuple(points)) for seat, points in by_seat.items()]
    rows = _changes(list(by_seat.values()))
    says = "; ".join(f"{names[seat]} {points[-1][1]:g}" for seat, points in by_seat.items())
    table = tuple((str(seq), *(f"{value:g}" for value in values)) for seq, values in rows)
    return Chart(id, title, lines(title, says, series), (say("numbers.record"), *names.values()), table)


def _dice(head: Game, audience: Audience, language: Lang) -> list[DiceChart]:
    """The dice in force, by the whole game and by seat, against what fair ones would show. Where the audience may not know all
    rolls by now, none is counted: a count would tell of them."""
    if not Reader(head, audience).sees_all(head.board):
        return []
    charts = []
    for table in dice_statistics(head).tables:
        if not table.in_force:
            continue
        kinds = ", ".join(dict.fromkeys(label.to(language) for label in table.labels))
        title = f"{kinds} ({seat_name(head, table.seat).to(language)})" if table.seat else kinds
        found = tuple(Bar(str(face.face), face.count, face.expected) for face in table.faces)
        says = ", ".join(f"{bar.label}: {bar.value:g}" for bar in found)
        charts.append(DiceChart(title, bars(title, says, found), found, "–" if table.p is None else f"{table.p:.2f}"))
    return charts


def _changes(columns: list[list[tuple[int, float]]]) -> Iterable[tuple[int, tuple[float, ...]]]:
    before: tuple[float, ...] = ()
    for row in zip(*columns, strict=False):
        values = tuple(value for _, value in row)
        if values != before:
            yield row[0][0], values
        before = values


def _tempo(head: Game) -> list[Tempo]:
    """How each seat played, in seat order. An action takes as long as since the record before it."""
    trail, gone = head.trail, taken_back(head)
    spent: dict[str, list[float]] = {}
    back: dict[str, int] = {}
    before = head.opened.at
    for seq in range(2, head.seq + 1):
        body: Any = trail.filed(seq).body
        if isinstance(body, ActionTaken):
            spent.setdefault(body.seat, []).append((body.at - before).total_seconds())
            back[body.seat] = back.get(body.seat, 0) + (seq in gone)
        before = body.at
    return [
        Tempo(seat, len(times), back[seat], sum(times), median(times), max(times))
        for seat in head.setting.seats
        if (times := spent.get(seat))
    ]
