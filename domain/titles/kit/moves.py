"""Moves and phases: what seats can do and when, each declared once.

A module with the rules of some actions ends in `MOVES = (Move(…), …)`. From these follow the
title's actions, who may do them when, what is offered, what a form asks for, and all labels.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from domain.kernel.text import Text
from domain.titles.contract.chance import Ask, Chance, DrawnChance, Source
from domain.titles.contract.resolution import Resolution
from domain.titles.contract.types import LEGAL, Action, Board, Field, Template, Verdict
from domain.titles.kit.telling import filled_sentence

_NONE: Mapping[str, Text | Field] = MappingProxyType({})


class Course(Resolution[Any, Any]):
    """The consequences of an action while they are computed: `emit` adds facts, `board` is the board
    after them, `chance` rolls and draws."""

    def __init__(self, board: Board, chance: Chance) -> None:
        super().__init__(_applied, board)
        self.chance = chance


def none_listed(board: Any, seat: str) -> tuple[Any, ...]:
    """No offers and no forms, for moves that have none."""
    return ()


class _AlwaysFirst(DrawnChance):
    """Chance that always picks the first values of the pool."""

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        return (0,) * ask.count if ask.replace else tuple(range(ask.count))

    def _source(self) -> Source:
        return "sealed"


def rehearsal(board: Board) -> Course:
    """A course on which a judge can try an action in advance. Nothing is recorded, and chance
    always picks the first values."""
    return Course(board, _AlwaysFirst())


def _applied(board: Any, fact: Any) -> Any:
    return fact.apply(board)


def accept_any(board: Any, seat: str, action: Any) -> Verdict:
    """A judge that finds every action legal."""
    return LEGAL


class Phase(NamedTuple):
    """A time of the game in which certain actions are possible.

    `doing`: what the seat to act does, as words after its name (`plays a card`). `first`: the
    verdict on any other action during this phase. `missed`: the verdict on this phase's actions at
    any other time. By default both verdicts say what the seat to act does."""

    id: str
    doing: Text
    first: Verdict | None = None
    missed: Verdict | None = None


class Move(NamedTuple):
    """A type of action, with all that a title declares about it.

    - `action`: its type; the API shows its docstring and the descriptions of its fields.
    - `phases`: the ids of the phases in which it is possible.
    - `judge(board, seat, action)`: the verdict; called only for a seat that is to act in one of the
      phases.
    - `do(course, seat, action)`: emits its facts.
    - `offers(board, seat)`: candidates; those that `judge` accepts are offered.
    - `label`: its sentence without the seat: a message with field names as places, or a function of
      board and action. `button`: the button's label, if it differs.
    - `name`: the kind's short name. `hint`: for an action whose result the table states, what its form
      asks for and why.
    - `asks`: the fields of its form in order, each with its label or with its whole definition; by
      default all.
    - `grouped_by`: a field that groups the candidates. Candidates with the same value in it make one form; a
      candidate alone is a button.
    - `form`: the label of its form; by default `name`.
    - `forms(board, seat)`: makes its own forms (`entry`), for values that candidates cannot list. Then
      all candidates are buttons or, if `listed` is false, only serve random players.
    - `up_to`: a field in which candidates have the largest possible number; the form accepts less, too.
    - `rule`: the rule that says when it is possible, if not the title's `turn_rule`.
    - `always_legal`: all candidates are legal, so `judge` is not called for them.
    - `weight`: how often a random player chooses it, relative to other moves.
    - `passing`: it only ends a stage. `aside`: it is possible in every stage and advances none.
    - `calls_go_on`: whether `Title.go_on` is called after it, which emits what happens by itself."""

    action: type[Action]
    phases: tuple[str, ...]
    judge: Callable[[Any, str, Any], Verdict]
    do: Callable[[Any, str, Any], None]
    offers: Callable[[Any, str], Iterable[Any]]
    label: Text | Callable[[Any, Any], Text]
    name: Text
    hint: Text | None = None
    button: Text | Callable[[Any, Any], Text] | None = None
    asks: Mapping[str, Text | Field] = _NONE
    grouped_by: str = ""
    form: Text | None = None
    """The name of its form; by default the short name."""
    forms: Callable[[Any, str], Iterable[Template]] | None = None
    listed: bool = True
    up_to: str = ""
    rule: str = ""
    always_legal: bool = False
    weight: float = 1
    calls_go_on: bool = True
    passing: bool = False
    aside: bool = False

    @property
    def tag(self) -> str:
        return str(self.action.__struct_config__.tag)

    def in_words(self, board: Any, action: Action) -> Text:
        return (
            self.label(board, action)
            if callable(self.label)
            else filled_sentence(self.label, action, board)
        )

    def button_text(self, board: Any, action: Action) -> Text:
        if self.button is None:
            return self.in_words(board, action)
        return (
            self.button(board, action)
            if callable(self.button)
            else filled_sentence(self.button, action, board)
        )
