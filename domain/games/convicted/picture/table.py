"""The fortress under siege as a picture: the tracks of turn and stage, the battlefield, the heroes, the rites, and a key.

Places: sections and buildings by id, the `city`, slots of the ring as `slot-N1`, zones as `N-assault`, both zones of a side as
`side-N`, stages as `stage-9`. Cards: heroes, spells and blessings by id. Pieces: squads as `N-0`, resources, and in the key every
kind of unit and engine by id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.drawing.svg import (
    HIGH,
    NOTHING,
    TALL,
    WIDE,
    WIDTHS,
    Changed,
    Shape,
    at,
    fit,
    group,
    piece,
    place,
    rect,
    rows,
    seat,
    snug,
    svg,
    text,
    wrapped,
)
from domain.drawing.svg import width as text_width
from domain.games.convicted.board import ENEMY, Setting
from domain.games.convicted.field import PERIODS, RESOURCES, phase, sentence
from domain.games.convicted.picture.cards import found, heroes, key, rites
from domain.games.convicted.picture.map import HEIGHT, the_map
from domain.games.convicted.picture.pieces import Scene, codes
from domain.games.convicted.values import RESOURCE_NAMES
from domain.kit import Text
from domain.rules.text import Lang

WIDTH, MARGIN, GAP = 348.0, 6.0, 5.0
LARGER = 1.23
"""How much larger on a screen what was drawn for a phone is: its smallest letters have a size of 9."""


def picture(setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
    """One position as `<svg>`, of the same size throughout a scenario."""
    scene = Scene(setting, view, lang, changed, codes(setting, lang))
    wide, high, body = _wide(scene) if shape == WIDE else _tall(scene)
    name = scene.say(Text("The Convicted, scenario {scenario}, turn {turn}", scenario=view["scenario"], turn=view["turn"]))
    return svg(name, _says(scene), wide, high, *body, lang=lang, title="convicted")


def _tall(scene: Scene) -> tuple[float, float, list[str]]:
    """Everything below each other."""
    tables = (table(scene, WIDTH) for table in (heroes, rites, found, key))
    tracks = (_head(scene, WIDTH), _turns(scene, WIDTH), _stages(scene))
    body, end = _stacked((*tracks, _battlefield(scene), *tables), MARGIN, MARGIN)
    return WIDTH + 2 * MARGIN, end + MARGIN, body


def _wide(scene: Scene) -> tuple[float, float, list[str]]:
    """The battlefield, with the tracks and the cards beside it and the key below both."""
    wide, high = float(WIDTHS[WIDE]), float(HIGH)
    signs, deep = key(scene, (wide - 2 * MARGIN) / LARGER, 6)
    field, _ = _battlefield(scene)
    scale = (high - 2 * MARGIN - GAP - deep * LARGER) / HEIGHT
    left = MARGIN + WIDTH * scale + 2 * MARGIN
    room = wide - left - MARGIN
    parts: list[tuple[str, float]] = [
        _larger(_head(scene, room / LARGER)),
        _larger(_turns(scene, room / LARGER)),
        _list(scene, room),
    ]
    parts.append(_larger(heroes(scene, room / 1.35, 2), 1.35))
    parts += [_larger(table(scene, room / LARGER)) for table in (rites, found)]
    body, _ = _stacked(parts, left, MARGIN)
    below = high - MARGIN - deep * LARGER
    return wide, high, [at(MARGIN, MARGIN, field, scale=scale), *body, at(MARGIN, below, signs, scale=LARGER)]


def _stacked(parts: Iterable[tuple[str, float]], x: float, y: float) -> tuple[list[str], float]:
    """Parts with their heights, one below the other; and where they end."""
    body = []
    for drawn, height in parts:
        body.append(at(x, y, drawn))
        y += height + GAP
    return body, y - GAP


def _larger(part: tuple[str, float], scale: float = LARGER) -> tuple[str, float]:
    drawn, height = part
    return at(0, 0, drawn, scale=scale), height * scale


def _says(scene: Scene) -> str:
    view = scene.view
    ours = sum(sum(stack.values()) for stack in (view["city"], *(s["units"] for s in view["sections"].values())))
    zones = [front[zone] for front in view["fronts"].values() for zone in ("deployment", "assault")]
    squads = [squad["units"] for section in view["sections"].values() for squad in section["squads"]]
    theirs = sum(sum(stack.values()) for stack in (*zones, *squads, view["inside"]))
    inside = sum(view["inside"].values())
    told = Text("{now}. {ours} defenders, {theirs} enemies, {inside} of them in the city.")
    return scene.say(told.filled({"now": _now(scene), "ours": ours, "theirs": theirs, "inside": inside}))


def _now(scene: Scene) -> str:
    view = scene.view
    now = PERIODS[view["step"]][1]
    if view["stage"]:
        name = scene.setting.values.stages[view["stage"] - 1].name
        now = Text("{now}; round {round}, stage {stage}: {name}", now=now, round=view["round"], stage=view["stage"], name=name)
    return sentence(scene.say(now))


# -- tracks -----------------------------------------------------------------------------------------------------------------


def _head(scene: Scene, width: float) -> tuple[str, float]:
    view = scene.view
    head = scene.say(Text("Scenario {scenario} · turn {turn}", scenario=view["scenario"], turn=view["turn"]))
    survived = scene.say(Text("{survived} turns survived", survived=view["survived"]))
    lines = rows("f-accent", 0, 25, wrapped(_now(scene), width, 10), 10)
    return text("f-ink b", 0, 11, head, 13) + text("f-ink end", width, 11, survived, 10) + lines, 37.0


def _turns(scene: Scene, width: float) -> tuple[str, float]:
    """The campaign's turns, scenario by scenario."""
    campaign, now = scene.setting.values.campaign, scene.view["turn"]
    unit, each = width / campaign.turns, campaign.turns_per_scenario
    parts = []
    for turn in range(1, campaign.turns + 1):
        x, here = (turn - 1) * unit, turn == now
        ground = "gold" if here else "shade" if (turn - 1) // each % 2 else "panel"
        parts.append(rect(f"f-{ground} {'s-ink w2' if here else 's-line w1'}", x, 0, unit, 14))
        parts.append(text(f"f-ink mid{' b' if here else ''}", x + unit / 2, 10.5, turn, 9))
    says = scene.say(Text("Turn {now} of {turns}", now=now, turns=campaign.turns))
    return group("track", says, *parts), 14.0


