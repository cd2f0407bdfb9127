"""What the declarations of the siege share: the bounds of their form fields, the stages in which
they are possible, and parts for their samplers."""

from collections.abc import Callable
from random import Random
from typing import Any

from domain.titles.contract.types import Field
from domain.titles.convicted.actions import Band, ConvictedAction, may_enter
from domain.titles.convicted.board import Board
from domain.titles.convicted.field import (
    SECTIONS,
    SIDES,
    SIDES_OF,
    SLOTS,
    ZONES,
    SectionId,
    Side,
    Takes,
)
from domain.titles.convicted.values import RESOURCE_NAMES, Stack, summed
from domain.titles.kit import Declarations, FieldSpec, Move, Sentences, random_tries

NAMES = Sentences("""
section = section
side = side
zone = zone
slot = slot of the ring
origin = from
target = to
weapon = shooters
unit = unit
engine = siege engine
leader = assault unit
count = how many
squad = squad
damage = damage
gate = at the gates
losses = losses
enemies_lost = enemy losses
withdrawn = fallen back into the city
troops = troops
drowned = lost in the moat
support = supports
moves = moves
spell = spell
extra = the Sorcerer's additional spell
plundered = resources taken
razed = parts of the city razed
goods = resources gained
die = die
""")

Pieces = Callable[[Board, str], tuple[str, ...]]


def enemy_kinds(board: Board, seat: str) -> tuple[str, ...]:
    """The kinds of enemy units and engines on the board."""
    there = board.enemies()
    return tuple(kind for kind in (*board.setting.foes, *board.setting.engines) if kind in there)


def defender_kinds(board: Board, seat: str) -> tuple[str, ...]:
    """The kinds of defending units on the board."""
    manned = summed(*(section.units for section in board.sections.values()), board.city)
    return tuple(kind for kind in board.setting.troops if kind in manned)


def weapon_kinds(board: Board, seat: str) -> tuple[str, ...]:
    """All kinds of ranged troops and siege engines, also those that are not on the board."""
    troops = (id for id, troop in board.setting.troops.items() if troop.fire)
    return (*troops, *board.setting.engines)


def razeable_buildings(board: Board, seat: str) -> tuple[str, ...]:
    """The parts of the city that can be razed."""
    return tuple(building for building, level in board.buildings.items() if level)


def band_fields(kinds: Pieces, *where: str) -> Callable[[Board, str], dict[str, Field]]:
    """A function that returns, for a board and a seat, the form fields of a `Band`: a kind of
    piece, and how many. `kinds`: the function that lists the possible kinds. `where`: names of
    further fields, for sections."""

    def fields_within(board: Board, seat: str) -> dict[str, Field]:
        pieces = {"unit": Field(NAMES["unit"], kinds(board, seat)), "count": Field(MANY, least=1)}
        return pieces | {field: Field(NAMES[field]) for field in where}

    return fields_within


MANY = NAMES["count"]
GOODS = {resource: Field(label, least=0) for resource, label in RESOURCE_NAMES.items()}
CHOICES: dict[str, Any] = {
    "section": SECTIONS,
    "origin": (*SECTIONS, "city"),
    "target": (*SECTIONS, "city"),
    "side": SIDES,
    "zone": ZONES,
    "slot": SLOTS,
    "spell": lambda board, seat: board.setting.spells,
    "die": ("d3", "d6"),
    "weapon": weapon_kinds,
    "engine": lambda board, seat: board.setting.engines,
    "leader": lambda board, seat: board.setting.foes,
    "unit": lambda board, seat: board.setting.foes,
    "razed": razeable_buildings,
}
RANGES = {"count": (1, 200), "squad": (0, 30), "damage": (0, 10)}
WITHIN: dict[str, Any] = {
    "plundered": GOODS,
    "goods": GOODS,
    **dict.fromkeys(
        ("troops", "support", "enemies_lost", "drowned", "losses"), band_fields(enemy_kinds)
    ),
    **dict.fromkeys(("withdrawn", "moves"), band_fields(defender_kinds)),
}
FIELDS = {
    **{name: FieldSpec(label) for name, label in NAMES.items()},
    **{name: FieldSpec(NAMES[name], choices) for name, choices in CHOICES.items()},
    **{name: FieldSpec(NAMES[name], (), least, most) for name, (least, most) in RANGES.items()},
    **{name: FieldSpec(NAMES[name], within=within) for name, within in WITHIN.items()},
}
OURS = {"losses": {"within": band_fields(defender_kinds)}}
"""For declarations in which `losses` are the defenders'; in the others they are the enemy's."""
TRIES = 12
"""How many samples of a kind are looked at for a legal example: one drawn at random may miss what
can be done."""
DECLARED = Declarations(FIELDS, tries=random_tries(TRIES))


