from collections.abc import Iterable, Iterator
from itertools import pairwise

from domain.titles.contract.catalogs.faults import Fault
from domain.titles.kit import Text
from domain.titles.northgard.land import cells, halves_of
from domain.titles.northgard.values import DEEDS, RESOURCES, Tile, Values

TWICE = Text("{name} is there twice")


def check_values(values: Values) -> tuple[Fault, ...]:
    return (
        *_numbers(values),
        *_grid(values),
        *_cards(values),
        *_buildings(values),
        *_tiles(values),
    )


def _numbers(values: Values) -> Iterator[Fault]:
    if values.start_units > values.units_per_player:
        yield Fault(
            "/start_units",
            Text(
                "{start} units are placed but a player has {units}",
                start=values.start_units,
                units=values.units_per_player,
            ),
        )


def _grid(values: Values) -> Iterator[Fault]:
    grid, tiles = values.grid, len(values.tiles)
    needed = grid.columns * grid.rows + grid.removed
    if tiles != needed:
        sentence = Text(
            "{tiles} tiles, but {columns}x{rows} cells and {removed} removed make {needed}"
        )
        sizes = {"columns": grid.columns, "rows": grid.rows, "removed": grid.removed}
        yield Fault("/tiles", sentence.filled({"tiles": tiles, "needed": needed, **sizes}))
    last = f"{cells(grid)[-1][0]}{grid.rows}"
    if set(grid.bases) not in ({"A1", last}, {f"A{grid.rows}", f"{last[0]}1"}):
        yield Fault(
            "/grid/bases",
            Text(
                "{first} and {second} are not opposite corners of the grid",
                first=grid.bases[0],
                second=grid.bases[1],
            ),
        )


def _cards(values: Values) -> Iterator[Fault]:
    yield from _repeated("/cards", (c.id for c in values.cards))
    offered = [deed for card in values.cards for deed in card.does]
    yield from (
        Fault("/cards", Text("no card offers {deed}", deed=deed))
        for deed in DEEDS
        if deed not in offered
    )
    if offered.count("renew") > 1:
        yield Fault("/cards", Text("more than one card renews"))
    for i, card in enumerate(values.cards):
        if not card.does:
            yield Fault(f"/cards/{i}/does", Text("the card offers no action"))
        if ("move" in card.does) != (card.steps > 0):
            yield Fault(f"/cards/{i}/steps", Text("a card that moves has steps, and no other card"))
        if "renew" in card.does and (len(card.does) > 1 or card.bonus):
            yield Fault(
                f"/cards/{i}", Text("the card that renews does nothing else and gives no bonus")
            )
    rough = values.move.rough_border_cost
    if max((c.steps for c in values.cards), default=0) < rough:
        yield Fault(
            "/move/rough_border_cost",
            Text("no card has the {rough} steps of a rough border", rough=rough),
        )


def _buildings(values: Values) -> Iterator[Fault]:
    total = {r: sum(a.resources.count(r) for t in values.tiles for a in t.areas) for r in RESOURCES}
    yield from (
        Fault(
            "/tiles",
            Text("no tile shows {resource}: no trio could ever be formed", resource=resource),
        )
        for resource, found in total.items()
        if not found
    )
    for id, building in values.buildings.items():
        for resource, needed in building.cost.items():
            if values.cost_mode == "presence" and needed > total[resource]:
                yield Fault(
                    f"/buildings/{id}/cost/{resource}",
                    Text(
                        "{needed} are needed, all tiles together show {total}",
                        needed=needed,
                        total=total[resource],
                    ),
                )
    if any(b.count for b in values.buildings.values()) and not any(
        a.slots for t in values.tiles for a in t.areas
    ):
        yield Fault("/tiles", Text("there are buildings but no tile has a slot for one"))


def _tiles(values: Values) -> Iterator[Fault]:
    yield from _repeated("/tiles", (t.id for t in values.tiles))
    yield from _repeated(
        "/tiles",
        (t.id + a.id for t in values.tiles for a in t.areas),
        Text("{name} is the name of two areas"),
    )
    for i, tile in enumerate(values.tiles):
        yield from _tile(f"/tiles/{i}", tile)


def _tile(at: str, tile: Tile) -> Iterator[Fault]:
    if not 1 <= len(tile.areas) <= 4:
        yield Fault(f"{at}/areas", Text("{areas} areas; a tile has 1 to 4", areas=len(tile.areas)))
    yield from _repeated(f"{at}/areas", (a.id for a in tile.areas))
    halves = [half for a in tile.areas for reach in a.edges for half in halves_of(reach)]
    yield from _repeated(f"{at}/areas", halves, Text("{name} is reached by two areas"))
    if not halves:
        yield Fault(f"{at}/areas", Text("no area reaches a side: nobody could leave the tile"))
    known = {a.id for a in tile.areas}
    for j, border in enumerate(tile.borders):
        a, b = border.between
        if a == b or not {a, b} <= known:
            yield Fault(
                f"{at}/borders/{j}/between",
                Text("{first} and {second} are not two areas of the tile", first=a, second=b),
            )
    yield from _repeated(
        f"{at}/borders", ("-".join(sorted(border.between)) for border in tile.borders)
    )
    yield from _cut_off(at, tile)


def _cut_off(at: str, tile: Tile) -> Iterator[Fault]:
    reached = {a.id for a in tile.areas if a.edges}
    for _ in tile.areas:
        reached |= {
            x for border in tile.borders for x in border.between if reached & set(border.between)
        }
    yield from (
        Fault(
            f"{at}/areas/{j}",
            Text("the area reaches no side of the tile, by itself or over a border"),
        )
        for j, area in enumerate(tile.areas)
        if area.id not in reached
    )


def _repeated(at: str, names: Iterable[str], said: Text = TWICE) -> Iterator[Fault]:
    ordered = sorted(names)
    for name in dict.fromkeys(a for a, b in pairwise(ordered) if a == b):
        yield Fault(at, said.filled({"name": name}))
