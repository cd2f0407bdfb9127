"""The Convicted (2014), beta rules: one scenario of the campaign as a title. `RULES` is its ruleset."""

from domain.games.convicted.rules import RULES

__all__ = ["RULES"]
