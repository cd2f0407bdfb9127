"""Checks across fields: contradictions within a catalog, and what is impossible on a board although
each field is within its bounds.

The rule text fixes some of the catalog (levels 0 to 5, 12 actions shared out, wood alone at the
start, the contents of stages 5, 11 and 14). The other checks keep the catalog consistent, so that
no game needs a number that is missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from domain.kernel.faults import Fault
from domain.titles.contract.invariants import (
    count_out_of_bounds,
    ids_unless_exact,
    name_with_location,
    repeated_ids,
    unknown_ids,
)
from domain.titles.convicted.board import PLAYER, Board, Front, Section
from domain.titles.convicted.field import (
    BUILDINGS,
    GATE,
    RESOURCES,
    SECTIONS,
    SIDES_OF,
    SLOTS_BEFORE,
    STAGES,
    TAKES,
    TOP_LEVEL,
    SectionId,
    Side,
    is_wall,
)
from domain.titles.convicted.setup import turn_order
from domain.titles.convicted.values import (
    Building,
    Fortification,
    Named,
    Values,
    level_counts,
    summed,
)
from domain.titles.kit import Sentences, Text

LISTS = ("troops", "engines", "foes", "technologies", "spells", "blessings", "peoples", "buildings")
OWN_STAGES = (("advance", 5), ("oracle", 11), ("desertion", 14))
WRONG = Sentences("""
id = {id} is used twice, or is no id of at most 40 letters without a slash
barrier = the barrier costs nothing and carries no siege engine
walls = from walls one shoots into the assault zone only, at every level
shares = {players} shares adding up to {total} are needed, not {share}
buildings = parts of the city are missing: {missing}
no-level = level {level} does not exist
keep = the keep stands from the start
opens = {key} is opened twice, or is nothing that a technology can open
unopened = no technology opens {resource}: only wood is there from the start
wood = wood is there from the start and cannot wait for a technology
nobody = the people {id} has no unit
unarmed = a defenders' engine has fire power and something to stand on
nothing = a siege engine has endurance, fire power or both
rite = the {house} has no level {level}
stages = {wanted} stages are needed, there are {count}
stage = {kind} belongs to stage {stage} and to no other, not to {taken}
untaken = no stage takes {kind}
campaign = {scenarios} scenarios of {turns} turns do not fill {total}
""")  # fmt: skip


def conflicts(v: Values) -> tuple[Fault, ...]:
    city = (_ids(v), _sharing(v), _buildings(v), _technologies(v))
    walls = (_levels("/walls", v.walls), _levels("/towers", v.towers))
    return tuple(chain(*city, *walls, _units(v), _rites(v), _stages(v), _campaign(v)))


def _ids(v: Values) -> Iterator[Fault]:
    seen: set[str] = set(RESOURCES)
    for name in LISTS:
        things: Sequence[Named | Building] = getattr(v, name)
        for n, thing in enumerate(things):
            wrong = thing.id in seen or "/" in thing.id or not 0 < len(thing.id) <= 40
            yield from WRONG.at_when(wrong, f"/{name}/{n}/id", "id", id=repr(thing.id))
            seen.add(thing.id)


def _levels(pointer: str, storeys: Sequence[Fortification]) -> Iterator[Fault]:
    if len(storeys) == TOP_LEVEL + 1:
        dear = storeys[0].engines or storeys[0].cost.total
        yield from WRONG.at_when(dear, f"{pointer}/0", "barrier")
        far = any("deployment" in level.reach for level in storeys)
        yield from WRONG.at_when(pointer == "/walls" and far, pointer, "walls")


def _sharing(v: Values) -> Iterator[Fault]:
    markers = ("markers", v.sharing.markers, v.sharing.actions, False)
    for name, shares, total, some in (
        markers,
        ("sections", v.sharing.sections, len(SECTIONS), True),
    ):
        for players, share in enumerate(shares, start=1):
            wrong = len(share) != players or sum(share) != total or (some and 0 in share)
            named = {"players": players, "total": total, "share": list(share)}
            yield from WRONG.at_when(wrong, f"/sharing/{name}/{players - 1}", "shares", **named)


def _buildings(v: Values) -> Iterator[Fault]:
    known = level_counts(v)
    missing = ", ".join(building for building in BUILDINGS if building not in known)
    yield from WRONG.at_when(missing, "/buildings", "buildings", missing=missing)
    for building, level in v.start.buildings.items():
        pointer = f"/start/buildings/{building}"
        yield from WRONG.at_when(level > known.get(building, 0), pointer, "no-level", level=level)
    yield from WRONG.at_when(not v.start.buildings.get("keep"), "/start/buildings", "keep")


def _technologies(v: Values) -> Iterator[Fault]:
    opens = Counter(key for t in v.technologies for key in t.opens)
    storeys = {f"{b.id}-{n}" for b in v.buildings for n in range(1, len(b.levels) + 1)}
    storeys |= {f"{kind}-{n}" for kind in ("wall", "tower") for n in range(1, TOP_LEVEL + 1)}
    things = {*RESOURCES, *(t.id for t in v.troops), *(e.id for e in v.engines), "moat", *storeys}
    for n, technology in enumerate(v.technologies):
        for key in technology.opens:
            wrong = key not in things or opens[key] > 1
            yield from WRONG.at_when(wrong, f"/technologies/{n}/opens", "opens", key=repr(key))
    for resource in RESOURCES[1:]:
        closed = resource not in opens
        yield from WRONG.at_when(closed, "/technologies", "unopened", resource=resource)
    yield from WRONG.at_when("wood" in opens, "/technologies", "wood")


def _units(v: Values) -> Iterator[Fault]:
    for people in sorted({p.id for p in v.peoples} - {foe.people for foe in v.foes}):
        yield WRONG.at("/foes", "nobody", id=repr(people))
    for n, engine in enumerate(v.engines):
        armed = "defenders" not in engine.sides or (engine.stands and engine.fire)
        yield from WRONG.at_when(not armed, f"/engines/{n}", "unarmed")
        idle = engine.fire is None and engine.endurance is None
        yield from WRONG.at_when(idle, f"/engines/{n}", "nothing")


def _rites(v: Values) -> Iterator[Fault]:
    for name, rites, house in (
        ("spells", v.spells, "mage-tower"),
        ("blessings", v.blessings, "chapel"),
    ):
        for n, rite in enumerate(rites):
            high, named = (
                rite.level > level_counts(v).get(house, 0),
                {"house": house, "level": rite.level},
            )
            yield from WRONG.at_when(high, f"/{name}/{n}/level", "rite", **named)


def _stages(v: Values) -> Iterator[Fault]:
    if len(v.stages) != STAGES:
        yield WRONG.at("/stages", "stages", wanted=STAGES, count=len(v.stages))
        return
    taken: dict[str, list[int]] = {
        kind: [n for n, stage in enumerate(v.stages, start=1) if kind in stage.takes]
        for kind in TAKES
    }
    for kind, stage in OWN_STAGES:
        named = {"kind": kind, "stage": stage, "taken": taken[kind]}
        yield from WRONG.at_when(taken[kind] != [stage], "/stages", "stage", **named)
    for kind, stages in taken.items():
        yield from WRONG.at_when(not stages, "/stages", "untaken", kind=kind)


def _campaign(v: Values) -> Iterator[Fault]:
    scenarios, turns, total = v.campaign.scenarios, v.campaign.turns_per_scenario, v.campaign.turns
    named = {"scenarios": scenarios, "turns": turns, "total": total}
    yield from WRONG.at_when(turns * scenarios < total, "/campaign", "campaign", **named)


# -- the board -------------------------------------------------------------------------------------

SIEGE = ("deployment", "assault", "pillage")
SAID = Sentences("""
wall = {section}: “{engine}” does not stand on a wall
tower = {section}: “{engine}” does not stand on a tower
nobody-came = side {side} is deployed, and nobody has come
too-early = side {side} has enemies before it is deployed
wrong-squad = {section}: a squad from side {side}
no-leader = {section}: a squad without its leader
no-such-scenario = this is no scenario {scenario}
no-ending = a scenario is over once it has ended, and not before
declared = declared results outside the assault
inside = enemies in the city without a siege
cards = enemy cards are turned over for all sides, in the siege
not-deployed = an assault before all sides are deployed
heroes = every player has chosen a hero already
first = nobody is first before the heroes are chosen
go = it is not for {seat} alone to act
shares = {seat} defends {count} sections instead of {due}
""")  # fmt: skip


def contradictions(board: Board) -> tuple[Text, ...]:
    city = (_city(board), _walls(board), _besiegers(board))
    return tuple(chain(*city, _calendar(board), _assault(board), _players(board)))


def _city(board: Board) -> Iterator[Text]:
    yield from repeated_ids(board.heroes.values())
    for id, level in board.buildings.items():
        yield from count_out_of_bounds(
            name_with_location(id, Text("level")), level, most=len(board.setting.buildings[id])
        )


def _walls(board: Board) -> Iterator[Text]:
    for id, section in board.sections.items():
        level, storeys = board.fortification(id), section.level
        least, gate = 1 if storeys else 0, storeys if id == GATE else 0
        yield from count_out_of_bounds(
            name_with_location(id, Text("resistance")), section.resistance, least, storeys
        )
        yield from count_out_of_bounds(name_with_location(id, Text("gate")), section.gate, 0, gate)
        yield from count_out_of_bounds(
            name_with_location(id, Text("units")), sum(section.units.values()), most=level.capacity
        )
        engines, kind = sum(section.engines.values()), "wall" if is_wall(id) else "tower"
        yield from count_out_of_bounds(
            name_with_location(id, Text("siege engines")), engines, most=level.engines
        )
        for engine in section.engines:
            strange = kind not in board.setting.engines[engine].stands
            yield from SAID.when(strange, kind, section=id, engine=engine)


def _besiegers(board: Board) -> Iterator[Text]:
    yield from repeated_ids(front.people for front in board.fronts.values() if front.people)
    for side, front in board.fronts.items():
        yield from _front(board, side, front)
    for id, section in board.sections.items():
        yield from _squads(board, id, section)


def _front(board: Board, side: Side, front: Front) -> Iterator[Text]:
    what = Text("an enemy that comes against side {side}", side=side)
    there = summed(front.deployment, front.assault, *front.held.values())
    yield from unknown_ids(there, board.besieger_kinds(side), what)
    yield from SAID.when(front.deployed and not front.people, "nobody-came", side=side)
    early = (front.deployment or front.assault) and not front.deployed
    yield from SAID.when(early, "too-early", side=side)
    yield from unknown_ids(front.held, SLOTS_BEFORE[side], Text("a slot where this side is slowed"))
    for unit, count in summed(*front.held.values()).items():
        slowed = name_with_location(side, Text("{unit} slowed", unit=unit))
        yield from count_out_of_bounds(slowed, count, most=front.deployment.get(unit, 0))


def _squads(board: Board, id: SectionId, section: Section) -> Iterator[Text]:
    many = sum(1 for squad in section.squads if squad.units)
    most = board.setting.values.siege.squads_per_section
    yield from count_out_of_bounds(name_with_location(id, Text("squads")), many, most=most)
    for squad in section.squads:
        side, strange = squad.side, squad.side not in SIDES_OF[id]
        yield from SAID.when(strange, "wrong-squad", section=id, side=side)
        units = [unit for unit in board.besieger_kinds(side) if unit in board.setting.foes]
        yield from unknown_ids(
            [squad.leader, *squad.units], units, Text("an enemy unit of that side")
        )
        alone = squad.units and squad.leader not in squad.units
        yield from SAID.when(alone, "no-leader", section=id)


def _calendar(board: Board) -> Iterator[Text]:
    campaign, scenario = board.setting.values.campaign, board.setting.options.scenario
    yield from SAID.when(board.scenario != scenario, "no-such-scenario", scenario=board.scenario)
    first = (scenario - 1) * campaign.turns_per_scenario + 1
    last = min(first + campaign.turns_per_scenario - 1, campaign.turns)
    yield from count_out_of_bounds(Text("turn"), board.turn, first, last)
    yield from SAID.when(bool(board.ending) != (board.step == "over"), "no-ending")


def _assault(board: Board) -> Iterator[Text]:
    step, over, fronts = board.step, board.step == "over", list(board.fronts.values())
    if step == "assault":
        yield from count_out_of_bounds(Text("stage"), board.stage, 1, STAGES)
        yield from count_out_of_bounds(Text.pgettext("convicted", "round"), board.round, 1)
        yield from count_out_of_bounds(Text("morale"), board.morale, 1)
    elif not over:
        yield from count_out_of_bounds(Text("stage"), board.stage, most=0)
        yield from SAID.when(board.begun or board.declared, "declared")
    yield from count_out_of_bounds(
        Text("morale"), board.morale, -1, board.setting.values.siege.morale
    )
    besieged = step in ("assault", "pillage")
    yield from SAID.when(board.inside and not besieged and not over, "inside")
    peoples = [bool(front.people) for front in fronts]
    early = not all(peoples) or step not in (*SIEGE, "over")
    yield from SAID.when(any(peoples) and early, "cards")
    yield from SAID.when(besieged and not all(front.deployed for front in fronts), "not-deployed")


def _players(board: Board) -> Iterator[Text]:
    players = board.setting.players
    if board.step == "heroes":
        yield from SAID.when(len(board.heroes) >= len(players), "heroes")
        yield from SAID.when(board.go or board.first, "first")
        return
    wrong = [
        *ids_unless_exact(board.heroes, players, PLAYER, Text("the hero of")),
        *unknown_ids([board.first], players, PLAYER),
        *ids_unless_exact(board.markers, players, PLAYER, Text("the action markers of")),
    ]
    yield from wrong or _section_shares(board)


def _section_shares(board: Board) -> Iterator[Text]:
    go, order = board.go, turn_order(board.setting.players, board.first)
    if board.step in ("sections", "actions"):
        yield from unknown_ids([go], board.setting.players, PLAYER)
    else:
        yield from SAID.when(go, "go", seat=go)
    chosen = order[: order.index(go)] if board.step == "sections" and go in order else order
    shares = board.setting.values.sharing.sections[len(order) - 1]
    for seat in board.setting.players:
        count = sum(section.seat == seat for section in board.sections.values())
        due = shares[order.index(seat)] if seat in chosen else 0
        yield from SAID.when(count != due, "shares", seat=seat, count=count, due=due)
