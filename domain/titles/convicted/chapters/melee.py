"""The melee phase and the loyalty phase: squads attack defenders and walls, enter the city, and
desert.

In the rule text: "Escouade", "Unités de Mêlée", "Zone d'Assaut" (its aim is the city), stages 9 to
14 of the structure. The table states the losses; the judges check which pieces can be lost and
which can get in."""

from domain.titles.convicted import actions as a
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.damage import Blow, emit_blow, judge_blow
from domain.titles.convicted.chapters.declaring import (
    OURS,
    declaration_move,
    random_band,
    random_damage,
    random_troops,
    squads_on_board,
)
from domain.titles.convicted.chapters.fire import judge_squad_losses
from domain.titles.convicted.chapters.requirements import need_present
from domain.titles.convicted.chapters.stages import need_stage_taking
from domain.titles.convicted.facts import (
    DefendersLost,
    EnemiesEntered,
    EnemiesLost,
    SquadBattered,
    SquadFought,
    SquadLost,
    attack_key,
)
from domain.titles.convicted.field import (
    GATE,
    SIDES,
    ZONES,
    SectionId,
    at_place,
    at_zone,
    section_name,
)
from domain.titles.convicted.values import band_totals
from domain.titles.kit import LEGAL, Course, Pick, Refusals, Text, Verdict, first_refusal

NO = Refusals("Phase de Mêlée", """
has-attacked = Squad {squad} before {section} has attacked in this stage: a squad attacks once a stage, the defenders or the walls.
no-melee | Unités de Mêlée = Melee units attack the walls; this squad has none left.
defended | Zone d'Assaut = {units} units still defend {section}: nobody gets into the city over it.
""")  # fmt: skip


def attack_strength(board: Board, section: SectionId, number: int) -> tuple[int, int]:
    """The strength of a squad's attack: the strength of its assault unit (for a flying one less the
    hoardings' shields), and the sum that its supports add."""
    squad = board.sections[section].squads[number]
    leader = board.setting.foes[squad.leader]
    shields = board.fortification(section).shields if leader.flying else 0
    support = (
        sum(board.setting.foes[unit].support * count for unit, count in squad.units.items())
        - leader.support
    )
    return max(0, leader.strength - shields), support


def _may_attack(board: Board, section: SectionId, squad: int) -> Verdict:
    return (
        NO("has-attacked", squad=squad, section=section)
        if board.declared.get(attack_key(section, squad))
        else LEGAL
    )


def _squads_to_attack(board: Board) -> list[tuple[SectionId, int]]:
    return [
        (section, number)
        for section, number in squads_on_board(board)
        if not board.declared.get(attack_key(section, number))
    ]


def judge_fight(board: Board, seat: str, action: a.Fight) -> Verdict:
    return first_refusal(
        need_stage_taking(board, "fights"),
        judge_squad_losses(board, action.section, action.squad, band_totals(action.enemies_lost)),
        _may_attack(board, action.section, action.squad),
        need_present(
            board,
            board.sections[action.section].units,
            band_totals(action.losses),
            at_place(action.section),
        ),
    )


def fight(course: Course, seat: str, action: a.Fight) -> None:
    led, supported = attack_strength(course.board, action.section, action.squad)
    course.emit(SquadFought(action.section, action.squad, led, supported))
    course.emit(
        *(
            SquadLost(action.section, action.squad, unit, count)
            for unit, count in band_totals(action.enemies_lost).items()
        )
    )
    course.emit(
        *(
            DefendersLost(action.section, unit, count)
            for unit, count in band_totals(action.losses).items()
        )
    )


def sample_fight(board: Board, seat: str, pick: Pick) -> a.Fight:
    section, number = pick(_squads_to_attack(board))
    what = board.sections[section]
    return a.Fight(
        section,
        number,
        random_band(pick.rng, what.squads[number].units, 3),
        random_band(pick.rng, what.units, 2),
    )


def _blow(action: a.Batter) -> Blow:
    return Blow(action.section, action.damage, action.gate, {}, band_totals(action.withdrawn))


def judge_batter(board: Board, seat: str, action: a.Batter) -> Verdict:
    verdict = first_refusal(
        need_stage_taking(board, "batter"),
        judge_squad_losses(board, action.section, action.squad, {}),
        _may_attack(board, action.section, action.squad),
    )
    if not verdict.legal:
        return verdict
    squad = board.sections[action.section].squads[action.squad]
    if all(board.setting.foes[unit].fire for unit in squad.units):
        return NO("no-melee")
    return judge_blow(board, _blow(action))


