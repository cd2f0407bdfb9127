"""Facts of a title written with the kit: each changes the board by its method `apply` and has a
sentence."""

from abc import abstractmethod
from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

from domain.kernel.text import NO_WORDS, Text
from domain.titles.contract import types
from domain.titles.contract.types import in_words
from domain.titles.kit.telling import filled_sentence


def added(counts: Mapping[str, int], key: str, count: int) -> dict[str, int]:
    """Counts with `count` added to a key; keys that reach zero are removed."""
    left = counts.get(key, 0) + count
    if left > 0:
        return {**counts, key: left}
    return {other: n for other, n in counts.items() if other != key}


class Fact(types.Fact, frozen=True, gc=False):
    """Base of the facts of a title written with the kit.

    `says`: its sentence, with field names as places (`telling.py`). `called`: the short name of its
    kind on the desk, by default its class name in words. `hidden`: only its own seat sees it until
    `Title.is_revealed`. A fact with several sentences overrides `sentence`; a fact whose sentence
    depends on more than its fields overrides `say`."""

    says: ClassVar[Text] = NO_WORDS
    hidden: ClassVar[bool] = False
    called: ClassVar[Text] = NO_WORDS

    @abstractmethod
    def apply(self, board: Any) -> Any:
        """The board after the fact. Never raises for a stored fact, is cheap, and judges
        nothing."""
        raise NotImplementedError  # a title of another package may never have met mypy

    def sentence(self) -> Text:
        """The message about the fact, with places that its fields fill."""
        return self.says

    def say(self, board: Any) -> Text:
        """The sentence about the fact, its places filled. `board`: the board after the fact."""
        return filled_sentence(self.sentence(), self, board)


class OfSeat(Fact, frozen=True, gc=False):
    """Base of facts about a seat."""

    seat: str


class ChangesNothing(Fact, frozen=True, gc=False):
    """Base of facts that leave the board as it is and are only recorded and shown."""

    def apply(self, board: Any) -> Any:
        return board


def fact_kind_name(kind: type[Fact]) -> Text:
    """The short name of a kind of fact: its `called`, else its class name in words (`Building
    raised`)."""
    return kind.called if kind.called.en else Text(in_words(kind.__name__))


def facts_in(module: ModuleType) -> tuple[type[Fact], ...]:
    """The kinds of facts that a module declares, in its order, without base classes."""
    kinds = (
        member
        for member in vars(module).values()
        if isinstance(member, type) and issubclass(member, Fact)
    )
    return tuple(
        kind
        for kind in kinds
        if kind.__module__ == module.__name__ and kind.apply is not Fact.apply
    )
