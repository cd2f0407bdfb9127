"""Northgard, Terrain d'Entraînement: a duel on twelve tiles."""

from domain.games.northgard.rules import RULES

__all__ = ["RULES"]
