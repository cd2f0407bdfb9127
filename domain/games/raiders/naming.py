"""What people call the values of actions' fields that are no places, buildings or townsfolk."""

from __future__ import annotations

from domain.games.raiders.printed import Offering
from domain.games.raiders.wording import GOODS, goods
from domain.rules.text import Text

WORDS = GOODS


def tile(printed: Offering) -> Text:
    """An offering tile by what it costs and is worth."""
    cost = goods(printed.cost)
    return Text(f"{printed.points} VP for {cost.en}", f"{printed.points} PV pour {cost.fr}")
