"""The operator's key: required everywhere but on health, the OpenAPI document and the pages that explain problems."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from api.body import asked
from api.door import ROUTE
from api.problems import Problem
from api.service import Service
from domain.words import Text

_MISSING = Text("This address needs the operator's key.", "Cette adresse demande la clé de l'opérateur.")
_WRONG = Text("The key is not the operator's.", "La clé n'est pas celle de l'opérateur.")


def guard(service: Service, public: frozenset[str]) -> Callable[[], None]:
    """What runs before every request: notes its route for the log, and refuses it if it carries no key or a wrong one,
    unless its endpoint is public.

    The comparison takes the same time for every wrong key: hashes of equal length are compared, all of them.
    """

    def check() -> None:
        request = asked()
        if request.url_rule is not None:
            request.environ[ROUTE] = request.url_rule.rule
        if request.endpoint in public:
            return
        scheme, _, key = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            raise _refused(_MISSING)
        digest = hashlib.sha256(key.strip().encode("latin-1", "replace")).digest()
        if not hmac.compare_digest(digest, service.key_hash):
            raise _refused(_WRONG)

    return check


def _refused(text: Text) -> Problem:
    challenge = 'Bearer realm="greffe"' + (', error="invalid_token"' if text is _WRONG else "")
    return Problem("unauthorized", text, headers={"WWW-Authenticate": challenge})
