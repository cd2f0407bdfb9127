"""Pages of statistics: across games, and of one game."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from statistics import median
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.naming import choosable_audiences
from api.game.request import audience_of
from api.game.search import (
    MalformedDay,
    csv_reply,
    may_search_people,
    midnight_of_field,
    query_in_address,
    restricted_to_public,
    usual_separator,
)
from api.game.sentences import Reader
from api.game.subject import game_clerk
from api.numbers.routes import (
    MOST,
    moves_in,
    names_of,
    need_known_table,
    numbers_csv,
    numbers_of,
    numbers_of_player,
    player_csv,
    tallies_among,
)
from api.web.pages.charts import NUMBERS, Bar, Series, bar_chart, step_chart
from api.web.pages.labels import add_labels
from api.web.pages.pages import _, anybody, duration, label_of, lang, needs, page, site, visitor
from api.web.problems.problem import Problem
from api.web.request.service import caller
from domain.game.aggregate.dice_statistics import DiceTable, dice_statistics
from domain.game.aggregate.game import Game, action_times, current_stays, seat_name, taken_back
from domain.game.commands import Opening, setting_for
from domain.game.record.records import FIRST, ActionTaken
from domain.kernel.amounts import Amount, read_amount
from domain.kernel.sentences import Sentences
from domain.kernel.text import Lang, Text, same
from domain.kernel.words.typography import decimal
from domain.titles import registry
from domain.titles.contract.csv_file import Cell
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.series import Gauge
from projections.boards.positions import score_at, summary_of
from projections.numbers.intervals import Share
from projections.numbers.player import PlayerNumbers, player_numbers
from projections.numbers.ratings import METHOD
from projections.numbers.sums import (
    OTHER,
    Numbers,
    Pace,
    SeatResult,
    Spread,
    TitleNumbers,
)
from projections.numbers.tally import tally_of
from projections.search.query import Query

add_labels(
    {
        "across": Sentences("""
            gone = Actions taken back
            with-undo = Games with something taken back
            irregular = Irregular games
            claimed = Games with a claim
            ruled = Games with a ruling
            seat = Seat
            order = Acted
            won = Won
            share = Share
            interval = Between (%)
            mean = Mean points
            move = Move
            taken = Taken
            length = Counted in
            turns = Turns
            actions = Actions
            minutes = Minutes
            least = Least
            quarter = Quarter
            median = Median
            three-quarters = Three quarters
            most = Most
            up-to = Took
            up-to-here = Up to here
            what = What
            ending = Ending
            rank = Rank
            player = Player
            rating [across.rating] = Rating
            how-many = How many
            deviation = Deviation
            games = Games
            game = Game
            decided = With an outcome
            middle-actions = Median actions
            middle-minutes = Median minutes
            gone-share = Taken back
            irregular-share = Irregular
            day = Day
            place [results.place] = Place
            points = Points
        """),
        "numbers": Sentences("""
            seconds-ms = In all (ms)
            middle-ms = Median (ms)
            longest-ms = Longest (ms)
            seat = Seat
            actions = Actions
            gone = Taken back
            rate = Share
            seconds = In all
            middle = Median
            longest = Longest
            face = Face
            count = Rolled
            mean [numbers.mean] = Expected
        """),
    }
)


SHOWN = 50  # players in the table of ratings, at most; the CSV has all of them


class TitlePage(Struct, frozen=True):
    """The numbers of one title, and its charts as SVG; a chart of fewer than two bars is empty."""

    numbers: TitleNumbers
    seats: str
    order: str
    openings: str
    lengths: str
    pace: str


@site.get("/numbers")
@anybody
def show_numbers_of_games() -> Response:
    who, wrong = visitor(), ""
    result = Numbers(0, 0, ())
    try:
        result = _requested_numbers(rated=may_search_people(who))
    except MalformedDay as e:
        wrong = e.name
    item = result.titles[0] if len(result.titles) == 1 else None
    return page(
        "numbers/across_games.html",
        422 if wrong else 200,
        who=who,
        titles=[(id, registry.ruleset(id).about) for id in registry.ids()],
        criteria=request.args,
        wrong=wrong,
        people=may_search_people(who),
        found=result,
        of_title=None if item is None else TitlePage(item, *_charts(item)),
        names=names_of(rating.player for rating in item.ratings[:SHOWN]) if item else {},
        shown=SHOWN,
        method=METHOD,
        most=MOST,
        **template_helpers(),
    )


@site.get("/numbers/<table>.csv")
@anybody
def export_numbers_of_games(table: str) -> Response:
    people = may_search_people(visitor())
    try:
        result = _requested_numbers(each=people and table == "ratings")
    except MalformedDay:
        return show_numbers_of_games()
    return numbers_csv(table, result, lang(), usual_separator(lang()), named=people)


def _requested_numbers(*, rated: bool = False, each: bool = False) -> Numbers:
    """The numbers of the games that the query asks for; `rated` and `each` as in `numbers_of`.
    Raises `MalformedDay`."""
    who, requested = visitor(), request.args
    tag = requested.get("tag", "").strip()[:64]
    target: Query = replace(
        query_in_address(
            requested
            if may_search_people(who)
            else {name: value for name, value in requested.items() if name != "player"},
            1,
        ),
        status="",
        group=requested.get("group", "")[:64],
        tags=(tag,) if tag else (),
        tournament=requested.get("tournament", "").strip()[:64],
        opened_from=midnight_of_field(requested, "opened_from"),
        opened_before=midnight_of_field(requested, "opened_to", later=1),
        after="",
    )
    opening = moves_in(requested.get("opening", "")[:400])
    return numbers_of(who, restricted_to_public(who, target), opening, rated=rated, each=each)


# -- what templates say ----------------------------------------------------------------------------


def template_helpers() -> dict[str, Any]:
    """The functions that the templates of numbers call, by name."""
    return {
        "percent": percent,
        "between": between,
        "seat_called": seat_called,
        "move_called": move_called,
        "ending_called": ending_called,
        "mean": lambda row: (
            decimal(f"{row.points / row.scored:.1f}", lang()) if row.scored else "–"
        ),
        "number": lambda value: decimal(f"{value:g}", lang()),
        "with_opening": _with_opening,
        "other": OTHER,
    }


def percent(item: Share) -> str:
    """A share in percent as text; a dash if there is nothing to share."""
    return "–" if item.percent is None else decimal(f"{item.percent:.1f} %", lang())


def between(item: Share) -> str:
    """The interval of a share as text; a dash if it has none."""
    if item.low is None:
        return "–"
    return _(
        "{low} to {high}",
        low=decimal(f"{item.low:.1f}", lang()),
        high=decimal(f"{item.high:.1f}", lang()),
    )


def seat_called(ruleset: str, seat: str) -> str:
    """A seat's name; its id if only some tables of the title have this seat."""
    name = _seat_names(ruleset).get(seat)
    return name.capital().printed(lang()) if name is not None else seat


