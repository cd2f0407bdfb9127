"""flask-smorest's Blueprint with our own decorators, which declare what a view reads, answers and
refuses.

flask-smorest builds the OpenAPI document from their notes. Its own `arguments` and `response` are
not used, because they wrap the view once for each declaration and read every body through
marshmallow. Here only reading a body or query wraps the view, once.

A write has the number of the record its sender has seen, and an idempotency key. Its answer is made
from the record alone, so a retry gets the same bytes.
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
from api.web.request.guard import OPEN, View, open_to_duties, open_to_role
from api.web.request.responses import EVERYBODY, JSON, etag, receipt_state, reply
from api.web.request.service import caller, may_read_words, service
from api.web.schemas import schema_of
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.kernel.writer import Order

# A record's number, which the audience of the answer that the writer has read may follow.
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


def requested_order(stream: str, client_at: datetime | None = None) -> Order:
    """The order for a write to a stream, from the request's headers. Raises a problem if one is
    missing or malformed."""
    return Order(
        stream, seen_record(), caller().id, idempotency_key(), current_request().digest(), client_at
    )


def seen_record() -> int:
    """The record number in `If-Match`, the newest that the writer has seen. Raises
    `if-match-missing`, `if-match-malformed`."""
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


def idempotency_key() -> str:
    """The request's idempotency key. Raises `idempotency-key-missing`, `idempotency-key-malformed`,
    and `invalid-parameters` for a wrong `receipt`, so that it is refused before anything is
    recorded."""
    header = current_request().environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        raise Problem("idempotency-key-missing")
    if _IDEMPOTENCY_KEY.fullmatch(str(header)) is None:
        raise Problem("idempotency-key-malformed")
    wants_receipt()  # a parameter that is none is refused before anything is recorded
    return str(header)


def idempotency_key_if_any() -> str:
    """The request's idempotency key, or an empty string if it has none. Raises what
    `idempotency_key` raises."""
    return idempotency_key() if "HTTP_IDEMPOTENCY_KEY" in current_request().environ else ""


def wants_receipt() -> bool:
    """Whether the request asks for the receipt of its write (`receipt=wait`). Raises
    `invalid-parameters` for any other value."""
    if not current_request().environ.get("QUERY_STRING"):
        return False
    value = current_request().args.getlist("receipt")
    if value in ([], [""]):
        return False
    if value != ["wait"]:
        raise invalid_parameters({"receipt": Text("One value is known: wait.")})
    return True


def etag_with_words(seq: int, audience: str = EVERYBODY) -> str:
    """The ETag of an answer that contains people's words. Strangers get the answer without the
    words and another ETag."""
    return etag(seq, audience if may_read_words() else "stranger")


def written_reply(answer: Any, stored: StoredRecord, *, again: bool, **headers: str) -> Response:
    """The answer to a write. It is made from the stored record alone, so a retry (`again`) gets the
    first answer's bytes. Only a requested receipt and its state may differ, since they are for the
    newest head."""
    if again:
        headers["Idempotent-Replay"] = "true"
    if wants_receipt():
        receipt = service().receipts.receipt(stored.stream, stored.seq)
        encoded = None if receipt is None else receipt.proof.encode().decode()
        answer = replace(answer, receipt=encoded, receipt_state=receipt_state(receipt))
    return reply(answer, 201, ETag=etag(stored.seq), **headers)


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
        """Register a view for an address; the view's name becomes the operation's id."""

        def decorate(view: View) -> View:
            if query_of(view) is not None:
                _note_problems(view, 400, ["invalid-parameters"])
            documented = self.doc(operationId=view.__name__, **_notes_of(view))(view)
            self.add_url_rule(rule, None, documented, **options)
            return view

        return decorate

    @staticmethod
    def open(view: View) -> View:
        """Open the view to everybody, also without a key or link."""
        open_to_role(view, OPEN)
        _notes_of(view)["security"] = []
        return view

    @staticmethod
    def needs(role: str) -> Callable[[View], View]:
        """Restrict the view to this role and those above it; the guard checks it."""

        def decorate(view: View) -> View:
            open_to_role(view, role)
            _notes_of(view)["x-minimum-role"] = role
            return view

        return decorate

    @staticmethod
    def duty(*duties: str) -> Callable[[View], View]:
        """Also admit holders of links with one of these duties to the thing in the address."""

        def decorate(view: View) -> View:
            open_to_duties(view, duties)
            _notes_of(view)["x-duties"] = sorted(duties)
            return Blueprint.refuses("duty-too-low")(view)

        return decorate

    @staticmethod
    def files(*content_types: str, schema: Doc | None = None) -> Callable[[View], View]:
        """Declare that the view reads the raw body, which has one of these content types; `schema`
        describes the first."""

        def decorate(view: View) -> View:
            content: Doc = {kind: {"schema": {"type": "string"}} for kind in content_types}
            if schema is not None:
                content[content_types[0]] = {"schema": schema}
            _notes_of(view)["requestBody"] = {"required": True, "content": content}
            return view

        return decorate

    def takes(
        self, struct: type[Struct], *, required: bool = True, **example: Any
    ) -> Callable[[View], View]:
        """Pass the JSON body to the view as this struct, and declare it. A malformed body is
        refused with its faults. `example` is put beside the schema."""
        body = {"schema": schema_of(struct), **example}
        slugs = (
            *_BODY_PROBLEMS,
            *_problems_of_fields(struct, FIELD_PROBLEMS),
        )

        def decorate(view: View) -> View:
            reading = _with_argument(view, partial(body_as, struct))
            _notes_of(reading)["requestBody"] = {"required": required, "content": {JSON: body}}
            return self.refuses(*slugs)(reading)

        return decorate

    def asks(self, struct: type[Struct]) -> Callable[[View], View]:
        """Pass the query's parameters to the view as this struct, and declare them."""
        slugs = (
            "invalid-parameters",
            *_problems_of_fields(struct, PARAMETER_PROBLEMS),
        )

        def decorate(view: View) -> View:
            reading = _with_argument(view, partial(query_as, struct))
            _note_parameter(reading, {"in": "query", "schema": schema_of(struct)})
            return self.refuses(*slugs)(reading)

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
        """Declare a successful answer: its status, its schema or the schema's name, its description
        and headers."""
        doc: Doc = {"description": description or HTTPStatus(status).phrase}
        if headers:
            doc["headers"] = headers
        if schema is not None:
            doc["content"] = {content_type: {"schema": schema}}
        return lambda view: _note_answer(view, status, doc)

    @staticmethod
    def refuses(*slugs: str) -> Callable[[View], View]:
        """Declare that the view may answer with these problems. Raises `Unregistered` for an
        unknown one."""
        by_status: dict[int, list[str]] = defaultdict(list)
        for slug in slugs:
            if slug not in KINDS:
                raise Unregistered(f"there is no problem {slug}")
            by_status[KINDS[slug].status].append(slug)

        def decorate(view: View) -> View:
            for status, named in by_status.items():
                _note_problems(view, status, named)
            return view

        return decorate

    def writes(self, *problems: str, stale: str = "") -> Callable[[View], View]:
        """Declare that the view adds records to a stream: it requires If-Match and an idempotency
        key, and may answer with these problems. `stale` is a sentence that says when a write is
        stale."""
        text = f"{_IF_MATCH['description']} {stale}".strip()
        parameters = ({**_IF_MATCH, "description": text}, _KEY, _RECEIPT)
        slugs = (*_CONDITION_PROBLEMS, "invalid-parameters", *problems)
        return lambda view: self._declare(view, parameters, *slugs)

    def writes_unless(self, parameter: str, *problems: str) -> Callable[[View], View]:
        """Like `writes`, but the two headers are not required with the query parameter
        `parameter`, which makes the request a trial run. The parameter `receipt` has to be
        declared separately."""

        def decorate(view: View) -> View:
            for header in (_IF_MATCH, _KEY):
                text = f"{header['description']} Required unless `{parameter}` is given."
                _note_parameter(view, {**header, "required": False, "description": text})
            return self.refuses(*_CONDITION_PROBLEMS, *problems)(view)

        return decorate

    def opens(self, view: View) -> View:
        """Declare that the view begins a new stream of records: it requires an idempotency key."""
        return self._declare(view, (_KEY, _RECEIPT), *_OPEN_PROBLEMS)

    def may_repeat(self, view: View) -> View:
        """Declare that repeating the request does nothing twice: an idempotency key is accepted,
        but not required."""
        text = (
            "Not needed: sending the same again does nothing twice. With a key, a retry gets "
            "the first answer."
        )
        key = {**_KEY, "required": False, "description": text}
        return self._declare(view, (key,), "idempotency-key-malformed", "key-reused")

    def keeps(self, view: View) -> View:
        """Declare that the answer can be cached: the view supports If-None-Match."""
        _note_parameter(view, _IF_NONE_MATCH)
        return _note_answer(
            view,
            304,
            {
                "description": "What the reader holds is still true.",
                "headers": ETAG,
            },
        )

    def resumes(self, *problems: str) -> Callable[[View], View]:
        """Declare that the view streams records: it supports Last-Event-ID and may answer with
        these problems."""
        return lambda view: self._declare(view, (_LAST_EVENT_ID,), *problems, *_STREAM_PROBLEMS)

    def _declare(self, view: View, parameters: tuple[Doc, ...], *slugs: str) -> View:
        for parameter in parameters:
            _note_parameter(view, parameter)
        return self.refuses(*slugs)(view)

    def reads(self, *problems: str) -> Callable[[View], View]:
        """Declare that the view reads stored records: its answer can be cached, and it may answer
        with these problems."""
        return lambda view: self.refuses(*problems, "store-unavailable")(self.keeps(view))


