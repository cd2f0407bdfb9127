"""The pages behind problem types: what a problem means and what to do, for people and for
programs."""

from html import escape

import msgspec
from flask import Response, request
from msgspec import Struct

from api.web.middleware import CSP
from api.web.problems.kinds import KINDS, listed
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from domain.kernel.refusals import Kind
from domain.kernel.text import Lang, Text

blueprint = Blueprint(
    "problems",
    __name__,
    url_prefix="/problems",
    description="What each problem means and what to do.",
)


class KindAt(Struct, frozen=True):
    """A kind of problem."""

    type: str
    status: int
    title: Text
    meaning: Text
    remedy: Text


class Kinds(Struct, frozen=True):
    """All kinds of problems."""

    problems: tuple[KindAt, ...]


PAGES: tuple[type[Struct], ...] = (KindAt, Kinds)
_KEEP = {"Cache-Control": "public, max-age=3600", "Vary": "Accept"}
_HTML = {**_KEEP, CSP: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


@blueprint.route("")
@blueprint.open
@blueprint.answers(200, "Kinds")
@blueprint.answers(200, {"type": "string"}, content_type="text/html")
def list_problems() -> Response:
    """List every kind of problem this service can answer with."""
    if _wants_html():
        rows = "".join(
            f'<li><a href="{kind.type}">{kind.slug}</a> ({kind.status})</li>' for kind in listed()
        )
        return _html("Problems / Problèmes", f"<ul>{rows}</ul>")
    return Response(
        msgspec.json.encode(Kinds(tuple(map(_at, listed())))),
        200,
        _KEEP,
        content_type="application/json",
    )


@blueprint.route("/<slug>")
@blueprint.open
@blueprint.answers(200, "KindAt")
@blueprint.answers(200, {"type": "string"}, content_type="text/html")
@blueprint.refuses("not-found")
def show_problem(slug: str) -> Response:
    """Explain a kind of problem: what it means and what to do about it."""
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("not-found", Text("There is no problem {slug}.", slug=slug))
    if _wants_html():
        return _html(slug, _part(kind, "en") + _part(kind, "fr"))
    return Response(msgspec.json.encode(_at(kind)), 200, _KEEP, content_type="application/json")


def _wants_html() -> bool:
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def _at(kind: Kind) -> KindAt:
    return KindAt(kind.type, kind.status, kind.title, kind.meaning, kind.remedy)


def _part(kind: Kind, lang: Lang) -> str:
    title, meaning, remedy = (
        escape(text.to(lang)) for text in (kind.title, kind.meaning, kind.remedy)
    )
    return f'<section lang="{lang}"><h2>{title}</h2><p>{meaning}</p><p>{remedy}</p></section>'


def _html(title: str, body: str) -> Response:
    style = (
        "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}"
    )
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width">'
        f"<title>{escape(title)} · "
        f"Greffe</title><style>{style}</style><h1>{escape(title)}</h1>{body}</html>"
    )
    return Response(page, 200, _HTML, content_type="text/html; charset=utf-8")
