from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import precondition, rule

from domain.game.aggregate.correction import board_document
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer, Order
from domain.game.record.records import UMPIRE, ActionTaken, Adjudicate, Annul, Correct, RulingGiven
from domain.game.refusals import ProposalRefused, RulingRefused, UndoRefused
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from domain.kernel.refusals import Refusal
from domain.titles.codec import decode_action
from tests.amount import count
from tests.domain.game.clerk.table_watch import WatchedGame
from tests.records.laws import sound_facts, sound_patch

GROUNDS = Grounds("Tour de jeu", "illegal-action", "")


class TableMachine(WatchedGame):
    @rule(times=st.integers(1, 3))
    def act(self, times: int) -> None:
        for _ in range(times):
            if self.table.game.to_act:
                self.step()

    @rule(times=st.integers(2, 6))
    def act_on(self, times: int) -> None:
        self.act(times)

    @precondition(lambda self: self.playing)
    @rule(back=st.integers(1, 3), arbiter=st.booleans())
    def undo(self, back: int, arbiter: bool) -> None:
        gone = list(self.model.now.line[-back:])
        seat = UMPIRE if arbiter else self.rng.choice(self.table.game.setting.seats)
        if gone and not arbiter and self.rng.random() < 0.7:
            seat = getattr(self.model.body(gone[-1]), "seat", "") or seat
        first = gone[0] if gone else None

        def send(clerk: Clerk, order: Order) -> Answer:
            return clerk.undo(order, seat, first)

        if gone and (
            (arbiter and self.undo_policy != "none")
            or (not arbiter and self.may_undo_alone(seat, gone))
        ):
            assert self.write(send).record.body.actions == tuple(gone)  # type: ignore[attr-defined]
        else:
            self.refused(send, UndoRefused)

    @precondition(lambda self: self.playing)
    @rule(arbiter=st.booleans())
    def redo(self, arbiter: bool) -> None:
        undone = self.model.undone[-1:]
        by = self.model.body(undone[0][0]).seat if undone else ""
        seat = UMPIRE if arbiter else by if by not in ("", UMPIRE) else self.players[0]

        def send(clerk: Clerk, order: Order) -> Answer:
            return clerk.redo(order, seat)

        if undone and (arbiter or (seat == by and self.model.outcome() is None)):
            self.write(send)
        else:
            self.refused(send, UndoRefused)

    @precondition(lambda self: self.playing)
    @rule(back=st.integers(1, 3), seconds=st.sampled_from([5, 60, 86_400]))
    def ask(self, back: int, seconds: int) -> None:
        gone = list(self.model.now.line[-back:])
        seat = self.rng.choice(self.players)
        waits = [seq for seq, state in self.proposals() if state == "open"]

        def send(clerk: Clerk, order: Order) -> Answer:
            return self.table.consent.__class__(clerk).ask(
                order, seat, gone[0] if gone else None, "a slip", seconds
            )

        if (
            not gone
            or waits
            or self.undo_policy == "none"
            or self.model.outcome() is not None
            or self.may_undo_alone(seat, gone)
        ):
            self.refused(send, (UndoRefused, ProposalRefused))
        else:
            self.write(send)

    def proposals(self) -> list[tuple[int, str]]:
        open_seqs = [
            seq for seq in range(1, self.model.seq + 1) if hasattr(self.model.body(seq), "affected")
        ]
        return [(seq, self.model.proposal(seq, self.clock())) for seq in open_seqs]

    @precondition(
        lambda self: self.playing and any(state == "open" for _, state in self.proposals())
    )
    @rule(who=st.integers(0, 5))
    def agree(self, who: int) -> None:
        self.answer(True, who)

    @precondition(lambda self: self.playing and self.proposals())
    @rule(agree=st.sampled_from([True, True, False]), who=st.integers(0, 5))
    def answer(self, agree: bool, who: int) -> None:
        seq, _ = self.proposals()[-1]
        request: Any = self.model.body(seq)
        seat = [*self.players, UMPIRE][who % (len(self.players) + 1)]
        seats = {
            body.seat
            for body in self.model.bodies
            if getattr(body, "asked", 0) == seq and hasattr(body, "answer")
        }
        state = self.model.proposal(seq, self.clock())
        may = (
            seat == UMPIRE
            or (seat in request.affected and seat not in seats)
            or (seat == request.seat and not agree)
        )

        def send(clerk: Clerk, order: Order) -> Answer:
            return self.table.consent.__class__(clerk).answer(order, seq, seat, agree=agree)

        if state != "open" or not may:
            self.refused(send, ProposalRefused)
            return
        topic = self.write(send).record.topic
        granted = agree and (seat == UMPIRE or set(request.affected) <= seats | {seat})
        assert topic == ("ActionsRetracted" if granted else "RetractionAnswered")

    @precondition(lambda self: self.playing)
    @rule(seconds=st.sampled_from([3, 70, 90_000]))
    def time_passes(self, seconds: int) -> None:
        self.clock.go_on(seconds)

    @precondition(lambda self: self.playing and len(self.model.open_claims()) < 2)
    @rule()
    def claim(self) -> None:
        seat, about = self.rng.choice(self.players), self.rng.randint(1, self.model.seq)
        self.write(lambda clerk, order: Rulings(clerk).claim(order, seat, about, "Look at this."))

    @precondition(lambda self: self.playing)
    @rule(kind=st.sampled_from(["stands", "penalty", "correct", "correct", *["annul"] * 5]))
    def give_ruling(self, kind: Any) -> None:
        game, line = self.table.game, self.model.now.line
        wish = Wish(kind)
        if kind == "penalty":
            wish = Wish(
                kind, seat=self.rng.choice(game.setting.seats), points=self.rng.choice([-3, 2])
            )
        elif kind == "adjudicate":
            wish = Wish(kind, winners=tuple(self.players[:1]))
        elif kind == "correct":
            patched = {"patch": sound_patch(self.title, board_document(game.board))}
            wish = Wish(
                kind, **({"facts": sound_facts(self.title)} if self.rng.random() < 0.5 else patched)
            )  # type: ignore[arg-type]
        elif kind == "annul" and line:
            wish = Wish(
                kind,
                from_seq=self.rng.choice(line[-4:]),
                rolls=self.rng.choice(["stands", "stands", "reroll"]),
            )
        claims = self.model.open_claims()
        claim = self.rng.choice(claims) if claims and self.rng.random() < 0.7 else 0
        about = self.rng.randint(kind == "stands" and not claim, self.model.seq)
        code = self.rng.choice(["illegal-action", "wrong-entry", "time"])
        try:
            self.write(
                lambda clerk, order: Rulings(clerk).rule(
                    order, wish, Grounds("X", code, "", claim, about)
                )
            )
        except Refusal as refusal:
            assert kind in ("annul", "correct"), (
                refusal
            )  # no action to annul; a correction that this board does not allow
            assert kind != "annul" or not line

    @precondition(lambda self: self.playing)
    @rule(really=st.integers(0, 3))
    def adjudicate(self, really: int) -> None:
        if really == 3:
            self.give_ruling("adjudicate")

    @precondition(lambda self: self.model.outcome() is not None and self.playing)
    @rule()
    def name_no_outcome(self) -> None:
        ruling = next(
            seq for seq, body in self.model.rulings().items() if isinstance(body.remedy, Adjudicate)
        )
        self.write(lambda clerk, order: Rulings(clerk).overturn(order, ruling, GROUNDS))

    @precondition(lambda self: self.playing and self.model.now.line)
    @rule(kind=st.sampled_from(["annul", "correct"]), back=st.integers(1, 3), redo=st.booleans())
    def rule_then_undo_and_redo_then_overturn(self, kind: str, back: int, redo: bool) -> None:
        """Give a ruling, take back actions up to or beyond it, perhaps restore them, and then
        overturn the ruling."""
        self.act(2)
        self.give_ruling(kind)
        self.undo(back, arbiter=True)
        if redo:
            self.redo(arbiter=True)
        self.overturn(newest=True)

    @precondition(
        lambda self: (
            self.playing and any(isinstance(body, RulingGiven) for body in self.model.bodies)
        )
    )
    @rule(newest=st.booleans())
    def overturn(self, newest: bool) -> None:
        rulings = [
            seq
            for seq in range(1, self.model.seq + 1)
            if isinstance(self.model.body(seq), RulingGiven)
        ]
        if not rulings:
            return
        ruling = rulings[-1] if newest else self.rng.choice(rulings)
        moved = isinstance(self.model.body(ruling).remedy, Annul | Correct)
        rests = any(seq == ruling for seq, _ in self.model.now.rests)

        def send(clerk: Clerk, order: Order) -> Answer:
            return Rulings(clerk).overturn(order, ruling, GROUNDS)

        if ruling in self.model.rulings() and (rests or not moved):
            self.write(send)
        else:
            self.refused(send, RulingRefused)

    @precondition(lambda self: self.playing)
    @rule()
    def let_stand(self) -> None:
        taken = [body for body in self.model.bodies if isinstance(body, ActionTaken)]
        if not taken:
            return
        action = decode_action(self.table.game.rules, self.rng.choice(taken).action)
        seat = self.rng.choice(self.table.game.setting.seats)
        before = self.model.seq
        try:
            self.write(lambda clerk, order: Rulings(clerk).let_stand(order, seat, action, GROUNDS))
        except Refusal:
            assert self.table.game.seq == before
        else:
            assert self.model.seq == before + 2

    @precondition(lambda self: self.playing)
    @rule(elsewhere=st.booleans())
    def note(self, elsewhere: bool) -> None:
        clerk = self._clerk() if elsewhere else self.table.clerk
        clerk.note(self.table.order(), "hm", self.model.seq)
        if elsewhere:
            clerk.close()
        self.model.take(self.table.clerk.load(self.table.id).record(self.model.seq + 1).body)

    @precondition(lambda self: self.sent)
    @rule()
    def send_again(self) -> None:
        order, send, seq = self.rng.choice(self.sent)
        answer = send(self.table.clerk, order)
        assert answer.again and answer.record.seq == seq
        assert answer.state.board == self.model.board(seq)

    @rule()
    def grow_a_branch(self) -> None:
        seq = self.rng.randint(1, self.model.seq)
        assert self.table.grow(seq).board == self.model.board(seq)

    @rule()
    def start_again(self) -> None:
        self.table.clerk.close()
        self.table.use_clerk(self._clerk())

    @precondition(lambda self: self.playing)
    @rule(really=st.integers(0, 19))
    def close(self, really: int) -> None:
        if really == 7:
            self.write(lambda clerk, order: clerk.close_game(order, "late"))


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=count(15, 40),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
