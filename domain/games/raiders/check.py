"""What is contradictory or missing in a catalog: every fault at once, each with the place to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.raiders import cards as c
from domain.games.raiders.goods import COLOURS
from domain.games.raiders.values import Values
from domain.kit import Faults
from domain.rules.catalogs.faults import Fault

DECK = 23
"""Scheme cards in the box (`Mise en place`)."""

WRONG = Faults("""
deck
  the deck has {deck} scheme cards, here are {here}
no-site
  there is no site {site}
order
  {site} has spaces 1 to {spaces}: name each of them once
no-building
  there is no building {building}
asks-too-much
  the opponent never has more than {cap} {what}: this raid could not happen
gives-too-much
  the opponent never has more than {cap} {what}
beyond-caps
  beyond the caps of {armour} armour and {provisions} provisions
no-level
  the level {level} is missing
too-many-aside
  {count} are set aside, the deck has {deck}
all-aside
  no scheme card would be left
fortresses
  the board has {fortresses} fortress spaces: the game would end as it begins
tiers
  tiers want rising strengths with rising points
spaces
  a site has 1 to 9 spaces
crew
  a crew has at most {most} members: this raid could not happen
no-workers
  no worker could raid here
no-plunder
  a raid space without plunder
bag
  {laid} pieces are drawn at set-up, the bag has {bag}
valkyries
  set-up could leave every Valkyrie in the bag and end the game as it begins
workers
  {count} {colour} workers stand on the board, the box has fewer
provisions
  both sides could hold more provisions than there are
silver
  the player starts with more silver than there is
cards
  the player starts with more cards than there are
few-workers
  at least two workers start here, or none could be taken when a building is forbidden
few-buildings
  {count} buildings let a {colour} worker in: all could be occupied or forbidden at once
start
  a {colour} worker may not stand here
nothing-to-do
  nothing can be done here
nothing-gained
  nothing is gained
few-tiles
  more than {shown} tiles are needed, or the game ends as it begins
cost
  an offering costs silver, provisions or plunder
falling
  the track's points never fall
flags
  flags rise and stand at most at {most}
two-tracks
  both sides use one armour track: the cap is its end, as in /limits/armour
idle-strike
  a strike costs the opponent armour or provisions
taken
  only provisions can be taken
same-id
  {id} is the id of {count} things
no-french
  {id} has no French name
name-of-nothing
  the name of nothing
