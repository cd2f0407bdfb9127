"""Northgard, Terrain d'Entraînement: a duel on twelve tiles."""

from domain.titles.northgard.rules import RULES, RULES_1

__all__ = ["RULES", "RULES_1"]
