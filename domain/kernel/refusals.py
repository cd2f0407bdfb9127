"""Refusals: errors for requests that the service does not carry out. Each has a sentence for its
reader. A refused request has stored no record."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from domain.kernel.text import Text, TextError

KINDS: dict[str, Kind] = {}
"""Every kind of problem by its slug. Each is declared once, on its refusal or in `api/`."""


class Kind(Struct, frozen=True):
    """A kind of problem. Clients compare its slug, which never changes; responses have its HTTP
    status. The page about it shows the other fields."""

    slug: str
    status: int
    title: Text
    meaning: Text
    remedy: Text

    def __post_init__(self) -> None:
        if KINDS.setdefault(self.slug, self) is not self:
            raise ValueError(f"the kind of problem {self.slug} is declared twice")

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"


class Refusal(TextError):
    """Base of refusals: a sentence and its kind. `members` are the names of the attributes that a
    problem document includes, so that a client knows how to go on."""

    kind: ClassVar[Kind]
    members: tuple[str, ...] = ()

    def details(self) -> dict[str, Any]:
        """Further members of the problem document: the attributes `pointer`, `at` and `state`, if
        they are set, and those that `members` names."""
        places = ("pointer", "at", "state")
        known = {name: value for name in places if (value := getattr(self, name, None))}
        return known | {name: getattr(self, name) for name in self.members}


class Stale(Refusal):
    """The request was made on an older position than the current one. `noun`: what it was made
    on, such as "the game"."""

    kind = Kind(
        "stale",
        412,
        Text("The game has moved on"),
        Text("Somebody entered something since. Nothing was recorded."),
        Text("Read the game again, at record `current`, and repeat what still makes sense."),
    )

    def __init__(self, seq: int, expected: int, noun: Text = Text("the game")) -> None:  # noqa: B008  frozen
        super().__init__(
            Text(
                "This was entered against record {expected}, but {of} stands at record {seq}: "
                "look again, then repeat it.",
                expected=expected,
                of=noun,
                seq=seq,
            ),
        )
        self.seq, self.expected = seq, expected

    def details(self) -> dict[str, Any]:
        return {"current": self.seq, "expected": self.expected}


class KeyReused(Refusal):
    """An idempotency key was sent with two different requests; `seq` is the record of the first."""

    kind = Kind(
        "key-reused",
        422,
        Text("This key was used for something else"),
        Text("The same idempotency key came before with another request. Nothing was recorded."),
        Text("Send the request with a new key; `seq` is the record that the old one made."),
    )
    members = ("seq",)

    def __init__(self, key: str, seq: int) -> None:
        super().__init__(
            Text(
                "The key {key} was already used for record {seq} with another request: send a new "
                "key.",
                key=key,
                seq=seq,
            )
        )
        self.seq = seq


class NoSuchPosition(Refusal):
    """The game has no position `at`: it is below 1 or above `seq`, the newest."""

    kind = Kind(
        "no-such-position",
        404,
        Text("The game has no such position"),
        Text("The record named lies beyond the head of the game, or below 1."),
        Text("Ask for a record from 1 to `seq`."),
    )
    members = ("at", "seq")

    def __init__(self, at: int, seq: int) -> None:
        super().__init__(
            Text("There is no position {at}: this game has records 1 to {seq}.", at=at, seq=seq)
        )
        self.at, self.seq = at, seq


class BadRequest(Refusal):
    kind = Kind(
        "invalid-fields",
        422,
        Text("A field is wrong"),
        Text(
            "The body has a field that does not exist here, lacks one, or gives one a value it "
            "cannot have."
        ),
        Text("`errors` names each field by a JSON pointer and says what would be right."),
    )

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer

    def details(self) -> dict[str, Any]:
        return {"pointer": self.pointer, "errors": [{"pointer": self.pointer, "detail": self.text}]}
