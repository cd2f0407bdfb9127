"""People at a table of the real server, each with a link of their own, and a spectator who
listens."""

from collections.abc import Callable
from copy import copy
from http.client import HTTPConnection
from random import Random
from typing import Any

from tests.api.watching import StreamEvent, Watcher
from tests.builders.servers import Reply, Server
from tests.ops.serving.live import new_key

GROUNDS = {"rule": "Tour de jeu", "code": "illegal-action"}

Offer = tuple[str, dict[str, Any]]


class Person:
    def __init__(self, server: Server, game: str, token: str) -> None:
        self._server, self.game, self.token = copy(server), game, token
        self._server.key = token

    def read(self, of: str = "", status: int = 200) -> Any:
        answer = self._server.ask("GET", f"/api/v1/games/{self.game}{of}")
        assert answer.status == status, answer.data
        return answer.data

    def write(self, of: str, body: object) -> Reply:
        tag = f'"{self.read()["seq"]}"'
        return self._server.ask(
            "POST", f"/api/v1/games/{self.game}{of}", body, If_Match=tag, Idempotency_Key=new_key()
        )

    def does(self, of: str, body: object) -> Any:
        answer = self.write(of, body)
        assert answer.status == 201, answer.data
        return answer.data

    def refused(self, of: str, body: object, slug: str) -> Any:
        before = self.read()["seq"]
        answer = self.write(of, body)
        assert answer.data["type"] == f"/problems/{slug}", answer.data
        assert self.read()["seq"] == before
        return answer.data

    def export(self, query: str = "") -> bytes:
        host, _, port = self._server.address.removeprefix("http://").rpartition(":")
        connection = HTTPConnection(host, int(port), timeout=60)
        connection.request(
            "GET",
            f"/api/v1/games/{self.game}/export{query}",
            headers={"Authorization": f"Bearer {self.token}"},
        )
        data = connection.getresponse().read()
        connection.close()
        return data


class LiveTable:
    """A game and its people. One player sits alone, the other for all other seats; `who` finds a
    seat's."""

    def __init__(self, server: Server, ruleset: str, seed: int, **fields: Any) -> None:
        opened = server.ask(
            "POST", "/api/v1/games", {"ruleset": ruleset, **fields}, Idempotency_Key=new_key()
        )
        assert opened.status == 201, opened.data
        self.server, self.game, self.rng = server, opened.data["id"], Random(seed)
        self.tokens = {
            "+".join(link["seats"]) or link["role"]: link["token"] for link in opened.data["links"]
        }
        self.operator = Person(server, self.game, server.key)
        self.arbiter, self.spectator = (
            Person(server, self.game, self.tokens[role]) for role in ("arbiter", "spectator")
        )
        first, *rest = (seat["id"] for seat in opened.data["summary"]["seats"])
        issued = server.ask(
            "POST",
            f"/api/v1/games/{self.game}/links",
            {"role": "seat", "seats": rest},
            Idempotency_Key=new_key(),
        )
        player, other = (
            Person(server, self.game, token) for token in (self.tokens[first], issued.data["token"])
        )
        self.who = {first: player, **dict.fromkeys(rest, other)}
        self.stream = Watcher(server.address, self.game, self.tokens["spectator"]).open("?after=0")

    @property
    def seq(self) -> int:
        return int(self.spectator.read()["seq"])

    def offers(self) -> list[Offer]:
        legal_seats = [
            seat for person in set(self.who.values()) for seat in person.read("/legal")["seats"]
        ]
        return [
            (seat["seat"], action)
            for seat in sorted(legal_seats, key=lambda seat: str(seat["seat"]))
            for action in [
                *(choice["action"] for choice in seat["choices"]),
                *(template["example"] for template in seat["templates"]),
            ]
        ]

    def act(self, seat: str, action: dict[str, Any]) -> Any:
        return self.who[seat].does("/actions", {"seat": seat, "action": action})

    def play(self, until: Callable[[Any], object], prefer: str = "", most: int = 300) -> Any:
        """Whatever may be done, rather something preferred, until it has come to something; answers
        the last action."""
        for _ in range(most):
            offers = self.offers()
            rather = [offer for offer in offers if offer[1]["type"] == prefer]
            done = self.act(*self.rng.choice(rather or offers))
            if until(done):
                return done
        raise AssertionError(f"it did not come to that in {most} actions")

    def rule(self, remedy: dict[str, Any], **grounds: Any) -> Any:
        return self.arbiter.does("/rulings", {"remedy": remedy, **GROUNDS, **grounds})

    def retract(self, seat: str, agree: bool, **more: Any) -> int:
        request = int(self.who[seat].does("/undo", {"seat": seat, "ask": True, **more})["seq"])
        (open_,) = (
            proposal
            for proposal in self.spectator.read("/undo")["proposals"]
            if proposal["state"] == "open"
        )
        assert (open_["seq"], open_["seat"]) == (request, seat)
        for other in open_["affected"] if agree else open_["affected"][:1]:
            self.who[other].does(f"/undo/{request}/answer", {"seat": other, "agree": agree})
        return request

    def heard(self) -> list[StreamEvent]:
        return self.stream.take(self.seq)
