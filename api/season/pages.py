"""Pages about seasons: standings with their reasons, for everybody if the season is public; and for
its organiser the events, people and rules."""

from typing import Any

from flask import Response, request

from api.season.reading import SeasonReader, seasons_of
from api.season.schemas import SeasonLine
from api.season.subject import seasons
from api.tournament.public.pages import key_name, rank_explanation
from api.tournament.reading import tournaments_of
from api.web.access.subjects import ListEntry
from api.web.body import read_as
from api.web.forms.submission import Trouble, key_of_form_again, number, sent, submit, text_entered
from api.web.pages.labels import add_labels
from api.web.pages.pages import _, lang, needs, page, site, visitor
from api.web.problems.problem import Problem
from api.web.request.parameters import cursor_in
from api.web.request.service import caller
from domain.game.names import matches_name
from domain.kernel.sentences import Sentences
from domain.kernel.writer import WriteResult
from domain.season.kinds import Season
from domain.season.records import SeasonRules
from domain.tournament.formats import csv_writing
from domain.tournament.standings.tree import Term
from domain.tournament.values import Entrant, Field, Rules

add_labels(
    {
        "remedy": Sentences("""
            unknown-season = Look for the season in the list.
            season-refused = Go to the season: it says which events count, and who is who.
        """),
        "season-points": Sentences("""
            places = by place: the list below
            field = how many took part, less the place, plus one
            share = the share of the field that is not before them
            points = the event's own points
        """),
        "season-shared": Sentences("""
            mean = their mean
            higher = the higher
        """),
    }
)

LISTED = 24  # seasons on a page
SEARCHED = 200  # seasons, or an organiser's tournaments, that are looked through


@site.app_template_global()
def public_seasons() -> tuple[SeasonLine, ...]:
    """The first public seasons, most recently written first."""
    return seasons_of(None, "", LISTED).items


@site.app_template_global()
def found_seasons(sought: tuple[str, ...]) -> list[ListEntry]:
    """The seasons that a search finds among those that a visitor may see, as links to their pages.
    A season is found if each word of `sought` is the beginning of a word in its title or id."""
    return [
        ListEntry(f"/seasons/{season.id}", season.title or season.id)
        for season in seasons_of(visitor(), "", SEARCHED).items
        if matches_name(sought, f"{season.id} {season.title}")
    ]


@site.get("/organise/seasons")
@needs("organiser")
def list_own_seasons(trouble: Trouble | None = None) -> Response:
    listed = seasons_of(caller(), cursor_in(request.args.get("after", "")), LISTED)
    return _season_response("list", trouble, seasons=listed, rules=SeasonRules())


@site.post("/organise/seasons")
@needs("organiser")
def open_own_season() -> Response:
    def write() -> WriteResult[Season]:
        form = sent()
        return seasons().open(
            form.text("title"), _entered_rules(), caller().id, form.key, form.digest()
        )

    return submit(write, lambda answer: f"/seasons/{answer.state.id}", list_own_seasons)


@site.get("/seasons/<season>")
@needs("spectator")
def show_season_page(season: str, trouble: Trouble | None = None) -> Response:
    reader = _season_reader(season)
    own = tournaments_of(caller(), "", SEARCHED).items if reader.whole else ()
    counted = {pin.event for pin in reader.season.events}
    return _season_response(
        "season",
        trouble,
        at=reader,
        rules=reader.season.rules,
        key_name=key_name,
        countable=[t for t in own if t.status == "closed" and t.id not in counted],
        told=reader.record_sentences() if reader.whole else (),
    )


