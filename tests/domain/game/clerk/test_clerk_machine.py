import tempfile
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import category

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.game.aggregate.game import advance
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Opening, Order
from domain.game.refusals import UndoRefused
from domain.kernel.refusals import BadRequest, KeyReused, Refusal, Stale
from domain.titles.codec import decode_facts
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from tests.builders.stores import new_clerk

TITLE = "northgard-training"
MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""What turns the direction of writing, and the mark of the order of bytes."""


def writable(text: str) -> bool:
    """Whether a note may hold this: nothing of it is a mark, a control but tab and new line, a
    separator or half of a character."""
    return not any(
        c in MARKS or (category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\t\n") for c in text
    )


class Model:
    """Everything that was recorded, as a list; what is in force is worked out anew each time it is
    asked."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = [("opened", None)]

    def in_force(self, upto: int | None = None) -> list[int]:
        force: list[int] = []
        taken_back: list[tuple[int, list[int]]] = []
        for seq, (kind, what) in enumerate(self.events[:upto], start=1):
            if kind == "act":
                force, taken_back = [*force, seq], []
            elif kind == "undo":
                gone = [s for s in force if s >= what]
                force = [s for s in force if s < what]
                taken_back.append((seq, gone))
            elif kind == "redo":
                retraction, gone = taken_back.pop()
                assert retraction == what
                force = force + gone
        return force


