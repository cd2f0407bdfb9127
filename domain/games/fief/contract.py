"""The rules as what offers and samples actions sees them: the contract of every title, and the phases of this one."""

from __future__ import annotations

from abc import abstractmethod

from domain.games.fief.actions import FiefAction
from domain.games.fief.board import Board, Phase, Setting
from domain.games.fief.facts.realm import FiefFact
from domain.rules.ruleset import Ruleset


class FiefRules(Ruleset[Setting, Board, FiefAction, FiefFact]):
    """What `legal` and `sample` ask."""

    @abstractmethod
    def phases_of(self, kind: type[FiefAction]) -> tuple[Phase, ...]:
        """The phases to which an action belongs; none for those that a battle, a revolt or the like asks for."""
