"""The save sheet (Feuille de Sauvegarde), with which a scenario continues the one before: made from
a position, used to open a scenario, and worded for people.

A sheet can be made at any position. It contains everything that the preparation of a turn does not
reset, so that a scenario continues as if the game had never been put away. What the next
preparation clears (enemies, their morale, action markers, used spells, blessings and hero powers,
who defends what) is shown in `siege` for information only.

The limits of a campaign, such as ten scenarios, twenty turns and twenty-five sheets, are in the
catalog. A sheet written by hand is checked against the pieces in the box and the catalog, as a
position would be."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.faults import Fault
from domain.kernel.text import joined, listed, same
from domain.titles.contract.sheet import Block, Row, row
from domain.titles.convicted.about import OUTCOMES
from domain.titles.convicted.board import Board, SectionSheet, Setting, Sheet, SiegeSheet
from domain.titles.convicted.field import (
    DITCH,
    GATE,
    HERO_NAMES,
    HEROES,
    MOAT,
    RESOURCES,
    SECTIONS,
    is_wall,
    section_name,
)
from domain.titles.convicted.values import RESOURCE_NAMES, Values, summed
from domain.titles.convicted.words import capital
from domain.titles.kit import BadOpening, Sentences, Text

# -- read off a position ---------------------------------------------------------------------------


def sheet_of(board: Board) -> Sheet:
    """The save sheet of a position."""
    done = bool(board.ending)
    return Sheet(
        number=board.sheets + (0 if done and board.ending != "fallen" else 1),
        scenario=board.scenario,
        turn=board.turn,
        first=board.first,
        heroes=board.heroes,
        stock={r: board.stock.of(r) for r in RESOURCES},
        sections={
            s: SectionSheet(x.level, x.resistance, x.gate, x.units, x.engines)
            for s, x in board.sections.items()
        },
        ring=board.ring,
        buildings=board.buildings,
        technologies=board.technologies,
        city=board.city,
        outcome=board.ending or None,
        siege=None if done else _siege_sheet(board),
    )


def _siege_sheet(board: Board) -> SiegeSheet:
    return SiegeSheet(
        step=board.step,
        round=board.round,
        stage=board.stage,
        morale=board.morale,
        enemies=board.enemies(),
        markers=board.markers,
        rites_used=board.rites,
        powers_used=board.used,
    )


# -- opened from -----------------------------------------------------------------------------------

WRONG = Sentences("""
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
    """Raise `BadOpening` if the scenario cannot be opened: with all faults of scenario and sheet,
    and the JSON pointer of the first. If the sheet's fortress has fallen, that is its only
    fault."""
    wrong, sheet = [*_scenario_faults(setting)], setting.options.sheet
    if sheet is not None:
        if sheet.outcome == "fallen":
            wrong = [WRONG.at(f"{SHEET}/outcome", "fallen")]
        else:
            wrong += [
                *_order_faults(setting, sheet),
                *_seat_faults(setting, sheet),
                *_piece_faults(setting, sheet),
            ]
            wrong += (
                fault
                for section, noted in sheet.sections.items()
                for fault in _section_faults(setting, section, noted)
            )
    if wrong:
        raise BadOpening(wrong[0].pointer, joined((fault.text for fault in wrong), " "))


def _scenario_faults(setting: Setting) -> Iterator[Fault]:
    campaign, scenario = setting.values.campaign, setting.options.scenario
    if scenario > campaign.scenarios:
        yield WRONG.at(
            "/options/scenario", "no-scenario", count=campaign.scenarios, scenario=scenario
        )
    elif (scenario - 1) * campaign.turns_per_scenario >= campaign.turns:
        yield WRONG.at("/options/scenario", "no-turn", turns=campaign.turns, scenario=scenario)


