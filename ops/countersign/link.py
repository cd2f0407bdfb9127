"""A service as a seat's link reaches it, from anywhere: what there is to sign is read over HTTP, and the signature is sent."""

from __future__ import annotations

import re
from hashlib import sha256
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from api.answers.access import CallerAt
from api.answers.records import Entry
from api.resources.proof.countersignatures import Countersignatures, Sign
from domain.ledger.spelling import printable
from domain.record.records import Lineage
from domain.rules.ruleset import Outcome
from domain.rules.text import Lang, Text
from ops.countersign.position import Told
from ops.countersign.sheet import NotSigned
from ops.settings.errors import CannotServe
from ops.settings.outgoing import UNREACHABLE, OneServer, connection

SECONDS = 20.0
"""How long each step of a request may take."""

MOST = 1 << 26
"""Bytes of an answer."""

TRIES = 10
"""How often a signature is sent while others write faster."""

_SEAT = re.compile(r"(?P<base>.*)/seat/(?P<token>[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)/?")

T = TypeVar("T")


class _Problem(Struct):
    """What is read of a problem (RFC 9457)."""

    type: str = ""
    detail: str = ""
    text: Text | None = None
    current: int = 0


class _Record(Struct):
    entry: Entry


class _SeatName(Struct):
    id: str
    name: Text


class _Summary(Struct):
    title: Text
    seats: tuple[_SeatName, ...]
    lineage: Lineage | None = None


class _Points(Struct):
    seat: str
    total: int


class _Score(Struct):
    fidelity: str
    irregularities: tuple[int, ...]
    outcome: Outcome | None
    score: tuple[_Points, ...]


class _Title(Struct):
    ruleset: str


class _Written(Struct):
    seq: int | None = None


class SeatLink:
    """The game that a link opens. Every refusal of the service is raised as its own sentence; nothing is followed anywhere else."""

    def __init__(self, link: str, lang: Lang) -> None:
        """Raises `CannotServe` for what is no link."""
        try:
            parts = urlsplit(link.strip())
            port, found = parts.port, _SEAT.fullmatch(parts.path)
            connection(parts, SECONDS)
        except (ValueError, HTTPException):
            port, found = 0, None
        if found is None or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
            raise CannotServe(_NO_LINK.to(lang))
        self._parts, self._server, self._lang = parts, OneServer(), lang
        self._base, self._token = found["base"], found["token"]
        self.service = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{found['base']}"

    def caller(self) -> CallerAt:
        """What the service says of the link: its game and seats."""
        return self._get("/caller", CallerAt)

    def export(self, game: str, seat: str) -> bytes:
        """The game's records as the seat may have them."""
        return self._answer("GET", f"/games/{game}/export?audience={quote(seat)}")

    def kept(self, game: str, about: int) -> Countersignatures:
        """Who signed which record, and what the service has the seats sign for record `about`."""
        return self._get(f"/games/{game}/countersignatures?at={about}", Countersignatures)

    def tell(self, game: str, about: int) -> Told:
        """A record and the position after it in the service's words."""
        summary, score = self._get(f"/games/{game}", _Summary), self._get(f"/games/{game}/score?at={about}", _Score)
        return Told(
            summary.title,
            {seat.id: seat.name for seat in summary.seats},
            self._get(f"/games/{game}/records/{about}", _Record).entry.sentence,
            score.fidelity,
            score.irregularities,
            {line.seat: line.total for line in score.score},
            score.outcome.text if score.outcome else None,
            lineage=summary.lineage,
        )

    def sign(self, game: str, seq: int, signed: Sign) -> int | None:
        """Send a signature over a game that was read at record `seq`; answers the record that holds it, none where it lies beside a
        closed game. The signature is the same whatever was written meanwhile, so it is sent again then; and it is its own
        idempotency key, so that it is recorded once however often it comes."""
        return self._write(f"/games/{game}/countersignatures", seq, signed, signed.signature)

    def address(self, game: str, seq: int | None) -> str:
        """Where a signature can be read."""
        return f"{self.service}/api/v1/games/{game}/{f'records/{seq}' if seq else 'countersignatures'}"

    # -- inside --------------------------------------------------------------------------------------------------

    def _write(self, path: str, seq: int, body: Struct, key: str) -> int | None:
        """Post what means the same whatever was written meanwhile: it is sent again then. `key` makes it happen once."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": sha256(key.encode()).hexdigest()}
        for _ in range(TRIES):
            headers["If-Match"] = f'"{seq}"'
            status, data = self._ask("POST", path, msgspec.json.encode(body), headers)
            current = self._problem(data).current if status == 412 else 0
            if not current:
                break
            seq = current
        return self._read(self._good(status, data), _Written).seq

    def _get(self, path: str, kind: type[T]) -> T:
        return self._read(self._answer("GET", path), kind)

    def _answer(self, method: str, path: str) -> bytes:
        return self._good(*self._ask(method, path))

    def _read(self, data: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise NotSigned(_STRANGE.to(self._lang).format(service=self.service)) from None

    def _good(self, status: int, data: bytes) -> bytes:
        """The body of an answer that is no problem."""
        if status in (200, 201):
            return data
        problem = self._problem(data)
        said = problem.text.to(self._lang) if problem.text else problem.detail
        raise NotSigned(printable(said) if said else _ANSWERS.to(self._lang).format(service=self.service, status=status))

    def _problem(self, data: bytes) -> _Problem:
        """What the service says is wrong; nothing where something else answered in its place."""
        try:
            return msgspec.json.decode(data, type=_Problem)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return _Problem()

    def _ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, Any] | None = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        asking = connection(self._parts, SECONDS, self._server)
        try:
            said = {"Authorization": f"Bearer {self._token}", "Accept-Language": self._lang, **(headers or {})}
            asking.request(method, f"{self._base}/api/v1{path}", body, said)
            with asking.getresponse() as answer:
                data, more, status = answer.read(MOST), answer.length, answer.status
        except UNREACHABLE as e:
            away, why = _AWAY_LATE if method == "POST" else _AWAY, getattr(e, "strerror", None) or str(e) or type(e).__name__
            raise NotSigned(away.to(self._lang).format(service=self.service, why=printable(why))) from None
        finally:
            asking.close()
        if more:
            raise NotSigned(_STRANGE.to(self._lang).format(service=self.service))
        return status, data


_NO_LINK = Text(
    "This is no link of a seat: it has to be the whole address that was handed out, such as https://greffe.example.org/seat/….",
)
_AWAY = Text("{service} cannot be reached: {why}.")
_AWAY_LATE = Text(
    "{service} did not answer: {why}. Whether or not it arrived, do it again: it is kept once.",
)
_ANSWERS = Text("{service} answers with status {status}: try again later.")
_STRANGE = Text(
    "What {service} answers is not what this Greffe knows: it is none, or another version.",
)
