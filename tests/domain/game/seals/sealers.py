"""Helpers for tests of seals: devices that keep a seat's choice and its salt secret."""

import json
from hashlib import sha256
from typing import Any

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer
from domain.game.seals.conditions import SealedChoice, sealed_choice
from domain.proof.chance.seals import seal
from domain.titles.codec import encode_action
from tests.builders.table import Table


class Device:
    """A seat's device. It uses nothing of the program but the published form of a seal."""

    def __init__(self, game: str, seat: str) -> None:
        self.game, self.seat = game, seat
        self.salts: dict[str, str] = {}

    def seal(self, slot: str, action: Any) -> str:
        value = spelt(action)
        salt = sha256(f"{self.game} {self.seat} {slot}".encode()).hexdigest()
        self.salts[slot] = salt
        return seal(self.game, slot, self.seat, bytes.fromhex(salt), value).hex()


def spelt(action: Any) -> bytes:
    """The bytes of an action as it is sealed: the same that `JSON.stringify` writes of an offer of
    `GET /legal`."""
    if isinstance(action, dict):
        return json.dumps(action, separators=(",", ":"), ensure_ascii=False).encode()
    return bytes(encode_action(action))


class SealedTable(Table):
    def __init__(self, clerk: Clerk, ruleset: str = "sealed-bids", **opening: Any) -> None:
        super().__init__(clerk, ruleset, seals=True, **opening)
        self.devices = {seat: Device(self.id, seat) for seat in self.game.setting.seats}

    @property
    def now(self) -> SealedChoice:
        seal = sealed_choice(self.game)
        assert seal is not None
        return seal

    def seal(self, seat: str, action: Any, slot: str = "") -> Answer:
        slot = slot or self.now.slot
        self.last = self.clerk.seal(self.order(), seat, slot, self.devices[seat].seal(slot, action))
        return self.last

    def choose_in_secret(self, **chosen: Any) -> None:
        for seat, action in chosen.items():
            self.seal(seat, action)
        for seat, action in chosen.items():
            self.show(seat, action)

    def show(self, seat: str, action: Any, salt: str | None = None) -> Game:
        salt = self.devices[seat].salts[self.now.slot] if salt is None else salt
        self.last = self.clerk.act(self.order(), seat, action, (), salt)
        return self.last.state
