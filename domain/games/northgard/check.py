"""What can be wrong with a catalog beyond its types: everything that contradicts itself or that a rule would miss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from domain.games.northgard.land import cells, halves_of
from domain.games.northgard.values import DEEDS, RESOURCES, Tile, Values
from domain.kit import Faults
from domain.rules.catalogs.faults import Fault

WRONG = Faults("""
units
  {start} units are placed but a player has {units}
tiles
  {tiles} tiles, but {columns}x{rows} cells and {removed} removed make {needed}
corners
  {first} and {second} are not opposite corners of the grid
never
  no card offers {deed}
renew-twice
  more than one card renews
no-action
  the card offers no action
steps
  a card that moves has steps, and no other card
renew-alone
  the card that renews does nothing else and gives no bonus
rough
  no card has the {rough} steps of a rough border
no-trio
  no tile shows {resource}: no trio could ever be formed
cost
  {needed} are needed, all tiles together show {total}
no-slots
  there are buildings but no tile has a slot for one
areas
  {areas} areas; a tile has 1 to 4
no-side
  no area reaches a side: nobody could leave the tile
no-border
  {first} and {second} are not two areas of the tile
cut-off
  the area reaches no side of the tile, by itself or over a border
twice
  {name} is there twice
two-areas
  {name} is the name of two areas
twice-reached
  {name} is reached by two areas
""")  # fmt: skip


def check_values(values: Values) -> tuple[Fault, ...]:
    """All faults of a catalog at once."""
    return (*_numbers(values), *_grid(values), *_cards(values), *_buildings(values), *_tiles(values))


def _numbers(values: Values) -> Iterator[Fault]:
    if values.start_units > values.units_per_player:
        yield WRONG.at("/start_units", "units", start=values.start_units, units=values.units_per_player)


def _grid(values: Values) -> Iterator[Fault]:
    grid, tiles = values.grid, len(values.tiles)
    needed = grid.columns * grid.rows + grid.removed
    if tiles != needed:
        sizes = {"columns": grid.columns, "rows": grid.rows, "removed": grid.removed}
        yield WRONG.at("/tiles", "tiles", tiles=tiles, needed=needed, **sizes)
    last = f"{cells(grid)[-1][0]}{grid.rows}"
    if set(grid.bases) not in ({"A1", last}, {f"A{grid.rows}", f"{last[0]}1"}):
        yield WRONG.at("/grid/bases", "corners", first=grid.bases[0], second=grid.bases[1])


def _cards(values: Values) -> Iterator[Fault]:
    yield from _repeated("/cards", (c.id for c in values.cards))
    offered = [deed for card in values.cards for deed in card.does]
    yield from (WRONG.at("/cards", "never", deed=deed) for deed in DEEDS if deed not in offered)
    if offered.count("renew") > 1:
        yield WRONG.at("/cards", "renew-twice")
    for i, card in enumerate(values.cards):
        if not card.does:
            yield WRONG.at(f"/cards/{i}/does", "no-action")
        if ("move" in card.does) != (card.steps > 0):
            yield WRONG.at(f"/cards/{i}/steps", "steps")
        if "renew" in card.does and (len(card.does) > 1 or card.bonus):
            yield WRONG.at(f"/cards/{i}", "renew-alone")
    rough = values.move.rough_border_cost
    if max((c.steps for c in values.cards), default=0) < rough:
        yield WRONG.at("/move/rough_border_cost", "rough", rough=rough)


def _buildings(values: Values) -> Iterator[Fault]:
    total = {r: sum(a.resources.count(r) for t in values.tiles for a in t.areas) for r in RESOURCES}
    yield from (WRONG.at("/tiles", "no-trio", resource=resource) for resource, found in total.items() if not found)
    for id, building in values.buildings.items():
        for resource, needed in building.cost.items():
            if values.cost_mode == "presence" and needed > total[resource]:
                yield WRONG.at(f"/buildings/{id}/cost/{resource}", "cost", needed=needed, total=total[resource])
    if any(b.count for b in values.buildings.values()) and not any(a.slots for t in values.tiles for a in t.areas):
        yield WRONG.at("/tiles", "no-slots")


def _tiles(values: Values) -> Iterator[Fault]:
    yield from _repeated("/tiles", (t.id for t in values.tiles))
    yield from _repeated("/tiles", (t.id + a.id for t in values.tiles for a in t.areas), "two-areas")
    for i, tile in enumerate(values.tiles):
        yield from _tile(f"/tiles/{i}", tile)


def _tile(at: str, tile: Tile) -> Iterator[Fault]:
    if not 1 <= len(tile.areas) <= 4:
        yield WRONG.at(f"{at}/areas", "areas", areas=len(tile.areas))
    yield from _repeated(f"{at}/areas", (a.id for a in tile.areas))
    halves = [half for a in tile.areas for reach in a.edges for half in halves_of(reach)]
    yield from _repeated(f"{at}/areas", halves, "twice-reached")
    if not halves:
        yield WRONG.at(f"{at}/areas", "no-side")
    known = {a.id for a in tile.areas}
    for j, border in enumerate(tile.borders):
        a, b = border.between
        if a == b or not {a, b} <= known:
            yield WRONG.at(f"{at}/borders/{j}/between", "no-border", first=a, second=b)
    yield from _repeated(f"{at}/borders", ("-".join(sorted(border.between)) for border in tile.borders))
    yield from _cut_off(at, tile)


def _cut_off(at: str, tile: Tile) -> Iterator[Fault]:
    """Areas from which no side of the tile can be reached."""
    reached = {a.id for a in tile.areas if a.edges}
    for _ in tile.areas:
        reached |= {x for border in tile.borders for x in border.between if reached & set(border.between)}
    yield from (WRONG.at(f"{at}/areas/{j}", "cut-off") for j, area in enumerate(tile.areas) if area.id not in reached)


def _repeated(at: str, names: Iterable[str], what: str = "twice") -> Iterator[Fault]:
    found = sorted(names)
    for name in dict.fromkeys(a for a, b in pairwise(found) if a == b):
        yield WRONG.at(at, what, name=name)
