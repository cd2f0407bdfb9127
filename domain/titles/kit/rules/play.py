"""How a game is played, by what the moves declare."""

from random import Random
from typing import Any

from domain.kernel.text import Text
from domain.titles.contract.chance import Chance
from domain.titles.contract.ruleset import (
    Legal,
    Verdict,
)
from domain.titles.contract.verdict import Choice, Template
from domain.titles.kit import offering
from domain.titles.kit.facts import Fact
from domain.titles.kit.moves import Course, Move
from domain.titles.kit.rules.declarations import OVER, B, S
from domain.titles.kit.rules.opening import Opening


class Play(Opening[S, B]):
    def phase(self, board: B) -> str:
        """The id of the phase that the game is in, `over` once it has ended; by default the board's
        own `phase`."""
        return str(board.phase)  # type: ignore[attr-defined]

    def to_act(self, board: B) -> tuple[str, ...]:
        return () if self.phase(board) == OVER else (board.turn,)  # type: ignore[attr-defined]

    def judge(self, board: B, seat: str, action: Any) -> Verdict:
        for gate in self.gates:
            if not (verdict := gate(self, board, seat, action)).legal:
                return verdict
        return self.moves[type(action)].judge(board, seat, action)

    def decide(self, board: B, seat: str, action: Any, chance: Chance) -> tuple[Any, ...]:
        return self.resolve(board, seat, action, chance)[0]

    def resolve(
        self, board: B, seat: str, action: Any, chance: Chance
    ) -> tuple[tuple[Any, ...], B]:
        course, move = Course(board, chance), self.moves[type(action)]
        move.do(course, seat, action)
        if move.goes_on:
            self.go_on(course)
        return course.facts, course.board

    def go_on(self, course: Course) -> None:
        """Tell what happens by itself after an action; by default nothing does."""

    def evolve(self, board: B, fact: Fact) -> B:
        return fact.apply(board)  # type: ignore[no-any-return]

    def possible(self, board: B) -> tuple[Move, ...]:
        return self.in_phase.get(self.phase(board), ())

    def legal(self, board: B, seat: str) -> Legal:
        """The candidates of all moves of the phase, and forms for what is too much to list."""
        choices: list[Choice] = []
        templates: list[Template] = []
        for move in self.possible(board) if seat in self.to_act(board) else ():
            buttons, forms = offering.shown(
                board, seat, move, list(offering.candidates(board, seat, move))
            )
            choices += [Choice(action, self.button(board, seat, action)) for action in buttons]
            templates += forms
        return Legal(self.ordered(board, seat, tuple(choices)), tuple(templates))

    def button(self, board: B, seat: str, action: Any) -> Text:
        move = self.moves[type(action)]
        return (
            self.say_action(board, seat, action)
            if move.button is None
            else move.on_button(board, action)
        )

    def ordered(self, board: B, seat: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """The choices as people expect them; by default as the moves stand in the chapters."""
        return choices

    def aside(self, board: B) -> tuple[str, ...]:
        return tuple(move.tag for move in self.moves.values() if move.aside)

    def sample(self, board: B, seat: str, rng: Random) -> Any:
        return (
            offering.sample(board, seat, self.possible(board), rng)
            if seat in self.to_act(board)
            else None
        )
