"""Forms of the siege's declarations: what each field may be, and an example that is legal now."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from domain.kernel.text import texts
from domain.titles.contract.verdict import Field, Template
from domain.titles.convicted.actions import Band, ConvictedAction, may_enter
from domain.titles.convicted.board import Board, Setting
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
from domain.titles.convicted.values import RESOURCE_NAMES, Stack, gathered
from domain.titles.kit import Move, Text, Verdict, entry, told

TRIES = 12
"""How many proposals of a kind are looked at for a legal example: one drawn at random may miss what
can be done."""

NAMES = texts("""
section | section
side | side
zone | zone
slot | slot of the ring
origin | from
target | to
weapon | shooters
unit | unit
engine | siege engine
leader | assault unit
count | how many
squad | squad
damage | damage
gate | at the gates
losses | losses
enemies_lost | enemy losses
withdrawn | fallen back into the city
troops | troops
drowned | lost in the moat
support | supports
moves | moves
spell | spell
extra | the Sorcerer's additional spell
plundered | resources taken
razed | parts of the city razed
goods | resources gained
die | die
""")

OURS = ("enemy-shoot", "bombard", "fight", "ravage")
"""The declarations in which `losses` are the defenders'; in the others they are the enemy's."""
ENEMIES = ("troops", "support", "enemies_lost", "drowned")
"""Fields that name the enemy's pieces, whatever the declaration."""
RANGES = {"count": (1, 200), "squad": (0, 30), "damage": (0, 10)}

Propose = Callable[[Board, str, Random], Any]


class Nothing(LookupError):
    """There is nothing to pick from, so there is no proposal."""


def proposed(propose: Propose, board: Board, seat: str, rng: Random) -> Any:
    try:
        return propose(board, seat, rng)
    except Nothing:
        return None


class Declared:
    """The forms of a declaration: one with an example that is legal now, if one of a dozen
    proposals is, or one for each way to propose (`apart`). `takes` are the kinds of result that it
    is in a stage of the assault. Random players play what it proposes."""

    def __init__(
        self,
        action: type[ConvictedAction],
        judge: Callable[..., Verdict],
        propose: Propose,
        takes: tuple[Takes, ...],
        label: Text | None,
        apart: Callable[[Board], Iterable[Propose]] | None,
    ) -> None:
        self.action, self.judge, self.propose, self.takes, self.label, self.apart = (
            action,
            judge,
            propose,
            takes,
            label,
            apart,
        )

    def timely(self, board: Board) -> bool:
        """Whether such declarations belong to the stage being played; outside the assault all
        do."""
        return board.step != "assault" or any(board.takes(kind) for kind in self.takes)

    def __call__(self, board: Board, seat: str) -> Iterator[Template]:
        if self.label is None or not may_enter(self.action, seat) or not self.timely(board):
            return
        for propose in (self.propose,) if self.apart is None else self.apart(board):
            actions = (proposed(propose, board, seat, Random(n)) for n in range(TRIES))
            example = next(
                (action for action in actions if action and self.judge(board, seat, action).legal),
                None,
            )
            if example is not None:
                yield form(board, told(self.label, example, board), example)


def declared(
    action: type[ConvictedAction],
    steps: tuple[str, ...],
    judge: Callable[..., Verdict],
    do: Callable[..., None],
    propose: Propose,
    takes: tuple[Takes, ...],
    label: Text | Callable[..., Text],
    name: Text,
    form: Text | None = None,
    hint: Text | None = None,
    offers: Callable[[Board, str], Iterable[Any]] = lambda board, seat: (),
    apart: Callable[[Board], Iterable[Propose]] | None = None,
) -> Move:
    return Move(
        action,
        steps,
        judge,
        do,
        offers,
        label,
        name,
        hint,
        forms=Declared(action, judge, propose, takes, form, apart),
    )


def form(board: Board, label: Text, example: ConvictedAction) -> Template:
    return entry(
        label, example, **{name: _field(board, example, name) for name in example.__struct_fields__}
    )


