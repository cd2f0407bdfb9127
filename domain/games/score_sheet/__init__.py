"""Score sheet: any game whose rules are not here, by the sheet that its table keeps."""

from domain.games.score_sheet.rules import RULES

__all__ = ["RULES"]
