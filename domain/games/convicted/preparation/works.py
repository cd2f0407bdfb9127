"""Construction: fortifications, ditches and moats, and their repair.

In the rule text: "Construction", "Fortifications", "Douves et Fossés", "Réparation des Fortifications".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted import actions as a
from domain.games.convicted import facts as f
from domain.games.convicted.board import Board
from domain.games.convicted.common import first_fault, in_box, marker, opened, payable
from domain.games.convicted.field import DITCH, GATE, MOAT, is_wall, section_name, sentence
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.values import Goods
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


def pay(table: Table, seat: str, cost: Goods) -> None:
    """Put a marker on the action counter and discard what the action costs."""
    table.tell(f.MarkerSpent(seat))
    discard(table, cost)


def discard(table: Table, cost: Goods) -> None:
    """Discard resources, if there are any to discard."""
    if cost.total:
        table.tell(f.Spent(cost))


def _judge_fortify(board: Board, seat: str, action: a.Fortify) -> Verdict:
    levels, section = board.setting.levels[action.section], board.sections[action.section]
    name, top = section_name(action.section), len(levels) - 1
    if section.level == top or action.level > top:
        return illegal(
            "top-level",
            "Fortifications",
            f"Level {top} is the highest of {name.en}; there is no level {top + 1}.",
            f"{sentence(name.fr)} : le niveau {top} est le plus haut, il n'y a pas de niveau {top + 1}.",
        )
    if action.level != section.level + 1:
        return illegal(
            "one-level",
            "Construction",
            f"One action raises a section by one level: {name.en} is at level {section.level}, the next is {section.level + 1}.",
            f"Une Action améliore une section d'un seul niveau : {name.fr} en est au niveau {section.level}.",
        )
    key = f"{'wall' if is_wall(action.section) else 'tower'}-{action.level}"
    built = levels[action.level]
    fresh = section.level == 0
    return first_fault(
        marker(board, seat),
        opened(board, key, built.name),
        payable(board, built.cost),
        in_box(board, "fortifications") if fresh else LEGAL,
        in_box(board, "resistance", 2 if action.section == GATE else 1) if fresh else LEGAL,
    )


def _fortify(table: Table, seat: str, action: a.Fortify, chance: Chance) -> None:
    pay(table, seat, table.board.setting.levels[action.section][action.level].cost)
    table.tell(f.FortificationRaised(action.section, action.level))


def _judge_dig(board: Board, seat: str, action: a.Dig) -> Verdict:
    if board.ring[action.slot]:
        return illegal(
            "slot-taken",
            "Douves et Fossés",
            f"Slot {action.slot} has a ditch or moat already.",
            f"L'emplacement {action.slot} a déjà un fossé ou une douve.",
        )
    return first_fault(marker(board, seat), payable(board, board.setting.values.works.ditch), in_box(board, "ditches"))


def _dig(table: Table, seat: str, action: a.Dig, chance: Chance) -> None:
    pay(table, seat, table.board.setting.values.works.ditch)
    table.tell(f.DitchDug(action.slot))


def _judge_flood(board: Board, seat: str, action: a.Flood) -> Verdict:
    what = board.ring[action.slot]
    if what == MOAT:
        return illegal(
            "moat-already",
            "Douves et Fossés",
            f"Slot {action.slot} is a moat already.",
            f"L'emplacement {action.slot} est déjà une douve.",
        )
    if what != DITCH:
        return illegal(
            "no-ditch",
            "Douves et Fossés",
            f"A moat is an improved ditch: dig one in slot {action.slot} first.",
            f"Une douve est un fossé amélioré : creusez-en d'abord un à l'emplacement {action.slot}.",
        )
    return first_fault(
        marker(board, seat),
        opened(board, "moat", Text("A moat", "Une douve")),
        payable(board, board.setting.values.works.moat),
        in_box(board, "moats"),
    )


def _flood(table: Table, seat: str, action: a.Flood, chance: Chance) -> None:
    pay(table, seat, table.board.setting.values.works.moat)
    table.tell(f.MoatFlooded(action.slot))


def _judge_repair(board: Board, seat: str, action: a.Repair) -> Verdict:
    section, name = board.sections[action.section], section_name(action.section)
    if action.gate and action.section != GATE:
        return illegal(
            "no-gate",
            "Fortifications",
            f"The gates of the city are in section {GATE}, not in {name.en}.",
            f"Les Portes de la Ville sont dans la section {GATE} ; {name.fr} n'en a pas.",
        )
    missing = section.level - (section.gate if action.gate else section.resistance)
    if action.points > missing:
        return illegal(
            "not-damaged",
            "Réparation des Fortifications",
            f"{sentence(name.en)} lacks {missing} points of resistance (its level is {section.level}), not {action.points}.",
            f"{sentence(name.fr)} a perdu {missing} points de Résistance (niveau {section.level}), pas {action.points}.",
        )
    return payable(board, board.setting.values.works.repair.times(action.points))


def _repair(table: Table, seat: str, action: a.Repair, chance: Chance) -> None:
    discard(table, table.board.setting.values.works.repair.times(action.points))
    table.tell(f.Repaired(action.section, action.points, action.gate))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Fortify: _judge_fortify,
    a.Dig: _judge_dig,
    a.Flood: _judge_flood,
    a.Repair: _judge_repair,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Fortify: _fortify,
    a.Dig: _dig,
    a.Flood: _flood,
    a.Repair: _repair,
}
