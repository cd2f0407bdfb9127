"""Checks across fields: contradictions within a catalog, and what is impossible on a board although
each field is within its bounds."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain

from domain.kernel.faults import Fault
from domain.titles.contract.invariants import (
    count_out_of_bounds,
    ids_unless_exact,
    name_with_location,
    repeated_ids,
    unknown_ids,
)
from domain.titles.kit import Sentences, Text
from domain.titles.raiders import values as c
from domain.titles.raiders.board import BUILDING, OFFERING, SCHEME, TRIGGERS, Assault, Board
from domain.titles.raiders.chapters.automa import scheme_count
from domain.titles.raiders.turn import is_met
from domain.titles.raiders.values import COLOURS, KIND_NAMES, KINDS, Values

LEVELS = ("normal", "hard", "heroic")
CAPPED = ("armour", "provisions")
WRONG = Sentences("""
order = {site} has spaces 1 to {spaces}: name each of them once
no-raid = the opponent never has more than {cap} {what}: this raid could not happen
no-gain = the opponent never has more than {cap} {what}
beyond = beyond the caps of {armour} armour and {provisions} provisions
no-level = the level {level} is missing
aside = {count} are set aside, the deck has {deck}
all-aside = no scheme card would be left
bag = {laid} pieces are drawn at set-up, the bag has {bag}
valkyries = set-up could leave every Valkyrie in the bag and end the game as it begins
workers = {count} {colour} workers stand on the board, the box has fewer
start = at least two workers start here, or none could be taken when a building is forbidden
let-in = {count} buildings let a {colour} worker in: all could be occupied or forbidden at once
stands = a {colour} worker may not stand here
nothing-done = nothing can be done here
nothing-gained = nothing is gained
caps = both sides use one armour track: the cap is its end, as in /limits/armour
no-building = there is no building {building}
no-strike = a strike costs the opponent armour or provisions
taken = only provisions can be taken
named-twice = {id} is the id of {count} things
no-french = {id} has no French name
of-nothing = the name of nothing
""")


def conflicts(v: Values) -> tuple[Fault, ...]:
    return tuple(
        chain(_schemes(v), _difficulty_levels(v), _pieces(v), _village(v), _townsfolk(v), _names(v))
    )


def _schemes(v: Values) -> Iterator[Fault]:
    spaces = {id: len(site.spaces) for id, site in v.sites.items()}
    kinds = Counter(v.sites[s.site].kind for s in v.schemes.values() if s.site in v.sites)
    for id, card in v.schemes.items():
        if card.site in spaces and sorted(card.order) != [*range(1, spaces[card.site] + 1)]:
            named = {"site": card.site, "spaces": spaces[card.site]}
            yield WRONG.at(f"/schemes/{id}/order", "order", **named)
        for what in CAPPED:
            cap, pointer = getattr(v.caps, what), f"/schemes/{id}"
            named = {"cap": cap, "what": what}
            yield from WRONG.at_when(
                getattr(card, what) > cap, f"{pointer}/{what}", "no-raid", **named
            )
            dear = getattr(card.prepare, what) > cap
            yield from WRONG.at_when(dear, f"{pointer}/prepare/{what}", "no-gain", **named)
    for kind, count in v.set_aside.items():
        named = {"count": count, "deck": kinds[kind]}
        yield from WRONG.at_when(count > kinds[kind], f"/set_aside/{kind}", "aside", **named)
    yield from WRONG.at_when(sum(v.set_aside.values()) >= len(v.schemes), "/set_aside", "all-aside")


def _difficulty_levels(v: Values) -> Iterator[Fault]:
    armour, provisions = v.caps.armour, v.caps.provisions
    for level, extra in v.difficulty.items():
        beyond = extra.armour > armour or extra.provisions > provisions
        named = {"armour": armour, "provisions": provisions}
        yield from WRONG.at_when(beyond, f"/difficulty/{level}", "beyond", **named)
    for missing in (level for level in LEVELS if level not in v.difficulty):
        yield WRONG.at("/difficulty", "no-level", level=missing)
    yield from WRONG.at_when(armour != v.limits.armour, "/caps/armour", "caps")


def _pieces(v: Values) -> Iterator[Fault]:
    spaces = [space for site in v.sites.values() for space in site.spaces]
    plunder, laid = (
        v.pieces.gold + v.pieces.iron + v.pieces.livestock,
        sum(s.plunder for s in spaces),
    )
    bag = plunder + v.pieces.valkyries
    yield from WRONG.at_when(laid > bag, "/pieces", "bag", laid=laid, bag=bag)
    yield from WRONG.at_when(plunder >= laid, "/pieces/valkyries", "valkyries")
    starts = [building.start for building in v.buildings.values() if building.start]
    workers = Counter([*(space.worker for space in spaces), *starts, v.player.worker])
    for colour in COLOURS:
        few, named = workers[colour] > getattr(v.pieces, colour), {"colour": colour}
        yield from WRONG.at_when(
            few, f"/pieces/{colour}", "workers", count=workers[colour], **named
        )


def _village(v: Values) -> Iterator[Fault]:
    """The faults of a catalog's buildings. Whichever building is forbidden, the player must be able
    to place and to take a worker of any colour."""
    standing = sum(building.start is not None for building in v.buildings.values())
    yield from WRONG.at_when(standing < 2, "/buildings", "start")
    for colour in COLOURS:
        count = sum(colour in building.workers for building in v.buildings.values())
        named = {"count": count, "colour": colour}
        yield from WRONG.at_when(count < standing + 2, "/buildings", "let-in", **named)
    for id, building in v.buildings.items():
        start, pointer = building.start, f"/buildings/{id}"
        stray = start is not None and start not in building.workers
        yield from WRONG.at_when(stray, f"{pointer}/start", "stands", colour=start)
        used = building.deals or building.hires or building.plays or building.offers
        yield from WRONG.at_when(not used, pointer, "nothing-done")
        for n, deal in enumerate(building.deals):
            idle = not deal.gain.parts()
            yield from WRONG.at_when(idle, f"{pointer}/deals/{n}/gain", "nothing-gained")


def _townsfolk(v: Values) -> Iterator[Fault]:
    for id, card in v.townsfolk.items():
        hall, pointer = card.town_hall, f"/townsfolk/{id}"
        if isinstance(card.crew, c.BuildingBonus | c.ExtraAction):
            where, stray = card.crew.at, card.crew.at not in v.buildings
            yield from WRONG.at_when(stray, f"{pointer}/crew/at", "no-building", building=where)
        if isinstance(hall, c.Strike):
            idle = not (hall.armour or hall.provisions)
            yield from WRONG.at_when(idle, f"{pointer}/town_hall", "no-strike")
            stray = hall.taken and not hall.provisions
            yield from WRONG.at_when(stray, f"{pointer}/town_hall/taken", "taken")


def _names(v: Values) -> Iterator[Fault]:
    for id, count in Counter([*v.sites, *v.buildings, *v.townsfolk]).items():
        yield from WRONG.at_when(count > 1, "", "named-twice", id=id, count=count)
        yield from WRONG.at_when(id not in v.french, "/french", "no-french", id=id)
    for id in v.french:
        stray = id not in {*v.sites, *v.buildings, *v.townsfolk}
        yield from WRONG.at_when(stray, f"/french/{id}", "of-nothing")


# -- the board -------------------------------------------------------------------------------------

THE_TILE, THE_CARD = Text("the offering tile"), Text("the scheme card")
TO_ENTER, ENTERED = (Text("a card to be entered"), Text("a card that was entered"))
SAID = Sentences("""
no-site = {site}: no site with the spaces of its card
kind-aside = {found:|} {kind} cards set aside, not {wanted}
aside = {found} cards set aside, not {wanted}
worker = {building}: a {worker} worker may not stand there
close = the turn is to be closed, which is no moment of its own
use = a building is in use, by a worker with actions left, when it is to be used and only then
no-worker = the player has no worker to place
in-hand = the player still has a worker in hand
none-taken = the player has taken no worker
no-raid = a raid that is not under way
dice = dice of the raid that cannot come up
no-reroll = no die of the raid can be rolled again
deaths = {deaths} of the crew cannot be lost
triggered = the end was triggered by nobody, or nothing
not-met = the end was triggered because {why}, which is not so
turns = {left} turns left, when there can be {least} to {most}
""")


def contradictions(board: Board) -> tuple[Text, ...]:
    parts = (
        _limits(board),
        _deck(board),
        _hidden_counts(board),
        _village_board(board),
        _stage(board),
    )
    return (*_tiles(board), *_entered_schemes(board)) or tuple(
        chain(*parts, _raid(board), _end_of_game(board))
    )


def _tiles(board: Board) -> Iterator[Text]:
    sides = (*board.player.offerings, *board.automa.offerings)
    tiles = [*board.stack, *board.sunk, *board.face_up, *sides]
    cards = [*board.pile, *board.discard, *board.set_aside]
    yield from _each_once(tiles, board.setting.values.offerings, OFFERING, THE_TILE)
    yield from _each_once(cards, board.setting.deck, SCHEME, THE_CARD)


def _each_once(ids: list[str], all: Collection[str], what: Text, the: Text) -> Iterator[Text]:
    return chain(ids_unless_exact(ids, all, what, the), repeated_ids(ids))


def _entered_schemes(board: Board) -> Iterator[Text]:
    values, sites = board.setting.values, board.setting.values.sites
    if board.setting.options.schemes == "catalog":
        yield from unknown_ids(board.entered, (), TO_ENTER)
        return
    yield from unknown_ids(
        [*board.discard, *filter(None, [board.revealed])], board.entered, ENTERED
    )
    for scheme in board.entered.values():
        yield from unknown_ids([scheme.blocks], values.buildings, BUILDING)
        spaces = len(sites[scheme.site].spaces) if scheme.site in sites else 0
        stray = sorted(scheme.order) != [*range(1, spaces + 1)]
        yield from SAID.when(stray, "no-site", site=scheme.site)


def _limits(board: Board) -> Iterator[Text]:
    limits, caps, automa = board.setting.values.limits, board.setting.values.caps, board.automa
    yield from count_out_of_bounds(
        Text("armour of the player"), board.player.armour, most=limits.armour
    )
    yield from count_out_of_bounds(Text("armour of the opponent"), automa.armour, most=caps.armour)
    yield from count_out_of_bounds(
        Text("provisions of the opponent"), automa.provisions, most=caps.provisions
    )
    for card, count in Counter((*board.player.crew, *board.discards)).items():
        copies = board.setting.values.townsfolk[card].copies
        yield from count_out_of_bounds(
            name_with_location(card, Text("hired or discarded")), count, most=copies
        )


def _deck(board: Board) -> Iterator[Text]:
    """The faults of a board's scheme cards. For each kind of site, as many must be set aside as the
    catalog says. If the table entered them, the cards seen must not be more than those not set
    aside."""
    values, entered = board.setting.values, board.setting.options.schemes == "table"
    schemes = board.entered.values() if entered else [values.schemes[id] for id in board.set_aside]
    kinds = Counter(values.sites[scheme.site].kind for scheme in schemes)
    for kind in KINDS:
        count, aside, name = kinds[kind], values.set_aside.get(kind, 0), KIND_NAMES[kind]
        if entered:
            most = scheme_count(values, kind) - aside if board.setting.version > 1 else None
            yield from count_out_of_bounds(
                name_with_location(name.en, Text("seen")), count, most=most
            )
        else:
            wrong = {"found": count, "kind": name, "wanted": aside}
            yield from SAID.when(count != aside, "kind-aside", **wrong)
    count, due = len(board.set_aside), sum(values.set_aside.values())
    yield from SAID.when(count != due, "aside", found=count, wanted=due)


def _hidden_counts(board: Board) -> Iterator[Text]:
    hides = board.setting.options.offering_from == "stack" and board.stage != "over"
    most = len(board.stack) if hides else 0
    yield from count_out_of_bounds(Text("offerings face down"), board.automa.face_down, most=most)
    yield from count_out_of_bounds(Text("townsfolk in the deck"), board.townsfolk_left, 0)


def _village_board(board: Board) -> Iterator[Text]:
    for id, colour in board.village.items():
        building = board.setting.values.buildings[id]
        stray = colour not in building.workers and colour != building.start
        yield from SAID.when(stray, "worker", building=id, worker=colour)


def _stage(board: Board) -> Iterator[Text]:
    stage, worker = board.stage, board.player.worker
    used = bool(board.using and board.colour and board.actions > 0)
    yield from SAID.when(stage == "close", "close")
    yield from SAID.when((stage == "use") != used, "use")
    yield from SAID.when(stage == "place" and not worker, "no-worker")
    yield from SAID.when(stage in ("take", "reroll") and worker, "in-hand")
    yield from SAID.when(stage in ("mourn", "reveal") and not worker, "none-taken")


def _raid(board: Board) -> Iterator[Text]:
    raid, stage = board.assault, board.stage
    yield from SAID.when((raid is not None) != (stage in ("reroll", "mourn")), "no-raid")
    if raid is not None:
        yield from SAID.when(set(raid.dice) - set(board.setting.values.dice_faces), "dice")
        yield from SAID.when(stage == "reroll" and not _can_reroll(raid), "no-reroll")
        lost = 0 < raid.deaths <= len(board.player.crew)
        yield from SAID.when(stage == "mourn" and not lost, "deaths", deaths=raid.deaths)


def _can_reroll(raid: Assault) -> bool:
    return raid.rerolls > 0 and bool(raid.dice) and not raid.deaths


def _end_of_game(board: Board) -> Iterator[Text]:
    over, trigger, left = board.stage == "over", board.trigger, board.turns_left
    turns = range(1, 3) if trigger and not over else range(1)
    by_nobody = bool(trigger) != bool(board.trigger_by) or (over and not trigger)
    yield from SAID.when(by_nobody, "triggered")
    if trigger and not by_nobody:
        yield from SAID.when(not is_met(board, trigger), "not-met", why=TRIGGERS[trigger])
    bounds = {"least": turns[0], "most": turns[-1]}
    yield from SAID.when(left not in turns, "turns", left=left, **bounds)
