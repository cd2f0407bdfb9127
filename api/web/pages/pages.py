"""Pages and forms: who reads, in which language, the security policy, rendering, and the check of
submitted forms."""

import hmac
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Literal, cast
from urllib.parse import urlencode

import msgspec
from babel.dates import format_date
from flask import Blueprint, Flask, Response, g, redirect, render_template, request
from jinja2 import FileSystemLoader, PrefixLoader
from jinja2.ext import Extension
from markupsafe import Markup, escape

from api.web.access.access import is_identified_by_cookie, token_of
from api.web.access.caller import CALLER, Caller
from api.web.access.subjects import COOKIE, GROUP
from api.web.body import current_request
from api.web.middleware import CSP
from api.web.pages.assets import API, asset_address
from api.web.pages.labels import LABELS
from api.web.pages.parts import HOLDS, KEY, Parts, cached, page_shows_moment, part, parts, with_keys
from api.web.pages.typesetting import is_available
from api.web.problems.problem import Problem, requested_language
from api.web.request.guard import LOST, OPEN, View, open_to_duties, open_to_role, session_caller
from api.web.request.service import is_on_trial, service
from domain.kernel.refusals import Kind, NoSuchPosition
from domain.kernel.text import LANGS, Lang, Text, supported_language
from domain.kernel.words.catalogs import translation
from domain.kernel.words.places import fill, locale_of
from domain.kernel.words.typography import decimal, printed

# The content security policy: only what this service serves is loaded, and no inline script runs.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

# The header of a script that asks for a page to put its parts in place itself; it may say which
# shape of a board the window shows (`tall`, `wide`). A browser writes a line into its console for
# every answer of 400 and above, whatever the script makes of it: so this one gets the status in the
# header `Greffe-Status`.
PART = "Greffe-Part"

LANG = "lang"
YEAR = 365 * 24 * 3600

site = Blueprint("site", "api.pages")

# The templates of every subject, each named by its room first.
TEMPLATES = PrefixLoader(
    {room.parent.name: FileSystemLoader(room) for room in sorted(API.glob("*/templates"))}
)


# The name of the field in every form with the token that only our own pages have
# (`Access.form_token`).
TOKEN = "form_token"  # noqa: S105  the name of a field


@site.before_request
def take_form() -> None:
    """Include a form's fields in the request's digest, so that a retry can be told from a different
    request with the same key. If a cookie identifies the sender, require the form's token. Raises
    `form-not-ours`."""
    if request.method != "POST":
        return
    form = request.form
    entered = sorted((name, values) for name, values in form.lists() if name != TOKEN)
    current_request().canonical = msgspec.json.encode(entered)
    who: Caller | None = current_request().environ.get(CALLER)
    if who is not None and who.id and is_identified_by_cookie(current_request()):
        token = service().access.form_token(who.id)
        if not hmac.compare_digest(form.get(TOKEN, "").encode(), token.encode()):
            raise Problem("form-not-ours")


def _token_field(who: Caller | None) -> Markup:
    """The hidden field with the token that a form on this reader's pages needs (`take_form`); empty
    for readers without a key or link."""
    if who is None or not who.id:
        return Markup()
    token = service().access.form_token(who.id)
    return Markup('<input type="hidden" name="{}" value="{}">').format(TOKEN, token)


def needs(role: str) -> Callable[[View], View]:
    """Restrict the page to this role and those above it; the guard checks it."""
    return partial(open_to_role, role=role)


def duty(*duties: str) -> Callable[[View], View]:
    """Also admit holders of links with one of these duties to the thing in the page's address."""
    return partial(open_to_duties, duties=duties)


def anybody(view: View) -> View:
    """Open the page to everybody, also without a key or link."""
    return open_to_role(view, OPEN)


def lang() -> Lang:
    """The reader's language: chosen on a page, else the browser's preference. If the page's subject
    set `g.with_names`, it also has the names of people to put into sentences. Stored in `g` for the
    request."""
    spoken: Lang | None = g.get("lang")
    if spoken is None:
        requested = (
            supported_language(request.args.get(LANG) or request.cookies.get(LANG, ""))
            or requested_language()
        )
        spoken = g.lang = g.with_names(requested) if "with_names" in g else requested
    return spoken


