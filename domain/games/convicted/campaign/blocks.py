"""The save sheet in words, laid out like a Feuille de Sauvegarde: fortress, city, stock, heroes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.convicted.about import OUTCOMES
from domain.games.convicted.board import Options
from domain.games.convicted.field import HERO_NAMES, SECTIONS, is_wall
from domain.games.convicted.preparation.setup import seats
from domain.games.convicted.values import RESOURCE_NAMES, Values
from domain.rules.sheet import Block, Row, Sheet, row
from domain.rules.text import Text, listed, same

_NOTHING = Text("–")
_PLAYERS = {seat.id: seat.name for seat in seats(4, Options())}


def blocks(values: Values, sheet: Sheet) -> tuple[Block, ...]:
    """The blocks of a save sheet; what it does not know by name it writes as it stands."""
    return (
        _scenario(sheet),
        Block(Text("Stock"), tuple(row(RESOURCE_NAMES[r], n) for r, n in sheet["stock"].items())),
        _city(values, sheet),
        _fortress(values, sheet),
        _ring(sheet),
    )


def _scenario(sheet: Sheet) -> Block:
    who = [(_PLAYERS.get(seat, same(seat)), HERO_NAMES[hero]) for seat, hero in sheet["heroes"].items()]
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
            row(Text("Outcome"), OUTCOMES.get(outcome, Text(str(outcome), str(outcome))) if outcome else _NOTHING),
        ),
    )


def _city(values: Values, sheet: Sheet) -> Block:
    names = {building.id: building.name for building in values.buildings}
    technologies = {technology.id: technology.name for technology in values.technologies}
    known = tuple(technologies.get(id, Text(id, id)) for id in sheet["technologies"])
    level = Text("level")
    return Block(
        Text("City"),
        (
            *(
                row(names.get(id, Text(id, id)), Text("{level} {n}", level=level, n=n) if n else _NOTHING)
                for id, n in sheet["buildings"].items()
            ),
            row(Text("Technologies"), listed(known, _NOTHING)),
            row(Text("In the city"), _counted(values, sheet["city"])),
        ),
    )


def _fortress(values: Values, sheet: Sheet) -> Block:
    there = sheet["sections"]
    return Block(Text("Fortress"), tuple(_section(values, s, there[s]) for s in SECTIONS if s in there))


def _section(values: Values, id: str, section: Sheet) -> Row:
    en = [f"level {section['level']}", f"resistance {section['resistance']}"]
    fr = [f"niveau {section['level']}", f"résistance {section['resistance']}"]
    if section["gate"]:
        en.append(f"gate {section['gate']}")
        fr.append(f"porte {section['gate']}")
    there = {**section["units"], **section["engines"]}
    if there:
        counted = _counted(values, there)
        en.append(counted.en)
        fr.append(counted.fr)
    name = Text("Wall {id}", id=id) if is_wall(id) else Text("Tower {id}", id=id)
    return Row(name, Text(", ".join(en), ", ".join(fr)))


def _counted(values: Values, there: Mapping[str, int]) -> Text:
    names = {troop.id: troop.name for troop in values.troops} | {engine.id: engine.name for engine in values.engines}
    parts = [(n, names.get(id, Text(id, id))) for id, n in there.items()]
    return listed(tuple(Text("{n} {name}", n=n, name=name) for n, name in parts), _NOTHING)


def _ring(sheet: Sheet) -> Block:
    """The ring before the walls: open ground, a ditch, a moat."""
    depth = (Text("open"), Text("ditch"), Text("moat"))
    lines = (row(Text(slot, slot), depth[n] if n < len(depth) else n) for slot, n in sheet["ring"].items())
    return Block(Text("Ditches"), tuple(lines))
