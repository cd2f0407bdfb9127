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
from domain.titles.kit.telling import told

_NONE: Mapping[str, Text | Field] = MappingProxyType({})


class Course(Resolution[Any, Any]):
    """The consequences of an action while they are computed: `emit` adds facts, `board` is the board
    after them, `chance` rolls and draws."""

    def __init__(self, board: Board, chance: Chance) -> None:
        super().__init__(_applied, board)
        self.chance = chance


def none_listed(board: Any, seat: str) -> tuple[Any, ...]:
    """The offers, or the forms, of a move without any."""
    return ()


class _Foremost(DrawnChance):
    """Chance that always gives the pool's first value."""

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        return (0,) * ask.count if ask.replace else tuple(range(ask.count))

    def _source(self) -> Source:
        return "sealed"


def rehearsal(board: Board) -> Course:
    """A course for a judge that looks ahead. Nothing is recorded, and chance always gives the first
    value."""
    return Course(board, _Foremost())


def _applied(board: Any, fact: Any) -> Any:
    return fact.apply(board)


def free(board: Any, seat: str, action: Any) -> Verdict:
    """A judge to whom every action is legal."""
    return LEGAL


class Phase(NamedTuple):
    """A time of the game in which certain actions are possible.

    `doing` says what the seat to act does (`plays a card`). `first` is the verdict on every other
    action in this phase, `missed` the verdict on this phase's actions at any other time. By default
    both say what the seat to act does.
    """

    id: str
    doing: Text
    first: Verdict | None = None
    missed: Verdict | None = None


class Move(NamedTuple):
    """An action with everything a title says about it.

    - `action`: its type; its docstring and field descriptions appear in the API.
    - `phases`: the ids of the phases in which it is possible.
    - `judge(board, seat, action)`: the verdict; called only for a seat that is to act in one of the
      phases.
    - `do(course, seat, action)`: emits its facts.
    - `offers(board, seat)`: candidates; those that `judge` accepts are offered.
    - `label`: its sentence without the seat: a message with field names as places, or a function of
      board and action. `button`: the button's label, if it differs.
    - `name`: the kind's short name. `hint`: what its form asks for and why, where the table's word is
      taken.
    - `asks`: the fields of its form in order, each with its label, or as a field; by default all.
    - `by`: a field that groups the candidates: those with the same value form one form, and a single one
      is a button.
    - `forms(board, seat)`: its own forms (`entry`), where the table enters what candidates cannot name.
      All candidates are then buttons, or with `listed` false only samples of what can be typed.
    - `up_to`: a field in which candidates name the maximum; a form offers less, too.
    - `rule`: the rule that says when it is possible, if not the title's `turn_rule`.
    - `sure`: all candidates are legal, so `judge` is not called for them.
    - `weight`: how often a random player chooses it.
    - `passing`: it only ends a stage. `aside`: it is offered in every stage and advances none.
    - `goes_on`: whether `Title.go_on` follows it: what happens by itself."""

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
    by: str = ""
    form: Text | None = None
    """The name of its form; by default the short name."""
    forms: Callable[[Any, str], Iterable[Template]] | None = None
    listed: bool = True
    up_to: str = ""
    rule: str = ""
    sure: bool = False
    weight: float = 1
    goes_on: bool = True
    passing: bool = False
    aside: bool = False

    @property
    def tag(self) -> str:
        return str(self.action.__struct_config__.tag)

    def in_words(self, board: Any, action: Action) -> Text:
        return (
            self.label(board, action) if callable(self.label) else told(self.label, action, board)
        )

    def on_button(self, board: Any, action: Action) -> Text:
        if self.button is None:
            return self.in_words(board, action)
        return (
            self.button(board, action)
            if callable(self.button)
            else told(self.button, action, board)
        )
