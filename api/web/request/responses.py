"""Answers as HTTP responses: JSON bytes, an ETag, and 304 for a reader who has it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct
from werkzeug.datastructures import Headers

from api.web.answers import ReceiptState
from api.web.body import current_request
from api.web.request.receipts import Receipt

_encode = msgspec.json.Encoder().encode
JSON = "application/json"
PRIVATE = "private, no-cache"
SHARED = "public, no-cache"  # shared caches may store it, too


EVERYBODY = "public"  # the audience of what is the same for all


def etag(seq: int, audience: str = EVERYBODY) -> str:
    """The ETag of an answer as of a record. If the answer is not for everybody, the ETag names its
    audience, so that a browser that now uses another link does not keep the earlier answer."""
    return f'"{seq}"' if audience == EVERYBODY else f'"{seq}-{audience}"'


class JsonResponse(Response):
    """A response with JSON and final headers: werkzeug need not compute any or make an address
    absolute."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        return self.headers


def reply(answer: Any, status: int = 200, **headers: str) -> Response:
    """A response with a struct, or with bytes of JSON, which must not be cached."""
    data = answer if type(answer) is bytes else _encode(answer)
    size = str(len(data))
    named = {"Cache-Control": "no-store", **headers, "Content-Type": JSON, "Content-Length": size}
    made = Response if "Location" in headers or "Content-Location" in headers else JsonResponse
    return made([data], status, list(named.items()), direct_passthrough=True)


def receipt_state(receipt: Receipt | None) -> ReceiptState:
    return "complete" if receipt is not None and receipt.complete else "not-complete"


class BareResponse(Response):
    """An answer without a body and content type."""

    default_mimetype = None


def not_modified(tag: str, cache_control: str = PRIVATE) -> Response | None:
    """The response 304 if the reader already has this ETag, else None."""
    return (
        BareResponse(status=304, headers={"ETag": tag, "Cache-Control": cache_control})
        if current_request().if_none_match.contains_weak(tag.strip('"'))
        else None
    )


def cacheable_reply(answer: Any, tag: str, **headers: str) -> Response:
    """A response with a struct, or with bytes of JSON, which a reader may cache and revalidate by
    its ETag."""
    return reply(answer, 200, **{"ETag": tag, "Cache-Control": PRIVATE, **headers})


class ConstantAnswer(Struct, frozen=True):
    """A JSON answer that is constant while the service runs and equal for everybody: its bytes and
    ETag."""

    data: bytes
    etag: str

    @classmethod
    def of(cls, answer: Any) -> ConstantAnswer:
        data = _encode(answer)
        return cls(data, f'"{hashlib.sha256(data).hexdigest()[:16]}"')

    def reply(self, *, public: bool = False) -> Response:
        """The answer, or 304. `public`: shared caches may store it, and it is compressed once."""
        cache_control = SHARED if public else PRIVATE
        return not_modified(self.etag, cache_control) or cacheable_reply(
            self.data, self.etag, **{"Cache-Control": cache_control}
        )
