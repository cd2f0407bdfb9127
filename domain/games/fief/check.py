"""What contradicts itself or is missing in a catalog, beyond the types of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.catalog import Fault
from domain.games.fief.values import Values

FAMILIES = 6
"""Families that the box has tokens for."""


def check(values: Values) -> tuple[Fault, ...]:
    """What contradicts itself or is missing in a catalog, all at once."""
    return tuple(_faults(values))


def _faults(v: Values) -> Iterator[Fault]:
    if not v.die_faces or not any(v.die_faces):
        yield Fault("/die_faces", "the battle die needs a face that hits")
    points = [cp for cp, _ in v.dice_by_cp]
    if not points or points != sorted(set(points)) or points[0] < 1:
        yield Fault("/dice_by_cp", "steps must rise from 1 combat point or more")
    for kind in ("sergeant", "knight", "archer"):
        if getattr(v.troops, kind).hits < 1:
            yield Fault(f"/troops/{kind}/hits", "only bombards absorb no hits")
    if v.troops.bombard.hits:
        yield Fault("/troops/bombard/hits", "bombards absorb no hits (TA 2)")
    if not v.aim.kills or any(not 1 <= face <= v.aim.sides for face in v.aim.kills):
        yield Fault("/aim/kills", f"the faces that kill must be on the die, 1 to {v.aim.sides}")
    for kind in ("knight", "sergeant"):
        if getattr(v.guard.box, kind) < max(getattr(v.guard.king, kind), getattr(v.guard.queen, kind)):
            yield Fault(f"/guard/box/{kind}", "the box has fewer guards than a king or a queen may take")
        if getattr(v.start, kind) > getattr(v.troops, kind).max:
            yield Fault(f"/start/{kind}", "a family starts with more tokens than it has")
    if v.start.fort != "open" and getattr(v.forts, v.start.fort).count < FAMILIES:
        yield Fault(f"/forts/{v.start.fort}/count", f"{FAMILIES} families start with one each")
    yield from _card_faults(v)


def _card_faults(v: Values) -> Iterator[Fault]:
    if len(v.villages) < FAMILIES:
        yield Fault("/villages", f"{FAMILIES} families need a village each")
    if len(v.lords) < FAMILIES:
        yield Fault("/lords", f"{FAMILIES} families need a lord each")
    kinds = Counter(title.kind for title in v.titles)
    for kind in ("king", "queen"):
        if kinds[kind] != 1:
            yield Fault("/titles", f"there must be exactly one {kind}, not {kinds[kind]}")
    places = [*v.villages, v.overseas]
    yield from _twice("/villages", (p.id for p in places))
    yield from _twice("/lords", (card.id for card in v.lords))
    yield from _twice("/titles", (card.id for card in v.titles))


def _twice(pointer: str, ids: Iterable[str]) -> Iterator[Fault]:
    for id, count in Counter(ids).items():
        if count > 1:
            yield Fault(pointer, f"the id {id} stands there {count} times")
