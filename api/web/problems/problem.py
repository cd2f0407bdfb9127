"""Problems as answers: RFC 9457's `application/problem+json`, in the reader's language.

`type` is `/problems/<slug>` and never changes; `title` and `detail` are in the language that
`Accept-Language` prefers, `text` is the detail in both. `pointer` or `errors` name fields of the
body; further members depend on the kind.

Clients compare a problem's `type`, so kinds are added and never renamed. Each is declared once: on
the domain's refusal, or in `kinds.py`. Documents list them by slug.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, request

from api.web.problems.kinds import KINDS
from domain.kernel.refusals import Refusal, Stale
from domain.kernel.text import ENGLISH, Lang, Text, brief, supported_language

TYPE = "application/problem+json"
LONGEST = 1_000  # letters of a detail


class Problem(Exception):
    """A problem to be answered: its slug, a sentence for this occurrence, further members of the
    document, and headers."""

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
    """A sentence shortened to a limit, since it may quote a request, which can be long."""
    return (
        text
        if max(len(text.en), len(text.fr)) <= LONGEST
        else Text(brief(text.en, LONGEST), brief(text.fr, LONGEST))
    )


def requested_language() -> Lang:
    """The supported language that the request's `Accept-Language` prefers, ignoring the country;
    English if it names none."""
    return next(
        (
            lang
            for tag in request.accept_languages.values()
            if (lang := supported_language(tag)) is not None
        ),
        ENGLISH,
    )


def problem_reply(problem: Problem) -> Response:
    lang = requested_language()
    headers = {
        "Content-Language": lang,
        "Vary": "Accept-Language",
        "Cache-Control": "no-store",
        **problem.headers,
    }
    return Response(
        msgspec.json.encode(problem.body(lang)), problem.kind.status, headers, content_type=TYPE
    )


def problem_of(refusal: Refusal) -> Problem:
    headers = {"ETag": f'"{refusal.seq}"'} if isinstance(refusal, Stale) else None
    return Problem(refusal.kind.slug, refusal.text, headers=headers, **refusal.details())
