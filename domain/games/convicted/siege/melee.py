"""The melee phase and the loyalty phase: squads against defenders and walls, the way into the city, deserters.

In the rule text: "Escouade", "Unités de Mêlée", "Zone d'Assaut" (the aim is the city), the structure's stages 9 to 14. Who falls
is stated by the table; who can fall, and who can get in, is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted.board import Board
from domain.games.convicted.common import bands, first_fault, present
from domain.games.convicted.field import GATE, SectionId, at_place, at_zone, section_name
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege.damage import Blow, judge_blow, tell_blow
from domain.games.convicted.siege.declarations import EnemiesEntered, SquadBattered, SquadFought, attacked
from domain.games.convicted.siege.fire import squad_losses
from domain.games.convicted.siege.losses import DefendersLost, EnemiesLost, SquadLost
from domain.games.convicted.siege.stages import in_stage
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def strength(board: Board, section: SectionId, number: int) -> tuple[int, int]:
    """What a squad attacks with: its assault unit's strength (1 less for a flying one before hoardings) and its supports'."""
    squad = board.sections[section].squads[number]
    leader = board.setting.foes[squad.leader]
    shields = board.level(section).shields if leader.flying else 0
    support = sum(board.setting.foes[unit].support * count for unit, count in squad.units.items()) - leader.support
    return max(0, leader.strength - shields), support


def _fresh(board: Board, section: SectionId, squad: int) -> Verdict:
    """Whether a squad has not attacked yet in this stage, neither the defenders nor the fortification."""
    if not board.declared.get(attacked(section, squad)):
        return LEGAL
    return illegal(
        "has-attacked",
        "Phase de Mêlée",
        f"Squad {squad} before {section} has attacked in this stage: a squad attacks once a stage, the defenders or the walls.",
        f"L'escouade {squad} devant {section} a déjà attaqué à ce stade : une fois par stade, les défenseurs ou les murs.",
    )


def _judge_fight(board: Board, seat: str, action: a.Fight) -> Verdict:
    return first_fault(
        in_stage(board, "fights"),
        squad_losses(board, action.section, action.squad, bands(action.enemies_lost)),
        _fresh(board, action.section, action.squad),
        present(board, board.sections[action.section].units, bands(action.losses), at_place(action.section)),
    )


def _fight(table: Table, seat: str, action: a.Fight, chance: Chance) -> None:
    led, supported = strength(table.board, action.section, action.squad)
    table.tell(SquadFought(action.section, action.squad, led, supported))
    table.tell(*(SquadLost(action.section, action.squad, unit, count) for unit, count in bands(action.enemies_lost).items()))
    table.tell(*(DefendersLost(action.section, unit, count) for unit, count in bands(action.losses).items()))


def _blow(action: a.Batter) -> Blow:
    return Blow(action.section, action.damage, action.gate, {}, bands(action.withdrawn))


def _judge_batter(board: Board, seat: str, action: a.Batter) -> Verdict:
    verdict = first_fault(
        in_stage(board, "batter"),
        squad_losses(board, action.section, action.squad, {}),
        _fresh(board, action.section, action.squad),
    )
    if not verdict.legal:
        return verdict
    squad = board.sections[action.section].squads[action.squad]
    if all(board.setting.foes[unit].fire for unit in squad.units):
        return illegal(
            "no-melee",
            "Unités de Mêlée",
            "Melee units attack the walls; this squad has none left.",
            "Ce sont les Unités de Mêlée qui attaquent les Murs ; cette escouade n'en a plus.",
        )
    return judge_blow(board, _blow(action))


def _batter(table: Table, seat: str, action: a.Batter, chance: Chance) -> None:
    table.tell(SquadBattered(action.section, action.squad))
    tell_blow(table, _blow(action))


def open_to(board: Board, section: SectionId) -> bool:
    """Whether enemies can get past a section: nobody defends it any more, or its gates are broken (A-CV-17)."""
    what = board.sections[section]
    return not what.units or (section == GATE and what.level > 0 and what.gate == 0)


def _judge_enter(board: Board, seat: str, action: a.Enter) -> Verdict:
    verdict = first_fault(
        in_stage(board, "entry"),
        squad_losses(board, action.section, action.squad, bands(action.troops)),
    )
    if not verdict.legal or open_to(board, action.section):
        return verdict
    name, units = section_name(action.section), sum(board.sections[action.section].units.values())
    return illegal(
        "defended",
        "Zone d'Assaut",
        f"{units} units still defend {name.en}: nobody gets into the city over it.",
        f"Défenseurs encore en place : {units} ({name.fr}) ; personne n'entre par là dans la Ville.",
    )


def _enter(table: Table, seat: str, action: a.Enter, chance: Chance) -> None:
    table.tell(*(EnemiesEntered(action.section, action.squad, u, n) for u, n in bands(action.troops).items()))


def _judge_desert(board: Board, seat: str, action: a.Desert) -> Verdict:
    there = board.zone(action.side, action.zone)
    return first_fault(in_stage(board, "desertion"), present(board, there, bands(action.troops), at_zone(action.side, action.zone)))


def _desert(table: Table, seat: str, action: a.Desert, chance: Chance) -> None:
    table.tell(*(EnemiesLost(action.side, action.zone, unit, count) for unit, count in bands(action.troops).items()))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Fight: _judge_fight,
    a.Batter: _judge_batter,
    a.Enter: _judge_enter,
    a.Desert: _judge_desert,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Fight: _fight,
    a.Batter: _batter,
    a.Enter: _enter,
    a.Desert: _desert,
}
