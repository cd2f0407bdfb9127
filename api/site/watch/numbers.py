"""Numbers of a game for analysts: points, resources and time over its records, dice against expectation, what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median

from flask import Response, request
from msgspec import Struct

from api.reading.reader import Reader
from api.request.current import audience_of
from api.request.service import service
from api.site.kit.filters import duration
from api.site.kit.pages import lang, needs, page, say, site
from api.site.watch.charts import NUMBERS, Bar, Series, bars, lines
from api.site.watch.replay import audiences
from domain.game.dice_statistics import DiceTable, dice_statistics
from domain.game.game import Game, action_times, seat_name, taken_back
from domain.rules.ruleset import Audience
from domain.rules.series import Gauge
from domain.rules.text import Lang
from domain.rules.words.typography import decimal
from projections.shapes.json import board_shape, score_shape, summary_shape

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
    """Dice of one kind: the chart, its bars, and their table, with the p-value of its test as it is written."""

    title: str
    drawn: str
    bars: tuple[Bar, ...]
    table: DiceTable
    p: str


class Tempo(Struct, frozen=True):
    """How a seat played: its actions, how many of them were taken back, and the seconds it took for them by the service's clock:
    altogether, half of them in less than, and the longest."""

    seat: str
    name: str
    actions: int
    gone: int
    seconds: float
    middle: float
    longest: float

    @property
    def rate(self) -> float:
        """Of a hundred actions, how many were taken back."""
        return 100 * self.gone / self.actions


@site.get("/games/<game>/numbers")
@needs("spectator")
def show_numbers(game: str) -> Response:
    """The numbers of a game up to its newest record."""
    head = service().clerk.game(game)
    audience, language = audience_of(head, request.args.get("audience", "")), lang()
    sampled = _sampled(head)
    positions = [Game(head.history, head.checks, seq) for seq in sampled]
    tempo = _tempo(head, language)
    return page(
        "watch/numbers.html",
        game=summary_shape(head),
        sampled=len(sampled),
        audience=audience,
        audiences=audiences(head),
        charts=[_points(positions, language), *_gauges(positions, audience, language)],
        pace=_pace(head, sampled, language),
        tempo=tempo,
        undo=bars(say("numbers.undo"), _told(tempo), [Bar(one.name, one.rate) for one in tempo], _percent),
        dice=_dice(head, language) if Reader(head, audience).sees_all(head.board) else None,
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
            if gauge.id == "points":  # they have their chart already
                continue
            _, by_seat = by_gauge.setdefault(gauge.id, (gauge, {}))
            for seat, value in gauge.values.items():
                by_seat.setdefault(seat, []).append((game.seq, value))
    return [_chart(id, gauge.name.printed(language), by_seat, positions[-1], language) for id, (gauge, by_seat) in by_gauge.items()]


def _pace(head: Game, sampled: list[int], language: Lang) -> Chart:
    """The time that each seat has taken for its actions so far, by the service's clock."""
    spent: dict[str, float] = {}
    by_seat: dict[str, list[tuple[int, float]]] = {seat: [] for seat in head.setting.seats if seat in head.history.seats}
    steps, shown = dict(action_times(head)), set(sampled)
    for seq in range(1, head.seq + 1):
        if seq in steps:
            seat = head.history.seats[seq - 1]
            spent[seat] = spent.get(seat, 0) + steps[seq]
        if seq in shown:
            for seat, points in by_seat.items():
                points.append((seq, spent.get(seat, 0)))
    return _chart("pace", say("numbers.pace"), by_seat, head, language, duration)


def _chart(
    id: str,
    title: str,
    by_seat: dict[str, list[tuple[int, float]]],
    head: Game,
    language: Lang,
    tell: Callable[[float], str] = "{:g}".format,
) -> Chart:
    """A line a seat, and the table of the positions at which one of them changed."""
    seats = head.setting.seats
    names = {seat: seat_name(head, seat).printed(language) for seat in by_seat}
    numbers = {seat: NUMBERS.get(seat) or 1 + (seats.index(seat) if seat in seats else len(seats)) for seat in by_seat}
    series = [Series(names[seat], numbers[seat], tuple(points)) for seat, points in by_seat.items()]
    rows = _changes(list(by_seat.values()))
    says = "; ".join(f"{names[seat]} {tell(points[-1][1])}" for seat, points in by_seat.items())
    table = tuple((str(seq), *map(tell, values)) for seq, values in rows)
    drawn = lines(title, says, series, say("numbers.record"), tell)
    return Chart(id, title, drawn, (say("numbers.record"), *names.values()), table)


def _dice(head: Game, language: Lang) -> list[DiceChart]:
    """The dice in force, by the whole game and by seat, against what fair ones would show. For an audience that knows all rolls:
    any count would tell of one that it does not."""
    charts = []
    for table in dice_statistics(head).tables:
        if not table.in_force:
            continue
        kinds = ", ".join(dict.fromkeys(label.printed(language) for label in table.labels))
        whose = seat_name(head, table.seat).printed(language) if table.seat else say("audit.all-seats")
        found = tuple(Bar(head.setting.word("", face.face).printed(language), face.count, face.expected) for face in table.faces)
        says = ", ".join(f"{bar.label}: {bar.value:g}" for bar in found)
        title = f"{kinds} ({whose})"
        p = "" if table.p is None else f"{table.p:.2g}" if table.p < 0.1 else f"{table.p:.2f}"
        charts.append(DiceChart(title, bars(title, says, found), found, table, decimal(p, language)))
    return charts


def _changes(columns: list[list[tuple[int, float]]]) -> Iterable[tuple[int, tuple[float, ...]]]:
    before: tuple[float, ...] = ()
    for row in zip(*columns, strict=False):
        values = tuple(value for _, value in row)
        if values != before:
            yield row[0][0], values
        before = values


def _tempo(head: Game, language: Lang) -> list[Tempo]:
    """How each seat played, in seat order."""
    gone = taken_back(head)
    spent: dict[str, list[float]] = {}
    back: dict[str, int] = {}
    for seq, seconds in action_times(head):
        seat = head.history.seats[seq - 1]
        spent.setdefault(seat, []).append(seconds)
        back[seat] = back.get(seat, 0) + (seq in gone)
    return [
        Tempo(seat, seat_name(head, seat).printed(language), len(times), back[seat], sum(times), median(times), max(times))
        for seat in head.setting.seats
        if (times := spent.get(seat))
    ]


def _told(tempo: list[Tempo]) -> str:
    return "; ".join(f"{one.name} {_percent(one.rate)}" for one in tempo)


def _percent(share: float) -> str:
    return f"{share:.0f} %"
