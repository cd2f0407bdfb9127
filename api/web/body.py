"""Reading bodies and queries: cheap limits are checked first, then `msgspec` reads them. If it
refuses, all faults are listed."""

import hashlib
import json
import re
from contextvars import ContextVar
from datetime import datetime
from typing import Annotated, Any, TypeVar

import flask
import msgspec
from marshmallow import fields
from msgspec import Struct

from api.web.problems.problem import Problem
from api.web.schemas import AnyField, faults, fields_of, schema_of
from domain.kernel.faults import DEEPEST, MOST, Fault, too_deep
from domain.kernel.text import Text, joined

NUMBER = "greffe.number"  # where a request's number is in its WSGI environment

Moment = Annotated[
    datetime, msgspec.Meta(tz=True)
]  # a time with its offset from UTC, as requests give it

T = TypeVar("T", bound=Struct)

_encoder = msgspec.json.Encoder(order="deterministic")


class Request(flask.Request):
    """A request. `canonical` is its body in canonical form (sorted keys, no spaces), set when the
    body is read, for `digest`."""

    canonical: bytes = b""
    service: Any
    """The service of the app that answers it (`api/web/request/service.py`)."""

    @property
    def id(self) -> str:
        """The request's number in the log."""
        return str(self.environ.get(NUMBER, "-"))

    def whole_body(self) -> bytes:
        """The bytes of the body. Raises werkzeug's `RequestEntityTooLarge` if the declared length
        or, without one, the length read is too great."""
        length, most = self.content_length, self.max_content_length
        if length is None or most is None or length > most:
            return self.get_data(cache=False)
        return self.input_stream.read(length)

    def digest(self) -> str:
        """A hash of method, path and canonical body. A retry has an equal hash; a different request
        with the same idempotency key does not."""
        text = f"{self.method} {self.path}\n".encode() + self.canonical
        return hashlib.sha256(text).hexdigest()[:32]


CURRENT: ContextVar[Request] = ContextVar("request")


def current_request() -> Request:
    """The request being answered, from `CURRENT`: much faster than `flask.request`, which searches
    at every access."""
    return CURRENT.get()


def body_as(struct: type[T]) -> T:
    """The current request's JSON body as a struct. Raises the problem that describes its faults."""
    return read_as(struct, load_json_body(current_request()))


def read_as(struct: type[T], data: Any, within: str = "") -> T:
    """Plain data from a body or a form as a struct. Raises `invalid-fields` with every fault; the
    JSON pointer `within` is put before the pointers."""
    try:
        return msgspec.convert(data, struct)
    except msgspec.ValidationError as e:
        found = faults(schema_of(struct), data)
        raise invalid_fields(
            tuple(Fault(within + f.pointer, f.text) for f in found), str(e)
        ) from None


def load_json_body(req: Request) -> Any:
    """The JSON body as plain data, `{}` if it is empty. Sets `req.canonical`. Raises a problem if
    the body cannot be read."""
    raw = req.whole_body()
    if not raw and not req.content_type:
        req.canonical = b"{}"
        return {}
    if req.environ.get("CONTENT_TYPE") != "application/json" and req.mimetype != "application/json":
        raise unsupported_media_type(req, "application/json")
    data, req.canonical = parse_json(raw)
    return data


def parse_json(raw: bytes) -> tuple[Any, bytes]:
    """JSON text as plain data and in canonical form. Raises a problem for invalid JSON, deep
    nesting and duplicate names."""
    try:
        data = msgspec.json.decode(raw)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        reason = str(e).removeprefix("JSON is malformed: ")
        raise Problem(
            "malformed-json", Text("The body is not JSON: {what}.", what=reason)
        ) from None
    if raw.count(b"[") + raw.count(b"{") > DEEPEST and too_deep(data):
        raise _too_deep()
    canonical = _encoder.encode(data)
    # A field named twice leaves a colon less behind; an escape might hide one, so then the fields
    # are really counted.
    if canonical.count(b":") != raw.count(b":") or b"\\u" in raw:
        json.loads(raw, object_pairs_hook=_without_duplicates)
    return data, canonical


