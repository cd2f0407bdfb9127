from collections import Counter
from collections.abc import Iterator

from domain.titles.contract.catalogs.faults import Fault
from domain.titles.kit import Text
from domain.titles.raiders import values as c
from domain.titles.raiders.goods import COLOURS
from domain.titles.raiders.values import Values

DECK = 23
"""Scheme cards in the box (`Mise en place`)."""


def check_values(values: Values) -> tuple[Fault, ...]:
    checks = (
        _schemes,
        _set_aside,
        _sites,
        _pieces,
        _village,
        _offerings,
        _tracks,
        _townsfolk,
        _names,
    )
    return tuple(fault for check in checks for fault in check(values))


def _schemes(values: Values) -> Iterator[Fault]:
    caps = values.caps
    if len(values.schemes) != DECK:
        yield Fault(
            "/schemes",
            Text(
                "the deck has {deck} scheme cards, here are {here}",
                deck=DECK,
                here=len(values.schemes),
            ),
        )
    for id, card in values.schemes.items():
        at = f"/schemes/{id}"
        site = values.sites.get(card.site)
        if site is None:
            yield Fault(f"{at}/site", Text("there is no site {site}", site=card.site))
        elif sorted(card.order) != list(range(1, len(site.spaces) + 1)):
            yield Fault(
                f"{at}/order",
                Text(
                    "{site} has spaces 1 to {spaces}: name each of them once",
                    site=card.site,
                    spaces=len(site.spaces),
                ),
            )
        if card.blocks not in values.buildings:
            yield Fault(
                f"{at}/blocks", Text("there is no building {building}", building=card.blocks)
            )
        for what in ("armour", "provisions"):
            cap: int = getattr(caps, what)
            if getattr(card, what) > cap:
                yield Fault(
                    f"{at}/{what}",
                    Text(
                        "the opponent never has more than {cap} {what}: this raid could not happen",
                        cap=cap,
                        what=what,
                    ),
                )
            if getattr(card.prepare, what) > cap:
                yield Fault(
                    f"{at}/prepare/{what}",
                    Text("the opponent never has more than {cap} {what}", cap=cap, what=what),
                )
    for level, extra in values.difficulty.items():
        if extra.armour > caps.armour or extra.provisions > caps.provisions:
            yield Fault(
                f"/difficulty/{level}",
                Text(
                    "beyond the caps of {armour} armour and {provisions} provisions",
                    armour=caps.armour,
                    provisions=caps.provisions,
                ),
            )
    for difficulty in ("normal", "hard", "heroic"):
        if difficulty not in values.difficulty:
            yield Fault("/difficulty", Text("the level {level} is missing", level=difficulty))


def _set_aside(values: Values) -> Iterator[Fault]:
    kinds = Counter(
        values.sites[card.site].kind
        for card in values.schemes.values()
        if card.site in values.sites
    )
    for kind, count in values.set_aside.items():
        if count > kinds[kind]:
            yield Fault(
                f"/set_aside/{kind}",
                Text("{count} are set aside, the deck has {deck}", count=count, deck=kinds[kind]),
            )
    if sum(values.set_aside.values()) >= len(values.schemes):
        yield Fault("/set_aside", Text("no scheme card would be left"))


def _sites(values: Values) -> Iterator[Fault]:
    fortresses = sum(len(site.spaces) for site in values.sites.values() if site.kind == "fortress")
    if fortresses <= values.fortresses_left:
        yield Fault(
            "/fortresses_left",
            Text(
                "the board has {fortresses} fortress spaces: the game would end as it begins",
                fortresses=fortresses,
            ),
        )
    for id, site in values.sites.items():
        at = f"/sites/{id}"
        needs = [need for need, _ in site.tiers]
        points = [n for _, n in site.tiers]
        if not needs or needs != sorted(set(needs)) or points != sorted(points):
            yield Fault(f"{at}/tiers", Text("tiers want rising strengths with rising points"))
        if not site.spaces or len(site.spaces) > 9:
            yield Fault(f"{at}/spaces", Text("a site has 1 to 9 spaces"))
        if site.crew > values.limits.crew:
            yield Fault(
                f"{at}/crew",
                Text(
                    "a crew has at most {most} members: this raid could not happen",
                    most=values.limits.crew,
                ),
            )
        if not site.workers:
            yield Fault(f"{at}/workers", Text("no worker could raid here"))
        yield from (
            Fault(f"{at}/spaces/{n}/plunder", Text("a raid space without plunder"))
            for n, space in enumerate(site.spaces)
            if not space.plunder
        )


