"""What a title declares, and what is said where it declares nothing."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from domain.kernel.text import Text
from domain.titles.contract.ruleset import (
    Board,
    Ruleset,
    SeatSpec,
)
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import Action
from domain.titles.drawing.scene import Scene
from domain.titles.kit.judging import GATES, Gate
from domain.titles.kit.moves import Move, Phase

S = TypeVar("S", bound=Setting)
B = TypeVar("B", bound=Board)

OVER = "over"


class NoValues(Struct, frozen=True, forbid_unknown_fields=True):
    """A catalog without numbers."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """A title without options."""


class TitleDeclarations(Ruleset[S, B, Any, Any], Generic[S, B]):
    setting_type: ClassVar[type[Setting]] = Setting
    values_type: ClassVar[type[Struct]] = NoValues
    options_type: ClassVar[type[Struct]] = NoOptions
    players: ClassVar[tuple[SeatSpec, ...]] = ()
    """The seats in playing order; a game has as many of the first as there are players. By default
    they are numbered."""
    wrong_number: ClassVar[Text] = Text("{name}: {some} can play, not {count}.")
    """What is said when more or fewer want to play."""
    chapters: ClassVar[tuple[ModuleType, ...]] = ()
    facts: ClassVar[tuple[ModuleType, ...]] = ()
    phases: ClassVar[tuple[Phase, ...]] = ()
    turn_rule: ClassVar[str] = "1"
    """The rule that says whose turn it is, and when."""
    end_rule: ClassVar[str] = "1"
    """The rule that says when the game is over."""
    gates: ClassVar[tuple[Gate, ...]] = GATES
    """What is asked of every action before the judge of its move (`domain/titles/kit/judging.py`)."""
    unit: ClassVar[Text] = Text("{n:point|points}")
    """One of what the score counts, and several."""
    scene: ClassVar[type[Scene]] = Scene
    """What `draw` is given: the title's own scene, where its pictures ask for more."""
    moves: ClassVar[Mapping[type[Action], Move]] = {}
    at: ClassVar[Mapping[str, Phase]] = {}
    in_phase: ClassVar[Mapping[str, tuple[Move, ...]]] = {}
