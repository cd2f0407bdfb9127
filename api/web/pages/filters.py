"""Template filters: names of seats, times and days, addresses that keep what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal
from urllib.parse import urlencode

from babel.dates import format_date
from flask import request
from markupsafe import Markup

from domain.game.store.catalogs import Listed
from domain.kernel.text import Lang, Text, seated
from domain.kernel.words.places import locale_of
from domain.titles import registry

Show = Literal["both", "day", "clock", "compact"]

_DAYS = {"en": "d MMMM y", "fr": "d MMMM y"}
"""How a day is written; in other languages as their readers write a long one."""


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
    """A time as pages show it: here in UTC, and by their script (`api/web/static/times.js`) in the reader's zone; to the second on
    hovering. `show` says whether the day is told, the time of day, or both; `compact` is both in figures, with the zone."""
    when = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
    exact, said = f"{when:%Y-%m-%d %H:%M:%S} UTC", plain_moment(when, lang, show)
    return Markup('<time datetime="{}" data-local="{}" title="{}">{}</time>').format(when.isoformat(), show, exact, said)


def plain_moment(at: str | datetime, lang: Lang, show: Show = "both") -> str:
    """A time in words, in UTC."""
    when = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
    parts = {"day": day(when, lang), "clock": f"{when:%H:%M}", "compact": f"{when:%Y-%m-%d %H:%M} UTC"}
    return parts.get(show) or f"{parts['day']}, {parts['clock']} UTC"


@cache
def _names_of_titles() -> dict[tuple[str, str], Text]:
    rules = [registry.ruleset(id) for id in registry.ids()]
    texts = [text for one in rules for text in (one.about.title, *(seat.name for seat in getattr(one, "players", ())))]
    return {(text.en, text.fr): text for text in texts}


def known_text(stored: Mapping[str, str]) -> Text:
    """A text that is data by now; as its message where it is the name of a title or of a seat, which other languages have, too."""
    return _names_of_titles().get((stored["en"], stored["fr"])) or Text.of(stored)


def names(game: dict[str, Any], seats: list[str], lang: Lang) -> str:
    """The names of some seats of a game's summary."""
    known = {seat["id"]: seated(seat["id"], known_text(seat["name"])).to(lang) for seat in game["seats"]}
    return ", ".join(known.get(seat, seat) for seat in seats)


def cited(rule: str, ruleset: str, lang: Lang) -> str:
    """A rule that a title's verdict, reading or ruling cites, in the reader's language where it has one."""
    return registry.ruleset(ruleset).cited(rule).printed(lang) if ruleset in registry.ids() else rule


def keep_query(**changed: Any) -> str:
    """The query of this page's address with some parameters changed; those that are none or empty are left out."""
    asked = {**request.args.to_dict(), **changed}
    return urlencode({name: value for name, value in asked.items() if value not in (None, "")})


def edition(one: Listed, lang: Lang) -> str:
    """What a catalog is called: in the words of its title where it comes with one, else as it calls itself."""
    known = registry.ruleset(one.catalog.game).about.editions.get(one.name or "")
    return known.printed(lang) if known else one.catalog.edition


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
