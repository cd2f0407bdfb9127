"""Submitting forms, alike for every page: reading the fields, the key that makes sending twice
harmless, and showing the faults beside their fields."""

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import Response, request
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.web.forms.controls import NO_FAULTS, Faults, Given
from api.web.pages.pages import TOKEN, fresh_key, go, site, tell
from api.web.problems.problem import Problem, problem_of
from api.web.request.service import caller
from domain.kernel.amounts import Amount, read_amount
from domain.kernel.commitments import MOST
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.text import Text, brief
from domain.kernel.writer import Order

T = TypeVar("T")

BESIDE = (TOKEN, "do", "key", "seq", "shown")  # fields in which nobody enters anything

PREVIEW, RECORD = "preview", "record"  # values of `do`: show what would happen, or record it


USED_UP = ("key-reused", "bad-request")  # problems after which a form needs a new key

_KEY = re.compile(r"[!-~]{1,128}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Trouble(Struct, frozen=True):
    """Why a form was refused: the problem's slug, status, title and sentence (`text`), each fault
    as a JSON pointer and its sentence (`at`), the rule that forbids it (empty: none), and the
    exception (`cause`)."""

    slug: str
    status: int
    title: str
    text: str
    at: tuple[tuple[str, str], ...]
    rule: str
    cause: Exception

    def messages_at(self, *pointers: str) -> tuple[str, ...]:
        """The faults of a field with one of these pointers, and of its parts."""
        return tuple(
            text
            for pointer, text in self.at
            if any(pointer == p or (p and pointer.startswith(f"{p}/")) for p in pointers)
        )

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Each fault as the id of its field on the page, for a link to it, and its sentence."""
        return tuple((_anchor(pointer), text) for pointer, text in self.at)


class Stamp(Struct, frozen=True):
    """The hidden fields of a form: its idempotency key, and the number of the newest record when it
    was shown."""

    key: str
    seq: int


class Sent(Struct, frozen=True):
    """A form that was sent: its fields, its idempotency key, and the number of the newest record
    when it was shown (0: none)."""

    form: Given
    key: str
    seq: int

    @property
    def seat(self) -> str:
        return self.text("seat")

    def text(self, name: str) -> str:
        return self.form.get(name, "").strip()

    def order(self, about: str, seq: int = 0, digest: str = "") -> Order:
        """The `Order` for a write to the stream `about`, which says that its writer has seen the
        records up to `seq` (0: up to the form's newest record). Callers give `seq` if later records
        do not change the meaning of the entry. Raises `bad-request` if both are 0."""
        if not (seq or self.seq):
            raise Problem("bad-request", NO_FORM)
        return Order(about, seq or self.seq, caller().id, self.key, digest or self.digest())

    def digest(self) -> str:
        return digest(self.form)


# -- taking a form ---------------------------------------------------------------------------------


def sent_fields() -> Given:
    """The fields of the form that was sent; for other requests than POST, the query's
    parameters."""
    return request.form if request.method == "POST" else MultiDict(request.args)


def sent() -> Sent:
    """The form that was sent. Raises `bad-request` if no page of ours can have sent it."""
    form = request.form
    key, seq = form.get("key", ""), form.get("seq", "0")
    if _KEY.fullmatch(key) is None or not (seq.isascii() and seq.isdecimal() and len(seq) < 10):
        raise Problem("bad-request", NO_FORM)
    return Sent(form, key, int(seq))


NO_FORM = Text(
    "This form has lost what it needs to be recorded once: open the page again.",
)


def submit(
    write: Callable[[], T | Response],
    on: Callable[[T], str | Response],
    again: Callable[[Trouble], Response],
) -> Response:
    """Process the form that was sent: call `write`, then redirect to the address that `on` returns
    for its result. If `write` is refused, return the page from `again`, which shows the form with
    its faults. `write` and `on` may return a response, which is the answer. Raises refusals with
    status 401, 429 or from 500 on."""
    answer = attempt(write)
    if isinstance(answer, Response):
        return answer
    if not isinstance(answer, Trouble):
        to = on(answer)
        return go(to) if isinstance(to, str) else to
    if answer.status in (401, 429) or answer.status >= 500:
        raise answer.cause
    return again(answer)


def attempt(do: Callable[[], T]) -> T | Trouble:
    """Call `do`. Returns its result, or a `Trouble` if it raises a refusal or problem."""
    try:
        return do()
    except (Refusal, Problem) as cause:
        problem = cause if isinstance(cause, Problem) else problem_of(cause)
        kind, verdict = problem.kind, problem.members.get("verdict")
        places = tuple(_faults_at(problem.members, problem.detail))
        return Trouble(
            kind.slug,
            kind.status,
            tell(kind.title),
            tell(problem.detail),
            places,
            verdict.rule if verdict else "",
            cause,
        )


def _faults_at(members: dict[str, Any], detail: Text) -> Iterator[tuple[str, str]]:
    """The faults that a problem lists, each as a JSON pointer and its sentence."""
    errors = members.get("errors", ())
    for error in errors:
        yield error["pointer"], tell(error["detail"])
    if not errors and members.get("pointer"):
        yield members["pointer"], tell(detail)


def digest(form: Given, built: Any = (), within: tuple[str, ...] = ()) -> str:
    """A digest of the path and everything entered in a form: equal if the form is sent again.
    Fields whose names begin with one of `within` are left out, since their numbers change when the
    form is shown again; `built`, the value made of them, is digested instead."""
    texts = sorted(
        (name, value)
        for name, value in form.items(multi=True)
        if value and name not in BESIDE and not name.startswith(within)
    )
    return hashlib.sha256(f"{request.path}\n{texts}\n{built}".encode()).hexdigest()[:32]


def number(form: Given, name: str) -> int | None:
    """The whole number in the field `name`; None if it is empty. Raises `BadRequest`."""
    return whole_number(form.get(name, ""), f"/{name}")


def whole_number(text: str, pointer: str) -> int | None:
    text = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    if not text:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise BadRequest(pointer, Text("This must be a whole number, not {text}.", text=text))
    return int(text)


def amount(text: str, pointer: str) -> Amount | None:
    """The points that were typed, which may be a fraction; None for an empty text. Raises
    `BadRequest` at the JSON pointer."""
    try:
        return read_amount(text) if text.strip() else None
    except ValueError:
        raise BadRequest(
            pointer,
            Text(
                "This must be a number of points, such as 12 or 10.5, not {text}.", text=brief(text)
            ),
        ) from None


def text_entered(form: Given, name: str = "text") -> str:
    """The text of a field. Raises `BadRequest` if it is too long."""
    text = form.get(name, "").strip()
    if len(text) > MOST:
        raise BadRequest(f"/{name}", Text("At most {most} characters.", most=MOST))
    return text


# -- showing it again ------------------------------------------------------------------------------


@site.app_template_global()
def typed_in(action: str, name: str, default: object = "") -> object:
    """A field's text in the form with the address `action`, if this request sent that form; else
    the default."""
    return request.form.get(name, default) if request.path == action else default


def key_of_form_again(trouble: Trouble | None) -> str:
    """The idempotency key for a form that is shown: the key of the request's form, if it can still
    be used, so that the entry is recorded only once; else a new key."""
    key = request.form.get("key", "")
    return (
        key
        if _KEY.fullmatch(key) and (trouble is None or trouble.slug not in USED_UP)
        else fresh_key()
    )


def stamp(seq: int, trouble: Trouble | None = None) -> Stamp:
    """The hidden fields of a form shown now: `seq`, the newest record, and the key from
    `key_of_form_again`."""
    return Stamp(key_of_form_again(trouble), seq)


def faults_within(trouble: Trouble | None, pointer: str) -> Faults:
    """The faults at this JSON pointer and below it, by the pointer from there."""
    if trouble is None:
        return NO_FAULTS
    return {
        place.removeprefix(pointer): text
        for place, text in trouble.at
        if place == pointer or place.startswith(f"{pointer}/")
    }


def _anchor(pointer: str) -> str:
    """The id of the field on the page to which a JSON pointer belongs; empty if there is none."""
    field = _FIELD.sub(r"/\1", pointer)
    named = next(
        (f"{name}{field.removeprefix(begin)}" for begin, name in _NAMED if field.startswith(begin)),
        "",
    )
    return named.replace("/", "-").replace("_", "-")


# Pointers into fields with several words: a fault of one word is shown at the whole field.
_FIELD = re.compile(r"/(tags|names|values)/.*")

# The beginnings of pointers, and of the names of the fields on a ruling's form that belong to them.
_NAMED = (("/remedy/facts", "c"), ("/facts", "f"), ("/action/", "a/"), ("/remedy/", ""), ("/", ""))
