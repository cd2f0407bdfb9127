"""What contradicts itself or is missing in a catalog, beyond the types of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.games.fief.values import Values
from domain.rules.catalogs.faults import Fault, fault

FAMILIES = 6
"""Families that the box has tokens for."""


def check(values: Values) -> tuple[Fault, ...]:
    """What contradicts itself or is missing in a catalog, all at once."""
    return tuple(_faults(values))


def _faults(v: Values) -> Iterator[Fault]:
    if not v.die_faces or not any(v.die_faces):
        yield fault("/die_faces", "the battle die needs a face that hits", "le dé de bataille doit avoir une face qui touche")
    points = [cp for cp, _ in v.dice_by_cp]
    if not points or points != sorted(set(points)) or points[0] < 1:
        yield fault(
            "/dice_by_cp",
            "steps must rise from 1 combat point or more",
            "les paliers doivent croître, depuis 1 point de combat au moins",
        )
    if any(dice < 0 for _, dice in v.dice_by_cp):
        yield fault("/dice_by_cp", "a step cannot give fewer dice than none", "un palier ne peut donner moins de zéro dé")
    for kind in ("sergeant", "knight", "archer"):
        if getattr(v.troops, kind).hits < 1:
            yield fault(f"/troops/{kind}/hits", "only bombards absorb no hits", "seules les bombardes n'absorbent aucune touche")
    if v.troops.bombard.hits:
        yield fault("/troops/bombard/hits", "bombards absorb no hits (TA 2)", "les bombardes n'absorbent aucune touche (TA 2)")
    if not v.aim.kills or any(not 1 <= face <= v.aim.sides for face in v.aim.kills):
        yield fault(
            "/aim/kills",
            f"the faces that kill must be on the die, 1 to {v.aim.sides}",
            f"les faces qui tuent doivent être sur le dé, de 1 à {v.aim.sides}",
        )
    for kind in ("knight", "sergeant"):
        if getattr(v.guard.box, kind) < max(getattr(v.guard.king, kind), getattr(v.guard.queen, kind)):
            yield fault(
                f"/guard/box/{kind}",
                "the box has fewer guards than a king or a queen may take",
                "la boîte a moins de gardes qu'un roi ou une reine n'en peut prendre",
            )
        if getattr(v.start, kind) > getattr(v.troops, kind).max:
            yield fault(
                f"/start/{kind}",
                "a family starts with more tokens than it has",
                "une famille commence avec plus de pions qu'elle n'en a",
            )
    if v.start.fort != "open" and getattr(v.forts, v.start.fort).count < FAMILIES:
        yield fault(
            f"/forts/{v.start.fort}/count",
            f"{FAMILIES} families start with one each",
            f"{FAMILIES} familles commencent avec chacune le sien",
        )
    yield from _card_faults(v)


def _card_faults(v: Values) -> Iterator[Fault]:
    if len(v.villages) < FAMILIES:
        yield fault("/villages", f"{FAMILIES} families need a village each", f"{FAMILIES} familles ont besoin d'un village chacune")
    if len(v.lords) < FAMILIES:
        yield fault("/lords", f"{FAMILIES} families need a lord each", f"{FAMILIES} familles ont besoin d'un seigneur chacune")
    kinds = Counter(title.kind for title in v.titles)
    for kind in ("king", "queen"):
        if kinds[kind] != 1:
            yield fault(
                "/titles",
                f"there must be exactly one {kind}, not {kinds[kind]}",
                f"il faut exactement un titre {kind}, pas {kinds[kind]}",
            )
    places = [*v.villages, v.overseas]
    yield from _twice("/villages", (p.id for p in places))
    yield from _twice("/lords", (card.id for card in v.lords))
    yield from _twice("/titles", (card.id for card in v.titles))


def _twice(pointer: str, ids: Iterable[str]) -> Iterator[Fault]:
    for id, count in Counter(ids).items():
        if count > 1:
            yield fault(pointer, f"the id {id} stands there {count} times", f"l'identifiant {id} s'y trouve {count} fois")