def batter(course: Course, seat: str, action: a.Batter) -> None:
    course.emit(SquadBattered(action.section, action.squad))
    emit_blow(course, _blow(action))


def sample_batter(board: Board, seat: str, pick: Pick) -> a.Batter:
    section, number = pick(_squads_to_attack(board))
    gate = section == "N" and pick.rng.random() < 0.5
    damage, withdrawn = random_damage(board, section, gate, pick.rng)
    return a.Batter(section, number, damage, gate, withdrawn)


def is_passable(board: Board, section: SectionId) -> bool:
    """Whether enemies can pass a section: nobody defends it, or its gates are broken (A-CV-17)."""
    what = board.sections[section]
    return not what.units or (section == GATE and what.level > 0 and what.gate == 0)


def judge_enter(board: Board, seat: str, action: a.Enter) -> Verdict:
    verdict = first_refusal(
        need_stage_taking(board, "entry"),
        judge_squad_losses(board, action.section, action.squad, band_totals(action.troops)),
    )
    if not verdict.legal or is_passable(board, action.section):
        return verdict
    units = sum(board.sections[action.section].units.values())
    return NO("defended", units=units, section=section_name(action.section))


def enter(course: Course, seat: str, action: a.Enter) -> None:
    course.emit(
        *(
            EnemiesEntered(action.section, action.squad, u, n)
            for u, n in band_totals(action.troops).items()
        )
    )


def sample_enter(board: Board, seat: str, pick: Pick) -> a.Enter:
    section, number = pick([(s, i) for s, i in squads_on_board(board) if is_passable(board, s)])
    return a.Enter(
        section, number, random_troops(board.sections[section].squads[number].units, pick.rng)
    )


def judge_desert(board: Board, seat: str, action: a.Desert) -> Verdict:
    there = board.pieces_in(action.side, action.zone)
    return first_refusal(
        need_stage_taking(board, "desertion"),
        need_present(board, there, band_totals(action.troops), at_zone(action.side, action.zone)),
    )


def desert(course: Course, seat: str, action: a.Desert) -> None:
    course.emit(
        *(
            EnemiesLost(action.side, action.zone, unit, count)
            for unit, count in band_totals(action.troops).items()
        )
    )


def sample_desert(board: Board, seat: str, pick: Pick) -> a.Desert | None:
    side, zone = pick(
        [(side, zone) for side in SIDES for zone in ZONES if board.pieces_in(side, zone)]
    )
    troops = random_band(pick.rng, board.pieces_in(side, zone), 3)
    return a.Desert(side, zone, troops) if troops else None


ASSAULT = ("assault",)
MOVES = (
    declaration_move(
        a.Fight,
        ASSAULT,
        judge=judge_fight,
        do=fight,
        sampler=sample_fight,
        takes=("fights",),
        bounds=OURS,
        label=Text(
            "attacks {the_section} with squad {squad}: it loses {theirs}, the defenders {fallen}"
        ),
        name=Text("Squad against defenders"),
        form=Text("Attack the defenders"),
        hint=Text(
            "Strength and support follow from the squad; read both sides' losses off your table and enter them."
        ),
    ),
    declaration_move(
        a.Batter,
        ASSAULT,
        judge=judge_batter,
        do=batter,
        sampler=sample_batter,
        takes=("batter",),
        label=Text("batters {the_part} with squad {squad}: damage {damage}"),
        name=Text("Squad against walls"),
        form=Text("Attack the fortification"),
        hint=Text("Enter how much resistance the fortification loses by your table."),
    ),
    declaration_move(
        a.Enter,
        ASSAULT,
        judge=judge_enter,
        do=enter,
        sampler=sample_enter,
        takes=("entry",),
        label=Text("gets into the city over {the_section} with {forces}"),
        name=Text("Enter the city"),
        form=Text("Get into the city"),
        hint=Text("Who gets over an undefended section, or through broken gates."),
    ),
    declaration_move(
        a.Desert,
        ASSAULT,
        judge=judge_desert,
        do=desert,
        sampler=sample_desert,
        takes=("desertion",),
        label=Text("loses {forces} {in_zone}, who leave"),
        name=Text("Desertion"),
        form=Text("Units leave the field"),
        hint=Text("Who leaves the field by your table of loyalty."),
    ),
)
