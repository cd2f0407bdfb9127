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

# Fields of a record from which a secret could be worked out by trying.
PRIVATE = ("salt", "key", "request", "board")

SOMETHING = Text("something that stays hidden")
_KEPT, _DEED = Text("{name} does {something}."), Text("{name} {what}.")


class Reader:
    """An audience reading a game; `board` is the position that decides what may be known."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self.game = game
        self.audience = audience
        self.secretive = game.rules.keeps_secrets()
        self._sight = Sight(game, audience, board) if self.secretive else None

    def sees(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether an action or fact entered by `seat` in record `seq` is open to the audience (0:
        not recorded yet)."""
        return self._sight is None or self._sight.can_read(seat, item, seq)

    def sees_all(self, board: Board) -> bool:
        rules = self.game.rules
        return (
            not self.secretive
            or self.audience == ARBITER
            or rules.view(board, self.audience) == rules.view(board, ARBITER)
        )

    def sees_verdict(self, seat: str, action: Action, before: Board, seq: int) -> bool:
        """Whether the verdict on an action that was let stand is open to the audience. It may
        mention anything on the board before the action."""
        return self.sees(seat, action, seq) and self.sees_all(before)

    def items(
        self, seat: str, items: Iterable[Action | Fact], stored: StoredRecord | None = None
    ) -> tuple[Any, ...]:
        """The items; hidden ones as tombstones with their record's digest."""
        seq = stored.seq if stored is not None else 0
        return tuple(
            item if self.sees(seat, item, seq) else Hidden(digest(stored)) for item in items
        )

    def rolls(
        self, rolls: tuple[Roll, ...], readable: Iterable[Any]
    ) -> tuple[Roll | RollKept, ...]:
        """The rolls, without values if anything they led to is hidden."""
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
        """A sentence for each fact on the board after it; `after` is the last board, if known."""
        sentences, rules, last = [], self.game.rules, len(facts) - 1
        known = 0  # facts that are true on `board`
        for n, fact in enumerate(facts):
            if type(readable[n]) is Hidden:
                sentences.append(SOMETHING)
                continue
            if not rules.says_alone(fact):
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
        """The parts of the answer to an action: facts, rolls and sentences."""
        readable = self.items(seat, facts, stored)
        deed = self.deed(before, seat, action, stored.seq if stored is not None else 0)
        return {
            "facts": readable,
            "rolls": self.rolls(rolls, readable),
            "sentences": (deed, *self.fact_sentences(before, facts, readable, after)),
        }

    def deed(self, board: Board, seat: str, action: Action, seq: int = 0) -> Text:
        """The sentence of an action about to be taken; `seq` is its record, if any."""
        name = self.game.setting.name(seat)
        if not self.sees(seat, action, seq):
            return _KEPT.filled({"name": name, "something": SOMETHING})
        return _DEED.filled({"name": name, "what": self.game.rules.say_action(board, seat, action)})


def digest(stored: StoredRecord | None) -> str:
    """SHA-256 (hex) of a record's stored bytes; empty if there is none."""
    return hashlib.sha256(stored.state).hexdigest() if stored is not None else ""
