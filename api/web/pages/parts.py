"""Parts of a page: what a script has of it already is not sent again.

A template marks each part: `{% call part('board') %}…{% endcall %}`. The ETag of the page names its
parts, with a digest of each, and the moment it shows, where it says one. A script that sends it
back is answered with those parts alone that differ, between the same tags as on the page. Where its
page was in another language, for another audience or reader, or of another version of the service,
it is answered with the whole page.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Hashable
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

_HELD = re.compile(r"([a-z][a-z0-9]*)-([A-Za-z0-9_-]{8})")


def digest(text: str) -> str:
    """Eight letters that differ where texts do."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Parts:
    """The parts of the page that is being made, against those that its reader `holds`, by an ETag
    (empty: none). `whose` are its language, audience and reader, `moment` what it shows."""

    def __init__(self, whose: tuple[str, ...], holds: str, moment: str = "") -> None:
        self._moment = moment
        base = digest("\n".join((version(), *whose)))
        self._base, self._made = base, dict[str, str]()
        held = holds.removeprefix("W/").strip('"')
        self.bare = held.startswith(f"{base}.")
        """Whether the answer is made of parts alone."""
        self._held = dict(_HELD.findall(held[len(base) :])) if self.bare else {}

    @property
    def etag(self) -> str:
        """The ETag of the page, once all of it is made; empty for one without parts."""
        named = [f"{name}-{sum}" for name, sum in self._made.items()]
        parts = [self._base, *named] if named else []
        return (
            f'"{".".join(filter(None, (*parts, self._moment)))}"' if parts or self._moment else ""
        )

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


def is_of(holds: str, moment: str) -> bool:
    """Whether a page that its reader holds, by its ETag, shows this moment."""
    return holds.removeprefix("W/").strip('"').rpartition(".")[2] == moment


_KEPT: dict[tuple[Hashable, ...], str] = {}
MOST = 4_096
"""Pieces of pages that are kept, some kB each, those of all languages together."""


def kept(*of: Hashable, caller: Callable[[], str]) -> str:
    """A piece of a page that is the same as long as `of` is: made once. Where it is of nothing,
    made anew."""
    if not of:
        return caller()
    if of not in _KEPT:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[of] = caller()
    return _KEPT[of]


def with_keys(page: str, fresh_key: Callable[[], Any]) -> str:
    """A page whose forms have their keys."""
    first, *rest = page.split(KEY)
    return first + "".join(f"{fresh_key()}{piece}" for piece in rest)
