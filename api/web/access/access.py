"""Authentication: the operator's key, another key, a link, or a browser's session.

After signing in with a key, a browser stores a session instead of the key. A session has the key's
SHA-256, an expiry time and a signature, and ends with its key.
"""

import hashlib
import hmac
import secrets
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import Struct

from api.web.access.caller import OPERATOR_ID, Caller
from api.web.access.keys import KeyState, key_at, known_key
from api.web.access.links import Forged, Links
from api.web.access.subjects import COOKIE, cookies
from api.web.body import Request
from api.web.problems.problem import Problem
from domain.kernel.key_values import KeyValueStore
from domain.kernel.text import Text
from domain.kernel.time_marks import Clock

START = "session."
HOURS = 12  # how long a session holds


class _SessionContent(Struct, frozen=True, array_like=True):
    """The content of a session: the key's SHA-256 in hex (`key`) and the expiry in seconds since
    1970 (`until`). `nonce` distinguishes sessions of one key, so that ending one does not end the
    others; sessions of older versions have none."""

    key: str
    until: int
    nonce: str = ""


MINUTES = 10  # minutes for which the sign-in link printed at start-up works, once


class SessionTokens:
    """Signs and verifies sessions and sign-in tokens. `secret` is the service's. The signing key
    also depends on `operator_hash`, the hash of the operator's key: when that key is changed, all
    sessions and sign-in tokens become invalid."""

    def __init__(self, secret: str, operator_hash: bytes) -> None:
        self._signer, self._entrances = (
            Signer(
                secret.encode() + operator_hash,
                salt=salt,
                key_derivation="hmac",
                digest_method=hashlib.sha256,
            )
            for salt in ("greffe/session@v1", "greffe/entrance@v1")
        )

    def token(self, key: str, now: float) -> str:
        """The token of a new session for the key with this SHA-256 (hex)."""
        text = msgspec.json.encode(
            _SessionContent(key, int(now) + HOURS * 3600, secrets.token_urlsafe(9))
        )
        return START + self._signer.sign(base64_encode(text)).decode()

    def sign_in_token(self, now: float) -> str:
        """A token that signs the operator in once, within `MINUTES`."""
        text = msgspec.json.encode([secrets.token_urlsafe(12), int(now) + MINUTES * 60])
        return self._entrances.sign(base64_encode(text)).decode()

    def admits(self, token: str, now: float) -> bool:
        """Whether a sign-in token was signed here and has not expired. It may have been used
        before: `Access.enter_once` checks that."""
        try:
            _, until = msgspec.json.decode(
                base64_decode(self._entrances.unsign(token)), type=tuple[str, int]
            )
        except (BadSignature, msgspec.DecodeError):
            return False
        return until - MINUTES * 60 - 1 <= now < until

    def read(self, token: str, now: float) -> str | None:
        """The SHA-256 (hex) of the key to which a session belongs. None if the session is not valid
        or has expired."""
        try:
            text = msgspec.json.decode(
                base64_decode(self._signer.unsign(token.removeprefix(START))), type=_SessionContent
            )
        except (BadSignature, msgspec.DecodeError):
            return None
        return text.key if now < text.until else None


ENDED = "calendar-revoked"  # where the key-value store keeps which sessions have ended

USED = "entrance"  # where the key-value store keeps which sign-in links were used

_MISSING = Text("This address needs a key or a link.")
_WRONG = Text("This service does not know the key.")
_CHALLENGE = 'Bearer realm="greffe"'


