"""The API of statistics across games: of all games that a search finds for the caller, and of one
player."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Literal, get_args

import msgspec
from flask import Response
from msgspec import Meta, Struct
from msgspec.structs import replace

from api.game.request import need_known_title
from api.game.search import (
    Separated,
    Spoken,
    ask_views,
    csv_reply,
    named_separator,
    need_searchable,
    visible_to,
    with_player_ids,
)
from api.game.subject import game_clerk, games_here
from api.web.access.caller import Caller
from api.web.body import Moment, invalid_parameters
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from api.web.request.responses import reply
from api.web.request.service import caller, service
from domain.game.clerk.people import People
from domain.game.refusals import UnknownPlayer
from domain.kernel.text import Lang, Text
from domain.titles.contract.csv_file import Cell, Separator
from projections.numbers.counters import is_counted_opening, sums_of
from projections.numbers.intervals import Share
from projections.numbers.player import PlayerNumbers, PlayerTitle, player_numbers
from projections.numbers.ratings import ratings
from projections.numbers.sums import (
    Numbers,
    Pace,
    SeatResult,
    Spread,
    TitleNumbers,
    numbers,
    tallies_by_group,
)
from projections.numbers.tally import OPENING, Tally
from projections.search.query import Query

# The most games that are counted at once without running sums, and in which players are rated: they
# take some two seconds of processor time.
MOST = 20_000

FOLDED = 200  # games that are read from the record where the views cannot be reached

blueprint = Blueprint("numbers", __name__, description="Numbers across games.")

ANSWERS = (Numbers, PlayerNumbers)

# The tables of a search's numbers that can be written as CSV.
NumberTable = Literal[
    "titles", "seats", "order", "openings", "endings", "lengths", "pace", "care", "ratings"
]

PlayerTable = Literal[
    "titles", "seats", "order", "games"
]  # the tables of a player's numbers that can be written as CSV


class GamesToCount(Struct, frozen=True, forbid_unknown_fields=True):
    """The games to count: those that meet every given condition. What-if games and games in
    progress are never counted."""

    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    group: Annotated[
        str,
        Meta(description="Games of one name and one sheet, by the id that the numbers give them."),
    ] = ""
    player: Annotated[
        str,
        Meta(description="Somebody who sat there: an id, or the name they gave.", max_length=200),
    ] = ""
    tournament: Annotated[str, Meta(description="The tournament's id.", max_length=64)] = ""
    tag: Annotated[
        str, Meta(description="A tag the game was opened with, whole; its case does not matter.")
    ] = ""
    text: Annotated[
        str,
        Meta(description="Words or their beginnings: ids, title, ruleset, tags.", max_length=200),
    ] = ""
    opened_from: Annotated[Moment | None, Meta(description="Opened at this time or later.")] = None
    opened_before: Annotated[Moment | None, Meta(description="Opened before this time.")] = None
    opening: Annotated[
        str,
        Meta(
            description="Moves that the game began with, as `openings` tells them, with commas "
            "between: what followed is counted.",
            max_length=400,
        ),
    ] = ""


class GamesToWrite(GamesToCount, frozen=True, forbid_unknown_fields=True):
    lang: Spoken = "en"
    separator: Separated = "comma"


class CsvStyle(Struct, frozen=True, forbid_unknown_fields=True):
    lang: Spoken = "en"
    separator: Separated = "comma"


@blueprint.route("/numbers")
@blueprint.needs("organiser")
@blueprint.asks(GamesToCount)
@blueprint.answers(200, "Numbers")
@blueprint.refuses("too-many-games", "numbers-unavailable", "store-unavailable")
def count_games(query: GamesToCount) -> Response:
    """Count the finished games that a search finds; for organisers, among their own. The numbers
    are results by seat, by who acted first and by opening; lengths, pace, retractions and
    irregularities; and ratings, if all games have one name and one sheet (`group`).

    Shares have the exact interval at 95 % (Clopper and Pearson); ratings are those of Weng and Lin
    (2011), computed from these games alone.
    """
    return reply(numbers_of(caller(), _query(query), moves_in(query.opening), rated=True))


@blueprint.route("/numbers/<table>.csv")
@blueprint.needs("organiser")
@blueprint.asks(GamesToWrite)
@blueprint.answers(200, {"type": "string"}, "The table.", content_type="text/csv")
@blueprint.refuses("unknown-table", "too-many-games", "numbers-unavailable", "store-unavailable")
def write_numbers(query: GamesToWrite, table: str) -> Response:
    """Write one table of these numbers as CSV, in which no cell is a formula: `titles`, `seats`,
    `order` (of the first actions), `openings`, `endings`, `lengths`, `pace`, `care` (actions taken
    back, irregularities, rulings except those on clocks), `ratings`."""
    result = numbers_of(caller(), _query(query), moves_in(query.opening), each=table == "ratings")
    return numbers_csv(table, result, query.lang, named_separator(query.separator), named=True)


@blueprint.route("/players/<player>/numbers")
@blueprint.needs("organiser")
@blueprint.answers(200, "PlayerNumbers")
@blueprint.refuses(
    "no-games-of-player", "too-many-games", "numbers-unavailable", "store-unavailable"
)
def count_player(player: str) -> Response:
    """Count a player's finished games among those that the caller may see: wins, by seat and by
    who acted first; pace; and a rating among all players of the games with the same names and
    sheets."""
    return reply(numbers_of_player(caller(), Query(), player))


@blueprint.route("/players/<player>/numbers/<table>.csv")
@blueprint.needs("organiser")
@blueprint.asks(CsvStyle)
@blueprint.answers(200, {"type": "string"}, "The table.", content_type="text/csv")
@blueprint.refuses(
    "unknown-table",
    "no-games-of-player",
    "too-many-games",
    "numbers-unavailable",
    "store-unavailable",
)
def write_player(query: CsvStyle, player: str, table: str) -> Response:
    """Write one table of a player's numbers as CSV: `titles`, `seats`, `order`, `games`."""
    return player_csv(
        table,
        numbers_of_player(caller(), Query(), player),
        query.lang,
        named_separator(query.separator),
    )


