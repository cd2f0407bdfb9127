"""Template filters: names of seats, times and days, addresses that keep what was asked.

Names of people stand in sentences ("Anna enters 31" where the rules say "Player 1 enters 31") only
when a page is written for somebody who may know them: who is erased is "Player 1" again on the next
page."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal
from urllib.parse import urlencode

from babel.dates import format_date
from flask import g, request
from markupsafe import Markup

from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.aggregate.seating import seatings
from domain.game.clerk.people import People
from domain.game.store.catalogs import Listed
from domain.kernel.text import Lang, Naming, Text, seated
from domain.kernel.words.places import locale_of
from domain.titles import registry

Show = Literal["both", "day", "clock", "compact"]

_DAYS = {
    "en": "d MMMM y",
    "fr": "d MMMM y",
}  # how a day is written; in other languages as their readers write a long one


def day(at: str | datetime, lang: Lang) -> str:
    """A day in words: `21 November 2026`, `21 novembre 2026`."""
    when = datetime.fromisoformat(at) if isinstance(at, str) else at
    return format_date(when, _DAYS.get(lang, "long"), locale=locale_of(lang))


@cache
def own_name(lang: Lang) -> str:
    """What a language calls itself: `Français`."""
    name = locale_of(lang).get_display_name() or lang
    return name[:1].upper() + name[1:]


def moment(at: str | datetime, lang: Lang, show: Show = "both") -> Markup:
    """A time as pages show it: here in UTC, and by their script (`api/web/static/times.js`) in the
    reader's zone; to the second on hovering. `show` says whether the day is told, the time of day,
    or both; `compact` is both in figures, with the zone."""
    when = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
    exact, text = f"{when:%Y-%m-%d %H:%M:%S} UTC", plain_moment(when, lang, show)
    return Markup('<time datetime="{}" data-local="{}" title="{}">{}</time>').format(
        when.isoformat(), show, exact, text
    )


def plain_moment(at: str | datetime, lang: Lang, show: Show = "both") -> str:
    when = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
    parts = {
        "day": day(when, lang),
        "clock": f"{when:%H:%M}",
        "compact": f"{when:%Y-%m-%d %H:%M} UTC",
    }
    return parts.get(show) or f"{parts['day']}, {parts['clock']} UTC"


@cache
def _names_of_titles() -> dict[tuple[str, str], Text]:
    rules = [registry.ruleset(id) for id in registry.ids()]
    texts = [
        text
        for item in rules
        for text in (item.about.title, *(seat.name for seat in getattr(item, "players", ())))
    ]
    return {(text.en, text.fr): text for text in texts}


def known_text(stored: Mapping[str, str]) -> Text:
    """A text that is data by now; as its message where it is the name of a title or of a seat,
    which other languages have, too."""
    return _names_of_titles().get((stored["en"], stored["fr"])) or Text.of(stored)


def names(game: dict[str, Any], seats: list[str], lang: Lang) -> str:
    known = {
        seat["id"]: seated(seat["id"], known_text(seat["name"])).to(lang) for seat in game["seats"]
    }
    return ", ".join(known.get(seat, seat) for seat in seats)


def cited(rule: str, ruleset: str, lang: Lang) -> str:
    """A rule that a title's verdict, reading or ruling cites, in the reader's language where it has
    one."""
    return (
        registry.ruleset(ruleset).cited(rule).printed(lang) if ruleset in registry.ids() else rule
    )


def keep_query(**changed: Any) -> str:
    """The query of this page's address with some parameters changed; those that are none or empty
    are left out."""
    requested = {**request.args.to_dict(), **changed}
    return urlencode({name: value for name, value in requested.items() if value not in (None, "")})


def edition(catalog: Listed, lang: Lang) -> str:
    """What a catalog is called: in the words of its title where it comes with one, else as it calls
    itself."""
    known = registry.ruleset(catalog.catalog.game).about.editions.get(catalog.name or "")
    return known.printed(lang) if known else catalog.catalog.edition


def duration(seconds: float) -> str:
    """A time that passed: `0.4 s`, `12 s`, `3:05`, `1:02:40`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def as_of(lang: Lang, game: Game) -> Lang:
    """The language of a game's page, with the names of those who sat there at another position, or
    in a branch of it."""
    return naming(lang, game) if "game" in g else lang


def naming(lang: Lang, game: Game) -> Lang:
    """A language with the names of those who sit at a game at its position; for a reader who may
    know them."""
    made: dict[tuple[str, int, str], Lang] = g.setdefault("namings", {})
    key = game.id, seatings(game), str(lang)
    if key not in made:
        people = {
            sitter.seat: sitter.name
            for sitter in People(service().clerk).at_table(game)
            if sitter.name
        }
        made[key] = Naming(lang, _told_apart(game, people, str(lang))) if people else str(lang)
    return made[key]


def _told_apart(game: Game, people: Mapping[str, str], lang: Lang) -> dict[str, str]:
    """The names by seat; where two have the same, or somebody has that of another seat, each with
    their seat's."""
    seats = {spec.id: spec.name.printed(lang) for spec in game.setting.seat_specs}
    there = Counter(name.casefold() for name in people.values())
    there.update(name.casefold() for seat, name in seats.items())
    own = {seat: seats[seat].casefold() == name.casefold() for seat, name in people.items()}
    return {
        seat: name if there[name.casefold()] - own[seat] == 1 else f"{name} ({seats[seat]})"
        for seat, name in people.items()
    }
