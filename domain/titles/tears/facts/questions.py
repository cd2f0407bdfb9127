from collections.abc import Sequence
from typing import ClassVar

from domain.titles.kit import Fact, Text, replace
from domain.titles.tears.board import Board, Question, QuestionKind
from domain.titles.tears.turn import PROMPTS, option


class Asked(Fact, frozen=True):
    """The rules leave this to the player: play waits for his answer."""

    kind: QuestionKind
    about: str = ""
    options: tuple[str, ...] = ()
    place: int = 0
    signed: ClassVar[tuple[str, ...]] = ("place",)
    called = Text("Question asked")

    def apply(self, board: Board) -> Board:
        return replace(board, question=Question(self.kind, self.about, self.options, self.place))

    def say(self, board: Board) -> Text:
        sentence = (
            Text("The player is asked: {about}: {question}")
            if self.about
            else Text("The player is asked: {question}")
        )
        return sentence.filled(
            {"about": board.name(self.about), "question": PROMPTS[self.kind].text}
        )


class Decided(Fact, frozen=True):
    """The player's explicit decision where the rules leave it to him."""

    kind: QuestionKind
    about: str
    option: str
    called = Text("Decision taken")

    def apply(self, board: Board) -> Board:
        return replace(board, question=None)

    def say(self, board: Board) -> Text:
        return Text(
            "Decision of the player: {option}.", option=option(board, self.kind, self.option)
        )


class Declared(Fact, frozen=True):
    """The table carried out a card's text itself; not `possible`: it could not be."""

    card: str
    possible: bool
    called = Text("Declared by the table")

    def apply(self, board: Board) -> Board:
        return replace(board, question=None)

    def sentence(self) -> Text:
        return (
            Text("The table carries out the text of {card}.")
            if self.possible
            else Text("The text of {card} cannot be carried out.")
        )


def asked(kind: QuestionKind, about: str, options: Sequence[str | int], place: int = 0) -> Asked:
    return Asked(kind, about, tuple(map(str, options)), place)
