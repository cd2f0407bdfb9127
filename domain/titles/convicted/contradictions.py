"""What cannot be on a board of The Convicted although each of its fields keeps its bounds, when an
arbiter declares one."""

from collections.abc import Iterator
from itertools import chain

from domain.titles.contract.invariants import above, at, below, exactly, twice, unknown
from domain.titles.convicted.board import PLAYER, Board, Front, Section
from domain.titles.convicted.field import (
    GATE,
    SIDES_OF,
    SLOTS_BEFORE,
    STAGES,
    SectionId,
    Side,
    is_wall,
)
from domain.titles.convicted.preparation.setup import turn_order
from domain.titles.convicted.values import gathered
from domain.titles.kit import Sentences, Text

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
    return tuple(
        chain(
            _city(board),
            _walls(board),
            _besiegers(board),
            _calendar(board),
            _assault(board),
            _players(board),
        )
    )


def _city(board: Board) -> Iterator[Text]:
    yield from twice(board.heroes.values())
    for id, level in board.buildings.items():
        yield from above([(at(id, Text("level")), level)], len(board.setting.buildings[id]))


def _walls(board: Board) -> Iterator[Text]:
    for id, section in board.sections.items():
        level = board.level(id)
        resistance, gate = (
            [(at(id, Text("resistance")), section.resistance)],
            [(at(id, Text("gate")), section.gate)],
        )
        yield from chain(
            below(resistance, 1 if section.level else 0), above(resistance, section.level)
        )
        yield from chain(below(gate), above(gate, section.level if id == GATE else 0))
        yield from above([(at(id, Text("units")), sum(section.units.values()))], level.capacity)
        yield from above(
            [(at(id, Text("siege engines")), sum(section.engines.values()))], level.engines
        )
        kind = "wall" if is_wall(id) else "tower"
        for engine in section.engines:
            if kind not in board.setting.engines[engine].stands:
                yield SAID(kind, section=id, engine=engine)


def _besiegers(board: Board) -> Iterator[Text]:
    yield from twice(front.people for front in board.fronts.values() if front.people)
    for side, front in board.fronts.items():
        yield from _front(board, side, front)
    for id, section in board.sections.items():
        yield from _squads(board, id, section)


def _front(board: Board, side: Side, front: Front) -> Iterator[Text]:
    what = Text("an enemy that comes against side {side}", side=side)
    yield from unknown(
        gathered(front.deployment, front.assault, *front.held.values()), board.besiegers(side), what
    )
    if front.deployed and not front.people:
        yield SAID("nobody-came", side=side)
    if (front.deployment or front.assault) and not front.deployed:
        yield SAID("too-early", side=side)
    slowed = Text("a slot where this side is slowed")
    yield from unknown(front.held, SLOTS_BEFORE[side], slowed)
    for unit, count in gathered(*front.held.values()).items():
        yield from above(
            [(at(side, Text("{unit} slowed", unit=unit)), count)], front.deployment.get(unit, 0)
        )


def _squads(board: Board, id: SectionId, section: Section) -> Iterator[Text]:
    many = sum(1 for squad in section.squads if squad.units)
    yield from above(
        [(at(id, Text("squads")), many)], board.setting.values.siege.squads_per_section
    )
    for squad in section.squads:
        if squad.side not in SIDES_OF[id]:
            yield SAID("wrong-squad", section=id, side=squad.side)
        units = [unit for unit in board.besiegers(squad.side) if unit in board.setting.foes]
        yield from unknown([squad.leader, *squad.units], units, Text("an enemy unit of that side"))
        if squad.units and squad.leader not in squad.units:
            yield SAID("no-leader", section=id)


def _calendar(board: Board) -> Iterator[Text]:
    campaign, scenario = board.setting.values.campaign, board.setting.options.scenario
    if board.scenario != scenario:
        yield SAID("no-such-scenario", scenario=board.scenario)
    first = (scenario - 1) * campaign.turns_per_scenario + 1
    turn = [(Text("turn"), board.turn)]
    yield from chain(
        below(turn, first),
        above(turn, min(first + campaign.turns_per_scenario - 1, campaign.turns)),
    )
    if bool(board.ending) != (board.step == "over"):
        yield SAID("no-ending")


def _assault(board: Board) -> Iterator[Text]:
    stage, morale = [(Text("stage"), board.stage)], [(Text("morale"), board.morale)]
    if board.step == "assault":
        yield from chain(below(stage, 1), above(stage, STAGES))
        yield from chain(below([(Text("round"), board.round)], 1), below(morale, 1))
    elif board.step != "over":
        yield from above(stage, 0)
        if board.begun or board.declared:
            yield SAID("declared")
    yield from chain(below(morale, -1), above(morale, board.setting.values.siege.morale))
    if board.inside and board.step not in ("assault", "pillage", "over"):
        yield SAID("inside")
    peoples = [bool(front.people) for front in board.fronts.values()]
    if any(peoples) and (not all(peoples) or board.step not in (*SIEGE, "over")):
        yield SAID("cards")
    if board.step in ("assault", "pillage") and not all(
        front.deployed for front in board.fronts.values()
    ):
        yield SAID("not-deployed")


def _players(board: Board) -> Iterator[Text]:
    players = board.setting.players
    if board.step == "heroes":
        if len(board.heroes) >= len(players):
            yield SAID("heroes")
        if board.go or board.first:
            yield SAID("first")
        return
    wrong = [
        *exactly(board.heroes, players, PLAYER, Text("the hero of")),
        *unknown([board.first], players, PLAYER),
    ]
    wrong += exactly(board.markers, players, PLAYER, Text("the action markers of"))
    yield from wrong or _shares(board)


def _shares(board: Board) -> Iterator[Text]:
    if board.step in ("sections", "actions"):
        yield from unknown([board.go], board.setting.players, PLAYER)
    elif board.go:
        yield SAID("go", seat=board.go)
    order = turn_order(board.setting.players, board.first)
    chosen = (
        order[: order.index(board.go)] if board.step == "sections" and board.go in order else order
    )
    shares = board.setting.values.sharing.sections[len(order) - 1]
    for seat in board.setting.players:
        has = sum(section.seat == seat for section in board.sections.values())
        due = shares[order.index(seat)] if seat in chosen else 0
        if has != due:
            yield SAID("shares", seat=seat, count=has, due=due)
