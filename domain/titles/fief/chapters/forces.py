"""Forces in a fight: their combat points and dice, and how they absorb hits.

A side rolls one combat die for up to 6 points, two from 7, three from 13 (published table). The
expansion's archers and mercenaries count as sergeants (TA 1.1, TA 4), royal guards as knights and
sergeants (TA 3), and bombards as nothing (TA 2).

A force must absorb as many hits as it can by whole tokens (published). A knight falls to three hits
together, not to fewer; lords fall only once every troop has fallen; bombards absorb nothing (TA
2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import add

from msgspec import Struct
from msgspec.structs import astuple

from domain.titles.fief.board import Battle, Board, Side, SideName, Troops
from domain.titles.fief.values import Guards, Values

Tokens = tuple[int, int, int, int, int, int]
ABSORBING = ("sergeant", "knight", "archer", "mercenary", "guard_sergeant", "guard_knight")


class Losses(Struct, frozen=True, gc=False):
    sergeant: int = 0
    knight: int = 0
    archer: int = 0
    mercenary: int = 0
    guard_sergeant: int = 0
    guard_knight: int = 0
    lords: tuple[str, ...] = ()

    @property
    def tokens(self) -> Tokens:
        """How many tokens of each kind, in the order of `ABSORBING`."""
        return (
            self.sergeant,
            self.knight,
            self.archer,
            self.mercenary,
            self.guard_sergeant,
            self.guard_knight,
        )


class Force(Losses, frozen=True, gc=False):
    """The troops and lords of a family, or of a whole side, in a fight."""

    bombard: int = 0

    @property
    def soldiers(self) -> int:
        return sum(self.tokens)

    @property
    def has_guard(self) -> bool:
        """Whether royal guards are in it."""
        return self.guard_sergeant + self.guard_knight > 0

    def __add__(self, more: Force) -> Force:
        return Force(*map(add, astuple(self), astuple(more)))

    def holds(self, losses: Losses) -> bool:
        return (
            all(gone <= have for gone, have in zip(losses.tokens, self.tokens, strict=True))
            and len(set(losses.lords)) == len(losses.lords)
            and set(losses.lords) <= set(self.lords)
        )


def force(board: Board, family: str, place: str, mercenaries: int = 0) -> Force:
    """A family's troops and lords in a place. `mercenaries`: how many of its mercenaries fight
    there now."""
    troops, guard = board.troops(family, place), board.guard_at(family, place)
    ordinary = troops.sergeant, troops.knight, troops.archer
    return Force(
        *ordinary,
        mercenaries,
        guard.sergeant,
        guard.knight,
        board.lords_of(family, place),
        troops.bombard,
    )


def force_in_battle(board: Board, battle: Battle, family: str) -> Force:
    """A family's troops and lords in a battle."""
    return force(board, family, battle.place, battle.engaged.get(family, 0))


def army(board: Board, battle: Battle, side: Side) -> Force:
    """The troops and lords of a whole side. Infidels count as sergeants."""
    total = Force(sergeant=side.horde)
    for family in side.families:
        total += force_in_battle(board, battle, family)
    return total


# -- combat points and dice ------------------------------------------------------------------------


def combat_points(board: Board, force: Force) -> int:
    v = board.setting.values
    sergeant, knight = v.troops.sergeant.cp, v.troops.knight.cp
    return (
        (force.sergeant + force.mercenary + force.guard_sergeant) * sergeant
        + (force.knight + force.guard_knight) * knight
        + force.archer * v.troops.archer.cp
        + force.bombard * v.troops.bombard.cp
        + sum(lord_points(board, id) for id in force.lords)
    )


def lord_points(board: Board, id: str) -> int:
    """The combat points of a lord, or of a lady with a title or who is a warrior; other ladies have
    none (published)."""
    values, card = board.setting.values.lord, board.setting.lords[id]
    if card.sex == "man":
        return values.cp_man
    return (
        values.cp_lady_titled if card.warrior or board.lords[id].titles else values.cp_lady_untitled
    )


def dice_for(values: Values, points: int) -> int:
    return max((dice for least, dice in values.dice_by_cp if points >= least), default=0)


def dice_lost_to_walls(board: Board, battle: Battle) -> int:
    """How many dice the attack loses because of walls. Each siege engine cancels one of them, a
    Souterrain all (published)."""
    if battle.souterrain:
        return 0
    return max(0, board.setting.values.fort_penalty.on(battle.ground) - battle.engines)


def round_dice(board: Board, battle: Battle, side: SideName) -> int:
    dice = dice_for(
        board.setting.values, combat_points(board, army(board, battle, battle.side(side)))
    )
    return max(0, dice - dice_lost_to_walls(board, battle)) if side == "attack" else dice


