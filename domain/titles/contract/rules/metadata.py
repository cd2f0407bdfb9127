"""What a title says of itself."""

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from domain.kernel.text import Text
from domain.titles.contract.about import About
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import (
    TALL,
    Action,
    Board,
    Fact,
    Shape,
)

S = TypeVar("S", bound=Setting)
B = TypeVar("B", bound=Board)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Fact)


class Metadata(ABC, Generic[S, B, A, F]):
    id: ClassVar[str]
    version: ClassVar[int] = 1
    about: ClassVar[About]
    setting_type: ClassVar[type[Setting]]
    board_type: ClassVar[type[Board]]
    values_type: ClassVar[type[Struct]]
    options_type: ClassVar[type[Struct]]
    action_types: ClassVar[tuple[type[Action], ...]]
    fact_types: ClassVar[tuple[type[Fact], ...]]
    secret_types: ClassVar[tuple[type[Action], ...]] = ()
    """The actions in which something is chosen in secret: in games with seals a seat is bound to
    them before it shows them (`domain/game/procedure/seals.py`)."""
    passing_types: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that end a stage and do nothing else: where a seat has no other for several
    stages, pages pass them in one go."""
    kind_names: ClassVar[Mapping[str, Text]] = {}
    """What kinds of actions and facts are called on the desk, by their tags."""
    terms: ClassVar[Mapping[str, Text]] = {}
    """What the fields of actions and facts are called where an arbiter fills them in, by the names
    that the definitions have; one that is not here is called by that name."""
    hints: ClassVar[Mapping[str, Text]] = {}
    """What the form of an action asks for and why, by its type, where the table is taken at its
    word."""
    together: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Pairs of fields of actions that name one place of the picture between them
    (`domain/titles/drawing/targets.py`)."""
    shapes: ClassVar[tuple[Shape, ...]] = (TALL,)
    """The shapes that the title's picture is drawn in, which pages choose among. Only a title with
    more than one is asked for a `shape`."""
