"""A small tournament for the audit, written record by record, so that a test can put a fault in
it."""

from __future__ import annotations

import hmac
import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from domain.proof.chance.beacon import CHAINS, QUICKNET
from domain.proof.chance.dice import contribution_commitment
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from tests.builders.world import Record, World
from tests.domain.proof.games import AT, SEED, RecordedTable, stored

Result = dict[str, Any]

WORDS = "5a" * 32

BEFORE_1000 = "2023-08-23T15:59:23Z"
"""A second before round 1000 of the beacon."""

SIGNED = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
    657_413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
    "41076862b98fad56e91a6b85b89cd97b",
}
"""Signatures published by drand's quicknet, by round."""


class RecordedEvent:
    def __init__(self, id: str = "g1") -> None:
        self.id = id
        self.records: list[Record] = []
        self.results: dict[tuple[int, int], Result] = {}
        self.derivation = 1
        self.parts: dict[int, bytes] = {}
        self.heard = ""
        self.at = AT

    def add(self, topic: str, **fields: Any) -> RecordedEvent:
        self.records.append(stored(topic, **{"at": self.at, **fields}))
        return self

    def open(self, entrants: int = 4, **fields: Any) -> RecordedEvent:
        self.derivation = fields.get("derivation", 1)
        commitment = sha256(f"greffe/tournament-seed@v1\n{self.id}\n".encode() + SEED).hexdigest()
        self.add("TournamentOpened", ruleset="external", rules={}, commitment=commitment, **fields)
        for number in range(1, entrants + 1):
            self.add("EntrantAdded", number=number, player=f"p-{number}")
        return self

    def bind(self, *entrants: int, **fields: Any) -> RecordedEvent:
        for entrant in entrants:
            bound = contribution_commitment(self.id, str(entrant), part(entrant)).hex()
            self.add("PartBound", **{"entrant": entrant, "commitment": bound, **fields})
        return self

    def show(self, *entrants: int, **fields: Any) -> RecordedEvent:
        for entrant in entrants:
            self.parts[entrant] = part(entrant)
            self.add("PartShown", **{"entrant": entrant, "value": part(entrant).hex(), **fields})
        return self

    def name_beacon(self, beacon: int, at: str = BEFORE_1000, **fields: Any) -> RecordedEvent:
        self.at = at
        return self.add("BeaconNamed", **{"chain": QUICKNET, "beacon": beacon, **fields})

    def show_beacon(self, beacon: int, **fields: Any) -> RecordedEvent:
        signature = SIGNED[beacon]
        self.at = f"{datetime.fromtimestamp(CHAINS[QUICKNET].time_of(beacon), UTC):{'%Y-%m-%dT%H:%M:%SZ'}}"
        self.heard += f"beacon {beacon} {sha256(bytes.fromhex(signature)).hexdigest()}\n"
        return self.add("BeaconShown", **{"beacon": beacon, "signature": signature, **fields})

    def check_in(self, *present: int, round: int = 1) -> RecordedEvent:
        return self.add("CheckInClosed", round=round, present=list(present))

    @property
    def basis(self) -> dict[str, Any]:
        return {
            "seq": len(self.records),
            "results": [self.results[place] for place in sorted(self.results)],
        }

    def draw(
        self, topic: str = "RoundPaired", round: int = 1, attempt: int = 1, **fields: Any
    ) -> RecordedEvent:
        use = "pair" if topic == "RoundPaired" else "lots"
        basis = sha256(
            json.dumps(self.basis, sort_keys=True, separators=(",", ":")).encode()
        ).digest()
        parts = "".join(
            f"{entrant} {value.hex()}\n" for entrant, value in sorted(self.parts.items())
        )
        rest = basis if self.derivation == 1 else (parts + self.heard).encode()
        message = (
            f"greffe/{use}@{self.derivation}\n{self.id}\n1/{round}/{attempt}\n".encode() + rest
        )
        return self.add(
            topic,
            **{
                "stage": 0,
                "round": round,
                "attempt": attempt,
                "basis": self.basis,
                "seed": hmac.new(SEED, message, sha256).hexdigest(),
                **fields,
            },
        )

    def pair(
        self, *tables: tuple[int, int], byes: tuple[int, ...] = (), **fields: Any
    ) -> RecordedEvent:
        named = [{"number": n, "entrants": list(two)} for n, two in enumerate(tables, start=1)]
        return self.draw(
            pairing={
                "tables": named,
                "byes": [{"entrant": bye, "kind": "pairing"} for bye in byes],
            },
            **fields,
        )

    def result(
        self, table: int, *entrants: int, topic: str = "ResultTaken", round: int = 1, **fields: Any
    ) -> RecordedEvent:
        entries = [
            {"entrant": entrant, "place": place} for place, entrant in enumerate(entrants, start=1)
        ]
        entry = {"digest": "", "game": "", "seq": 0}
        place = {"record": len(self.records) + 1, "round": round, "table": table}
        if fields.get("effect") != "report":
            self.results[round, table] = {
                **entry,
                **place,
                **{name: fields[name] for name in entry if name in fields},
            }
        result = {"table": table, "kind": "played", "entries": entries}
        return self.add(topic, **{"round": round, "result": result, **fields})

    def link(self, table: int, round: int = 1, game: str = "g7", **fields: Any) -> RecordedEvent:
        bound = {"seats": ["a", "b"], "leaf": base64_of(bytes(32))}
        return self.add(
            "GameLinked", **{"round": round, "table": table, "game": game, **bound, **fields}
        )

    def change_tables(
        self, *tables: tuple[int, int], number: int = 1, byes: tuple[int, ...] = (), round: int = 1
    ) -> RecordedEvent:
        seated = [{"number": number, "entrants": list(two)} for two in tables]
        return self.add(
            "TableChanged", round=round, tables=seated, byes=[{"entrant": bye} for bye in byes]
        )

    def close_round(self, round: int = 1) -> RecordedEvent:
        return self.add("RoundClosed", round=round, basis=self.basis, standings="5a" * 32)

    def reopen(self, table: int, round: int = 1) -> RecordedEvent:
        record = self.results.pop((round, table))["record"]
        return self.add("TableReopened", round=round, table=table, record=record)

    def close(self, **fields: Any) -> RecordedEvent:
        return self.add(
            "TournamentClosed",
            **{"basis": self.basis, "standings": "5a" * 32, "seed": SEED.hex(), **fields},
        )


def part(entrant: int) -> bytes:
    return bytes([entrant]) * (15 + entrant)


def with_parts() -> RecordedEvent:
    """A tournament whose first pairing depends on the service's seed alone, as no part was shown.
    All later draws depend on two parts as well, one of them entered at the desk; a third part is
    withheld."""
    event = (
        RecordedEvent()
        .open(5, derivation=2)
        .bind(3)
        .check_in(1, 2, 3, 4)
        .pair((1, 2), (3, 4))
        .result(1, 1, 2)
        .result(2, 3, 4)
        .close_round()
    )
    event.bind(1).bind(2, by="desk").check_in(1, 2, 3, 4, 5, round=2).show(2, by="desk").show(3)
    event.draw("LotsDrawn", lots=[1, 2, 3, 4, 5]).pair((1, 3), (2, 4), byes=(5,), round=2).check_in(
        1, 2, round=3
    )
    return event.pair((1, 4), (2, 3), byes=(5,), round=3)


def with_beacons() -> RecordedEvent:
    """A tournament whose first pairing depends on a beacon's round, and the second on two parts and
    a later round of the beacon. For its lots a third round of the beacon was named, but they were
    drawn without waiting for it."""
    event = RecordedEvent()
    event.at = BEFORE_1000
    event.open(4, derivation=2).name_beacon(1000).bind(1, 2, 3).check_in(1, 2, 3, 4).show_beacon(
        1000
    )
    event.pair((1, 2), (3, 4)).result(1, 1, 2).result(2, 3, 4).close_round()
    event.name_beacon(657_413, "2023-09-15T11:00:02Z").check_in(1, 2, 3, 4, round=2).show_beacon(
        657_413
    )
    event.pair((1, 3), (2, 4), round=2).name_beacon(10_024_141, "2023-09-15T13:00:00Z")
    return event.draw("LotsDrawn", lots=[1, 2, 3, 4])


