"""Effets des cartes Citoyens: townsfolk played at the Town Hall.

Many effects do nothing without human opponents; those on the opponent's armour and provisions
apply. The catalog describes the effect of each card (`../values.py`); this chapter carries out each
kind of effect.

For a card whose action the catalog cannot describe, the table declares the result. It is checked
that the player has what he pays, that the supply has what he gains, that his armour stays on its
track, and that the opponent loses no more than it has."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from msgspec.structs import fields

from domain.kernel.text import listed
from domain.titles.contract.types import Field
from domain.titles.kit import LEGAL, Course, Move, Refusals, Sentences, Text, Verdict, replace
from domain.titles.raiders import facts as f, values as c
from domain.titles.raiders.actions import Outcome, PlayTownsfolk
from domain.titles.raiders.board import Board
from domain.titles.raiders.chapters.hiring import (
    hire,
    possible_leavers,
    refuse_hiring,
    refuse_not_in_crew,
    refuse_not_in_hand,
)
from domain.titles.raiders.chapters.offerings import (
    make_offering,
    refuse_offering,
    renew_offerings,
)
from domain.titles.raiders.chapters.trade import (
    emit_exchange,
    refuse_deal,
    refuse_unavailable,
    refuse_unpayable,
)
from domain.titles.raiders.chapters.workers import action_count_at, refuse_worker
from domain.titles.raiders.turn import TOWNSFOLK
from domain.titles.raiders.values import GOODS, Goods

NO = Refusals("Déroulement de la partie (jeu standard)", """
no-town-hall-here | | wrong-building = The {building} is not the place to play a townsfolk.
not-asked | Effets des cartes Citoyens = {card} has no use for `{field}`.
no-such-deal = That card has {deals} exchanges; there is no exchange {deal}.
no-such-saving = {tile} costs {cost}: say which of these is paid less.
unknown-building = Name one of the buildings: {known}.
hero = {card} is a hero and cannot be played at the Town Hall.
outcome-needed | Effets des cartes Citoyens = Say what came of this card: what you paid and gained, what the opponent lost.
opponent-lacks | Effets des cartes Citoyens = The opponent has {armour} armour and {provisions} provisions: it cannot lose more.
""")  # fmt: skip
SAID = Sentences("""
play = Play {card}
""")  # fmt: skip

_UNASKED = {field.name: field.default for field in fields(PlayTownsfolk) if field.name != "card"}


def judge_play(board: Board, seat: str, action: PlayTownsfolk) -> Verdict:
    if not board.setting.values.buildings[board.using].plays:
        return NO("no-town-hall-here", building=board.setting.label(board.using))
    refused = refuse_not_in_hand(board, action.card)
    if refused:
        return refused
    hall = board.setting.values.townsfolk[action.card].town_hall
    return (
        _refuse_unused_field(board, action, used_fields(hall))
        or _HALLS[type(hall)].judge(board, action, hall)
        or LEGAL
    )


def _refuse_unused_field(
    board: Board, action: PlayTownsfolk, expected: tuple[str, ...]
) -> Verdict | None:
    """The refusal of an action that fills a field which the card does not use; None if it fills
    none."""
    for name, default in _UNASKED.items():
        if getattr(action, name) != default and name not in expected:
            return NO("not-asked", card=board.setting.label(action.card), field=name)
    return None


def play(course: Course, seat: str, action: PlayTownsfolk) -> None:
    hall = course.board.setting.values.townsfolk[action.card].town_hall
    course.emit(f.TownsfolkPlayed(action.card))
    _HALLS[type(hall)].do(course, action, hall)
    if not isinstance(hall, c.Copy):
        course.emit(f.BuildingUsed(course.board.using))


def offer_all_playing(board: Board, seat: str) -> Iterator[PlayTownsfolk]:
    return (
        action for card in board.setting.values.townsfolk for action in offer_playing(board, card)
    )


def offer_playing(board: Board, card: str) -> Iterator[PlayTownsfolk]:
    values = board.setting.values
    if not values.buildings[board.using].plays:
        return
    hall = values.townsfolk[card].town_hall
    needed = used_fields(hall)
    for chosen in product(*(_possible_values(board, hall, field) for field in needed)):
        yield replace(PlayTownsfolk(card), **dict(zip(needed, chosen, strict=True)))


def _possible_values(board: Board, hall: c.TownHall, field: str) -> Sequence[object]:
    """The values that a field can have in an offered action."""
    values = board.setting.values
    match field:
        case "deal":
            return range(1, len(hall.deals) + 1) if isinstance(hall, c.Exchange) else (1,)
        case "crew":
            return (
                possible_leavers(board)
                if isinstance(hall, c.Hire)
                else tuple(dict.fromkeys(board.player.crew))
            )
        case "offering":
            return board.face_up
        case "less":
            return tuple(
                dict.fromkeys(
                    name
                    for tile in board.face_up
                    for name, _ in values.offerings[tile].cost.parts()
                )
            )
        case "outcome":
            return (Outcome(),)
    return tuple(values.townsfolk if field == "hire" else values.buildings)


def used_fields(hall: c.TownHall) -> tuple[str, ...]:
    """The names of the fields of `PlayTownsfolk`, besides the card, that this Town Hall action
    uses."""
    needed = _HALLS[type(hall)].uses
    if isinstance(hall, c.Exchange):
        return tuple(
            n for n, used in zip(needed, (len(hall.deals) > 1, hall.crew), strict=True) if used
        )
    return needed


# -- one exchange, with the supply or as the table declares it -------------------------------------


def _judge_exchange(board: Board, action: PlayTownsfolk, hall: c.Exchange) -> Verdict | None:
    if action.deal > len(hall.deals):
        return NO("no-such-deal", deals=len(hall.deals), deal=action.deal)
    deal = hall.deals[action.deal - 1]
    return (refuse_not_in_crew(board, action.crew) if hall.crew else None) or refuse_deal(
        board, deal.pay, deal.gain
    )


def _exchange(course: Course, action: PlayTownsfolk, hall: c.Exchange) -> None:
    deal = hall.deals[action.deal - 1]
    if hall.crew:
        course.emit(f.CrewLeft(action.crew))
    emit_exchange(course, deal.pay, deal.gain)


def _judge_declared(board: Board, action: PlayTownsfolk, hall: c.Declared) -> Verdict | None:
    outcome, automa = action.outcome, board.automa
    if outcome is None:
        return NO("outcome-needed")
    if outcome.armour > automa.armour or outcome.provisions > automa.provisions:
        return NO("opponent-lacks", armour=automa.armour, provisions=automa.provisions)
    # The card itself has left the hand by the time its action is carried out.
    paid = replace(outcome.pay, cards=outcome.pay.cards + 1)
    return refuse_unpayable(board, paid) or refuse_unavailable(board, outcome.gain)


def _carry_out_declared(course: Course, action: PlayTownsfolk, hall: c.Declared) -> None:
    outcome = action.outcome or Outcome()
    emit_exchange(course, outcome.pay, outcome.gain)
    if outcome.armour or outcome.provisions:
        course.emit(f.AutomaStruck(outcome.armour, outcome.provisions, outcome.taken))


# -- what touches the opponent ---------------------------------------------------------------------


def _refuse_nothing(board: Board, action: PlayTownsfolk, hall: c.TownHall) -> Verdict | None:
    """Refuses nothing: the judge of Town Hall actions that can always be played, sometimes without
    effect."""
    return None


def _strike(course: Course, action: PlayTownsfolk, hall: c.Strike) -> None:
    automa = course.board.automa
    armour, provisions = min(hall.armour, automa.armour), min(hall.provisions, automa.provisions)
    if armour or provisions:
        course.emit(f.AutomaStruck(armour, provisions, hall.taken))
    else:
        course.emit(f.EffectIgnored(action.card))


def _ignore(course: Course, action: PlayTownsfolk, hall: c.Ignored) -> None:
    course.emit(f.EffectIgnored(action.card))


# -- crew and offerings ----------------------------------------------------------------------------


def _judge_hire(board: Board, action: PlayTownsfolk, hall: c.Hire) -> Verdict | None:
    return refuse_hiring(
        board, action.hire, _price(board, action.hire, hall), action.crew, (action.card,)
    )


def _price(board: Board, card: str, hall: c.Hire) -> int:
    """What the card to be hired costs: its own cost, but at most the catalog's number for this
    action."""
    printed = board.setting.values.townsfolk.get(card)
    return min(hall.silver, printed.cost) if printed else hall.silver


def _hire(course: Course, action: PlayTownsfolk, hall: c.Hire) -> None:
    hire(course, action.hire, _price(course.board, action.hire, hall), action.crew)


def _judge_swap(board: Board, action: PlayTownsfolk, hall: c.Swap) -> Verdict | None:
    return refuse_not_in_crew(board, action.crew) or refuse_not_in_hand(
        board, action.hire, (action.card,)
    )


def _swap_crew(course: Course, action: PlayTownsfolk, hall: c.Swap) -> None:
    course.emit(f.CrewHired(action.hire), f.CrewLeft(action.crew, to_hand=True))


def _judge_hall_offering(board: Board, action: PlayTownsfolk, hall: c.Offer) -> Verdict | None:
    if action.offering in board.face_up:
        cost = board.setting.values.offerings[action.offering].cost
        if action.less not in dict(cost.parts()):
            return NO("no-such-saving", tile=action.offering, cost=cost.in_words)
    return refuse_offering(board, action.offering, _discount(board, action, hall))


def _discount(board: Board, action: PlayTownsfolk, hall: c.Offer) -> Goods:
    if action.offering not in board.face_up:
        return Goods()
    cost = dict(board.setting.values.offerings[action.offering].cost.parts())
    return Goods(**{action.less: min(hall.less, cost[action.less])})


def _make_hall_offering(course: Course, action: PlayTownsfolk, hall: c.Offer) -> None:
    make_offering(course, action.offering, _discount(course.board, action, hall))


def _renew_face_up(course: Course, action: PlayTownsfolk, hall: c.Renew) -> None:
    renew_offerings(course)


# -- other buildings, heroes -----------------------------------------------------------------------


def _judge_copy(board: Board, action: PlayTownsfolk, hall: c.Copy) -> Verdict | None:
    buildings = board.setting.values.buildings
    if action.building not in buildings:
        return NO("unknown-building", known=board.setting.labels(tuple(buildings)))
    return refuse_worker(board, action.building, board.colour)


def _copy_building(course: Course, action: PlayTownsfolk, hall: c.Copy) -> None:
    course.emit(f.BuildingCopied(action.building, action_count_at(course.board, action.building)))


def _refuse_hero(board: Board, action: PlayTownsfolk, hall: c.Hero) -> Verdict | None:
    return NO("hero", card=board.setting.label(action.card))


class _HallRules:
    """The functions for a kind of Town Hall action: its judge, and the function that emits its
    facts. `uses`: the fields of `PlayTownsfolk` that it uses."""

    def __init__(
        self, judge: Callable[..., Verdict | None], do: Callable[..., None], *uses: str
    ) -> None:
        self.judge, self.do, self.uses = judge, do, uses


_HALLS: dict[type, _HallRules] = {
    c.Exchange: _HallRules(_judge_exchange, _exchange, "deal", "crew"),
    c.Strike: _HallRules(_refuse_nothing, _strike),
    c.Hire: _HallRules(_judge_hire, _hire, "hire", "crew"),
    c.Swap: _HallRules(_judge_swap, _swap_crew, "hire", "crew"),
    c.Offer: _HallRules(_judge_hall_offering, _make_hall_offering, "offering", "less"),
    c.Copy: _HallRules(_judge_copy, _copy_building, "building"),
    c.Renew: _HallRules(_refuse_nothing, _renew_face_up),
    c.Ignored: _HallRules(_refuse_nothing, _ignore),
    c.Hero: _HallRules(_refuse_hero, _ignore),
    c.Declared: _HallRules(_judge_declared, _carry_out_declared, "outcome"),
}


# -- in words --------------------------------------------------------------------------------------


def _say_action(board: Board, action: PlayTownsfolk) -> Text:
    card, names = board.setting.label(action.card), board.setting.label
    also = [action.hire, action.crew, action.offering, action.less, action.building]
    some = listed(tuple(GOODS.get(id) or names(id) for id in also if id), Text("", ""))
    return (
        Text("plays {card}: {also}", card=card, also=some)
        if some.en
        else Text("plays {card}", card=card)
    )


DECLARED = Sentences("""
pay = Paid
gain = Gained
armour = Armour the opponent lost
provisions = Provisions the opponent lost
taken = They went to the player
""")
_GOODS = {name: Field(GOODS[name]) for name in Goods.__struct_fields__}
_OUTCOME = {name: Field(label) for name, label in DECLARED.items()} | {
    name: Field(DECLARED[name], within=_GOODS) for name in ("pay", "gain")
}
ASKS: dict[str, Any] = {
    "card": Text("Card"),
    "deal": Text("Exchange"),
    "hire": Text("Townsfolk to hire"),
    "crew": Text("Crew member"),
    "offering": Text("Offering"),
    "less": Text("Paid one less"),
    "building": Text("Building"),
    "outcome": Field(Text("What came of it"), within=_OUTCOME),
}
MOVES = (
    Move(
        PlayTownsfolk, ("use",), judge_play, play, offer_all_playing, _say_action, Text("Play a townsfolk"),
        button=Text("Play {card}"), asks=ASKS, grouped_by="card", rule=TOWNSFOLK,
    ),
)  # fmt: skip
