"""A player's own page: their finished games among those that the reader may see, for their organiser and for themselves."""

from __future__ import annotations

from flask import Response, request

from api.game.search_form import separator_in
from api.numbers.pages.across_games import helpers, pace_chart, results_chart, seat_called
from api.numbers.routes import called, counted_player, player_csv, tallies_among
from api.web.pages.pages import lang, needs, page, say, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.seating import seated
from domain.kernel.text import Text
from projections.numbers.player import PlayerNumbers, player_numbers
from projections.numbers.ratings import METHOD
from projections.numbers.tally import tally_of
from projections.search.query import Query

SHOWN = 100
"""Games in the list, at most; the CSV has all of them."""


@site.get("/players/<player>")
@needs("organiser")
def show_player(player: str) -> Response:
    """A player's numbers, for an organiser among their own games."""
    return _page(counted_player(caller(), Query(), player), called([player]).get(player, ""), f"/players/{player}")


@site.get("/players/<player>/<table>.csv")
@needs("organiser")
def write_player_table(player: str, table: str) -> Response:
    """One of the page's tables as CSV."""
    return player_csv(table, counted_player(caller(), Query(), player), lang(), separator_in(lang()))


@site.get("/games/<game>/player")
@needs("seat")
def show_own_numbers(game: str) -> Response:
    """The numbers of whoever sits at the link's seat: this game, if it is over, and public ones they sat in. Whoever runs the game
    names the seat (`?seat=`)."""
    return _page(*_own(game), f"/games/{game}/player")


@site.get("/games/<game>/player/<table>.csv")
@needs("seat")
def write_own_table(game: str, table: str) -> Response:
    """One of that page's tables as CSV."""
    return player_csv(table, _own(game)[0], lang(), separator_in(lang()))


def _own(game: str) -> tuple[PlayerNumbers, str]:
    """The numbers and the name of who sits at a seat of the reader's; raises `no-games-of-player` where nobody does."""
    head, who = service().clerk.game(game), caller()
    there = seated(head)
    seats = [seat for seat in (who.seats or (request.args.get("seat", ""),)) if seat in there]
    if not seats:
        raise Problem("no-games-of-player", Text("Nobody sits at this seat: sit down first, with a name or without."))
    player = there[seats[0]].player
    _, tallies = tallies_among(None, Query(public=True))
    own = tally_of(head)
    if own is not None and all(tally.game != game for tally in tallies):
        tallies.append(own)
    return player_numbers(player, tallies), called([player]).get(player, "")


def _page(found: PlayerNumbers, name: str, at: str) -> Response:
    charts = {
        one.ruleset: (
            results_chart(one.seats, say("across.by-seat"), lambda row, ruleset=one.ruleset: seat_called(ruleset, row.seat)),
            pace_chart(one.pace),
        )
        for one in found.titles
    }
    return page(
        "numbers/player.html", found=found, name=name, charts=charts, at=at, seat=request.args.get("seat", ""), shown=SHOWN,
        method=METHOD, **helpers(),
    )  # fmt: skip
