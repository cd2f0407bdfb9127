"""How a game is played: whose turn it is, what is legal, what comes of it."""

from abc import abstractmethod
from random import Random
from typing import Any

from domain.kernel.text import Text
from domain.titles.contract.chance import Chance
from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.rules.opening import Opening
from domain.titles.contract.types import (
    Slot,
    kebab,
)
from domain.titles.contract.verdict import Legal, Verdict


class Play(Opening[S, B, A, F]):
    @abstractmethod
    def to_act(self, board: B) -> tuple[str, ...]:
        """The seats that may act now; several when they choose together, none when the game has
        ended."""

    @abstractmethod
    def judge(self, board: B, seat: str, action: A) -> Verdict:
        """Whether the seat may do this now. Total: any action of the title on any board of the
        title."""

    @abstractmethod
    def decide(self, board: B, seat: str, action: A, chance: Chance) -> tuple[F, ...]:
        """What comes of a legal action. May raise `ChanceNeeded` or `BadValues` and nothing
        else."""

    def resolve(self, board: B, seat: str, action: A, chance: Chance) -> tuple[tuple[F, ...], B]:
        """`decide`, with the board that its facts lead to. A title that has come to that board
        while deciding says so here, and spares evolving it again."""
        facts = self.decide(board, seat, action, chance)
        for fact in facts:
            board = self.evolve(board, fact)
        return facts, board

    @abstractmethod
    def evolve(self, board: B, fact: F) -> B:
        """The board once a fact is true. Never raises for a stored fact, judges nothing."""

    @abstractmethod
    def legal(self, board: B, seat: str) -> Legal:
        """What the seat may do now: enough for buttons, and for a random player to reach the end of
        a game."""

    def sample(self, board: B, seat: str, rng: Random) -> A | None:
        """A legal action for a random player; none if there is none. Titles override it where
        examples are too few."""
        legal = self.legal(board, seat)
        options: list[Any] = [c.action for c in legal.choices] + [
            t.example for t in legal.templates
        ]
        return rng.choice(options) if options else None

    def leads_to(self, board: B, seat: str, action: A) -> Text | None:
        """What a legal action leads to that its words do not say, as far as its seat can know it
        before: nothing of chance, nothing hidden. Pages tell it beside the action, with the facts
        that are `foretold` (`domain/titles/foresight.py`)."""
        return None

    def aside(self, board: B) -> tuple[str, ...]:
        """The types of actions that are on offer in every stage and are not what this one is for,
        such as rolling dice for the table. By default none."""
        return ()

    def passing(self, board: B, seat: str) -> A | None:
        """The action by which a seat that is to act goes on where it can do nothing else: it ends a
        stage, and all that is on offer beside it is aside; none where there is something to
        choose."""
        if not self.passing_types:
            return None
        legal, aside = self.legal(board, seat), self.aside(board)
        acts: list[Any] = [
            choice.action
            for choice in legal.choices
            if kebab(type(choice.action).__name__) not in aside
        ]
        more = [template for template in legal.templates if template.type not in aside]
        return (
            acts[0] if len(acts) == 1 and not more and type(acts[0]) in self.passing_types else None
        )

    def slot(self, board: B) -> Slot | None:
        """What is being chosen by an action of `secret_types` on this board, and by whom; none
        while nothing is. Its name is part of the record's formats: it stays what it is in every
        version of a title."""
        return None