""")  # fmt: skip


def check_values(values: Values) -> tuple[Fault, ...]:
    """Everything wrong with a catalog beyond its types."""
    checks = (_schemes, _set_aside, _sites, _pieces, _village, _offerings, _tracks, _townsfolk, _names)
    return tuple(fault for check in checks for fault in check(values))


def _schemes(values: Values) -> Iterator[Fault]:
    caps = values.caps
    if len(values.schemes) != DECK:
        yield WRONG.at("/schemes", "deck", deck=DECK, here=len(values.schemes))
    for id, card in values.schemes.items():
        at = f"/schemes/{id}"
        site = values.sites.get(card.site)
        if site is None:
            yield WRONG.at(f"{at}/site", "no-site", site=card.site)
        elif sorted(card.order) != list(range(1, len(site.spaces) + 1)):
            yield WRONG.at(f"{at}/order", "order", site=card.site, spaces=len(site.spaces))
        if card.blocks not in values.buildings:
            yield WRONG.at(f"{at}/blocks", "no-building", building=card.blocks)
        for what in ("armour", "provisions"):
            cap: int = getattr(caps, what)
            if getattr(card, what) > cap:
                yield WRONG.at(f"{at}/{what}", "asks-too-much", cap=cap, what=what)
            if getattr(card.prepare, what) > cap:
                yield WRONG.at(f"{at}/prepare/{what}", "gives-too-much", cap=cap, what=what)
    for level, extra in values.difficulty.items():
        if extra.armour > caps.armour or extra.provisions > caps.provisions:
            yield WRONG.at(f"/difficulty/{level}", "beyond-caps", armour=caps.armour, provisions=caps.provisions)
    for wanted in ("normal", "hard", "heroic"):
        if wanted not in values.difficulty:
            yield WRONG.at("/difficulty", "no-level", level=wanted)


def _set_aside(values: Values) -> Iterator[Fault]:
    kinds = Counter(values.sites[card.site].kind for card in values.schemes.values() if card.site in values.sites)
    for kind, count in values.set_aside.items():
        if count > kinds[kind]:
            yield WRONG.at(f"/set_aside/{kind}", "too-many-aside", count=count, deck=kinds[kind])
    if sum(values.set_aside.values()) >= len(values.schemes):
        yield WRONG.at("/set_aside", "all-aside")


def _sites(values: Values) -> Iterator[Fault]:
    fortresses = sum(len(site.spaces) for site in values.sites.values() if site.kind == "fortress")
    if fortresses <= values.fortresses_left:
        yield WRONG.at("/fortresses_left", "fortresses", fortresses=fortresses)
    for id, site in values.sites.items():
        at = f"/sites/{id}"
        needs = [need for need, _ in site.tiers]
        points = [n for _, n in site.tiers]
        if not needs or needs != sorted(set(needs)) or points != sorted(points):
            yield WRONG.at(f"{at}/tiers", "tiers")
        if not site.spaces or len(site.spaces) > 9:
            yield WRONG.at(f"{at}/spaces", "spaces")
        if site.crew > values.limits.crew:
            yield WRONG.at(f"{at}/crew", "crew", most=values.limits.crew)
        if not site.workers:
            yield WRONG.at(f"{at}/workers", "no-workers")
        yield from (WRONG.at(f"{at}/spaces/{n}/plunder", "no-plunder") for n, one in enumerate(site.spaces) if not one.plunder)


def _pieces(values: Values) -> Iterator[Fault]:
    pieces, spaces = values.pieces, [space for site in values.sites.values() for space in site.spaces]
    bag, laid = pieces.gold + pieces.iron + pieces.livestock + pieces.valkyries, sum(space.plunder for space in spaces)
    if laid > bag:
        yield WRONG.at("/pieces", "bag", laid=laid, bag=bag)
    if bag - pieces.valkyries >= laid:
        yield WRONG.at("/pieces/valkyries", "valkyries")
    starts = [b.start for b in values.buildings.values() if b.start]
    workers = Counter([*(space.worker for space in spaces), *starts, values.player.worker])
    for colour in COLOURS:
        if workers[colour] > getattr(pieces, colour):
            yield WRONG.at(f"/pieces/{colour}", "workers", count=workers[colour], colour=colour)
    if pieces.provisions < values.caps.provisions + values.limits.provisions:
        yield WRONG.at("/pieces/provisions", "provisions")
    if pieces.silver < values.player.silver:
        yield WRONG.at("/pieces/silver", "silver")
    if sum(card.copies for card in values.townsfolk.values()) < values.player.cards:
        yield WRONG.at("/player/cards", "cards")


def _village(values: Values) -> Iterator[Fault]:
    """One building can be forbidden: the player must still be able to place any worker, and to take one."""
    standing = sum(b.start is not None for b in values.buildings.values())
    if standing < 2:
        yield WRONG.at("/buildings", "few-workers")
    for colour in COLOURS:
        open_ = sum(colour in b.workers for b in values.buildings.values())
        if open_ < standing + 2:
            yield WRONG.at("/buildings", "few-buildings", count=open_, colour=colour)
    for id, building in values.buildings.items():
        if building.start and building.start not in building.workers:
            yield WRONG.at(f"/buildings/{id}/start", "start", colour=building.start)
        if not (building.deals or building.hires or building.plays or building.offers):
            yield WRONG.at(f"/buildings/{id}", "nothing-to-do")
        for n, deal in enumerate(building.deals):
            if not deal.gain.parts():
                yield WRONG.at(f"/buildings/{id}/deals/{n}/gain", "nothing-gained")


def _offerings(values: Values) -> Iterator[Fault]:
    if len(values.offerings) <= values.offerings_face_up:
        yield WRONG.at("/offerings", "few-tiles", shown=values.offerings_face_up)
    for id, tile in values.offerings.items():
        if not tile.cost.parts() or tile.cost.cards or tile.cost.armour:
            yield WRONG.at(f"/offerings/{id}/cost", "cost")


def _tracks(values: Values) -> Iterator[Fault]:
    if list(values.valkyrie_points) != sorted(values.valkyrie_points):
        yield WRONG.at("/valkyrie_points", "falling")
    flags = [flag for flag, _ in values.armour_points]
    if flags != sorted(set(flags)) or any(flag > values.limits.armour for flag in flags):
        yield WRONG.at("/armour_points", "flags", most=values.limits.armour)
    if values.caps.armour != values.limits.armour:
        yield WRONG.at("/caps/armour", "two-tracks")


def _townsfolk(values: Values) -> Iterator[Fault]:
    for id, card in values.townsfolk.items():
        if isinstance(card.crew, c.BuildingBonus | c.ExtraAction) and card.crew.at not in values.buildings:
            yield WRONG.at(f"/townsfolk/{id}/crew/at", "no-building", building=card.crew.at)
        hall = card.town_hall
        if isinstance(hall, c.Strike) and not (hall.armour or hall.provisions):
            yield WRONG.at(f"/townsfolk/{id}/town_hall", "idle-strike")
        if isinstance(hall, c.Strike) and hall.taken and not hall.provisions:
            yield WRONG.at(f"/townsfolk/{id}/town_hall/taken", "taken")


def _names(values: Values) -> Iterator[Fault]:
    named = [*values.sites, *values.buildings, *values.townsfolk]
    for id, count in Counter(named).items():
        if count > 1:
            yield WRONG.at("", "same-id", id=id, count=count)
        if id not in values.french:
            yield WRONG.at("/french", "no-french", id=id)
    yield from (WRONG.at(f"/french/{id}", "name-of-nothing") for id in values.french if id not in named)
