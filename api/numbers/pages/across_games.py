"""Numbers across games: of all that a search finds and the reader may see, title by title, each
table also as CSV; and the page of one player among them."""

from functools import cache
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.search_form import Wrong, day, knows_people, open_to, query, separator_in
from api.numbers.routes import (
    called,
    counted,
    counted_player,
    moves_in,
    numbers_csv,
    player_csv,
    tallies_among,
)
from api.web.pages.charts import Bar, bars
from api.web.pages.pages import anybody, lang, needs, page, say, site, visitor
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.seating import seated
from domain.game.clerk.commands import Opening
from domain.game.clerk.opening import setting_for
from domain.kernel.text import Text
from domain.kernel.words.typography import decimal
from domain.titles import registry
from projections.numbers.intervals import Share
from projections.numbers.player import PlayerNumbers, player_numbers
from projections.numbers.ratings import METHOD
from projections.numbers.sums import (
    OTHER,
    Numbers,
    OpeningMove,
    Pace,
    SeatResult,
    Spread,
    TitleNumbers,
)
from projections.numbers.tally import tally_of
from projections.search.query import Query

SHOWN = 50  # players in the table of ratings, at most; the CSV has all of them


class TitlePage(Struct, frozen=True):
    """What a page shows of one title: its numbers and the charts; a chart of fewer than two bars is
    none (`""`)."""

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
    found = Numbers(0, 0, ())
    try:
        found = _counted(rated=knows_people(who))
    except Wrong as e:
        wrong = e.name
    one = found.titles[0] if len(found.titles) == 1 else None
    return page(
        "numbers/across_games.html",
        422 if wrong else 200,
        who=who,
        titles=[(id, registry.ruleset(id).about) for id in registry.ids()],
        asked=request.args,
        wrong=wrong,
        people=knows_people(who),
        found=found,
        one=None if one is None else TitlePage(one, *_charts(one)),
        names=called(rating.player for rating in one.ratings[:SHOWN]) if one else {},
        shown=SHOWN,
        method=METHOD,
        **helpers(),
    )


@site.get("/numbers/<table>.csv")
@anybody
def write_numbers_of_games(table: str) -> Response:
    people = knows_people(visitor())
    try:
        found = _counted(rated=people and table == "ratings")
    except Wrong:
        return show_numbers_of_games()
    return numbers_csv(table, found, lang(), separator_in(lang()), named=people)


def _counted(*, rated: bool) -> Numbers:
    who, asked = visitor(), request.args
    tag = asked.get("tag", "").strip()[:64]
    wanted: Query = replace(
        query(
            asked
            if knows_people(who)
            else {name: value for name, value in asked.items() if name != "player"},
            1,
        ),
        status="",
        tags=(tag,) if tag else (),
        tournament=asked.get("tournament", "").strip()[:64],
        opened_from=day(asked, "opened_from"),
        opened_before=day(asked, "opened_to", later=1),
        after="",
    )
    return counted(who, open_to(who, wanted), moves_in(asked.get("opening", "")[:400]), rated=rated)


# -- what templates say
# --------------------------------------------------------------------------------------------------


def helpers() -> dict[str, Any]:
    return {
        "percent": percent,
        "between": between,
        "seat_called": seat_called,
        "move_called": move_called,
        "ending_called": ending_called,
        "title_called": lambda ruleset: registry.ruleset(ruleset).about.title,
        "mean": lambda row: (
            decimal(f"{row.points / row.scored:.1f}", lang()) if row.scored else "–"
        ),
        "number": lambda value: decimal(f"{value:g}", lang()),
        "with_opening": _with_opening,
        "other": OTHER,
    }


def percent(one: Share) -> str:
    """A share in percent; a dash where there is nothing to have a share of."""
    return "–" if one.percent is None else decimal(f"{one.percent:.1f} %", lang())


def between(one: Share) -> str:
    if one.low is None:
        return "–"
    return say(
        "across.between",
        low=decimal(f"{one.low:.1f}", lang()),
        high=decimal(f"{one.high:.1f}", lang()),
    )


def seat_called(ruleset: str, seat: str) -> str:
    """What a seat of a title is called; its id where only some tables have it."""
    name = _seats(ruleset).get(seat)
    return name.capital().printed(lang()) if name is not None else seat


@cache
def _seats(ruleset: str) -> dict[str, Any]:
    opening = Opening(ruleset=ruleset, players=registry.ruleset(ruleset).about.seats[-1])
    return {
        spec.id: spec.name
        for spec in setting_for(opening, service().clerk.key_values)[2].seat_specs
    }


