"""The organiser's page: the titles to open, and the search among the games that were opened."""

from functools import partial
from zlib import crc32

from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.cards import Card, card_of, cards
from api.game.opening.opening_form import MOST_TABLES
from api.game.routes.search import found_among, games_csv
from api.game.search_form import ASKED, Wrong, day, query, separator_in
from api.web.forms.submission import Trouble, attempt, sent
from api.web.pages.pages import PART, fresh_key, lang, needs, number_in, page, site
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.clerk.commands import Answer, Order
from domain.kernel.commitments import MOST
from domain.kernel.log import WitnessAt
from domain.titles import registry
from projections.search.query import Page, Query

LISTED = 60  # Games on a page: a hall's tables.

BRANCHES = ("no", "only", "all")
DAYS = ("opened_from", "opened_to", "updated_from", "updated_to")
MORE = ("tag", *DAYS, "branches")  # What the search asks for that is not shown at once.


class Found(Struct, frozen=True):
    """What the search has found: games as cards, the cursor of the page that follows, and how many
    there are in all, if that is known."""

    games: list[Card]
    after: str
    total: int | None


@site.get("/organise")
@needs("organiser")
def organise() -> Response:
    """Open games, and find those that were opened: by words, title, status, player, tag, days,
    irregularity and open claim.

    Its script asks for it again and again, with the ETag of what it shows: as long as nothing was
    recorded, and no witness's word changed, that costs one look at the end of the record and one at
    what is noted of witnesses."""
    witnesses = _witnesses()
    shown = crc32(repr(witnesses).encode())
    etag = f'"{service().clerk.recorder.max_notification_id() or 0}-{shown:x}"'
    if request.headers.get(PART) and request.headers.get("If-None-Match") == etag:
        return Response(status=304, headers={"ETag": etag})
    wrong = ""
    try:
        search_page: Page = found_among(caller(), _query())
    except Wrong as e:
        wrong, search_page = e.name, Page((), "", None)
    answer = page(
        "game/opening/page.html",
        422 if wrong else 200,
        titles=[(id, registry.ruleset(id).about) for id in registry.ids()],
        witnesses=witnesses,
        operates=caller().role == "operator",
        found=Found(cards(search_page, caller()), search_page.after, search_page.total),
        etag=etag,
        asked=request.args,
        searched=any(request.args.get(name) for name in (*ASKED, *MORE)),
        more=any(request.args.get(name) for name in MORE),
        wrong=wrong,
    )
    answer.headers["ETag"] = etag
    return answer


@site.get("/organise/games.csv")
@needs("organiser")
def write_games() -> Response:
    """What the search finds, as CSV; a day that is none leads to the page that says so."""
    try:
        return games_csv(caller(), _query(), lang(), separator_in(lang()))
    except Wrong:
        return organise()


def _witnesses() -> tuple[WitnessAt, ...]:
    book = service().receipts.book
    try:
        return (
            tuple(witness for witness in book.witnessing() if witness.state != "ok") if book else ()
        )
    except PersistenceError:  # the log cannot be read, which `/readyz` says
        return ()


def _query() -> Query:
    """The search in the address; a choice that is not offered is left out, a day that is none is
    `Wrong`."""
    args = request.args
    tag, branches = args.get("tag", "").strip()[:64], args.get("branches", "")
    return replace(
        query(args, LISTED),
        tags=(tag,) if tag else (),
        opened_from=day(args, "opened_from"),
        opened_before=day(args, "opened_to", later=1),
        updated_from=day(args, "updated_from"),
        updated_before=day(args, "updated_to", later=1),
        branches=branches if branches in BRANCHES else "no",
    )


class Closing(Struct, frozen=True):
    """A game to close: its card; the record that closed it by this form, or why it could not."""

    card: Card
    done: int = 0
    trouble: Trouble | None = None

    @property
    def ticked(self) -> bool:
        """Whether closing it breaks nothing off and leaves no claim open."""
        return self.card.game["status"] == "ended" and not self.card.game["open_claims"]


@site.get("/organise/close")
@needs("organiser")
def look_at_closings() -> Response:
    return _page([Closing(card_of(id)) for id in _own(request.args.getlist("game"))])


@site.post("/organise/close")
@needs("organiser")
def close_games() -> Response:
    """Close the games that are ticked, each as it stood on the page; what was recorded since keeps
    a game open. Sent twice, each is closed once."""
    submission, clerk = sent(), service().clerk
    form, ticked, closings = submission.form, _own(submission.form.getlist("game")), list[Closing]()

    def close(order: Order) -> Answer:
        return clerk.close_game(order, submission.text("text")[:MOST])

    for id in _own(form.getlist("shown")):
        if id not in ticked:
            closings.append(Closing(card_of(id)))
            continue
        order = Order(
            id,
            number_in(form.get(f"seq-{id}", "")),
            caller().id,
            f"{submission.key}-{id}",
            submission.digest(),
        )
        answer = attempt(partial(close, order))
        closed = 0 if isinstance(answer, Trouble) else answer.filed.seq
        closings.append(
            Closing(card_of(id), closed, answer if isinstance(answer, Trouble) else None)
        )
    return _page(closings)


def _own(ids: list[str]) -> list[str]:
    """The games among these, once each; raises `not-covered` for one that is not the caller's."""
    own, who = list(dict.fromkeys(ids))[: 2 * MOST_TABLES], caller()
    for id in own:
        if who.role != "operator" and not service().owns(who.id, id, "game"):
            raise Problem("not-covered")
    return own


def _page(found: list[Closing]) -> Response:
    found.sort(key=lambda one: (one.card.table == 0, one.card.table))
    return page(
        "game/opening/close.html",
        found=found,
        key=fresh_key(),
        longest=MOST,
        words=request.form.get("text", ""),
    )
