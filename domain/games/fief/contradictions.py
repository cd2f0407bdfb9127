"""What makes a position of Fief impossible, when an arbiter declares one (`Ruleset.amiss`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.fief.amiss_moment import moment
from domain.games.fief.board import INFIDELS, Board, Lord, Place, Troops
from domain.games.fief.values import Guards
from domain.rules.invariants import SEAT, above, at, below, exactly, twice, unknown
from domain.rules.text import Text

PLACE = Text("a place of the map", "un lieu du plateau")
LORD = Text("a lord", "un seigneur")
TITLE = Text("a title", "un titre")
KINDS = ("sergeant", "knight", "archer", "bombard", "mercenary")


def amiss(board: Board) -> tuple[Text, ...]:
    """Everything that is wrong; first the families, places and lords, of which the rest speaks."""
    return tuple(_names(board)) or tuple(chain(_families(board), _places(board), _lords(board), moment(board)))


def _names(board: Board) -> Iterator[Text]:
    setting = board.setting
    yield from exactly(board.families, setting.seats, SEAT, Text("the family", "la famille"))
    yield from unknown(board.places, setting.places, PLACE)
    yield from unknown(board.lords, setting.lords, LORD)
    for place in board.places.values():
        yield from unknown([*place.troops, *([place.holder] if place.holder else ())], setting.seats, SEAT)
        yield from unknown([*place.fought, *place.shot], setting.seats, SEAT)
        yield from unknown((foe for foes in place.fought.values() for foe in foes), (*setting.seats, INFIDELS), SEAT)
    for lord in board.lords.values():
        yield from unknown([lord.family], setting.seats, SEAT)
        yield from unknown([lord.captor] if lord.captor else (), (*setting.seats, INFIDELS), SEAT)
        yield from unknown([lord.place] if lord.place else (), setting.places, PLACE)
        yield from unknown(lord.titles, setting.titles, TITLE)
        yield from unknown([lord.spouse] if lord.spouse else (), board.lords, Text("a lord in play", "un seigneur en jeu"))


def _families(board: Board) -> Iterator[Text]:
    for seat, family in board.families.items():
        yield from below([(at(seat, "purse", "bourse"), family.purse), (at(seat, "camp", "camp"), family.camp)])
        yield from _counted(f"{seat}, stock", f"{seat}, réserve", family.stock)
        yield from above([(at(seat, "mercenaries in its stock", "mercenaires dans sa réserve"), family.stock.mercenary)], 0)
    yield from below([(Text("mercenaries in the pool", "mercenaires libres"), board.pool)])
    yield from below([(Text("battles so far", "batailles jusqu'ici"), board.battles)])


def _counted(en: str, fr: str, troops: Troops) -> Iterator[Text]:
    yield from below((Text(f"{en}, {kind}", f"{fr}, {kind}"), getattr(troops, kind)) for kind in KINDS)


def _places(board: Board) -> Iterator[Text]:
    overseas, forts = board.setting.values.overseas.id, board.setting.values.forts
    for id, place in board.places.items():
        for seat, troops in place.troops.items():
            yield from _counted(f"{id}, {seat}", f"{id}, {seat}", troops)
            if not troops.total:
                yield Text(f"{id}, {seat}: troops that are none", f"{id}, {seat} : des troupes qui n'en sont pas")
        if id == overseas and _is_village(place):
            yield Text(
                f"{id} is overseas: nobody holds or fortifies it", f"{id} est outre-mer : nul ne le contrôle ni ne le fortifie"
            )
    for fort, en, fr in (("castle", "castles", "châteaux"), ("city", "cities", "cités")):
        built = sum(place.fort == fort for place in board.places.values())
        yield from above([(Text(en, fr), built)], getattr(forts, fort).count)


def _is_village(place: Place) -> bool:
    return bool(place.holder) or place.fort != "open" or place.plague


def _lords(board: Board) -> Iterator[Text]:
    yield from twice(title for lord in board.lords.values() for title in lord.titles)
    for id, lord in board.lords.items():
        name = board.setting.lords[id].name
        yield from _whereabouts(name, lord)
        if lord.spouse and (lord.dead or board.lords[lord.spouse].spouse != id or lord.spouse == id):
            yield Text(f"{name}'s marriage is not returned", f"le mariage de {name} n'est pas réciproque")
        yield from _crowned(board, id, lord)


def _whereabouts(name: str, lord: Lord) -> Iterator[Text]:
    if lord.dead:
        if lord != Lord(lord.family, "", dead=True):
            yield Text(f"{name} is dead and keeps nothing but the name", f"{name} est mort et ne garde que son nom")
    elif bool(lord.place) == bool(lord.captor):
        yield Text(f"{name} is either in a place or somebody's captive", f"{name} est soit quelque part, soit prisonnier")
    elif lord.captor == lord.family:
        yield Text(f"{name} is a captive of the own family", f"{name} est prisonnier de sa propre famille")


def _crowned(board: Board, id: str, lord: Lord) -> Iterator[Text]:
    """King and queen, and the guard that only they have."""
    setting, name = board.setting, board.setting.lords[id].name
    most = Guards()
    for crown, sex, guard in (
        (setting.king, "man", setting.values.guard.king),
        (setting.queen, "lady", setting.values.guard.queen),
    ):
        if crown in lord.titles:
            most = guard
            if setting.lords[id].sex != sex:
                yield Text(f"{name} cannot wear the crown {crown}", f"{name} ne peut porter la couronne {crown}")
    if lord.captor:
        most = Guards()
    for kind in Guards.__struct_fields__:
        guard_of = at(name, f"royal guard, {kind}", f"garde royale, {kind}")
        yield from above([(guard_of, getattr(lord.guard, kind))], getattr(most, kind))
