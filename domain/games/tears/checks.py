"""What a catalog must have beyond its types: the faults are collected, never only the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.tears.cards import AUTOMATIC, FACTIONS, FIGHTERS, Card, FactionCards, Values, used_by_enemy
from domain.rules.catalogs.faults import Fault, fault


def check_values(values: Values) -> tuple[Fault, ...]:
    """Contradictions and omissions of a catalog, all at once."""
    return (*_tables(values), *_numbers(values), *_factions(values))


def _tables(values: Values) -> Iterator[Fault]:
    if sorted(n for row in values.placement for n in row) != list(range(1, 10)):
        yield fault(
            "/placement",
            "the order of placement must name each of 1 to 9 once",
            "l'ordre de placement doit nommer chaque nombre de 1 à 9 une fois",
        )
    columns = {"easy": values.resources.easy, "normal": values.resources.normal, "hard": values.resources.hard}
    if len({len(rows) for rows in columns.values()}) != 1:
        yield fault(
            "/resources", "the three levels must have the same number of rows", "les trois niveaux doivent avoir autant de lignes"
        )
    for level, rows in columns.items():
        if not rows:
            yield fault(f"/resources/{level}", "no rows", "aucune ligne")
        for at, row in enumerate(rows):
            if (row is None) != (at == 0):
                yield fault(
                    f"/resources/{level}/{at}",
                    "row 1, and no other, is without a number",
                    "la ligne 1, et aucune autre, est sans nombre",
                )
    for at, rank in enumerate(values.ranks):
        last = at == len(values.ranks) - 1
        if (rank.most is None) != last:
            yield fault(f"/ranks/{at}", "the last rank, and no other, has no end", "le dernier rang, et aucun autre, est sans fin")
        elif rank.most is not None and not rank.least <= rank.most <= values.ranks[at + 1].least <= rank.most + 1:
            yield fault(
                f"/ranks/{at}",
                "the next rank must begin at this one's end or one point later",
                "le rang suivant doit commencer à la fin de celui-ci ou un point après",
            )
    if not values.ranks:
        yield fault("/ranks", "no ranks", "aucun rang")


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
            yield fault(pointer, f"{value} is not between {least} and {most}", f"{value} n'est pas entre {least} et {most}")


def _factions(values: Values) -> Iterator[Fault]:
    for missing in sorted(set(FACTIONS) ^ set(values.factions)):
        yield fault(f"/factions/{missing}", "the factions are saxon and norman", "les factions sont saxon et norman")
    every = [card.id for side in values.factions.values() for card in (side.leader, *side.deck)]
    for id, count in Counter(every).items():
        if count > 1:
            yield fault("/factions", f"{count} cards have the id {id}", f"{count} cartes ont l'identifiant {id}")
    for name, side in values.factions.items():
        yield from _side(f"/factions/{name}", side, values.player.opening_hand)


def _side(at: str, side: FactionCards, hand: int) -> Iterator[Fault]:
    if side.leader.kind != "leader":
        yield fault(f"{at}/leader/kind", "the leader must be of the kind leader", "le chef doit être du genre leader")
    if len(side.objectives) < 2:
        yield fault(
            f"{at}/objectives",
            "at least one objective must come before the Battle of Hastings",
            "au moins un objectif doit précéder la bataille d'Hastings",
        )
    for n, objective in enumerate(side.objectives):
        if objective.strength is not None and objective.strength < 1:
            yield fault(
                f"{at}/objectives/{n}/strength", "an objective takes at least 1 damage", "un objectif subit au moins 1 dégât"
            )
    if len(side.deck) <= hand + len(side.start):
        yield fault(
            f"{at}/deck", "the deck has no card left after the set-up", "le paquet n'a plus de carte après la mise en place"
        )
    kinds = {card.id: card.kind for card in side.deck}
    for n, id in enumerate(side.start):
        if kinds.get(id) not in FIGHTERS:
            yield fault(
                f"{at}/start/{n}",
                f"{id} is not a character or unit of this deck",
                f"{id} n'est ni un personnage ni une unité de ce paquet",
            )
    yield from _card(f"{at}/leader", side.leader)
    for n, card in enumerate(side.deck):
        if card.kind == "leader":
            yield fault(f"{at}/deck/{n}/kind", "the leader does not lie in the deck", "le chef n'est pas dans le paquet")
        yield from _card(f"{at}/deck/{n}", card)


def _card(at: str, card: Card) -> Iterator[Fault]:
    if not card.id:
        yield fault(f"{at}/id", "a card needs an id", "une carte a besoin d'un identifiant")
    for name in ("cost", "resource", "ranged", "might", "zeal"):
        if getattr(card, name) < 0:
            yield fault(f"{at}/{name}", "must not be negative", "ne doit pas être négatif")
    if card.kind not in FIGHTERS and (card.ranged or card.cavalry or card.health is not None):
        yield fault(
            at,
            f"a card of the kind {card.kind} has no range, cavalry or health",
            f"une carte du genre {card.kind} n'a ni portée, ni cavalerie, ni vie",
        )
    if card.health is not None and card.health < 1:
        yield fault(f"{at}/health", "must be at least 1", "doit valoir au moins 1")
    used = used_by_enemy(card)
    if card.kind == "event" and not card.actions and not card.solo:
        yield fault(f"{at}/actions", "an event needs an action", "un événement a besoin d'une action")
    if card.kind != "event" and len(used) > 1:
        yield fault(
            f"{at}/actions",
            "only an event may offer the Enemy more than one action",
            "seul un événement peut offrir plus d'une action à l'Ennemi",
        )
    for _, ability in used:
        if ability.do == "discount" and card.kind != "event":
            yield fault(
                f"{at}/actions",
                "outside events a discount has a keyword: the Enemy ignores it",
                "hors des événements, une réduction a un mot-clé : l'Ennemi l'ignore",
            )
    for n, ability in enumerate((*card.actions, *((card.solo,) if card.solo else ()))):
        if ability.amount < 1 and ability.do in (*AUTOMATIC, "discount"):
            yield fault(f"{at}/actions/{n}/amount", "must be at least 1", "doit valoir au moins 1")
