"""Requests of the client, with Python's own library alone: addresses, keys, problems, live streams."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

T = TypeVar("T")

SAFE = "GET"
TRIES = 3
"""How often a request is sent whose answer was lost on the way: one that carries an idempotency key is recorded once."""


class Problem(Exception):
    """What the service refused (RFC 9457): `type` is stable, `detail` is a sentence for people, `data` is the whole answer."""

    def __init__(self, status: int, data: Mapping[str, Any]) -> None:
        self.status, self.data = status, dict(data)
        self.type = str(data.get("type", "about:blank"))
        self.detail = str(data.get("detail", f"The service answered with status {status}."))
        super().__init__(self.detail)

    @property
    def slug(self) -> str:
        """The last part of the type: `stale`, `illegal-action`."""
        return self.type.rpartition("/")[2]


class Unreachable(Exception):
    """The service did not answer. A request sent again with its idempotency key is recorded once."""


class Event(NamedTuple):
    """One event of a live stream: `id` is what `after` takes to go on from here, `data` its JSON."""

    id: str
    event: str
    data: Any


class Transport:
    """Sends requests to one service; shared by threads."""

    def __init__(self, address: str, key: str = "", *, timeout: float = 30.0, language: str = "en") -> None:
        """`address` is where the service is (`http://127.0.0.1:8000`), `key` a key or the token of a link, `timeout` in seconds;
        `language` is that of the sentences in problems."""
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"An address begins with http:// or https://, not {address!r}.")
        self.address = address.rstrip("/")
        self._headers = {"Accept-Language": language, **({"Authorization": f"Bearer {key}"} if key else {})}
        self._timeout = timeout

    def _json(self, _kind: type[T], method: str, path: str, **given: Any) -> T:
        """An answer as data, as JSON has it, of the kind that the document says; raises `Problem`, `Unreachable`."""
        found: T = json.loads(self._bytes(method, path, **given))
        return found

    def _write(
        self, kind: type[T], path: str, body: Any = None, key: str | None = None, seen: int | None = None, /, **query: Any
    ) -> T:
        """The answer to something that is to happen once, however often it is sent; raises `Problem`, `Unreachable`."""
        return self._json(kind, "POST", path, query=query, body=body, seen=seen, key=key, writes=True)

    def _text(self, method: str, path: str, **given: Any) -> str:
        """An answer's text; raises `Problem`, `Unreachable`."""
        return self._bytes(method, path, **given).decode()

    def _bytes(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        media: str = "application/json",
        seen: int | None = None,
        key: str | None = None,
        writes: bool = False,
    ) -> bytes:
        """An answer's bytes; raises `Problem`, `Unreachable`."""
        headers = dict(self._headers)
        if seen is not None:
            headers["If-Match"] = f'"{seen}"'
        if writes:
            headers["Idempotency-Key"] = key or secrets.token_urlsafe(16)
        data: bytes | None = None
        if body is not None:
            data = json.dumps(body).encode() if media == "application/json" else bytes(body)
            headers["Content-Type"] = media
        elif method != SAFE:
            data = b""
        tries = TRIES if method == SAFE or writes else 1
        for left in reversed(range(tries)):
            try:
                with self._open(method, path, query, headers, data) as answer:
                    return bytes(answer.read())
            except Unreachable:
                if not left:
                    raise
            except (OSError, HTTPException) as error:  # it was lost on the way
                if not left:
                    raise Unreachable(str(error)) from error
        raise AssertionError("the last try answers or raises")

    def _events(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Event]:
        """The events of a live stream, as they happen, until the service ends it; raises `Problem`, `Unreachable`."""
        with self._open(SAFE, path, query, {**self._headers, "Accept": "text/event-stream"}, None) as answer:
            id = event = ""
            lines: list[str] = []
            for raw in answer:
                name, _, value = raw.decode().rstrip("\r\n").partition(":")
                value = value.removeprefix(" ")
                if name == "id":
                    id = value
                elif name == "event":
                    event = value
                elif name == "data":
                    lines.append(value)
                elif not name and not value and lines:
                    yield Event(id, event or "message", json.loads("\n".join(lines)))
                    event, lines = "", []

    def _open(
        self, method: str, path: str, query: Mapping[str, Any] | None, headers: Mapping[str, str], data: bytes | None
    ) -> HTTPResponse:
        wanted = {name: _spelt(value) for name, value in (query or {}).items() if value is not None}
        address = self.address + path + (f"?{urlencode(wanted, doseq=True)}" if wanted else "")
        try:
            asked = Request(address, data, dict(headers), method=method)  # noqa: S310  it begins with http, see above
            answer: HTTPResponse = urlopen(asked, timeout=self._timeout)  # noqa: S310  the same
        except HTTPError as error:
            with error:
                raise Problem(error.code, _problem(error.read())) from None
        except URLError as error:
            raise Unreachable(f"{self.address} does not answer: {error.reason}") from error
        return answer


def part(value: object) -> str:
    """A value as one part of a path."""
    return quote(str(value), safe="")


def _spelt(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return list(value) if isinstance(value, list | tuple) else str(value)


def _problem(data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
