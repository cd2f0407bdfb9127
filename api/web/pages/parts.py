"""Parts of a page: those that a script already has are not sent again.

A template marks each part: `{% call part('board') %}…{% endcall %}`. The page's ETag lists its
parts with their digests, and the moment it shows, if it has one. A script that sends the ETag back
gets only the parts that differ, between the same tags as on the page. If the ETag is of another
language, audience, reader or version of the service, the script gets the whole page.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any

from flask import g
from markupsafe import Markup

from api.web.pages.assets import assets_digest as version

HOLDS = "Greffe-Holds"
"""The header in which a script that sends a form gives the ETag of its page, which lists the parts
it has; with GET it uses `If-None-Match`."""

KEY = "page-\x1a"
"""Placeholder of a form's key until a page is complete, so that parts with equal forms are
equal."""

_HELD = re.compile(r"([a-z][a-z0-9]*)-([A-Za-z0-9_-]{8})")


def digest(text: str) -> str:
    """Eight letters derived from a text, to compare texts by."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Parts:
    """The parts of the page being rendered, compared with those that its reader has. `whose`: the
    page's language, audience and reader. `holds`: the ETag of the reader's page (empty: none).
    `moment`: a text for the state that the page shows."""

    def __init__(self, whose: tuple[str, ...], holds: str, moment: str = "") -> None:
        self._moment = moment
        base = digest("\n".join((version(), *whose)))
        self._base, self._made = base, dict[str, str]()
        held = holds.removeprefix("W/").strip('"')
        self.bare = held.startswith(f"{base}.")
        """Whether the answer consists of parts alone."""
        self._held = dict(_HELD.findall(held[len(base) :])) if self.bare else {}

    @property
    def etag(self) -> str:
        """The page's ETag, after rendering; empty for a page without parts and moment."""
        named = [f"{name}-{sum}" for name, sum in self._made.items()]
        parts = [self._base, *named] if named else []
        return (
            f'"{".".join(filter(None, (*parts, self._moment)))}"' if parts or self._moment else ""
        )

    @property
    def unchanged(self) -> bool:
        """Whether the reader already has exactly the parts that were rendered."""
        return self._made == self._held

    def render(self, name: str, caller: Callable[[], str]) -> str:
        """Render a part, and return it for the page; empty if the reader has it unchanged."""
        text = caller()
        self._made[name] = digest(text)
        return Markup() if self._held.get(name) == self._made[name] else text


def part(name: str, caller: Callable[[], str]) -> str:
    return parts().render(name, caller)


def parts() -> Parts:
    rendered: Parts = g.parts
    return rendered


def page_shows_moment(holds: str, moment: str) -> bool:
    """Whether the page whose ETag is `holds` showed the state of the record that `moment` names."""
    return holds.removeprefix("W/").strip('"').rpartition(".")[2] == moment


_CACHE: dict[tuple[Hashable, ...], str] = {}
MOST = 4_096
"""The most pieces of pages cached, some kB each, of all languages together."""


def cached(*key: Hashable, caller: Callable[[], str]) -> str:
    """A piece of a page: the result of `caller`, cached under `key`. With an empty `key` it is made
    each time."""
    if not key:
        return caller()
    if key not in _CACHE:
        if len(_CACHE) >= MOST:
            _CACHE.clear()
        _CACHE[key] = caller()
    return _CACHE[key]


def with_keys(page: str, fresh_key: Callable[[], Any]) -> str:
    """A page in which each placeholder `KEY` is replaced by a new key."""
    first, *rest = page.split(KEY)
    return first + "".join(f"{fresh_key()}{piece}" for piece in rest)
