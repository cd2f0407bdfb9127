"""Shooting: the fire phase, the siege engine phase, and pouring from the walls.

In the rule text: "Fortifications (Murs)", "Fortifications (Tours)", "Unités de Tir", "Engins de
Siège". Firing lines and modifiers are the rule text's. The table states how many fall; the judges
check that they are there."""

from collections.abc import Mapping

from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.damage import Blow, emit_blow, judge_blow
from domain.titles.convicted.chapters.declaring import (
    OURS,
    declaration_move,
    random_band,
    random_damage,
    random_target,
    sections_facing,
    squads_on_board,
)
from domain.titles.convicted.chapters.requirements import need_own_section, need_present
from domain.titles.convicted.chapters.stages import need_stage_taking
from domain.titles.convicted.facts import DefendersLost, EnemiesLost, SquadLost
from domain.titles.convicted.field import (
    SIDES,
    SIDES_OF,
    ZONES,
    SectionId,
    Side,
    Zone,
    at_place,
    at_zone,
    is_wall,
    section_name,
)
from domain.titles.convicted.values import Engine, Foe, Stack, band_totals
from domain.titles.convicted.words import capital
from domain.titles.kit import LEGAL, Course, Pick, Refusals, Text, Verdict, first_refusal

NO = Refusals("Phase de Tir", """
not-facing | Zones du champ de bataille = {section} faces {sides}, not {side}.
out-of-reach = From {section} ({what}) one shoots into the assault zone only, not into the deployment zone.
not-there = {kind} {where}: {there}, of whom {shot} have shot in this stage; {count} more cannot.
no-fire-power | Unités de Tir = {kind}: no fire power, so it cannot shoot.
too-many-kills | Phase des Engins de Siège
  Siege engines shooting: {count}; they destroy at most as many targets ({most}), not {killed}.
no-squad | Escouade = Squad {squad}: there is none before {section}.
""")  # fmt: skip


def need_facing(section: SectionId, side: Side) -> Verdict:
    """Refuses a side that a section does not face: a wall faces its own side, a tower the two sides
    at its corner."""
    if side in SIDES_OF[section]:
        return LEGAL
    return NO(
        "not-facing",
        section=capital(section_name(section)),
        sides=" + ".join(SIDES_OF[section]),
        side=side,
    )


def need_firing_line(board: Board, section: SectionId, side: Side, zone: Zone) -> Verdict:
    """Refuses fire from a section into a zone that it does not face or that its level cannot reach:
    walls and barriers do not reach the deployment zone (A-CV-6)."""
    if (
        not (verdict := need_facing(section, side)).legal
        or zone in board.fortification(section).reach
    ):
        return verdict
    rule = "Fortifications (Murs)" if is_wall(section) else "Fortifications (Tours)"
    return NO.under(rule)(
        "out-of-reach", section=section_name(section), what=board.fortification(section).name
    )


def _need_unshot(board: Board, key: str, kind: str, there: int, count: int, where: Text) -> Verdict:
    shot = board.declared.get(key, 0)
    if shot + count <= there:
        return LEGAL
    return NO(
        "not-there",
        kind=capital(board.setting.named(kind)),
        where=where,
        there=there,
        shot=shot,
        count=count,
    )


def _refuse_without_fire(board: Board, unit: str) -> Verdict:
    return NO("no-fire-power", kind=capital(board.setting.named(unit)))


def fire_power(board: Board, section: SectionId, weapon: str) -> int:
    """The fire power of one defending unit or engine on a section. Ranged units gain by the
    section's level and by the Heretic's sermon."""
    if (troop := board.setting.troops.get(weapon)) is None:
        return board.setting.engines[weapon].fire or 0
    preached = board.setting.values.powers.heretic_fire if board.preached == section else 0
    return (troop.fire or 0) + board.fortification(section).fire + preached


