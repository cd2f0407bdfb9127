"""What an analyst follows in Fief: purses, troops in the field, places held, living lords, family by family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.rules.series import Reading, Seen
from domain.rules.text import Text


def _counted(view: Seen, found: Iterable[str]) -> Mapping[str, int]:
    there = Counter(found)
    return {family: there[family] for family in view["families"]}


def _troops(view: Seen) -> Mapping[str, int]:
    there: Counter[str] = Counter(dict.fromkeys(view["families"], 0))
    for place in view["places"].values():
        for family, troops in place["troops"].items():
            there[family] += sum(troops.values())
    return there


GAUGES: tuple[Reading, ...] = (
    ("purse", Text("Écus in the purse", "Écus en bourse"), lambda view: {f: own["purse"] for f, own in view["families"].items()}),
    ("troops", Text("Troops in the field", "Troupes sur le terrain"), _troops),
    ("places", Text("Places held", "Lieux tenus"), lambda view: _counted(view, (p["holder"] for p in view["places"].values()))),
    (
        "lords",
        Text("Living lords", "Seigneurs en vie"),
        lambda view: _counted(view, (lord["family"] for lord in view["lords"].values() if not lord["dead"])),
    ),
)
