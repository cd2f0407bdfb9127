"""The board of The Convicted as plain data for pages, sentences on the state of the siege, the
number of pieces, and gauges for analysts. Nothing in this game is hidden."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from domain.titles.contract.series import Gauge
from domain.titles.contract.types import Audience
from domain.titles.convicted.board import Board, Front, developed_resources
from domain.titles.convicted.facts import MoraleSet, StageOpened
from domain.titles.convicted.field import (
    DITCH,
    GATE,
    MOAT,
    PERIODS,
    SECTIONS,
    SIDES,
    SectionId,
    is_wall,
    phase_of,
    section_name,
)
from domain.titles.convicted.turn import to_act
from domain.titles.convicted.values import RESOURCE_NAMES, summed
from domain.titles.convicted.words import NOBODY, capital
from domain.titles.kit import Sentences, Text

RING = ("bare", "ditch", "moat")


def view(board: Board, audience: Audience) -> dict[str, Any]:
    return {
        "scenario": board.scenario,
        "turn": board.turn,
        "turns": board.setting.values.campaign.turns,
        "period": PERIODS[board.step][0],
        "step": board.step,
        "round": board.round,
        "stage": board.stage,
        "phase": phase_of(board.stage)[0] if board.stage else "",
        "first": board.first,
        "to_act": to_act(board),
        "heroes": board.heroes,
        "markers": board.markers,
        "counter": board.counter,
        "stock": _stock_counts(board),
        "available": developed_resources(board),
        "sections": {section: _section(board, section) for section in board.sections},
        "city": board.city,
        "ring": {slot: RING[what] for slot, what in board.ring.items()},
        "buildings": board.buildings,
        "technologies": board.technologies,
        "technology_deck": board.box["technologies"],
        "rites_used": board.rites,
        "powers_used": board.used,
        "preached": board.preached,
        "fronts": {side: _front(front) for side, front in board.fronts.items()},
        "inside": board.inside,
        "morale": board.morale if board.morale >= 0 else None,
        "slain": board.slain,
        "box": board.box,
        "survived": board.survived,
        "sheets": board.sheets,
        "ending": board.ending,
        "house_values": board.setting.house_values,
    }


def _stock_counts(board: Board) -> dict[str, int]:
    stock = board.stock
    return {"wood": stock.wood, "stone": stock.stone, "iron": stock.iron, "gold": stock.gold}


def _section(board: Board, section: SectionId) -> dict[str, Any]:
    what, level = board.sections[section], board.fortification(section)
    shown: dict[str, Any] = {
        "kind": "wall" if is_wall(section) else "tower",
        "name": {"en": level.name.en, "fr": level.name.fr},
        "level": what.level,
        "resistance": what.resistance,
        "capacity": level.capacity,
        "units": what.units,
        "engines": what.engines,
        "engine_places": level.engines,
        "reach": level.reach,
        "shields": level.shields,
        "fire": level.fire,
        "pour": level.pour,
        "squads": [{"side": s.side, "leader": s.leader, "units": s.units} for s in what.squads],
        "defender": what.seat,
    }
    if section == GATE:
        shown["gate"] = what.gate
    return shown


def _front(front: Front) -> dict[str, Any]:
    return {
        "people": front.people,
        "deployed": front.deployed,
        "deployment": front.deployment,
        "held": front.held,
        "assault": front.assault,
    }


def census(board: Board) -> Mapping[str, int]:
    """The number of each component, on the board and in the box. Equal at all positions of a
    game."""
    engines = board.setting.engines
    ours = summed(board.city, *(s.units for s in board.sections.values()))
    installed = sum(sum(s.engines.values()) for s in board.sections.values())
    theirs = board.enemies()
    attacking = sum(n for unit, n in theirs.items() if unit in engines)
    standing = [s for s, section in board.sections.items() if section.level]
    box, ring = board.box, list(board.ring.values())
    return {
        "buildings": box["buildings"] + sum(1 for level in board.buildings.values() if level),
        "fortifications": box["fortifications"] + len(standing),
        "resistance": box["resistance"] + len(standing) + (GATE in standing),
        "ditches": box["ditches"] + ring.count(DITCH),
        "moats": box["moats"] + ring.count(MOAT),
        "defenders": box["defenders"] + sum(ours.values()),
        "enemies": box["enemies"] + sum(theirs.values()) - attacking,
        "resources": box["resources"] + board.stock.total,
        "engines": box["engines"] + installed + attacking,
        "actions": box["actions"] + board.counter + sum(board.markers.values()),
        "technologies": box["technologies"] + len(board.technologies),
        "sheets": box["sheets"] + board.sheets,
    }


TOGETHER = "p1"
"""The seat under which numbers are written that all players share."""


_RESISTANCE, _MORALE, _SLAIN = (
    Text("Resistance of walls and towers"),
    Text("Morale"),
    Text("Enemies slain"),
)


@cache
def _stock_names() -> dict[str, Text]:
    return {id: Text(name.en.capitalize(), name.fr) for id, name in RESOURCE_NAMES.items()}


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    names = _stock_names()
    resistance = sum([section.resistance for section in board.sections.values()])
    return (
        *[Gauge(id, names[id], {TOGETHER: count}) for id, count in _stock_counts(board).items()],
        Gauge("resistance", _RESISTANCE, {TOGETHER: resistance}),
        Gauge("morale", _MORALE, {TOGETHER: board.morale} if board.morale >= 0 else {}),
        Gauge("slain", _SLAIN, {TOGETHER: board.slain}),
    )


SAID = Sentences("""
section = {section}: {squads:squad|squads} ({enemies}) against {ours}; resistance {resistance}.
gates = {resistance}, gates {gate}
side = Side {side}: {near} in the assault zone, {far} in the deployment zone.
city = In the city: {inside:enemy|enemies} against {ours}.
defenders = {count:defender|defenders}
""")  # fmt: skip


def combat_sentences(board: Board) -> tuple[Text, ...]:
    """Sentences on the state of the siege; empty outside assault and pillage."""
    if board.step == "assault":
        state = (
            StageOpened(board.round, board.stage).say(board),
            MoraleSet(board.morale).say(board),
        )
        return (
            *state,
            *(tuple(_section_sentences(board)) or tuple(_side_sentences(board))),
            *_city_sentences(board),
        )
    return tuple(_city_sentences(board)) if board.step == "pillage" else ()


def _section_sentences(board: Board) -> Iterator[Text]:
    for id in SECTIONS:
        section = board.sections[id]
        if section.squads:
            yield SAID(
                "section",
                section=capital(section_name(id)),
                squads=len(section.squads),
                enemies=sum(sum(squad.units.values()) for squad in section.squads),
                ours=_defenders_text(section.units),
                resistance=SAID("gates", resistance=section.resistance, gate=section.gate)
                if id == GATE
                else section.resistance,
            )


def _side_sentences(board: Board) -> Iterator[Text]:
    for side in SIDES:
        far, near = (
            sum(there.values())
            for there in (board.fronts[side].deployment, board.fronts[side].assault)
        )
        if far or near:
            yield SAID("side", side=side, near=near, far=far)


def _city_sentences(board: Board) -> Iterator[Text]:
    if inside := sum(board.inside.values()):
        yield SAID("city", inside=inside, ours=_defenders_text(board.city))


def _defenders_text(units: dict[str, int]) -> Text:
    return SAID("defenders", count=sum(units.values())) if units else NOBODY