def enemy_fire_power(board: Board, section: SectionId, unit: str, count: int) -> int:
    """The total fire power of `count` enemies against a section. Hoardings take 1 from each unit,
    or from the whole group (option `hoardings`)."""
    fire, shields = board.setting.foes[unit].fire or 0, board.fortification(section).shields
    if board.setting.options.hoardings == "group":
        return max(0, fire * count - shields)
    return max(0, fire - shields) * count


# -- the defenders ---------------------------------------------------------------------------------


def judge_shoot(board: Board, seat: str, action: a.Shoot) -> Verdict:
    setting = board.setting
    engine, troop = setting.engines.get(action.weapon), setting.troops.get(action.weapon)
    if not (verdict := need_stage_taking(board, "engines" if engine else "volleys")).legal:
        return verdict
    if not (engine and engine.fire and not engine.pours) and not (troop and troop.fire):
        return _refuse_without_fire(board, action.weapon)
    section = board.sections[action.section]
    there = (section.engines if engine else section.units).get(action.weapon, 0)
    lost = band_totals(action.losses)
    verdict = first_refusal(
        need_own_section(board, seat, action.section),
        need_firing_line(board, action.section, action.side, action.zone),
        _need_unshot(
            board,
            f"{action.section}/{action.weapon}",
            action.weapon,
            there,
            action.count,
            at_place(action.section),
        ),
        need_present(
            board,
            board.pieces_in(action.side, action.zone),
            lost,
            at_zone(action.side, action.zone),
        ),
    )
    killed = sum(lost.values())
    if verdict.legal and engine and killed > action.count * engine.kills:
        return NO(
            "too-many-kills", count=action.count, most=action.count * engine.kills, killed=killed
        )
    return verdict


def shoot(course: Course, seat: str, action: a.Shoot) -> None:
    total = fire_power(course.board, action.section, action.weapon) * action.count
    course.emit(
        f.VolleyFired(action.section, action.weapon, action.count, action.side, action.zone, total)
    )
    course.emit(
        *(
            EnemiesLost(action.side, action.zone, unit, count)
            for unit, count in band_totals(action.losses).items()
        )
    )


def sample_shoot(board: Board, seat: str, pick: Pick) -> a.Shoot:
    setting, volleys = board.setting, []
    for section, what in board.sections.items():
        if what.seat != seat:
            continue
        armed = {
            u: n
            for u, n in what.units.items()
            if setting.troops[u].fire and board.stage_takes("volleys")
        }
        armed |= {
            e: n
            for e, n in what.engines.items()
            if not setting.engines[e].pours and board.stage_takes("engines")
        }
        targets = [
            (side, zone)
            for side in SIDES_OF[section]
            for zone in board.fortification(section).reach
            if board.pieces_in(side, zone)
        ]
        left = {
            weapon: n - board.declared.get(f"{section}/{weapon}", 0) for weapon, n in armed.items()
        }
        volleys += [
            (section, weapon, n, target)
            for weapon, n in left.items()
            if n > 0
            for target in targets
        ]
    section, weapon, n, (side, zone) = pick(volleys)
    count = pick.rng.randint(1, n)
    return a.Shoot(
        section,
        weapon,
        count,
        side,
        zone,
        random_band(pick.rng, board.pieces_in(side, zone), count),
    )


def judge_pour(board: Board, seat: str, action: a.Pour) -> Verdict:
    if not (verdict := need_stage_taking(board, "pour")).legal:
        return verdict
    engine = board.setting.engines.get(action.engine)
    if engine is None or not engine.pours:
        return _refuse_without_fire(board, action.engine)
    section = board.sections[action.section]
    there, key = section.engines.get(action.engine, 0), f"{action.section}/{action.engine}"
    return first_refusal(
        need_own_section(board, seat, action.section),
        _need_unshot(board, key, action.engine, there, action.count, at_place(action.section)),
        judge_squad_losses(board, action.section, action.squad, band_totals(action.losses)),
    )


