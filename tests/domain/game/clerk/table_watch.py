"""A disputed game compared with the naive model of `table_model.py`. The steps are in
`test_table_machine.py`."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from domain.game.aggregate.game import taken_back
from domain.game.aggregate.standing_rolls import standing_rolls
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Order, game_id
from domain.game.record.records import UMPIRE, ActionTaken
from domain.game.undo.conditions import proposals_of
from domain.kernel.refusals import Refusal
from domain.titles.codec import decode_action
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.replay import replay
from tests.builders.stores import FakeClock, new_clerk
from tests.builders.table import DUEL, FIEF, RAIDERS, Table
from tests.domain.game.clerk.table_model import Model

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A folder in memory, if there is one: thousands of small writes to a disk take long."""


class WatchedGame(RuleBasedStateMachine):
    """A game compared with a model: how it is opened and written to, and what must be true after
    every step."""

    @initialize(
        seed=st.integers(0, 1_000),
        title=st.sampled_from([DUEL, FIEF, RAIDERS]),
        undo=st.sampled_from(["free", "consent", "arbiter", "none"]),
        chance=st.sampled_from(["sealed", "table"]),
    )
    def open(self, seed: int, title: str, undo: Any, chance: Any) -> None:
        self.folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.clock = FakeClock()
        clerk = self._clerk()
        clerk.key_values.keep(
            "seed", game_id("organiser", "table"), bytes(32)
        )  # the same dice in every run
        self.table = Table(clerk, title, seed=seed, undo=undo, chance=chance)
        self.title, self.undo_policy = title, undo
        self.rng = Random(seed)
        game = self.table.game
        self.model = Model(game.opened, game.rules, game.setting)
        self.states: list[bytes] = list(self.table.game.history.states)
        self.sent: list[tuple[Order, Callable[[Clerk, Order], Answer], int]] = []
        for _ in range(8):
            self.step()

    def _clerk(self) -> Clerk:
        clerk = new_clerk(Path(self.folder.name) / "greffe.sqlite")
        clerk.clock = self.clock
        return clerk

    # -- writing, and what has to come of it -------------------------------------------------------

    def write(self, send: Callable[[Clerk, Order], Answer]) -> Answer:
        order = self.table.order()
        answer = send(self.table.clerk, order)
        assert not answer.again
        self.sent.append((order, send, answer.record.seq))
        for stored in self.table.clerk.load(self.table.id).records()[self.model.seq :]:
            self.model.take(stored.body)
        assert answer.record.seq == self.model.seq
        return answer

    def refused(
        self,
        send: Callable[[Clerk, Order], Answer],
        kind: type[Refusal] | tuple[type[Refusal], ...],
    ) -> None:
        try:
            self.write(send)
        except kind as refusal:
            assert refusal.text.en and refusal.text.fr
        else:
            raise AssertionError("it was recorded")

    @property
    def players(self) -> list[str]:
        return [seat.id for seat in self.table.game.setting.seat_specs if seat.role == "player"]

    def may_undo_alone(self, seat: str, gone: list[int]) -> bool:
        if self.model.outcome() is not None or self.undo_policy in ("arbiter", "none"):
            return False
        if any(
            getattr(self.model.body(seq), "seat", UMPIRE) != seat or self.model.stops_undo(seq)
            for seq in gone
        ):
            return False
        left = tuple(seq for seq in self.model.now.line if seq < gone[0])
        if set(self.model.standing()) != set(self.model.standing(left)) & set(
            self.model.standing()
        ):
            return False
        return self.undo_policy == "free" or not set(self.players) - {seat}

    @property
    def playing(self) -> bool:
        return not self.table.game.closed

    def step(self) -> None:
        """Take a random action. While rolls stand, it is mostly one with rolls that was taken back,
        if such an action is legal again."""
        game = self.table.game
        for seq in (
            sorted(taken_back(game)) if self.model.standing() and self.rng.random() < 0.7 else ()
        ):
            body = self.model.body(seq)
            if isinstance(body, ActionTaken) and body.rolls and body.seat in game.to_act:
                action = decode_action(game.rules, body.action)
                if game.rules.judge(game.board, body.seat, action).legal:
                    self.table.act(body.seat, action)
                    break
        else:
            self.table.step()
        self.model.take(self.table.last.record.body)

    # -- invariants --------------------------------------------------------------------------------

    @invariant()
    def agrees_with_the_model(self) -> None:
        model, game = self.model, self.table.game
        assert (game.seq, tuple(game.in_force())) == (model.seq, model.now.line)
        assert game.board == model.board(model.seq)
        assert [roll.number for roll in standing_rolls(game)] == model.standing()
        assert [claim.seq for claim in game.proceedings.open_claims] == model.open_claims()
        assert [
            (proposal.seq, proposal.state) for proposal in self.table.consent.proposals(game)
        ] == self.proposals()
        assert game.irregularities == tuple(model.irregular())
        assert game.outcome == (model.outcome() or game.rules.outcome(game.board))
        assert (game.undone.seq if game.undone else 0) == (
            model.undone[-1][0] if model.undone else 0
        )
        ever = {seq for position in model.positions for seq in position.line}
        assert taken_back(game).keys() == ever - set(model.now.line)

    @invariant()
    def nothing_stored_ever_changes(self) -> None:
        states = self.table.clerk.game(self.table.id).history.states
        assert states[: len(self.states)] == self.states
        self.states = list(states)

    @invariant()
    def every_earlier_position_is_as_it_was(self) -> None:
        at = self.rng.randint(1, self.model.seq)
        game = self.table.at(at)
        assert game.board == self.model.board(at)
        assert game.fidelity in ("exact", "unverified")

    @invariant()
    def roll_numbers_are_dense(self) -> None:
        rolls = [roll for body in self.model.bodies for roll in getattr(body, "rolls", ())]
        assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1))
        for roll in rolls:
            assert roll.of < roll.number
            assert not roll.of or rolls[roll.of - 1].values == roll.values

    def teardown(self) -> None:
        """Check the finished game: imported from its export into a fresh clerk it has the same
        positions, and an audit's replay finds no fault in it."""
        if not hasattr(self, "table"):
            return
        exported = b"".join(Exports(self.table.clerk).export(self.table.id))
        copy = new_clerk(Path(self.folder.name) / "copy.sqlite")
        report = Imports(copy).import_game(exported)
        stood = {
            seq
            for seq in range(1, self.model.seq + 1)
            if getattr(self.model.body(seq), "verdict", None)
        }
        assert {seq for seq, _ in report.illegal} == stood
        for seq in range(1, self.model.seq + 1):
            here, there = self.table.at(seq), copy.game(self.table.id, seq)
            assert all(
                ask(there) == ask(here)
                for ask in (lambda g: (g.board, g.proceedings, g.irregularities), proposals_of)
            )
        assert b"".join(Exports(copy).export(self.table.id)) == exported
        rows = [(stored.topic, stored.state) for stored in copy.load(self.table.id).records()]
        outcome = replay(self.table.id, rows, self.table.game.setting.catalog.data)
        assert (outcome.wrong, outcome.otherwise, outcome.trouble) == ((), (), None)
        copy.close()
        self.table.clerk.close()
        self.folder.cleanup()