_PHASES = {
    "fire": ("fire", Text("fire")),
    "engines": ("earth", Text("engines")),
    "manoeuvre": ("field", Text("manoeuvre")),
    "melee": ("blood", Text("melee")),
    "loyalty": ("stone", Text("loy.")),
}


def _stages(scene: Scene) -> tuple[str, float]:
    """The stages of the assault by phase; the one being played stands out."""
    stages, now = scene.setting.values.stages, scene.view["stage"]
    unit, seen, parts = WIDTH / len(stages), set(), []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase(number)[0]]
        x, here = (number - 1) * unit, number == now
        if ground not in seen:
            seen.add(ground)
            parts.append(text("f-faint", x + 1, 9, scene.say(words), 9))
        says = scene.headed(scene.say(Text("stage {number}", number=number)), stage.name.to(scene.lang))
        box = rect(f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}", x + 0.5, 12, unit - 1, 24, 2)
        figure = text(f"f-ink mid{' b' if here else ''}", x + unit / 2, 28, number, 10.5)
        parts.append(place(f"stage-{number}", says, box, figure, lang=scene.lang, changed=scene.changed))
    return "".join(parts), 36.0


def _list(scene: Scene, width: float) -> tuple[str, float]:
    """The same with their names, in two columns; the phase stands at its first stage if there is room."""
    stages, now, high = scene.setting.values.stages, scene.view["stage"], 27.0
    deep, step, parts = -(-len(stages) // 2), (width + GAP) / 2, []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase(number)[0]]
        name, here = stage.name.to(scene.lang), number == now
        says = scene.headed(scene.say(Text("stage {number}", number=number)), name)
        bold, word = " b" if here else "", scene.say(words)
        first = number == 1 or phase(number)[0] != phase(number - 1)[0]
        told = first and text_width(name, 13) + text_width(word, 11) < step - GAP - 40
        body = (
            rect(f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}", 0, 0, step - GAP, high - 3, 3),
            text(f"f-ink end{bold}", 20, 16, number, 12),
            snug(f"f-ink{bold}", 27, 16, sentence(name), step - GAP - 34, 11.5),
            text("f-ink end", step - GAP - 6, 16, word, 11) if told else "",
        )
        box = place(f"stage-{number}", says, *body, lang=scene.lang, changed=scene.changed)
        parts.append(at((number - 1) // deep * step, (number - 1) % deep * high, box))
    return "".join(parts), deep * high - 3


# -- the battlefield and the corners of the board -----------------------------------------------------------------------------


def _battlefield(scene: Scene) -> tuple[str, float]:
    low = HEIGHT - 64
    corners = ((0, 0, _enemy(scene)), (290, 0, _counter(scene)), (0, low, _bank(scene)), (290, low, _deck(scene)))
    return the_map(scene) + "".join(at(x, y, drawn) for x, y, drawn in corners), HEIGHT


def _corner(head: str, cls: str = "s-line w1") -> str:
    return rect(f"edge f-panel {cls}", 0, 0, 58, 64, 4) + snug("f-ink b", 4, 11, head, 50, 9)


def _enemy(scene: Scene) -> str:
    """The besiegers: their morale, and how many fell this turn."""
    view = scene.view
    morale = "–" if view["morale"] is None else view["morale"]
    slain, name = view["slain"], scene.setting.name(ENEMY).to(scene.lang)
    says = scene.headed(
        name, scene.say(Text("morale {morale}", morale=morale)), scene.say(Text("{slain} slain this turn", slain=slain))
    )
    body = (
        _corner(name, "s-accent w3" if ENEMY in view["to_act"] else "s-harm w1"),
        text("f-faint", 4, 27, scene.say(Text("morale")), 9),
        text("f-harm b end", 53, 30, morale, 15),
        text("f-faint", 4, 45, scene.say(Text("slain", context="picture")), 9),
        text("f-ink b end", 53, 46, slain, 11),
        text("f-faint", 4, 59, scene.say(Text("in box")), 9),
        text("f-ink end", 53, 59, view["box"]["enemies"], 10),
    )
    return seat(ENEMY, says, *body, lang=scene.lang, changed=scene.changed)


def _counter(scene: Scene) -> str:
    """The action counter: how many markers have been used this turn."""
    used, most = scene.view["counter"], scene.setting.values.sharing.actions
    says = scene.say(Text("{used} of {most} actions used", used=used, most=most))
    step = min(12.5, 50 / -(-most // 3))
    pips = (
        rect(f"f-{'seat0' if i < used else 'paper'} s-ink w1", 4.5 + i // 3 * step, 18 + i % 3 * 12, step - 2.5, 9.5, 2)
        for i in range(most)
    )
    body = (_corner("Actions"), *pips, text("f-ink b end", 53, 61, f"{used}/{most}", 9))
    return place("actions", says, *body, lang=scene.lang, changed=scene.changed)


_GROUNDS = {"wood": "earth", "stone": "stone", "iron": "iron", "gold": "gold"}


def _bank(scene: Scene) -> str:
    """The bank: markers of each resource; those not available yet are dashed."""
    stock, open_to = scene.view["stock"], scene.view["available"]
    parts = []
    for i, id in enumerate(RESOURCES):
        name = RESOURCE_NAMES[id].to(scene.lang)
        there = id in open_to
        says = scene.headed(name, str(stock[id]), "" if there else scene.say(Text("not available yet")))
        body = (
            rect(f"edge f-{_GROUNDS[id]} s-line w1{'' if there else ' dash'}", 0, 0, 27, 23, 3),
            text("f-ink mid", 13.5, 9.5, fit(sentence(name), 27, 9), 9),
            text("f-ink b mid", 13.5, 20, stock[id], 11),
        )
        parts.append(at(1.5 + i % 2 * 28, 15 + i // 2 * 24.5, piece(id, says, *body)))
    names = ", ".join(f"{stock[id]} {RESOURCE_NAMES[id].to(scene.lang)}" for id in RESOURCES)
    head = scene.say(Text("Bank"))
    return place("bank", scene.headed(head, names), _corner(head), *parts, lang=scene.lang, changed=scene.changed)


def _deck(scene: Scene) -> str:
    """The technology deck, and the save sheets used."""
    deck, sheets = scene.view["technology_deck"], scene.view["sheets"]
    head = scene.say(Text("Research", context="picture"))
    body = (
        _corner(head),
        rect("f-shade s-line w1", 9, 18, 22, 28, 3),
        rect("f-water s-ink w1", 6, 16, 22, 28, 3),
        text("f-ink b mid", 17, 34, deck, 11),
        text("f-faint", 4, 59, scene.say(Text("sheets")), 9),
        text("f-ink end", 53, 59, sheets, 10),
    )
    says = scene.say(Text("{deck} technology cards left, {sheets} save sheets used", deck=deck, sheets=sheets))
    return place("research", says, *body, lang=scene.lang, changed=scene.changed)