def judge_squad_losses(board: Board, section: SectionId, number: int, lost: Stack) -> Verdict:
    """Refuse losses of a squad that does not exist or that has fewer pieces of a kind."""
    squads = board.sections[section].squads
    if number >= len(squads) or not squads[number].units:
        return NO("no-squad", squad=number, section=section)
    where = Text("in squad {number} before {section}", number=number, section=section)
    return need_present(board, squads[number].units, lost, where)


def pour(course: Course, seat: str, action: a.Pour) -> None:
    each = (
        fire_power(course.board, action.section, action.engine)
        + course.board.fortification(action.section).pour
    )
    course.emit(
        f.Poured(action.section, action.engine, action.count, action.squad, each * action.count)
    )
    course.emit(
        *(
            SquadLost(action.section, action.squad, unit, count)
            for unit, count in band_totals(action.losses).items()
        )
    )


def sample_pour(board: Board, seat: str, pick: Pick) -> a.Pour:
    pouring = [
        (section, number, engine)
        for section, number in squads_on_board(board)
        for engine, n in board.sections[section].engines.items()
        if board.sections[section].seat == seat and board.setting.engines[engine].pours
        if n > board.declared.get(f"{section}/{engine}", 0)
    ]
    section, number, engine = pick(pouring)
    return a.Pour(
        section,
        engine,
        1,
        number,
        random_band(pick.rng, board.sections[section].squads[number].units, 3),
    )


# -- the besiegers ---------------------------------------------------------------------------------


def judge_enemy_shoot(board: Board, seat: str, action: a.EnemyShoot) -> Verdict:
    if not (verdict := need_stage_taking(board, "enemy-volleys")).legal:
        return verdict
    foe = board.setting.foes.get(action.unit)
    if foe is None or not foe.fire:
        return _refuse_without_fire(board, action.unit)
    there = board.pieces_in(action.side, action.zone).get(action.unit, 0)
    key = f"{action.side}/{action.zone}/{action.unit}"
    return first_refusal(
        need_facing(action.section, action.side),
        _need_unshot(
            board, key, action.unit, there, action.count, at_zone(action.side, action.zone)
        ),
        need_present(
            board,
            board.sections[action.section].units,
            band_totals(action.losses),
            at_place(action.section),
        ),
    )


def enemy_shoot(course: Course, seat: str, action: a.EnemyShoot) -> None:
    total = enemy_fire_power(course.board, action.section, action.unit, action.count)
    course.emit(
        f.EnemyVolleyFired(
            action.side, action.zone, action.unit, action.count, action.section, total
        )
    )
    course.emit(
        *(
            DefendersLost(action.section, unit, count)
            for unit, count in band_totals(action.losses).items()
        )
    )


def attackers_left(board: Board, engines: bool) -> list[tuple[Side, Zone, str, int]]:
    """The enemy pieces that can still shoot or bombard in this stage, as (side, zone, kind,
    number). `engines`: siege engines instead of units."""
    kinds: Mapping[str, Engine | Foe] = board.setting.engines if engines else board.setting.foes
    armed = {id for id, kind in kinds.items() if kind.fire}
    there = [
        (side, zone, unit, n)
        for side in SIDES
        for zone in ZONES
        for unit, n in board.pieces_in(side, zone).items()
        if unit in armed
    ]
    left = [
        (side, zone, unit, n - board.declared.get(f"{side}/{zone}/{unit}", 0))
        for side, zone, unit, n in there
    ]
    return [shooters for shooters in left if shooters[-1] > 0]


def sample_enemy_shoot(board: Board, seat: str, pick: Pick) -> a.EnemyShoot:
    side, zone, unit, n = pick(attackers_left(board, engines=False))
    section, count = pick(sections_facing(side)), pick.rng.randint(1, n)
    return a.EnemyShoot(
        side,
        zone,
        unit,
        count,
        section,
        random_band(pick.rng, board.sections[section].units, count),
    )


