"""The page of a hall: all tables of an evening by state, whose turn it is and since when, and which
decisions wait; and pages for links to halls."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal
from zlib import crc32

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.admin.pages import REUSED, end_of_day, loopback_host
from api.game.cards import TABLE_TAG, result_in_words
from api.game.links import LinkAt, link_at
from api.game.naming import translated
from api.game.search import found_page, player_names, unreadable_in
from api.game.seat_clocks import SeatClock, seat_clocks
from api.game.subject import game_clerk, games_here
from api.hall.routes import IssueHall, find_hall_link, issue_hall_link, revocable_hall_links
from api.web.access.caller import Caller
from api.web.access.links import IssuedLink, page_qr_svg
from api.web.access.subjects import FIRST, GROUP
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit
from api.web.pages.labels import add_labels
from api.web.pages.pages import _, go, lang, needs, page, same_moment, site
from api.web.request.service import Service, caller, service
from domain.game.notes.conditions import need_tag
from domain.kernel.sentences import Sentences
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import LanguageWithNames, Text
from domain.tournament.refusals import UnknownTournament
from domain.tournament.tournaments import Tournaments
from projections.boards.positions import SeatAt, Summary, read_summary
from projections.search.query import MOST, Page, Query

FIRST["/hall"] = GROUP

add_labels(
    {
        "hall-state": Sentences("""
            waiting = wait for you
            over = time is over
            finished = finished, to be closed
            playing = being played
            begins = not begun
            done = done
        """),
    }
)


State = Literal["waiting", "over", "finished", "playing", "begins", "done"]

# The states of tables as the page lists them: those that wait for the hall's arbiter, those whose
# time is over, and so on.
ORDER: tuple[State, ...] = ("waiting", "over", "finished", "playing", "begins", "done")


class WaitingDecision(Struct, frozen=True):
    """A decision that waits: a unique key, its text, and the address where it is decided."""

    key: str
    text: str
    href: str


class HallTable(Struct, frozen=True):
    """A table of a hall. `number` is 0 if it has none. `waits` are the decisions that wait there.
    `to_act` are the names of those to act, `since` is when their turn began, and `lasted` how long
    ago that was, in words. `end` is the result in words, `signed` says how many players have signed
    it. `desk` and `game` are addresses, empty if there is none for the reader."""

    number: int
    title: str
    id: str
    state: State
    waits: tuple[WaitingDecision, ...] = ()
    to_act: str = ""
    since: datetime | None = None
    lasted: str = ""
    end: str = ""
    signed: str = ""
    desk: str = ""
    game: str = ""
    irregular: bool = False
    clocks: tuple[SeatClock, ...] = ()


class TableGroup(Struct, frozen=True):
    state: State
    tables: tuple[HallTable, ...]


class TournamentPlace(Struct, frozen=True):
    """A game's place in a tournament: the tournament's title and round in words (empty: the game is
    of no tournament), and the table's number (0: none)."""

    title: str = ""
    table: int = 0


NO_EVENT = TournamentPlace()


class TournamentPlaces(dict[str, TournamentPlace]):
    """The tournament rounds of games, by game id. Each is read when it is first looked up, and each
    tournament once. If a record of a game or tournament is damaged, the `TournamentPlace`'s title says
    so."""

    def __init__(self) -> None:
        super().__init__()
        self._titles: dict[str, str] = {}

    def __missing__(self, game: str) -> TournamentPlace:
        try:
            opened = games_here().opened(game)
            tournament = opened.tournament
            if tournament and tournament not in self._titles:
                self._titles[tournament] = _tournament_title(tournament)
            title = (
                self._titles[tournament] + " · " + _("Round {round}", round=opened.round)
                if tournament
                else ""
            )
            self[game] = TournamentPlace(title, opened.table)
        except DamagedRecord:
            self[game] = TournamentPlace(_("damaged record {id}", id=game))
        return self[game]


def _tournament_title(tournament: str) -> str:
    store = service().of(Tournaments).store
    try:
        return store.title(store.tournament(tournament)) or _("The tournament")
    except (DamagedRecord, UnknownTournament):
        return _("damaged record {id}", id=tournament)


def with_player_names(game: Summary, players: dict[str, str]) -> Summary:
    """A game's summary in which the seats have their players' names; a seat without one keeps its
    own name."""
    return replace(
        game, seats=tuple(_with_name(seat, players.get(seat.id, "")) for seat in game.seats)
    )


def _with_name(seat: SeatAt, name: str) -> SeatAt:
    return replace(seat, name=Text(name, name)) if name else seat


