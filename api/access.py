"""Keys: whom a request comes from, and which games and campaigns are theirs."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from api.body import Request
from api.caller import OPERATOR_ID, Caller
from api.problems import Problem
from domain.clerk import Clerk
from domain.words import Text

_MISSING = Text("This address needs a key or a link.", "Cette adresse demande une clé ou un lien.")
_WRONG = Text("This service does not know the key.", "Ce service ne connaît pas la clé.")


class Access:
    """The keys that this service knows; shared by all threads."""

    def __init__(self, clerk: Clerk, operator_key: str) -> None:
        self._clerk = clerk
        self._operator_hash = hashlib.sha256(operator_key.encode()).digest()
        self._operator = Caller(OPERATOR_ID, "operator")

    def who(self, request: Request) -> Caller:
        """Whom a request comes from; raises the problem of a key that is missing or wrong.

        The comparison takes the same time for every wrong key: hashes of equal length are compared, all of them.
        """
        scheme, _, key = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            raise _refused(_MISSING)
        digest = hashlib.sha256(key.strip().encode("latin-1", "replace")).digest()
        if hmac.compare_digest(digest, self._operator_hash):
            return self._operator
        raise _refused(_WRONG)

    def covers(self, who: Caller, named: Mapping[str, Any]) -> bool:
        """Whether what an address names is the caller's."""
        return True


def _refused(text: Text) -> Problem:
    challenge = 'Bearer realm="greffe"' + (', error="invalid_token"' if text is _WRONG else "")
    return Problem("unauthorized", text, headers={"WWW-Authenticate": challenge})
