"""Commands to the clerk, and its answers."""

from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.record.records import AnyChance, UndoPolicy
from domain.kernel.writer import Order, Written
from domain.titles.contract.chance import Ask, Roll, Values
from domain.titles.contract.ruleset import Board, Fact, Verdict
from domain.titles.contract.time_control import TimeControl

__all__ = ["ActionAnswer", "Answer", "Opening", "Order", "Trial"]


class Opening(Struct, frozen=True, kw_only=True):
    """What a new game is opened with; everything but the ruleset has a default."""

    ruleset: str
    catalog: str = "default"
    options: dict[str, Any] = {}
    players: int | None = None
    chance: AnyChance = "sealed"
    undo: UndoPolicy = "free"
    values: Values = ()
    tags: tuple[str, ...] = ()
    public: bool = False
    seals: bool = False
    time_control: TimeControl | None = None
    deal: bytes = b""
    """With chance `duplicate`: what all games of the deal are drawn from."""


Answer = Written[Game]


class ActionAnswer(Answer, frozen=True):
    """The result of an action: what came of it, where it was recorded just now."""

    facts: tuple[Fact, ...] | None = None


class Trial(Struct, frozen=True):
    """What a dry run found: the verdict; for a legal action its facts and rolls and the board they
    lead to, or what chance would be asked. Sealed dice are never looked at ahead of their roll, nor
    is what the action would uncover: `covered` says that it would, and that the rest is shown once
    the action is recorded."""

    verdict: Verdict
    facts: tuple[Fact, ...] = ()
    rolls: tuple[Roll, ...] = ()
    board: Board | None = None
    asks: tuple[Ask, ...] = ()
    covered: bool = False