def table_of(game: Summary, now: datetime, event: TournamentPlace = NO_EVENT) -> HallTable:
    """A game as a table of a hall at the time `now`. `event` is its tournament round. The players'
    names are in its title."""
    players = " – ".join(translated(seat.name) for seat in game.seats if seat.role == "player")
    numbered = [tag for tag in game.tags if TABLE_TAG.fullmatch(tag)]
    clocks = seat_clocks(game, now) if game.status != "closed" else ()
    waits = tuple(waiting_decisions(game, now))
    over = tuple(_time_over_decisions(game, clocks)) if game.status == "open" else ()
    since = game.turn_since
    return HallTable(
        number=int(numbered[0].split()[1]) if numbered else event.table,
        title=" · ".join(filter(None, (event.title, translated(game.name), players))),
        id=game.id,
        state=_state_of(game, waits, over=bool(over)),
        waits=(*waits, *over, *_closing_decision(game)),
        to_act=names_to_act(game),
        since=since,
        lasted=span_in_words((now - since).total_seconds()) if since else "",
        end=_result(game),
        signed=signatures_in_words(game),
        desk=f"/games/{game.id}/desk",
        game=f"/games/{game.id}",
        irregular=bool(game.irregularities),
        clocks=clocks,
    )


def _result(game: Summary) -> str:
    if game.outcome is None:
        return ""
    people = {seat.id: translated(seat.name) for seat in game.seats}
    return result_in_words(game, game_clerk().game(game.id), LanguageWithNames(lang(), people))


def waiting_decisions(game: Summary, now: datetime) -> Iterator[WaitingDecision]:
    desk = f"/games/{game.id}/desk"
    for seq in game.open_claims:
        yield WaitingDecision(
            f"claim:{game.id}:{seq}", _("Claim of record {seq}", seq=seq), f"{desk}#claim-{seq}"
        )
    for waiting in game.open_requests:
        if waiting.until is None or waiting.until > now:
            seat = name_of_seat(game, waiting.seat)
            yield WaitingDecision(
                f"request:{game.id}:{waiting.record}",
                _("{seat} asks to take back", seat=seat),
                f"{desk}#proposal-{waiting.record}",
            )


def _closing_decision(game: Summary) -> Iterator[WaitingDecision]:
    if game.status == "ended" and not game.open_claims:
        yield WaitingDecision(
            f"ended:{game.id}:{game.seq}",
            _("Close it"),
            f"/games/{game.id}/desk/close",
        )


def _time_over_decisions(game: Summary, clocks: tuple[SeatClock, ...]) -> Iterator[WaitingDecision]:
    """A waiting decision for each seat whose time is over. If each turn has its own time, only
    seats that are to act are counted."""
    each_turn = game.time_control is not None and game.time_control.kind == "per-move"
    for clock in clocks:
        if clock.seconds < 0 and not (each_turn and clock.seat not in game.to_act):
            yield WaitingDecision(
                f"time:{game.id}:{clock.seat}",
                _("Time is over: {seat}", seat=clock.name),
                f"/games/{game.id}/desk#clocks",
            )


def is_about_time(wait: WaitingDecision) -> bool:
    return wait.key.startswith("time:")


def _state_of(game: Summary, waits: tuple[WaitingDecision, ...], *, over: bool) -> State:
    if waits or over:
        return "waiting" if waits else "over"
    if game.status != "open":
        return "finished" if game.status == "ended" else "done"
    return "begins" if game.turn_since == game.opened_at else "playing"


def names_to_act(game: Summary) -> str:
    return ", ".join(name_of_seat(game, seat) for seat in game.to_act)


def name_of_seat(game: Summary, seat: str) -> str:
    return next((translated(spec.name) for spec in game.seats if spec.id == seat), seat)


def signatures_in_words(game: Summary) -> str:
    """A sentence about how many players have signed a game that has ended; empty unless it has
    ended and is not closed."""
    players = [seat.id for seat in game.seats if seat.role == "player"]
    signers = [seat for seat in players if seat in game.signed]
    if game.status != "ended":
        return ""
    return (
        _("Signed by {count} of {of}.", count=len(signers), of=len(players))
        if signers
        else _("Nobody has signed it.")
    )


