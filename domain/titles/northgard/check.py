"""Checks across fields: contradictions within a catalog, and what is impossible on a board although
each field is within its bounds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.faults import Fault
from domain.titles.contract.invariants import (
    count_out_of_bounds,
    ids_unless_exact,
    missing_ids,
    name_with_location,
    repeated_ids,
)
from domain.titles.kit import Sentences, Text
from domain.titles.northgard.board import TERRITORY, Battle, Board
from domain.titles.northgard.chapters.renew import renew_card
from domain.titles.northgard.land import Territory, half_sides
from domain.titles.northgard.values import DEEDS, RESOURCES, Tile, Values

WRONG = Sentences("""
tiles = {tiles} tiles, but {columns}x{rows} cells and {removed} removed make {needed}
twice = {name} is there twice
no-card = no card offers {deed}
renews = more than one card renews
steps = a card that moves has steps, and no other card
only-renews = the card that renews does nothing else and gives no bonus
no-trio = no tile shows {resource}: no trio could ever be formed
dear = {needed} are needed, all tiles together show {total}
no-slot = there are buildings but no tile has a slot for one
named-twice = {name} is the name of two areas
reached-twice = {name} is reached by two areas
closed = no area reaches a side: nobody could leave the tile
no-border = {first} and {second} are not two areas of the tile
cut-off = the area reaches no side of the tile, by itself or over a border
""")


def conflicts(v: Values) -> tuple[Fault, ...]:
    return tuple(chain(_grid(v), _cards(v), _buildings(v), _tiles(v)))


def _grid(v: Values) -> Iterator[Fault]:
    grid, tiles = v.grid, len(v.tiles)
    sizes = {"columns": grid.columns, "rows": grid.rows, "removed": grid.removed}
    needed = grid.columns * grid.rows + grid.removed
    yield from WRONG.at_when(
        tiles != needed, "/tiles", "tiles", tiles=tiles, needed=needed, **sizes
    )


def _cards(v: Values) -> Iterator[Fault]:
    yield from _repeated_names("/cards", (card.id for card in v.cards))
    offered = [deed for card in v.cards for deed in card.does]
    for deed in DEEDS:
        yield from WRONG.at_when(deed not in offered, "/cards", "no-card", deed=deed)
    yield from WRONG.at_when(offered.count("renew") > 1, "/cards", "renews")
    for i, card in enumerate(v.cards):
        stray, more = ("move" in card.does) != (card.steps > 0), len(card.does) > 1 or card.bonus
        yield from WRONG.at_when(stray, f"/cards/{i}/steps", "steps")
        yield from WRONG.at_when("renew" in card.does and more, f"/cards/{i}", "only-renews")


def _buildings(v: Values) -> Iterator[Fault]:
    total = {r: sum(a.resources.count(r) for t in v.tiles for a in t.areas) for r in RESOURCES}
    for resource, shown in total.items():
        yield from WRONG.at_when(not shown, "/tiles", "no-trio", resource=resource)
    for id, building in v.buildings.items():
        for resource, needed in building.cost.items():
            lacks, pointer = needed > total[resource], f"/buildings/{id}/cost/{resource}"
            named = {"needed": needed, "total": total[resource]}
            yield from WRONG.at_when(v.cost_mode == "presence" and lacks, pointer, "dear", **named)
    slots = any(area.slots for tile in v.tiles for area in tile.areas)
    yield from WRONG.at_when(
        any(b.count for b in v.buildings.values()) and not slots, "/tiles", "no-slot"
    )


def _tiles(v: Values) -> Iterator[Fault]:
    yield from _repeated_names("/tiles", (tile.id for tile in v.tiles))
    areas = (tile.id + area.id for tile in v.tiles for area in tile.areas)
    yield from _repeated_names("/tiles", areas, "named-twice")
    for i, tile in enumerate(v.tiles):
        yield from _tile(f"/tiles/{i}", tile)


def _tile(where: str, tile: Tile) -> Iterator[Fault]:
    areas, known = f"{where}/areas", {area.id for area in tile.areas}
    yield from _repeated_names(areas, (area.id for area in tile.areas))
    halves = [half for a in tile.areas for reach in a.edges for half in half_sides(reach)]
    yield from _repeated_names(areas, halves, "reached-twice")
    yield from WRONG.at_when(not halves, areas, "closed")
    for j, border in enumerate(tile.borders):
        a, b = border.between
        pointer = f"{where}/borders/{j}/between"
        yield from WRONG.at_when(
            a == b or not {a, b} <= known, pointer, "no-border", first=a, second=b
        )
    sorted_names = ("-".join(sorted(border.between)) for border in tile.borders)
    yield from _repeated_names(f"{where}/borders", sorted_names)
    reached = _areas_reached(tile)
    for j, area in enumerate(tile.areas):
        yield from WRONG.at_when(area.id not in reached, f"{areas}/{j}", "cut-off")


def _areas_reached(tile: Tile) -> set[str]:
    reached = {area.id for area in tile.areas if area.edges}
    for _ in tile.areas:
        beside = (set(border.between) for border in tile.borders if reached & set(border.between))
        reached = reached.union(*beside)
    return reached


def _repeated_names(pointer: str, names: Iterable[str], code: str = "twice") -> Iterator[Fault]:
    counts = Counter(names)
    return (WRONG.at(pointer, code, name=name) for name in sorted(counts) if counts[name] > 1)


# -- the board -------------------------------------------------------------------------------------

BASE, THE_TERRITORY = Text("the base tile in"), Text("the territory")
SAID = Sentences("""
not-printed = {id}: areas, resources, slots and borders are not those of the revealed tiles
both-there = {id}: both players have units there, and no combat is fought
both-won = both players have {points} points: one of them has won before the other
lost-renew = {seat}: “{card}” lies face down, where nothing could turn it up again
in-play-up = “{card}” is in play and lies face up too
no-step = “{card}” is in play and has no step left
no-card = {seat}: an explored tile brings combats, and no card of this player is in play
renew-alone = a Renew drawn in a combat waits for its answer, and no combat is fought
wrong-sides = the attacker in a combat is the player whose turn it is, the defender the other
one-sided = {id}: a combat is fought where only one player has units
nobody = the combat waits for nobody
""")


def contradictions(board: Board) -> tuple[Text, ...]:
    """The faults of a board. If the grid has faults, only these are returned, because the others
    depend on the map that the grid forms."""
    bases = missing_ids(board.grid, board.setting.bases.values(), BASE)
    tiles = repeated_ids(lying.tile for lying in board.grid.values())
    return (*bases, *tiles) or tuple(chain(_map(board), _sides(board), _turn(board), _fight(board)))


def _map(board: Board) -> Iterator[Text]:
    surveyed = board.setting.land.survey(board.grid, board.territories)
    yield from ids_unless_exact(board.territories, surveyed, TERRITORY, THE_TERRITORY)
    for id, there in board.territories.items():
        printed = surveyed.get(id)
        strange = printed is not None and _printed_parts(there) != _printed_parts(printed)
        yield from SAID.when(strange, "not-printed", id=id)
        yield from count_out_of_bounds(
            name_with_location(id, Text("buildings")), len(there.buildings), most=there.slots
        )
        alone = len(there.units) > 1 and not _may_be_contested(board, id)
        yield from SAID.when(alone, "both-there", id=id)


def _printed_parts(there: Territory) -> tuple[object, ...]:
    return there.areas, there.resources, there.slots, there.borders


def _may_be_contested(board: Board, id: str) -> bool:
    """Whether units of both players may stand in a territory."""
    return board.stage == "over" or (
        board.battle is not None and (board.battle.territory == id or bool(board.renewing))
    )


def _sides(board: Board) -> Iterator[Text]:
    renew, points = renew_card(board), {side.points for side in board.sides.values()}
    both = len(points) == 1 and min(points) >= board.setting.goal
    yield from SAID.when(both, "both-won", points=min(points))
    for seat, side in board.sides.items():
        reserve = name_with_location(seat, Text("reserve before the first units are placed"))
        least = None if side.placed else board.setting.values.start_units
        yield from count_out_of_bounds(reserve, side.reserve, least)
        lost = not _renew_can_come_back(board, seat, renew)
        yield from SAID.when(lost, "lost-renew", seat=seat, card=renew)


def _renew_can_come_back(board: Board, seat: str, renew: str) -> bool:
    played = board.playing == renew and seat == board.turn
    drawn = board.battle is not None and board.battle.cards.get(seat) == renew
    return renew in board.sides[seat].up or played or drawn


def _turn(board: Board) -> Iterator[Text]:
    playing = board.playing
    up = bool(playing) and playing in board.sides[board.turn].up
    yield from SAID.when(up, "in-play-up", card=playing)
    most = max((card.steps for card in board.setting.cards.values()), default=0)
    yield from count_out_of_bounds(Text("steps left"), board.steps, most=most if playing else 0)
    stands = playing and not board.steps and board.stage == "stepping"
    yield from SAID.when(stands, "no-step", card=playing)
    for seat, side in board.sides.items():
        stray = side.connection is not None and (seat != board.turn or not playing)
        yield from SAID.when(stray, "no-card", seat=seat)


def _fight(board: Board) -> Iterator[Text]:
    if board.battle is not None:
        yield from _battle(board, board.battle)
    else:
        yield from SAID.when(board.renewing, "renew-alone")


def _battle(board: Board, battle: Battle) -> Iterator[Text]:
    turn, goes_on, id = board.turn, board.stage != "over", battle.territory
    strange = (battle.attacker, battle.defender) != (turn, board.setting.rival[turn])
    yield from SAID.when(strange, "wrong-sides")
    one_sided = goes_on and set(board.territories[id].units) != set(board.setting.seats)
    yield from SAID.when(one_sided, "one-sided", id=id)
    yield from SAID.when(not battle.loser and not board.renewing and goes_on, "nobody")
