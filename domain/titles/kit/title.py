"""A title written with the kit: the contract kept by what its moves, facts and fields declare.

    class Nim(Title[Setting, Board]):
        id = "nim"
        about = About(…)
        board_type = Board
        phases = (Phase("playing", Text("takes stones")),)

        def blank(self, setting): …
        def begin(self, course): …

    RULES = Nim()

Moves (`MOVES`) and facts are collected from the modules that `chapters` and `facts` name; by
default from the title's own.
"""

import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from domain.kernel.text import Text
from domain.titles.kit.facts import Fact, called, facts_in
from domain.titles.kit.fields import names
from domain.titles.kit.moves import Move
from domain.titles.kit.rules.declarations import OVER, B, S
from domain.titles.kit.rules.showing import Showing
from domain.titles.kit.telling import is_told
from domain.titles.kit.terms import COMMON

__all__ = ["OVER", "Title"]


class Title(Showing[S, B]):
    """One title's rules, most of them declared. What is here is the default, in chapters, each in a file
    of `rules/`: a title writes what is otherwise with it."""

    def __init_subclass__(cls) -> None:
        """Collect the moves and facts; raises `TypeError` where two of them cannot be told apart, a
        phase is not there, or a sentence is missing or names what is not there."""
        super().__init_subclass__()
        own = sys.modules[cls.__module__]
        chapters, sources = cls.chapters or (own,), cls.facts or (own,)
        moves = [move for chapter in chapters for move in getattr(chapter, "MOVES", ())]
        kinds = tuple(kind for module in sources for kind in facts_in(module))
        if not moves:  # the versions of a title have the moves of the one that they are made from
            return
        cls.moves = {move.action: move for move in moves}
        cls.at = {phase.id: phase for phase in cls.phases}
        cls.in_phase = {id: tuple(move for move in moves if id in move.phases) for id in cls.at}
        cls.action_types, cls.fact_types = tuple(cls.moves), kinds
        tags = [
            *Counter(move.tag for move in moves).items(),
            *Counter(str(kind.__struct_config__.tag) for kind in kinds).items(),
        ]
        twice = sorted(tag for tag, count in tags if count > 1)
        lost = sorted({phase for move in moves for phase in move.phases} - set(cls.at))
        if twice or lost:
            raise TypeError(
                f"{cls.__name__}: declared twice {twice}, phases that are not there {lost}"
            )
        wrong = sorted(
            kind.__name__
            for kind, sentence in _sentences(moves, kinds)
            if not is_told(sentence, kind)
        )
        if wrong:
            raise TypeError(
                f"{cls.__name__}: no sentence in both languages about the fields that there are: "
                f"{wrong}"
            )
        cls.kind_names = {move.tag: move.name for move in moves} | {
            str(kind.__struct_config__.tag): called(kind) for kind in kinds
        }
        cls.terms = cls.terms or COMMON | names(cls.board_type)
        cls.passing_types = tuple(move.action for move in moves if move.passing)
        cls.hints = {move.tag: move.hint for move in moves if move.hint is not None}

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""


def _sentences(
    moves: list[Move], facts: tuple[type[Fact], ...]
) -> Iterator[tuple[type[Struct], Text]]:
    """The sentences that follow from the fields alone, each with the action or fact that it tells
    of."""
    yield from (
        (move.action, sentence)
        for move in moves
        for sentence in (move.label, move.button)
        if isinstance(sentence, Text)
    )
    yield from (
        (kind, kind.says)
        for kind in facts
        if kind.say is Fact.say and kind.sentence is Fact.sentence
    )
