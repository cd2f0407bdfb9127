"""What is contradictory or missing in a catalog: every fault at once, each with the place to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.catalog import Fault
from domain.games.raiders import people as p
from domain.games.raiders.printed import COLOURS
from domain.games.raiders.values import Values

DECK = 23
"""Scheme cards in the box (`Mise en place`)."""


def faults(values: Values) -> tuple[Fault, ...]:
    """Everything wrong with a catalog beyond its types."""
    checks = (_schemes, _set_aside, _sites, _pieces, _village, _offerings, _tracks, _townsfolk, _names)
    return tuple(fault for check in checks for fault in check(values))


def _schemes(values: Values) -> Iterator[Fault]:
    caps = values.caps
    if len(values.schemes) != DECK:
        yield Fault("/schemes", f"the deck has {DECK} scheme cards, here are {len(values.schemes)}")
    for id, card in values.schemes.items():
        at = f"/schemes/{id}"
        site = values.sites.get(card.site)
        if site is None:
            yield Fault(f"{at}/site", f"there is no site {card.site}")
        elif sorted(card.order) != list(range(1, len(site.spaces) + 1)):
            yield Fault(f"{at}/order", f"{card.site} has spaces 1 to {len(site.spaces)}: name each of them once")
        if card.blocks not in values.buildings:
            yield Fault(f"{at}/blocks", f"there is no building {card.blocks}")
        for what, asked, given, cap in (
            ("armour", card.armour, card.prepare.armour, caps.armour),
            ("provisions", card.provisions, card.prepare.provisions, caps.provisions),
        ):
            if asked > cap:
                yield Fault(f"{at}/{what}", f"the opponent never has more than {cap} {what}: this raid could not happen")
            if given > cap:
                yield Fault(f"{at}/prepare/{what}", f"the opponent never has more than {cap} {what}")
    for level, extra in values.difficulty.items():
        if extra.armour > caps.armour or extra.provisions > caps.provisions:
            yield Fault(f"/difficulty/{level}", f"beyond the caps of {caps.armour} armour and {caps.provisions} provisions")
    for level in ("normal", "hard", "heroic"):
        if level not in values.difficulty:
            yield Fault("/difficulty", f"the level {level} is missing")


def _set_aside(values: Values) -> Iterator[Fault]:
    kinds = Counter(values.sites[c.site].kind for c in values.schemes.values() if c.site in values.sites)
    for kind, count in values.set_aside.items():
        if count > kinds[kind]:
            yield Fault(f"/set_aside/{kind}", f"{count} are set aside, the deck has {kinds[kind]}")
    if sum(values.set_aside.values()) >= len(values.schemes):
        yield Fault("/set_aside", "no scheme card would be left")


def _sites(values: Values) -> Iterator[Fault]:
    fortresses = sum(len(site.spaces) for site in values.sites.values() if site.kind == "fortress")
    if fortresses <= values.fortresses_left:
        yield Fault("/fortresses_left", f"the board has {fortresses} fortress spaces: the game would end as it begins")
    for id, site in values.sites.items():
        at = f"/sites/{id}"
        needs = [need for need, _ in site.tiers]
        points = [n for _, n in site.tiers]
        if not needs or needs != sorted(set(needs)) or points != sorted(points):
            yield Fault(f"{at}/tiers", "tiers want rising strengths with rising points")
        if not site.spaces or len(site.spaces) > 9:
            yield Fault(f"{at}/spaces", "a site has 1 to 9 spaces")
        if site.crew > values.limits.crew:
            yield Fault(f"{at}/crew", f"a crew has at most {values.limits.crew} members: this raid could not happen")
        if not site.workers:
            yield Fault(f"{at}/workers", "no worker could raid here")
        for n, space in enumerate(site.spaces):
            if not space.plunder:
                yield Fault(f"{at}/spaces/{n}/plunder", "a raid space without plunder")


def _pieces(values: Values) -> Iterator[Fault]:
    pieces, spaces = values.pieces, [space for site in values.sites.values() for space in site.spaces]
    bag, laid = pieces.gold + pieces.iron + pieces.livestock + pieces.valkyries, sum(space.plunder for space in spaces)
    if laid > bag:
        yield Fault("/pieces", f"{laid} pieces are drawn at set-up, the bag has {bag}")
    if bag - pieces.valkyries >= laid:
        yield Fault("/pieces/valkyries", "set-up could leave every Valkyrie in the bag and end the game as it begins")
    starts = [b.start for b in values.buildings.values() if b.start]
    workers = Counter([*(space.worker for space in spaces), *starts, values.player.worker])
    for colour in COLOURS:
        if workers[colour] > getattr(pieces, colour):
            yield Fault(f"/pieces/{colour}", f"{workers[colour]} {colour} workers stand on the board, the box has fewer")
    if pieces.provisions < values.caps.provisions + values.limits.provisions:
        yield Fault("/pieces/provisions", "both sides could hold more provisions than there are")
    if pieces.silver < values.player.silver:
        yield Fault("/pieces/silver", "the player starts with more silver than there is")
    if sum(card.copies for card in values.townsfolk.values()) < values.player.cards:
        yield Fault("/player/cards", "the player starts with more cards than there are")


def _village(values: Values) -> Iterator[Fault]:
    """One building can be forbidden: the player must still be able to place any worker, and to take one."""
    standing = sum(b.start is not None for b in values.buildings.values())
    if standing < 2:
        yield Fault("/buildings", "at least two workers start here, or none could be taken when a building is forbidden")
    for colour in COLOURS:
        open_ = sum(colour in b.workers for b in values.buildings.values())
        if open_ < standing + 2:
            yield Fault("/buildings", f"{open_} buildings let a {colour} worker in: all could be occupied or forbidden at once")
    for id, building in values.buildings.items():
        if building.start and building.start not in building.workers:
            yield Fault(f"/buildings/{id}/start", f"a {building.start} worker may not stand here")
        if not (building.deals or building.hires or building.plays or building.offers):
            yield Fault(f"/buildings/{id}", "nothing can be done here")
        for n, deal in enumerate(building.deals):
            if not deal.gain.parts():
                yield Fault(f"/buildings/{id}/deals/{n}/gain", "nothing is gained")


def _offerings(values: Values) -> Iterator[Fault]:
    if len(values.offerings) <= values.offerings_face_up:
        yield Fault("/offerings", f"more than {values.offerings_face_up} tiles are needed, or the game ends as it begins")
    for id, tile in values.offerings.items():
        if not tile.cost.parts() or tile.cost.cards or tile.cost.armour:
            yield Fault(f"/offerings/{id}/cost", "an offering costs silver, provisions or plunder")


def _tracks(values: Values) -> Iterator[Fault]:
    if list(values.valkyrie_points) != sorted(values.valkyrie_points):
        yield Fault("/valkyrie_points", "the track's points never fall")
    flags = [flag for flag, _ in values.armour_points]
    if flags != sorted(set(flags)) or any(flag > values.limits.armour for flag in flags):
        yield Fault("/armour_points", f"flags rise and stand at most at {values.limits.armour}")
    if values.caps.armour != values.limits.armour:
        yield Fault("/caps/armour", "both sides use one armour track: the cap is its end, as in /limits/armour")


def _townsfolk(values: Values) -> Iterator[Fault]:
    for id, card in values.townsfolk.items():
        if isinstance(card.crew, p.BuildingBonus | p.ExtraAction) and card.crew.at not in values.buildings:
            yield Fault(f"/townsfolk/{id}/crew/at", f"there is no building {card.crew.at}")
        hall = card.town_hall
        if isinstance(hall, p.Strike) and not (hall.armour or hall.provisions):
            yield Fault(f"/townsfolk/{id}/town_hall", "a strike costs the opponent armour or provisions")
        if isinstance(hall, p.Strike) and hall.taken and not hall.provisions:
            yield Fault(f"/townsfolk/{id}/town_hall/taken", "only provisions can be taken")


def _names(values: Values) -> Iterator[Fault]:
    named = [*values.sites, *values.buildings, *values.townsfolk]
    for id, count in Counter(named).items():
        if count > 1:
            yield Fault("", f"{id} is the id of {count} things")
        if id not in values.french:
            yield Fault("/french", f"{id} has no French name")
    for id in values.french:
        if id not in named:
            yield Fault(f"/french/{id}", "the name of nothing")
