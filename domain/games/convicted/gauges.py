"""What an analyst follows in The Convicted: the exiles' common stock, the fortress's resistance, morale and losses.

All of it is the players' together, and is written under the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.rules.series import Reading, Seen
from domain.rules.text import Text

TOGETHER = "p1"


def _stock(name: str) -> Callable[[Seen], Mapping[str, int]]:
    return lambda view: {TOGETHER: view["stock"][name]}


GAUGES: tuple[Reading, ...] = (
    ("wood", Text("Wood", "Bois"), _stock("wood")),
    ("stone", Text("Stone", "Pierre"), _stock("stone")),
    ("iron", Text("Iron", "Fer"), _stock("iron")),
    ("gold", Text("Gold", "Or"), _stock("gold")),
    (
        "resistance",
        Text("Resistance of walls and towers", "Résistance des murs et des tours"),
        lambda view: {TOGETHER: sum(section["resistance"] for section in view["sections"].values())},
    ),
    ("morale", Text("Morale", "Moral"), lambda view: {} if view["morale"] is None else {TOGETHER: view["morale"]}),
    ("slain", Text("Enemies slain", "Ennemis tués"), lambda view: {TOGETHER: view["slain"]}),
)
