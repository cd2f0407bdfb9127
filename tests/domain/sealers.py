"""Helpers for tests of seals: seats that keep what they chose, and its salt, to themselves."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from domain.ledger.seals import seal
from domain.titles import encode_action


class Device:
    """What a seat's device does, with nothing of the program but the published form of a seal."""

    def __init__(self, game: str, seat: str) -> None:
        self.game, self.seat = game, seat
        self.salts: dict[str, str] = {}

    def seal(self, slot: str, action: Any) -> str:
        """The seal of an action, as plain data or as the rules have it; the salt is kept."""
        value = spelt(action)
        salt = sha256(f"{self.game} {self.seat} {slot}".encode()).hexdigest()
        self.salts[slot] = salt
        return seal(self.game, slot, self.seat, bytes.fromhex(salt), value).hex()


def spelt(action: Any) -> bytes:
    """An action as it is sealed: `JSON.stringify` of what `GET /legal` offers writes the same."""
    if isinstance(action, dict):
        return json.dumps(action, separators=(",", ":"), ensure_ascii=False).encode()
    return bytes(encode_action(action))