def move_called(ruleset: str, move: str) -> str:
    if move == OTHER:
        return say("across.other")
    kind, _, named = move.partition(":")
    known = registry.ruleset(ruleset).kind_names.get(kind)
    words = known.printed(lang()) if known else kind.replace("-", " ").capitalize()
    return f"{words} ({named})" if named and named not in (kind, words.casefold()) else words


def ending_called(ruleset: str, ending: str) -> str:
    """What an ending of a title is called; its code where the title does not know it any more."""
    name = registry.ruleset(ruleset).about.ending_names.get(ending)
    return name.printed(lang()) if name is not None else ending


def _with_opening(line: tuple[str, ...], move: str) -> str:
    return urlencode({**request.args.to_dict(), "opening": ",".join((*line, move))})


def _charts(title: TitleNumbers) -> tuple[str, ...]:
    moves = [move for move in title.openings.moves if move.wins.of and move.move != OTHER][:6]
    return (
        results_chart(
            title.seats, say("across.by-seat"), lambda row: seat_called(title.ruleset, row.seat)
        ),
        results_chart(title.order, say("across.by-order"), lambda row: row.seat),
        _chart(
            say("across.opening"),
            [_bar(move_called(title.ruleset, move.move), move) for move in moves],
        ),
        _lengths(title.actions),
        pace_chart(title.pace),
    )


def _bar(label: str, row: SeatResult | OpeningMove) -> Bar:
    return share_bar(label, row.wins)


def share_bar(label: str, one: Share, expected: float | None = None) -> Bar:
    return Bar(
        label,
        one.percent or 0,
        expected,
        (one.low, one.high) if one.low is not None and one.high is not None else None,
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


def _chart(title: str, found: list[Bar]) -> str:
    if len(found) < 2:
        return ""
    return bars(
        title, "; ".join(f"{bar.label} {_whole(bar.value)}" for bar in found), found, _whole
    )


def _whole(value: float) -> str:
    return f"{value:.0f} %"


def _lengths(one: Spread | None) -> str:
    if one is None or len(one.bins) < 2:
        return ""
    found = [Bar(str(edge), count) for edge, count in zip(one.edges, one.bins, strict=False)]
    return bars(
        say("across.lengths"), "; ".join(f"{bar.label}: {bar.value:g}" for bar in found), found
    )


def pace_chart(rows: tuple[Pace, ...]) -> str:
    turns = sum(row.turns for row in rows)
    found = [
        Bar("…" if row.upto is None else str(row.upto), 100 * row.turns / turns) for row in rows
    ]
    return _chart(say("across.pace"), found) if sum(bar.value > 0 for bar in found) > 1 else ""


GAMES_SHOWN = 100  # games in the list, at most; the CSV has all of them


@site.get("/players/<player>")
@needs("organiser")
def show_player(player: str) -> Response:
    return _page(
        counted_player(caller(), Query(), player),
        called([player]).get(player, ""),
        f"/players/{player}",
    )


@site.get("/players/<player>/<table>.csv")
@needs("organiser")
def write_player_table(player: str, table: str) -> Response:
    return player_csv(
        table, counted_player(caller(), Query(), player), lang(), separator_in(lang())
    )


@site.get("/games/<game>/player")
@needs("seat")
def show_own_numbers(game: str) -> Response:
    """The numbers of whoever sits at the link's seat: this game, if it is over, and public ones
    they sat in. Whoever runs the game names the seat (`?seat=`)."""
    return _page(*_own(game), f"/games/{game}/player")


@site.get("/games/<game>/player/<table>.csv")
@needs("seat")
def write_own_table(game: str, table: str) -> Response:
    return player_csv(table, _own(game)[0], lang(), separator_in(lang()))


def _own(game: str) -> tuple[PlayerNumbers, str]:
    """The numbers and the name of who sits at a seat of the reader's; raises `no-games-of-player`
    where nobody does."""
    head, who = service().clerk.game(game), caller()
    there = seated(head)
    seats = [seat for seat in (who.seats or (request.args.get("seat", ""),)) if seat in there]
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
    return player_numbers(player, tallies), called([player]).get(player, "")


def _page(found: PlayerNumbers, name: str, at: str) -> Response:
    charts = {
        one.ruleset: (
            results_chart(
                one.seats,
                say("across.by-seat"),
                lambda row, ruleset=one.ruleset: seat_called(ruleset, row.seat),
            ),
            pace_chart(one.pace),
        )
        for one in found.titles
    }
    return page(
        "numbers/player.html", found=found, name=name, charts=charts, at=at, seat=request.args.get("seat", ""), shown=GAMES_SHOWN,
        method=METHOD, **helpers(),
    )  # fmt: skip
