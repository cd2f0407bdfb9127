"""Score sheet: any game whose rules are not here, by the sheet that its table keeps."""

from domain.titles.score_sheet.rules import RULES, RULES_1, RULES_2, RULES_3

__all__ = ["RULES", "RULES_1", "RULES_2", "RULES_3"]
