"""Whether a scenario can be opened: its number, and the save sheet it goes on from.

Ten scenarios, twenty turns, twenty-five sheets: the campaign's limits stand in the catalog. A sheet written by hand is
checked against the box and the catalog like a position that could have been reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.convicted.board import Setting
from domain.games.convicted.field import DITCH, GATE, HEROES, MOAT, is_wall, section_name
from domain.games.convicted.naming import capital
from domain.games.convicted.sheet import SectionSheet, Sheet
from domain.games.convicted.stacks import gathered
from domain.kit import BadOpening, Faults
from domain.rules.catalogs.faults import Fault
from domain.rules.text import joined

WRONG = Faults("""
fallen = The fortress has fallen and the campaign is lost: no further scenario opens from this sheet.
no-scenario = The campaign has {count} scenarios; there is no scenario {scenario}.
no-turn = All {turns} turns are over before scenario {scenario}.
order = This sheet closes scenario {scenario}: it opens scenario {next}.
outcome = Only the sheet of a scenario that has ended and was survived opens the next.
turn = Scenario {scenario} ends with turn {last}.
sheets = The box holds {count} save sheets: none is left to write this scenario down on.
seats = The sheet names a hero for each of {players}, and one of them as first player.
heroes = Each of the {count} heroes has one card.
pieces = {count} of a component that has {limit}.
stranger = {id} is not in the catalog.
technologies = Each technology has one card.
building = The {building} has {top} levels.
level = There is no level {level} of {section}.
resistance = The resistance of {section} lies between 1 and its level {level} (0 for the barrier); only N has a gate.
capacity = The capacity of {section} is {room} units.
wall = {section} has room for {room} siege engines, of the kinds that stand on a wall.
tower = {section} has room for {room} siege engines, of the kinds that stand on a tower.
""")  # fmt: skip
SHEET = "/options/sheet"


def check_scenario(setting: Setting) -> None:
    """Raise `BadOpening` with everything that is wrong: the first fault's pointer, all the sentences. A fallen fortress is
    reason enough."""
    wrong, sheet = [*_scenario(setting)], setting.options.sheet
    if sheet is not None:
        if sheet.outcome == "fallen":
            wrong = [WRONG.at(f"{SHEET}/outcome", "fallen")]
        else:
            wrong += [*_order(setting, sheet), *_seats(setting, sheet), *_pieces(setting, sheet)]
            wrong += (fault for section, noted in sheet.sections.items() for fault in _section(setting, section, noted))
    if wrong:
        raise BadOpening(wrong[0].pointer, joined((fault.text for fault in wrong), " "))


def _scenario(setting: Setting) -> Iterator[Fault]:
    campaign, scenario = setting.values.campaign, setting.options.scenario
    if scenario > campaign.scenarios:
        yield WRONG.at("/options/scenario", "no-scenario", count=campaign.scenarios, scenario=scenario)
    elif (scenario - 1) * campaign.turns_per_scenario >= campaign.turns:
        yield WRONG.at("/options/scenario", "no-turn", turns=campaign.turns, scenario=scenario)


def _order(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    campaign, limits = setting.values.campaign, setting.values.limits
    if sheet.scenario != setting.options.scenario - 1:
        yield WRONG.at(f"{SHEET}/scenario", "order", scenario=sheet.scenario, next=sheet.scenario + 1)
    if sheet.outcome != "survived" or sheet.siege is not None:
        yield WRONG.at(f"{SHEET}/outcome", "outcome")
    last = min(sheet.scenario * campaign.turns_per_scenario, campaign.turns)
    if sheet.turn != last:
        yield WRONG.at(f"{SHEET}/turn", "turn", scenario=sheet.scenario, last=last)
    if sheet.number >= limits.sheets:
        yield WRONG.at(f"{SHEET}/number", "sheets", count=limits.sheets)


def _seats(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    if sheet.heroes.keys() != set(setting.players) or sheet.first not in sheet.heroes:
        yield WRONG.at(f"{SHEET}/heroes", "seats", players=", ".join(setting.players))
    if len(set(sheet.heroes.values())) < len(sheet.heroes):
        yield WRONG.at(f"{SHEET}/heroes", "heroes", count=len(HEROES))


def _pieces(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    """No more of any component than the box holds, and nothing that the catalog does not know."""
    limits, ring = setting.values.limits, list(sheet.ring.values())
    units = gathered(sheet.city, *(s.units for s in sheet.sections.values()))
    engines = gathered(*(s.engines for s in sheet.sections.values()))
    standing = [s for s, noted in sheet.sections.items() if noted.level]
    for name, count, limit in (
        ("sections", sum(units.values()), limits.defenders),
        ("sections", sum(engines.values()), limits.engines),
        ("sections", len(standing), limits.fortifications),
        ("sections", len(standing) + (GATE in standing), limits.resistance),
        ("stock", sum(sheet.stock.values()), limits.resources),
        ("ring", ring.count(DITCH), limits.ditches),
        ("ring", ring.count(MOAT), limits.moats),
        ("buildings", sum(1 for level in sheet.buildings.values() if level), limits.buildings),
    ):
        if count > limit:
            yield WRONG.at(f"{SHEET}/{name}", "pieces", count=count, limit=limit)
    strangers = [u for u in units if u not in setting.troops] + [e for e in engines if e not in setting.defending]
    strangers += [t for t in sheet.technologies if t not in setting.technologies]
    yield from (WRONG.at(SHEET, "stranger", id=stranger) for stranger in strangers)
    if len(set(sheet.technologies)) < len(sheet.technologies):
        yield WRONG.at(f"{SHEET}/technologies", "technologies")
    for building, level in sheet.buildings.items():
        top = len(setting.buildings[building])
        if level > top:
            yield WRONG.at(f"{SHEET}/buildings", "building", building=setting.named(building), top=top)


def _section(setting: Setting, section: str, noted: SectionSheet) -> Iterator[Fault]:
    pointer, name = f"{SHEET}/sections/{section}", section_name(section)
    levels = setting.values.walls if is_wall(section) else setting.values.towers
    if noted.level >= len(levels):
        yield WRONG.at(pointer, "level", level=noted.level, section=name)
        return
    standing, built = noted.level > 0, levels[noted.level]
    if noted.resistance > noted.level or standing != (noted.resistance > 0) or noted.gate > (noted.level if section == GATE else 0):
        yield WRONG.at(pointer, "resistance", section=name, level=noted.level)
    if sum(noted.units.values()) > built.capacity:
        yield WRONG.at(pointer, "capacity", section=capital(name, "fr"), room=built.capacity)
    kind = "wall" if is_wall(section) else "tower"
    misplaced = [e for e in noted.engines if e in setting.defending and kind not in setting.engines[e].stands]
    if misplaced or sum(noted.engines.values()) > built.engines:
        yield WRONG.at(pointer, kind, section=capital(name), room=built.engines)