@cache
def _seat_names(ruleset: str) -> dict[str, Any]:
    opening = Opening(ruleset=ruleset, players=registry.ruleset(ruleset).about.seats[-1])
    return {
        spec.id: spec.name for spec in setting_for(opening, game_clerk().key_values)[2].seat_specs
    }


def move_called(ruleset: str, move: str) -> str:
    if move == OTHER:
        return _("all others")
    kind, named = move.partition(":")[::2]
    words = registry.ruleset(ruleset).kind_name(kind).printed(lang())
    return f"{words} ({named})" if named and named not in (kind, words.casefold()) else words


def ending_called(ruleset: str, ending: str) -> str:
    """An ending's name; its code if the title has no such ending any more."""
    name = registry.ruleset(ruleset).about.ending_names.get(ending)
    return name.printed(lang()) if name is not None else ending


def _with_opening(line: tuple[str, ...], move: str) -> str:
    """The page's query for the games that began with the moves of `line` and then `move`."""
    return urlencode({**request.args.to_dict(), "opening": ",".join((*line, move))})


def _charts(title: TitleNumbers) -> tuple[str, ...]:
    moves = [move for move in title.openings.moves if move.wins.of and move.move != OTHER][:6]
    return (
        results_chart(
            title.seats, _("Won, by seat"), lambda row: seat_called(title.ruleset, row.seat)
        ),
        results_chart(title.order, _("Won, by who acts first"), lambda row: row.seat),
        _chart(
            _("Won, by what was begun with"),
            [share_bar(move_called(title.ruleset, move.move), move.wins) for move in moves],
        ),
        _lengths_chart(title.actions),
        pace_chart(title.pace),
    )


