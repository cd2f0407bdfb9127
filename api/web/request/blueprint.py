"""flask-smorest's Blueprint with decorators of our own, which say what a view reads, answers and
refuses.

flask-smorest makes the OpenAPI document from what they note down. They do not use its `arguments`
and `response`: those wrap the view once for each thing said about it and read bodies through
marshmallow every time, and a request would pay for it. Here only what reads a body or a query wraps
the view, once.

A write names the record that its sender has seen, and a key that makes it happen once. Its answer
follows from the record alone, so that a retry reads the same bytes.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from http import HTTPStatus
from typing import Annotated, Any, Literal

import flask_smorest  # type: ignore[import-untyped]
from flask import Response
from msgspec import Meta, Struct
from msgspec.structs import replace

from api.web.access.caller import Unregistered
from api.web.body import body_as, current_request, invalid_parameters, query_as
from api.web.problems.kinds import FIELD_PROBLEMS, KINDS, PARAMETER_PROBLEMS
from api.web.problems.problem import TYPE, Problem
from api.web.request.guard import OPEN, View, for_duties, for_role
from api.web.request.responses import EVERYBODY, JSON, etag, receipt_state, reply
from api.web.request.service import caller, may_read_words, service
from api.web.schemas import schema_of
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.kernel.writer import Order

# A record's number, and after it perhaps the audience whose answer the writer has read.
_ETAG = re.compile(r'"([1-9][0-9]{0,17})(?:-[!#-~]{1,64})?"')

_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")


RECEIPT = (
    "`wait`: the answer waits until a signed head of the log that enough witnesses have cosigned "
    "covers the record, two seconds at "
    "most, and brings the `receipt` with its `receipt_state`."
)
WithReceipt = Annotated[
    Literal["", "wait"], Meta(description=RECEIPT)
]  # what the parameter `receipt` of every write means


def order(stream: str, client_at: datetime | None = None) -> Order:
    """The order for a write to a stream, from the request's headers; raises the problem of one that
    is missing or malformed."""
    return Order(stream, seen(), caller().id, key(), current_request().digest(), client_at)


def seen() -> int:
    header = current_request().environ.get("HTTP_IF_MATCH")
    if header is None:
        raise Problem("if-match-missing")
    match = _ETAG.fullmatch(header.strip())
    if match is None:
        raise Problem(
            "if-match-malformed",
            Text('If-Match must be a record number in quotes such as "7", not {given}.', given=header),
        )  # fmt: skip
    return int(match[1])


def key() -> str:
    header = current_request().environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        raise Problem("idempotency-key-missing")
    if _IDEMPOTENCY_KEY.fullmatch(str(header)) is None:
        raise Problem("idempotency-key-malformed")
    wants_receipt()  # a parameter that is none is refused before anything is recorded
    return str(header)


def key_if_any() -> str:
    """The request's idempotency key where it need not have one; empty where it has none."""
    return key() if "HTTP_IDEMPOTENCY_KEY" in current_request().environ else ""


def wants_receipt() -> bool:
    """Whether the answer to this write is to bring its receipt; raises `invalid-parameters` for
    anything but `receipt=wait`."""
    if not current_request().environ.get("QUERY_STRING"):
        return False
    value = current_request().args.getlist("receipt")
    if value in ([], [""]):
        return False
    if value != ["wait"]:
        raise invalid_parameters({"receipt": Text("One value is known: wait.")})
    return True


def worded(seq: int, audience: str = EVERYBODY) -> str:
    """The ETag of what has words that people wrote in it: strangers get another answer than those
    who have a link."""
    return etag(seq, audience if may_read_words() else "stranger")


def written(answer: Any, filed: StoredRecord, *, again: bool, **headers: str) -> Response:
    """The answer to a write. Its bytes follow from the record alone, so that a retry gets the first
    answer again; but for the receipt and its state, where one is asked for, which is under the
    newest head each time."""
    if again:
        headers["Idempotent-Replay"] = "true"
    if wants_receipt():
        app = service().receipts.receipt(filed.stream, filed.seq)
        text = None if app is None else app.proof.encode().decode()
        answer = replace(answer, receipt=text, receipt_state=receipt_state(app))
    return reply(answer, 201, ETag=etag(filed.seq), **headers)


Doc = dict[str, Any]

