"""Refusals: what the clerk refuses, and why. Each is a sentence for its reader, and nothing was recorded."""

from __future__ import annotations

from domain.kernel.text import Text


class Refusal(Exception):
    """Base: a sentence for the reader, a stable code, and the attributes that help to go on."""

    code = "refused"
    members: tuple[str, ...] = ()

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Stale(Refusal):
    """The write was made against another position than the game's, or that of the campaign or tournament that it is `of`."""

    code = "stale"

    def __init__(self, seq: int, expected: int, of: Text = Text("the game")) -> None:  # noqa: B008  frozen
        super().__init__(
            Text(
                "This was entered against record {expected}, but {of} stands at record {seq}: look again, then repeat it.",
                expected=expected,
                of=of,
                seq=seq,
            ),
        )
        self.seq, self.expected = seq, expected


class KeyReused(Refusal):
    """One idempotency key, two different requests: `seq` is the record that it was used for."""

    code = "key-reused"
    members = ("seq",)

    def __init__(self, key: str, seq: int) -> None:
        super().__init__(
            Text("The key {key} was already used for record {seq} with another request: send a new key.", key=key, seq=seq)
        )
        self.seq = seq


class NoSuchPosition(Refusal):
    """A position that the game does not have: `at` is beyond its head, `seq`, or below 1."""

    code = "no-such-position"
    members = ("at", "seq")

    def __init__(self, at: int, seq: int) -> None:
        super().__init__(Text("There is no position {at}: this game has records 1 to {seq}.", at=at, seq=seq))
        self.at, self.seq = at, seq


class BadRequest(Refusal):
    code = "bad-request"

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer
