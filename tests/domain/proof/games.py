"""Games for the audit: small ones written record by record, so that a test can put faults in them,
and real ones from the clerk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.proof.chance.dice import contribution_commitment
from domain.titles.contract.chance import (
    deal_commitment,
    dealt_picks,
    dice_key,
    sealed_picks,
    seed_commitment,
)
from tests.builders.players import play_on
from tests.builders.world import Record

SEED = bytes(range(32))
SEATS = ("blue", "red")
VALUES = {"blue": b"b" * 16, "red": b"r" * 20}
AT = "2025-12-31T12:00:00Z"


def stored(topic: str, **fields: Any) -> Record:
    body = {"type": topic, "at": AT, "salt": "AAAAAAAAAAAAAAAAAAAAAA==", **fields}
    return topic, json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()


class RecordedTable:
    def __init__(self, game: str = "g1", chance: str = "sealed", seed: bytes = SEED) -> None:
        self.game, self.chance, self.seed = game, chance, seed
        self.records: list[Record] = []
        self.rolls: list[dict[str, Any]] = []
        self.key = dice_key(seed, game)

    def roll(self, spec: str = "2d6", /, again: int = 0, **changed: Any) -> dict[str, Any]:
        """The next roll, or with `again` a repetition of that roll. `changed` replaces fields by
        false values."""
        number = len(self.rolls) + 1
        if again:
            roll = {**self.rolls[again - 1], "number": number, "of": again}
        else:
            used = sum(len(roll.get("picks", ())) for roll in self.rolls)
            picks = list(
                dealt_picks(self.seed, "battle", used, spec)
                if self.chance == "duplicate"
                else sealed_picks(self.key, number, spec)
            )
            roll = {
                "number": number,
                "kind": "battle",
                "spec": spec,
                "picks": picks,
                "values": [p + 1 for p in picks],
                "source": {"sealed": "sealed", "duplicate": "dealt"}.get(self.chance, "table"),
            }
        roll.update(changed)
        self.rolls.append(roll)
        return roll

    def add(self, topic: str, **fields: Any) -> RecordedTable:
        self.records.append(stored(topic, **fields))
        return self

    def open(
        self,
        rolls: Sequence[str] = ("3of13",),
        *,
        links: dict[str, str] | None = None,
        **fields: Any,
    ) -> RecordedTable:
        by_link = {seat: {"link": link} for seat, link in (links or {}).items()}
        seats = [{"id": seat, "role": "player", **by_link.get(seat, {})} for seat in SEATS] + [
            {"id": "wolf", "role": "automa"}
        ]
        answer = {
            "sealed": seed_commitment(self.seed, self.game),
            "duplicate": deal_commitment(self.seed),
        }.get(self.chance)
        commitment = {"commitment": answer} if answer else {}
        drawn = {"rolls": [self.roll(spec) for spec in rolls]} if rolls else {}
        return self.add(
            "GameOpened",
            seats=seats,
            chance=self.chance,
            **{"catalog": "0" * 64, **commitment, **drawn, **fields},
        )

    def contribute(
        self, values: dict[str, bytes] = VALUES, by: dict[str, str] | None = None
    ) -> RecordedTable:
        who = {seat: {"by": b} for seat, b in (by or {}).items()}
        for seat, value in values.items():
            self.add(
                "ContributionCommitted",
                seat=seat,
                commitment=contribution_commitment(self.game, seat, value).hex(),
                **who.get(seat, {}),
            )
        for seat, value in values.items():
            self.add("ContributionRevealed", seat=seat, value=value.hex(), **who.get(seat, {}))
        self.key = dice_key(self.seed, self.game, [(s, values[s]) for s in SEATS if s in values])
        return self

    def act(self, *specs: str, seat: str = "blue") -> RecordedTable:
        rolls = {"rolls": [self.roll(spec) for spec in specs]} if specs else {}
        return self.add("ActionTaken", seat=seat, action={"type": "move"}, facts=[], **rolls)

    def act_with(self, *rolls: dict[str, Any]) -> RecordedTable:
        return self.add(
            "ActionTaken", seat="blue", action={"type": "move"}, facts=[], rolls=list(rolls)
        )

    def annul(self, from_seq: int, rolls: str = "stands") -> RecordedTable:
        return self.add(
            "RulingGiven",
            remedy={"type": "annul", "from_seq": from_seq, "rolls": rolls},
            rule="1",
            code="error",
        )

    def close(self, **fields: Any) -> RecordedTable:
        shown = {"seed": self.seed.hex()} if self.chance == "sealed" else {}
        return self.add("GameClosed", **{**shown, **fields})


def small_game(game: str = "g1") -> list[Record]:
    """Ten records: opening with a draw, contributions, actions with and without dice, closing."""
    return (
        RecordedTable(game)
        .open()
        .contribute()
        .act()
        .act("2d6", "1d100")
        .act("5of5")
        .act()
        .close()
        .records
    )


def clerk_game(
    clerk: Clerk, title: str, actions: int, close: bool = True
) -> tuple[str, list[Record]]:
    """A real game of a title, played with random legal actions. Returns its id and its records,
    with the bytes in the store."""
    game = clerk.open_game(Opening(ruleset=title), "tester", f"open-{title}").state
    game = play_on(clerk, game, Random(5), lambda game: game.seq > actions)
    if close:
        clerk.close_game(Order(game.id, game.seq, "tester", "close"), "over, with thanks")
    return game.id, rows_of(clerk, game.id)


def rows_of(clerk: Clerk, game: str) -> list[Record]:
    rows: Iterable[Any] = clerk.recorder.select_events(game)
    return [(row.topic, bytes(row.state)) for row in rows]
