"""Pages about a game with the names of its players in their sentences; and the names of titles,
seats and catalogs in the reader's language."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial

from flask import g, request

from api.web.pages.pages import lang, site, tell
from api.web.request.service import caller, may_read_words, service
from domain.game.aggregate.game import Game, count_seatings, seat_name
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.record.records import UMPIRE
from domain.game.store.catalogs import ListedCatalog
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Lang, LanguageWithNames, Text, replaceable_name
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from projections.boards.positions import Summary


@site.before_request
def note_game() -> None:
    """Note, before a request for a page, that sentences should name the players of the game in its
    address. Does nothing if the game cannot be loaded, since the page then reports it."""
    game = (request.view_args or {}).get("game")
    if game and may_read_words():
        with suppress(Refusal, DamagedRecord):
            g.with_names = partial(naming, game=service().of(Clerk).game(game))
            g.pop("lang", None)


@site.app_template_global("printed")
def translated(text: Text) -> str:
    """A stored text in the reader's language."""
    return tell(known_text(text))


def choosable_audiences(head: Game) -> list[tuple[str, str]]:
    """The audiences that the caller may choose, each as its id and name (empty for the public).
    Empty if the title has no secrets or there is no choice."""
    if not head.rules.keeps_secrets():
        return []
    who = caller()
    own = (ARBITER, *head.setting.seats) if who.at_least("arbiter") else who.speaks_for
    if not own:
        return []
    return [
        (PUBLIC, ""),
        *((item, tell(seat_name(head, UMPIRE if item == ARBITER else item))) for item in own),
    ]


@cache
def _names_of_titles() -> dict[tuple[str, str], Text]:
    rules = [registry.ruleset(id) for id in registry.ids()]
    texts = [
        text
        for item in rules
        for text in (
            item.about.title,
            *item.about.editions.values(),
            *(seat.name for seat in getattr(item, "players", ())),
        )
    ]
    return {(text.en, text.fr): text for text in texts}


def known_text(stored: Text) -> Text:
    """The text that a title's rules have for `stored`, if it is the name of a title, an edition or
    a seat: that text has translations into more languages than a stored one. Else `stored`."""
    return _names_of_titles().get((stored.en, stored.fr)) or stored


@site.app_template_global("names")
def names_of_seats(game: Summary, seats: list[str], language: Lang | None = None) -> str:
    known = {
        seat.id: replaceable_name(seat.id, known_text(seat.name)).to(language or lang())
        for seat in game.seats
    }
    return ", ".join(known.get(seat, seat) for seat in seats)


@site.app_template_global()
def cited_rule(rule: str, ruleset: str) -> str:
    """A rule as a title cites it, in the reader's language if there is a translation."""
    return (
        registry.ruleset(ruleset).rule_name(rule).printed(lang())
        if ruleset in registry.ids()
        else rule
    )


@site.app_template_global()
def catalog_name(catalog: ListedCatalog) -> str:
    """A catalog's name: the title's own text for its catalogs, else the edition in the file."""
    known = registry.ruleset(catalog.catalog.game).about.editions.get(catalog.name or "")
    return known.printed(lang()) if known else catalog.catalog.edition


def language_with_names(lang: Lang, game: Game) -> Lang:
    """The language `lang`, carrying the names of the people who sat at a game at its position,
    which may be a past one or a branch's (see `LanguageWithNames`). Without names if the page shows
    none."""
    return naming(lang, game) if "with_names" in g else lang


def languages_by_record(lang: Lang, head: Game, seqs: Iterable[int]) -> Iterator[tuple[int, Lang]]:
    """Each seq with the language in which to print that record. The language carries the names of
    the people who sat at the game then (see `LanguageWithNames`)."""
    seated, language = -1, lang
    for seq in seqs:
        if (now := bisect_right(head.history.seatings, seq)) != seated:
            seated, language = now, language_with_names(lang, Game(head.history, head.checks, seq))
        yield seq, language


def naming(lang: Lang, game: Game) -> Lang:
    """The language, carrying the names of the people who sit at a game at its position (see
    `LanguageWithNames`), for a reader who may know them. Cached for the request. Carries none if
    nobody has a name."""
    namings: dict[tuple[str, int, str], Lang] = g.setdefault("namings", {})
    key = game.id, count_seatings(game), str(lang)
    if key not in namings:
        people = {
            sitter.seat: sitter.name
            for sitter in People(service().of(Clerk)).at_table(game)
            if sitter.name
        }
        namings[key] = (
            LanguageWithNames(lang, _distinct_names(game, people, str(lang)))
            if people
            else str(lang)
        )
    return namings[key]


def _distinct_names(game: Game, people: Mapping[str, str], lang: Lang) -> dict[str, str]:
    """The names of the people by seat. A name that two people have, or that is another seat's name,
    is followed by the seat's name."""
    seats = {spec.id: spec.name.printed(lang) for spec in game.setting.seat_specs}
    bearers = Counter(name.casefold() for name in people.values())
    bearers.update(name.casefold() for seat, name in seats.items())
    own = {seat: seats[seat].casefold() == name.casefold() for seat, name in people.items()}
    return {
        seat: name if bearers[name.casefold()] - own[seat] == 1 else f"{name} ({seats[seat]})"
        for seat, name in people.items()
    }
