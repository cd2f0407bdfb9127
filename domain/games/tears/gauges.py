"""What an analyst follows in 1066: damage on the wedges by either side, cards in the field, resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.rules.series import Reading, Seen
from domain.rules.text import Text


def _field(side: Mapping[str, Any]) -> int:
    return sum(card is not None for line in side["lines"] for card in line)


def _wedges(view: Seen) -> Mapping[str, int]:
    return {seat: sum(wedge[f"by_{seat}"] for wedge in view["wedges"]) for seat in ("player", "enemy")}


def _resources(view: Seen) -> Mapping[str, int]:
    """Of the table's cards the number is not always known."""
    total = view["resources"]["total"]
    return {} if total is None else {"player": total}


GAUGES: tuple[Reading, ...] = (
    ("wedges", Text("Damage on the wedges", "Dégâts sur les coins"), _wedges),
    ("field", Text("Cards in the field", "Cartes au combat"), lambda view: {s: _field(view[s]) for s in ("player", "enemy")}),
    ("resources", Text("Resources", "Ressources"), _resources),
)