CHOICES: dict[str, Callable[[Setting], tuple[str, ...]]] = {
    "section": lambda setting: SECTIONS,
    "origin": lambda setting: (*SECTIONS, "city"),
    "target": lambda setting: (*SECTIONS, "city"),
    "side": lambda setting: SIDES,
    "zone": lambda setting: ZONES,
    "slot": lambda setting: SLOTS,
    "spell": lambda setting: tuple(setting.spells),
    "die": lambda setting: ("d3", "d6"),
    "weapon": lambda setting: (
        *(t for t, troop in setting.troops.items() if troop.fire),
        *setting.engines,
    ),
    "engine": lambda setting: tuple(setting.engines),
    "leader": lambda setting: tuple(setting.foes),
}


def _field(board: Board, example: Any, name: str) -> Field:
    setting, tag = board.setting, str(example.__struct_config__.tag)
    if name == "side" and tag == "deploy":
        listed: tuple[str, ...] = (example.side,)
    elif name == "unit":
        listed = tuple(setting.troops if tag == "reinforce" else setting.foes)
    elif name == "razed":
        listed = tuple(building for building, level in board.buildings.items() if level)
    else:
        listed = CHOICES[name](setting) if name in CHOICES else ()
    least, most = RANGES.get(name, (None, None))
    return Field(NAMES[name], listed, least, most, _within(board, example, tag, name))


def _within(board: Board, example: Any, tag: str, name: str) -> dict[str, Field] | UnsetType:
    if name in ("plundered", "goods"):
        return {resource: Field(label, least=0) for resource, label in RESOURCE_NAMES.items()}
    if (kinds := _kinds(board, example, tag, name)) is None:
        return UNSET
    pieces = {"unit": Field(NAMES["unit"], kinds), "count": Field(NAMES["count"], least=1)}
    where = {"cast": ("side", "zone"), "foresee": ("origin", "target")}.get(tag, ())
    return pieces | {field: Field(NAMES[field]) for field in where}


def _kinds(board: Board, example: Any, tag: str, name: str) -> tuple[str, ...] | None:
    setting = board.setting
    if name in ENEMIES or (name == "losses" and tag not in OURS):
        if tag == "deploy":
            people = board.fronts[example.side].people
            return (
                *(foe.id for foe in setting.foes.values() if foe.people == people),
                *setting.besieging,
            )
        there = board.enemies()
        return tuple(kind for kind in (*setting.foes, *setting.engines) if kind in there)
    if name in ("losses", "withdrawn", "moves"):
        manned = gathered(*(section.units for section in board.sections.values()), board.city)
        return tuple(kind for kind in setting.troops if kind in manned)
    return None


# -- what proposals are made of
# --------------------------------------------------------------------------------------

T = TypeVar("T")


def pick(rng: Random, things: Sequence[T]) -> T:
    if not things:
        raise Nothing
    return rng.choice(things)


def some(rng: Random, stack: Stack, most: int) -> tuple[Band, ...]:
    unit = rng.choice(sorted(stack)) if stack else ""
    count = rng.randint(0, min(most, stack[unit])) if unit else 0
    return (Band(unit, count),) if count else ()


def faced_by(side: Side) -> list[SectionId]:
    return [s for s in SECTIONS if side in SIDES_OF[s]]


def target(board: Board, side: Side, rng: Random) -> SectionId:
    faced = faced_by(side)
    rng.shuffle(faced)
    if rng.random() < 0.5:
        return max(
            faced, key=lambda s: board.sections[s].resistance + 2 * len(board.sections[s].engines)
        )
    return faced[0]


def harm(board: Board, section: SectionId, gate: bool, rng: Random) -> tuple[int, tuple[Band, ...]]:
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
    return {u: n for u, n in stack.items() if u in board.setting.foes}


def party(stack: Stack, rng: Random) -> tuple[Band, ...]:
    unit = rng.choice(sorted(stack))
    others = [u for u in sorted(stack) if u != unit and rng.random() < 0.6]
    return tuple(Band(u, rng.randint((stack[u] + 1) // 2, stack[u])) for u in (unit, *others))


def squads(board: Board) -> list[tuple[SectionId, int]]:
    return [
        (s, i)
        for s, what in board.sections.items()
        for i, squad in enumerate(what.squads)
        if squad.units
    ]
