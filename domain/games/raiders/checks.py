"""What is contradictory or missing in a catalog: every fault at once, each with the place to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.raiders import people as p
from domain.games.raiders.printed import COLOURS
from domain.games.raiders.values import Values
from domain.rules.catalogs.faults import Fault, fault

DECK = 23
"""Scheme cards in the box (`Mise en place`)."""


def faults(values: Values) -> tuple[Fault, ...]:
    """Everything wrong with a catalog beyond its types."""
    checks = (_schemes, _set_aside, _sites, _pieces, _village, _offerings, _tracks, _townsfolk, _names)
    return tuple(fault for check in checks for fault in check(values))


def _schemes(values: Values) -> Iterator[Fault]:
    caps = values.caps
    if len(values.schemes) != DECK:
        yield fault(
            "/schemes",
            f"the deck has {DECK} scheme cards, here are {len(values.schemes)}",
            f"le paquet a {DECK} cartes tactiques, en voici {len(values.schemes)}",
        )
    for id, card in values.schemes.items():
        at = f"/schemes/{id}"
        site = values.sites.get(card.site)
        if site is None:
            yield fault(f"{at}/site", f"there is no site {card.site}", f"il n'y a pas de lieu {card.site}")
        elif sorted(card.order) != list(range(1, len(site.spaces) + 1)):
            yield fault(
                f"{at}/order",
                f"{card.site} has spaces 1 to {len(site.spaces)}: name each of them once",
                f"{card.site} a les emplacements 1 à {len(site.spaces)} : nommez chacun une fois",
            )
        if card.blocks not in values.buildings:
            yield fault(f"{at}/blocks", f"there is no building {card.blocks}", f"il n'y a pas de bâtiment {card.blocks}")
        for what, asked, given, cap in (
            ("armour", card.armour, card.prepare.armour, caps.armour),
            ("provisions", card.provisions, card.prepare.provisions, caps.provisions),
        ):
            if asked > cap:
                yield fault(
                    f"{at}/{what}",
                    f"the opponent never has more than {cap} {what}: this raid could not happen",
                    f"l'adversaire n'a jamais plus de {cap} ({what}) : ce raid n'aurait jamais lieu",
                )
            if given > cap:
                yield fault(
                    f"{at}/prepare/{what}",
                    f"the opponent never has more than {cap} {what}",
                    f"l'adversaire n'a jamais plus de {cap} ({what})",
                )
    for level, extra in values.difficulty.items():
        if extra.armour > caps.armour or extra.provisions > caps.provisions:
            yield fault(
                f"/difficulty/{level}",
                f"beyond the caps of {caps.armour} armour and {caps.provisions} provisions",
                f"au-delà des plafonds de {caps.armour} Armements et {caps.provisions} Provisions",
            )
    for level in ("normal", "hard", "heroic"):
        if level not in values.difficulty:
            yield fault("/difficulty", f"the level {level} is missing", f"le niveau {level} manque")


def _set_aside(values: Values) -> Iterator[Fault]:
    kinds = Counter(values.sites[c.site].kind for c in values.schemes.values() if c.site in values.sites)
    for kind, count in values.set_aside.items():
        if count > kinds[kind]:
            yield fault(
                f"/set_aside/{kind}",
                f"{count} are set aside, the deck has {kinds[kind]}",
                f"{count} sont mises de côté, le paquet en a {kinds[kind]}",
            )
    if sum(values.set_aside.values()) >= len(values.schemes):
        yield fault("/set_aside", "no scheme card would be left", "il ne resterait aucune carte tactique")


def _sites(values: Values) -> Iterator[Fault]:
    fortresses = sum(len(site.spaces) for site in values.sites.values() if site.kind == "fortress")
    if fortresses <= values.fortresses_left:
        yield fault(
            "/fortresses_left",
            f"the board has {fortresses} fortress spaces: the game would end as it begins",
            f"le plateau a {fortresses} emplacements de forteresse : la partie finirait en commençant",
        )
    for id, site in values.sites.items():
        at = f"/sites/{id}"
        needs = [need for need, _ in site.tiers]
        points = [n for _, n in site.tiers]
        if not needs or needs != sorted(set(needs)) or points != sorted(points):
            yield fault(
                f"{at}/tiers",
                "tiers want rising strengths with rising points",
                "les paliers veulent des forces croissantes pour des points croissants",
            )
        if not site.spaces or len(site.spaces) > 9:
            yield fault(f"{at}/spaces", "a site has 1 to 9 spaces", "un lieu a de 1 à 9 emplacements")
        if site.crew > values.limits.crew:
            yield fault(
                f"{at}/crew",
                f"a crew has at most {values.limits.crew} members: this raid could not happen",
                f"un Équipage a au plus {values.limits.crew} membres : ce raid n'aurait jamais lieu",
            )
        if not site.workers:
            yield fault(f"{at}/workers", "no worker could raid here", "aucun Ouvrier ne pourrait y mener de raid")
        for n, space in enumerate(site.spaces):
            if not space.plunder:
                yield fault(f"{at}/spaces/{n}/plunder", "a raid space without plunder", "un emplacement de raid sans Butin")


def _pieces(values: Values) -> Iterator[Fault]:
    pieces, spaces = values.pieces, [space for site in values.sites.values() for space in site.spaces]
    bag, laid = pieces.gold + pieces.iron + pieces.livestock + pieces.valkyries, sum(space.plunder for space in spaces)
    if laid > bag:
        yield fault(
            "/pieces",
            f"{laid} pieces are drawn at set-up, the bag has {bag}",
            f"{laid} pièces sont tirées à la mise en place, le sac en a {bag}",
        )
    if bag - pieces.valkyries >= laid:
        yield fault(
            "/pieces/valkyries",
            "set-up could leave every Valkyrie in the bag and end the game as it begins",
            "la mise en place pourrait laisser toutes les Valkyries au sac et finir la partie en commençant",
        )
    starts = [b.start for b in values.buildings.values() if b.start]
    workers = Counter([*(space.worker for space in spaces), *starts, values.player.worker])
    for colour in COLOURS:
        if workers[colour] > getattr(pieces, colour):
            yield fault(
                f"/pieces/{colour}",
                f"{workers[colour]} {colour} workers stand on the board, the box has fewer",
                f"{workers[colour]} Ouvriers ({colour}) sont sur le plateau, la boîte en a moins",
            )
    if pieces.provisions < values.caps.provisions + values.limits.provisions:
        yield fault(
            "/pieces/provisions",
            "both sides could hold more provisions than there are",
            "les deux camps pourraient avoir plus de Provisions qu'il n'y en a",
        )
    if pieces.silver < values.player.silver:
        yield fault(
            "/pieces/silver",
            "the player starts with more silver than there is",
            "le joueur commence avec plus d'Argent qu'il n'y en a",
        )
    if sum(card.copies for card in values.townsfolk.values()) < values.player.cards:
        yield fault(
            "/player/cards",
            "the player starts with more cards than there are",
            "le joueur commence avec plus de cartes qu'il n'y en a",
        )


def _village(values: Values) -> Iterator[Fault]:
    """One building can be forbidden: the player must still be able to place any worker, and to take one."""
    standing = sum(b.start is not None for b in values.buildings.values())
    if standing < 2:
        yield fault(
            "/buildings",
            "at least two workers start here, or none could be taken when a building is forbidden",
            "au moins deux Ouvriers y commencent, sinon nul ne pourrait être repris quand un bâtiment est interdit",
        )
    for colour in COLOURS:
        open_ = sum(colour in b.workers for b in values.buildings.values())
        if open_ < standing + 2:
            yield fault(
                "/buildings",
                f"{open_} buildings let a {colour} worker in: all could be occupied or forbidden at once",
                f"{open_} bâtiments admettent un Ouvrier ({colour}) : tous pourraient être pris ou interdits à la fois",
            )
    for id, building in values.buildings.items():
        if building.start and building.start not in building.workers:
            yield fault(
                f"/buildings/{id}/start",
                f"a {building.start} worker may not stand here",
                f"un Ouvrier ({building.start}) ne peut s'y trouver",
            )
        if not (building.deals or building.hires or building.plays or building.offers):
            yield fault(f"/buildings/{id}", "nothing can be done here", "on n'y peut rien faire")
        for n, deal in enumerate(building.deals):
            if not deal.gain.parts():
                yield fault(f"/buildings/{id}/deals/{n}/gain", "nothing is gained", "rien n'est gagné")


def _offerings(values: Values) -> Iterator[Fault]:
    if len(values.offerings) <= values.offerings_face_up:
        yield fault(
            "/offerings",
            f"more than {values.offerings_face_up} tiles are needed, or the game ends as it begins",
            f"il faut plus de {values.offerings_face_up} tuiles, ou la partie finit en commençant",
        )
    for id, tile in values.offerings.items():
        if not tile.cost.parts() or tile.cost.cards or tile.cost.armour:
            yield fault(
                f"/offerings/{id}/cost",
                "an offering costs silver, provisions or plunder",
                "une Offrande coûte de l'Argent, des Provisions ou du Butin",
            )


def _tracks(values: Values) -> Iterator[Fault]:
    if list(values.valkyrie_points) != sorted(values.valkyrie_points):
        yield fault("/valkyrie_points", "the track's points never fall", "les points de la piste ne baissent jamais")
    flags = [flag for flag, _ in values.armour_points]
    if flags != sorted(set(flags)) or any(flag > values.limits.armour for flag in flags):
        yield fault(
            "/armour_points",
            f"flags rise and stand at most at {values.limits.armour}",
            f"les drapeaux croissent et vont au plus à {values.limits.armour}",
        )
    if values.caps.armour != values.limits.armour:
        yield fault(
            "/caps/armour",
            "both sides use one armour track: the cap is its end, as in /limits/armour",
            "les deux camps ont la même piste d'Armement : le plafond est sa fin, comme dans /limits/armour",
        )


def _townsfolk(values: Values) -> Iterator[Fault]:
    for id, card in values.townsfolk.items():
        if isinstance(card.crew, p.BuildingBonus | p.ExtraAction) and card.crew.at not in values.buildings:
            yield fault(
                f"/townsfolk/{id}/crew/at", f"there is no building {card.crew.at}", f"il n'y a pas de bâtiment {card.crew.at}"
            )
        hall = card.town_hall
        if isinstance(hall, p.Strike) and not (hall.armour or hall.provisions):
            yield fault(
                f"/townsfolk/{id}/town_hall",
                "a strike costs the opponent armour or provisions",
                "une frappe coûte à l'adversaire de l'Armement ou des Provisions",
            )
        if isinstance(hall, p.Strike) and hall.taken and not hall.provisions:
            yield fault(
                f"/townsfolk/{id}/town_hall/taken", "only provisions can be taken", "seules des Provisions peuvent être prises"
            )


def _names(values: Values) -> Iterator[Fault]:
    named = [*values.sites, *values.buildings, *values.townsfolk]
    for id, count in Counter(named).items():
        if count > 1:
            yield fault("", f"{id} is the id of {count} things", f"{id} est l'identifiant de {count} choses")
        if id not in values.french:
            yield fault("/french", f"{id} has no French name", f"{id} n'a pas de nom français")
    for id in values.french:
        if id not in named:
            yield fault(f"/french/{id}", "the name of nothing", "le nom de rien")
