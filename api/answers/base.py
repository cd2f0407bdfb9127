"""Base structs of answers: what they are about, and who reads them. Their fields come first, in this order."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class OfGame(Struct, frozen=True):
    """An answer about a game as it stands at record `seq`."""

    game: str
    seq: int


class ForAudience(OfGame, frozen=True):
    """Something of a game as an audience may read it."""

    audience: str


class Entered(Struct, frozen=True):
    """A record in a list: its number, its time, and the key or link that entered it."""

    seq: int
    at: datetime
    actor: str
