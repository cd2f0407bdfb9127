"""Section 6, tournaments: everything that can be checked in their records without pairing again."""

import hmac
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from .beacon import QUICKNET, signed, time_of
from .chance import part_commitment
from .parsing import Fields, a_list, a_number, a_text, an_object
from .spelling import Rejected, refuse, unhex
from .times import moment

Place = tuple[int, int]

OF_A_ROUND = {
    *(
        "RoundPublished",
        "RoundWithdrawn",
        "RoundClosed",
        "TableChanged",
        "TableReopened",
        "GameLinked",
        "ClockSet",
    ),
    *("SlipFiled", "ResultTaken", "ResultCorrected"),
}


class TournamentReader:
    """A tournament. Call `take` for every record in order."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.commitment = b""
        self.entrants = 0
        self.rounds: dict[int, dict[int, list[int]]] = {}
        self.results: dict[Place, Fields] = {}
        self.typing: dict[Place, tuple[str, int]] = {}
        self.attempts: dict[tuple[str, int, int], int] = {}
        self.drawn: list[tuple[int, bytes, bytes]] = []
        self.closed = self.edition = 0
        self.here: dict[int, Any] = {}
        self.engines: dict[int, Any] = {}
        self.hands: set[int] = set()
        self.derivation = 1
        self.bound: dict[int, tuple[str, str]] = {}
        self.shown: dict[int, str] = {}
        self.director = ""
        self.entered_by: dict[str, set[int]] = {}
        """The entrants whose parts each key entered."""
        self.one_hand: set[int] = set()
        """Entrants with a part in a draw that was entered by a key which entered another's part,
        too."""
        self.showing = self.settled = False
        self.awaited = 0
        self.named = False
        self.beacons = ""
        self.of_games: list[tuple[int, str, Fields]] = []
        self.of_the_draw: dict[str, Callable[[Fields], None]] = {
            "PartBound": self.bind_part,
            "PartShown": self.show_part,
            "BeaconNamed": self.name_beacon,
            "BeaconShown": self.show_beacon,
        }

    def take(self, seq: int, topic: str, fields: Fields) -> None:
        goes_on = topic == "ResultCorrected" and a_text(fields, "effect") == "report"
        refuse(
            self.closed and not goes_on and topic not in ("ProtestFiled", "ProtestDecided"),
            "after the closing",
        )
        for departure in a_list(fields, "departures", dict):
            a_text(departure, "code")
            refuse(a_number(departure, "level") not in (2, 3, 4), "a departure without a level")
        if topic in OF_A_ROUND:
            self.tables_of_round(fields)
        refuse(
            topic == "GameLinked" and a_number(fields, "table") not in self.tables_of_round(fields),
            "a game of a table that is none",
        )
        if topic in ("GameLinked", "ResultTaken", "ResultCorrected", "TableReopened"):
            self.of_games.append((seq, topic, fields))
        basis = b""
        if topic in ("RoundPaired", "LotsDrawn", "RoundClosed", "TournamentClosed"):
            basis = self.check_basis(seq, fields)
        if topic == "TournamentOpened":
            self.commitment = unhex(a_text(fields, "commitment"), 32)
            self.director = a_text(fields, "actor")
            self.edition = a_number(fields, "edition")
            self.derivation = a_number(fields, "derivation") or 1
            refuse(self.derivation not in (1, 2), "no way to derive")
        if topic == "CheckInClosed":
            self.showing = True
        if topic in ("PartBound", "PartShown"):
            actor = a_text(fields, "actor")
            if actor not in ("", "operator", self.director) and _by(fields) == "entrant":
                self.entered_by.setdefault(actor, set()).add(a_number(fields, "entrant"))
        if topic in self.of_the_draw:
            self.of_the_draw[topic](fields)
        if topic == "ProtestFiled":
            a_number(fields, "entrant"), a_number(fields, "round"), a_number(fields, "table")
        if topic == "EntrantAdded":
            self.entrants += 1
            refuse(
                a_number(fields, "number") != self.entrants or self.entrants > 10_000,
                "an entrant out of order",
            )
        if topic == "RoundPaired":
            self.pair(fields)
        if topic in ("RoundPaired", "LotsDrawn"):
            self.draw("pair" if topic == "RoundPaired" else "lots", seq, fields, basis)
        if topic == "TableChanged":
            self.seat(
                a_number(fields, "round"),
                {**self.tables_of_round(fields), **_tables(fields)},
                a_list(fields, "byes", dict),
            )
        if self.edition >= 5 and topic in ("RoundPaired", "TableChanged", "RoundPublished"):
            self.check_by_hand(topic, fields)
        if topic == "RoundWithdrawn":
            gone = a_number(fields, "round")
            del self.rounds[gone]
            for place in [place for place in self.results if place[0] == gone]:
                del self.results[place]
        if topic == "ResultTaken":
            place = self.place(fields)
            refuse(place in self.results, "a second result")
            self.results[place] = self.read_result(place, seq, fields)
        if topic == "ResultCorrected":
            place = self.check_in_force(self.place(fields), fields)
            refuse(
                a_text(fields, "effect") not in ("recompute", "repair", "report"),
                "a correction without its effect",
            )
            before, now = self.typing[place], _typing(fields)
            slip = any(a_text(d, "code") == "mistyped" for d in a_list(fields, "departures", dict))
            own = now[0] and now[0] == before[0] and 0 <= now[1] - before[1] <= 60 * 1_000_000
            refuse(
                slip and not (own and a_text(fields, "effect") == "recompute"),
                "mistyped by another, or long ago",
            )
            if a_text(fields, "effect") != "report":
                self.results[place] = self.read_result(place, seq, fields)
        if topic == "TableReopened":
            del self.results[
                self.check_in_force((a_number(fields, "round"), a_number(fields, "table")), fields)
            ]
        if topic == "TournamentClosed":
            self.close(seq, unhex(a_text(fields, "seed"), 32))

    def check_by_hand(self, topic: str, fields: Fields) -> None:
        round = a_number(fields, "round")
        if topic == "RoundPaired":
            of = "pairing" if a_text(fields, "by") == "engine" else "engine_pairing"
            engines = an_object(fields, of)
            self.engines[round] = _tables(engines), _waiting(engines)
            self.here[round] = self.rounds[round], _waiting(an_object(fields, "pairing"))
            self.hands -= {round}
        if topic == "TableChanged":
            self.here[round] = self.rounds[round], _waiting(fields)
        if any(a_text(d, "code") == "by-hand" for d in a_list(fields, "departures", dict)):
            self.hands |= {round}
        refuse(
            self.here[round] != self.engines[round] and round not in self.hands,
            "seated by hand, and nobody says so",
        )

    def tables_of_round(self, fields: Fields) -> dict[int, list[int]]:
        refuse(a_number(fields, "round") not in self.rounds, "a round that is not paired")
        return self.rounds[a_number(fields, "round")]

    def pair(self, fields: Fields) -> None:
        round, pairing = a_number(fields, "round"), an_object(fields, "pairing")
        refuse(round < 1 or round in self.rounds, "a round that is paired")
        self.seat(round, _tables(pairing), a_list(pairing, "byes", dict))

    def seat(self, round: int, tables: dict[int, list[int]], byes: list[Fields]) -> None:
        seated = [entrant for table in tables.values() for entrant in table] + [
            a_number(bye, "entrant") for bye in byes
        ]
        refuse(
            len(set(seated)) < len(seated)
            or any(not 1 <= entrant <= self.entrants for entrant in seated),
            "somebody sits twice, or nobody does",
        )
        self.rounds[round] = tables

    def place(self, fields: Fields) -> Place:
        result = an_object(fields, "result")
        table = a_number(result, "table")
        there = self.tables_of_round(fields).get(table)
        entries = sorted(a_number(entry, "entrant") for entry in a_list(result, "entries", dict))
        expected = [] if a_text(result, "kind") == "adjourned" else sorted(there or [])
        if there is None or entries != expected:
            raise Rejected("a result of another table")
        return a_number(fields, "round"), table

    def check_in_force(self, place: Place, fields: Fields) -> Place:
        refuse(
            place not in self.results
            or self.results[place]["record"] != a_number(fields, "record"),
            "about a result that is not in force",
        )
        return place

    def read_result(self, place: Place, seq: int, fields: Fields) -> Fields:
        read: Fields = {
            "digest": a_text(fields, "digest"),
            "game": a_text(fields, "game"),
            "seq": a_number(fields, "seq"),
        }
        self.typing[place] = _typing(fields)
        return {"record": seq, "round": place[0], "table": place[1], **read}

    def check_basis(self, seq: int, fields: Fields) -> bytes:
        due = {"results": [self.results[place] for place in sorted(self.results)], "seq": seq - 1}
        refuse(not _same(an_object(fields, "basis"), due), "another basis")
        return sha256(json.dumps(due, sort_keys=True, separators=(",", ":")).encode()).digest()

    def draw(self, use: str, seq: int, fields: Fields, basis: bytes) -> None:
        stage, round, attempt = (
            a_number(fields, "stage"),
            a_number(fields, "round"),
            a_number(fields, "attempt"),
        )
        refuse(stage < 0 or round < 0, "no stage, or no round")
        refuse(
            attempt != self.attempts.get((use, stage, round), 0) + 1,
            "an attempt that is not counted",
        )
        self.attempts[use, stage, round] = attempt
        head = "\n".join(
            (f"greffe/{use}@{self.derivation}", self.id, f"{stage + 1}/{round}/{attempt}", "")
        ).encode()
        parts = "".join(f"{entrant} {self.shown[entrant]}\n" for entrant in sorted(self.shown))
        parts += self.beacons
        for entered in self.entered_by.values():
            self.one_hand |= entered & self.shown.keys() if len(entered) > 1 else set()
        self.settled = bool(self.shown or self.beacons)
        self.awaited, self.named = 0, False
        if use == "pair":
            self.showing = False
        self.drawn.append(
            (
                seq,
                unhex(a_text(fields, "seed"), 32),
                head + (parts.encode() if self.derivation == 2 else basis),
            )
        )

    def bind_part(self, fields: Fields) -> None:
        entrant, by, commitment = (
            a_number(fields, "entrant"),
            _by(fields),
            a_text(fields, "commitment"),
        )
        unhex(commitment, 32)
        refuse(
            self.derivation == 1
            or self.showing
            or self.settled
            or entrant in self.bound
            or not 1 <= entrant <= self.entrants,
            "a part that cannot be bound",
        )
        self.bound[entrant] = commitment, by

    def show_part(self, fields: Fields) -> None:
        entrant, by, value = (
            a_number(fields, "entrant"),
            _by(fields),
            unhex(a_text(fields, "value")),
        )
        refuse(
            not self.showing
            or self.settled
            or entrant in self.shown
            or entrant not in self.bound
            or not 16 <= len(value) <= 1024,
            "a part that cannot be shown",
        )
        refuse(
            self.bound[entrant] != (part_commitment(self.id, str(entrant), value), by),
            "another part than was bound",
        )
        self.shown[entrant] = value.hex()

    def name_beacon(self, fields: Fields) -> None:
        chain, beacon = unhex(a_text(fields, "chain"), 32), a_number(fields, "beacon")
        refuse(
            self.derivation == 1 or self.named or chain != QUICKNET, "a beacon that cannot be named"
        )
        refuse(
            not 1 <= beacon < 2**63 or time_of(beacon) * 1_000_000 <= moment(a_text(fields, "at")),
            "a beacon that exists",
        )
        self.awaited, self.named = beacon, True

    def show_beacon(self, fields: Fields) -> None:
        beacon, signature = a_number(fields, "beacon"), unhex(a_text(fields, "signature"), 48)
        refuse(
            not self.awaited or beacon != self.awaited or not signed(beacon, signature),
            "a beacon that nobody waits for, or another signature",
        )
        refuse(
            time_of(beacon) * 1_000_000 > moment(a_text(fields, "at")),
            "a beacon that does not exist yet",
        )
        self.awaited = 0
        self.beacons += f"beacon {beacon} {sha256(signature).hexdigest()}\n"

    def close(self, seq: int, seed: bytes) -> None:
        refuse(
            sha256(f"greffe/tournament-seed@v1\n{self.id}\n".encode() + seed).digest()
            != self.commitment,
            "another seed",
        )
        for at, sentence, message in self.drawn:
            refuse(
                hmac.new(seed, message, sha256).digest() != sentence,
                "a seed that was not derived",
                at,
            )
        self.closed = seq


def _by(fields: Fields) -> str:
    by = a_text(fields, "by") or "entrant"
    refuse(by not in ("entrant", "desk"), "a part of nobody")
    return by


def _typing(fields: Fields) -> tuple[str, int]:
    by, typed = a_text(fields, "actor"), a_text(fields, "source") in ("", "typed")
    return by if typed else "", moment(a_text(fields, "at"))


def _waiting(fields: Fields) -> set[int]:
    return {a_number(bye, "entrant") for bye in a_list(fields, "byes", dict)}


def _tables(fields: Fields) -> dict[int, list[int]]:
    named = a_list(fields, "tables", dict)
    tables = {a_number(table, "number"): a_list(table, "entrants", int) for table in named}
    refuse(len(tables) < len(named), "a table twice")
    return tables


def _same(sentence: Any, due: Any) -> bool:
    if type(sentence) is not type(due):
        return False
    if isinstance(due, dict):
        return sentence.keys() == due.keys() and all(
            _same(sentence[name], due[name]) for name in due
        )
    if isinstance(due, list):
        return len(sentence) == len(due) and all(map(_same, sentence, due))
    return bool(sentence == due)
