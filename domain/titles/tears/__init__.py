"""1066, Tears to Many Mothers, solo: one player against the Enemy, which plays by the rules."""

from domain.titles.tears.rules import RULES, RULES_1

__all__ = ["RULES", "RULES_1"]