@site.get("/seasons/<season>/people/<int:person>")
@needs("spectator")
def show_season_person(season: str, person: int) -> Response:
    """The page that explains a person's rank: every value down to the events."""
    reader = _season_reader(season)
    order = reader.read.standings
    row, trees = next(
        ((r, t) for r, t in zip(order.rows, order.trees, strict=True) if r.entrant == person),
        (None, ()),
    )
    if row is None:
        raise Problem("not-found")
    return _season_response(
        "why",
        at=reader,
        row=row,
        values=list(zip(order.keys, row.values, trees, strict=True)),
        because=rank_explanation(reader.called, order, person),
        key_name=key_name,
        term_words=_term_words,
        term_href=lambda at, term: at.href(term.round, f"/standings/{term.table}"),
    )


@site.get("/seasons/<season>/<what>.csv")
@needs("spectator")
def export_season(season: str, what: str) -> Response:
    """The season's standings, or the terms of their values (`what`), as CSV in which no cell is a
    formula."""
    reader = _season_reader(season)
    people = tuple(Entrant(n, name or "") for n, name in reader.names.items())
    order = reader.read.standings
    papers = {
        "standings": lambda: csv_writing.standings(Field(Rules(), people), order, lang()),
        "terms": lambda: csv_writing.terms(order, lang()),
    }
    if what not in papers:
        raise Problem("not-found")
    named = {"Content-Disposition": f'attachment; filename="{season}-{what}.csv"'}
    return Response(papers[what](), 200, named, content_type="text/csv; charset=utf-8")


@site.post("/seasons/<season>/<what>")
@needs("organiser")
def change_season(season: str, what: str) -> Response:
    """Process a form of the season's page: about an event, people, the rules or the closing
    (`what`)."""
    form, on = request.form, seasons()

    def write() -> WriteResult[Season]:
        order, reason, yes = sent().order(season), text_entered(form, "reason"), "not" not in form
        if what == "events":
            return on.count(order, form.get("event", ""), reason, counts=yes)
        if what == "people":
            return on.merge(order, _pairs_to_merge(season), reason, merged=yes)
        if what == "rules":
            return on.amend(order, _entered_rules(), reason)
        return on.close(order, reason, closed=yes)

    if what not in ("events", "people", "rules", "close"):
        raise Problem("not-found")
    return submit(
        write, lambda _: f"/seasons/{season}", lambda trouble: show_season_page(season, trouble)
    )


def _season_reader(season: str) -> SeasonReader:
    return SeasonReader(seasons().season(season), whole=caller().at_least("organiser"))


def _season_response(name: str, trouble: Trouble | None = None, **parts: Any) -> Response:
    given = request.form if trouble else {}
    status = trouble.status if trouble else 200
    return page(
        f"season/{name}.html",
        status,
        trouble=trouble,
        form=given,
        key=key_of_form_again(trouble),
        **parts,
    )


def _entered_rules() -> SeasonRules:
    """The entered rules. Raises `invalid-fields`."""
    form = request.form
    numbers = {name: number(form, name) or 0 for name in ("best", "drops", "events")}
    lists = {name: form.get(name, "").replace(",", " ").split() for name in ("places", "keys")}
    picked = {name: form.get(name, "") for name in ("points", "shared")}
    return read_as(
        SeasonRules, {**numbers, **lists, **picked, "public": "public" in form}, "/rules"
    )


def _pairs_to_merge(season: str) -> list[tuple[str, str]]:
    """The pairs of player ids that a form would merge: those that are ticked, and the ids of the
    two people whose numbers were entered (`one` and `into`)."""
    pairs = [
        (id, into) for id, _, into in (pair.partition(" ") for pair in request.form.getlist("pair"))
    ]
    one, into = (number(request.form, name) or 0 for name in ("one", "into"))
    if one or into:
        people = dict(enumerate(_season_reader(season).read.people, start=1))
        pairs.append((people.get(one, ""), people.get(into, "")))
    return pairs


def _term_words(reader: SeasonReader, term: Term) -> str:
    if term.what != "event":
        return key_name(term.what)
    finish, title = reader.read.results[term.entrant - 1][term.round], reader.titles[term.round]
    return _(
        "{event}: place {place} of {field}", event=title, place=finish.place, field=finish.field
    )
