from math import ceil
from typing import Any

from domain.kernel.text import Text, joined
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.drawing.scene import Scene
from domain.titles.northgard.picture.icons import (
    BUILDING_SIGNS,
    PERSON,
    RESOURCE_SIGNS,
    STAR,
    SWORDS,
    card_sign,
)
from domain.titles.northgard.picture.map import MARGIN
from domain.titles.northgard.values import RESOURCE_NAMES, RESOURCES, Building, Card, initials

_HEAD = 32
_CARD = 40
_ACROSS = 4
_PIPS = 9
"""The largest goal for which each point is drawn as a star."""
_SUPPLY = Text("Buildings in supply")


def seat_panel(scene: Scene, wide: float, seat: str, across: int = _ACROSS) -> tuple[str, float]:
    height = _HEAD + ceil((len(scene.setting.cards) + 1) / across) * (_CARD + 4) + 6.0
    side, number, name = (
        scene.view["sides"][seat],
        scene.setting.seats.index(seat) + 1,
        scene.name(seat),
    )
    acting, penalty = seat in scene.view["to_act"], scene.view.get("penalties", {}).get(seat, 0)
    room = wide - 12
    edge = draw.rect(
        "edge f-panel " + ("s-accent w2" if acting else "s-line w1"),
        6,
        2,
        room,
        height - 4,
        6,
    )
    token = draw.token(number, 24, 18, 10, name[:1])
    label = draw.text("f-ink b", 40, 23, draw.cut_to_width(name, 70, 14), 14)
    shape = (room - 16 - 4 * (across - 1)) / across
    cards = (_card(scene, seat, card, shape) for card in scene.setting.cards.values())
    shown = in_grid(
        (*cards, _counts(scene, side, shape)), across, shape + 4, _CARD + 4, MARGIN, _HEAD
    )
    says = _description(scene, seat).to(scene.lang)
    points = _points(scene, side, penalty)
    drawn = scene.seat(
        seat, says, edge, token, label, points, _resources_and_reserve(side, wide), shown
    )
    return drawn, height


def _points(scene: Scene, side: dict[str, Any], penalty: int) -> str:
    """The points as stars: filled if they count, struck through if a penalty took them."""
    goal, have = scene.view["goal"], side["points"]
    counts = max(0, have + penalty)
    if goal > _PIPS:
        return draw.icon("f-ink", STAR, 120, 18, 13) + draw.text(
            "f-ink b", 130, 23, f"{counts}/{goal}", 13
        )
    step = min(15, 90 / goal)
    stars = [
        "f-accent s-accent w1" if i < counts else "none s-line w1"
        for i in range(max(goal, have, counts))
    ]
    struck = "".join(f"M{draw.n(112 + step * i)} 24l12-12" for i in range(counts, have))
    return "".join(draw.icon(cls, STAR, 118 + step * i, 18, 13) for i, cls in enumerate(stars)) + (
        draw.path("none s-harm w2", struck) if struck else ""
    )


def _resources_and_reserve(side: dict[str, Any], wide: float) -> str:
    drawn, x = [], wide - 176
    for resource in RESOURCES:
        drawn.append(draw.icon("f-ink", RESOURCE_SIGNS[resource], x, 18, 14))
        drawn.append(draw.text("f-ink b", x + 11, 23, side["resources"][resource], 13))
        x += 36
    drawn.append(draw.icon("f-faint", PERSON, x + 10, 18, 14))
    drawn.append(draw.text("f-ink b", x + 20, 23, f"+{side['reserve']}", 13))
    return "".join(drawn)


