"""What contradicts itself or is missing in a catalog, beyond the types of its values."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.titles.contract.catalogs.faults import Fault
from domain.titles.fief.values import Values
from domain.titles.kit import Faults

FAMILIES = 6

WRONG = Faults("""
no-hit = the battle die needs a face that hits
steps = steps must rise from 1 combat point or more
dice = a step cannot give fewer dice than none
no-hits = only bombards absorb no hits
bombard = bombards absorb no hits (TA 2)
aim = the faces that kill must be on the die, 1 to {sides}
guards = the box has fewer guards than a king or a queen may take
start = a family starts with more tokens than it has
forts = {families} families start with one each
villages = {families} families need a village each
lords = {families} families need a lord each
crowns = there must be exactly one {kind}, not {count}
twice = the id {id} stands there {count} times
""")  # fmt: skip


def check(values: Values) -> tuple[Fault, ...]:
    return (*_dice(values), *_tokens(values), *_cards(values))


def _dice(v: Values) -> Iterator[Fault]:
    if not v.die_faces or not any(v.die_faces):
        yield WRONG.at("/die_faces", "no-hit")
    points = [cp for cp, _ in v.dice_by_cp]
    if not points or points != sorted(set(points)) or points[0] < 1:
        yield WRONG.at("/dice_by_cp", "steps")
    if any(dice < 0 for _, dice in v.dice_by_cp):
        yield WRONG.at("/dice_by_cp", "dice")
    for kind in ("sergeant", "knight", "archer"):
        if getattr(v.troops, kind).hits < 1:
            yield WRONG.at(f"/troops/{kind}/hits", "no-hits")
    if v.troops.bombard.hits:
        yield WRONG.at("/troops/bombard/hits", "bombard")
    if not v.aim.kills or any(not 1 <= face <= v.aim.sides for face in v.aim.kills):
        yield WRONG.at("/aim/kills", "aim", sides=v.aim.sides)


def _tokens(v: Values) -> Iterator[Fault]:
    for kind in ("knight", "sergeant"):
        if getattr(v.guard.box, kind) < max(
            getattr(v.guard.king, kind), getattr(v.guard.queen, kind)
        ):
            yield WRONG.at(f"/guard/box/{kind}", "guards")
        if getattr(v.start, kind) > getattr(v.troops, kind).max:
            yield WRONG.at(f"/start/{kind}", "start")
    if v.start.fort != "open" and getattr(v.forts, v.start.fort).count < FAMILIES:
        yield WRONG.at(f"/forts/{v.start.fort}/count", "forts", families=FAMILIES)


def _cards(v: Values) -> Iterator[Fault]:
    if len(v.villages) < FAMILIES:
        yield WRONG.at("/villages", "villages", families=FAMILIES)
    if len(v.lords) < FAMILIES:
        yield WRONG.at("/lords", "lords", families=FAMILIES)
    kinds = Counter(title.kind for title in v.titles)
    for kind in ("king", "queen"):
        if kinds[kind] != 1:
            yield WRONG.at("/titles", "crowns", kind=kind, count=kinds[kind])
    yield from _twice("/villages", (p.id for p in (*v.villages, v.overseas)))
    yield from _twice("/lords", (card.id for card in v.lords))
    yield from _twice("/titles", (card.id for card in v.titles))


def _twice(pointer: str, ids: Iterable[str]) -> Iterator[Fault]:
    yield from (
        WRONG.at(pointer, "twice", id=id, count=count)
        for id, count in Counter(ids).items()
        if count > 1
    )
