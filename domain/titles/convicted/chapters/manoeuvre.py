"""Movement: the enemy's advance over ditches and moats, reinforcements, squads, and the Oracle's
foresight.

In the rule text: "Zone d'Assaut", "Fossé", "Douve", "Escouade", "Capacité", "L'Oracle".
"""

from domain.titles.convicted import actions as a
from domain.titles.convicted.actions import Band
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.declaring import (
    band_fields,
    declaration_move,
    defender_kinds,
    foes_in,
    random_band,
    random_target,
    random_troops,
)
from domain.titles.convicted.chapters.fire import need_facing
from domain.titles.convicted.chapters.requirements import need_own_section, need_present, need_room
from domain.titles.convicted.chapters.stages import need_stage_taking
from domain.titles.convicted.facts import (
    EnemiesLost,
    EnemyAdvanced,
    EnemyHalted,
    PowerUsed,
    SquadFormed,
    UnitsMoved,
)
from domain.titles.convicted.field import (
    MOAT,
    SECTIONS,
    SIDES,
    SLOTS_BEFORE,
    Place,
    Side,
    Slot,
    at_place,
    at_zone,
    section_name,
)
from domain.titles.convicted.values import Stack, band_totals, summed
from domain.titles.convicted.words import capital
from domain.titles.kit import (
    LEGAL,
    Course,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    filled_sentence,
    first_refusal,
)

NO = Refusals("Fossé", """
not-before | Douves/Fossés = From side {side} the ring is crossed at {slots}, not at {slot}.
not-a-unit = {kind} is no enemy unit.
no-ditch = Nothing slows the enemy at {slot}: without a ditch or moat units go into the assault zone.
ditch-before-side = Side {side} has a ditch or moat ({slots}): units from there cross it, and do not go around it at {slot}.
one-kind | Phase de Manoeuvre = Units and siege engines advance in stages of their own.
ditch
  The ditch at {slot} keeps {kind} in the deployment zone: {ready} may cross now, the others come up to it and cross in the
    next stage 5.
crossed | Douve = The moat at {slot} has been crossed in this stage: declare all who cross it together.
moat-toll | Douve = Crossing at {slot} takes {due} of these units (20 % in a moat, none elsewhere), not {count}.
no-move | Capacité = They stand there already: {place}.
squads | Escouade = At most {limit} squads attack a section: {section} has them.
not-your-hero | L'Oracle = Only the Oracle can do this.
power-used | L'Oracle = The Oracle has moved units this turn: once a turn.
too-late | L'Oracle = She moves units at the start of stage 11, before anything else happens in it.
too-many-units | L'Oracle = The Oracle moves up to {most} units, not {count}.
no-engine | L'Oracle = Siege engines are excepted: the Oracle moves units only.
not-moved | L'Oracle | no-move = They stand there already: {place}.
""")  # fmt: skip
SAID = Sentences("""
advances = advances at {slot} with {forces}
drowns = advances at {slot} with {forces}, losing {sunk}
""")  # fmt: skip

# -- ditches and moats -----------------------------------------------------------------------------


def unslowed_units(board: Board, side: Side) -> Stack:
    """The units in a side's deployment zone that no ditch or moat has slowed."""
    front = board.fronts[side]
    held = summed(*front.held.values())
    return {
        unit: n - held.get(unit, 0) for unit, n in front.deployment.items() if n > held.get(unit, 0)
    }


def units_ready_to_cross(board: Board, side: Side, slot: Slot) -> Stack:
    """The units that the ditch or moat in a slot slowed in an earlier stage 5, so that they may
    cross it now."""
    held = board.fronts[side].held.get(slot, {})
    fresh = {unit: board.declared.get(f"{side}/{slot}/{unit}", 0) for unit in held}
    return {unit: n - fresh[unit] for unit, n in held.items() if n > fresh[unit]}


