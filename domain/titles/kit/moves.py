"""Moves and phases: what seats can do and when, each declared once.

A file that has the rules of some actions ends in `MOVES = (Move(…), …)`. From these follow the
actions of the title, who may do them when, what is offered, what a form asks for, and what all of
it is called.
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
    """What comes of an action while it is being worked out: `board` as it stands, `chance` to ask,
    `tell` to make facts true."""

    def __init__(self, board: Board, chance: Chance) -> None:
        super().__init__(_applied, board)
        self.chance = chance


def none_listed(board: Any, seat: str) -> tuple[Any, ...]:
    """The offers, or the forms, of a move that has none."""
    return ()


class _Foremost(DrawnChance):
    """Chance of which the first value always comes up."""

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        return (0,) * ask.count if ask.replace else tuple(range(ask.count))

    def _source(self) -> Source:
        return "sealed"


def rehearsal(board: Board) -> Course:
    """A course for a judge that has to look ahead: nothing of it is recorded, and of chance the
    first value always comes up."""
    return Course(board, _Foremost())


def _applied(board: Any, fact: Any) -> Any:
    return fact.apply(board)


def free(board: Any, seat: str, action: Any) -> Verdict:
    return LEGAL


class Phase(NamedTuple):
    """A time of the game, in which it waits for certain actions.

    `doing` says what the seat does that is waited for (`plays a card`). `first` refuses everything
    else in this phase, `missed` refuses the actions of this phase at any other time; without them
    the refusal says what is waited for.
    """

    id: str
    doing: Text
    first: Verdict | None = None
    missed: Verdict | None = None


class Move(NamedTuple):
    """An action with all that a title says of it.

    - `action`: its type; its docstring and its fields' descriptions are what the API says of it.
    - `phases`: the ids of the phases in which it is possible.
    - `judge(board, seat, action)`: the verdict, asked only of a seat that is to act and in one of
    the phases.
    - `do(course, seat, action)`: tells the facts that come of it.
    - `offers(board, seat)`: candidates; those that `judge` accepts are on offer.
    - `label`: the sentence of the action, without the seat: a message with the fields' names as
    places, or a function of board and
      action. `button`: the same for its button, where that says something else.
    - `name`: the kind's short name. `hint`: what its form asks for and why, where the table is
    taken at its word.
    - `asks`: the fields of its form in their order, each with its label, or as a field; without it
    a form has all fields.
    - `by`: a field that parts the candidates: those with the same value in it are one form with
    what its fields may be, and one
      that is alone is a button.
    - `forms(board, seat)`: forms of its own (`entry`), where the table enters what candidates
    cannot name; then all candidates are
      buttons; none of them is without `listed`: they are samples of what can be typed.
    - `up_to`: a field of which candidates name the most: a form offers less.
    - `rule`: the rule that says when it is possible, where that is not the title's `turn_rule`.
    - `sure`: its candidates are legal by how they are found, so `judge` is not asked for each.
    - `weight`: how often a random player does it, beside others.
    - `passing`: it ends a stage and does nothing else. `aside`: it is on offer in every stage and
    moves nothing on.
    - `goes_on`: whether the game goes on by itself afterwards (`Title.go_on`).
    """

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
    """What its form is called; the short name where it is not given."""
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