def played() -> RecordedEvent:
    event = (
        RecordedEvent().open().pair((1, 2), (3, 4), departures=[{"code": "rematch", "level": 3}])
    )
    event.result(1, 1, 2).result(2, 4, 3, game="g7", seq=9, digest="1b" * 32)
    return event.result(1, 2, 1, topic="ResultCorrected", record=7, effect="recompute")


def every_kind() -> RecordedEvent:
    event = RecordedEvent().open(5).add("EntrantAmended", number=5, player="p-5", name=WORDS)
    event.add("SeparationSet", a=1, b=2).add("ByeAsked", entrant=5, round=1, kind="half")
    event.add("PresenceNoted", round=1, entrants=[1, 2, 3, 4]).add(
        "CheckInClosed", round=1, present=[1, 2, 3, 4, 5]
    )
    event.pair((1, 2), (3, 4), byes=(5,)).add("RoundWithdrawn", round=1).pair(
        (1, 3), (2, 4), byes=(5,), attempt=2
    )
    event.change_tables((3, 1), byes=(5,)).add("RoundPublished", round=1).link(1)
    event.add("ClockSet", round=1, seconds=60, running=True)
    event.result(1, 3, 1, game="g7", seq=4, digest="1b" * 32)
    event.add(
        "SlipFiled",
        round=1,
        entrant=2,
        result={"table": 2, "entries": [{"entrant": 2, "place": 1}]},
    )
    event.result(2, 2, 4, source="slips", slips=[len(event.records)])
    event.reopen(2).result(2, 4, 2).result(
        2, 2, 4, topic="ResultCorrected", record=len(event.records), effect="recompute"
    )
    event.add("PenaltyGiven", entrant=1, points="1/2", round=1).add(
        "PenaltyLifted", penalty=len(event.records)
    )
    event.add("EntrantWithdrawn", number=1).add("EntrantReinstated", number=1).add(
        "EntrantExpelled", number=1
    )
    event.close_round().add("RulesAmended", rules={})
    event.draw("LotsDrawn", lots=[1, 2, 3, 4, 5]).add(
        "StageAdvanced", stage=1, going=[{"entrant": 2, "rank": 1}]
    )
    event.add("ProtestFiled", entrant=1, round=1, table=1, text=WORDS).close()
    return event.add("ProtestDecided", protest=len(event.records) - 1, upheld=False)


def _wrong_beacons() -> list[tuple[str, list[Record], int]]:
    def opened(derivation: int = 2) -> RecordedEvent:
        event = RecordedEvent()
        event.at = BEFORE_1000
        return event.open(2, derivation=derivation)

    deaf = opened().name_beacon(1000).show_beacon(1000)
    deaf.heard = ""
    settled = (
        opened()
        .name_beacon(1000)
        .bind(1)
        .check_in(1, 2)
        .show_beacon(1000)
        .pair((1, 2))
        .check_in(1, round=2)
    )
    return [
        ("a beacon where none is drawn with", opened(1).name_beacon(1000).records, 4),
        ("a beacon that is not known", opened().name_beacon(1000, chain="5a" * 32).records, 4),
        (
            "a round of a beacon that exists",
            opened().name_beacon(1000, "2023-08-23T15:59:24Z").records,
            4,
        ),
        ("no round of a beacon", opened().name_beacon(0).records, 4),
        ("a second beacon for one draw", opened().name_beacon(1000).name_beacon(1001).records, 5),
        (
            "another beacon once one is heard",
            opened().name_beacon(1000).show_beacon(1000).name_beacon(1001).records,
            6,
        ),
        ("a beacon that was not named", opened().show_beacon(1000).records, 4),
        ("another round than was named", opened().name_beacon(1001).show_beacon(1000).records, 5),
        (
            "what the beacon did not sign",
            opened().name_beacon(1000).show_beacon(1000, signature=SIGNED[657_413]).records,
            5,
        ),
        ("no point", opened().name_beacon(1000).show_beacon(1000, signature="ff" * 48).records, 5),
        (
            "a short one",
            opened().name_beacon(1000).show_beacon(1000, signature="ff" * 47).records,
            5,
        ),
        (
            "a beacon that is shown before it exists",
            opened().name_beacon(1000).show_beacon(1000, at=BEFORE_1000).records,
            5,
        ),
        (
            "a beacon after its draw",
            opened().name_beacon(1000).pair((1, 2)).show_beacon(1000).records,
            6,
        ),
        ("a pairing drawn without the beacon", deaf.pair((1, 2)).close().records, 6),
        ("a part after a draw with a beacon", settled.show(1).records, 10),
    ]