def gettext(message: str, /, **parts: Any) -> str:
    """A sentence in the reader's language, with `parts` put into its placeholders. It is `Markup`
    if one of the parts is."""
    return _filled(message, parts)


_ = gettext


def ngettext(single: str, many: str, n: int, /, **parts: Any) -> str:
    return _filled(single, {"n": n, **parts}, plural=many, number=n)


def pgettext(context: str, message: str, /, **parts: Any) -> str:
    """Like `gettext`, for a message that has several meanings in English; `context` names the
    meaning."""
    return _filled(message, parts, context)


def label_of(kind: str, value: str, /, **parts: Any) -> str:
    """The label of a value of this kind (`LABELS`), in the reader's language."""
    return LABELS[kind][value].filled(parts).printed(lang())


def _filled(message: str, parts: dict[str, Any], *plural_form: Any, **counted: Any) -> str:
    language = lang()
    words = printed(translation(message, str(language), *plural_form, **counted)[0], language)
    if any(isinstance(part, Markup) for part in parts.values()):
        escaped = {name: escape(part) for name, part in parts.items()}
        return Markup(fill(words, escaped, language))  # noqa: S704  the sentence is ours, what is put in is escaped
    return fill(words, parts, language) if parts else words


def tell(text: Text) -> str:
    """A text in the reader's language."""
    return text.printed(lang())


# Kinds of problems whose sentences are for programs: pages have one common sentence for them.
FOR_PROGRAMS = frozenset(
    {
        "body-too-large", "uri-too-long", "head-too-long", "expectation-failed", "coding-unknown", "request-timeout",
        "unsupported-media-type", "malformed-json", "nested-too-deep", "bad-request", "range-not-satisfiable", "invalid-fields",
        "if-match-missing", "if-match-malformed", "idempotency-key-missing", "idempotency-key-malformed", "key-reused",
        "last-event-id-refused", "too-many-streams", "too-many-own-streams", "no-such-tile",
    }
)  # fmt: skip


def heading(problem: Problem) -> str:
    """The heading for a problem on a page."""
    return tell(_text_for_people("heading", problem.kind) or problem.kind.title)


def meaning(problem: Problem) -> str:
    """What happened, for a page about a problem: the problem's own sentence, else the meaning of
    its kind."""
    if problem.detail != problem.kind.meaning:
        return tell(problem.detail).replace("`", "")
    return tell(_text_for_people("meaning", problem.kind) or problem.kind.meaning)


def remedy(problem: Problem) -> str:
    """What a reader can do about a problem, for pages. The API's remedies are for programs."""
    return tell(_text_for_people("remedy", problem.kind) or problem.kind.remedy)


def _text_for_people(part: str, kind: Kind) -> Text | None:
    labels = LABELS[part]
    return labels.get(kind.slug) or (labels["again"] if kind.slug in FOR_PROGRAMS else None)


def visitor() -> Caller | None:
    """The reader of a page that is open to everybody; None without a valid key or link."""
    known: Caller | None = current_request().environ.get(CALLER)
    if known is not None:
        return known
    try:
        return service().access.caller_of(
            token_of(current_request(), service().settings.public_url)
        )
    except Problem:
        return None


def _has_group_link() -> bool:
    """Whether the browser has a valid link to a group, even if another link or key identifies it
    here."""
    link = request.cookies.get(GROUP, "")
    try:
        return bool(link) and service().access.caller_of(link).group is not None
    except Problem:
        return False


