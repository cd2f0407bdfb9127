"""Shooting: the fire phase, the siege engine phase, and what is poured from the walls.

In the rule text: "Fortifications (Murs)", "Fortifications (Tours)", "Unités de Tir", "Engins de Siège". Firing lines and
modifiers are the text's; how many fall is stated by the table and checked against who stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted.board import Board, Stack
from domain.games.convicted.common import bands, first_fault, own_section, present
from domain.games.convicted.field import SIDES_OF, SectionId, Side, Zone, at_place, at_zone, is_wall, section_name, sentence
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege.damage import Blow, judge_blow, tell_blow
from domain.games.convicted.siege.declarations import Bombarded, EnemyVolleyFired, Poured, VolleyFired
from domain.games.convicted.siege.losses import DefendersLost, EnemiesLost, SquadLost
from domain.games.convicted.siege.stages import in_stage
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


def facing(section: SectionId, side: Side) -> Verdict:
    """Whether a section and a side's zones face each other: a wall its own side, a tower the two at its corner."""
    if side in SIDES_OF[section]:
        return LEGAL
    name, sides = section_name(section), " + ".join(SIDES_OF[section])
    return illegal(
        "not-facing",
        "Zones du champ de bataille",
        f"{sentence(name.en)} faces {sides}, not {side}.",
        f"{sentence(name.fr)} fait face à {sides}, pas à {side}.",
    )


def firing_line(board: Board, section: SectionId, side: Side, zone: Zone) -> Verdict:
    """Whether a section reaches a zone: walls and barriers never the deployment zone (A-CV-6)."""
    verdict = facing(section, side)
    if not verdict.legal or zone in board.level(section).reach:
        return verdict
    name, what = section_name(section), board.level(section).name
    return illegal(
        "out-of-reach",
        "Fortifications (Murs)" if is_wall(section) else "Fortifications (Tours)",
        f"From {name.en} ({what.en}) one shoots into the assault zone only, not into the deployment zone.",
        f"Depuis {name.fr} ({what.fr}), on ne tire que vers la Zone d'Assaut, pas vers celle de Déploiement.",
    )


def _fresh(board: Board, key: str, kind: str, there: int, count: int, where: Text) -> Verdict:
    """Whether so many stand there who have not shot in this stage."""
    shot = board.declared.get(key, 0)
    if shot + count <= there:
        return LEGAL
    name = board.setting.named(kind)
    return illegal(
        "not-there",
        "Phase de Tir",
        f"{sentence(name.en)} {where.en}: {there}, of whom {shot} have shot in this stage; {count} more cannot.",
        f"{sentence(name.fr)} {where.fr} : {there}, dont {shot} ont tiré à ce stade ; {count} de plus ne le peuvent pas.",
    )


def _no_fire(board: Board, unit: str) -> Verdict:
    name = board.setting.named(unit)
    return illegal(
        "no-fire-power",
        "Unités de Tir",
        f"{sentence(name.en)}: no fire power, so it cannot shoot.",
        f"{sentence(name.fr)} : aucune Puissance de Feu, donc pas de tir.",
    )


def power(board: Board, section: SectionId, weapon: str) -> int:
    """One shooter's fire power on a section: ranged units gain by the tower's level and by the Heretic."""
    troop = board.setting.troops.get(weapon)
    if troop is None:
        return board.setting.engines[weapon].fire or 0
    preached = board.setting.values.powers.heretic_fire if board.preached == section else 0
    return (troop.fire or 0) + board.level(section).fire + preached


def enemy_power(board: Board, section: SectionId, unit: str, count: int) -> int:
    """Enemy fire power against a section: hoardings take 1 from each unit, or from the group (option `hoardings`)."""
    fire, shields = board.setting.foes[unit].fire or 0, board.level(section).shields
    if board.setting.options.hoardings == "group":
        return max(0, fire * count - shields)
    return max(0, fire - shields) * count


def _judge_shoot(board: Board, seat: str, action: a.Shoot) -> Verdict:
    setting = board.setting
    engine, troop = setting.engines.get(action.weapon), setting.troops.get(action.weapon)
    verdict = in_stage(board, "engines" if engine else "volleys")
    if not verdict.legal:
        return verdict
    if not (engine and engine.fire and not engine.pours) and not (troop and troop.fire):
        return _no_fire(board, action.weapon)
    section = board.sections[action.section]
    there = (section.engines if engine else section.units).get(action.weapon, 0)
    lost = bands(action.losses)
    verdict = first_fault(
        own_section(board, seat, action.section),
        firing_line(board, action.section, action.side, action.zone),
        _fresh(board, f"{action.section}/{action.weapon}", action.weapon, there, action.count, at_place(action.section)),
        present(board, board.zone(action.side, action.zone), lost, at_zone(action.side, action.zone)),
    )
    killed = sum(lost.values())
    if verdict.legal and engine and killed > action.count * engine.kills:
        most = action.count * engine.kills
        return illegal(
            "too-many-kills",
            "Phase des Engins de Siège",
            f"Siege engines shooting: {action.count}; they destroy at most as many targets ({most}), not {killed}.",
            f"Engins de siège qui tirent : {action.count} ; cibles détruites : au plus {most}, pas {killed}.",
        )
    return verdict