def mistyped(by: str = "ada", **fields: Any) -> RecordedEvent:
    """A tournament in which a result is corrected within a minute. `by` typed the result, the actor
    “ada” corrects it; `fields` replace fields of the correction."""
    now = {"at": "2025-12-31T12:01:00Z", "actor": "ada", "effect": "recompute", **fields}
    typed = RecordedEvent().open().pair((1, 2)).result(1, 1, 2, source="typed", actor=by)
    slip = {"code": "mistyped", "level": 2, "round": 1, "table": 1}
    return typed.result(1, 2, 1, topic="ResultCorrected", record=7, departures=[slip], **now)


def wrong() -> list[tuple[str, list[Record], int]]:
    """Tournaments that every audit refuses: the fault, the records, and the seq at which it is
    found."""
    twice = RecordedEvent().open().pair((1, 2), (2, 3))
    nobody = RecordedEvent().open().pair((1, 5))
    stale = played().close()
    stale.records[-1] = stored(
        "TournamentClosed", basis={"seq": 9, "results": []}, standings="5a" * 32, seed=SEED.hex()
    )
    uncounted = RecordedEvent().open().pair((1, 2)).add("RoundWithdrawn", round=1)
    other = RecordedEvent().open().draw(pairing={}, seed="0" * 64)
    late = played().close().result(1, 1, 2, topic="ResultCorrected", record=9, effect="recompute")
    unsaid = played().close().result(1, 1, 2, topic="ResultCorrected", record=9)
    both = RecordedEvent().open().draw(pairing={}, seed="0" * 64).close(basis={})
    other_part = RecordedEvent().open(4, derivation=2).bind(1).check_in(1)
    of_desk = RecordedEvent().open(4, derivation=2).bind(1, by="desk").check_in(1)
    drawn = RecordedEvent().open(4, derivation=2).bind(1, 2).check_in(1, 2).show(1)
    leftover = RecordedEvent().open(4, derivation=2).bind(1, 2).check_in(1, 2).show(1).pair((1, 2))
    settled = RecordedEvent().open(4, derivation=2).bind(1, 2).check_in(1, 2).show(1).pair((1, 2))
    settled_late = (
        RecordedEvent()
        .open(4, derivation=2)
        .bind(1, 2)
        .check_in(1, 2)
        .show(1)
        .pair((1, 2))
        .check_in(1, 2, round=2)
    )
    settled_lots = (
        RecordedEvent()
        .open(4, derivation=2)
        .bind(1, 2)
        .check_in(1, 2)
        .show(1)
        .draw("LotsDrawn", lots=[])
    )
    unheard = RecordedEvent().open(4, derivation=2).bind(1).check_in(1, 2).show(1)
    unheard.parts.clear()
    gone = played().result(1, 1, 2, topic="ResultCorrected", record=7, effect="recompute")
    return [
        *_wrong_beacons(),
        *(
            (f"typed over {what}", mistyped(**fields).records, 8)
            for what, fields in (
                ("by another", {"actor": "bob"}),
                ("by nobody", {"by": "", "actor": ""}),
                ("too late", {"at": "2025-12-31T12:01:00.000001Z"}),
                ("before it was typed", {"at": "2025-12-31T11:59:59Z"}),
                ("as its game has it", {"source": "game"}),
                ("with another effect", {"effect": "report"}),
            )
        ),
        ("an entrant at two tables", twice.records, 6),
        ("a number that no entrant has", nobody.records, 6),
        (
            "an entrant out of order",
            RecordedEvent().open().add("EntrantAdded", number=7, player="p").records,
            6,
        ),
        ("a basis without the results in force", stale.records, 10),
        ("an attempt that is not counted", uncounted.pair((1, 2), attempt=1).records, 8),
        ("a seed that was not derived", other.close().records, 6),
        ("another seed than was committed to", played().close(seed="0" * 64).records, 10),
        (
            "a round that is paired twice",
            RecordedEvent().open().pair((1, 2)).pair((3, 4)).records,
            7,
        ),
        (
            "a result of other entrants",
            RecordedEvent().open().pair((1, 2)).result(1, 1, 3).records,
            7,
        ),
        (
            "a second result",
            RecordedEvent().open().pair((1, 2)).result(1, 1, 2).result(1, 1, 2).records,
            8,
        ),
        ("a correction of what is not in force", gone.records, 10),
        ("a correction after the closing", late.records, 11),
        (
            "a round that is published before it is paired",
            RecordedEvent().open().add("RoundPublished", round=1).records,
            6,
        ),
        ("a round that is closed after it was withdrawn", uncounted.close_round().records, 8),
        ("a game of a round that is not paired", RecordedEvent().open().link(1).records, 6),
        (
            "a game of a table that its round does not have",
            RecordedEvent().open().pair((1, 2)).link(2).records,
            7,
        ),
        (
            "a clock of a round that is not paired",
            RecordedEvent().open().add("ClockSet", round=1, seconds=9, running=True).records,
            6,
        ),
        (
            "a slip of a round that is not paired",
            RecordedEvent().open().add("SlipFiled", round=1, entrant=1, result={}).records,
            6,
        ),
        (
            "a table that is changed twice in one record",
            RecordedEvent().open().pair((1, 2)).change_tables((2, 1), (1, 2)).records,
            7,
        ),
        (
            "a correction without its effect",
            played().result(1, 1, 2, topic="ResultCorrected", record=9).records,
            10,
        ),
        ("a correction after the closing without its effect", unsaid.records, 11),
        (
            "a stage below the first",
            RecordedEvent().open().draw("LotsDrawn", stage=-1, lots=[]).records,
            6,
        ),
        (
            "an entrant without a number",
            RecordedEvent().open().add("EntrantAdded", player="p").records,
            6,
        ),
        ("an entrant of no number", RecordedEvent().open().pair((1, True)).records, 6),
        ("a bye that is no object", RecordedEvent().open().draw(pairing={"byes": [3]}).records, 6),
        (
            "a departure without a level",
            RecordedEvent().open().add("ClockSet", departures=[{"code": "x"}]).records,
            6,
        ),
        (
            "a departure whose code is no text",
            RecordedEvent().open().add("ClockSet", departures=[{"code": 1, "level": 2}]).records,
            6,
        ),
        ("a closing of another basis, and a seed that was not derived", both.records, 7),
        (
            "a pairing drawn without the part that was shown",
            unheard.pair((1, 2)).close().records,
            9,
        ),
        (
            "a round by hand that no record calls so",
            RecordedEvent().open(edition=5).pair((1, 2), (3, 4), by="hand").records,
            6,
        ),
        (
            "a draft that was changed and does not say so",
            RecordedEvent()
            .open(edition=5)
            .pair((1, 2), (3, 4), by="engine")
            .change_tables((2, 1))
            .records,
            7,
        ),
        ("a part that is bound after the check-in", drawn.bind(3).records, 10),
        ("a part that is shown after the pairing", leftover.show(2).records, 11),
        ("a part that is bound once others were drawn with", settled.bind(3).records, 11),
        ("a part that is shown once others were drawn with", settled_late.show(2).records, 12),
        ("a part that is shown once lots were drawn with others", settled_lots.show(2).records, 11),
        (
            "a part that is shown before the check-in",
            RecordedEvent().open(4, derivation=2).bind(1).show(1).records,
            7,
        ),
        (
            "a part that was not bound",
            RecordedEvent().open(4, derivation=2).check_in(1).show(1).records,
            7,
        ),
        (
            "a part that is bound twice",
            RecordedEvent().open(4, derivation=2).bind(1).bind(1).records,
            7,
        ),
        (
            "a protest about no table",
            RecordedEvent().open().add("ProtestFiled", entrant=1, round=1, table="x").records,
            6,
        ),
        ("a part of nobody", RecordedEvent().open(4, derivation=2).bind(5).records, 6),
        ("another part than was bound", other_part.show(1, value="5a" * 20).records, 8),
        ("the desk's part shown by the entrant", of_desk.show(1).records, 8),
        ("a part where nothing is drawn from parts", RecordedEvent().open(4).bind(1).records, 6),
        ("an unknown derivation", RecordedEvent().open(4, derivation=3).records, 1),
        (
            "a departure of no level",
            RecordedEvent().open().add("ClockSet", departures=[{"code": "x", "level": 5}]).records,
            6,
        ),
        ("a record of a game", RecordedEvent().open().add("NoteAdded", text="").records, 6),
        (
            "a penalty lifted that was none",
            RecordedEvent().open().add("PenaltyLifted", penalty=3).records,
            6,
        ),
    ]


