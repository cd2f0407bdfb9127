"""Score sheet: a title for any game whose rules are not here. It records what the players write on
the game's score sheet."""

from domain.titles.score_sheet.rules import RULES, RULES_1, RULES_2, RULES_3

__all__ = ["RULES", "RULES_1", "RULES_2", "RULES_3"]
