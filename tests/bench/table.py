"""Games to measure with: a clerk over a fresh store, and random legal players."""

from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Opening, Order
from domain.game.rulings.conditions import OTHER, Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog
from ops.settings.keys import read_or_make_key
from ops.stores.sqlite.connections import migrate

TITLE = "northgard-training"


def clerk_at(path: Path) -> Clerk:
    migrate(str(path))
    secret = path.with_name("secret.key")
    read_or_make_key(secret)
    env = {
        "PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory",
        "SQLITE_DBNAME": str(path),
        "SECRET_KEY_FILE": str(secret),
    }
    return Clerk(env)


def endless(clerk: Clerk) -> str:
    """Store a catalog of the real rules in which nobody ever has enough points to win. Returns its
    digest."""
    data = msgspec.json.decode(registry.ruleset(TITLE).catalogs()["default"].data)
    data["values"]["victory_points_to_win"] = 1_000_000_000
    catalog = Catalog(msgspec.json.encode(data))
    clerk.key_values.keep("catalog", catalog.sha256, catalog.data)
    return catalog.sha256


class MeasuredTable:
    """One game played at random. `spent` are the processor seconds of each write, `moves` the
    actions taken."""

    def __init__(
        self,
        clerk: Clerk,
        key: str,
        catalog: str = "default",
        actor: str = "bench",
        title: str = TITLE,
    ) -> None:
        self.clerk, self.key, self.actor, self.rng = clerk, key, actor, Random(key)
        self.game = clerk.open_game(Opening(ruleset=title, catalog=catalog), actor, key).state
        self.spent: list[float] = []
        self.moves: list[tuple[str, Any]] = []

    @property
    def over(self) -> bool:
        return not self.game.rules.to_act(self.game.board)

    def choose(self) -> tuple[str, Any]:
        seat = self.game.rules.to_act(self.game.board)[0]
        return seat, self.game.rules.sample(self.game.board, seat, self.rng)

    def act(self, seat: str = "", action: Any = None) -> Answer:
        """Take the given action, or a random one, and note its time."""
        if action is None:
            seat, action = self.choose()
        self.moves.append((seat, action))
        order = self.order()
        begin = process_time()
        answer = self.clerk.act(order, seat, action)
        self.spent.append(process_time() - begin)
        return self._advance(answer)

    def undo(self) -> Answer | None:
        step = self.game.step
        if step is None or step.stops_undo:
            return None
        order = self.order()
        begin = process_time()
        answer = self.clerk.undo(order, step.seat, step.seq)
        self.spent.append(process_time() - begin)
        return self._advance(answer)

    def play(self, seq: int, retractions: int = 0) -> None:
        every = seq // retractions if retractions else 0
        taken, last = 0, 0
        while self.game.seq < seq and not self.over:
            self.act()
            if (
                every
                and taken < retractions
                and self.game.seq < seq
                and self.game.seq - last >= every
                and self.undo() is not None
            ):
                taken, last = taken + 1, self.game.seq

    def order(self) -> Order:
        return Order(
            self.game.id,
            self.game.seq,
            self.actor,
            f"{self.key}-{self.game.seq}-{self.rng.random()}",
            "0123456789abcdef",
        )

    def _advance(self, answer: Answer) -> Answer:
        self.game = answer.state
        return answer


def long_game(table: MeasuredTable, length: int) -> Game:
    """Play until the game has `length` records, and take an action back now and then. If the game
    ends early, an arbiter annuls its second half, and play continues with new dice."""
    rulings = Rulings(table.clerk)
    while table.game.seq < length:
        if table.over:
            line = table.game.in_force()
            wish = Wish("annul", line[len(line) // 2], "reroll")
            table.game = rulings.rule(
                table.order(), wish, Grounds("–", OTHER, "Played on, to be measured.")
            ).state
        else:
            table.play(min(length, table.game.seq + 100), 3)
    return table.game
