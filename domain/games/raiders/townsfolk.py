"""Townsfolk played at the Town Hall.

Without human opponents many of their effects fall away; those that touch the opponent's armour or provisions count
(`Effets des cartes Citoyens`). What a card does is data (`people.py`); here is what each kind of data means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.games.raiders import facts as f
from domain.games.raiders import people as p
from domain.games.raiders.actions import PlayTownsfolk
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.declared import decide_declared, judge_declared
from domain.games.raiders.field import PLAYER
from domain.games.raiders.hiring import hire, hire_refused, not_in_crew, not_in_hand
from domain.games.raiders.offerings import make_offering, offering_refused, renew
from domain.games.raiders.printed import Goods
from domain.games.raiders.trade import deal_refused, settle
from domain.games.raiders.village import Story, actions_at, elsewhere, finish, worker_refused
from domain.games.raiders.wording import STANDARD, TOWNSFOLK, goods, names
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

_ASKS: dict[type, tuple[str, ...]] = {
    p.Exchange: ("deal", "crew"),
    p.Hire: ("hire", "crew"),
    p.Swap: ("hire", "crew"),
    p.Offer: ("offering", "less"),
    p.Copy: ("building",),
    p.Declared: ("outcome",),
}
"""Which fields of the action a kind of card has a use for."""

_UNASKED = {field.name: field.default for field in msgspec.structs.fields(PlayTownsfolk) if field.name != "card"}
"""The optional fields and what they hold when nothing is said."""


def asks(hall: p.TownHall) -> tuple[str, ...]:
    """The fields of `PlayTownsfolk`, besides the card, that have a meaning for this Town Hall action."""
    fields = _ASKS.get(type(hall), ())
    if isinstance(hall, p.Exchange):
        return tuple(n for n, used in zip(fields, (len(hall.deals) > 1, hall.crew), strict=True) if used)
    return fields


def judge_play(board: RaidersBoard, action: PlayTownsfolk) -> Verdict:
    """At the Town Hall: a card of the hand whose action can be carried out with what was named for it."""
    if not board.setting.values.buildings[board.using].plays:
        return elsewhere(board, "play a townsfolk", "jouer un Citoyen")
    refused = not_in_hand(board, action.card)
    if refused:
        return refused
    hall = board.setting.values.townsfolk[action.card].town_hall
    return _not_asked(board, action, asks(hall)) or _JUDGES[type(hall)](board, action, hall) or LEGAL


def _not_asked(board: RaidersBoard, action: PlayTownsfolk, fields: tuple[str, ...]) -> Verdict | None:
    for name, default in _UNASKED.items():
        if getattr(action, name) != default and name not in fields:
            card = board.setting.label(action.card)
            return illegal("not-asked", TOWNSFOLK, f"{card.en} has no use for `{name}`.", f"{card.fr} : `{name}` est sans objet.")
    return None


def decide_play(course: Story, action: PlayTownsfolk, chance: Chance) -> None:
    """The card is discarded, then its action happens."""
    hall = course.board.setting.values.townsfolk[action.card].town_hall
    course.tell(f.TownsfolkPlayed(action.card))
    _DECIDERS[type(hall)](course, action, hall, chance)
    if not isinstance(hall, p.Copy):
        finish(course)


# -- one exchange -------------------------------------------------------------------------------------------------------


def _judge_exchange(board: RaidersBoard, action: PlayTownsfolk, hall: p.Exchange) -> Verdict | None:
    if action.deal > len(hall.deals):
        n = len(hall.deals)
        return illegal(
            "no-such-deal",
            STANDARD,
            f"That card has {n} exchanges; there is no exchange {action.deal}.",
            f"Cette carte offre {n} échanges ; il n'y a pas d'échange {action.deal}.",
        )
    deal = hall.deals[action.deal - 1]
    return (not_in_crew(board, action.crew) if hall.crew else None) or deal_refused(board, deal.pay, deal.gain)


def _decide_exchange(course: Story, action: PlayTownsfolk, hall: p.Exchange, chance: Chance) -> None:
    deal = hall.deals[action.deal - 1]
    if hall.crew:
        course.tell(f.CrewLeft(action.crew))
    settle(course, deal.pay, deal.gain)


# -- what touches the opponent ------------------------------------------------------------------------------------------


def _fine(board: RaidersBoard, action: PlayTownsfolk, hall: p.TownHall) -> Verdict | None:
    """These can always be played; at worst nothing comes of them."""
    return None


def _decide_strike(course: Story, action: PlayTownsfolk, hall: p.Strike, chance: Chance) -> None:
    automa = course.board.automa
    armour, provisions = min(hall.armour, automa.armour), min(hall.provisions, automa.provisions)
    if armour or provisions:
        course.tell(f.AutomaStruck(armour, provisions, hall.taken))
    else:
        course.tell(f.EffectIgnored(action.card))


def _decide_ignored(course: Story, action: PlayTownsfolk, hall: p.Ignored, chance: Chance) -> None:
    course.tell(f.EffectIgnored(action.card))


# -- crew and offerings -------------------------------------------------------------------------------------------------


def _judge_hire(board: RaidersBoard, action: PlayTownsfolk, hall: p.Hire) -> Verdict | None:
    return hire_refused(board, action.hire, _hall_price(board, action.hire, hall), action.crew, (action.card,))


def _hall_price(board: RaidersBoard, card: str, hall: p.Hire) -> int:
    """The card's price, but never more than printed."""
    printed = board.setting.values.townsfolk.get(card)
    return min(hall.silver, printed.cost) if printed else hall.silver


