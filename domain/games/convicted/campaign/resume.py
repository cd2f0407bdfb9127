"""Whether a scenario can be opened: its number, and the save sheet it goes on from.

Ten scenarios, twenty turns, twenty-five sheets: the campaign's limits stand in the catalog. A sheet written by hand is
checked against the box and the catalog like a position that could have been reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.convicted.board import Setting
from domain.games.convicted.field import DITCH, GATE, HEROES, MOAT, SECTIONS, is_wall, section_name, sentence
from domain.games.convicted.sheet import SectionSheet, Sheet
from domain.games.convicted.stacks import gathered
from domain.rules.ruleset import BadOpening
from domain.rules.text import Text

Complaint = tuple[str, Text]


def check_scenario(setting: Setting) -> None:
    """Raise `BadOpening` with everything that is wrong: the first fault's pointer, all the sentences. A fallen fortress is
    reason enough."""
    complaints = [*_scenario(setting)]
    sheet = setting.options.sheet
    if sheet is not None:
        if sheet.outcome == "fallen":
            raise BadOpening(
                "/options/sheet/outcome",
                "The fortress has fallen and the campaign is lost: no further scenario opens from this sheet.",
                "La forteresse est tombée et la campagne est perdue : cette feuille n'ouvre plus aucun scénario.",
            )
        complaints += [*_order(setting, sheet), *_seats(setting, sheet), *_pieces(setting, sheet)]
        for section, noted in sheet.sections.items():
            complaints += _section(setting, section, noted)
    if complaints:
        pointer = complaints[0][0]
        raise BadOpening(pointer, " ".join(t.en for _, t in complaints), " ".join(t.fr for _, t in complaints))


def _scenario(setting: Setting) -> Iterator[Complaint]:
    campaign, scenario = setting.values.campaign, setting.options.scenario
    if scenario > campaign.scenarios:
        yield (
            "/options/scenario",
            Text(
                f"The campaign has {campaign.scenarios} scenarios; there is no scenario {scenario}.",
                f"La campagne compte {campaign.scenarios} scénarios ; il n'y a pas de scénario {scenario}.",
            ),
        )
    elif (scenario - 1) * campaign.turns_per_scenario >= campaign.turns:
        yield (
            "/options/scenario",
            Text(
                f"All {campaign.turns} turns are over before scenario {scenario}.",
                f"Les {campaign.turns} tours sont terminés avant le scénario {scenario}.",
            ),
        )


def _order(setting: Setting, sheet: Sheet) -> Iterator[Complaint]:
    campaign, limits = setting.values.campaign, setting.values.limits
    if sheet.scenario != setting.options.scenario - 1:
        yield (
            "/options/sheet/scenario",
            Text(
                f"This sheet closes scenario {sheet.scenario}: it opens scenario {sheet.scenario + 1}.",
                f"Cette feuille clôt le scénario {sheet.scenario} : elle ouvre le scénario {sheet.scenario + 1}.",
            ),
        )
    if sheet.outcome != "survived" or sheet.siege is not None:
        yield (
            "/options/sheet/outcome",
            Text(
                "Only the sheet of a scenario that has ended and was survived opens the next.",
                "Seule la feuille d'un scénario terminé, auquel la forteresse a survécu, ouvre le suivant.",
            ),
        )
    if sheet.turn != min(sheet.scenario * campaign.turns_per_scenario, campaign.turns):
        last = min(sheet.scenario * campaign.turns_per_scenario, campaign.turns)
        yield (
            "/options/sheet/turn",
            Text(f"Scenario {sheet.scenario} ends with turn {last}.", f"Le scénario {sheet.scenario} se termine au tour {last}."),
        )
    if sheet.number >= limits.sheets:
        yield (
            "/options/sheet/number",
            Text(
                f"The box holds {limits.sheets} save sheets: none is left to write this scenario down on.",
                f"La boîte contient {limits.sheets} Feuilles de Sauvegarde : il n'en reste pas pour noter ce scénario.",
            ),
        )


def _seats(setting: Setting, sheet: Sheet) -> Iterator[Complaint]:
    if sheet.heroes.keys() != set(setting.players) or sheet.first not in sheet.heroes:
        yield (
            "/options/sheet/heroes",
            Text(
                f"The sheet names a hero for each of {', '.join(setting.players)}, and one of them as first player.",
                f"La feuille nomme un Héros pour {', '.join(setting.players)}, et l'un d'eux comme premier joueur.",
            ),
        )
    if len(set(sheet.heroes.values())) < len(sheet.heroes):
        yield (
            "/options/sheet/heroes",
            Text(f"Each of the {len(HEROES)} heroes has one card.", f"Chacun des {len(HEROES)} Héros n'a qu'une carte."),
        )


def _pieces(setting: Setting, sheet: Sheet) -> Iterator[Complaint]:
    """No more of any component than the box holds, and nothing that the catalog does not know."""
    limits, ring = setting.values.limits, list(sheet.ring.values())
    units = gathered(sheet.city, *(s.units for s in sheet.sections.values()))
    engines = gathered(*(s.engines for s in sheet.sections.values()))
    standing = [s for s, noted in sheet.sections.items() if noted.level]
    for pointer, count, limit in (
        ("/sections", sum(units.values()), limits.defenders),
        ("/sections", sum(engines.values()), limits.engines),
        ("/sections", len(standing), limits.fortifications),
        ("/sections", len(standing) + (GATE in standing), limits.resistance),
        ("/stock", sum(sheet.stock.values()), limits.resources),
        ("/ring", ring.count(DITCH), limits.ditches),
        ("/ring", ring.count(MOAT), limits.moats),
        ("/buildings", sum(1 for level in sheet.buildings.values() if level), limits.buildings),
    ):
        if count > limit:
            yield (
                f"/options/sheet{pointer}",
                Text(f"{count} of a component that has {limit}.", f"{count} d'un composant qui en a {limit}."),
            )
    technologies = {t.id for t in setting.values.technologies}
    strangers = [u for u in units if u not in setting.troops] + [e for e in engines if not _ours(setting, e)]
    strangers += [t for t in sheet.technologies if t not in technologies]
    for stranger in strangers:
        yield "/options/sheet", Text(f"{stranger} is not in the catalog.", f"{stranger} n'est pas dans le catalogue.")
    if len(set(sheet.technologies)) < len(sheet.technologies):
        yield "/options/sheet/technologies", Text("Each technology has one card.", "Chaque technologie n'a qu'une carte.")
    for building, level in sheet.buildings.items():
        top = len(setting.buildings[building])
        if level > top:
            name = setting.named(building)
            yield (
                "/options/sheet/buildings",
                Text(f"The {name.en} has {top} levels.", f"Le bâtiment {name.fr} a {top} niveaux."),
            )


def _ours(setting: Setting, engine: str) -> bool:
    return engine in setting.engines and "defenders" in setting.engines[engine].sides


def _section(setting: Setting, section: str, noted: SectionSheet) -> Iterator[Complaint]:
    pointer, name = f"/options/sheet/sections/{section}", section_name(section)
    levels = setting.levels[next(s for s in SECTIONS if s == section)]
    if noted.level >= len(levels):
        yield (
            pointer,
            Text(f"There is no level {noted.level} of {name.en}.", f"Il n'y a pas de niveau {noted.level} pour {name.fr}."),
        )
        return
    standing = noted.level > 0
    if noted.resistance > noted.level or standing != (noted.resistance > 0) or noted.gate > (noted.level if section == GATE else 0):
        yield (
            pointer,
            Text(
                f"The resistance of {name.en} lies between 1 and its level {noted.level} (0 for the barrier); only N has a gate.",
                f"La Résistance va de 1 au niveau {noted.level} (0 pour la Barrière) : {name.fr} ; seul N a des Portes.",
            ),
        )
    if sum(noted.units.values()) > levels[noted.level].capacity:
        room = levels[noted.level].capacity
        yield pointer, Text(f"The capacity of {name.en} is {room} units.", f"{sentence(name.fr)} a une Capacité de {room} unités.")
    kind = "wall" if is_wall(section) else "tower"
    misplaced = [e for e in noted.engines if _ours(setting, e) and kind not in setting.engines[e].stands]
    if misplaced or sum(noted.engines.values()) > levels[noted.level].engines:
        room = levels[noted.level].engines
        yield (
            pointer,
            Text(
                f"{sentence(name.en)} has room for {room} siege engines, of the kinds that stand on a {kind}.",
                f"{sentence(name.fr)} peut porter {room} engins de siège, parmi ceux qui s'y installent.",
            ),
        )
