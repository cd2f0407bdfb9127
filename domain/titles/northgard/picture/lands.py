"""Territories as a picture, each as one place that can be tapped: the ground, the controller, and
what is in it."""

from collections.abc import Callable
from typing import NamedTuple

from domain.kernel.text import Text, listed, same
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene
from domain.titles.northgard.picture.icons import BUILDING_SIGNS, RESOURCE_SIGNS, SWORDS
from domain.titles.northgard.picture.tiles import Outline, Patch, Point, inset, outer_outlines
from domain.titles.northgard.values import RESOURCE_NAMES, RESOURCES, Values, initials

CELL = 94
_GROUNDS = {"food": "field", "wood": "forest", "lore": "stone"}


def territory(scene: Scene, id: str, patches: dict[str, Patch]) -> str:
    here = scene.view["territories"][id]
    mine = [patches[area] for area in here["areas"]]
    grounds: dict[str, list[Outline]] = {}
    for patch in mine:
        grounds.setdefault(_ground(scene, patch.area), []).extend(patch.outlines)
    loops = outer_outlines([outline for patch in mine for outline in patch.outlines])
    home = max(mine, key=lambda patch: (patch.room, patch.area == id))
    slots = _slots(scene, mine, here["buildings"])
    return scene.place(
        id,
        _description(scene, id).to(scene.lang),
        *(draw.path(f"f-{ground}", _closed_path(outlines)) for ground, outlines in grounds.items()),
        _controller_line(scene, here["units"], loops),
        draw.path(
            "edge none", _closed_path([inset(loop, 2.2) for loop in loops])
        ),  # beside the borders, which lie above
        *(_bridge(scene, patch.area, p, q) for patch in mine for p, q in patch.bridges),
        *(_contents(scene, id, patch, patch is home, slots[patch.area]) for patch in mine),
    )


def _controller_line(scene: Scene, units: dict[str, int], loops: list[Outline]) -> str:
    """A line inside the border of a territory, in the colour of the player who controls it; dotted
    for the second seat."""
    if len(units) != 1:
        return ""
    number = scene.setting.seats.index(next(iter(units))) + 1
    drawn = _closed_path([inset(loop, 4.5) for loop in loops])
    return draw.path(f"none s-seat{number} w3" + (" dots" if number == 2 else ""), drawn)


def _bridge(scene: Scene, area: str, p: Point, q: Point) -> str:
    d = f"M{draw.n(p[0])} {draw.n(p[1])}L{draw.n(q[0])} {draw.n(q[1])}"
    return "".join(
        f'<path class="none {cls}" stroke-width="{w}" d="{d}"/>'
        for cls, w in (("s-ink", 20), (f"s-{_ground(scene, area)}", 16))
    )


class _DrawnThing(NamedTuple):
    wide: float
    high: float
    drawn: Callable[[float, float], str]


def _contents(scene: Scene, id: str, patch: Patch, home: bool, slots: list[str]) -> str:
    here, big = scene.view["territories"][id], patch.form == "whole"
    unit, sign = (14.0, 17.0) if big else (10.5, 12.0)
    units = [
        _unit(scene.setting.seats.index(s) + 1, count, unit)
        for s, count in sorted(here["units"].items())
        if home
    ]
    if units and scene.view["battle"] and scene.view["battle"]["territory"] == id:
        units.insert(1, _sign(SWORDS, unit * 1.4, "f-accent"))
    signs = [_sign(RESOURCE_SIGNS[r], sign) for r in scene.setting.land.areas[patch.area].resources]
    signs += [_slot(building, sign) for building in slots]
    drawn = []
    if patch.area == id and big:
        corner = patch.outlines[0][0]
        drawn.append(
            draw.text(
                "f-ink", corner[0] + 9, corner[1] + 16, draw.cut_to_width(id, CELL - 18, 10), 10
            )
        )
    elif patch.area == id:
        signs.insert(0, _letter(scene.setting.land.areas[id].id))
    if units and scene.view["fought"] and scene.view["fought"]["territory"] == id:
        units.append(_sign(SWORDS, 9, "f-accent"))
    rows = [units + signs] if patch.form == "row" else [units, signs]
    if patch.form in ("column", "strip"):
        step = 2 if patch.form == "column" else 1
        rows[1:] = [signs[i : i + step] for i in range(0, len(signs), step)]
    return "".join(drawn) + _laid_out([row for row in rows if row], *patch.spot)


