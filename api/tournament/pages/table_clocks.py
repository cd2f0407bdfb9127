"""The games of a round as pages of a tournament show them: their summaries, and the clocks of those
who sit there."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from api.game.routes.search import found_among
from api.game.seat_clocks import SeatClock, seat_clocks
from api.hall.pages import moment_etag
from api.hall.reading import Game, summaries
from api.tournament.pages.frame import Here
from api.web.request.service import service
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.directing.games import sitting
from projections.search.query import MOST, Query

PAGES = 20  # the most pages of games that are looked through for those of the round

# The clocks of a round's tables, by the number of the table and of the entrant: one each, or those
# of a team's seats.
TableClocks = Mapping[int, Mapping[int, tuple[SeatClock, ...]]]


def round_games(at: Here, wanted: Collection[str]) -> dict[str, Game]:
    """The summaries of these games of the tournament, by id: those written to last are found
    first."""
    found: dict[str, Game] = {}
    query, pages, wanted = Query(tournament=at.t.id, limit=MOST), 0, set(wanted)
    while wanted - found.keys() and pages < PAGES:
        one = found_among(None, query)
        found |= {game["id"]: game for game in summaries(one.games) if game["id"] in wanted}
        if not one.after:
            break
        query, pages = replace(query, after=one.after), pages + 1
    return found


def named_after(at: Here, table: TableAt, game: Game) -> Game:
    """The summary of a table's game with its seats called as their entrants are; where one entrant
    has several, with the seat's own name behind it."""
    seated = dict(sitting(table))
    several = len(table.entrants) < len(seated)

    def named(seat: dict[str, Any]) -> dict[str, Any]:
        if seat["id"] not in seated:
            return seat
        called = at.called[seated[seat["id"]]]
        return seat | {
            "name": {
                lang: f"{called} ({said})" if several else called
                for lang, said in seat["name"].items()
            }
        }

    return game | {"seats": [named(seat) for seat in game["seats"]]}


def table_clocks(at: Here, tables: Collection[TableAt], *, all: bool) -> TableClocks:
    """The clocks of the games that are being played at these tables: of `all`, or of those alone
    that anybody may watch."""
    games = round_games(at, {table.game for table in tables if table.game and table.missing})
    now = service().clerk.clock()
    return {
        table.number: _by_entrant(table, seat_clocks(games[table.game], now))
        for table in tables
        if table.game in games
        and (all or games[table.game]["public"])
        and games[table.game]["status"] == "open"
    }


def clocks_moment(at: Here, shown: RoundAt | None) -> str:
    """What tells a page with a round's clocks from the one before, half a minute ago or before the
    newest record of all; nothing where its games have none."""
    if shown is None or (at.t.rules.stages[shown.stage].time_control is None and not at.t.amended):
        return ""
    return moment_etag()


def _by_entrant(table: TableAt, clocks: tuple[SeatClock, ...]) -> dict[int, tuple[SeatClock, ...]]:
    by_seat = {one.seat: one for one in clocks}
    seated = [(entrant, by_seat[seat]) for seat, entrant in sitting(table) if seat in by_seat]
    return {
        entrant: tuple(clock for other, clock in seated if other == entrant)
        for entrant, _ in seated
    }