# -- what pages share ------------------------------------------------------------------------------


def numbers_of(
    who: Caller | None,
    query: Query,
    opening: Sequence[str] = (),
    *,
    rated: bool = False,
    each: bool = False,
) -> Numbers:
    """The numbers of the games that a query finds for a caller. `opening`: only of games that began
    with these moves. `rated`: with ratings, if the games have one name and sheet and are at most
    `MOST`; `each`: with ratings for each name and sheet. Numbers are read from the views' running
    sums if those suffice. Raises `too-many-games` and `numbers-unavailable`."""
    query, tallies = visible_to(who, query), None
    scope, of = query.scope(), {"ruleset": query.ruleset, "group": query.group}
    result = None
    if scope and is_counted_opening(opening) and not each:
        result = ask_views(
            lambda views: views.sums(scope, lambda sums: numbers(sums, opening, **of))
        )
    if result is None:
        found, tallies = tallies_among(who, query)
        result = replace(numbers(sums_of(tallies), opening), found=found)
    if each or (rated and len(result.titles) == 1 and result.found <= MOST):
        groups = tallies_by_group(tallies_among(who, query)[1] if tallies is None else tallies)
        titles = [
            replace(title, rated=True, ratings=ratings(groups.get(title.group, ())))
            for title in result.titles
        ]
        result = replace(result, titles=tuple(titles))
    return result


def numbers_of_player(who: Caller | None, query: Query, player: str) -> PlayerNumbers:
    """A player's numbers in the games that a query finds for a caller. Raises `no-games-of-player`,
    `too-many-games` and `numbers-unavailable`."""
    own, tallies = tallies_among(who, replace(query, players=(player,)))
    groups = {tally.group for tally in tallies}
    if not own:
        raise Problem("no-games-of-player")
    every = [
        tally for id in sorted(groups) for tally in tallies_among(who, replace(query, group=id))[1]
    ]
    return player_numbers(player, every)


def tallies_among(who: Caller | None, query: Query) -> tuple[int, list[Tally]]:
    """The number of games that a query finds for a caller, and the tallies of those that are
    finished. Raises `too-many-games` and `numbers-unavailable`."""
    query = visible_to(who, query)
    query = with_player_ids(query)
    result, tallies = ask_views(lambda views: views.tallies(query, MOST)) or _tallies_from_record(
        query
    )
    if result > MOST or tallies is None:
        raise Problem(
            "too-many-games",
            Text(
                "{count} games are found; up to {most} are counted at once.",
                count=result,
                most=MOST,
            ),
        )
    return result, [_decode(tally) if isinstance(tally, bytes) else tally for tally in tallies]