def _laid_out(rows: list[list[_DrawnThing]], x: float, y: float) -> str:
    drawn = []
    down = y - sum(max(thing.high for thing in row) for row in rows) / 2
    for row in rows:
        high = max(thing.high for thing in row)
        across = x - sum(thing.wide for thing in row) / 2
        for thing in row:
            drawn.append(thing.drawn(across + thing.wide / 2, down + high / 2))
            across += thing.wide
        down += high
    return "".join(drawn)


def _unit(number: int, count: int, r: float) -> _DrawnThing:
    return _DrawnThing(2 * r + 3, 2 * r + 4, lambda x, y: draw.token(number, x, y, r, count))


def _sign(sign: str, size: float, cls: str = "f-ink") -> _DrawnThing:
    return _DrawnThing(size + 3, size + 5, lambda x, y: draw.icon(cls, sign, x, y, size))


def _letter(name: str) -> _DrawnThing:
    words = draw.cut_to_width(name, 16, 10)
    return _DrawnThing(
        draw.width(words, 10) + 3, 12, lambda x, y: draw.text("f-ink mid b", x, y + 3.5, words, 10)
    )


def _slot(building: str, sign: float) -> _DrawnThing:
    side = sign + 2

    def drawn(x: float, y: float) -> str:
        if not building:
            return draw.rect("none s-ink w1 dash", x - side / 2, y - side / 2, side, side, 2)
        box = draw.rect("f-panel s-ink w1", x - side / 2, y - side / 2, side, side, 2)
        if building in BUILDING_SIGNS:
            return box + draw.icon("f-ink", BUILDING_SIGNS[building], x, y, sign - 2)
        return box + draw.text("f-ink mid b", x, y + 3.5, initials(building), 10)

    return _DrawnThing(sign + 4, sign + 5, drawn)


def _slots(scene: Scene, mine: list[Patch], buildings: list[str]) -> dict[str, list[str]]:
    """By area, the building on each slot, an empty name for a free one. The rules do not say which
    slot a building is on, so the picture chooses."""
    left = list(buildings)
    slots = {}
    for patch in mine:
        slots[patch.area] = [
            left.pop(0) if left else "" for _ in range(scene.setting.land.areas[patch.area].slots)
        ]
    slots[mine[-1].area] += left
    return slots


def _ground(scene: Scene, area: str) -> str:
    printed = scene.setting.land.areas[area].resources
    return _GROUNDS[printed[0]] if printed else "leaf"


def _closed_path(outlines: list[Outline]) -> str:
    return "".join(
        "M" + "L".join(f"{draw.n(x)} {draw.n(y)}" for x, y in outline) + "Z" for outline in outlines
    )


# -- in words --------------------------------------------------------------------------------------


def _description(scene: Scene, id: str) -> Text:
    here, values = scene.view["territories"][id], scene.setting.values
    parts = [_units(scene, seat, count) for seat, count in here["units"].items()]
    parts += [_building(values, b) for b in here["buildings"]]
    free = here["slots"] - len(here["buildings"])
    if free > 0:
        parts.append(Text("{free:free slot|free slots}", free=free))
    for resource in RESOURCES:
        count, name = here["resources"].count(resource), RESOURCE_NAMES[resource]
        if count:
            parts.append(Text("{count} {name}", count=count, name=name))
    if scene.view["battle"] and scene.view["battle"]["territory"] == id:
        parts.insert(0, same("combat"))
    if scene.view["fought"] and scene.view["fought"]["territory"] == id:
        parts.append(Text("{units} fought this turn", units=scene.view["fought"]["units"]))
    contents = listed(tuple(parts), Text.pgettext("northgard", "empty"))
    near = listed(
        tuple(_neighbour(n, kind) for n, kind in sorted(here["borders"].items())), same("")
    )
    beside = Text("; next to {near}", near=near) if near.en else same("")
    return Text("{id}: {said}{beside}", id=id, said=contents, beside=beside)


def _units(scene: Scene, seat: str, count: int) -> Text:
    name = scene.setting.name(seat)
    return Text("{name} {count}", name=name, count=count)


def _building(values: Values, id: str) -> Text:
    return values.buildings[id].name if id in values.buildings else same(id)


def _neighbour(id: str, kind: str) -> Text:
    return Text("{id} (rough)", id=id) if kind == "rough" else same(id)
