"""What an analyst follows in Training Grounds: resources, units, territories held alone, seat by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from domain.rules.series import Reading, Seen
from domain.rules.text import Text


def _resource(name: str) -> Callable[[Seen], Mapping[str, int]]:
    return lambda view: {seat: side["resources"][name] for seat, side in view["sides"].items()}


def _units(view: Seen) -> Mapping[str, int]:
    there: Counter[str] = Counter(dict.fromkeys(view["sides"], 0))
    for land in view["territories"].values():
        there.update(land["units"])
    return there


def _held(view: Seen) -> Mapping[str, int]:
    """Territories where a seat stands alone."""
    held: Counter[str] = Counter(dict.fromkeys(view["sides"], 0))
    for land in view["territories"].values():
        if len(land["units"]) == 1:
            held.update(land["units"].keys())
    return held


GAUGES: tuple[Reading, ...] = (
    ("food", Text("Food", "Nourriture"), _resource("food")),
    ("wood", Text("Wood", "Bois"), _resource("wood")),
    ("lore", Text("Lore", "Savoir"), _resource("lore")),
    ("units", Text("Units on the board", "Unités sur le plateau"), _units),
    ("held", Text("Territories held alone", "Territoires tenus seul"), _held),
)
