"""What people call the values of actions' fields that the catalog has no name for."""

from __future__ import annotations

from domain.games.convicted.field import SECTIONS, is_wall
from domain.rules.text import Text

_WHERE = ("section", "sections", "place", "places", "origin", "target")
_SECTIONS = {s: Text(f"wall {s}", f"mur {s}") if is_wall(s) else Text(f"tower {s}", f"tour {s}") for s in SECTIONS}

WORDS = {
    **{f"{field}={section}": name for field in _WHERE for section, name in _SECTIONS.items()},
    "city": Text("the city", "la ville"),
    "deployment": Text("deployment zone", "zone de déploiement"),
    "assault": Text("assault zone", "zone d'assaut"),
    "d3": Text("three-sided", "à trois faces"),
    "d6": Text("six-sided", "à six faces"),
}
"""A section's letters mean a wall or tower only where a section is meant: a side and a slot have them, too."""
