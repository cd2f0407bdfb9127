"""How hits are absorbed: how many must be, and by which tokens they can be.

Published rule: as many hits as whole tokens allow; a knight falls to three hits together, never to fewer; lords fall only
once every troop has fallen; bombards absorb nothing (TA 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.titles.fief.battle.forces import Force, Losses, Tokens
from domain.titles.fief.board import Troops
from domain.titles.fief.values import Guards, Values


def hits_of(values: Values) -> Tokens:
    """Hits that fell one token, in the order of `Losses`."""
    sergeant, knight = values.troops.sergeant.hits, values.troops.knight.hits
    return (sergeant, knight, values.troops.archer.hits, sergeant, sergeant, knight)


def troop_hits(values: Values, force: Force) -> int:
    return sum(count * hits for count, hits in zip(force.tokens, hits_of(values), strict=True))


def capacity(values: Values, force: Force) -> int:
    return troop_hits(values, force) + len(force.lords) * values.lord.hits


def reachable(values: Values, force: Force, limit: int) -> int:
    """The numbers of hits up to `limit` that troops can absorb exactly, as bits."""
    mask, every = 1, (1 << (limit + 1)) - 1
    for count, hits in zip(force.tokens, hits_of(values), strict=True):
        for _ in range(min(count, limit // hits)):
            mask |= mask << hits & every
    return mask


def absorbed(values: Values, force: Force, hits: int) -> int:
    """How many of the hits must be absorbed: as many as whole tokens allow, lords only once every troop falls."""
    troops = troop_hits(values, force)
    if hits >= troops:
        return troops + min((hits - troops) // values.lord.hits, len(force.lords)) * values.lord.hits
    return reachable(values, force, hits).bit_length() - 1


def exactly(values: Values, force: Force, share: int) -> bool:
    return absorbed(values, force, share) == share


def ways(values: Values, force: Force, share: int) -> Iterator[Losses]:
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


def splits(values: Values, forces: tuple[Force, ...], hits: int) -> Iterator[tuple[int, ...]]:
    """Every way to share hits on an army out among its families: each absorbs its share exactly, all of them together as
    much as the army must absorb."""
    whole = sum(forces, start=Force())
    due, lord = absorbed(values, whole, hits), values.lord.hits
    if due >= troop_hits(values, whole):
        able = [range(troop_hits(values, there), capacity(values, there) + 1, lord) for there in forces]
        shares = [list(some) for some in able]
    else:
        shares = [[n for n in range(due + 1) if reachable(values, there, due) >> n & 1] for there in forces]

    def share(index: int, left: int, given: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(shares):
            if not left:
                yield given
            return
        for some in shares[index]:
            if some <= left:
                yield from share(index + 1, left - some, (*given, some))

    yield from share(0, due, ())


def as_troops(losses: Losses) -> Troops:
    return Troops(losses.sergeant, losses.knight, losses.archer, 0, losses.mercenary)


def as_guards(losses: Losses) -> Guards:
    return Guards(losses.guard_knight, losses.guard_sergeant)