def page(template: str, status: int = 200, moment: str = "", **parts: Any) -> Response:
    """Render a page. Every template gets its reader (`who`), whether they may act (`may_play`) and
    judge (`may_judge`), and `parts`. `moment` is a text for the state shown, which is put into the
    ETag. A script that already has the page gets 304 or only the parts that differ."""
    who = parts.pop("who", None) or visitor()
    judges = who is not None and who.at_least("arbiter")
    plays = judges or (who is not None and bool(who.speaks_for))
    if who is not None and who.to and session_caller(service(), current_request()):
        judges = True  # by the desk's address, which asks for the key
    g.token_field = _token_field(who)
    holds = request.headers.get(HOLDS if request.method == "POST" else "If-None-Match", "")
    whose = str(lang()), parts.get("audience", ""), who.id if who else ""
    rendered = g.parts = Parts(whose, holds, "" if g.get("partial") else moment)
    body = render_template(
        template,
        who=who,
        may_play=plays,
        may_judge=judges,
        opens_group=_has_group_link(),
        here=request.path,
        bare=rendered.bare,
        moment_shown=moment,
        lost=request.environ.get(LOST),
        **parts,
    )
    answer = Response(
        with_keys(body, fresh_key),
        status,
        {CSP: POLICY, "Cache-Control": "no-store"},
        content_type="text/html; charset=utf-8",
    )
    answer.headers["Content-Language"] = str(lang())
    if rendered.etag:
        answer.headers["ETag"] = rendered.etag
    if request.headers.get(PART):
        answer.status_code, answer.headers["Greffe-Status"] = 200, str(status)
        if rendered.bare and rendered.unchanged and request.method == "GET":
            answer.status_code = 304
            answer.set_data(b"")
    if LOST in request.environ:  # told once
        ids = (request.view_args or {}).values()
        answer.delete_cookie(next((f"{COOKIE}-{id}" for id in ids), GROUP))
    if supported_language(request.args.get(LANG, "")):
        answer.set_cookie(
            LANG, str(lang()), max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure
        )
    return answer


def same_moment(moment: str) -> Response | None:
    """The answer 304 for a script whose page already shows this moment; None for all other
    requests."""
    holds = request.headers.get("If-None-Match", "")
    same = request.headers.get(PART) and page_shows_moment(holds, moment)
    return Response(status=304, headers={"ETag": holds}) if same else None


