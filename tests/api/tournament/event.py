"""A tournament over HTTP, used by its director and by holders of links."""

from typing import Any

from werkzeug.test import TestResponse

from tests.builders.api.client import Caller, Table, new_key

TOURNAMENTS = "/api/v1/tournaments"


class Event(Table):
    ROOT = TOURNAMENTS

    def __init__(self, caller: Caller, entrants: int = 4, **fields: Any) -> None:
        answer = caller.made(
            TOURNAMENTS, {"title": "Spring open", **fields}, Idempotency_Key=new_key()
        )
        super().__init__(caller, answer["tournament"])
        if entrants:
            named = [
                {"name": f"Player {n}", "club": "AB"[n % 2], "contact": f"{n}@example.org"}
                for n in range(1, entrants + 1)
            ]
            assert self.write("/entrants", {"entrants": named}).status_code == 201

    def link(self, duty: str, entrant: int = 0) -> Caller:
        links = self.get("/links").json["links"]
        token = next(
            link["token"]
            for link in links
            if link["duty"] == duty and (not entrant or link["entrants"] == [str(entrant)])
        )
        return Caller(self.caller.app, token)

    def pair(self, round: int = 1, **how: Any) -> list[dict[str, Any]]:
        assert self.write(f"/rounds/{round}/pairing", how or None).status_code == 201
        assert self.write(f"/rounds/{round}/publish").status_code == 201
        return list(self.get(f"/rounds/{round}").json["tables"])

    def first_wins(
        self, round: int, table: dict[str, Any], by: Caller | None = None
    ) -> TestResponse:
        return self.write(
            f"/rounds/{round}/tables/{table['table']}/result",
            {"entries": places(*table["entrants"])},
            by=by,
        )


def places(*entrants: int) -> list[dict[str, int]]:
    return [{"entrant": entrant, "place": place} for place, entrant in enumerate(entrants, start=1)]