def _problems_of_fields(struct: type[Struct], problems: dict[str, str]) -> list[str]:
    return [problems[name] for name in struct.__struct_fields__ if name in problems]


def query_of(view: Callable[..., Any]) -> frozenset[str] | None:
    """The names of a view's query parameters. None if the view reads them as a struct, since
    reading that checks them."""
    named = [item for item in _notes_of(view).get("parameters", ()) if item["in"] == "query"]
    return (
        None if any("name" not in item for item in named) else frozenset(i["name"] for i in named)
    )


def _notes_of(view: Callable[..., Any]) -> Doc:
    """The notes about a view, as a mutable dict: an OpenAPI operation with schemas as
    placeholders."""
    noted: Doc = vars(view).setdefault("operation", {})
    return noted


def _note_answer(view: View, status: int, doc: Doc) -> View:
    responses = _notes_of(view).setdefault("responses", {})
    below = responses.get(status, {})
    content = {**doc.get("content", {}), **below.get("content", {})}
    responses[status] = {**doc, **below, **({"content": content} if content else {})}
    return view


def _with_argument(view: View, read: Callable[[], Struct]) -> View:
    """The view with one more argument, which `read` makes from the request. Arguments of decorators
    further up come first."""

    @wraps(view)
    def reading(*args: Any, **kwargs: Any) -> Any:
        return view(*args, read(), **kwargs)

    return reading  # type: ignore[return-value]  # the same but for the argument it gets


def _note_parameter(view: Callable[..., Any], parameter: Doc) -> None:
    _notes_of(view).setdefault("parameters", []).append(dict(parameter))


def _note_problems(view: Callable[..., Any], status: int, slugs: list[str]) -> None:
    """Note these problems, which have the same status, as one answer of the view."""
    responses = _notes_of(view).setdefault("responses", {})
    named = sorted({*responses.get(status, {}).get("x-problems", []), *slugs})
    responses[status] = {
        "x-problems": named,
        "description": "; ".join(f"`{slug}`: {KINDS[slug].title.en}" for slug in named),
        "content": {TYPE: {"schema": "Problem"}},
    }