def _too_deep() -> Problem:
    return Problem(
        "nested-too-deep",
        Text(
            "The body is nested deeper than {deepest} levels.",
            deepest=DEEPEST,
        ),
        limit=DEEPEST,
    )


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Problem(
                "malformed-json", Text("The field {key} is there twice.", key=key), field=key
            )
        result[key] = value
    return result


def unsupported_media_type(req: Request, *accepts: str) -> Problem:
    value = req.mimetype or "no Content-Type"
    return Problem(
        "unsupported-media-type",
        Text("This address reads {accepts}, not {given}.", accepts=", ".join(accepts), given=value),
        headers={"Accept": ", ".join(accepts)},
        accepts=accepts,
    )


def invalid_fields(found: tuple[Fault, ...], otherwise: str = "") -> Problem:
    """The problem `invalid-fields` with the faults in `found`. If there are none, its only fault is
    the sentence `otherwise`."""
    found = found or (Fault("", Text("{otherwise}.", otherwise=otherwise)),)
    return Problem(
        "invalid-fields",
        _summary(tuple((f.pointer or "/", f.text) for f in found)),
        pointer=found[0].pointer,
        errors=[{"pointer": f.pointer, "detail": f.text} for f in found],
    )


def query_as(struct: type[T]) -> T:
    """The current request's query parameters as a struct. Raises `invalid-parameters`."""
    request = current_request()
    if not request.environ.get("QUERY_STRING"):
        return struct()
    args = request.args
    schema = schema_of(struct)
    data = {name: _typed(value, fields_of(schema).get(name)) for name, value in args.items()}
    faulty = {name: _TWICE for name, values in args.lists() if len(values) > 1}
    if not faulty:
        try:
            return msgspec.convert(data, struct)
        except msgspec.ValidationError as e:
            faulty = {fault.pointer[1:]: fault.text for fault in faults(schema, data)} or {
                "": Text("{e}.", e=e)
            }
    raise invalid_parameters(faulty)


# Said of a cursor that no page ended with.
NO_PAGE = Text(
    "No page ended with this: give the `next` of the page before.",
)

_TWICE = Text("This parameter can be given once.")
_WHOLE = re.compile(r"-?[0-9]{1,40}")
_FLAGS = {"1": True, "true": True, "0": False, "false": False}


def _typed(value: str, field: AnyField | None) -> str | int | bool:
    """A parameter's text as a value of the field's type; unchanged if it cannot be one."""
    if isinstance(field, fields.Boolean):
        return _FLAGS.get(value, value)
    return int(value) if isinstance(field, fields.Integer) and _WHOLE.fullmatch(value) else value


def need_known_parameters(names: frozenset[str]) -> None:
    """Raise `invalid-parameters` if the query has a parameter that is not in `names`, such as a
    mistyped one."""
    there = joined(sorted(names)) if names else Text.pgettext("parameters", "none")
    text = Text("There is no such parameter here; there is: {there}.", there=there)
    unknown = {name: text for name in current_request().args if name not in names}
    if unknown:
        raise invalid_parameters(unknown)


def invalid_parameters(faulty: dict[str, Text]) -> Problem:
    return Problem(
        "invalid-parameters",
        _summary(tuple(faulty.items())),
        errors=[{"parameter": name, "detail": text} for name, text in faulty.items()],
    )


def _summary(sentences: tuple[tuple[str, Text], ...]) -> Text:
    first, text = sentences[0]
    more, least = (
        len(sentences) - 1,
        ("at least ", "au moins ") if len(sentences) >= MOST else ("", ""),
    )
    en = f"{first}: {text.en}" + (f" And {least[0]}{more} more." if more else "")
    fr = f"{first} : {text.fr}" + (f" Et {least[1]}{more} de plus." if more else "")
    return Text(en, fr)
