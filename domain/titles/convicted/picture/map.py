"""The battlefield of the picture: the city within its walls and towers, the ring around them, and
the enemy on four sides."""

from collections.abc import Iterator
from typing import Any

from domain.titles.convicted.field import (
    BUILDINGS,
    GATE,
    SIDES,
    SLOTS,
    ZONES,
    BuildingId,
    SectionId,
    Side,
    Slot,
    Zone,
    at_zone,
    section_name,
)
from domain.titles.convicted.picture.pieces import (
    BUILDING_SIGNS,
    GROUNDS,
    Scene,
    crowd_tokens,
    masonry,
    rim,
    squad_token,
    tokens,
    tokens_in_rows,
)
from domain.titles.convicted.values import summed
from domain.titles.drawing import svg as draw
from domain.titles.kit import Sentences, Text

HEIGHT = 418.0
Box = tuple[float, float, float, float]
"""Left, top, width, height."""

SECTION_AT: dict[SectionId, Box] = {
    "NW": (82, 88, 50, 60), "N": (134, 88, 80, 60), "NE": (216, 88, 50, 60),
    "W": (82, 150, 50, 118), "E": (216, 150, 50, 118),
    "SW": (82, 270, 50, 60), "S": (134, 270, 80, 60), "SE": (216, 270, 50, 60),
}  # fmt: skip
CITY_AT: Box = (134, 150, 80, 118)
SLOT_AT: dict[Slot, tuple[Box, ...]] = {
    "N1": ((134, 62, 39, 24),), "N2": ((175, 62, 39, 24),), "NE": ((216, 62, 72, 24), (268, 86, 24, 62)),
    "E1": ((268, 150, 24, 58),), "E2": ((268, 210, 24, 58),), "SE": ((216, 332, 72, 24), (268, 270, 24, 62)),
    "S1": ((175, 332, 39, 24),), "S2": ((134, 332, 39, 24),), "SW": ((60, 332, 72, 24), (56, 270, 24, 62)),
    "W1": ((56, 210, 24, 58),), "W2": ((56, 150, 24, 58),), "NW": ((60, 62, 72, 24), (56, 86, 24, 62)),
}  # fmt: skip
"""A slot before half a wall is one box, a slot around a tower two: the first before the north or
south side."""
ANGLES = {
    "NW": "M60 62H132V86H80V148H56V66Z",
    "NE": "M216 62H288L292 66V148H268V86H216Z",
    "SE": "M216 356H288L292 352V270H268V332H216Z",
    "SW": "M60 356H132V332H80V270H56V352Z",
}
ZONE_AT: dict[tuple[Side, Zone], Box] = {
    ("N", "deployment"): (60, 0, 228, 29), ("N", "assault"): (60, 31, 228, 29),
    ("E", "deployment"): (322, 66, 26, 286), ("E", "assault"): (294, 66, 26, 286),
    ("S", "deployment"): (60, 389, 228, 29), ("S", "assault"): (60, 358, 228, 29),
    ("W", "deployment"): (0, 66, 26, 286), ("W", "assault"): (28, 66, 26, 286),
}  # fmt: skip


def battlefield_map(scene: Scene) -> str:
    fronts = (_front(scene, side) for side in SIDES)
    ring = (_slot(scene, slot) for slot in SLOTS)
    sections = (_section(scene, section, scene.view["sections"][section]) for section in SECTION_AT)
    return "".join((*fronts, *ring, *sections, _city(scene)))


# -- the enemy before the walls --------------------------------------------------------------------


def _front(scene: Scene, side: Side) -> str:
    front = scene.view["fronts"][side]
    people = scene.named(front["people"]) if front["people"] else scene.say(Text("no enemy yet"))
    says = scene.headed(scene.say(Text("side {side}", side=side)), people)
    (x1, y1, w1, h1), (x2, y2, w2, h2) = (ZONE_AT[side, zone] for zone in ZONES)
    left, top, right, bottom = (
        min(x1, x2),
        min(y1, y2),
        max(x1 + w1, x2 + w2),
        max(y1 + h1, y2 + h2),
    )
    edge = draw.rect("edge none", left, top, right - left, bottom - top, 4)
    zones = _zones(scene, side, front, people)
    return draw.place(f"side-{side}", says, edge, *zones, lang=scene.lang, changed=scene.changed)