def span_in_words(seconds: float) -> str:
    """A time span in words, to the minute: `12 min`, `3 h 5 min`."""
    minutes = max(0, int(seconds // 60))
    if minutes < 60:
        return _("{minutes} min", minutes=minutes)
    return _("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def tables_by_state(tables: Iterable[HallTable]) -> list[TableGroup]:
    """The tables grouped by state, in `ORDER`. Tables that are being played are sorted by how long
    the turn has lasted, longest first; others by number."""
    by_state: dict[State, list[HallTable]] = {state: [] for state in ORDER}
    for table in tables:
        by_state[table.state].append(table)
    for state, listed in by_state.items():
        listed.sort(key=lambda table: (table.number == 0, table.number, table.id))
        if state == "playing":
            listed.sort(key=lambda table: (table.since is None, table.since))
    return [TableGroup(state, tuple(listed)) for state, listed in by_state.items() if listed]


# The most tables listed that are not closed. If there are more, the page is read tag by tag.
TABLES = 1_000

CLOSED = 60  # The most that are listed of those that are closed, the newest.

HALF_A_MINUTE = 30


@site.get("/hall")
@needs("arbiter")
def show_hall() -> Response:
    """The page of a hall for the holder of its link. An organiser gets all of their own games, or
    those with the tag `?tag=`. The arbiter of one game is redirected to its desk.

    Its script requests it again and again, with the ETag of what it shows. The ETag changes after
    every record and every half minute, since the page shows how long turns last, and proposals
    lapse."""
    who = caller()
    if who.to:
        return go(f"/games/{who.to}/desk")
    tag = who.group.tag if who.group is not None else request.args.get("tag", "").strip()[:64]
    moment = hall_state_text(who.id, tag, lang())
    if same := same_moment(moment):
        return same
    now = game_clerk().clock()
    query = Query(limit=MOST, tags=(tag,) if tag and who.group is None else ())
    pages = [
        batch
        for status in ("open", "ended")
        for batch in _pages_of_query(who, replace(query, status=status))
    ]
    going = [game for batch in pages for game in batch.items]
    closed = found_page(who, replace(query, status="closed", limit=CLOSED), soon=True)
    games = list(map(read_summary, (*going, *closed.items)))
    players, events = player_names([game.id for game in games]), TournamentPlaces()
    groups = tables_by_state(
        table_of(with_player_names(game, players.get(game.id, {})), now, events[game.id])
        for game in games
    )
    full = len(going) >= TABLES
    total = None if closed.total is None or full else len(going) + closed.total
    return page(
        "hall/hall.html",
        moment=moment,
        tag=tag,
        groups=groups,
        total=total,
        closed=closed.total,
        full=full,
        unreadable=unreadable_in([*pages, closed]),
    )


def hall_state_text(*shown: Any) -> str:
    """The state of a hall's page, as its ETag has it: the number of the store's newest record, and
    a digest of the current half minute and of `shown`, the values on which the page depends."""
    clerk = game_clerk()
    half = int(clerk.clock().timestamp()) // HALF_A_MINUTE
    return f"{clerk.recorder.max_notification_id() or 0}-{crc32(repr((half, shown)).encode()):x}"


def _pages_of_query(who: Caller, query: Query) -> Iterator[Page]:
    count, after = 0, ""
    while count < TABLES:
        batch = found_page(who, replace(query, after=after), soon=True)
        yield batch
        count, after = count + len(batch.items), batch.after
        if not after or batch.partial:
            break


class HallLinkCard(Struct, frozen=True):
    """A link to a hall on the page of links: the hall's tag, the number of its games (None: not
    known), its address and its QR code. The last two are empty if it has expired or was revoked."""

    link: LinkAt
    tag: str
    games: int | None
    address: str = ""
    drawn: str = ""


@site.get("/organise/halls")
@needs("organiser")
def show_halls(trouble: Trouble | None = None) -> Response:
    app = service()
    codes = [_hall_link_card(app, issued) for issued in revocable_hall_links(app)]
    return page(
        "hall/links.html",
        trouble.status if trouble else 200,
        codes=[code for code in codes if code.drawn],
        over=[code for code in codes if not code.drawn],
        trouble=trouble,
        form=request.form,
        key=key_of_form_again(trouble),
        loopback_host=loopback_host(app.address),
    )


@site.post("/organise/halls")
@needs("organiser")
def issue_for_hall() -> Response:
    """Issue a link to a hall. If the form is sent twice, one is issued."""
    return submit(
        _issue_hall_link, lambda issued: f"/organise/halls#h-{issued.link.id}", show_halls
    )


@site.post("/organise/halls/<link>/revoke")
@needs("organiser")
def revoke_for_hall(link: str) -> Response:
    app = service()
    app.access.links.revoke(find_hall_link(app, link).link, game_clerk().clock(), caller().id)
    return go("/organise/halls")


def _issue_hall_link() -> IssuedLink:
    submission = sent()
    tag = submission.text("tag")
    need_tag("/tag", tag)
    wish = IssueHall(tag, end_of_day(submission.text("expires")))
    return issue_hall_link(wish, submission.key, submission.digest(), REUSED)[0]


def _hall_link_card(app: Service, issued: IssuedLink) -> HallLinkCard:
    link, hall = link_at(app.access.links, issued, game_clerk().clock()), issued.link.group
    tag = hall.tag if hall else ""
    if link.href is None or hall is None:
        return HallLinkCard(link, tag, None)
    address = app.address + link.href
    found = found_page(None, Query(owner=hall.owner, tags=(tag,), limit=1))
    return HallLinkCard(link, tag, found.total, address, page_qr_svg(address))