class ClerkMachine(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 50), table=st.booleans())
    def open(self, seed: int, table: bool) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "greffe.sqlite"
        self.clerk = new_clerk(self.path)
        self.rng = Random(seed)
        self.model = Model()
        self.sent: list[tuple[Order, Any]] = []
        answer = self.clerk.open_game(Opening(ruleset=TITLE), "tester", f"open-{seed}")
        self.id, self.rules, self.start = answer.game.id, answer.game.rules, answer.game.board

    def order(self) -> Order:
        return Order(
            self.id,
            len(self.model.events),
            "tester",
            f"key-{len(self.sent)}-{self.rng.random()}",
            "digest",
        )

    def seat_to_act(self) -> str | None:
        seats = self.rules.to_act(self.clerk.game(self.id).board)
        return self.rng.choice(seats) if seats else None

    @rule()
    def act(self) -> None:
        seat = self.seat_to_act()
        if seat is None:
            return
        action = self.rules.sample(self.clerk.game(self.id).board, seat, self.rng)
        order = self.order()
        answer = self.clerk.act(order, seat, action)
        self.model.events.append(("act", answer.filed.body.facts))
        self.sent.append((order, lambda clerk, o=order: clerk.act(o, seat, action)))
        assert not answer.again
        assert answer.filed.seq == len(self.model.events)

    @rule(back=st.integers(1, 3), other=st.booleans())
    def undo(self, back: int, other: bool) -> None:
        force = self.model.in_force()
        game = self.clerk.game(self.id)
        seats = game.setting.seats
        seat = self.rng.choice(seats) if other or game.step is None else game.step.seat
        from_seq = force[-back] if len(force) >= back else None
        order = self.order()
        try:
            answer = self.clerk.undo(order, seat, from_seq, "a slip")
        except UndoRefused as refused:
            gone = (
                [self.clerk.file(self.id).record(s).body for s in force[-back:]] if from_seq else []
            )
            last = [self.clerk.file(self.id).record(s).body for s in force[-1:]]
            acts = gone or last
            hidden = any(f.reveals for a in acts for f in decode_facts(self.rules, a.facts))
            assert not acts or any(a.seat != seat or a.rolls for a in acts) or hidden, refused
            return
        self.model.events.append(("undo", answer.filed.body.from_seq))
        self.sent.append((order, lambda clerk, o=order: clerk.undo(o, seat, from_seq, "a slip")))

    @rule()
    def redo(self) -> None:
        game = self.clerk.game(self.id)
        seat = game.undone.step.seat if game.undone else game.setting.seats[0]
        order = self.order()
        try:
            answer = self.clerk.redo(order, seat)
        except UndoRefused:
            assert game.undone is None
            return
        self.model.events.append(("redo", answer.filed.body.retraction))

    @rule(text=st.text(min_size=1, max_size=20).filter(str.strip))
    def note(self, text: str) -> None:
        order = self.order()
        if not writable(text.replace("\r\n", "\n")):
            with pytest.raises(BadRequest):
                self.clerk.note(order, text, about=len(self.model.events))
            return
        answer = self.clerk.note(order, text, about=len(self.model.events))
        self.model.events.append(("note", None))
        assert self.clerk.words(answer.filed.body.text) == text.replace("\r\n", "\n")

    @precondition(lambda self: self.sent)
    @rule()
    def send_again(self) -> None:
        """A repeated request gets the first answer, whoever asks and however late, and records
        nothing."""
        order, repeat = self.rng.choice(self.sent)
        answer = repeat(self.clerk)
        assert answer.again
        assert answer.filed.seq == order.seq + 1

    @precondition(lambda self: self.sent)
    @rule()
    def use_a_key_twice(self) -> None:
        order, _ = self.rng.choice(self.sent)
        try:
            self.clerk.note(
                Order(self.id, len(self.model.events), "tester", order.key, "another digest"), "no"
            )
        except KeyReused as refused:
            assert refused.seq == order.seq + 1
        else:
            raise AssertionError("a key was taken twice")

    @rule(late=st.integers(-3, 3).filter(bool))
    def write_against_another_position(self, late: int) -> None:
        seq = len(self.model.events) + late
        try:
            self.clerk.note(Order(self.id, seq, "tester", f"stale-{self.rng.random()}", ""), "no")
        except Stale as refused:
            assert refused.seq == len(self.model.events)
        else:
            raise AssertionError("a stale write was recorded")

    @rule()
    def another_process_writes(self) -> None:
        with_other = new_clerk(self.path)
        with_other.note(self.order(), "from elsewhere")
        with_other.close()
        self.model.events.append(("note", None))

    @rule()
    def start_again(self) -> None:
        self.clerk.close()
        self.clerk = new_clerk(self.path)

    @invariant()
    def agrees_with_the_model(self) -> None:
        file = self.clerk.file(self.id)
        game = file.head
        assert game.seq == len(self.model.events)
        assert game.in_force() == self.model.in_force()
        assert game.board == self.fold(len(self.model.events))
        at = self.rng.randint(1, game.seq)
        assert file.at(at).board == self.fold(at)
        assert file.fidelity(at) in ("exact", "unverified")
        rolls = [r.number for f in file.filed for r in getattr(f.body, "rolls", ())]
        assert rolls == list(range(1, len(rolls) + 1)), "roll numbers are dense and never rewind"

    def fold(self, upto: int) -> Any:
        board = self.start
        for seq in self.model.in_force(upto):
            board = advance(
                self.rules, board, decode_facts(self.rules, self.model.events[seq - 1][1])
            )
        return board

    def teardown(self) -> None:
        if hasattr(self, "clerk"):
            try:
                exported = b"".join(Exports(self.clerk).export(self.id))
                with tempfile.TemporaryDirectory() as folder:
                    other = new_clerk(Path(folder) / "other.sqlite")
                    report = Imports(other).import_game(exported)
                    assert report.illegal == () and report.records == len(self.model.events)
                    assert b"".join(Exports(other).export(self.id)) == exported
                    other.close()
            except Refusal as refused:
                raise AssertionError(refused) from refused
            self.clerk.close()
            self.folder.cleanup()


TestClerk = ClerkMachine.TestCase
TestClerk.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)


def test_two_processes_race_for_one_seq(tmp_path: Path) -> None:
    """Exactly one of two writers that saw the same position gets it; the other learns where the
    game stands."""
    first_clerk, two = new_clerk(tmp_path / "g.sqlite"), new_clerk(tmp_path / "g.sqlite")
    id = first_clerk.open_game(Opening(ruleset=TITLE), "tester", "open").game.id
    two.file(id)
    first_clerk.note(Order(id, 1, "a", "k1"), "first")
    try:
        two.note(Order(id, 1, "b", "k2"), "second")
    except Stale as refused:
        assert refused.seq == 2
    else:
        raise AssertionError("both were recorded")
    assert [f.body.actor for f in two.file(id).filed] == ["tester", "a"]
    first_clerk.close()
    two.close()


def test_one_key_opens_one_game(clerk: Clerk) -> None:
    first = clerk.open_game(Opening(ruleset=TITLE), "tester", "k")
    again = clerk.open_game(Opening(ruleset=TITLE), "tester", "k")
    assert again.again and again.filed == first.filed