def _decide_hire(course: Story, action: PlayTownsfolk, hall: p.Hire, chance: Chance) -> None:
    hire(course, action.hire, _hall_price(course.board, action.hire, hall), action.crew)


def _judge_swap(board: RaidersBoard, action: PlayTownsfolk, hall: p.Swap) -> Verdict | None:
    return not_in_crew(board, action.crew) or not_in_hand(board, action.hire, (action.card,))


def _decide_swap(course: Story, action: PlayTownsfolk, hall: p.Swap, chance: Chance) -> None:
    course.tell(f.CrewHired(action.hire), f.CrewLeft(action.crew, to_hand=True))


def _judge_offer(board: RaidersBoard, action: PlayTownsfolk, hall: p.Offer) -> Verdict | None:
    if action.offering in board.face_up:
        cost = board.setting.values.offerings[action.offering].cost
        if action.less not in dict(cost.parts()):
            return illegal(
                "no-such-saving",
                STANDARD,
                f"{action.offering} costs {goods(cost).en}: say which of these is paid less.",
                f"{action.offering} coûte {goods(cost).fr} : indiquez lequel de ces éléments est réduit.",
            )
    return offering_refused(board, action.offering, _discount(board, action, hall))


def _discount(board: RaidersBoard, action: PlayTownsfolk, hall: p.Offer) -> Goods:
    """What the tile costs less; never below nothing."""
    if action.offering not in board.face_up:
        return Goods()
    cost = dict(board.setting.values.offerings[action.offering].cost.parts())
    return Goods(**{action.less: min(hall.less, cost[action.less])})


def _decide_offer(course: Story, action: PlayTownsfolk, hall: p.Offer, chance: Chance) -> None:
    make_offering(course, PLAYER, action.offering, _discount(course.board, action, hall), chance)


def _decide_renew(course: Story, action: PlayTownsfolk, hall: p.Renew, chance: Chance) -> None:
    renew(course, chance)


# -- other buildings, heroes -----------------------------------------------------------------


def _judge_copy(board: RaidersBoard, action: PlayTownsfolk, hall: p.Copy) -> Verdict | None:
    buildings = board.setting.values.buildings
    if action.building not in buildings:
        known = names(board.setting, tuple(buildings))
        return illegal(
            "unknown-building", STANDARD, f"Name one of the buildings: {known.en}.", f"Nommez l'un des bâtiments : {known.fr}."
        )
    return worker_refused(board, action.building, board.colour)


def _decide_copy(course: Story, action: PlayTownsfolk, hall: p.Copy, chance: Chance) -> None:
    course.tell(f.BuildingCopied(action.building, actions_at(course.board, action.building)))


def _judge_hero(board: RaidersBoard, action: PlayTownsfolk, hall: p.Hero) -> Verdict | None:
    name = board.setting.label(action.card)
    return illegal(
        "hero",
        STANDARD,
        f"{name.en} is a hero and cannot be played at the Town Hall.",
        f"{name.fr} est un héros : on ne le joue pas à la Demeure du Jarl.",
    )


_JUDGES: dict[type, Callable[[RaidersBoard, PlayTownsfolk, Any], Verdict | None]] = {
    p.Exchange: _judge_exchange,
    p.Strike: _fine,
    p.Hire: _judge_hire,
    p.Swap: _judge_swap,
    p.Offer: _judge_offer,
    p.Copy: _judge_copy,
    p.Renew: _fine,
    p.Ignored: _fine,
    p.Hero: _judge_hero,
    p.Declared: judge_declared,
}
_DECIDERS: dict[type, Callable[[Story, PlayTownsfolk, Any, Chance], None]] = {
    p.Exchange: _decide_exchange,
    p.Strike: _decide_strike,
    p.Hire: _decide_hire,
    p.Swap: _decide_swap,
    p.Offer: _decide_offer,
    p.Copy: _decide_copy,
    p.Renew: _decide_renew,
    p.Ignored: _decide_ignored,
    p.Declared: decide_declared,
}
