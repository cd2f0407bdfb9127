"""Reason codes of rulings: why the arbiter had to rule. Stored in records; the list only grows."""

from __future__ import annotations

from domain.errors import BadRequest
from domain.rules.text import Text

OTHER = "other"

REASONS: dict[str, Text] = {
    "illegal-action": Text("an action against the rules"),
    "wrong-entry": Text("the record says something else than what happened at the table"),
    "unclear-rule": Text("a rule that can be read in two ways"),
    "dice": Text("dice or a draw that do not count"),
    "time": Text("time"),
    "conduct": Text("conduct"),
    "absence": Text("a player who was absent or left"),
    "agreement": Text("the players agree"),
    "ruling-error": Text("an earlier ruling that was wrong"),
    OTHER: Text("another reason, given in words"),
}


def need_reason(code: str, text: str) -> None:
    """Raise `BadRequest` unless the code is listed, and comes with words where it says that the reason is given in words."""
    if code not in REASONS:
        codes = ", ".join(REASONS)
        raise BadRequest("/code", Text("There is no reason {code}: there are {codes}.", code=code, codes=codes))
    if code == OTHER and not text.strip():
        raise BadRequest(
            "/text",
            Text("The reason {other} is given in words: say what it is.", other=OTHER),
        )
