"""The rules as what offers and samples actions sees them: the contract of every title, and the steps of this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.games.convicted import actions as a
from domain.games.convicted.board import Board, Setting
from domain.games.convicted.field import Step
from domain.kit import Fact
from domain.rules.ruleset import Ruleset


class ConvictedRules(Ruleset[Setting, Board, a.ConvictedAction, Fact]):
    """`steps` says at which steps of play each kind of action belongs."""

    steps: ClassVar[Mapping[type, tuple[Step, ...]]]