ETAG = {
    "ETag": {
        "description": 'The record this answer stands at: `"<seq>"`.',
        "schema": {"type": "string"},
    }
}
REPLAY = {
    "Idempotent-Replay": {
        "description": "`true` when the request came before: this is its first answer again.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}
WRITTEN = {**ETAG, **REPLAY}
LOCATION = {
    "Location": {
        "description": "Where the new resource is.",
        "schema": {"type": "string", "format": "uri-reference"},
    }
}

_IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": 'The newest record the writer has seen: `"<seq>"`, or the `ETag` of what was '
    "read last.",
    "schema": {"type": "string", "pattern": r'^"[1-9][0-9]{0,17}(-[!#-~]{1,64})?"$'},
    "example": '"1"',
}
_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "description": "Made up by the sender, new for each request; sending a request again with its "
    "key records nothing twice.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
}
_RECEIPT = {
    "in": "query",
    "name": "receipt",
    "required": False,
    "description": RECEIPT,
    "schema": {"type": "string", "enum": ["", "wait"]},
}
_IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "description": "An `ETag` the reader holds; if it is still true, the answer is 304 without a "
    "body.",
    "schema": {"type": "string"},
}
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "The `id` of the last event that a reader who comes back has got: what follows "
    "it is sent.",
    "schema": {"type": "string", "pattern": "^(0|[1-9][0-9]{0,17})$"},
}
_BODY_PROBLEMS = (
    "malformed-json",
    "nested-too-deep",
    "invalid-fields",
    "body-too-large",
    "unsupported-media-type",
)
_CONDITION_PROBLEMS = (
    "if-match-missing",
    "if-match-malformed",
    "stale",
    "idempotency-key-missing",
    "idempotency-key-malformed",
    "key-reused",
    "store-unavailable",
)
_OPEN_PROBLEMS = (
    *("idempotency-key-missing", "idempotency-key-malformed", "key-reused", "invalid-parameters"),
    "store-unavailable",
)
_STREAM_PROBLEMS = (
    "last-event-id-refused",
    "too-many-streams",
    "too-many-own-streams",
    "store-unavailable",
)


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Answer an address with a view, whose name is the operation's."""

        def decorate(view: View) -> View:
            if query_of(view) is not None:
                _refuse(view, 400, ["invalid-parameters"])
            documented = self.doc(operationId=view.__name__, **_noted(view))(view)
            self.add_url_rule(rule, None, documented, **options)
            return view

        return decorate

    @staticmethod
    def open(view: View) -> View:
        for_role(view, OPEN)
        _noted(view)["security"] = []
        return view

    @staticmethod
    def needs(role: str) -> Callable[[View], View]:
        """The view is for this role and those above it; the guard sees to it before the view
        runs."""

        def decorate(view: View) -> View:
            for_role(view, role)
            _noted(view)["x-minimum-role"] = role
            return view

        return decorate

    @staticmethod
    def duty(*duties: str) -> Callable[[View], View]:
        """Also open to holders of a link with one of these duties to what the address names."""

        def decorate(view: View) -> View:
            for_duties(view, duties)
            _noted(view)["x-duties"] = sorted(duties)
            return Blueprint.refuses("duty-too-low")(view)

        return decorate

    @staticmethod
    def files(*content_types: str, schema: Doc | None = None) -> Callable[[View], View]:
        """The view reads the raw body, of one of these kinds; `schema` says what the first of them
        holds."""

        def decorate(view: View) -> View:
            content: Doc = {kind: {"schema": {"type": "string"}} for kind in content_types}
            if schema is not None:
                content[content_types[0]] = {"schema": schema}
            _noted(view)["requestBody"] = {"required": True, "content": content}
            return view

        return decorate

    def takes(
        self, struct: type[Struct], *, required: bool = True, **example: Any
    ) -> Callable[[View], View]:
        """The view gets the JSON body as this struct; a body that is none is refused with its
        faults."""
        body = {"schema": schema_of(struct), **example}
        slugs = (
            *_BODY_PROBLEMS,
            *_of_names(struct, FIELD_PROBLEMS),
        )

        def decorate(view: View) -> View:
            given = _given(view, partial(body_as, struct))
            _noted(given)["requestBody"] = {"required": required, "content": {JSON: body}}
            return self.refuses(*slugs)(given)

        return decorate

    def asks(self, struct: type[Struct]) -> Callable[[View], View]:
        """The view gets the query's parameters as this struct."""
        slugs = (
            "invalid-parameters",
            *_of_names(struct, PARAMETER_PROBLEMS),
        )

        def decorate(view: View) -> View:
            given = _given(view, partial(query_as, struct))
            _parameter(given, {"in": "query", "schema": schema_of(struct)})
            return self.refuses(*slugs)(given)

        return decorate

    @staticmethod
    def answers(
        status: int,
        schema: str | Doc | None = None,
        description: str = "",
        *,
        content_type: str = JSON,
        headers: Doc | None = None,
    ) -> Callable[[View], View]:
        """A good answer: its status and the name of its schema."""
        doc: Doc = {"description": description or HTTPStatus(status).phrase}
        if headers:
            doc["headers"] = headers
        if schema is not None:
            doc["content"] = {content_type: {"schema": schema}}
        return lambda view: _respond(view, status, doc)

    @staticmethod
    def refuses(*slugs: str) -> Callable[[View], View]:
        by_status: dict[int, list[str]] = defaultdict(list)
        for slug in slugs:
            if slug not in KINDS:
                raise Unregistered(f"there is no problem {slug}")
            by_status[KINDS[slug].status].append(slug)

        def decorate(view: View) -> View:
            for status, named in by_status.items():
                _refuse(view, status, named)
            return view

        return decorate

    def writes(self, *problems: str, stale: str = "") -> Callable[[View], View]:
        """The view adds records to a stream, and may answer with these problems of its kind: it
        wants If-Match and an idempotency key. `stale` says when it is."""
        text = f"{_IF_MATCH['description']} {stale}".strip()
        parameters = ({**_IF_MATCH, "description": text}, _KEY, _RECEIPT)
        slugs = (*_CONDITION_PROBLEMS, "invalid-parameters", *problems)
        return lambda view: self._knows(view, parameters, *slugs)

    def writes_unless(self, parameter: str, *problems: str) -> Callable[[View], View]:
        """The same, unless a parameter of the query says that nothing is to be recorded; `receipt`
        is one more of that query."""

        def decorate(view: View) -> View:
            for header in (_IF_MATCH, _KEY):
                text = f"{header['description']} Required unless `{parameter}` is given."
                _parameter(view, {**header, "required": False, "description": text})
            return self.refuses(*_CONDITION_PROBLEMS, *problems)(view)

        return decorate

    def opens(self, view: View) -> View:
        """The view opens a stream: it wants an idempotency key."""
        return self._knows(view, (_KEY, _RECEIPT), *_OPEN_PROBLEMS)

    def may_repeat(self, view: View) -> View:
        """What the view does happens once however often it is asked for. An idempotency key can be
        sent, and is not needed."""
        text = (
            "Not needed: sending the same again does nothing twice. With a key, a retry gets "
            "the first answer."
        )
        key = {**_KEY, "required": False, "description": text}
        return self._knows(view, (key,), "idempotency-key-malformed", "key-reused")

    def keeps(self, view: View) -> View:
        """What the view answers can be kept: it knows If-None-Match."""
        _parameter(view, _IF_NONE_MATCH)
        return _respond(
            view,
            304,
            {
                "description": "What the reader holds is still true.",
                "headers": ETAG,
            },
        )

    def resumes(self, *problems: str) -> Callable[[View], View]:
        """The view streams records, and may answer with these problems of its kind: it knows
        Last-Event-ID."""
        return lambda view: self._knows(view, (_LAST_EVENT_ID,), *problems, *_STREAM_PROBLEMS)

    def _knows(self, view: View, parameters: tuple[Doc, ...], *slugs: str) -> View:
        for parameter in parameters:
            _parameter(view, parameter)
        return self.refuses(*slugs)(view)

    def reads(self, *problems: str) -> Callable[[View], View]:
        """The view reads something of a stream, may answer with these problems of its kind, and
        what it answers can be kept."""
        return lambda view: self.refuses(*problems, "store-unavailable")(self.keeps(view))


