"""Numbers of a game for analysts: points, resources and time over its turns, dice against
expectation, what was taken back.

A turn lasts while one seat acts, among the actions that count; turn 0 is the opening. Each table is
there as CSV, too.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from statistics import median

from flask import Response, request
from msgspec import Struct

from api.game.reading.reader import Reader
from api.game.request import audience_of
from api.game.search_form import separator_in
from api.web.pages.charts import NUMBERS, Bar, Series, bars, lines
from api.web.pages.filters import duration
from api.web.pages.pages import audiences, lang, needs, page, say, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.dice_statistics import DiceTable, dice_statistics
from domain.game.aggregate.game import Game, action_times, seat_name, taken_back
from domain.game.aggregate.seating import seated
from domain.game.record.records import FIRST, ActionTaken
from domain.kernel.text import Lang, Text, same
from domain.kernel.words.typography import decimal
from domain.titles.contract.csv_file import Cell, csv_file
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.series import Gauge
from projections.boards.json import score_shape, summary_shape

# positions that a chart is drawn from, at most: more than it has pixels for would cost and show
# nothing
POINTS = 400


class Chart(Struct, frozen=True):
    """A chart (`""` where it would have one point) with the table behind it: a row a turn in which
    something changed, which begins with the turn's last record."""

    id: str
    title: str
    drawn: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    values: tuple[tuple[int, ...], ...]


class DiceChart(Struct, frozen=True):
    title: str
    drawn: str
    bars: tuple[Bar, ...]
    table: DiceTable
    p: str


Turns = list[tuple[int, Game]]  # the turns that are looked at, each with the game after it


class Tempo(Struct, frozen=True):
    """How a seat played: its actions, how many of them were taken back, and the seconds it took for
    them by the service's clock: altogether, half of them in less than, and the longest."""

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
    head, audience, language = *_asked(game), lang()
    turns = _turns(head)
    sampled = _sampled(turns)
    tempo = _tempo(head, language)
    return page(
        "numbers/one_game.html",
        game=summary_shape(head),
        sits=any(seat in seated(head) for seat in caller().seats),
        sampled=len(sampled),
        turns=len(turns),
        audience=audience,
        audiences=audiences(head),
        charts=_charts(head, audience, language),
        pace=_pace(head, sampled, language),
        tempo=tempo,
        undo=_undo(tempo),
        dice=_dice(head, language) if Reader(head, audience).sees_all(head.board) else None,
    )


@site.get("/games/<game>/numbers/<table>.csv")
@needs("spectator")
def write_numbers_of_game(game: str, table: str) -> Response:
    """One of the page's tables as CSV: a chart's by its name (`points`, `pace`, or what the title
    follows), `tempo`, `dice`. Seats go by their own names there, whoever sits at them."""
    head, audience, language = *_asked(game), str(lang())
    sees_all = Reader(head, audience).sees_all(head.board)
    charts = {
        chart.id: chart
        for chart in (
            *_charts(head, audience, language),
            _pace(head, _sampled(_turns(head)), language),
        )
    }
    there = (*charts, "tempo", *(["dice"] if sees_all else []))
    if table not in there:
        names = ", ".join(there)
        raise Problem(
            "unknown-table",
            Text("There is no table {table} here: there are {there}.", table=table, there=names),
        )
    heads: tuple[str, ...]
    rows: list[list[Cell]]
    if table in charts:
        heads, rows = (
            (say("numbers.record"), *charts[table].heads),
            [list(row) for row in charts[table].values],
        )
    elif table == "tempo":
        heads = tuple(
            say(f"numbers.{name}")
            for name in ("seat", "actions", "gone", "seconds-ms", "middle-ms", "longest-ms")
        )
        rows = [
            [
                one.name,
                one.actions,
                one.gone,
                *(round(1000 * time) for time in (one.seconds, one.middle, one.longest)),
            ]
            for one in _tempo(head, language)
        ]
    else:
        heads = (
            say("numbers.dice"),
            *(say(f"numbers.{name}") for name in ("face", "count", "mean")),
        )
        rows = [
            [one.title, bar.label, int(bar.value), Fraction(bar.expected or 0)]
            for one in _dice(head, language)
            for bar in one.bars
        ]
    text = csv_file([same(head) for head in heads], rows, language, separator_in(language))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{head.id}-{table}.csv"',
    }
    return Response(text, 200, headers, content_type="text/csv; charset=utf-8")


def _asked(game: str) -> tuple[Game, Audience]:
    head = service().clerk.game(game)
    return head, audience_of(head, request.args.get("audience", ""))


def _charts(head: Game, audience: Audience, language: Lang) -> list[Chart]:
    sampled = _sampled(_turns(head))
    return [_points(sampled, language), *_gauges(sampled, audience, language)]


def _turns(head: Game) -> Turns:
    history, acting = head.history, ""
    ends = [FIRST]
    for seq in head.in_force():
        if history.topics[seq - 1] == ActionTaken.__name__ and history.seats[seq - 1] != acting:
            acting = history.seats[seq - 1]
            ends.append(seq)
        else:
            ends[-1] = seq
    ends[-1] = head.seq
    return [(turn, Game(history, head.checks, seq)) for turn, seq in enumerate(ends)]


