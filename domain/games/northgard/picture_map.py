"""The map as a picture: tiles in their cells, territories as one place each, the borders between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain import picture as draw
from domain.games.northgard.board import Setting
from domain.games.northgard.land import FACING
from domain.games.northgard.picture_icons import BUILDING_SIGNS, HOUSE, RESOURCE_SIGNS, SWORDS
from domain.games.northgard.picture_tiles import Outline, Patch, Point, corners, inset, lie, rim
from domain.games.northgard.values import RESOURCE_NAMES, RESOURCES, Values
from domain.words import Lang, Text, listed, same

CELL = 94
MARGIN = 14
_GROUNDS = {"food": "field", "wood": "forest", "lore": "stone"}
_HARDNESS = ("open", "regular", "rough", "closed")
_LINES = {"regular": "none s-ink w2 dash", "rough": "none s-ink w2 round", "closed": "none s-ink w4 round"}


def the_map(setting: Setting, view: dict[str, Any], lang: Lang, changed: draw.Changed) -> str:
    """All cells, from the map's own upper left corner, margin included."""
    corner: dict[str, Point] = {
        cell: (MARGIN + CELL * (ord(cell[0]) - 65), MARGIN + CELL * (int(cell[1:]) - 1)) for cell in setting.land.cells
    }
    lies = {cell: lie(setting.land, at["tile"], at["turns"], *corner[cell], CELL) for cell, at in view["grid"].items()}
    patches = {patch.area: patch for found in lies.values() for patch in found.patches}
    lines: dict[str, list[str]] = {kind: [] for kind in _LINES}
    for kind, p, q in (*_rims(setting, view, corner), *(border for found in lies.values() for border in found.borders)):
        lines[kind].append(_stretch(kind, p, q))
    bridged = {patch.area for patch in patches.values() if patch.bridges}
    over = {id: bool(bridged.intersection(here["areas"])) for id, here in view["territories"].items()}
    ids = sorted(over, key=lambda name: (over[name], name))
    grid = setting.values.grid
    return "".join(
        (
            *(_face_down(cell, corner[cell], lang, changed) for cell in view["face_down"]),
            *(_territory(setting, view, id, patches, lang, changed) for id in ids),
            *(draw.path(_LINES[kind], "".join(found)) for kind, found in lines.items() if found),
            *(_tile_name(at["tile"], corner[cell]) for cell, at in view["grid"].items() if len(lies[cell].patches) > 1),
            *(_base(setting, seat, cell) for seat, cell in setting.bases.items()),
            draw.rect("none s-ink w1", MARGIN, MARGIN, CELL * grid.columns, CELL * grid.rows, 2),
            *_names(setting),
        )
    )


# -- cells and their edges ---------------------------------------------------------------------------------------------


def _face_down(cell: str, corner: Point, lang: Lang, changed: draw.Changed) -> str:
    x, y = corner
    says = Text(f"{cell}: a tile face down", f"{cell} : une tuile face cachée").to(lang)
    middle = (x + CELL / 2, y + CELL / 2)
    return draw.place(
        cell,
        says,
        draw.rect("edge f-shade s-line w1", x + 1, y + 1, CELL - 2, CELL - 2, 4),
        draw.polygon(
            "none s-line w1", [(middle[0], y + 10), (x + CELL - 10, middle[1]), (middle[0], y + CELL - 10), (x + 10, middle[1])]
        ),
        draw.text("f-faint mid b", middle[0], middle[1] + 6, cell, 16),
        lang=lang,
        changed=changed,
    )