def _tallies_from_record(query: Query) -> tuple[int, list[Tally]]:
    """The number of games that a query finds and the tallies of the finished ones, read from the
    record because the views cannot be. Raises `numbers-unavailable` if there are more than
    `FOLDED`."""
    folded = games_here().index.tallies(query, FOLDED)
    if folded is None:
        lag = service().lag()
        says = lag and Text(
            "The views are not current. Records still to take in: {count}.", count=lag
        )
        raise Problem("numbers-unavailable", says or None, headers={"Retry-After": "5"})
    return folded


_decode = msgspec.json.Decoder(Tally).decode


def moves_in(opening: str) -> tuple[str, ...]:
    return tuple(move for move in opening.split(",") if move)[:OPENING]


def names_of(players: Iterable[str]) -> dict[str, str]:
    """The newest name of each player by id. Players without one, or whose name was erased, are left
    out."""
    people, result = People(game_clerk()), {}
    for player in players:
        try:
            names = people.person(player).names
        except UnknownPlayer:
            continue
        if names:
            result[player] = names[-1]
    return result


def _query(requested: GamesToCount) -> Query:
    """The search query for the games to count. Raises `invalid-parameters`."""
    need_known_title(requested.ruleset)
    need_searchable(requested, ("opened_from", "opened_before"))
    if len(moves_in(requested.opening)) < len(requested.opening.split(",")) and requested.opening:
        raise invalid_parameters(
            {
                "opening": Text(
                    "An opening is at most {most} moves, with commas between.", most=OPENING
                )
            }
        )
    return Query(
        ruleset=requested.ruleset,
        group=requested.group,
        called=requested.player,
        tournament=requested.tournament,
        tags=(requested.tag,) if requested.tag else (),
        words=requested.text,
        opened_from=requested.opened_from,
        opened_before=requested.opened_before,
    )


# -- as CSV ----------------------------------------------------------------------------------------

_TITLE, _GAMES, _SEAT = Text("title"), Text("games"), Text("seat")
_NAME, _SHEET = Text("name"), Text("sheet")
_SHARE = (Text("won"), Text("of"), Text("percent"), Text("from (95 %)"), Text("to (95 %)"))
_POINTS = (Text.pgettext("column", "shared"), Text("games with points"), Text("sum of points"))
_PART = (Text("count"), Text("of"), Text("percent"))

_NAMED = (_TITLE, _NAME, _SHEET)

_HEADS: dict[str, tuple[Text, ...]] = {
    "titles": (_GAMES, Text("with an outcome")),
    "seats": (_SEAT, *_SHARE, *_POINTS),
    "order": (Text("acted as number"), *_SHARE, *_POINTS),
    "openings": (Text("move"), Text("acted as number"), Text("taken"), *_SHARE[1:], *_SHARE),
    "endings": (Text("ending"), _GAMES, *_SHARE[1:]),
    "lengths": (Text("what"), _GAMES, Text("least"), Text("quarter"), Text("median"), Text("three quarters"), Text("most")),
    "pace": (Text("seconds up to"), Text("turns"), Text("up to here"), *_PART[1:]),
    "care": (Text("what"), Text("count"), *_SHARE[1:]),
    "ratings": (
        Text("player"), Text("name"), _GAMES, Text("won"), Text("rating"), Text("deviation"), Text("ranked by"),
    ),
}  # fmt: skip


def numbers_csv(
    table: str, result: Numbers, lang: Lang, separator: Separator, *, named: bool
) -> Response:
    """A table of a search's numbers as CSV. `named`: with players' names. Raises
    `unknown-table`."""
    name = need_known_table(table, get_args(NumberTable))
    names = (
        names_of(item.player for title in result.titles for item in title.ratings)
        if named and name == "ratings"
        else {}
    )
    rows = [
        [*_title_cells(title, lang), *row]
        for title in result.titles
        for row in _rows(name, title, names)
    ]
    return csv_reply(f"numbers-{name}", (*_NAMED, *_HEADS[name]), rows, lang, separator)