def leaves(game: str, records: list[Record]) -> list[str]:
    prev, leaves = NO_PREV, []
    for seq, (topic, data) in enumerate(records, start=1):
        prev = RecordEntry.of(game, seq, prev, topic, data).leaf
        leaves.append(base64_of(prev))
    return leaves


class WithGames:
    """A tournament of two tables, each with a game of Greffe: `g7`, which is closed, and `g8`,
    which is still open and has handed in its result. A test makes its changes before it reads
    `file`."""

    DIGEST = "1b" * 32

    def __init__(self) -> None:
        self.place = {"tournament": "g1", "round": 1, "table": 1}
        self.other = {**self.place, "table": 2}
        self.games = {
            "g7": RecordedTable("g7").open((), **self.place).act("2d6").close().records,
            "g8": RecordedTable("g8")
            .open((), **self.other)
            .act()
            .add("ResultHandedIn", **self.other, digest=self.DIGEST)
            .act()
            .records,
        }
        self.links: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in self.games]
        self.results: dict[str, dict[str, Any]] = {"g7": {"seq": 3}, "g8": {"seq": 2}}
        self.order = ["g7", "g8"]
        self.closed = True

    def event(self) -> RecordedEvent:
        event = RecordedEvent().open().pair((1, 2), (3, 4))
        for n, (game, changed) in enumerate(self.links, start=1):
            there = (
                leaves(game, self.games[game])[0] if game in self.games else base64_of(bytes(32))
            )
            link = {
                "round": 1,
                "table": n,
                "game": game,
                "seats": ["blue", "red"],
                "leaf": there,
                **changed,
            }
            event.add("GameLinked", **link)
        for table, (game, handed) in enumerate(self.results.items(), start=1):
            there = leaves(game, self.games[game])
            at = handed.get("seq", 0)
            leaf = there[at - 1] if 0 < at <= len(there) else ""
            handed = {"game": game, "digest": self.DIGEST, "leaf": leaf, "source": "game", **handed}
            event.result(table, *((1, 2), (3, 4))[table - 1], **handed)
        return event.close() if self.closed else event

    def file(self, world: World | None = None) -> bytes:
        world = world or World()
        for game, records in {"g1": self.event().records, **self.games}.items():
            world.play(game, records)
        return b"".join(world.bundle(game) for game in ("g1", *self.order))
