"""What can be wrong with a catalog beyond its types: everything that contradicts itself or that a rule would miss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from domain.games.northgard.land import cells
from domain.games.northgard.values import DEEDS, RESOURCES, Tile, Values
from domain.rules.faults import Fault, fault
from domain.rules.text import Text

THERE_TWICE = Text("there twice", "s'y trouve deux fois")
TWO_AREAS = Text("the name of two areas", "est le nom de deux zones")
TWICE_REACHED = Text("reached by two areas", "est atteint par deux zones")


def check_values(values: Values) -> tuple[Fault, ...]:
    """All faults of a catalog at once."""
    return (*_numbers(values), *_grid(values), *_cards(values), *_buildings(values), *_tiles(values))


def _numbers(values: Values) -> Iterator[Fault]:
    if values.start_units > values.units_per_player:
        yield fault(
            "/start_units",
            f"{values.start_units} units are placed but a player has {values.units_per_player}",
            f"{values.start_units} unités sont placées mais un joueur en a {values.units_per_player}",
        )


def _grid(values: Values) -> Iterator[Fault]:
    grid = values.grid
    needed = grid.columns * grid.rows + grid.removed
    if len(values.tiles) != needed:
        yield fault(
            "/tiles",
            f"{len(values.tiles)} tiles, but {grid.columns}x{grid.rows} cells and {grid.removed} removed make {needed}",
            f"{len(values.tiles)} tuiles, mais {grid.columns}x{grid.rows} cases et {grid.removed} retirées font {needed}",
        )
    names = cells(grid)
    last = f"{names[-1][0]}{grid.rows}"
    opposite = ({"A1", last}, {f"A{grid.rows}", f"{last[0]}1"})
    if set(grid.bases) not in opposite:
        yield fault(
            "/grid/bases",
            f"{grid.bases[0]} and {grid.bases[1]} are not opposite corners of the grid",
            f"{grid.bases[0]} et {grid.bases[1]} ne sont pas des coins opposés de la grille",
        )


def _cards(values: Values) -> Iterator[Fault]:
    yield from _repeated("/cards", (c.id for c in values.cards))
    offered = [deed for card in values.cards for deed in card.does]
    for deed in DEEDS:
        if deed not in offered:
            yield fault("/cards", f"no card offers {deed}", f"aucune carte n'offre {deed}")
    if offered.count("renew") > 1:
        yield fault("/cards", "more than one card renews", "plus d'une carte renouvelle")
    for i, card in enumerate(values.cards):
        if not card.does:
            yield fault(f"/cards/{i}/does", "the card offers no action", "la carte n'offre aucune action")
        if ("move" in card.does) != (card.steps > 0):
            yield fault(
                f"/cards/{i}/steps",
                "a card that moves has steps, and no other card",
                "une carte qui déplace a des pas, et aucune autre",
            )
        if "renew" in card.does and (len(card.does) > 1 or card.bonus):
            yield fault(
                f"/cards/{i}",
                "the card that renews does nothing else and gives no bonus",
                "la carte qui renouvelle ne fait rien d'autre et ne donne pas de bonus",
            )
    rough = values.move.rough_border_cost
    if max((c.steps for c in values.cards), default=0) < rough:
        yield fault(
            "/move/rough_border_cost",
            f"no card has the {rough} steps of a rough border",
            f"aucune carte n'a les {rough} pas d'une frontière difficile",
        )


def _buildings(values: Values) -> Iterator[Fault]:
    total = {r: sum(a.resources.count(r) for t in values.tiles for a in t.areas) for r in RESOURCES}
    for resource, found in total.items():
        if not found:
            yield fault(
                "/tiles",
                f"no tile shows {resource}: no trio could ever be formed",
                f"aucune tuile ne montre {resource} : aucun trio ne serait possible",
            )
    for id, building in values.buildings.items():
        for resource, needed in building.cost.items():
            if values.cost_mode == "presence" and needed > total[resource]:
                yield fault(
                    f"/buildings/{id}/cost/{resource}",
                    f"{needed} are needed, all tiles together show {total[resource]}",
                    f"il en faut {needed}, toutes les tuiles ensemble en montrent {total[resource]}",
                )
    if any(b.count for b in values.buildings.values()) and not any(a.slots for t in values.tiles for a in t.areas):
        yield fault(
            "/tiles",
            "there are buildings but no tile has a slot for one",
            "il y a des bâtiments mais aucune tuile n'a d'emplacement",
        )


def _tiles(values: Values) -> Iterator[Fault]:
    yield from _repeated("/tiles", (t.id for t in values.tiles))
    yield from _repeated("/tiles", (t.id + a.id for t in values.tiles for a in t.areas), TWO_AREAS)
    for i, tile in enumerate(values.tiles):
        yield from _tile(f"/tiles/{i}", tile)


def _tile(at: str, tile: Tile) -> Iterator[Fault]:
    if not 1 <= len(tile.areas) <= 4:
        yield fault(
            f"{at}/areas", f"{len(tile.areas)} areas; a tile has 1 to 4", f"{len(tile.areas)} zones ; une tuile en a de 1 à 4"
        )
    yield from _repeated(f"{at}/areas", (a.id for a in tile.areas))
    halves = [
        half for a in tile.areas for reach in a.edges for half in ([reach] if len(reach) == 2 else [reach + "1", reach + "2"])
    ]
    yield from _repeated(f"{at}/areas", halves, TWICE_REACHED)
    if not halves:
        yield fault(
            f"{at}/areas",
            "no area reaches a side: nobody could leave the tile",
            "aucune zone n'atteint un côté : nul ne quitterait la tuile",
        )
    known = {a.id for a in tile.areas}
    pairs = []
    for j, border in enumerate(tile.borders):
        a, b = border.between
        if a == b or not {a, b} <= known:
            yield fault(
                f"{at}/borders/{j}/between",
                f"{a} and {b} are not two areas of the tile",
                f"{a} et {b} ne sont pas deux zones de la tuile",
            )
        pairs.append("-".join(sorted(border.between)))
    yield from _repeated(f"{at}/borders", pairs)
    yield from _cut_off(at, tile)


def _cut_off(at: str, tile: Tile) -> Iterator[Fault]:
    """Areas from which no side of the tile can be reached."""
    reached = {a.id for a in tile.areas if a.edges}
    for _ in tile.areas:
        reached |= {x for border in tile.borders for x in border.between if reached & set(border.between)}
    for j, area in enumerate(tile.areas):
        if area.id not in reached:
            yield fault(
                f"{at}/areas/{j}",
                "the area reaches no side of the tile, by itself or over a border",
                "la zone n'atteint aucun côté de la tuile, ni seule ni par une frontière",
            )


def _repeated(at: str, names: Iterable[str], what: Text = THERE_TWICE) -> Iterator[Fault]:
    found = sorted(names)
    for name in dict.fromkeys(a for a, b in pairwise(found) if a == b):
        yield fault(at, f"{name} is {what.en}", f"{name} {what.fr}")
