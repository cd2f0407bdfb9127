"""Everybody who may send a request: a caller of each role, and callers whose key or link is revoked
or expired."""

from datetime import timedelta
from typing import Any

from flask import Flask

from api.web.access.keys import make_key
from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, TITLE, Caller, Table, new_key


def organiser(app: Flask, clerk: Clerk, label: str = "club") -> Caller:
    return Caller(app, make_key(clerk.key_values, "organiser", label, clerk.clock())[1])


class Club:
    def __init__(self, app: Flask, clerk: Clerk, **fields: Any) -> None:
        self.app = app
        self.clerk = clerk
        self.organiser = organiser(app, clerk)
        made = self.organiser.made(GAMES, {"ruleset": TITLE, **fields}, Idempotency_Key=new_key())
        self.game: str = made["id"]
        self.path = f"{GAMES}/{self.game}"
        self.links: dict[str, dict[str, Any]] = {
            "+".join(x["seats"]) or x["role"]: x for x in made["links"]
        }

    def holder(self, name: str) -> Caller:
        """A caller with the standard link of a seat, of the `arbiter` or of a `spectator`."""
        return Caller(self.app, self.links[name]["token"])

    def table(self, name: str = "") -> Table:
        return Table(self.holder(name) if name else self.organiser, self.game, self.seq)

    @property
    def seq(self) -> int:
        return self.clerk.game(self.game).seq

    def issue(self, role: str, *seats: str, **more: Any) -> dict[str, Any]:
        body = {"role": role, **({"seats": list(seats)} if seats else {}), **more}
        return self.organiser.made(f"{self.path}/links", body, Idempotency_Key=new_key())

    def hall(self, tag: str, **more: Any) -> dict[str, Any]:
        return self.organiser.made("/api/v1/halls", {"tag": tag, **more}, Idempotency_Key=new_key())

    def revoke(self, link: dict[str, Any]) -> None:
        assert (
            self.organiser.post(f"{self.path}/links/{link['id']}/revoke").json["state"] == "revoked"
        )

    def expired(self) -> Caller:
        expires = self.clerk.clock() + timedelta(seconds=30)
        link = self.issue("arbiter", expires=expires.isoformat())
        while self.clerk.clock() < expires:
            pass
        return Caller(self.app, link["token"])

    def revoked(self) -> Caller:
        link = self.issue("arbiter")
        self.revoke(link)
        return Caller(self.app, link["token"])

    def forged(self) -> Caller:
        sentence, _, _ = self.links["arbiter"]["token"].partition(".")
        _, _, signed = self.links["spectator"]["token"].partition(".")
        return Caller(self.app, f"{sentence}.{signed}")