def captain(board: Board, battle: Battle, side: SideName) -> str:
    """The family that decides for a side: its first with troops or lords left in the battle, else
    its first; empty for infidels."""
    families = battle.side(side).families
    for family in families:
        there = force_in_battle(board, battle, family)
        if there.soldiers or there.lords:
            return family
    return families[0] if families else ""


def other_side(side: SideName) -> SideName:
    """The opposite side of a battle."""
    return "defence" if side == "attack" else "attack"


def captain_to_answer(board: Board, offered_by: str) -> str:
    """The captain who answers a truce that a family offers: that of the other side. Empty outside a
    battle."""
    battle = board.battle
    side: SideName | None = battle.side_of(offered_by) if battle else None
    return captain(board, battle, other_side(side)) if battle and side else ""


def hits_of(values: Values) -> Tokens:
    """How many hits fell one token of each kind, in the order of `ABSORBING`."""
    sergeant, knight = values.troops.sergeant.hits, values.troops.knight.hits
    return (sergeant, knight, values.troops.archer.hits, sergeant, sergeant, knight)


def troop_hits(values: Values, force: Force) -> int:
    return sum(count * hits for count, hits in zip(force.tokens, hits_of(values), strict=True))


def most_absorbed(values: Values, force: Force) -> int:
    """The most hits that a force can absorb, with its lords."""
    return troop_hits(values, force) + len(force.lords) * values.lord.hits


def exact_hits_mask(values: Values, force: Force, limit: int) -> int:
    """The numbers of hits up to `limit` that the troops can absorb exactly by whole tokens, as a
    bit mask: bit n is set if they can absorb n."""
    mask, every = 1, (1 << (limit + 1)) - 1
    for count, hits in zip(force.tokens, hits_of(values), strict=True):
        for _ in range(min(count, limit // hits)):
            mask |= mask << hits & every
    return mask


def hits_to_absorb(values: Values, force: Force, hits: int) -> int:
    """How many of `hits` a force must absorb: as many as it can by whole tokens; by lords only once
    all troops fall."""
    troops = troop_hits(values, force)
    if hits >= troops:
        return (
            troops + min((hits - troops) // values.lord.hits, len(force.lords)) * values.lord.hits
        )
    return exact_hits_mask(values, force, hits).bit_length() - 1


def must_absorb_all(values: Values, force: Force, share: int) -> bool:
    """Whether a force must absorb all of `share`, with nothing left over."""
    return hits_to_absorb(values, force, share) == share


def ways_to_absorb(values: Values, force: Force, share: int) -> Iterator[Losses]:
    """Every way for a force to absorb exactly `share` hits; none if it cannot."""
    troops = troop_hits(values, force)
    if share >= troops:
        for fallen in combinations(force.lords, (share - troops) // values.lord.hits):
            yield Losses(*force.tokens, fallen)
        return
    costs, tokens = hits_of(values), force.tokens

    def choose(kind: int, left: int, chosen: tuple[int, ...]) -> Iterator[Losses]:
        if kind == len(costs):
            if left == 0:
                sergeant, knight, archer, mercenary, guard_sergeant, guard_knight = chosen
                yield Losses(sergeant, knight, archer, mercenary, guard_sergeant, guard_knight)
            return
        room = sum(n * c for n, c in zip(tokens[kind + 1 :], costs[kind + 1 :], strict=True))
        for count in range(min(tokens[kind], left // costs[kind]), -1, -1):
            rest = left - count * costs[kind]
            if rest > room:
                return
            yield from choose(kind + 1, rest, (*chosen, count))

    yield from choose(0, share, ())


def hit_splits(values: Values, forces: tuple[Force, ...], hits: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide the hits on an army among its families: hits by family, in the order of
    `forces`. Each family can absorb its share exactly, and together they absorb what the army
    must."""
    whole = sum(forces, start=Force())
    due, lord = hits_to_absorb(values, whole, hits), values.lord.hits
    if due >= troop_hits(values, whole):
        able = [
            range(troop_hits(values, there), most_absorbed(values, there) + 1, lord)
            for there in forces
        ]
        shares = [list(some) for some in able]
    else:
        shares = [
            [n for n in range(due + 1) if exact_hits_mask(values, there, due) >> n & 1]
            for there in forces
        ]

    def share(index: int, left: int, entered: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(shares):
            if not left:
                yield entered
            return
        for some in shares[index]:
            if some <= left:
                yield from share(index + 1, left - some, (*entered, some))

    yield from share(0, due, ())


def as_troops(losses: Losses) -> Troops:
    return Troops(losses.sergeant, losses.knight, losses.archer, 0, losses.mercenary)


def as_guards(losses: Losses) -> Guards:
    return Guards(losses.guard_knight, losses.guard_sergeant)