def drowning_count(board: Board, crossing: int) -> int:
    """How many of `crossing` units drown in a moat: the catalog's percentage (20 %), rounded as the
    catalog says (A-CV-9)."""
    siege = board.setting.values.siege
    hundredths = crossing * siege.moat_percent
    return -(-hundredths // 100) if siege.moat_rounding == "up" else hundredths // 100


def drowning_at_slot(board: Board, side: Side, slot: Slot, crossing: int) -> int:
    """How many of `crossing` units drown when they cross at a slot; 0 unless it is a moat. The toll
    is rounded for all units of the side that cross moats in this stage together, and those that
    drowned before are subtracted. Under version 1 each moat rounds its own toll."""
    if board.ring[slot] != MOAT or board.setting.version == 1:
        return drowning_count(board, crossing) if board.ring[slot] == MOAT else 0
    before = sum(
        board.declared.get(f"crossed/{side}/{s}", 0)
        for s in SLOTS_BEFORE[side]
        if board.ring[s] == MOAT
    )
    return drowning_count(board, before + crossing) - drowning_count(board, before)


def slots_to_cross(board: Board, side: Side) -> tuple[Slot, ...]:
    """The slots of a side with a ditch or moat, by which its units have to enter the assault zone.
    Empty if units may go around ditches and moats (option `ditches`, or version 1)."""
    if board.setting.version == 1 or board.setting.options.ditches == "slot":
        return ()
    return tuple(slot for slot in SLOTS_BEFORE[side] if board.ring[slot])


def _judge_slot(side: Side, slot: Slot) -> Verdict:
    slots = SLOTS_BEFORE[side]
    return (
        LEGAL if slot in slots else NO("not-before", side=side, slots=", ".join(slots), slot=slot)
    )


def _need_units_only(board: Board, troops: Stack, rule: str) -> Verdict:
    """Refuse troops that include siege engines."""
    engine = next((unit for unit in troops if unit not in board.setting.foes), "")
    return (
        NO.under(rule)("not-a-unit", kind=capital(board.setting.named(engine))) if engine else LEGAL
    )


def judge_approach(board: Board, seat: str, action: a.Approach) -> Verdict:
    troops = band_totals(action.troops)
    verdict = first_refusal(
        need_stage_taking(board, "advance"),
        _judge_slot(action.side, action.slot),
        _need_units_only(board, troops, "Fossé"),
    )
    if verdict.legal and not board.ring[action.slot]:
        return NO("no-ditch", slot=action.slot)
    return first_refusal(
        verdict,
        need_present(
            board, unslowed_units(board, action.side), troops, at_zone(action.side, "deployment")
        ),
    )


def approach(course: Course, seat: str, action: a.Approach) -> None:
    course.emit(
        *(
            EnemyHalted(action.side, action.slot, unit, count)
            for unit, count in band_totals(action.troops).items()
        )
    )


def sample_approach(board: Board, seat: str, pick: Pick) -> a.Approach:
    places = [
        (side, slot)
        for side in SIDES
        for slot in SLOTS_BEFORE[side]
        if board.ring[slot] and foes_in(board, unslowed_units(board, side))
    ]
    side, slot = pick(places)
    return a.Approach(
        side, slot, random_troops(foes_in(board, unslowed_units(board, side)), pick.rng)
    )


def judge_advance(board: Board, seat: str, action: a.Advance) -> Verdict:
    troops, drowned = band_totals(action.troops), band_totals(action.drowned)
    engines = [unit for unit in troops if unit in board.setting.engines]
    verdict = first_refusal(
        need_stage_taking(board, "advance-engines" if engines else "advance"),
        _judge_slot(action.side, action.slot),
        need_present(
            board, board.fronts[action.side].deployment, troops, at_zone(action.side, "deployment")
        ),
    )
    if not verdict.legal:
        return verdict
    if engines:
        return first_refusal(
            LEGAL if len(engines) == len(troops) else NO("one-kind"),
            _judge_drowned(drowned, 0, action.slot),
        )
    if not board.ring[action.slot]:
        where = Text("free to advance at {slot}", slot=action.slot)
        return first_refusal(
            _need_no_way_around(board, action.side, action.slot),
            need_present(board, unslowed_units(board, action.side), troops, where),
            _judge_drowned(drowned, 0, action.slot),
        )
    return _judge_crossing(board, action, troops, drowned)


def _need_no_way_around(board: Board, side: Side, slot: Slot) -> Verdict:
    """Refuse a slot of bare ground if another slot of the side has a ditch or moat, which units
    then have to cross."""
    there = slots_to_cross(board, side)
    return NO("ditch-before-side", side=side, slots=", ".join(there), slot=slot) if there else LEGAL


def _judge_crossing(board: Board, action: a.Advance, troops: Stack, drowned: Stack) -> Verdict:
    """Judge crossing a ditch or moat. Only units that it slowed in an earlier stage 5 may cross. A
    moat may be crossed only once a stage, so all units that cross it are declared together;
    `drowned` must be as many as the toll."""
    ready = units_ready_to_cross(board, action.side, action.slot)
    for unit, count in troops.items():
        if ready.get(unit, 0) < count:
            return NO(
                "ditch", slot=action.slot, kind=board.setting.named(unit), ready=ready.get(unit, 0)
            )
    if board.ring[action.slot] == MOAT and board.declared.get(
        f"crossed/{action.side}/{action.slot}"
    ):
        return NO("crossed", slot=action.slot)
    due = drowning_at_slot(board, action.side, action.slot, sum(troops.values()))
    return first_refusal(
        _judge_drowned(drowned, due, action.slot),
        need_present(board, troops, drowned, Text("in the moat")),
    )


def _judge_drowned(drowned: Stack, due: int, slot: Slot) -> Verdict:
    """Refuse another number of drowned units than `due`."""
    count = sum(drowned.values())
    return LEGAL if count == due else NO("moat-toll", slot=slot, due=due, count=count)


def advance(course: Course, seat: str, action: a.Advance) -> None:
    course.emit(
        *(
            EnemyAdvanced(action.side, action.slot, unit, count)
            for unit, count in band_totals(action.troops).items()
        )
    )
    course.emit(
        *(
            EnemiesLost(action.side, "assault", unit, count)
            for unit, count in band_totals(action.drowned).items()
        )
    )


def sample_advance(board: Board, seat: str, pick: Pick) -> a.Advance:
    crossings: list[tuple[Side, str, Stack]] = []
    for side in SIDES:
        if board.stage_takes("advance-engines"):
            engines = {
                u: n for u, n in board.fronts[side].deployment.items() if u in board.setting.engines
            }
            crossings += [(side, slot, engines) for slot in SLOTS_BEFORE[side] if engines]
            continue
        for slot in SLOTS_BEFORE[side]:
            crossed = board.ring[slot] == MOAT and board.declared.get(f"crossed/{side}/{slot}")
            ready = (
                units_ready_to_cross(board, side, slot)
                if board.ring[slot]
                else foes_in(board, unslowed_units(board, side))
            )
            around = not board.ring[slot] and slots_to_cross(board, side)
            if ready and not crossed and not around:
                crossings.append((side, slot, ready))
    side, name, ready = pick(crossings)
    slot = next(s for s in SLOTS_BEFORE[side] if s == name)
    going = random_troops(ready, pick.rng)
    due = (
        drowning_at_slot(board, side, slot, sum(b.count for b in going))
        if board.stage_takes("advance")
        else 0
    )
    drowned: list[Band] = []
    for band in going:
        if due:
            drowned.append(Band(band.unit, min(due, band.count)))
            due -= drowned[-1].count
    return a.Advance(side, slot, going, tuple(drowned))


# -- the defenders ---------------------------------------------------------------------------------


def judge_reinforce(board: Board, seat: str, action: a.Reinforce) -> Verdict:
    origin, target = action.origin, action.target
    if origin == target:
        return NO("no-move", place=section_name(target))
    owner = LEGAL
    if origin != "city":
        owner = need_own_section(board, seat, origin)
    elif target != "city":
        owner = need_own_section(board, seat, target)
    there = board.city if origin == "city" else board.sections[origin].units
    return first_refusal(
        need_stage_taking(board, "reinforcements"),
        owner,
        need_present(board, there, {action.unit: action.count}, at_place(origin)),
        LEGAL if target == "city" else need_room(board, target, action.count),
    )


def sample_reinforce(board: Board, seat: str, pick: Pick) -> a.Reinforce:
    sources: list[tuple[Place, Stack]] = [
        (s, what.units) for s, what in board.sections.items() if what.seat == seat and what.units
    ]
    sources += [("city", board.city)] if board.city else []
    origin, units = pick(sources)
    own = [s for s in SECTIONS if origin != "city" or board.sections[s].seat == seat]
    open_sections = [s for s in own if s != origin and board.room(s) > 0]
    target = pick(open_sections)
    unit = pick(sorted(units))
    return a.Reinforce(
        unit, pick.rng.randint(1, min(units[unit], board.room(target))), origin, target
    )


def judge_foresee(board: Board, seat: str, action: a.Foresee) -> Verdict:
    if board.heroes.get(seat) != "oracle":
        return NO("not-your-hero")
    if "oracle" in board.used:
        return NO("power-used")
    if (verdict := need_stage_taking(board, "oracle")).legal and board.begun:
        return NO("too-late")
    return verdict if not verdict.legal else _judge_moves(board, action.moves)


def _judge_moves(board: Board, moves: tuple[a.Move, ...]) -> Verdict:
    most, count = board.setting.values.powers.oracle_units, sum(m.count for m in moves)
    if count > most:
        return NO("too-many-units", most=most, count=count)
    leaving: dict[str, Stack] = {}
    balance: Stack = {}
    for move in moves:
        if move.unit in board.setting.engines:
            return NO("no-engine")
        if move.origin == move.target:
            return NO("not-moved", place=section_name(move.target))
        leaving[move.origin] = summed(leaving.get(move.origin, {}), {move.unit: move.count})
        balance = summed(balance, {move.target: move.count}, {move.origin: -move.count})
    gone = (
        need_present(board, section.units, leaving[s], at_place(s))
        for s, section in board.sections.items()
        if s in leaving
    )
    full = (need_room(board, s, balance[s]) for s in board.sections if balance.get(s, 0) > 0)
    return first_refusal(*gone, *full)


def foresee(course: Course, seat: str, action: a.Foresee) -> None:
    course.emit(
        PowerUsed("oracle"),
        *(UnitsMoved(m.unit, m.count, m.origin, m.target) for m in action.moves),
    )


def sample_foresee(board: Board, seat: str, pick: Pick) -> a.Foresee | None:
    if board.heroes.get(seat) != "oracle" or board.begun or "oracle" in board.used:
        return None
    origin = pick([s for s in SECTIONS if board.sections[s].units])
    target = pick([s for s in SECTIONS if s != origin and board.room(s) > 0])
    units = board.sections[origin].units
    unit = pick(sorted(units))
    most = min(units[unit], board.room(target), board.setting.values.powers.oracle_units)
    return a.Foresee((a.Move(unit, pick.rng.randint(1, most), origin, target),)) if most else None


# -- squads ----------------------------------------------------------------------------------------


def _squad_units(action: a.FormSquad) -> Stack:
    return summed({action.leader: 1}, band_totals(action.support))


def judge_form_squad(board: Board, seat: str, action: a.FormSquad) -> Verdict:
    limit = board.setting.values.siege.squads_per_section
    verdict = first_refusal(
        need_stage_taking(board, "squads"), need_facing(action.section, action.side)
    )
    if (
        verdict.legal
        and sum(1 for squad in board.sections[action.section].squads if squad.units) >= limit
    ):
        return NO("squads", limit=limit, section=section_name(action.section))
    units = _squad_units(action)
    assault = board.fronts[action.side].assault
    return first_refusal(
        verdict,
        _need_units_only(board, units, "Escouade"),
        need_present(board, assault, units, at_zone(action.side, "assault")),
    )


def form_squad(course: Course, seat: str, action: a.FormSquad) -> None:
    course.emit(
        SquadFormed(
            action.section, action.side, action.leader, tuple(sorted(_squad_units(action).items()))
        )
    )


def sample_form_squad(board: Board, seat: str, pick: Pick) -> a.FormSquad:
    side = pick([side for side in SIDES if foes_in(board, board.fronts[side].assault)])
    units = foes_in(board, board.fronts[side].assault)
    leader = pick(sorted(units))
    rest = {u: n - (u == leader) for u, n in units.items() if n > (u == leader)}
    return a.FormSquad(
        random_target(board, side, pick.rng), side, leader, random_band(pick.rng, rest, 4)
    )


ASSAULT = ("assault",)
MOVES = (
    declaration_move(
        a.Approach,
        ASSAULT,
        judge=judge_approach,
        do=approach,
        sampler=sample_approach,
        takes=("advance",),
        label=Text("comes up to the ditch at {slot} with {forces}"),
        name=Text("Approach a ditch"),
        form=Text("Come up to a ditch"),
        hint=Text("Who stops at the ditch until the next stage 5."),
    ),
    declaration_move(
        a.Advance,
        ASSAULT,
        judge=judge_advance,
        do=advance,
        sampler=sample_advance,
        takes=("advance", "advance-engines"),
        label=lambda board, action: filled_sentence(
            SAID["drowns" if action.drowned else "advances"], action, board
        ),
        name=Text("Advance"),
        form=Text("Advance into the assault zone"),
        hint=Text("Who crosses the ring here and, where there is a moat, who is lost in it."),
    ),
    declaration_move(
        a.Reinforce,
        ASSAULT,
        judge=judge_reinforce,
        do=lambda course, seat, action: course.emit(
            UnitsMoved(action.unit, action.count, action.origin, action.target)
        ),
        sampler=sample_reinforce,
        takes=("reinforcements",),
        bounds={"unit": {"choices": lambda board, seat: board.setting.troops}},
        label=Text("moves {count} × {unit} from {from_origin} to {to_target}"),
        name=Text("Reinforce"),
        form=Text("Move units"),
    ),
    declaration_move(
        a.FormSquad,
        ASSAULT,
        judge=judge_form_squad,
        do=form_squad,
        sampler=sample_form_squad,
        takes=("squads",),
        label=Text("forms a squad against {the_section}: {leader} leads, supported by {supports}"),
        name=Text("Form a squad"),
        form=Text("Form a squad"),
    ),
    declaration_move(
        a.Foresee,
        ASSAULT,
        judge=judge_foresee,
        do=foresee,
        sampler=sample_foresee,
        takes=("oracle",),
        bounds={"moves": {"within": band_fields(defender_kinds, "origin", "target")}},
        label=Text("foresees, as the Oracle: {steps}"),
        name=Text("Foresee"),
        form=Text("The Oracle moves units"),
    ),
)