def _sampled(turns: Turns) -> Turns:
    """The turns that are looked at: all of them, or evenly some, the first and the last among
    them."""
    if len(turns) <= POINTS:
        return turns
    return [turns[i * (len(turns) - 1) // (POINTS - 1)] for i in range(POINTS)]


def _points(turns: Turns, language: Lang) -> Chart:
    by_seat: dict[str, list[tuple[int, float]]] = {}
    for turn, game in turns:
        for line in score_shape(game)["score"]:
            by_seat.setdefault(line["seat"], []).append((turn, line["total"]))
    return _chart("points", say("numbers.points"), by_seat, turns, language)


def _gauges(turns: Turns, audience: Audience, language: Lang) -> list[Chart]:
    by_gauge: dict[str, tuple[Gauge, dict[str, list[tuple[int, float]]]]] = {}
    for turn, game in turns:
        for gauge in game.rules.gauges(game.board, audience):
            if gauge.id == "points":  # they have their chart already
                continue
            _, by_seat = by_gauge.setdefault(gauge.id, (gauge, {}))
            for seat, value in gauge.values.items():
                by_seat.setdefault(seat, []).append((turn, value))
    return [
        _chart(id, gauge.name.printed(language), by_seat, turns, language)
        for id, (gauge, by_seat) in by_gauge.items()
    ]


def _pace(head: Game, turns: Turns, language: Lang) -> Chart:
    spent: dict[str, float] = {}
    by_seat: dict[str, list[tuple[int, float]]] = {
        seat: [] for seat in head.setting.seats if seat in head.history.seats
    }
    steps = iter([*action_times(head), (head.seq + 1, 0.0)])
    seq, seconds = next(steps)
    for turn, game in turns:
        while seq <= game.seq:
            seat = head.history.seats[seq - 1]
            spent[seat] = spent.get(seat, 0) + seconds
            seq, seconds = next(steps)
        for seat, points in by_seat.items():
            points.append((turn, spent.get(seat, 0)))
    return _chart("pace", say("numbers.pace"), by_seat, turns, language, duration)


def _chart(
    id: str,
    title: str,
    by_seat: dict[str, list[tuple[int, float]]],
    turns: Turns,
    language: Lang,
    tell: Callable[[float], str] = "{:g}".format,
) -> Chart:
    head, ends = turns[-1][1], {turn: game.seq for turn, game in turns}
    seats = head.setting.seats
    names = {seat: seat_name(head, seat).printed(language) for seat in by_seat}
    numbers = {
        seat: NUMBERS.get(seat) or 1 + (seats.index(seat) if seat in seats else len(seats))
        for seat in by_seat
    }
    series = [Series(names[seat], numbers[seat], tuple(points)) for seat, points in by_seat.items()]
    rows = list(_changes(list(by_seat.values())))
    says = "; ".join(f"{names[seat]} {tell(points[-1][1])}" for seat, points in by_seat.items())
    table = tuple((str(ends[turn]), str(turn), *map(tell, values)) for turn, values in rows)
    plain = tuple((ends[turn], turn, *map(round, values)) for turn, values in rows)
    drawn = (
        lines(title, says, series, say("numbers.turn"), tell) if len(turns) > 1 and series else ""
    )
    return Chart(id, title, drawn, (say("numbers.turn"), *names.values()), table, plain)


def _dice(head: Game, language: Lang) -> list[DiceChart]:
    """The dice in force, by the whole game and by seat, against what fair ones would show. For an
    audience that knows all rolls: any count would tell of one that it does not."""
    charts = []
    for table in dice_statistics(head).tables:
        if not table.in_force:
            continue
        kinds = ", ".join(dict.fromkeys(label.printed(language) for label in table.labels))
        whose = (
            seat_name(head, table.seat).printed(language) if table.seat else say("audit.all-seats")
        )
        found = tuple(
            Bar(head.setting.word("", face.face).printed(language), face.count, face.expected)
            for face in table.faces
        )
        says = ", ".join(f"{bar.label}: {bar.value:g}" for bar in found)
        title = f"{kinds} ({whose})"
        p = "" if table.p is None else f"{table.p:.2g}" if table.p < 0.1 else f"{table.p:.2f}"
        charts.append(
            DiceChart(title, bars(title, says, found), found, table, decimal(p, language))
        )
    return charts


def _changes(columns: list[list[tuple[int, float]]]) -> Iterable[tuple[int, tuple[float, ...]]]:
    before: tuple[float, ...] = ()
    for row in zip(*columns, strict=False):
        values = tuple(value for _, value in row)
        if values != before:
            yield row[0][0], values
        before = values


def _tempo(head: Game, language: Lang) -> list[Tempo]:
    gone = taken_back(head)
    spent: dict[str, list[float]] = {}
    back: dict[str, int] = {}
    for seq, seconds in action_times(head):
        seat = head.history.seats[seq - 1]
        spent.setdefault(seat, []).append(seconds)
        back[seat] = back.get(seat, 0) + (seq in gone)
    return [
        Tempo(
            seat,
            seat_name(head, seat).printed(language),
            len(times),
            back[seat],
            sum(times),
            median(times),
            max(times),
        )
        for seat in head.setting.seats
        if (times := spent.get(seat))
    ]


def _undo(tempo: list[Tempo]) -> str:
    if len(tempo) < 2:
        return ""
    return bars(
        say("numbers.undo"), _told(tempo), [Bar(one.name, one.rate) for one in tempo], _percent
    )


def _told(tempo: list[Tempo]) -> str:
    return "; ".join(f"{one.name} {_percent(one.rate)}" for one in tempo)


def _percent(share: float) -> str:
    return f"{share:.0f} %"
