from collections import Counter
from collections.abc import Iterator

from domain.titles.contract.catalogs.faults import Fault
from domain.titles.kit import Text
from domain.titles.tears.values import (
    AUTOMATIC,
    DIFFICULTIES,
    FACTIONS,
    FIGHTERS,
    Card,
    FactionCards,
    Values,
)


def check_values(values: Values) -> tuple[Fault, ...]:
    return (*_tables(values), *_numbers(values), *_factions(values))


def _tables(values: Values) -> Iterator[Fault]:
    if sorted(n for row in values.placement for n in row) != list(range(1, 10)):
        yield Fault("/placement", Text("the order of placement must name each of 1 to 9 once"))
    columns = {level: values.resources.of(level) for level in DIFFICULTIES}
    if len({len(rows) for rows in columns.values()}) != 1:
        yield Fault("/resources", Text("the three levels must have the same number of rows"))
    for level, rows in columns.items():
        if not rows:
            yield Fault(f"/resources/{level}", Text("no rows"))
        for at, row in enumerate(rows):
            if (row is None) != (at == 0):
                yield Fault(
                    f"/resources/{level}/{at}", Text("row 1, and no other, is without a number")
                )
    for at, rank in enumerate(values.ranks):
        if (rank.most is None) != (at == len(values.ranks) - 1):
            yield Fault(f"/ranks/{at}", Text("the last rank, and no other, has no end"))
        elif (
            rank.most is not None
            and not rank.least <= rank.most <= values.ranks[at + 1].least <= rank.most + 1
        ):
            yield Fault(
                f"/ranks/{at}",
                Text("the next rank must begin at this one's end or one point later"),
            )
    if not values.ranks:
        yield Fault("/ranks", Text("no ranks"))


def _numbers(values: Values) -> Iterator[Fault]:
    player = values.player
    ranges = (
        ("/start_wedge", values.start_wedge, 1, 3),
        ("/wedge_damage", values.wedge_damage, 1, 99),
        ("/wedges_to_win", values.wedges_to_win, 1, 3),
        ("/player/opening_hand", player.opening_hand, 0, 20),
        ("/player/draw", player.draw, 1, 10),
        ("/player/variant_draw", player.variant_draw, player.draw, 20),
        ("/player/three_cards", player.three_cards, player.draw, 20),
        ("/player/discard_pays", player.discard_pays, 0, 10),
    )
    for pointer, value, least, most in ranges:
        if not least <= value <= most:
            yield Fault(
                pointer,
                Text(
                    "{value} is not between {least} and {most}", value=value, least=least, most=most
                ),
            )


def _factions(values: Values) -> Iterator[Fault]:
    for missing in sorted(set(FACTIONS) ^ set(values.factions)):
        yield Fault(f"/factions/{missing}", Text("the factions are saxon and norman"))
    every = [card.id for side in values.factions.values() for card in (side.leader, *side.deck)]
    for id, count in Counter(every).items():
        if count > 1:
            yield Fault("/factions", Text("{count} cards have the id {id}", count=count, id=id))
    for name, side in values.factions.items():
        yield from _side(f"/factions/{name}", side, values.player.opening_hand)


def _side(at: str, side: FactionCards, hand: int) -> Iterator[Fault]:
    if side.leader.kind != "leader":
        yield Fault(f"{at}/leader/kind", Text("the leader must be of the kind leader"))
    if len(side.objectives) < 2:
        yield Fault(
            f"{at}/objectives",
            Text("at least one objective must come before the Battle of Hastings"),
        )
    for n, objective in enumerate(side.objectives):
        if objective.strength is not None and objective.strength < 1:
            yield Fault(
                f"{at}/objectives/{n}/strength", Text("an objective takes at least 1 damage")
            )
    if len(side.deck) <= hand + len(side.start):
        yield Fault(f"{at}/deck", Text("the deck has no card left after the set-up"))
    kinds = {card.id: card.kind for card in side.deck}
    for n, id in enumerate(side.start):
        if kinds.get(id) not in FIGHTERS:
            yield Fault(
                f"{at}/start/{n}", Text("{id} is not a character or unit of this deck", id=id)
            )
    yield from _card(f"{at}/leader", side.leader)
    for n, card in enumerate(side.deck):
        if card.kind == "leader":
            yield Fault(f"{at}/deck/{n}/kind", Text("the leader does not lie in the deck"))
        yield from _card(f"{at}/deck/{n}", card)


def _card(at: str, card: Card) -> Iterator[Fault]:
    if not card.id:
        yield Fault(f"{at}/id", Text("a card needs an id"))
    for name in ("cost", "resource", "ranged", "might", "zeal"):
        if getattr(card, name) < 0:
            yield Fault(f"{at}/{name}", Text("must not be negative"))
    if card.kind not in FIGHTERS and (card.ranged or card.cavalry or card.health is not None):
        yield Fault(
            at, Text("a card of the kind {kind} has no range, cavalry or health", kind=card.kind)
        )
    if card.health is not None and card.health < 1:
        yield Fault(f"{at}/health", Text("must be at least 1"))
    if card.kind == "event" and not card.actions and not card.solo:
        yield Fault(f"{at}/actions", Text("an event needs an action"))
    if card.kind != "event" and len(card.used()) > 1:
        yield Fault(f"{at}/actions", Text("only an event may offer the Enemy more than one action"))
    if card.kind != "event":
        yield from (
            Fault(
                f"{at}/actions",
                Text("outside events a discount has a keyword: the Enemy ignores it"),
            )
            for _, ability in card.used()
            if ability.do == "discount"
        )
    for n, ability in enumerate((*card.actions, *((card.solo,) if card.solo else ()))):
        if ability.amount < 1 and ability.do in (*AUTOMATIC, "discount"):
            yield Fault(f"{at}/actions/{n}/amount", Text("must be at least 1"))