def _order_faults(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    campaign, limits = setting.values.campaign, setting.values.limits
    if sheet.scenario != setting.options.scenario - 1:
        yield WRONG.at(
            f"{SHEET}/scenario", "order", scenario=sheet.scenario, next=sheet.scenario + 1
        )
    if sheet.outcome != "survived" or sheet.siege is not None:
        yield WRONG.at(f"{SHEET}/outcome", "outcome")
    last = min(sheet.scenario * campaign.turns_per_scenario, campaign.turns)
    if sheet.turn != last:
        yield WRONG.at(f"{SHEET}/turn", "turn", scenario=sheet.scenario, last=last)
    if sheet.number >= limits.sheets:
        yield WRONG.at(f"{SHEET}/number", "sheets", count=limits.sheets)


def _seat_faults(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    if sheet.heroes.keys() != set(setting.players) or sheet.first not in sheet.heroes:
        yield WRONG.at(f"{SHEET}/heroes", "seats", players=", ".join(setting.players))
    if len(set(sheet.heroes.values())) < len(sheet.heroes):
        yield WRONG.at(f"{SHEET}/heroes", "heroes", count=len(HEROES))


def _piece_faults(setting: Setting, sheet: Sheet) -> Iterator[Fault]:
    limits, ring = setting.values.limits, list(sheet.ring.values())
    units = summed(sheet.city, *(s.units for s in sheet.sections.values()))
    engines = summed(*(s.engines for s in sheet.sections.values()))
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
    strangers = [u for u in units if u not in setting.troops] + [
        e for e in engines if e not in setting.defending
    ]
    strangers += [t for t in sheet.technologies if t not in setting.technologies]
    yield from (WRONG.at(SHEET, "stranger", id=stranger) for stranger in strangers)
    if len(set(sheet.technologies)) < len(sheet.technologies):
        yield WRONG.at(f"{SHEET}/technologies", "technologies")
    for building, level in sheet.buildings.items():
        top = len(setting.buildings[building])
        if level > top:
            yield WRONG.at(
                f"{SHEET}/buildings", "building", building=setting.named(building), top=top
            )


def _section_faults(setting: Setting, section: str, noted: SectionSheet) -> Iterator[Fault]:
    pointer, name = f"{SHEET}/sections/{section}", section_name(section)
    levels = setting.values.walls if is_wall(section) else setting.values.towers
    if noted.level >= len(levels):
        yield WRONG.at(pointer, "level", level=noted.level, section=name)
        return
    standing, built = noted.level > 0, levels[noted.level]
    if (
        noted.resistance > noted.level
        or standing != (noted.resistance > 0)
        or noted.gate > (noted.level if section == GATE else 0)
    ):
        yield WRONG.at(pointer, "resistance", section=name, level=noted.level)
    if sum(noted.units.values()) > built.capacity:
        yield WRONG.at(pointer, "capacity", section=capital(name, "fr"), room=built.capacity)
    kind = "wall" if is_wall(section) else "tower"
    misplaced = [
        e for e in noted.engines if e in setting.defending and kind not in setting.engines[e].stands
    ]
    if misplaced or sum(noted.engines.values()) > built.engines:
        yield WRONG.at(pointer, kind, section=capital(name), room=built.engines)


# -- as people read and print it -------------------------------------------------------------------

_NOTHING = Text("–")
_PLAYERS = {f"p{n}": Text("Player {n}", n=n) for n in range(1, 5)}


def blocks(values: Values, sheet: dict[str, Any]) -> tuple[Block, ...]:
    return (
        _scenario_block(sheet),
        Block(Text("Stock"), tuple(row(RESOURCE_NAMES[r], n) for r, n in sheet["stock"].items())),
        _city_block(values, sheet),
        _fortress_block(values, sheet),
        _ring_block(sheet),
    )


def _scenario_block(sheet: dict[str, Any]) -> Block:
    who = [
        (_PLAYERS.get(seat, same(seat)), HERO_NAMES[hero]) for seat, hero in sheet["heroes"].items()
    ]
    heroes = [Text("{seat}: {hero}", seat=seat, hero=hero) for seat, hero in who]
    outcome = sheet["outcome"]
    return Block(
        Text("Scenario"),
        (
            row(Text("Sheet"), sheet["number"]),
            row(Text("Scenario"), sheet["scenario"]),
            row(Text("Turn"), sheet["turn"]),
            row(Text("First player"), _PLAYERS.get(sheet["first"], same(sheet["first"]))),
            row(Text("Heroes"), listed(tuple(heroes), _NOTHING)),
            row(
                Text("Outcome"),
                OUTCOMES.get(outcome, Text(str(outcome), str(outcome))) if outcome else _NOTHING,
            ),
        ),
    )


def _city_block(values: Values, sheet: dict[str, Any]) -> Block:
    names = {building.id: building.name for building in values.buildings}
    technologies = {technology.id: technology.name for technology in values.technologies}
    known = tuple(technologies.get(id, Text(id, id)) for id in sheet["technologies"])
    level = Text("level")
    return Block(
        Text("City"),
        (
            *(
                row(
                    names.get(id, Text(id, id)),
                    Text("{level} {n}", level=level, n=n) if n else _NOTHING,
                )
                for id, n in sheet["buildings"].items()
            ),
            row(Text("Technologies"), listed(known, _NOTHING)),
            row(Text("In the city"), _pieces_text(values, sheet["city"])),
        ),
    )


def _fortress_block(values: Values, sheet: dict[str, Any]) -> Block:
    there = sheet["sections"]
    return Block(
        Text("Fortress"), tuple(_section_row(values, s, there[s]) for s in SECTIONS if s in there)
    )


def _section_row(values: Values, id: str, section: dict[str, Any]) -> Row:
    there = {**section["units"], **section["engines"]}
    parts = [
        Text("level {level}", level=section["level"]),
        Text("resistance {points}", points=section["resistance"]),
    ]
    parts += [Text("gate {points}", points=section["gate"])] if section["gate"] else []
    parts += [_pieces_text(values, there)] if there else []
    return Row(
        Text("Wall {id}", id=id) if is_wall(id) else Text("Tower {id}", id=id), joined(parts)
    )


def _pieces_text(values: Values, there: Mapping[str, int]) -> Text:
    names = {troop.id: troop.name for troop in values.troops} | {
        engine.id: engine.name for engine in values.engines
    }
    parts = [(n, names.get(id, Text(id, id))) for id, n in there.items()]
    return listed(tuple(Text("{n} {name}", n=n, name=name) for n, name in parts), _NOTHING)


def _ring_block(sheet: dict[str, Any]) -> Block:
    depth = (Text.pgettext("convicted", "open"), Text("ditch"), Text("moat"))
    lines = (
        row(Text(slot, slot), depth[n] if n < len(depth) else n)
        for slot, n in sheet["ring"].items()
    )
    return Block(Text("Ditches"), tuple(lines))