def _zones(scene: Scene, side: Side, front: dict[str, Any], people: str) -> Iterator[str]:
    words = {"deployment": scene.say(Text("deployment")), "assault": scene.say(Text("assault"))}
    for zone in ZONES:
        (x, y, w, h), stack = ZONE_AT[side, zone], front[zone]
        label = f"{side} · {words[zone]}" + (
            f" · {people}" if front["people"] and zone == "deployment" else ""
        )
        edge = draw.rect(
            f"edge f-{'shade' if zone == 'deployment' else 'panel'} s-harm w1", x, y, w, h, 4
        )
        if side in "NS":
            inner = draw.fitted_text("f-ink", x + 5, y + 10.5, label, w - 10, 9) + tokens_in_rows(
                tokens(scene, stack, True), x + 4, y + 13, w - 8, 16
            )
        else:
            written = draw.at(
                x + 16.5, y + h - 5, draw.fitted_text("f-ink", 0, 0, label, 124, 9), turn=-90
            )
            inner = written + tokens_in_rows(tokens(scene, stack, True), x + 0.8, y + 4, 25, 150)
        says = scene.headed(at_zone(side, zone).to(scene.lang), scene.listed(stack))
        yield draw.place(
            f"{side}-{zone}", says, edge, inner, lang=scene.lang, changed=scene.changed
        )


# -- the ring --------------------------------------------------------------------------------------

_LYING = Sentences("""
bare = bare ground
ditch = ditch
moat [picture] = moat
""")
_GROUND = {"bare": "paper", "ditch": "earth", "moat": "water"}


def _slot(scene: Scene, slot: Slot) -> str:
    what, boxes = scene.view["ring"][slot], SLOT_AT[slot]
    held = [front["held"][slot] for front in scene.view["fronts"].values() if slot in front["held"]]
    look = f"edge f-{_GROUND[what]} s-line w1{' dash' if what == 'bare' else ''}"
    edge = draw.path(look, ANGLES[slot]) if slot in ANGLES else draw.rect(look, *boxes[0])
    (lx, ly), room = _slot_layout(slot, boxes[0])
    says = scene.headed(
        scene.say(Text("ring {slot}", slot=slot)),
        scene.say(_LYING[what]),
        *(scene.say(Text("holds back {who}", who=scene.listed(stack))) for stack in held),
    )
    body = (
        edge,
        *(_ditch_or_moat(what, box) for box in boxes),
        draw.text(f"f-{'faint' if what == 'bare' else 'ink'} mid", lx, ly, slot, 9),
        crowd_tokens(scene, summed(*held), *room),
    )
    return draw.place(f"slot-{slot}", says, *body, lang=scene.lang, changed=scene.changed)


def _slot_layout(slot: Slot, box: Box) -> tuple[tuple[float, float], Box]:
    """The point at which a slot's name is drawn, and the part of the slot's box that is left for the
    enemies it holds back."""
    x, y, w, h = box
    if w < h:
        return (x + w / 2, y + 13.5), (x + 2.5, y + 18, w - 5, h - 19)
    if slot in ("NE", "SE"):
        return (x + w - 10, y + 15.5), (x + 2, y + 5, w - 20, h - 5)
    name = 19.0 if slot in ANGLES else 15.0
    return (x + name / 2, y + 15.5), (x + name, y + 5, w - name, h - 5)


def _ditch_or_moat(what: str, box: Box) -> str:
    x, y, w, h = box
    if what == "ditch":
        return draw.at(x + 1, y + 1, draw.hatch("s-line w1", w - 2, h - 2, 5))
    if what == "moat":
        waves = "".join(
            f"M{x + 3:g} {y + down}{'q3 -3 6 0t6 0' * int((w - 5) / 12)}"
            for down in range(6, int(h), 7)
        )
        return draw.path("none s-seat1 w1 tint round", waves)
    return ""


# -- walls and towers ------------------------------------------------------------------------------


def _section(scene: Scene, id: SectionId, section: dict[str, Any]) -> str:
    (x, y, w, h), level, many = SECTION_AT[id], section["level"], sum(section["units"].values())
    defender = section["defender"]
    number = scene.setting.seats.index(defender) + 1 if defender else 0
    preached = scene.view["preached"] == id
    body = (
        draw.rect(
            f"edge f-{GROUNDS[min(level, 5)]} {f's-seat{number} w2' if number else 's-ink w1'}",
            0,
            0,
            w,
            h,
            2,
        ),
        masonry(level, w, h),
        rim(id, level, w, h),
        draw.text("f-ink b", 3, 11.5, id, 9.5),
        draw.text("f-ink end", w - 3, h - 3, "★", 10) if preached else "",
        draw.token(number, 27 if w < 60 else 30, 8, 3.5) if number else "",
        draw.text("f-ink end", w - 3, 11.5, f"{many}/{section['capacity']}", 9),
        tokens_in_rows(_occupants(scene, id, section), 1, 14, w - 1, h - 23),
        _resistance(scene, id, section, w, h),
    )
    return draw.at(
        x,
        y,
        draw.place(
            id,
            _section_description(scene, id, section),
            *body,
            lang=scene.lang,
            changed=scene.changed,
        ),
    )