def declaration_move(
    action: type[ConvictedAction],
    steps: tuple[str, ...],
    *,
    takes: tuple[Takes, ...] = (),
    **more: Any,
) -> Move:
    """The move of a declaration, possible in `steps`. `takes`: its kinds of result; in the assault,
    its form is offered only in stages that take one of them."""

    def is_timely(board: Board) -> bool:
        return board.step != "assault" or any(board.stage_takes(kind) for kind in takes)

    def may_seat_enter(seat: str) -> bool:
        return may_enter(action, seat)

    return DECLARED(action, steps, timely=is_timely, enters=may_seat_enter, **more)


# -- what samplers are made of ---------------------------------------------------------------------


def random_band(rng: Random, stack: Stack, most: int) -> tuple[Band, ...]:
    """Up to `most` pieces of one random kind of a stack, as a single band; empty if there are
    none."""
    unit = rng.choice(sorted(stack)) if stack else ""
    count = rng.randint(0, min(most, stack[unit])) if unit else 0
    return (Band(unit, count),) if count else ()


def sections_facing(side: Side) -> list[SectionId]:
    return [s for s in SECTIONS if side in SIDES_OF[s]]


def random_target(board: Board, side: Side, rng: Random) -> SectionId:
    """A section that faces a side: half of the time the strongest, otherwise any."""
    faced = sections_facing(side)
    rng.shuffle(faced)
    if rng.random() < 0.5:
        return max(
            faced, key=lambda s: board.sections[s].resistance + 2 * len(board.sections[s].engines)
        )
    return faced[0]


def random_damage(
    board: Board, section: SectionId, gate: bool, rng: Random
) -> tuple[int, tuple[Band, ...]]:
    """Random damage to a section, or to its gates, and the units that then have to fall back into
    the city: none unless the section is destroyed."""
    what = board.sections[section]
    left = what.gate if gate else what.resistance
    damage = min(left, rng.choice((0, 1, 1)))
    if damage == left and rng.random() < 0.8:
        damage = 0  # most fortifications outlive a siege, so that something is left to repair
    if gate or not damage or damage < left:
        return damage, ()
    over = sum(what.units.values()) - board.setting.levels[section][0].capacity
    back: list[Band] = []
    for unit, n in sorted(what.units.items()):
        if over > 0:
            back.append(Band(unit, min(n, over)))
            over -= n
    return damage, tuple(back)


def foes_in(board: Board, stack: Stack) -> Stack:
    """The enemy units of a stack, without its siege engines."""
    return {u: n for u, n in stack.items() if u in board.setting.foes}


def random_troops(stack: Stack, rng: Random) -> tuple[Band, ...]:
    """Units of one random kind, and of some of the other kinds; at least half of each."""
    unit = rng.choice(sorted(stack))
    others = [u for u in sorted(stack) if u != unit and rng.random() < 0.6]
    return tuple(Band(u, rng.randint((stack[u] + 1) // 2, stack[u])) for u in (unit, *others))


def squads_on_board(board: Board) -> list[tuple[SectionId, int]]:
    """The squads that have units, as (section, number)."""
    return [
        (s, i)
        for s, what in board.sections.items()
        for i, squad in enumerate(what.squads)
        if squad.units
    ]
