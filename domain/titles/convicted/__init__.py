"""The Convicted (2014), beta rules: one scenario of the campaign as a title. `RULES` is its newest
ruleset."""

from domain.titles.convicted.rules import RULES, RULES_1, RULES_2

__all__ = ["RULES", "RULES_1", "RULES_2"]