def share_bar(label: str, item: Share, expected: float | None = None) -> Bar:
    return Bar(
        label,
        item.percent or 0,
        expected,
        (item.low, item.high) if item.low is not None and item.high is not None else None,
    )


def results_chart(rows: tuple[SeatResult, ...], title: str, label: Any) -> str:
    even = 100 / len(rows) if rows else 0
    games = {row.wins.of for row in rows}
    shared = any(row.shared for row in rows)
    expected = (
        even
        if len(games) == 1 and not shared and sum(row.wins.hits for row in rows) == max(games)
        else None
    )
    return _chart(title, [share_bar(label(row), row.wins, expected) for row in rows])


def _chart(title: str, result: list[Bar]) -> str:
    if len(result) < 2:
        return ""
    return bar_chart(
        title,
        "; ".join(f"{bar.label} {_whole_percent(bar.value)}" for bar in result),
        result,
        _whole_percent,
    )


def _whole_percent(value: float) -> str:
    return f"{value:.0f} %"


def _lengths_chart(item: Spread | None) -> str:
    if item is None or len(item.bins) < 2:
        return ""
    result = [Bar(str(edge), count) for edge, count in zip(item.edges, item.bins, strict=False)]
    return bar_chart(
        _("Length in actions"), "; ".join(f"{bar.label}: {bar.value:g}" for bar in result), result
    )


def pace_chart(rows: tuple[Pace, ...]) -> str:
    turns = sum(row.turns for row in rows)
    result = [
        Bar("…" if row.upto is None else str(row.upto), 100 * row.turns / turns) for row in rows
    ]
    return (
        _chart(_("Turns by seconds taken"), result)
        if sum(bar.value > 0 for bar in result) > 1
        else ""
    )


GAMES_SHOWN = 100  # games in the list, at most; the CSV has all of them


@site.get("/players/<player>")
@needs("organiser")
def show_player(player: str) -> Response:
    return _player_page(
        numbers_of_player(caller(), Query(), player),
        names_of([player]).get(player, ""),
        f"/players/{player}",
    )


@site.get("/players/<player>/<table>.csv")
@needs("organiser")
def export_player_table(player: str, table: str) -> Response:
    return player_csv(
        table, numbers_of_player(caller(), Query(), player), lang(), usual_separator(lang())
    )


@site.get("/games/<game>/player")
@needs("seat")
def show_own_numbers(game: str) -> Response:
    """The numbers of the player at the seat of the caller's link, from this game, if it is over,
    and from the public games in which they sat. An organiser or arbiter names the seat
    (`?seat=`)."""
    return _player_page(*_own_numbers(game), f"/games/{game}/player")


@site.get("/games/<game>/player/<table>.csv")
@needs("seat")
def export_own_table(game: str, table: str) -> Response:
    return player_csv(table, _own_numbers(game)[0], lang(), usual_separator(lang()))


def _own_numbers(game: str) -> tuple[PlayerNumbers, str]:
    """The numbers and the name of the player at the reader's seat in a game. Raises
    `no-games-of-player`."""
    head, who = game_clerk().game(game), caller()
    there = current_stays(head)
    seats = [seat for seat in (who.speaks_for or (request.args.get("seat", ""),)) if seat in there]
    if not seats:
        raise Problem(
            "no-games-of-player",
            Text("Nobody sits at this seat: sit down first, with a name or without."),
        )
    player = there[seats[0]].player
    _, tallies = tallies_among(None, Query(public=True))
    own = tally_of(head)
    if own is not None and all(tally.game != game for tally in tallies):
        tallies.append(own)
    return player_numbers(player, tallies), names_of([player]).get(player, "")


def _player_page(result: PlayerNumbers, name: str, at: str) -> Response:
    charts = {
        item.group: (
            results_chart(
                item.seats,
                _("Won, by seat"),
                lambda row, ruleset=item.ruleset: seat_called(ruleset, row.seat),
            ),
            pace_chart(item.pace),
        )
        for item in result.titles
    }
    return page(
        "numbers/player.html", found=result, name=name, charts=charts, at=at, seat=request.args.get("seat", ""), shown=GAMES_SHOWN,
        method=METHOD, **template_helpers(),
    )  # fmt: skip


