"""Spells and blessings: their levels, one use a turn, and the Sorcerer's additional spell.

In the rule text: "Le Sorcier", and the preparation's return of used markers. What a spell does stands on cards that the text
does not show: the table states it, here as enemies lost at once, or with the results of the stage it helps in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.convicted.board import Board, Stack, gathered
from domain.games.convicted.common import first_fault, present
from domain.games.convicted.facts import PowerUsed
from domain.games.convicted.field import BuildingId, Side, Zone, at_zone
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege import facts as f
from domain.games.convicted.siege.losses import EnemiesLost
from domain.games.convicted.siege.stages import in_stage
from domain.games.convicted.values import Rite
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def ready(board: Board, rites: Mapping[str, Rite], building: BuildingId, id: str) -> Verdict:
    """Whether a spell or blessing can be used: it exists, its building is high enough, its marker is unused."""
    house, rite = board.setting.named(building), rites.get(id)
    if rite is None:
        return illegal(
            "unknown-rite",
            "Marqueurs de sorts et bénédictions",
            f"The {house.en} has nothing called {id}.",
            f"{house.fr} : rien ne s'y appelle {id}.",
        )
    if rite.level > board.buildings[building]:
        return illegal(
            "building-missing",
            "Le Sorcier",
            f"{rite.name.en} is of level {rite.level}; the {house.en} is at level {board.buildings[building]}.",
            f"{rite.name.fr} est de niveau {rite.level} ; {house.fr} : niveau {board.buildings[building]}.",
        )
    if id in board.rites:
        return illegal(
            "rite-used",
            "Période de Préparation",
            f"The marker of {rite.name.en} is used until the next preparation.",
            f"Le marqueur de {rite.name.fr} est utilisé jusqu'à la prochaine Période de Préparation.",
        )
    return LEGAL


def _moment(board: Board) -> Verdict:
    """Before the assault, and in the stages that the catalog names."""
    return in_stage(board, "rites") if board.step == "assault" else LEGAL


def _judge_cast(board: Board, seat: str, action: a.Cast) -> Verdict:
    setting = board.setting
    verdict = first_fault(_moment(board), ready(board, setting.spells, "mage-tower", action.spell))
    if not verdict.legal:
        return verdict
    quota = _extra(board, seat, setting.spells[action.spell]) if action.extra else _ordinary(board)
    return quota if not quota.legal else first_fault(*_struck(board, action.losses))


def _struck(board: Board, hits: tuple[a.Hit, ...]) -> Iterator[Verdict]:
    """Whether all who are lost stand where they are said to."""
    lost: dict[tuple[Side, Zone], Stack] = {}
    for hit in hits:
        place = (hit.side, hit.zone)
        lost[place] = gathered(lost.get(place, {}), {hit.unit: hit.count})
    for (side, zone), stack in lost.items():
        yield present(board, board.zone(side, zone), stack, at_zone(side, zone))


def _ordinary(board: Board) -> Verdict:
    cast = sum(1 for rite in board.rites if rite in board.setting.spells) - ("sorcerer" in board.used)
    limit = board.setting.values.siege.spells_per_turn
    if cast < limit:
        return LEGAL
    return illegal(
        "spells-used",
        "Tour de Mage",
        f"{limit} spells can be cast a turn (a house value); only the Sorcerer casts one more.",
        f"On peut lancer {limit} sorts par tour (valeur factice) ; seul le Sorcier en lance un de plus.",
    )


def _extra(board: Board, seat: str, spell: Rite) -> Verdict:
    top = board.setting.values.powers.sorcerer_level
    if board.heroes.get(seat) != "sorcerer":
        return illegal(
            "not-your-hero",
            "Le Sorcier",
            "Only the Sorcerer casts an additional spell.",
            "Seul le Sorcier lance un sort supplémentaire.",
        )
    if "sorcerer" in board.used:
        return illegal(
            "power-used",
            "Le Sorcier",
            "The Sorcerer has cast his additional spell of this turn.",
            "Le Sorcier a déjà lancé son sort supplémentaire de ce tour.",
        )
    if spell.level > top:
        return illegal(
            "spell-level",
            "Le Sorcier",
            f"The additional spell is of level 1 to {top}; {spell.name.en} is of level {spell.level}.",
            f"Le sort supplémentaire est de niveau 1 à {top} ; {spell.name.fr} est de niveau {spell.level}.",
        )
    return LEGAL


def _cast(table: Table, seat: str, action: a.Cast, chance: Chance) -> None:
    if action.extra:
        table.tell(PowerUsed("sorcerer"))
    table.tell(f.SpellCast(action.spell))
    table.tell(*(EnemiesLost(hit.side, hit.zone, hit.unit, hit.count) for hit in action.losses))


def _judge_bless(board: Board, seat: str, action: a.Bless) -> Verdict:
    verdict = first_fault(_moment(board), ready(board, board.setting.blessings, "chapel", action.blessing))
    limit = board.setting.values.siege.blessings_per_turn
    if verdict.legal and sum(1 for rite in board.rites if rite in board.setting.blessings) >= limit:
        return illegal(
            "blessings-used",
            "Chapelle",
            f"{limit} blessings can be given a turn (a house value).",
            f"On peut donner {limit} bénédictions par tour (valeur factice).",
        )
    return verdict


def _bless(table: Table, seat: str, action: a.Bless, chance: Chance) -> None:
    table.tell(f.BlessingGiven(action.blessing))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {a.Cast: _judge_cast, a.Bless: _judge_bless}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {a.Cast: _cast, a.Bless: _bless}
