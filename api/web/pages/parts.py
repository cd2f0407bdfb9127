"""Parts of a page: what a script has of it already is not sent again.

A template marks each part: `{% call part('board') %}…{% endcall %}`. The ETag of the page names its
parts, with a digest of each. A script that sends it back is answered with those parts alone that
differ, between the same tags as on the page. Where its page was in another language, for another
audience or reader, or of another version of the service, it is answered with the whole page.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from flask import g
from markupsafe import Markup

from api.web.pages.assets import digest as version

HOLDS = "Greffe-Holds"
"""The header in which a script that sends a form says which parts it has, by the ETag of its page;
to read, it says so in `If-None-Match`."""

KEY = "page-\x1a"
"""Stands for the key of a form until a page is whole, so that parts with the same forms are
equal."""

_HELD = re.compile(r"([a-z]+)-([A-Za-z0-9_-]{8})")


def digest(text: str) -> str:
    """Eight letters that differ where texts do."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Parts:
    """The parts of the page that is being made, against those that its reader `holds`, by an ETag
    (empty: none). `whose` are its language, audience and reader."""

    def __init__(self, whose: tuple[str, ...], holds: str) -> None:
        base = digest("\n".join((version(), *whose)))
        self._base, self._made = base, dict[str, str]()
        held = holds.removeprefix("W/").strip('"')
        self.bare = held.startswith(f"{base}.")
        """Whether the answer is made of parts alone."""
        self._held = dict(_HELD.findall(held[len(base) :])) if self.bare else {}

    @property
    def etag(self) -> str:
        """The ETag of the page, once all of it is made; empty for one without parts."""
        named = (f"{name}-{sum}" for name, sum in self._made.items())
        return f'"{self._base}.{".".join(named)}"' if self._made else ""

    @property
    def held(self) -> bool:
        """Whether the reader has all parts as they are."""
        return self._made == self._held

    def made(self, name: str, caller: Callable[[], str]) -> str:
        """A part as the page has it; empty where the reader has it so."""
        text = caller()
        self._made[name] = digest(text)
        return Markup() if self._held.get(name) == self._made[name] else text


def part(name: str, caller: Callable[[], str]) -> str:
    return parts().made(name, caller)


def parts() -> Parts:
    made: Parts = g.parts
    return made


_KEPT: dict[tuple[str, ...], str] = {}
MOST = 16
"""Pieces of pages that are kept, those of all languages together."""


def kept(*of: str, caller: Callable[[], str]) -> str:
    """A piece of a page that is the same for every reader as long as `of` is: made once."""
    if of not in _KEPT:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[of] = caller()
    return _KEPT[of]


def with_keys(page: str, fresh_key: Callable[[], Any]) -> str:
    """A page whose forms have their keys."""
    first, *rest = page.split(KEY)
    return first + "".join(f"{fresh_key()}{piece}" for piece in rest)
