"""Section 6, tournaments: what their records tell without pairing again."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

from .spelling import No, unhex

Fields = dict[str, Any]
Place = tuple[int, int]


def _typed(fields: Fields, name: str, kind: type, default: Any) -> Any:
    found = fields.get(name, default)
    if type(found) is not kind:
        raise No(f"the field {name} is of another kind")
    return found


def number(fields: Fields, name: str) -> int:
    found: int = _typed(fields, name, int, 0)
    return found


def text(fields: Fields, name: str) -> str:
    found: str = _typed(fields, name, str, "")
    return found


def many(fields: Fields, name: str, kind: type = dict) -> list[Any]:
    found: list[Any] = _typed(fields, name, list, [])
    if any(type(one) is not kind for one in found):
        raise No(f"the list {name} holds what it cannot hold")
    return found


def part(fields: Fields, name: str) -> Fields:
    found: Fields = _typed(fields, name, dict, {})
    return found


class Event:
    """A tournament; `take` every record in order."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.commitment = b""
        self.entrants = 0
        self.rounds: dict[int, dict[int, list[int]]] = {}
        self.results: dict[Place, Fields] = {}
        self.attempts: dict[tuple[str, int, int], int] = {}
        self.drawn: list[tuple[int, bytes, bytes]] = []
        self.closed = 0

    def take(self, seq: int, topic: str, fields: Fields) -> None:
        if self.closed and not (
            topic in ("ProtestFiled", "ProtestDecided", "ResultCorrected") and text(fields, "effect") in ("", "report")
        ):
            raise No("after the closing")
        for one in many(fields, "departures"):
            text(one, "code")
            if number(one, "level") not in (2, 3, 4):
                raise No("a departure without a level")
        basis = b""
        if topic in ("RoundPaired", "LotsDrawn", "RoundClosed", "TournamentClosed"):
            basis = self.basis(seq, fields)
        if topic == "TournamentOpened":
            self.commitment = unhex(text(fields, "commitment"), 32)
        if topic == "EntrantAdded":
            self.entrants += 1
            if number(fields, "number") != self.entrants or self.entrants > 10_000:
                raise No("an entrant out of order")
        if topic == "RoundPaired":
            self.pair(fields)
        if topic in ("RoundPaired", "LotsDrawn"):
            self.draw("pair" if topic == "RoundPaired" else "lots", seq, fields, basis)
        if topic == "TableChanged":
            tables = dict(self.round(fields))
            tables.update((number(one, "number"), many(one, "entrants", int)) for one in many(fields, "tables"))
            self.seat(number(fields, "round"), tables, many(fields, "byes"))
        if topic == "RoundWithdrawn":
            self.round(fields)
            gone = number(fields, "round")
            del self.rounds[gone]
            for place in [place for place in self.results if place[0] == gone]:
                del self.results[place]
        if topic == "ResultTaken":
            place = self.place(fields)
            if place in self.results:
                raise No("a second result")
            self.results[place] = self.told(place, seq, fields)
        if topic == "ResultCorrected":
            place = self.in_force(self.place(fields), fields)
            if text(fields, "effect") != "report":
                self.results[place] = self.told(place, seq, fields)
        if topic == "TableReopened":
            del self.results[self.in_force((number(fields, "round"), number(fields, "table")), fields)]
        if topic == "TournamentClosed":
            self.close(seq, unhex(text(fields, "seed"), 32))

    def round(self, fields: Fields) -> dict[int, list[int]]:
        if number(fields, "round") not in self.rounds:
            raise No("a round that is not paired")
        return self.rounds[number(fields, "round")]

    def pair(self, fields: Fields) -> None:
        round, pairing = number(fields, "round"), part(fields, "pairing")
        if round < 1 or round in self.rounds:
            raise No("a round that is paired")
        named = many(pairing, "tables")
        tables = {number(one, "number"): many(one, "entrants", int) for one in named}
        if len(tables) < len(named):
            raise No("a table twice")
        self.seat(round, tables, many(pairing, "byes"))

    def seat(self, round: int, tables: dict[int, list[int]], byes: list[Fields]) -> None:
        seated = [one for table in tables.values() for one in table] + [number(bye, "entrant") for bye in byes]
        if len(set(seated)) < len(seated) or any(not 1 <= one <= self.entrants for one in seated):
            raise No("somebody sits twice, or nobody does")
        self.rounds[round] = tables

    def place(self, fields: Fields) -> Place:
        result = part(fields, "result")
        table = number(result, "table")
        there = self.round(fields).get(table)
        entries = sorted(number(one, "entrant") for one in many(result, "entries"))
        wanted = [] if text(result, "kind") == "adjourned" else sorted(there or [])
        if there is None or entries != wanted:
            raise No("a result of another table")
        return number(fields, "round"), table

    def in_force(self, place: Place, fields: Fields) -> Place:
        if place not in self.results or self.results[place]["record"] != number(fields, "record"):
            raise No("about a result that is not in force")
        return place

    def told(self, place: Place, seq: int, fields: Fields) -> Fields:
        read: Fields = {"digest": text(fields, "digest"), "game": text(fields, "game"), "seq": number(fields, "seq")}
        return {"record": seq, "round": place[0], "table": place[1], **read}

    def basis(self, seq: int, fields: Fields) -> bytes:
        due = {"results": [self.results[place] for place in sorted(self.results)], "seq": seq - 1}
        if not _same(part(fields, "basis"), due):
            raise No("another basis")
        return sha256(json.dumps(due, sort_keys=True, separators=(",", ":")).encode()).digest()

    def draw(self, use: str, seq: int, fields: Fields, basis: bytes) -> None:
        stage, round, attempt = number(fields, "stage"), number(fields, "round"), number(fields, "attempt")
        if attempt != self.attempts.get((use, stage, round), 0) + 1:
            raise No("an attempt that is not counted")
        self.attempts[use, stage, round] = attempt
        head = "\n".join((f"greffe/{use}@1", self.id, f"{stage + 1}/{round}/{attempt}", ""))
        self.drawn.append((seq, unhex(text(fields, "seed"), 32), head.encode() + basis))

    def close(self, seq: int, seed: bytes) -> None:
        if sha256(f"greffe/tournament-seed@v1\n{self.id}\n".encode() + seed).digest() != self.commitment:
            raise No("another seed")
        for at, said, message in self.drawn:
            if hmac.new(seed, message, sha256).digest() != said:
                raise No("a seed that was not derived", at)
        self.closed = seq


def _same(said: Any, due: Any) -> bool:
    if type(said) is not type(due):
        return False
    if isinstance(due, dict):
        return said.keys() == due.keys() and all(_same(said[name], due[name]) for name in due)
    if isinstance(due, list):
        return len(said) == len(due) and all(map(_same, said, due))
    return bool(said == due)