def _rims(setting: Setting, view: dict[str, Any], corner: dict[str, Point]) -> list[tuple[str, Point, Point]]:
    """What lies along the half-sides of revealed tiles, but for those at the edge of the table."""
    land, grid, found = setting.land, view["grid"], []
    for cell, at in grid.items():
        ends = corners(*corner[cell], CELL)
        for half in range(8):
            beyond = land.neighbours[cell][half // 2]
            if not beyond or (beyond in grid and half not in (2, 3, 4, 5)):
                continue
            here = land.rings[at["tile"]][at["turns"]][half]
            edges = [here.edge if here else "closed"]
            if beyond in grid:
                there = land.rings[grid[beyond]["tile"]][grid[beyond]["turns"]][FACING[half]]
                edges.append(there.edge if there else "closed")
            kind = max(edges, key=_HARDNESS.index)
            if kind != "open":
                found.append((kind, ends[half], ends[(half + 1) % 8]))
    return found


def _stretch(kind: str, p: Point, q: Point) -> str:
    """A piece of border as a path: rough ones run to and fro."""
    if kind != "rough":
        return f"M{draw.n(p[0])} {draw.n(p[1])}L{draw.n(q[0])} {draw.n(q[1])}"
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = (dx * dx + dy * dy) ** 0.5
    teeth = max(2, 2 * round(length / 12))
    steps = []
    for at in range(teeth + 1):
        off = 0.0 if at in (0, teeth) else 3.2 if at % 2 else -3.2
        x, y = p[0] + dx * at / teeth - dy * off / length, p[1] + dy * at / teeth + dx * off / length
        steps.append(f"{draw.n(x)} {draw.n(y)}")
    return "M" + "L".join(steps)


def _tile_name(tile: str, corner: Point) -> str:
    """A tile of several areas has its name in the middle; the areas have their letters."""
    tile = draw.fit(tile, 36, 9)
    x, y, half = corner[0] + CELL / 2, corner[1] + CELL / 2, draw.width(tile, 9) / 2 + 3
    return draw.rect("f-panel s-line w1", x - half, y - 6, 2 * half, 12, 6) + draw.text("f-ink mid", x, y + 3, tile, 9)


def _base(setting: Setting, seat: str, cell: str) -> str:
    """A house in the seat's colour beside its base tile."""
    column, row = ord(cell[0]) - 65, int(cell[1:]) - 1
    x = 6.5 if column == 0 else MARGIN + CELL * setting.values.grid.columns + 7.5
    return draw.icon(f"f-seat{setting.seats.index(seat) + 1}", HOUSE, x, MARGIN + CELL * (row + 0.5) + 16, 12)


def _names(setting: Setting) -> list[str]:
    """Letters above the columns and numbers beside the rows."""
    grid = setting.values.grid
    columns = [draw.text("f-faint mid", MARGIN + CELL * (c + 0.5), 10, chr(65 + c), 9) for c in range(grid.columns)]
    return columns + [draw.text("f-faint mid", 6, MARGIN + CELL * (r + 0.5) + 3, r + 1, 9) for r in range(grid.rows)]


# -- territories -------------------------------------------------------------------------------------------------------


def _territory(
    setting: Setting, view: dict[str, Any], id: str, patches: dict[str, Patch], lang: Lang, changed: draw.Changed
) -> str:
    here = view["territories"][id]
    mine = [patches[area] for area in here["areas"]]
    grounds: dict[str, list[Outline]] = {}
    for patch in mine:
        grounds.setdefault(_ground(setting, patch.area), []).extend(patch.outlines)
    loops = rim([outline for patch in mine for outline in patch.outlines])
    home = max(mine, key=lambda patch: (patch.room, patch.area == id))
    slots = _slots(setting, mine, here["buildings"])
    return draw.place(
        id,
        tell(setting, view, id).to(lang),
        *(draw.path(f"f-{ground}", _closed(outlines)) for ground, outlines in grounds.items()),
        _control(setting, here["units"], loops),
        draw.path("edge none", _closed(loops)),
        *(_bridge(setting, patch.area, p, q) for patch in mine for p, q in patch.bridges),
        *(_inside(setting, view, id, patch, patch is home, slots[patch.area]) for patch in mine),
        lang=lang,
        changed=changed,
    )


def _control(setting: Setting, units: dict[str, int], loops: list[Outline]) -> str:
    """A line in the controller's colour along the inside of his border; the second seat's is dotted."""
    if len(units) != 1:
        return ""
    number = setting.seats.index(next(iter(units))) + 1
    drawn = _closed([inset(loop, 4.5) for loop in loops])
    return draw.path(f"none s-seat{number} w3" + (" dots" if number == 2 else ""), drawn)


def _bridge(setting: Setting, area: str, p: Point, q: Point) -> str:
    """What joins the two parts of an area that another one runs between."""
    d = f"M{draw.n(p[0])} {draw.n(p[1])}L{draw.n(q[0])} {draw.n(q[1])}"
    return "".join(
        f'<path class="none {cls}" stroke-width="{w}" d="{d}"/>' for cls, w in (("s-ink", 20), (f"s-{_ground(setting, area)}", 16))
    )


class _Thing(NamedTuple):
    """Something that stands in an area: how wide and high it is, and its drawing at a point."""

    wide: float
    high: float
    drawn: Callable[[float, float], str]


def _inside(setting: Setting, view: dict[str, Any], id: str, patch: Patch, home: bool, slots: list[str]) -> str:
    """What is printed on an area and what stands there: in one row where it is low, in short rows where it is narrow."""
    here, big = view["territories"][id], patch.form == "whole"
    unit, sign = (14.0, 17.0) if big else (10.5, 12.0)
    units = [_unit(setting.seats.index(s) + 1, count, unit) for s, count in sorted(here["units"].items()) if home]
    if units and view["battle"] and view["battle"]["territory"] == id:
        units.insert(1, _sign(SWORDS, unit * 1.4, "f-accent"))
    signs = [_sign(RESOURCE_SIGNS[r], sign) for r in setting.land.areas[patch.area].resources]
    signs += [_slot(building, sign) for building in slots]
    found = []
    if patch.area == id and big:
        corner = patch.outlines[0][0]
        found.append(draw.text("f-ink", corner[0] + 9, corner[1] + 16, draw.fit(id, CELL - 18, 9), 9))
    elif patch.area == id:
        signs.insert(0, _letter(setting.land.areas[id].id))
    if units and view["fought"] and view["fought"]["territory"] == id:
        units.append(_sign(SWORDS, 9, "f-accent"))
    rows = [units + signs] if patch.form == "row" else [units, signs]
    if patch.form in ("column", "strip"):
        step = 2 if patch.form == "column" else 1
        rows[1:] = [signs[i : i + step] for i in range(0, len(signs), step)]
    return "".join(found) + _laid([row for row in rows if row], *patch.spot)


def _laid(rows: list[list[_Thing]], x: float, y: float) -> str:
    """Rows of things about a point."""
    found = []
    down = y - sum(max(thing.high for thing in row) for row in rows) / 2
    for row in rows:
        high = max(thing.high for thing in row)
        across = x - sum(thing.wide for thing in row) / 2
        for thing in row:
            found.append(thing.drawn(across + thing.wide / 2, down + high / 2))
            across += thing.wide
        down += high
    return "".join(found)


def _unit(number: int, count: int, r: float) -> _Thing:
    return _Thing(2 * r + 3, 2 * r + 4, lambda x, y: draw.token(number, x, y, r, count))


def _sign(sign: str, size: float, cls: str = "f-ink") -> _Thing:
    return _Thing(size + 3, size + 5, lambda x, y: draw.icon(cls, sign, x, y, size))


def _letter(name: str) -> _Thing:
    """An area's own name, of which a catalog's letter is seen whole."""
    words = draw.fit(name, 16, 10)
    return _Thing(draw.width(words, 10) + 3, 12, lambda x, y: draw.text("f-ink mid b", x, y + 3.5, words, 10))


def _slot(building: str, sign: float) -> _Thing:
    """A free slot, or the building on it."""
    side = sign + 2

    def drawn(x: float, y: float) -> str:
        if not building:
            return draw.rect("none s-ink w1 dash", x - side / 2, y - side / 2, side, side, 2)
        box = draw.rect("f-panel s-ink w1", x - side / 2, y - side / 2, side, side, 2)
        if building in BUILDING_SIGNS:
            return box + draw.icon("f-ink", BUILDING_SIGNS[building], x, y, sign - 2)
        return box + draw.text("f-ink mid b", x, y + 3, initials(building), 9)

    return _Thing(sign + 4, sign + 5, drawn)


def _slots(setting: Setting, mine: list[Patch], buildings: list[str]) -> dict[str, list[str]]:
    """The building on each slot, area by area, empty names for free slots; the rules do not say on which slot one stands."""
    left = list(buildings)
    slots = {}
    for patch in mine:
        slots[patch.area] = [left.pop(0) if left else "" for _ in range(setting.land.areas[patch.area].slots)]
    slots[mine[-1].area] += left
    return slots


def _ground(setting: Setting, area: str) -> str:
    printed = setting.land.areas[area].resources
    return _GROUNDS[printed[0]] if printed else "leaf"


def _closed(outlines: list[Outline]) -> str:
    return "".join("M" + "L".join(f"{draw.n(x)} {draw.n(y)}" for x, y in outline) + "Z" for outline in outlines)


# -- in words ------------------------------------------------------------------------------------------------------------


def initials(building: str) -> str:
    """`monopoly_wood` -> `MW`, for a kind of building that has no sign."""
    return "".join(part[:1].upper() for part in building.replace("-", "_").split("_"))


def tell(setting: Setting, view: dict[str, Any], id: str) -> Text:
    """A territory in a sentence: units, buildings and free slots, resources, neighbours."""
    here, values = view["territories"][id], setting.values
    parts = [_units(setting, seat, count) for seat, count in here["units"].items()]
    parts += [_building(values, b) for b in here["buildings"]]
    free = here["slots"] - len(here["buildings"])
    if free > 0:
        parts.append(Text(f"{free} free slot" + "s" * (free > 1), f"{free} case" + "s" * (free > 1) + " libre" + "s" * (free > 1)))
    for resource in RESOURCES:
        count, name = here["resources"].count(resource), RESOURCE_NAMES[resource]
        if count:
            parts.append(Text(f"{count} {name.en}", f"{count} {name.fr}"))
    if view["battle"] and view["battle"]["territory"] == id:
        parts.insert(0, same("combat"))
    if view["fought"] and view["fought"]["territory"] == id:
        parts.append(Text(f"{view['fought']['units']} fought this turn", f"{view['fought']['units']} ayant combattu ce tour"))
    said = listed(tuple(parts), Text("empty", "vide"))
    near = listed(tuple(_neighbour(n, kind) for n, kind in sorted(here["borders"].items())), same(""))
    beside = Text(f"; next to {near.en}", f" ; à côté de {near.fr}") if near.en else same("")
    return Text(f"{id}: {said.en}{beside.en}", f"{id} : {said.fr}{beside.fr}")


def _units(setting: Setting, seat: str, count: int) -> Text:
    name = setting.name(seat)
    return Text(f"{name.en} {count}", f"{name.fr} {count}")


def _building(values: Values, id: str) -> Text:
    return values.buildings[id].name if id in values.buildings else same(id)


def _neighbour(id: str, kind: str) -> Text:
    return Text(f"{id} (rough)", f"{id} (difficile)") if kind == "rough" else same(id)