def player_csv(table: str, result: PlayerNumbers, lang: Lang, separator: Separator) -> Response:
    """A table of a player's numbers as CSV. Raises `unknown-table`."""
    name = need_known_table(table, get_args(PlayerTable))
    head: tuple[Text, ...]
    if name == "games":
        head = (
            Text("game"), _TITLE, _NAME, Text("ended"), _SEAT, Text("players"), Text("place"), Text("won"), Text("points"),
        )  # fmt: skip
        rows: list[list[Cell]] = [
            [
                item.game, item.ruleset, item.name.printed(lang), f"{item.ended:%Y-%m-%dT%H:%M:%SZ}", item.seat, item.players,
                "" if item.place is None else item.place, int(item.won), "" if item.points is None else Fraction(item.points),
            ]
            for item in result.played
        ]  # fmt: skip
    elif name == "titles":
        head = (
            *_NAMED,
            _GAMES,
            *_SHARE,
            Text("rating"),
            Text("deviation"),
            Text("rank"),
            Text("rated"),
        )
        rows = [
            [
                *_title_cells(item, lang), item.games, *_share_cells(item.wins),
                *([_tenths(item.rating.rating), _tenths(item.rating.deviation)] if item.rating else ["", ""]),
                item.rank or "", item.rated,
            ]
            for item in result.titles
        ]  # fmt: skip
    else:
        head = (*_NAMED, *_HEADS["seats" if name == "seats" else "order"])
        rows = [
            [*_title_cells(title, lang), *_result_cells(row)]
            for title in result.titles
            for row in (title.seats if name == "seats" else title.order)
        ]
    return csv_reply(f"player-{name}", head, rows, lang, separator)


def _title_cells(title: TitleNumbers | PlayerTitle, lang: Lang) -> list[Cell]:
    return [title.ruleset, title.name.printed(lang), title.sheet]


def need_known_table(table: str, tables: tuple[str, ...]) -> str:
    """Return `table` if it is one of `tables`. Raises `unknown-table`."""
    if table not in tables:
        there = ", ".join(tables)
        raise Problem(
            "unknown-table",
            Text("There is no table {table} here: there are {there}.", table=table, there=there),
        )
    return table


def _rows(name: str, title: TitleNumbers, names: dict[str, str]) -> list[list[Cell]]:
    match name:
        case "titles":
            return [[title.games, title.decided]]
        case "seats" | "order":
            return [_result_cells(row) for row in (title.seats if name == "seats" else title.order)]
        case "openings":
            return [
                [
                    move.move,
                    move.by or "",
                    move.taken.hits,
                    *_share_cells(move.taken)[1:],
                    *_share_cells(move.wins),
                ]
                for move in title.openings.moves
            ]
        case "endings":
            return [[ending.outcome, *_share_cells(ending.games)] for ending in title.endings]
        case "lengths":
            spreads = {"actions": title.actions, "turns": title.turns, "minutes": title.minutes}
            return [
                _spread_cells(what, result)
                for what, result in spreads.items()
                if result is not None
            ]
        case "pace":
            return [_pace_cells(item) for item in title.pace]
        case "care":
            care = title.care
            texts = {
                "actions taken back": care.gone,
                "games with something taken back": care.with_undo,
                "irregular games": care.irregular,
                "games with a claim": care.claimed,
                "games with a ruling": care.ruled,
            }
            return [[what, *_share_cells(result)] for what, result in texts.items()]
        case _:
            return [
                [
                    rating.player, names.get(rating.player, ""), rating.games, rating.wins,
                    _tenths(rating.rating), _tenths(rating.deviation), _tenths(rating.ranked),
                ]
                for rating in title.ratings
            ]  # fmt: skip


def _result_cells(row: SeatResult) -> list[Cell]:
    return [row.seat, *_share_cells(row.wins), row.shared, row.scored, Fraction(row.points)]


def _share_cells(item: Share) -> list[Cell]:
    return [
        item.hits,
        item.of,
        *("" if value is None else _tenths(value) for value in (item.percent, item.low, item.high)),
    ]


def _spread_cells(what: str, item: Spread) -> list[Cell]:
    return [what, item.games, item.least, item.quarter, item.middle, item.three_quarters, item.most]


def _pace_cells(item: Pace) -> list[Cell]:
    return ["" if item.upto is None else item.upto, item.turns, *_share_cells(item.share)[:3]]


def _tenths(value: float) -> Fraction:
    """A number rounded to one decimal."""
    return Fraction(round(10 * value), 10)
