"""A blow against a fortification: what it loses, who falls with it, who falls back into the city.

In the rule text: "Construction" (resistance), the note on the Barrier (level 0, resistance 0, not to be destroyed, with a
capacity of its own) and the note on section North (a second resistance, for the gates). A fortification without resistance is
destroyed: the barrier is left, and who finds no room on it falls back (reading A-CV-16).
"""

from __future__ import annotations

from msgspec import Struct

from domain.games.convicted.board import Board, Stack, gathered
from domain.games.convicted.common import present
from domain.games.convicted.field import GATE, SectionId, at_place, section_name, sentence
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege.declarations import UnitsMoved
from domain.games.convicted.siege.losses import DefendersLost, EnginesLost, ResistanceLost, SectionDestroyed
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


class Blow(Struct, frozen=True, gc=False):
    """What the table declares against one section; `losses` may name units and siege engines."""

    section: SectionId
    damage: int
    gate: bool
    losses: Stack
    withdrawn: Stack


def _destroys(board: Board, blow: Blow) -> bool:
    section = board.sections[blow.section]
    return section.level > 0 and not blow.gate and blow.damage >= section.resistance


def judge_blow(board: Board, blow: Blow) -> Verdict:
    """Whether a blow can be as declared: nobody lost who was not there, resistance never below 0, capacity kept."""
    section, name = board.sections[blow.section], section_name(blow.section)
    if blow.gate and blow.section != GATE:
        return illegal(
            "no-gate",
            "Fortifications",
            f"The gates of the city are in section {GATE}, not in {name.en}.",
            f"Les Portes de la Ville sont dans la section {GATE} ; {name.fr} n'en a pas.",
        )
    if blow.damage and section.level == 0:
        return illegal(
            "barrier",
            "Fortifications",
            f"{sentence(name.en)} is a barrier: its resistance is 0 and it cannot be destroyed.",
            f"Ici, {name.fr} est une Barrière : sa Résistance est de 0 et elle ne peut être détruite.",
        )
    left = section.gate if blow.gate else section.resistance
    what = Text("the gates of the city", "les Portes de la Ville") if blow.gate else name
    if blow.damage > left:
        return illegal(
            "resistance",
            "Fortifications",
            f"{sentence(what.en)} can lose {left} points of resistance, not {blow.damage}.",
            f"{sentence(what.fr)} : Résistance {left} ; on ne peut en ôter {blow.damage}.",
        )
    there = gathered(section.units, section.engines)
    verdict = present(board, there, gathered(blow.losses, blow.withdrawn), at_place(blow.section))
    return verdict if not verdict.legal else _judge_withdrawal(board, blow)


def _judge_withdrawal(board: Board, blow: Blow) -> Verdict:
    section, name = board.sections[blow.section], section_name(blow.section)
    if not _destroys(board, blow):
        if not blow.withdrawn:
            return LEGAL
        return illegal(
            "still-standing",
            "Capacité",
            f"{sentence(name.en)} still stands: nobody has to fall back into the city.",
            f"{sentence(name.fr)} tient toujours : personne n'a à se replier dans la ville.",
        )
    if any(unit in board.setting.engines for unit in blow.withdrawn):
        return illegal(
            "engine-falls",
            "Fortifications (Tours)",
            "Siege engines fall with the fortification they stand on; only units fall back.",
            "Les engins de siège tombent avec la fortification qui les porte ; seules les unités se replient.",
        )
    units = gathered(section.units)
    stay = sum(units.values()) - sum(n for u, n in blow.losses.items() if u in units) - sum(blow.withdrawn.values())
    room = board.setting.levels[blow.section][0].capacity
    if stay <= room:
        return LEGAL
    return illegal(
        "capacity",
        "Capacité",
        f"{sentence(name.en)} is destroyed; the barrier holds {room} units: {stay - room} more fall back into the city.",
        f"Il ne reste qu'une Barrière de Capacité {room} ({name.fr}) : {stay - room} unités de plus se replient en ville.",
    )


def tell_blow(table: Table, blow: Blow) -> None:
    """The losses, the damage, and what falls with a fortification that is destroyed."""
    board, destroyed = table.board, _destroys(table.board, blow)
    engines = board.setting.engines
    for unit, count in blow.losses.items():
        lost = EnginesLost(blow.section, unit, count) if unit in engines else DefendersLost(blow.section, unit, count)
        table.tell(lost)
    if blow.damage:
        table.tell(ResistanceLost(blow.section, blow.damage, blow.gate))
    if destroyed:
        table.tell(*(EnginesLost(blow.section, e, n) for e, n in table.board.sections[blow.section].engines.items()))
        table.tell(*(UnitsMoved(unit, count, blow.section, "city") for unit, count in blow.withdrawn.items()))
        table.tell(SectionDestroyed(blow.section))