def _card(scene: Scene, seat: str, card: Card, wide: float) -> str:
    up = card.id in scene.view["sides"][seat]["up"]
    playing = scene.view["playing"] == card.id and scene.view["turn"] == seat
    drawn = scene.view["battle"] is not None and scene.view["battle"]["cards"].get(seat) == card.id
    live, name, state = (
        up or playing or drawn,
        card.name.to(scene.lang),
        _card_state(up, playing, drawn).to(scene.lang),
    )
    bonus = Text("+{bonus} in combat", bonus=card.bonus).to(scene.lang)
    line = "s-accent w3" if playing or drawn else "s-ink w1" if up else "s-line w1 dash"
    ink, room, note = (
        "f-ink" if live else "f-faint",
        wide - 26,
        bonus if up and not drawn else state,
    )
    return draw.card(
        card.id,
        Text("{name}: {state}, {bonus}", name=name, state=state, bonus=bonus).to(scene.lang),
        draw.rect(f"edge {'f-leaf' if live else 'f-shade'} {line}", 0, 0, wide, _CARD, 5),
        draw.icon(ink, SWORDS if drawn else card_sign(card), 12, _CARD / 2, 14),
        draw.text(
            ink, 23, 18, draw.cut_to_width(name, room, 10), draw.fitting_size(name, room, 10.5, 10)
        ),
        draw.fitted_text(ink, 23, 31, note, room, 10),
        seat=seat,
    )


def _card_state(up: bool, playing: bool, drawn: bool) -> Text:
    if playing:
        return Text("in play")
    if drawn:
        return Text("in combat")
    return Text("face up") if up else Text("face down")


def _counts(scene: Scene, side: dict[str, Any], wide: float) -> str:
    gain, up, down = side["trios"] + side["monopolies"], len(side["up"]), len(side["down"])
    lines = (
        Text("{up:face up|face up}", up=up),
        Text("{down:face down|face down}", down=down),
        Text("+{gain} VP to score", gain=gain),
    )
    return "".join(
        draw.text("f-faint", 4, 11 + 13 * i, draw.cut_to_width(t.to(scene.lang), wide - 4, 10), 10)
        for i, t in enumerate(lines)
    )


def _description(scene: Scene, seat: str) -> Text:
    side = scene.view["sides"][seat]
    results = joined(
        Text("{n} {resource}", n=side["resources"][r], resource=RESOURCE_NAMES[r])
        for r in RESOURCES
    )
    sentence = Text(
        "{name}: {points} of {goal} points, {reserve} units in reserve, controls {resources}"
    )
    return sentence.filled(
        {**side, "name": scene.setting.name(seat), "goal": scene.view["goal"], "resources": results}
    )


def supply(scene: Scene, wide: float) -> tuple[str, float]:
    kinds = scene.setting.values.buildings
    step = (wide - 2 * MARGIN + 4) / max(len(kinds), 1)
    stocks = (_supply_of_building(scene, id, kind, step - 4) for id, kind in kinds.items())
    head = draw.text("f-faint", MARGIN, 14, _SUPPLY.to(scene.lang), 10)
    return head + in_grid(stocks, max(len(kinds), 1), step, 0, MARGIN, 20), 70.0


def supply_rows(scene: Scene, wide: float) -> tuple[str, float]:
    kinds, room = scene.setting.values.buildings, wide - MARGIN
    stocks = (
        _supply_of_building(
            scene,
            id,
            kind,
            room,
            draw.fitted_text("f-ink", 72, 25, scene.say(kind.name), room - 80, 13),
        )
        for id, kind in kinds.items()
    )
    head = draw.text("f-faint", 0, 20, _SUPPLY.to(scene.lang), 12)
    return head + in_grid(stocks, 1, 0, 44, y=30), 30.0 + 44 * len(kinds)


def _supply_of_building(scene: Scene, id: str, kind: Building, wide: float, name: str = "") -> str:
    left = scene.view["supply"].get(id, 0)
    says = Text("{name}: {left} of {count} left", name=kind.name, left=left, count=kind.count)
    sign = BUILDING_SIGNS.get(id)
    ink = "f-ink" if left else "f-faint"
    body = [draw.rect("edge f-panel s-line w1" + ("" if left else " dash"), 0, 0, wide, 40, 5)]
    body.append(
        draw.icon(ink, sign, 16, 20, 18)
        if sign
        else draw.text(f"{ink} mid b", 16, 24, initials(id), 11)
    )
    body.append(draw.text(f"{ink} b", 31, 25, f"{left}/{kind.count}", 13))
    return draw.piece(id, says.to(scene.lang), *body, name)