def keep_link(answer: Response, to: str, token: str) -> None:
    """Set the browser's cookie for a link to the thing `to`; the browser then uses this link for
    it."""
    answer.set_cookie(
        f"{COOKIE}-{to}",
        token,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def go(to: str) -> Response:
    """A redirect (303) to an address."""
    return cast(Response, redirect(to, 303))  # the app makes it, of its own class


def fresh_key() -> str:
    """A new idempotency key for a form. (In templates this name gives a placeholder, which `page`
    replaces.)"""
    return f"page-{secrets.token_urlsafe(12)}"


def number_in(text: str) -> int:
    """A whole number from an address or a hidden field; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def record_in_address(name: str, otherwise: int, most: int, least: int = 1) -> int:
    """The record number in the query parameter `name`; `otherwise` if it is missing. Raises
    `NoSuchPosition` unless it is from `least` to `most`."""
    value = request.args.get(name, "")
    if not value:
        return otherwise
    number = 0 if value == "0" else number_in(value) or -1
    if not least <= number <= most:
        raise NoSuchPosition(max(number, 0), most)
    return number


class JoinedLines(Extension):
    """A Jinja extension that removes line ends and indentation that only lay out the template: the
    line end beside a block of HTML, and the indentation of a continued line. `trim_blocks` does so
    for lines of statements."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return LINE_END.sub(_joined, source)


BLOCK = (
    r"</?(?:html|head|body|title|meta|link|script|header|footer|main|nav|section|article|aside|div|p|[uod]l|li|d[td]|table|"
    r"thead|tbody|tfoot|t[rdh]|caption|h[1-6]|form|fieldset|legend|details|summary|figure|[hb]r|option|noscript|menu)\b"
)
LINE_END = re.compile(rf"(%}}|{BLOCK}[^<>]*>)?\n( *)(?=({{%|{BLOCK})?)")


def _joined(end: re.Match[str]) -> str:
    before, indent, after = end[1] or "", end[2], end[3] or ""
    if before[:1] == "<" or after[:1] == "<" or (before and after):
        return before
    return f"{before} " if indent else end[0]


def equip_templates(app: Flask) -> None:
    """Give the app's templates their loader, extensions and common functions."""
    app.jinja_loader = TEMPLATES
    env = app.jinja_env
    env.add_extension("jinja2.ext.do")
    env.add_extension(JoinedLines)
    env.trim_blocks = env.lstrip_blocks = True
    env.globals.update(
        _=gettext,
        ngettext=ngettext,
        pgettext=pgettext,
        label_of=label_of,
        tell=tell,
        heading=heading,
        meaning=meaning,
        remedy=remedy,
        lang=lang,
        languages=lambda: [(tag, own_name(tag)) for tag in LANGS if tag != lang()],
        asset=asset_address,
        form_token=lambda: g.token_field,
        fresh_key=lambda: KEY,
        part=part,
        cached=cached,
        parts_etag=lambda: parts().etag,
        svg=Markup,
        documents_made=is_available,
        board=lambda drawn: Markup("".join(drawn.values())),  # noqa: S704  pictures are ours, their words escaped
        keep_query=keep_query,
        keep=lambda name: request.args.get(name, ""),
        on_trial=is_on_trial,
        moment=lambda at, show="both": moment(at, lang(), show),
        duration=duration,
        day=lambda at: day(at, lang()),
    )


_MAY_PASS = (401, 403, 409, 412, 429)


def wants_page() -> bool:
    """Whether a problem should be answered as a page: a browser requested an address outside the
    API."""
    if request.path.startswith(("/api/", "/openapi", "/metrics", "/healthz", "/readyz", "/log/")):
        return False
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def page_of(problem: Problem) -> Response:
    """The page for a problem. It offers to try again if a later try or another reader may succeed,
    and links to the newest record if the requested one does not exist."""
    status, requested = problem.kind.status, request.full_path.rstrip("?")
    read = request.method == "GET" and not request.path.startswith("/seat/")
    again = requested if read and (status in _MAY_PASS or status >= 500) else ""
    instead = request.path if read and problem.kind.slug == "no-such-position" else ""
    whole = problem.members.get("whole") if problem.members.get("game", " ") in requested else 0
    answer = page(
        "web/problem.html",
        status,
        problem=problem,
        again=again,
        instead=instead,
        before=f"{request.path}?at={whole}" if read and whole else "",
        to=requested if read else "",
    )
    answer.headers.extend(problem.headers)
    if (
        problem.kind.slug == "embed-refused"
    ):  # the frame itself says why; there is nothing on the page to be tricked into
        answer.headers[CSP] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    return answer


Show = Literal["both", "day", "clock", "compact"]

_DAYS = {
    "en": "d MMMM y",
    "fr": "d MMMM y",
}  # the formats of a day by language; other languages have Babel's long format


def day(time: str | datetime, lang: Lang) -> str:
    """A date in words: `21 November 2026`, `21 novembre 2026`."""
    when = datetime.fromisoformat(time) if isinstance(time, str) else time
    return format_date(when, _DAYS.get(lang, "long"), locale=locale_of(lang))


@cache
def own_name(lang: Lang) -> str:
    """A language's name in that language: `Français`."""
    name = locale_of(lang).get_display_name() or lang
    return name[:1].upper() + name[1:]


def moment(time: str | datetime, lang: Lang, show: Show = "both") -> Markup:
    """A time as HTML: UTC here, converted to the reader's zone by a script
    (`api/web/static/times.js`), with seconds in the tooltip. `show` selects the day, the time of
    day (`clock`), or both; `compact` is both in digits, with the zone."""
    when = (datetime.fromisoformat(time) if isinstance(time, str) else time).astimezone(UTC)
    exact, text = f"{when:%Y-%m-%d %H:%M:%S} UTC", plain_moment(when, lang, show)
    return Markup('<time datetime="{}" data-local="{}" title="{}">{}</time>').format(
        when.isoformat(timespec="milliseconds"), show, exact, text
    )


def plain_moment(time: str | datetime, lang: Lang, show: Show = "both") -> str:
    when = (datetime.fromisoformat(time) if isinstance(time, str) else time).astimezone(UTC)
    parts = {
        "day": day(when, lang),
        "clock": f"{when:%H:%M}",
        "compact": f"{when:%Y-%m-%d %H:%M} UTC",
    }
    return parts.get(show) or f"{parts['day']}, {parts['clock']} UTC"


def keep_query(**changed: Any) -> str:
    """The query string of the current request with some parameters changed; those that are None or
    empty are removed."""
    requested = {**request.args.to_dict(), **changed}
    return urlencode({name: value for name, value in requested.items() if value not in (None, "")})


def duration(seconds: float) -> str:
    """A time span in text: `0.4 s`, `12 s`, `3:05`, `1:02:40`."""
    if seconds < 10:
        return decimal(f"{seconds:.1f} s", lang())
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, seconds_left = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
