"""Raiders of the North Sea: the solo variant's opponent, with the base game's turn for the
player."""

from domain.titles.raiders.rules import Raiders, Raiders1

RULES_1 = Raiders1()
RULES = Raiders()