def _occupants(scene: Scene, id: SectionId, section: dict[str, Any]) -> list[str]:
    """The tokens of a section: its units, its siege engines, and the squads before it."""
    drawn = tokens(scene, section["units"], False) + tokens(scene, section["engines"], False)
    for number, squad in enumerate(section["squads"]):
        count = sum(squad["units"].values())
        says = scene.headed(
            scene.say(Text("squad {number} before {section}", number=number, section=id)),
            scene.listed(squad["units"]),
            scene.say(Text("led by {name}", name=scene.named(squad["leader"]))),
        )
        drawn.append(draw.piece(f"{id}-{number}", says, squad_token(number, count)))
    return drawn


def _resistance(scene: Scene, id: SectionId, section: dict[str, Any], w: float, h: float) -> str:
    pips = _pips(section["level"], section["resistance"], 4, h - 7)
    if id != GATE:
        return pips
    arch = draw.path("f-panel s-ink w1", f"M{w / 2 - 1:g} {h - 1:g}v-6q5 -6 10 0v6z")
    return pips + arch + _pips(section["level"], section["gate"], w / 2 + 13, h - 7)


def _pips(most: int, full: int, x: float, y: float) -> str:
    """Small squares, of which the first `full` are filled."""
    return "".join(
        draw.rect(f"f-{'seat3' if i < full else 'panel'} s-ink w1", x + 5 * i, y, 4, 4)
        for i in range(max(most, full))
    )


def _section_description(scene: Scene, id: SectionId, section: dict[str, Any]) -> str:
    say, defender, many = scene.say, section["defender"], sum(section["units"].values())
    gate = say(Text("gates {gate}", gate=section["gate"])) if id == GATE else ""
    before = len(section["squads"])
    waiting = say(Text("{before} squads before it", before=before)) if before else ""
    return scene.headed(
        section_name(id).to(scene.lang),
        section["name"][scene.lang],
        say(Text("resistance {resistance}", resistance=section["resistance"])),
        gate,
        f"{scene.listed(section['units'])} ({many}/{section['capacity']})",
        scene.listed(section["engines"]) if section["engines"] else "",
        waiting,
        scene.setting.name(defender).to(scene.lang) if defender else "",
        say(Text("the Heretic preaches here")) if scene.view["preached"] == id else "",
    )


# -- the city --------------------------------------------------------------------------------------


def _city(scene: Scene) -> str:
    x, y, w, h = CITY_AT
    here, inside = scene.view["city"], scene.view["inside"]
    says = scene.headed(
        scene.say(Text("the city")),
        scene.listed(here) if here else "",
        scene.say(Text("enemies inside: {who}", who=scene.listed(inside))) if inside else "",
    )
    body = (
        draw.rect(f"edge f-leaf {'s-harm w3' if inside else 's-line w1'}", 0, 0, w, h, 2),
        *(
            draw.at(
                2 + i % 2 * 38.5, 2 + i // 2 * 29, _building(scene, id, scene.view["buildings"][id])
            )
            for i, id in enumerate(BUILDINGS)
        ),
        tokens_in_rows(
            [*tokens(scene, here, False), *tokens(scene, inside, True)], 1, 88, w - 1, h - 88
        ),
    )
    return draw.at(x, y, draw.place("city", says, *body, lang=scene.lang, changed=scene.changed))


def _building(scene: Scene, id: BuildingId, level: int) -> str:
    name, most = scene.named(id), len(scene.setting.buildings[id])
    stands = (
        scene.say(Text("level {level} of {most}", level=level, most=most))
        if level
        else scene.say(Text("not built"))
    )
    body = (
        draw.rect(
            f"edge f-{'panel' if level else 'leaf'} s-line w1{'' if level else ' dash'}",
            0,
            0,
            37.5,
            28,
            3,
        ),
        draw.at(
            11,
            14,
            draw.path(f"none {'s-ink w2' if level else 's-line w1'} round", BUILDING_SIGNS[id]),
        ),
        draw.text("f-ink b" if level else "f-ink", 22, 18, level or "–", 11),
    )
    return draw.place(id, scene.headed(name, stands), *body, lang=scene.lang, changed=scene.changed)
