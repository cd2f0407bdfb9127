"""A naive model of a disputed game: the list of steps in force, which is cut and restored, with a
copy of all state after each record.

It has the rules and the records in common with the clerk, and nothing else: no chain, no columns,
no bookkeeping of changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import jsonpatch
import msgspec

from domain.game.aggregate.correction import board_document
from domain.game.aggregate.proceedings import WRONG
from domain.game.record import records as r
from domain.game.record.records import Adjudicate, Annul, Correct, Penalty, Stands
from domain.titles.codec import decode_facts
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import AnyRuleset, Board, Setting, decode_board

Line = tuple[int, ...]


@dataclass(frozen=True)
class StandingRoll:
    roll: Roll
    line: Line


@dataclass(frozen=True)
class Position:
    """The state that records change. `line`: the steps in force. `standing`: rolls that an arbiter
    let stand, by number. `rests`: the rulings that the position depends on, newest last, each with
    the line right after it."""

    line: Line = ()
    standing: dict[int, StandingRoll] = field(default_factory=dict)
    rests: tuple[tuple[int, Line], ...] = ()

    def cut(self, line: Line) -> Position:
        """The position with everything after `line` taken back."""
        return replace(
            self, line=line, rests=tuple(rest for rest in self.rests if _begins(rest[1], line))
        )


def _begins(start: Line, line: Line) -> bool:
    return line[: len(start)] == start


class Model:
    def __init__(self, opened: r.GameOpened, rules: AnyRuleset, setting: Setting) -> None:
        self.rules, self.setting = rules, setting
        self.start = self._moved(rules.blank(setting), opened)
        for step in opened.grown:
            self.start = self._moved(self.start, step)
        self.bodies: list[r.Record] = [opened]
        self.positions = [Position()]
        self.undone: list[tuple[int, Position]] = []

    @property
    def seq(self) -> int:
        return len(self.bodies)

    @property
    def now(self) -> Position:
        return self.positions[-1]

    def body(self, seq: int) -> Any:
        """The body of record `seq`."""
        return self.bodies[seq - 1]

    def take(self, body: r.Record) -> None:
        self.bodies.append(body)
        before = self.now
        after = self._after(before, body)
        if isinstance(body, r.ActionsRetracted):
            self.undone.append((self.seq, before))
        elif isinstance(body, r.ActionsRestored):
            self.undone.pop()
        elif isinstance(body, r.ActionTaken | r.GameClosed) or after != before:
            self.undone = []
        self.positions.append(after)

    def _after(self, now: Position, body: r.Record) -> Position:
        match body:
            case r.ActionTaken():
                return replace(now, line=(*now.line, self.seq))
            case r.ActionsRetracted(from_seq=first):
                return now.cut(tuple(seq for seq in now.line if seq < first))
            case r.ActionsRestored(retraction=retraction):
                ((seq, before),) = self.undone[-1:]
                assert seq == retraction
                return before
            case r.RulingGiven(remedy=Correct()):
                line = (*now.line, self.seq)
                return replace(now, line=line, rests=(*now.rests, (self.seq, line)))
            case r.RulingGiven(remedy=Annul() as remedy):
                return self._annulled(now, remedy)
            case r.RulingOverturned(ruling=ruling):
                moved = isinstance(self.body(ruling).remedy, Annul | Correct)
                return self.positions[ruling - 2] if moved else now
        return now

    def _annulled(self, now: Position, remedy: Annul) -> Position:
        line = tuple(seq for seq in now.line if seq < remedy.from_seq)
        crossed = {
            roll.of or roll.number: roll
            for seq in now.line[len(line) :]
            for roll in self.rolls(seq)
        }
        cut = now.cut(line)
        standing: dict[int, StandingRoll] = {}
        if remedy.rolls == "stands":
            standing = {number: StandingRoll(roll, line) for number, roll in crossed.items()}
        for number, waits in now.standing.items():
            if _begins(waits.line, line) and (remedy.rolls == "stands" or number not in crossed):
                standing[number] = waits
            elif _begins(waits.line, now.line) and remedy.rolls == "stands":
                standing[number] = StandingRoll(waits.roll, line)
        return Position(line, standing, (*cut.rests, (self.seq, line)))

    # -- what follows ------------------------------------------------------------------------------

    def rolls(self, seq: int) -> tuple[Roll, ...]:
        body = self.body(seq)
        return body.rolls if isinstance(body, r.ActionTaken) else ()

    def standing(self, line: Line | None = None) -> list[int]:
        now = self.now
        line = now.line if line is None else line
        repeated = {roll.of for seq in line for roll in self.rolls(seq) if roll.of}
        return sorted(
            n
            for n, waits in now.standing.items()
            if _begins(waits.line, line) and n not in repeated
        )

    def board(self, upto: int) -> Board:
        """The board after record `upto`, folded anew from the set-up."""
        board = self.start
        for seq in self.positions[upto - 1].line:
            board = self._moved(board, getattr(self.body(seq), "remedy", self.body(seq)))
        return board

    def _moved(self, board: Board, change: Any) -> Board:
        if getattr(change, "patch", None) is not None:
            made = jsonpatch.apply_patch(board_document(board), list(change.patch))
            return decode_board(self.rules.board_type, msgspec.json.encode(made), self.setting)
        for fact in decode_facts(self.rules, change.facts):
            board = self.rules.evolve(board, fact)
        return board

    def stops_undo(self, seq: int) -> bool:
        body = self.body(seq)
        if not isinstance(body, r.ActionTaken):
            return True
        return bool(body.rolls) or any(
            fact.reveals for fact in decode_facts(self.rules, body.facts)
        )

    def rulings(self) -> dict[int, r.RulingGiven]:
        gone = {body.ruling for body in self.bodies if isinstance(body, r.RulingOverturned)}
        penalties = {
            seq: body for seq, body in enumerate(self.bodies, 1) if isinstance(body, r.RulingGiven)
        }
        return {seq: body for seq, body in penalties.items() if seq not in gone}

    def outcome(self) -> Any:
        named = [
            body.remedy.outcome
            for body in self.rulings().values()
            if isinstance(body.remedy, Adjudicate)
        ]
        return named[-1] if named else None

    def open_claims(self) -> list[int]:
        answered = {body.claim for body in self.rulings().values()}
        return [
            seq
            for seq, body in enumerate(self.bodies, 1)
            if isinstance(body, r.ClaimFiled) and seq not in answered
        ]

    def irregular(self) -> list[int]:
        line, holding = self.now.line, self.rulings()
        lineage = self.body(1).lineage
        seqs = {
            seq
            for seq in line
            if getattr(self.body(seq), "verdict", None) or isinstance(self.body(seq), r.RulingGiven)
        }
        for body in holding.values():
            if (
                isinstance(body.remedy, Stands)
                and body.code in WRONG
                and (body.about in line or body.about == 1)
            ):
                seqs.add(body.about)
        seqs |= {1} if lineage is not None and lineage.irregular else set()
        seqs |= {seq for seq, body in holding.items() if isinstance(body.remedy, Penalty)}
        seqs |= set(
            [seq for seq, body in holding.items() if isinstance(body.remedy, Adjudicate)][-1:]
        )
        return sorted(seqs)

    def proposal(self, seq: int, now: datetime) -> str:
        """The state of the proposal of record `seq` at the time `now`."""
        request: Any = self.body(seq)
        for later in range(seq + 1, self.seq + 1):
            body = self.body(later)
            if isinstance(body, r.ActionsRetracted) and body.asked == seq:
                return "granted"
            if (
                isinstance(body, r.RetractionAnswered)
                and body.asked == seq
                and body.answer == "refuse"
            ):
                return "withdrawn" if body.seat == request.seat else "refused"
            over = isinstance(body, r.GameClosed) or isinstance(
                getattr(body, "remedy", None), Adjudicate
            )
            if over or self.positions[later - 1].line != self.positions[seq - 1].line:
                return "lapsed"
        return "lapsed" if now >= request.until else "open"