# the most positions from which a chart is drawn: it has not enough pixels to show more
POINTS = 400


class Chart(Struct, frozen=True):
    """A chart as SVG (`drawn`; empty if there is a single point) and the table with its values: a
    row for each turn in which one changed, headed by the turn's last record."""

    id: str
    title: str
    drawn: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    values: tuple[tuple[Amount, ...], ...]


class DiceChart(Struct, frozen=True):
    """A chart of how often each face was rolled; `p` is the probability of so great a deviation, as
    text (empty: unknown)."""

    title: str
    drawn: str
    bars: tuple[Bar, ...]
    table: DiceTable
    p: str


Turns = list[tuple[int, Game]]  # the turns that are looked at, each with the game after it


class Tempo(Struct, frozen=True):
    """The pace of a seat: how many actions it took, how many of them were taken back (`taken_back`), and
    the seconds it took by the service's clock: in total, median and longest."""

    seat: str
    name: str
    actions: int
    taken_back: int
    seconds: float
    middle: float
    longest: float

    @property
    def rate(self) -> float:
        """The percentage of its actions that were taken back."""
        return 100 * self.taken_back / self.actions


@site.get("/games/<game>/numbers")
@needs("spectator")
def show_numbers(game: str) -> Response:
    head, audience, language = *_requested_view(game), lang()
    turns = _turns(head)
    sampled = _sampled(turns)
    tempo = _tempo_by_seat(head, language)
    return page(
        "numbers/one_game.html",
        game=summary_of(head),
        group=head.group,
        sits=any(seat in current_stays(head) for seat in caller().speaks_for),
        sampled=len(sampled),
        turns=len(turns),
        audience=audience,
        audiences=choosable_audiences(head),
        charts=_game_charts(head, audience, language),
        pace=_pace_chart(head, sampled, language),
        tempo=tempo,
        undo=_undo_chart(tempo),
        dice=_dice_charts(head, language) if Reader(head, audience).sees_all(head.board) else None,
    )


@site.get("/games/<game>/numbers/<table>.csv")
@needs("spectator")
def export_numbers_of_game(game: str, table: str) -> Response:
    """Write a table of the page as CSV: that of a chart by its id (`points`, `pace`, or one of the
    title's own), `tempo`, or `dice`. Seats have their own names in it, not those of players."""
    head, audience, language = *_requested_view(game), str(lang())
    sees_all = Reader(head, audience).sees_all(head.board)
    charts = {
        chart.id: chart
        for chart in (
            *_game_charts(head, audience, language),
            _pace_chart(head, _sampled(_turns(head)), language),
        )
    }
    need_known_table(table, (*charts, "tempo", *(["dice"] if sees_all else [])))
    heads: tuple[str, ...]
    rows: list[list[Cell]]
    if table in charts:
        heads, rows = (
            (_("Record"), *charts[table].heads),
            [list(row) for row in charts[table].values],
        )
    elif table == "tempo":
        heads = tuple(
            label_of("numbers", name)
            for name in ("seat", "actions", "gone", "seconds-ms", "middle-ms", "longest-ms")
        )
        rows = [
            [
                item.name,
                item.actions,
                item.taken_back,
                *(round(1000 * time) for time in (item.seconds, item.middle, item.longest)),
            ]
            for item in _tempo_by_seat(head, language)
        ]
    else:
        heads = (
            _("Dice against expectation"),
            *(label_of("numbers", name) for name in ("face", "count", "mean")),
        )
        rows = [
            [item.title, bar.label, int(bar.value), Fraction(bar.expected or 0)]
            for item in _dice_charts(head, language)
            for bar in item.bars
        ]
    named = [same(head) for head in heads]
    return csv_reply(f"{head.id}-{table}", named, rows, lang(), usual_separator(language))


def _requested_view(game: str) -> tuple[Game, Audience]:
    head = game_clerk().game(game)
    return head, audience_of(head, request.args.get("audience", ""))


def _game_charts(head: Game, audience: Audience, language: Lang) -> list[Chart]:
    sampled = _sampled(_turns(head))
    return [_points_chart(sampled, language), *_gauge_charts(sampled, audience, language)]