def _pieces(values: Values) -> Iterator[Fault]:
    pieces, spaces = (
        values.pieces,
        [space for site in values.sites.values() for space in site.spaces],
    )
    bag, laid = (
        pieces.gold + pieces.iron + pieces.livestock + pieces.valkyries,
        sum(space.plunder for space in spaces),
    )
    if laid > bag:
        yield Fault(
            "/pieces",
            Text("{laid} pieces are drawn at set-up, the bag has {bag}", laid=laid, bag=bag),
        )
    if bag - pieces.valkyries >= laid:
        yield Fault(
            "/pieces/valkyries",
            Text("set-up could leave every Valkyrie in the bag and end the game as it begins"),
        )
    starts = [b.start for b in values.buildings.values() if b.start]
    workers = Counter([*(space.worker for space in spaces), *starts, values.player.worker])
    for colour in COLOURS:
        if workers[colour] > getattr(pieces, colour):
            yield Fault(
                f"/pieces/{colour}",
                Text(
                    "{count} {colour} workers stand on the board, the box has fewer",
                    count=workers[colour],
                    colour=colour,
                ),
            )
    if pieces.provisions < values.caps.provisions + values.limits.provisions:
        yield Fault(
            "/pieces/provisions", Text("both sides could hold more provisions than there are")
        )
    if pieces.silver < values.player.silver:
        yield Fault("/pieces/silver", Text("the player starts with more silver than there is"))
    if sum(card.copies for card in values.townsfolk.values()) < values.player.cards:
        yield Fault("/player/cards", Text("the player starts with more cards than there are"))


def _village(values: Values) -> Iterator[Fault]:
    """One building can be forbidden: the player must still be able to place any worker, and to take
    one."""
    standing = sum(b.start is not None for b in values.buildings.values())
    if standing < 2:
        yield Fault(
            "/buildings",
            Text(
                "at least two workers start here, or none could be taken when a building is "
                "forbidden"
            ),
        )
    for colour in COLOURS:
        open_ = sum(colour in b.workers for b in values.buildings.values())
        if open_ < standing + 2:
            yield Fault(
                "/buildings",
                Text(
                    "{count} buildings let a {colour} worker in: all could be occupied or "
                    "forbidden at once",
                    count=open_,
                    colour=colour,
                ),
            )
    for id, building in values.buildings.items():
        if building.start and building.start not in building.workers:
            yield Fault(
                f"/buildings/{id}/start",
                Text("a {colour} worker may not stand here", colour=building.start),
            )
        if not (building.deals or building.hires or building.plays or building.offers):
            yield Fault(f"/buildings/{id}", Text("nothing can be done here"))
        for n, deal in enumerate(building.deals):
            if not deal.gain.parts():
                yield Fault(f"/buildings/{id}/deals/{n}/gain", Text("nothing is gained"))


def _offerings(values: Values) -> Iterator[Fault]:
    if len(values.offerings) <= values.offerings_face_up:
        yield Fault(
            "/offerings",
            Text(
                "more than {shown} tiles are needed, or the game ends as it begins",
                shown=values.offerings_face_up,
            ),
        )
    for id, tile in values.offerings.items():
        if not tile.cost.parts() or tile.cost.cards or tile.cost.armour:
            yield Fault(
                f"/offerings/{id}/cost", Text("an offering costs silver, provisions or plunder")
            )


def _tracks(values: Values) -> Iterator[Fault]:
    if list(values.valkyrie_points) != sorted(values.valkyrie_points):
        yield Fault("/valkyrie_points", Text("the track's points never fall"))
    flags = [flag for flag, _ in values.armour_points]
    if flags != sorted(set(flags)) or any(flag > values.limits.armour for flag in flags):
        yield Fault(
            "/armour_points",
            Text("flags rise and stand at most at {most}", most=values.limits.armour),
        )
    if values.caps.armour != values.limits.armour:
        yield Fault(
            "/caps/armour",
            Text("both sides use one armour track: the cap is its end, as in /limits/armour"),
        )


def _townsfolk(values: Values) -> Iterator[Fault]:
    for id, card in values.townsfolk.items():
        if (
            isinstance(card.crew, c.BuildingBonus | c.ExtraAction)
            and card.crew.at not in values.buildings
        ):
            yield Fault(
                f"/townsfolk/{id}/crew/at",
                Text("there is no building {building}", building=card.crew.at),
            )
        hall = card.town_hall
        if isinstance(hall, c.Strike) and not (hall.armour or hall.provisions):
            yield Fault(
                f"/townsfolk/{id}/town_hall",
                Text("a strike costs the opponent armour or provisions"),
            )
        if isinstance(hall, c.Strike) and hall.taken and not hall.provisions:
            yield Fault(f"/townsfolk/{id}/town_hall/taken", Text("only provisions can be taken"))


def _names(values: Values) -> Iterator[Fault]:
    named = [*values.sites, *values.buildings, *values.townsfolk]
    for id, count in Counter(named).items():
        if count > 1:
            yield Fault("", Text("{id} is the id of {count} things", id=id, count=count))
        if id not in values.french:
            yield Fault("/french", Text("{id} has no French name", id=id))
    yield from (
        Fault(f"/french/{id}", Text("the name of nothing"))
        for id in values.french
        if id not in named
    )