class Access:
    """The keys and links of a service; thread-safe. `secret` signs the links."""

    def __init__(
        self, key_values: KeyValueStore, clock: Clock, operator_key: str, secret: str
    ) -> None:
        self._key_values, self._clock = key_values, clock
        self._operator_hash = hashlib.sha256(operator_key.encode()).digest()
        self._operator = Caller(OPERATOR_ID, "operator")
        self.links = Links(key_values, secret)
        self._form_secret = secret.encode() + self._operator_hash
        self._sessions = SessionTokens(secret, self._operator_hash)

    def caller_of(self, value: str) -> Caller:
        """The caller with this key, link token or session token. Raises a problem if it is unknown
        or no longer valid.

        Comparing with the operator's key takes the same time for every wrong one, since hashes of
        equal length are compared. All other keys and revocations are read from the key-value store,
        so changes by other processes take effect at once.
        """
        digest = hashlib.sha256(value.encode("latin-1", "replace")).digest()
        if hmac.compare_digest(digest, self._operator_hash):
            return self._operator
        if value.startswith(START):
            return self._session(value)
        return self._link(value) if "." in value else self._key(value)

    def session(self, key: str) -> str:
        """The token of a new session for a key, which is not checked."""
        return self._sessions.token(
            hashlib.sha256(key.encode("latin-1", "replace")).hexdigest(),
            self._clock().timestamp(),
        )

    def enter_once(self, token: str) -> str:
        """Use up the sign-in token printed at the service's start. Returns the token of a new
        session of the operator. Raises `sign-in-used` if the sign-in token has expired or was
        used."""
        used, mine = (
            hashlib.sha256(token.encode("latin-1", "replace")).hexdigest(),
            secrets.token_bytes(8),
        )
        if (
            not self._sessions.admits(token, self._clock().timestamp())
            or self._key_values.keep(USED, used, mine) != mine
        ):
            raise _unauthorized("sign-in-used")
        return self._sessions.token(self._operator_hash.hex(), self._clock().timestamp())

    def end_session(self, token: str) -> None:
        """Invalidate a session and all copies of it. Other texts than a valid session token are
        ignored."""
        if (
            token.startswith(START)
            and self._sessions.read(token, self._clock().timestamp()) is not None
        ):
            self._key_values.keep(ENDED, _ended_session_key(token), b"")

    def form_token(self, who: str) -> str:
        """The secret text that forms must contain on the pages of the key or link with the id
        `who`. Other sites' pages cannot know it."""
        return hmac.digest(self._form_secret, f"greffe/form@v1\n{who}".encode(), "sha256").hex()[
            :32
        ]

    def _session(self, token: str) -> Caller:
        digest = self._sessions.read(token, self._clock().timestamp())
        if digest is None or self._key_values.fetch(ENDED, _ended_session_key(token)) is not None:
            raise _unauthorized("session-over")
        if digest == self._operator_hash.hex():
            return self._operator
        return _caller_with_key(key_at(self._key_values, digest))

    def _link(self, token: str) -> Caller:
        try:
            link = self.links.read(token)
        except Forged:
            raise _unauthorized("link-forged") from None
        if self.links.revocation(link) is not None:
            raise _unauthorized("link-revoked")
        if link.expires is not None and self._clock() >= link.expires:
            raise _unauthorized("trial-over" if self.links.leads_to_trial(link) else "link-expired")
        return Caller(
            link.id,
            link.role,
            link.to,
            link.speaks_for,
            group=link.group,
            duty=link.duty,
            until=link.expires,
        )

    def _key(self, secret: str) -> Caller:
        return _caller_with_key(known_key(self._key_values, secret))


def _ended_session_key(token: str) -> str:
    """The place in the key-value store where the end of this session is noted."""
    return f"session/{hashlib.sha256(token.encode('latin-1', 'replace')).hexdigest()}"


def _caller_with_key(known: KeyState | None) -> Caller:
    if known is None:
        raise _unauthorized("unauthorized", _WRONG)
    if known.revoked is not None:
        raise _unauthorized("key-revoked")
    return Caller(known.key.id, known.key.scope)


def _unauthorized(slug: str, text: Text | None = None) -> Problem:
    challenge = _CHALLENGE if text is _MISSING else f'{_CHALLENGE}, error="invalid_token"'
    return Problem(slug, text, headers={"WWW-Authenticate": challenge})


def _cookie_token(request: Request) -> str | None:
    """The token of a session or link: from the first cookie that the browser has, in the order of
    `cookies` for this path. None if it has none of them."""
    names = cookies(request.path, request.view_args or {})
    return next(filter(None, map(request.cookies.get, names)), None)


def link_cookie(request: Request, id: str) -> str:
    """The token in the browser's cookie for a link to the thing `id`; empty if there is none."""
    return str(request.cookies.get(f"{COOKIE}-{id}", ""))


def is_identified_by_cookie(request: Request) -> bool:
    """Whether cookies identify the sender: the request has some, and no `Authorization` header."""
    return "HTTP_AUTHORIZATION" not in request.environ and "HTTP_COOKIE" in request.environ


def is_from_own_page(request: Request, public_url: str = "") -> bool:
    """Whether a page of this service sent this write, judged by `Origin`, else `Referer`, and by
    `Sec-Fetch-Site`. Also True without any of these headers, since browsers send them. `public_url`
    is also ours, for a proxy that changes the host.

    If the request or `public_url` uses TLS, a page without TLS is not ours, since anybody on the
    network could have written it. The reverse is allowed: a proxy may end TLS without saying so.
    """
    environ = request.environ
    if environ.get("HTTP_SEC_FETCH_SITE", "same-origin") not in ("same-origin", "none"):
        return False
    header = environ.get("HTTP_ORIGIN", environ.get("HTTP_REFERER"))
    if header is None:
        return True
    try:
        source = urlsplit(header)
    except ValueError:
        return False
    ours = urlsplit(public_url)
    if source.netloc == ours.netloc:
        return bool(source.netloc) and source.scheme == ours.scheme
    return source.netloc == request.host and source.scheme in ("https", request.scheme)


def token_of(request: Request, public_url: str = "") -> str:
    """The key or token of a request. Raises `unauthorized` if there is none. `public_url` is as in
    `is_from_own_page`.

    A browser sends cookies with every request, even from another site's page. So the cookies are
    `SameSite`, and for a write they are used only if a page of this service sent it
    (`is_from_own_page`).
    """
    environ = request.environ
    authorization = environ.get("HTTP_AUTHORIZATION")
    if authorization is not None:
        scheme, _, value = authorization.partition(" ")
        if scheme.lower() == "bearer":
            return str(value.strip())
    elif (
        "HTTP_COOKIE" in environ
        and (token := _cookie_token(request))
        and (request.method in ("GET", "HEAD") or is_from_own_page(request, public_url))
    ):
        return token
    raise _unauthorized("unauthorized", _MISSING)