def _turns(head: Game) -> Turns:
    """The turns of a game, each with the game as it was after its last action in force."""
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
    """The same turns if they are few, else an evenly spaced sample that includes the first and
    last."""
    if len(turns) <= POINTS:
        return turns
    return [turns[i * (len(turns) - 1) // (POINTS - 1)] for i in range(POINTS)]


def _points_chart(turns: Turns, language: Lang) -> Chart:
    by_seat: dict[str, list[tuple[int, float]]] = {}
    for turn, game in turns:
        for line in score_at(game).score:
            by_seat.setdefault(line.seat, []).append((turn, float(read_amount(line.total))))
    return _game_chart("points", _("Points"), by_seat, turns, language, digits=2)


def _gauge_charts(turns: Turns, audience: Audience, language: Lang) -> list[Chart]:
    by_gauge: dict[str, tuple[Gauge, dict[str, list[tuple[int, float]]]]] = {}
    for turn, game in turns:
        for gauge in game.rules.gauges(game.board, audience):
            if gauge.id == "points":  # they have their chart already
                continue
            _, by_seat = by_gauge.setdefault(gauge.id, (gauge, {}))
            for seat, value in gauge.values.items():
                by_seat.setdefault(seat, []).append((turn, float(value)))
    return [
        _game_chart(id, gauge.name.printed(language), by_seat, turns, language, digits=2)
        for id, (gauge, by_seat) in by_gauge.items()
    ]


def _pace_chart(head: Game, turns: Turns, language: Lang) -> Chart:
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
    return _game_chart("pace", _("Time taken"), by_seat, turns, language, duration)


def _game_chart(
    id: str,
    title: str,
    by_seat: dict[str, list[tuple[int, float]]],
    turns: Turns,
    language: Lang,
    tell: Callable[[float], str] = "{:g}".format,
    digits: int = 0,
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
    plain: tuple[tuple[Amount, ...], ...] = tuple(
        (ends[turn], turn, *(Fraction(round(n, digits)) for n in values)) for turn, values in rows
    )
    drawn = step_chart(title, says, series, _("Turn"), tell) if len(turns) > 1 and series else ""
    return Chart(id, title, drawn, (_("Turn"), *names.values()), table, plain)


def _dice_charts(head: Game, language: Lang) -> list[DiceChart]:
    """The rolls in force, counted by game and by seat, beside the counts expected of fair dice.
    Callers show them only to audiences that may know all rolls, since a count would reveal a hidden
    one."""
    charts = []
    for table in dice_statistics(head).tables:
        if not table.in_force:
            continue
        kinds = ", ".join(dict.fromkeys(label.printed(language) for label in table.labels))
        whose = seat_name(head, table.seat).printed(language) if table.seat else _("all seats")
        result = tuple(
            Bar(head.setting.word("", face.face).printed(language), face.count, face.expected)
            for face in table.faces
        )
        says = ", ".join(f"{bar.label}: {bar.value:g}" for bar in result)
        title = f"{kinds} ({whose})"
        p = "" if table.p is None else f"{table.p:.2g}" if table.p < 0.1 else f"{table.p:.2f}"
        charts.append(
            DiceChart(title, bar_chart(title, says, result), result, table, decimal(p, language))
        )
    return charts


def _changes(columns: list[list[tuple[int, float]]]) -> Iterable[tuple[int, tuple[float, ...]]]:
    """The turns in which a value changed, each with all values after it; a column has (turn, value)
    for every turn."""
    before: tuple[float, ...] = ()
    for row in zip(*columns, strict=False):
        values = tuple(value for _, value in row)
        if values != before:
            yield row[0][0], values
        before = values


def _tempo_by_seat(head: Game, language: Lang) -> list[Tempo]:
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


def _undo_chart(tempo: list[Tempo]) -> str:
    if len(tempo) < 2:
        return ""
    return bar_chart(
        _("Taken back, of a hundred actions"),
        _rates_in_words(tempo),
        [Bar(item.name, item.rate) for item in tempo],
        _percent,
    )


def _rates_in_words(tempo: list[Tempo]) -> str:
    return "; ".join(f"{item.name} {_percent(item.rate)}" for item in tempo)


def _percent(share: float) -> str:
    return f"{share:.0f} %"
