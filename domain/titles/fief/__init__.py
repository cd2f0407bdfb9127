"""Fief, tactical expansion: the military record of a session of Fief: France 1429."""

from domain.titles.fief.rules import FiefTactics, FirstFiefTactics

RULES_1 = FirstFiefTactics()
RULES = FiefTactics()
