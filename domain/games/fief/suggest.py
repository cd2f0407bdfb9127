"""One sensible action of a kind for the family whose turn it is: an example for a page, a move for a random player.

`pick` chooses among possibilities: the first for an example, any for a random player. A suggestion may still be illegal;
whoever asks for one judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.fief import actions as a
from domain.games.fief import actions as b
from domain.games.fief.actions import FiefAction
from domain.games.fief.board import BANK, TROOP_KINDS, Board, Troops
from domain.games.fief.choices import (
    captives,
    captured,
    free_cards,
    free_titles,
    garrisons,
    held,
    led_places,
    living,
    others,
    villages,
)
from domain.games.fief.lords import ally
from domain.games.fief.realm.ending import points
from domain.games.fief.realm.purchases import shelters
from domain.games.fief.values import Guards

Pick = Callable[[Sequence[Any]], Any]
Suggest = Callable[[Board, str, Pick], "FiefAction | None"]


def suggestion(kind: type[FiefAction], board: Board, seat: str, pick: Pick) -> FiefAction | None:
    """An action of a kind, or none that makes sense."""
    return SUGGEST[kind](board, seat, pick)


# -- suggestions -----------------------------------------------------------------------------------------------------


def _settle(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    free = [id for id in villages(board) if not board.place(id).holder]
    return a.Settle(pick(free), pick(free_cards(board)))


def _propose(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    partner = ally(board, seat)
    have, victory = points(board, seat), board.setting.values.victory
    if partner and have + points(board, partner) >= victory.married:
        return a.ProposeEnd("victory", partner)
    if not partner and have >= victory.alone:
        return a.ProposeEnd("victory")
    return a.ProposeEnd("agreement")


def _lord(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    cards = free_cards(board)
    return a.DeclareLord(pick(cards), pick(held(board, seat) or villages(board))) if cards else None


def _marriage(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    cards = board.setting.lords
    pairs = [
        (mine, theirs)
        for mine in board.lords_of(seat)
        for other in others(board, seat)
        for theirs in living(board, other)
        if cards[mine].sex != cards[theirs].sex
    ]
    return a.DeclareMarriage(*pick(pairs)) if pairs else None


def _annulment(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    married = [id for id in living(board, seat) if board.lords[id].spouse]
    return a.DeclareAnnulment(pick(married)) if married else None


def _title(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    lords, titles = living(board, seat), free_titles(board)
    return a.DeclareTitle(pick(lords), pick(titles)) if lords and titles else None


def _title_lost(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    titled = [(id, title) for id in living(board, seat) for title in board.lords[id].titles if title != board.setting.king]
    return a.DeclareTitleLost(*pick(titled)) if titled else None


def _income(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    return a.DeclareIncome(pick(range(6, 16)))


def _payment(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    purse = board.families[seat].purse
    return a.DeclarePayment(pick([BANK, *others(board, seat)]), pick(range(1, min(purse, 5) + 1))) if purse else None


def _losses(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    places = garrisons(board, seat)
    if not places:
        return None
    place = pick(places)
    some = [kind for kind in TROOP_KINDS if getattr(board.troops(seat, place), kind)]
    return a.DeclareLosses(place, **{pick(some): 1}, cause=pick(("disaster", "disbanded"))) if some else None


def _death(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    lords = living(board, seat)
    return a.DeclareDeath(pick(lords)) if lords else None


def _control(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    there = dict.fromkeys([*led_places(board, seat), *garrisons(board, seat)])
    places = [id for id in there if board.place(id).holder != seat]
    return a.DeclareControl(pick(places)) if places else None


def _cession(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    pairs = [(place, to) for place in held(board, seat) for to in others(board, seat) if board.present(to, place)]
    return a.DeclareCession(*pick(pairs)) if pairs else None


def _plague(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    return a.DeclarePlague(pick(sorted({v.bishopric for v in board.setting.values.villages})))


def _release(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    lords = captives(board, seat)
    if not lords:
        return None
    lord = pick(lords)
    family = board.lords[lord].family
    amount = pick(range(min(3, board.families[family].purse) + 1))
    return a.DeclareRelease(lord, pick(shelters(board, family)), amount)


def _crown(kind: type[a.ElectKing | a.CrownQueen], sex: str, most: Callable[[Board], Guards]) -> Suggest:
    def suggest(board: Board, seat: str, pick: Pick) -> FiefAction | None:
        lords = [id for id in board.lords_of(seat) if board.setting.lords[id].sex == sex]
        if not lords:
            return None
        lord = pick(lords)
        limit, box, beside = most(board), board.guard_box, board.troops(seat, board.lords[lord].place)
        knights = min(limit.knight, box.knight, beside.knight)
        sergeants = min(limit.sergeant, box.sergeant, beside.sergeant)
        return kind(lord, pick(range(knights, -1, -1)), pick(range(sergeants, -1, -1)))

    return suggest


def _revolt(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    camps = [a.PlayRevolt(camp=s) for s, family in board.families.items() if family.camp]
    villages = [a.PlayRevolt(place=id) for id, place in board.places.items() if place.holder not in ("", seat)]
    targets = camps + villages
    return pick(pick([some for some in (camps, villages) if some])) if targets else None


def _move(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    origins = led_places(board, seat)
    if not origins:
        return None
    origin = pick(origins)
    lords = board.lords_of(seat, origin)
    inhabited = [id for id, place in board.places.items() if id != origin and (place.holder or place.troops)]
    empty = [id for id in board.setting.places if id != origin]
    there = board.troops(seat, origin)
    riding = pick((False, False, False, True))
    led = {kind: pick(range(getattr(there, kind), -1, -1)) for kind in TROOP_KINDS if not riding or kind == "knight"}
    who = pick((lords, lords, lords[:1]))
    return a.Move(origin, pick(pick([some for some in (inhabited, inhabited, empty) if some])), who, **led, chevauchee=riding)


def _ransom(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    lords = captured(board, seat)
    return a.PayRansom(pick(lords), pick(shelters(board, seat))) if lords else None


def _recruit(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    family, table, places = board.families[seat], board.setting.values.troops, held(board, seat)
    if not places:
        return None
    place = pick(places)
    room = board.setting.values.tokens_per_village - board.recruited.get(place, 0)
    some = [
        Troops(**{kind: count})
        for kind in TROOP_KINDS
        for count in range(min(room, getattr(family.stock, kind), family.purse // max(1, getattr(table, kind).cost)), 0, -1)
    ]
    if not some:
        return None
    troops = pick(some)
    return a.Recruit(place, troops.sergeant, troops.knight, troops.archer, troops.bombard)


def _build(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    places = [id for id in held(board, seat) if board.place(id).fort != "city"]
    if not places:
        return None
    place = pick(places)
    return a.BuildFort(place, "castle" if board.place(place).fort == "open" else "city")


def _battle(board: Board, seat: str, pick: Pick) -> FiefAction | None:
    overseas = board.setting.values.overseas.id
    meetings = [(p, s) for p in led_places(board, seat) for s in others(board, seat) if p != overseas and board.present(s, p)]
    if overseas in led_places(board, seat) and (not meetings or pick((True, False))):
        return b.DeclareBattle(overseas, infidels=pick(range(3, 16)))
    if not meetings:
        return None
    place, target = pick(meetings)
    there = board.place(place)
    if there.fort == "open" or there.holder == seat:
        return b.DeclareBattle(place, (target,))
    if target not in (there.holder, ally(board, there.holder)) and pick((False, True)):
        return b.DeclareBattle(place, (target,), outside=True)
    engines = pick(range(board.setting.values.engines + 1))
    return b.DeclareBattle(place, (target,), souterrain=pick((False, False, False, True)), engines=engines)


SUGGEST: dict[type[FiefAction], Suggest] = {
    a.Settle: _settle,
    a.EndPhase: lambda board, seat, pick: a.EndPhase(),
    a.ProposeEnd: _propose,
    a.DeclareLord: _lord,
    a.DeclareMarriage: _marriage,
    a.DeclareAnnulment: _annulment,
    a.DeclareTitle: _title,
    a.DeclareTitleLost: _title_lost,
    a.DeclareIncome: _income,
    a.DeclarePayment: _payment,
    a.DeclareLosses: _losses,
    a.DeclareDeath: _death,
    a.DeclareControl: _control,
    a.DeclareCession: _cession,
    a.DeclarePlague: _plague,
    a.DeclareRelease: _release,
    a.ElectKing: _crown(a.ElectKing, "man", lambda board: board.setting.values.guard.king),
    a.CrownQueen: _crown(a.CrownQueen, "lady", lambda board: board.setting.values.guard.queen),
    a.PlayRevolt: _revolt,
    a.Move: _move,
    a.PayRansom: _ransom,
    a.Recruit: _recruit,
    a.BuildFort: _build,
    b.DeclareBattle: _battle,
}