def judge_bombard(board: Board, seat: str, action: a.Bombard) -> Verdict:
    if not (verdict := need_stage_taking(board, "enemy-engines")).legal:
        return verdict
    engine = board.setting.engines.get(action.engine)
    if engine is None or not (engine.fire or board.setting.version == 1):
        return _refuse_without_fire(board, action.engine)
    there = board.pieces_in(action.side, action.zone).get(action.engine, 0)
    key = f"{action.side}/{action.zone}/{action.engine}"
    return first_refusal(
        need_facing(action.section, action.side),
        _need_unshot(
            board, key, action.engine, there, action.count, at_zone(action.side, action.zone)
        ),
        judge_blow(board, _blow(action)),
    )


def _blow(action: a.Bombard) -> Blow:
    return Blow(
        action.section,
        action.damage,
        action.gate,
        band_totals(action.losses),
        band_totals(action.withdrawn),
    )


def bombard(course: Course, seat: str, action: a.Bombard) -> None:
    course.emit(f.Bombarded(action.side, action.zone, action.engine, action.count, action.section))
    emit_blow(course, _blow(action))


def sample_bombard(board: Board, seat: str, pick: Pick) -> a.Bombard:
    side, zone, engine, _ = pick(attackers_left(board, engines=True))
    section = random_target(board, side, pick.rng)
    gate = section == "N" and pick.rng.random() < 0.5
    damage, withdrawn = random_damage(board, section, gate, pick.rng)
    lost = () if withdrawn else random_band(pick.rng, board.sections[section].units, 1)
    return a.Bombard(
        side, zone, engine, 1, section, damage=damage, gate=gate, losses=lost, withdrawn=withdrawn
    )


ASSAULT = ("assault",)
MOVES = (
    declaration_move(
        a.Shoot,
        ASSAULT,
        judge=judge_shoot,
        do=shoot,
        sampler=sample_shoot,
        takes=("volleys", "engines"),
        label=Text(
            "shoots with {count} × {weapon} {on_section} at the enemy {in_zone}, who loses {fallen}"
        ),
        name=Text("Shoot"),
        form=Text("Shoot from a section"),
        hint=Text(
            "The fire power follows from who shoots; read the losses off your table and enter them."
        ),
    ),
    declaration_move(
        a.EnemyShoot,
        ASSAULT,
        judge=judge_enemy_shoot,
        do=enemy_shoot,
        sampler=sample_enemy_shoot,
        takes=("enemy-volleys",),
        bounds=OURS,
        label=Text("shoots with {count} × {unit} {in_zone} at {the_section}, which loses {fallen}"),
        name=Text("Enemy shot"),
        form=Text("Shoot at a section"),
        hint=Text(
            "The fire power follows from who shoots; read the defenders' losses off your table and enter them."
        ),
    ),
    declaration_move(
        a.Bombard,
        ASSAULT,
        judge=judge_bombard,
        do=bombard,
        sampler=sample_bombard,
        takes=("enemy-engines",),
        bounds=OURS,
        label=Text(
            "attacks {the_section} with {count} × {engine} {in_zone}: damage {damage}, lost {fallen}"
        ),
        name=Text("Enemy engines"),
        form=Text("Attack with siege engines"),
        hint=Text(
            "Roll for the engines at the table, or with “Roll dice”, and enter the damage and losses that come of it."
        ),
    ),
    declaration_move(
        a.Pour,
        ASSAULT,
        judge=judge_pour,
        do=pour,
        sampler=sample_pour,
        takes=("pour",),
        label=Text("uses {count} × {engine} {on_section} on squad {squad}, which loses {fallen}"),
        name=Text("Pour"),
        form=Text("Use cauldrons or boulders"),
        hint=Text("Enter what the squad loses by your table of cauldrons and boulders."),
    ),
)