def _of_names(struct: type[Struct], problems: dict[str, str]) -> list[str]:
    return [problems[name] for name in struct.__struct_fields__ if name in problems]


def query_of(view: Callable[..., Any]) -> frozenset[str] | None:
    """The query's parameters that a view knows; none where it reads them as a struct, which knows
    its own."""
    named = [item for item in _noted(view).get("parameters", ()) if item["in"] == "query"]
    return (
        None if any("name" not in item for item in named) else frozenset(i["name"] for i in named)
    )


def _noted(view: Callable[..., Any]) -> Doc:
    """What is noted down of a view: an operation as OpenAPI has it, but for schemas, which stand
    for themselves."""
    noted: Doc = vars(view).setdefault("operation", {})
    return noted


def _respond(view: View, status: int, doc: Doc) -> View:
    responses = _noted(view).setdefault("responses", {})
    below = responses.get(status, {})
    content = {**doc.get("content", {}), **below.get("content", {})}
    responses[status] = {**doc, **below, **({"content": content} if content else {})}
    return view


def _given(view: View, read: Callable[[], Struct]) -> View:
    """The view with one more argument, what `read` gets from the request; what stands above it in
    the file comes first."""

    @wraps(view)
    def reading(*args: Any, **kwargs: Any) -> Any:
        return view(*args, read(), **kwargs)

    return reading  # type: ignore[return-value]  # the same but for the argument it gets


def _parameter(view: Callable[..., Any], parameter: Doc) -> None:
    _noted(view).setdefault("parameters", []).append(dict(parameter))


def _refuse(view: Callable[..., Any], status: int, slugs: list[str]) -> None:
    """Several problems of one status become one documented answer that lists them."""
    responses = _noted(view).setdefault("responses", {})
    named = sorted({*responses.get(status, {}).get("x-problems", []), *slugs})
    responses[status] = {
        "x-problems": named,
        "description": "; ".join(f"`{slug}`: {KINDS[slug].title.en}" for slug in named),
        "content": {TYPE: {"schema": "Problem"}},
    }
