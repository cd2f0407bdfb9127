"""The sentences of records, for an audience."""

import hashlib
from collections.abc import Iterable
from typing import Any

from api.game.schemas import Hidden, RollKept
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import Sight
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import ARBITER, Action, Audience, Board, Fact

# Fields of a record with which a secret could be found by trying all possibilities.
PRIVATE = ("salt", "key", "request", "board")

SOMETHING = Text("something that stays hidden")
_KEPT, _DEED = Text("{name} does {something}."), Text("{name} {what}.")


class Reader:
    """Makes sentences and data of a game's records for an audience. What the audience may know is
    decided at the position `board` (default: the game's)."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self.game = game
        self.audience = audience
        self.secretive = game.rules.keeps_secrets()
        self._sight = Sight(game, audience, board) if self.secretive else None

    def sees(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether the audience may know an action or fact that was entered for `seat` in record
        `seq` (0: not recorded yet)."""
        return self._sight is None or self._sight.can_read(seat, item, seq)

    def sees_all(self, board: Board) -> bool:
        rules = self.game.rules
        return (
            not self.secretive
            or self.audience == ARBITER
            or rules.view(board, self.audience) == rules.view(board, ARBITER)
        )

    def sees_verdict(self, seat: str, action: Action, before: Board, seq: int) -> bool:
        """Whether the audience may know the verdict on an action that was let stand. It may mention
        anything on the board before the action."""
        return self.sees(seat, action, seq) and self.sees_all(before)

    def items(
        self, seat: str, items: Iterable[Action | Fact], stored: StoredRecord | None = None
    ) -> tuple[Any, ...]:
        """The items, with a tombstone in place of each that the audience may not know. A tombstone
        has the digest of the record `stored`."""
        seq = stored.seq if stored is not None else 0
        return tuple(
            item if self.sees(seat, item, seq) else Hidden(record_digest(stored)) for item in items
        )

    def rolls(
        self, rolls: tuple[Roll, ...], readable: Iterable[Any]
    ) -> tuple[Roll | RollKept, ...]:
        """The rolls, without their values if one of the items in `readable`, which they led to, is
        hidden."""
        if not rolls or not any(type(item) is Hidden for item in readable):
            return rolls
        return tuple(RollKept(r.number, r.kind, r.spec, r.source) for r in rolls)

    def fact_sentences(
        self,
        board: Board,
        facts: tuple[Fact, ...],
        readable: tuple[Any, ...],
        after: Board | None = None,
    ) -> list[Text]:
        """The sentences of facts that happened one after the other from `board` on; a tombstone in
        `readable` gets a sentence that hides it. `after` is the board after the last fact, if
        known."""
        sentences, rules, last = [], self.game.rules, len(facts) - 1
        known = 0  # facts that are true on `board`
        for n, fact in enumerate(facts):
            if type(readable[n]) is Hidden:
                sentences.append(SOMETHING)
                continue
            if not rules.is_told_without_board(fact):
                if n == last and after is not None:
                    board = after
                else:
                    for missed in facts[known : n + 1]:
                        board = rules.evolve(board, missed)
                    known = n + 1
            sentences.append(rules.say_fact(board, fact))
        return sentences

    def step(
        self,
        before: Board,
        seat: str,
        action: Action,
        facts: tuple[Fact, ...],
        rolls: tuple[Roll, ...],
        after: Board,
        stored: StoredRecord | None = None,
    ) -> dict[str, Any]:
        """The parts of the answer to an action, by name: facts, rolls and sentences, as the
        audience may know them."""
        readable = self.items(seat, facts, stored)
        deed = self.action_sentence(before, seat, action, stored.seq if stored is not None else 0)
        return {
            "facts": readable,
            "rolls": self.rolls(rolls, readable),
            "sentences": (deed, *self.fact_sentences(before, facts, readable, after)),
        }

    def action_sentence(self, board: Board, seat: str, action: Action, seq: int = 0) -> Text:
        """The sentence of an action on the board before it; `seq` is its record (0: none yet)."""
        name = self.game.setting.name(seat)
        if not self.sees(seat, action, seq):
            return _KEPT.filled({"name": name, "something": SOMETHING})
        return _DEED.filled({"name": name, "what": self.game.rules.say_action(board, seat, action)})


def record_digest(stored: StoredRecord | None) -> str:
    """SHA-256 (hex) of a record's stored bytes; empty if there is none."""
    return hashlib.sha256(stored.state).hexdigest() if stored is not None else ""