def _shoot(table: Table, seat: str, action: a.Shoot, chance: Chance) -> None:
    total = power(table.board, action.section, action.weapon) * action.count
    table.tell(VolleyFired(action.section, action.weapon, action.count, action.side, action.zone, total))
    table.tell(*(EnemiesLost(action.side, action.zone, unit, count) for unit, count in bands(action.losses).items()))


def _judge_enemy_shoot(board: Board, seat: str, action: a.EnemyShoot) -> Verdict:
    verdict = in_stage(board, "enemy-volleys")
    if not verdict.legal:
        return verdict
    foe = board.setting.foes.get(action.unit)
    if foe is None or not foe.fire:
        return _no_fire(board, action.unit)
    there = board.zone(action.side, action.zone).get(action.unit, 0)
    key = f"{action.side}/{action.zone}/{action.unit}"
    return first_fault(
        facing(action.section, action.side),
        _fresh(board, key, action.unit, there, action.count, at_zone(action.side, action.zone)),
        present(board, board.sections[action.section].units, bands(action.losses), at_place(action.section)),
    )


def _enemy_shoot(table: Table, seat: str, action: a.EnemyShoot, chance: Chance) -> None:
    total = enemy_power(table.board, action.section, action.unit, action.count)
    table.tell(EnemyVolleyFired(action.side, action.zone, action.unit, action.count, action.section, total))
    table.tell(*(DefendersLost(action.section, unit, count) for unit, count in bands(action.losses).items()))


def _judge_bombard(board: Board, seat: str, action: a.Bombard) -> Verdict:
    verdict = in_stage(board, "enemy-engines")
    if not verdict.legal:
        return verdict
    engine = board.setting.engines.get(action.engine)
    if engine is None or not (engine.fire or board.setting.version == 1):
        return _no_fire(board, action.engine)
    there = board.zone(action.side, action.zone).get(action.engine, 0)
    key = f"{action.side}/{action.zone}/{action.engine}"
    return first_fault(
        facing(action.section, action.side),
        _fresh(board, key, action.engine, there, action.count, at_zone(action.side, action.zone)),
        judge_blow(board, _blow(action)),
    )


def _blow(action: a.Bombard) -> Blow:
    return Blow(action.section, action.damage, action.gate, bands(action.losses), bands(action.withdrawn))


def _bombard(table: Table, seat: str, action: a.Bombard, chance: Chance) -> None:
    table.tell(Bombarded(action.side, action.zone, action.engine, action.count, action.section))
    tell_blow(table, _blow(action))


def _judge_pour(board: Board, seat: str, action: a.Pour) -> Verdict:
    verdict = in_stage(board, "pour")
    if not verdict.legal:
        return verdict
    engine = board.setting.engines.get(action.engine)
    if engine is None or not engine.pours:
        return _no_fire(board, action.engine)
    section = board.sections[action.section]
    there, key = section.engines.get(action.engine, 0), f"{action.section}/{action.engine}"
    return first_fault(
        own_section(board, seat, action.section),
        _fresh(board, key, action.engine, there, action.count, at_place(action.section)),
        squad_losses(board, action.section, action.squad, bands(action.losses)),
    )


def squad_losses(board: Board, section: SectionId, number: int, lost: Stack) -> Verdict:
    """Whether there is such a squad before the section, with all that it is to lose."""
    squads = board.sections[section].squads
    if number >= len(squads) or not squads[number].units:
        return illegal(
            "no-squad",
            "Escouade",
            f"Squad {number}: there is none before {section}.",
            f"Escouade {number} : il n'y en a pas devant {section}.",
        )
    where = Text(f"in squad {number} before {section}", f"dans l'escouade {number} devant {section}")
    return present(board, squads[number].units, lost, where)


def _pour(table: Table, seat: str, action: a.Pour, chance: Chance) -> None:
    each = power(table.board, action.section, action.engine) + table.board.level(action.section).pour
    table.tell(Poured(action.section, action.engine, action.count, action.squad, each * action.count))
    table.tell(*(SquadLost(action.section, action.squad, unit, count) for unit, count in bands(action.losses).items()))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Shoot: _judge_shoot,
    a.EnemyShoot: _judge_enemy_shoot,
    a.Bombard: _judge_bombard,
    a.Pour: _judge_pour,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Shoot: _shoot,
    a.EnemyShoot: _enemy_shoot,
    a.Bombard: _bombard,
    a.Pour: _pour,
}
