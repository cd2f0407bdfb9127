"""The search of games: organisers find those opened with their key, the operator finds all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain
from typing import Annotated, Any, Literal, TypeVar

from flask import Response, g, stream_with_context
from msgspec import Meta, Raw, Struct, to_builtins
from msgspec.structs import replace

from api.game.request import need_known_title
from api.game.subject import game_clerk, games_here
from api.web.access.caller import Caller
from api.web.body import NO_PAGE, Moment, invalid_parameters
from api.web.request.blueprint import Blueprint
from api.web.request.responses import reply
from api.web.request.service import caller, service
from domain.game.clerk.people import People
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Lang, Text
from domain.titles.contract.csv_file import Cell, Separator, csv_file, csv_lines
from projections.boards.positions import Summary, read_summary
from projections.read.views import Views, ViewsDown
from projections.search.query import MOST, Page, Query, words
from projections.store.keys import BadCursor

# Seconds that a search waits for the views to include the newest record; mostly it takes a few
# thousandths of a second.
PATIENCE = 0.1

T = TypeVar("T")

searching = Blueprint("search", __name__, description="The search of games.")


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """The criteria of a search for games; it finds the games that meet all of them."""

    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    status: Annotated[
        Literal["", "open", "ended", "closed"],
        Meta(description="`ended`: won or lost, but not closed yet."),
    ] = ""
    tag: Annotated[
        str, Meta(description="A tag the game was opened with, whole; its case does not matter.")
    ] = ""
    seats: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="The number of seats at the table, automas included."),
    ] = None
    text: Annotated[
        str,
        Meta(description="Words or their beginnings: ids, title, ruleset, tags.", max_length=200),
    ] = ""
    opened_from: Annotated[Moment | None, Meta(description="Opened at this time or later.")] = None
    opened_before: Annotated[Moment | None, Meta(description="Opened before this time.")] = None
    updated_from: Annotated[
        Moment | None, Meta(description="Last written to at this time or later.")
    ] = None
    updated_before: Annotated[
        Moment | None, Meta(description="Last written to before this time.")
    ] = None
    tournament: Annotated[
        str, Meta(description="The id of the tournament it was played in.", max_length=64)
    ] = ""
    player: Annotated[
        str,
        Meta(description="Somebody who sat there: an id, or the name they gave.", max_length=200),
    ] = ""
    irregular: Annotated[bool, Meta(description="Only games with an irregularity that counts.")] = (
        False
    )
    open_claim: Annotated[
        bool, Meta(description="Only games with a claim that no ruling answers.")
    ] = False
    branches: Annotated[
        Literal["no", "only", "all"],
        Meta(
            description="Whether what-if games are listed beside those that were played, or by "
            "themselves."
        ),
    ] = "no"
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most games on a page.", ge=1, le=MOST)] = 50


Spoken = Annotated[Literal["en", "fr"], Meta(description="The language of headings.")]
Separated = Annotated[
    Literal["comma", "semicolon"], Meta(description="A semicolon goes with decimal commas.")
]


class SearchTable(Search, frozen=True, forbid_unknown_fields=True):
    """The criteria of a search, and the language and separator of the table of its results."""

    lang: Spoken = "en"
    separator: Separated = "comma"


@searching.route("/games")
@searching.needs("organiser")
@searching.asks(Search)
@searching.answers(200, "GamePage")
@searching.refuses("store-unavailable")
def search_games(query: Search) -> Response:
    """Search the games by title, player, status, date, tag, irregularity, open claim. The most
    recently written come first.

    A search finds everything that was written before it. It also works without Redis, only slower.

    `total` is null if counting takes longer than finding the page.
    """
    return games_reply(found_page(caller(), _requested_query(query), soon=True))


@searching.route("/games.csv")
@searching.needs("organiser")
@searching.asks(SearchTable)
@searching.answers(200, {"type": "string"}, "The table.", content_type="text/csv")
@searching.refuses("store-unavailable")
def write_search(query: SearchTable) -> Response:
    """Write all games that a search finds as CSV, a game a row, whatever `limit` says; with
    `after`, those from that cursor on. No cell is a formula to a spreadsheet."""
    return games_csv(
        caller(), _requested_query(query), query.lang, named_separator(query.separator)
    )


def _requested_query(search: Search | SearchTable) -> Query:
    need_known_title(search.ruleset)
    need_searchable(search, ("opened_from", "opened_before"), ("updated_from", "updated_before"))
    return Query(
        ruleset=search.ruleset,
        status=search.status,
        tags=(search.tag,) if search.tag else (),
        seats=search.seats,
        opened_from=search.opened_from,
        opened_before=search.opened_before,
        updated_from=search.updated_from,
        updated_before=search.updated_before,
        words=search.text,
        called=search.player,
        tournament=search.tournament,
        irregular=search.irregular,
        open_claim=search.open_claim,
        branches=search.branches,
        after=search.after,
        limit=search.limit,
    )


_HEAD = (
    Text("game"), Text("title"), Text("version"), Text("status"), Text("opened"), Text("last written"), Text("records"),
    Text("ending"), Text("winners"), Text("points"), Text("irregular"), Text("open claims"), Text("tags"), Text("campaign"),
    Text("name"),
)  # fmt: skip


def games_csv(who: Caller | None, query: Query, lang: Lang, separator: Separator) -> Response:
    """All games that a query finds, as CSV, read and sent a page at a time. An unreadable game has
    only its id and a note."""

    def pieces(page: Page) -> Iterator[bytes]:
        while page.after:
            page = found_page(who, replace(query, limit=MOST, after=page.after))
            yield csv_lines(_table_rows(page), separator).encode()

    first = found_page(who, replace(query, limit=MOST))
    answer = csv_reply("games", _HEAD, _table_rows(first), lang, separator)
    if first.after:
        answer.response = stream_with_context(chain((answer.get_data(),), pieces(first)))
        del answer.headers["Content-Length"]
    return answer


def csv_reply(
    name: str, heads: Sequence[Text], rows: Iterable[list[Cell]], lang: Lang, separator: Separator
) -> Response:
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}.csv"',
    }
    return Response(
        csv_file(heads, rows, lang, separator),
        200,
        headers,
        content_type="text/csv; charset=utf-8",
    )


def _table_rows(page: Page) -> Iterator[list[Cell]]:
    yield from map(_table_row, map(read_summary, page.items))
    for id in page.unreadable:
        yield [id, "", "", "damaged", *[""] * (len(_HEAD) - 4)]


def _table_row(game: Summary) -> list[Cell]:
    outcome = game.outcome
    return [
        game.id, game.ruleset, game.version, game.status, to_builtins(game.opened_at), to_builtins(game.at), game.seq,
        outcome.code if outcome else "", ", ".join(outcome.winners) if outcome else "",
        ", ".join(f"{line.seat} {line.total}" for line in game.score), len(game.irregularities),
        len(game.open_claims), ", ".join(game.tags), game.campaign or "", game.name.en,
    ]  # fmt: skip


def games_reply(page: Page) -> Response:
    rest = {"next": page.after or None, "total": page.total, "unreadable": page.unreadable}
    return reply({"games": list(map(Raw, page.items)), **rest})


def need_searchable(search: Any, *ranges: tuple[str, str]) -> None:
    """Raise `invalid-parameters` if one of the time ranges (pairs of field names) is empty, or if
    `text` has no word."""
    wrong: dict[str, Text] = {}
    for first, second in ranges:
        begin, end = getattr(search, first), getattr(search, second)
        if begin is not None and end is not None and begin >= end:
            wrong[second] = Text("No time lies from {first} on and before this.", first=first)
    if search.text and not words(search.text):
        wrong["text"] = Text("There is no word in this: give letters or digits.")
    if wrong:
        raise invalid_parameters(wrong)


def found_page(who: Caller | None, query: Query, *, soon: bool = False) -> Page:
    """The page of games that a query finds for a caller. For a stranger, the query itself has to be
    restricted to public games.

    The page lists a damaged game in `unreadable` if the query fits its opening and listing; if
    these are damaged, too, only for callers who see all games. With `soon`, the page may be
    incomplete while the views cannot be read; then `g.partial` is set. Raises `invalid-parameters`
    for a malformed cursor."""
    query, index = with_player_ids(visible_to(who, query)), games_here().index
    try:
        result = ask_views(lambda views: views.search(query))
        if result is None:
            look = index.search_recent if soon and service().views is not None else index.search
            result = look(query)
            g.partial = result.partial or g.get("partial")
        named = index.unreadable(query, result) if result.unreadable else ()
        return replace(result, unreadable=named)
    except BadCursor:
        raise invalid_parameters({"after": NO_PAGE}) from None


def with_player_ids(query: Query) -> Query:
    """The query with player ids in place of `called`, which is an id or a name."""
    if not query.called:
        return query
    people = People(game_clerk()).find(query.called)
    return replace(query, players=(query.called, *(person.player for person in people)), called="")


def visible_to(who: Caller | None, query: Query) -> Query:
    """The query restricted to the games that a caller may see: for organisers their own, for a
    hall's arbiter those with its tag. For other callers it is unchanged and must be restricted
    already."""
    if who is not None and who.role == "organiser":
        return replace(query, owner=who.id)
    if who is not None and who.group and not who.to:
        return replace(
            query, owner=who.group.owner, tags=(*query.tags, who.group.tag), branches="no"
        )
    return query


def player_names(games: Sequence[str]) -> dict[str, dict[str, str]]:
    """The players' names by game and seat; `""` if they gave none. Games that cannot be read are
    left out."""
    by_game: dict[str, dict[str, str]] = {}
    for id in games:
        with suppress(UnknownGame, DamagedRecord):
            by_game[id] = {
                sitter.seat: sitter.name or ""
                for sitter in People(game_clerk()).at_table(game_clerk().game(id))
            }
    return by_game


def ask_views(read: Callable[[Views], T]) -> T | None:
    """The result of `read`, after waiting a short while until the views include everything written
    before this call. None if they are unavailable or too late; callers then read the index."""
    app = service()
    if app.views is None:
        return None
    try:
        if not app.views.await_position(game_clerk().recorder.max_notification_id() or 0, PATIENCE):
            return None
        return read(app.views)
    except ViewsDown:
        return None


def unreadable_in(pages: Iterable[Page]) -> tuple[str, ...]:
    """The distinct ids of unreadable games on these pages of lists."""
    return tuple(dict.fromkeys(id for page in pages for id in page.unreadable))


STATUSES = ("open", "ended", "closed")

# The parameters of the search form on every page that has one, and the cursor of the next page.
ASKED = ("text", "ruleset", "status", "player", "irregular", "open_claim", "after")


def query_in_address(criteria: Mapping[str, str], limit: int) -> Query:
    """The search that a page's address describes, for `limit` games; choices that the form does not
    offer are ignored."""
    status, player = criteria.get("status", ""), criteria.get("player", "").strip()[:200]
    return Query(
        words=criteria.get("text", "")[:200],
        ruleset=criteria.get("ruleset", "")[:64],
        status=status if status in STATUSES else "",
        called=player,
        irregular=bool(criteria.get("irregular")),
        open_claim=bool(criteria.get("open_claim")),
        after=criteria.get("after", "")[:64],
        limit=limit,
    )


class MalformedDay(Exception):
    """A field has a malformed date; `name` is the field's name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def midnight_of_field(criteria: Mapping[str, str], name: str, later: int = 0) -> datetime | None:
    """Midnight (UTC) of the date in the field `name`, `later` days later; None if it is empty.
    Raises `MalformedDay`."""
    text = criteria.get(name, "").strip()
    if not text:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC) + timedelta(days=later)
    except (ValueError, OverflowError):
        raise MalformedDay(name) from None


def may_search_people(who: Caller | None) -> bool:
    return who is not None and who.at_least("organiser")


def restricted_to_public(who: Caller | None, query: Query) -> Query:
    """The query restricted to public games and without criteria about people, unless the caller is
    an organiser or the operator, for whom it is unchanged."""
    if may_search_people(who):
        return query
    return replace(query, public=True, players=None, called="", irregular=False, open_claim=False)


def named_separator(name: Separated) -> Separator:
    return ";" if name == "semicolon" else ","


def usual_separator(lang: str) -> Separator:
    return ";" if lang == "fr" else ","
