from collections.abc import Iterable
from typing import Any

from domain.kernel.text import Lang, Text, listed, same
from domain.kernel.words.places import Spoken
from domain.titles.convicted.field import (
    HERO_NAMES,
    SECTIONS,
    at_place,
    at_zone,
    capitalized,
    is_wall,
    section_name,
)
from domain.titles.convicted.values import band_totals
from domain.titles.kit import Sentences

_WHERE = ("section", "sections", "place", "places", "origin", "target")
_SECTIONS = {s: Text("wall {s}", s=s) if is_wall(s) else Text("tower {s}", s=s) for s in SECTIONS}

WORDS = {
    **{f"{field}={section}": name for field in _WHERE for section, name in _SECTIONS.items()},
    "city": Text("the city"),
    "deployment": Text("deployment zone"),
    "assault": Text("assault zone"),
    "razed=": Text("nothing"),
    "d3": Text("three-sided"),
    "d6": Text("six-sided"),
}
"""Labels of field values. The letters of a section get the label of a wall or tower only in fields
for sections, since sides and slots have the same letters."""

GATES = Text("the gates")
NOBODY = Text("nobody")


def capital(text: Text, lang: Lang = "") -> Text:
    """The text with a capital first letter. If `lang` is given, only in that language: in the other
    the text does not begin the sentence."""
    return Text("{text}", "{text}", text=_CapitalIn(text, lang)) if lang else text.capital()


class _CapitalIn(Spoken):
    __slots__ = ("_lang", "_text")

    def __init__(self, text: Text, lang: Lang) -> None:
        self._text, self._lang = text, lang

    def to(self, lang: Lang) -> str:
        words = self._text.to(lang)
        return capitalized(words) if lang == self._lang else words


def pieces_text(board: Any, pieces: Iterable[tuple[str, int]]) -> Text:
    named = ((count, board.setting.named(unit)) for unit, count in pieces)
    return listed(tuple(Text("{n} × {name}", n=n, name=name) for n, name in named), NOBODY)


class Wording:
    """Methods that fill the placeholders of the same names in the sentences of actions and facts:
    `{the_section}` is filled by `the_section`."""

    __slots__ = ()

    def letters(self: Any, board: Any) -> Text:
        return same(self.section if hasattr(self, "section") else ", ".join(self.sections))

    def the_section(self: Any, board: Any) -> Text:
        """The name of the action's or fact's section, in French with its article."""
        return section_name(self.section)

    def upper_section(self: Any, board: Any) -> Text:
        return capital(section_name(self.section))

    def the_part(self: Any, board: Any) -> Text:
        return GATES if self.gate else section_name(self.section)

    def upper_part(self: Any, board: Any) -> Text:
        return capital(self.the_part(board))

    def on_section(self: Any, board: Any) -> Text:
        return at_place(self.section)

    def on_place(self: Any, board: Any) -> Text:
        return at_place(self.place)

    def from_origin(self: Any, board: Any) -> Text:
        return section_name(self.origin)

    def to_target(self: Any, board: Any) -> Text:
        return section_name(self.target)

    def in_zone(self: Any, board: Any) -> Text:
        return at_zone(self.side, self.zone)

    def the_hero(self: Any, board: Any) -> Text:
        return HERO_NAMES[self.hero]

    def fallen(self: Any, board: Any) -> Text:
        return pieces_text(board, band_totals(self.losses).items())

    def forces(self: Any, board: Any) -> Text:
        return pieces_text(board, band_totals(self.troops).items())


# -- the names of fields ---------------------------------------------------------------------------


TERMS = Sentences("""
archer [view] = archers
assault [view] = assault
available [view] = available
blessing = blessing
box [view] = box
buildings [view] = buildings
capacity [view] = capacity
city [view] = city
counter [view] = counter
defender [view] = defender
defenders [view] = defenders
deployed [view] = deployed
deployment [view] = deployment
ditches [view] = ditches
drowned = drowned
ending = ending
enemies [view] = enemies
enemies_lost = enemies lost
engine = siege engine
engine_places [view] = places for engines
engines [view] = siege engines
extra = extra
fire [view] = fire
first = first player
fortifications [view] = fortifications
from_sheet = from the sheet
fronts [view] = fronts
gate = the gates
goods = goods
held [view] = held by a ditch
hero = hero
heroes [view] = heroes
house_values [view] = house values
inside [view] = inside the walls
leader = leader
level = level
lost = lost
markers = markers
moats [view] = moats
morale = morale
moves = moves
number = number
ogre [view] = ogre
people = people
period [view] = period
plundered = plundered
pour [view] = pour
power = fire power
powers_used [view] = powers used
preached [view] = preached
razed = razed
reach [view] = reach
resistance [view] = resistance
resources [view] = resources
ring [view] = ring
rites_used [view] = rites used
scenario = scenario
section = section
sections = sections
sheets [view] = sheets
shields [view] = shields
slain [view] = slain
spell = spell
squad = squad
squads [view] = squads
step [view] = step
stock [view] = stock
stone = stone
support = supports
survived [view] = turns survived
technologies [view] = technologies
technology = technology
technology_deck [view] = technologies left
turns [view] = turns
unit = unit
values = values
weapon = weapon
withdrawn = withdrawn
wood = wood
zone = zone
""")
