"""The battlefield as the rule text draws it: sections, sides, slots of the ring, zones, periods and
stages.

It contains no number that an edition could print differently; those are in the catalog."""

from typing import Literal, get_args

from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

Side = Literal["N", "E", "S", "W"]
Wall = Literal["N", "E", "S", "W"]
Tower = Literal["NE", "SE", "SW", "NW"]
SectionId = Literal["N", "E", "S", "W", "NE", "SE", "SW", "NW"]
Place = Literal["N", "E", "S", "W", "NE", "SE", "SW", "NW", "city"]
Slot = Literal["N1", "N2", "NE", "E1", "E2", "SE", "S1", "S2", "SW", "W1", "W2", "NW"]
Zone = Literal["deployment", "assault"]
Resource = Literal["wood", "stone", "iron", "gold"]
BuildingId = Literal["barracks", "keep", "workshop", "library", "mage-tower", "chapel"]
HeroId = Literal["oracle", "sorcerer", "heretic", "deserter"]
Step = Literal["heroes", "sections", "actions", "deployment", "assault", "pillage", "over"]
Takes = Literal[
    "volleys", "enemy-volleys", "engines", "enemy-engines", "advance", "advance-engines", "reinforcements",
    "squads", "pour", "oracle", "fights", "batter", "entry", "desertion", "rites",
]  # fmt: skip

SIDES: tuple[Side, ...] = get_args(Side)
WALLS: tuple[Wall, ...] = get_args(Wall)
TOWERS: tuple[Tower, ...] = get_args(Tower)
SECTIONS: tuple[SectionId, ...] = get_args(SectionId)
SLOTS: tuple[Slot, ...] = get_args(Slot)
ZONES: tuple[Zone, ...] = get_args(Zone)
RESOURCES: tuple[Resource, ...] = get_args(Resource)
BUILDINGS: tuple[BuildingId, ...] = get_args(BuildingId)
HEROES: tuple[HeroId, ...] = get_args(HeroId)
TAKES: tuple[Takes, ...] = get_args(Takes)

GATE: SectionId = "N"
"""The section that has the gates of the city, with a resistance of their own."""

TOP_LEVEL = 5
STAGES = 14

DITCH, MOAT = 1, 2
"""What lies in a slot of the ring; 0 is bare ground."""

ENEMY_TAKES: frozenset[str] = frozenset(
    {
        "enemy-volleys",
        "enemy-engines",
        "advance",
        "advance-engines",
        "squads",
        "fights",
        "batter",
        "entry",
        "desertion",
    }
)
"""The kinds of results that the enemy's seat declares; players declare the others."""

SIDES_OF: dict[SectionId, tuple[Side, ...]] = {
    section: tuple(side for side in SIDES if side in section) for section in SECTIONS
}
"""The sides that a section faces: a wall its own side, a tower the two at its corner."""

SLOTS_BEFORE: dict[Side, tuple[Slot, ...]] = {
    side: tuple(slot for slot in SLOTS if side in slot) for side in SIDES
}
"""The slots of the ring that lie between a side's deployment zone and its assault zone."""

PERIODS: dict[Step, tuple[int, Text]] = {
    "heroes": (0, Text("choice of heroes")),
    "sections": (1, Text("period I, preparation")),
    "actions": (2, Text("period II, actions")),
    "deployment": (3, Text("period III, siege: preparation step")),
    "assault": (3, Text("period III, siege: assault step")),
    "pillage": (3, Text("period III, siege: pillage step")),
    "over": (4, Text("the scenario is over")),
}

HERO_NAMES: dict[str, Text] = Sentences("""
oracle = the Oracle
sorcerer = the Sorcerer
heretic = the Heretic
deserter = the Deserter
""")

_PHASES: tuple[tuple[int, str, Text], ...] = (
    (2, "fire", Text("fire phase")),
    (4, "engines", Text("siege engine phase")),
    (8, "manoeuvre", Text("manoeuvre phase")),
    (13, "melee", Text("melee phase")),
    (14, "loyalty", Text("loyalty phase")),
)


def phase_of(stage: int) -> tuple[str, Text]:
    """The slug and the name of the phase to which a stage belongs."""
    return next((slug, name) for last, slug, name in _PHASES if stage <= last)


def is_wall(section: str) -> bool:
    return len(section) == 1


def section_name(section: str) -> Text:
    """The name of a section or of the city in a sentence, in French with its article: `wall N`,
    `tower NE`, `the city`."""
    if section == "city":
        return Text("the city")
    return (
        Text("wall {section}", section=section)
        if is_wall(section)
        else Text("tower {section}", section=section)
    )


def at_place(place: str) -> Text:
    name = section_name(place)
    return Text("in {name}", name=name) if place == "city" else Text("on {name}", name=name)


def at_zone(side: str, zone: str) -> Text:
    if zone == "assault":
        return Text("in the assault zone {side}", side=side)
    return Text("in the deployment zone {side}", side=side)


def capitalized(words: str) -> str:
    """The words with their first letter as a capital."""
    return words[:1].upper() + words[1:]
