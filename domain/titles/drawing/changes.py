"""The places and seats in which two pictures of a title differ. They are found, and marked, in the
text of the pictures, without drawing again."""

import re
from functools import lru_cache
from html import unescape

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import Changed

CHANGED = Text(" (changed)")

_MARKABLE = re.compile(
    r'<g class="(place|seat)" (data-(?:place|seat))="([^"]*)"><title>([^<]*)</title>'
)
_TURN = "s-accent"
"""The class of the edge around the group of a seat that is to act."""

_EDGE = re.compile(r'(class="edge f-[a-z0-9]+) s-[a-z0-9]+ w[0-9]')
_BOLD = re.compile(r' b(?=")')
_GROUP = re.compile(
    r'<g(?: class="(?P<kind>[a-z]+)" data-(?:place|seat)="(?P<id>[^"]*)"| [^>]*)?>|</g>'
)


def differing_ids(before: str, after: str) -> Changed:
    """The ids of the places and seats that look different in two pictures of one title in one
    language, both unmarked. Signs of whose turn it is are ignored, because they change with every
    action."""
    then, now = _drawn_by_id(before), _drawn_by_id(after)
    return frozenset(
        id for id in then.keys() | now.keys() if _differs(then.get(id, ""), now.get(id, ""))
    )


def _differs(then: str, now: str) -> bool:
    if then != now and _TURN in then + now:
        then, now = _without_turn_signs(then), _without_turn_signs(now)
    return then != now


def _without_turn_signs(drawn: str) -> str:
    """The text of a group without the signs that it is to act: the accent of its edge and its bold
    letters."""
    return _BOLD.sub("", _EDGE.sub(r"\1", drawn))


def with_changes_marked(picture: str, changed: Changed, lang: Lang) -> str:
    """The picture with the groups of the places and seats in `changed` marked as changed, for the
    eye and in their titles. The picture has no marks before."""

    def mark(match: re.Match[str]) -> str:
        kind, hook, id, says = match.groups()
        if unescape(id) not in changed:
            return match[0]
        return f'<g class="{kind} changed" {hook}="{id}"><title>{says}{CHANGED.to(lang)}</title>'

    return _MARKABLE.sub(mark, picture)


@lru_cache(128)
def _drawn_by_id(picture: str) -> dict[str, str]:
    """The drawing of each place and each seat in a picture, by id."""
    parts: dict[str, str] = {}
    within: list[tuple[str, int]] = []
    for group in _GROUP.finditer(picture):
        if group[0] != "</g>":
            id = group["id"] if group["kind"] in ("place", "seat") else ""
            within.append((id or "", group.end()))
            continue
        id, start = within.pop()
        if id:
            parts[unescape(id)] = parts.get(unescape(id), "") + picture[start : group.start()]
    return parts
