"""Problems as answers: RFC 9457's `application/problem+json`, in the reader's language.

`type` is `/problems/<slug>` and never changes; `title` and `detail` are in the language that
`Accept-Language` prefers, `text` is the detail in both. `pointer` or `errors` name the fields of
the body, further members depend on the kind (the files beside this one).

A refusal of the clerk is told as its kind, with its members. A slug is part of a problem's `type`,
which clients compare: kinds are added, never renamed.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from flask import Response, request

from api.web.answers import Needed
from api.web.problems.access_kinds import ACCESS
from api.web.problems.clerk_kinds import (
    ABOUT,
    CAMPAIGNS,
    FILES,
    LOG,
    PLAYING,
    SEATS,
    TABLE,
    TOURNAMENTS,
)
from api.web.problems.request_kinds import REQUEST, SERVICE, STREAMS, WRITING
from domain.game import refusals as g
from domain.kernel import refusals as e
from domain.kernel.refusals import Kind
from domain.kernel.text import ENGLISH, Lang, Text, brief, known
from domain.titles.contract.chance import Ask
from domain.tournament import refusals as t

_GROUPS = (
    REQUEST,
    ABOUT,
    WRITING,
    PLAYING,
    FILES,
    SERVICE,
    CAMPAIGNS,
    ACCESS,
    TABLE,
    STREAMS,
    SEATS,
    LOG,
    TOURNAMENTS,
)

KINDS: Mapping[str, Kind] = {kind.slug: kind for group in _GROUPS for kind in group}

TYPE = "application/problem+json"
LONGEST = 1_000  # letters of a detail


class Problem(Exception):
    """An answer that is a problem: its slug, a sentence for this occurrence, further members, and
    headers."""

    def __init__(
        self,
        slug: str,
        detail: Text | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.kind = KINDS[slug]
        self.detail = _in_short(detail or self.kind.meaning)
        super().__init__(self.detail.en)
        self.members = members
        self.headers = dict(headers or {})

    def body(self, lang: Lang) -> dict[str, Any]:
        return {
            "type": self.kind.type,
            "title": self.kind.title.to(lang),
            "status": self.kind.status,
            "detail": self.detail.to(lang),
            "text": self.detail,
            **self.members,
        }


def _in_short(text: Text) -> Text:
    """A sentence as long as somebody reads on: it may repeat what was sent, which may be as long as
    a body."""
    return (
        text
        if max(len(text.en), len(text.fr)) <= LONGEST
        else Text(brief(text.en, LONGEST), brief(text.fr, LONGEST))
    )


def language() -> Lang:
    """The first language in the reader's order of preference that there is, in whatever country;
    English if there is none."""
    return next(
        (lang for tag in request.accept_languages.values() if (lang := known(tag)) is not None),
        ENGLISH,
    )


def answer(problem: Problem) -> Response:
    lang = language()
    headers = {
        "Content-Language": lang,
        "Vary": "Accept-Language",
        "Cache-Control": "no-store",
        **problem.headers,
    }
    return Response(
        msgspec.json.encode(problem.body(lang)), problem.kind.status, headers, content_type=TYPE
    )


def problem_of(refusal: e.Refusal) -> Problem:
    how = _HOW.get(type(refusal))
    if how is not None:
        return how(refusal)
    places = {
        name: value
        for name in ("pointer", "at", "state")
        if (value := getattr(refusal, name, None))
    }
    return Problem(
        refusal.kind.slug,
        refusal.text,
        **{**places, **{name: getattr(refusal, name) for name in refusal.members}},
    )


def needed(asks: tuple[Ask, ...]) -> tuple[Needed, ...]:
    return tuple(Needed(a.kind, a.label, a.count, a.pool, a.replace, a.spec) for a in asks)


def _stale(refusal: e.Stale) -> Problem:
    return Problem(
        "stale",
        refusal.text,
        headers={"ETag": f'"{refusal.seq}"'},
        current=refusal.seq,
        expected=refusal.expected,
    )


def _field(refusal: e.BadRequest) -> Problem:
    errors = [{"pointer": refusal.pointer, "detail": refusal.text}]
    return Problem("invalid-fields", refusal.text, pointer=refusal.pointer, errors=errors)


def _catalog(refusal: g.CatalogRefused) -> Problem:
    errors = [
        {"pointer": fault.pointer, "line": fault.line, "detail": fault.text}
        for fault in refusal.faults
    ]
    return Problem(
        "catalog-refused", refusal.text, pointer=refusal.faults[0].pointer, errors=errors
    )


def _entrants(refusal: t.EntrantsRefused) -> Problem:
    errors = [
        {"pointer": fault.pointer, "line": fault.line, "detail": fault.text}
        for fault in refusal.faults
    ]
    return Problem("invalid-fields", refusal.text, pointer="", errors=errors)


def _values(refusal: g.ValuesNeeded) -> Problem:
    return Problem(
        "values-needed",
        refusal.text,
        asks=needed(refusal.asks),
        given=refusal.given,
        pointer="/values",
    )


def _confirmation(refusal: t.ConfirmationNeeded) -> Problem:
    departures = [
        {"code": code, "level": level, "text": text} for code, level, text in refusal.departures
    ]
    times, shown, consequences = refusal.times, refusal.shown, refusal.consequences
    return Problem(
        "confirmation-needed",
        refusal.text,
        departures=departures,
        times=times,
        shown=shown,
        consequences=consequences,
    )


_HOW: dict[
    type[e.Refusal], Callable[[Any], Problem]
] = {  # what is told in other words than its attributes
    t.ConfirmationNeeded: _confirmation,
    t.EntrantsRefused: _entrants,
    g.CatalogRefused: _catalog,
    e.Stale: _stale,
    g.ValuesNeeded: _values,
    e.BadRequest: _field,
}
