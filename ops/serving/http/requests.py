"""A request's bytes as what an application is asked: the usual form by one pattern, everything else by gunicorn's parser.

The usual form is the narrow middle of HTTP/1.1: one plain target, each field once, a body of the length that is said. gunicorn's
parser reads it in some 150 calls, the pattern in one. What does not fit the pattern to the letter goes to gunicorn, which alone
refuses; so the pattern may be as narrow as it likes, and must never read anything otherwise than gunicorn does.
"""

from __future__ import annotations

import os
import re
from functools import cached_property, lru_cache
from io import BytesIO
from typing import Any

from gunicorn.http import RequestParser, wsgi  # type: ignore[import-untyped]
from gunicorn.http.message import HeaderPolicy  # type: ignore[import-untyped]
from gunicorn.http.message import Request as Message
from gunicorn.http.unreader import Unreader  # type: ignore[import-untyped]
from gunicorn.util import unquote_to_wsgi_str  # type: ignore[import-untyped]

from ops.serving.http.intake import SMALL

ADDRESSES = 1_000
"""Senders of whom is remembered whether they are proxies."""
SHORT = 4_094
"""Bytes of a head of the usual form: no line of it can be longer than gunicorn allows a first line to be."""
FIELDS = 100
"""Fields of a head, as gunicorn allows them."""

_HEAD = re.compile(
    r"(GET|HEAD|POST) (/(?!/)[!\"$->@-~]*+)(?:\?([!\"$-~]*+))?+ HTTP/1\.1\r\n"
    r"((?:[!#$%&'*+\-.^`|~0-9A-Za-z]++:[\t -~\x80-\xff]*+\r\n)++)\r\n"
)
"""Names of fields have no `_` here: whether one with it may be meant for an application is gunicorn's matter."""

_ELSEWHERE = frozenset({"HTTP_EXPECT", "HTTP_TRANSFER_ENCODING"})
"""Fields that gunicorn's parser sees to."""

Environ = dict[str, Any]


class Values:
    """gunicorn's settings as plain attributes, each computed when it is first asked for: its parser asks for twenty with every
    request. A worker's settings stay what they are."""

    def __init__(self, cfg: Any) -> None:
        self._cfg = cfg
        self._trusted: dict[str, bool] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._cfg, name)
        setattr(self, name, found)
        return found

    @cached_property
    def common(self) -> Environ:
        """What is the same in all environments."""
        base: Environ = wsgi.base_environ(self._cfg)
        scheme = "https" if self._cfg.is_ssl else "http"
        return base | {"wsgi.multithread": True, "wsgi.url_scheme": scheme, "SERVER_PROTOCOL": "HTTP/1.1", "SCRIPT_NAME": ""}

    @cached_property
    def secure(self) -> dict[str, str]:
        """The fields by which a proxy says that it was asked through TLS, as an environment calls them, and what each says then."""
        return {_key(name): value for name, value in self._cfg.secure_scheme_headers.items()}

    def trusts(self, client: Any) -> bool:
        """Whether a sender is a proxy that may say who asks; looked up once for an address."""
        address = client[0] if isinstance(client, tuple) else ""
        found = self._trusted.get(address)
        if found is None:
            if len(self._trusted) >= ADDRESSES:
                self._trusted.clear()
            policy = HeaderPolicy()
            policy.cfg, policy.peer_addr = self._cfg, client
            found = self._trusted[address] = bool(policy._peer_is_trusted_proxy())
        return found


class Request(Message):  # type: ignore[misc]
    """gunicorn's request, with what is remembered of its sender."""

    def _peer_is_trusted_proxy(self) -> bool:
        found: bool = self.cfg.trusts(self.peer_addr)
        return found


class Requests(RequestParser):  # type: ignore[misc]
    """gunicorn's parser of a connection's requests, which makes ours."""

    mesg_class = Request


class Held(Unreader):  # type: ignore[misc]
    """A request that is here whole, as gunicorn's parser reads it: after its bytes comes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.rest = memoryview(b"")

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next piece."""
        size = size_hint if size_hint and size_hint > 0 else SMALL
        piece, self.rest = self.rest[:size], self.rest[size:]
        return bytes(piece)

    @property
    def empty(self) -> bool:
        """Whether all has been read."""
        return not self.rest and self.buf.tell() == 0


class Usual:
    """A request of the usual form: its environment, and what gunicorn's answer asks of a request."""

    version = (1, 1)

    def __init__(self, environ: Environ, method: str) -> None:
        self.environ, self.method = environ, method
        self._closes: bool = environ.get("HTTP_CONNECTION", "").lower() == "close"

    def should_close(self) -> bool:
        """Whether its sender wants no other one answered."""
        return self._closes


def place_of(client: Any, server: Any, cfg: Values) -> Environ | None:
    """What the environments of a connection's requests have in common; none for a connection that only gunicorn's parser reads: one
    through a Unix socket, or of a service whose addresses begin elsewhere."""
    if not (isinstance(client, tuple) and isinstance(server, tuple)) or os.environ.get("SCRIPT_NAME"):
        return None
    named = {"SERVER_NAME": server[0], "SERVER_PORT": str(server[1]), "REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1])}
    return cfg.common | named


def usual(data: bytes, place: Environ, secure: dict[str, str]) -> Usual | None:
    """A whole request's bytes, read if they have the usual form, else none. `secure` are the fields, as the environment calls them,
    by which this sender may say that it was asked through TLS, and what each says then."""
    head = _HEAD.match(data[:SHORT].decode("latin-1"))
    if head is None:
        return None
    method, path, query, lines = head.groups()
    fields = lines[:-2].split("\r\n")
    if len(fields) > FIELDS:
        return None
    environ = place.copy()
    for field in fields:
        name, _, value = field.partition(":")
        key = _key(name)
        if key in environ:
            return None
        environ[key] = value.strip(" \t")
    body, length = data[head.end() :], environ.get("CONTENT_LENGTH")
    if length is not None and not (length.isdecimal() and len(length) < 16):
        return None
    if (
        int(length or 0) != len(body)
        or "HTTP_HOST" not in environ
        or "HTTP_EXPECT" in environ
        or "HTTP_TRANSFER_ENCODING" in environ
    ):
        return None
    said = [key for key in secure if key in environ]
    if len(said) > 1:
        return None
    if said:
        environ["wsgi.url_scheme"] = "https" if environ[said[0]] == secure[said[0]] else "http"
    environ["REQUEST_METHOD"], environ["QUERY_STRING"] = method, query or ""
    environ["PATH_INFO"] = unquote_to_wsgi_str(path) if "%" in path else path
    environ["RAW_URI"] = path if query is None else f"{path}?{query}"
    environ["wsgi.input"] = BytesIO(body)
    return Usual(environ, method)


@lru_cache(256)
def _key(name: str) -> str:
    """What the environment calls a field."""
    name = name.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
