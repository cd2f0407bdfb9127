"""The tracks of the picture: what is being played, the campaign's turns, and the stages of the assault."""

from __future__ import annotations

from domain.titles.convicted.field import PERIODS, phase, sentence
from domain.titles.convicted.picture.pieces import Scene
from domain.titles.drawing import svg as draw
from domain.titles.kit import Text

WIDTH, GAP = 348.0, 5.0


def being_played(scene: Scene) -> str:
    view = scene.view
    now = PERIODS[view["step"]][1]
    if view["stage"]:
        name = scene.setting.values.stages[view["stage"] - 1].name
        now = Text("{now}; round {round}, stage {stage}: {name}", now=now, round=view["round"], stage=view["stage"], name=name)
    return sentence(scene.say(now))


def heading(scene: Scene, width: float) -> tuple[str, float]:
    view = scene.view
    head = scene.say(Text("Scenario {scenario} · turn {turn}", scenario=view["scenario"], turn=view["turn"]))
    survived = scene.say(Text("{survived} turns survived", survived=view["survived"]))
    lines = draw.rows("f-accent", 0, 25, draw.wrapped(being_played(scene), width, 10), 10)
    return draw.text("f-ink b", 0, 11, head, 13) + draw.text("f-ink end", width, 11, survived, 10) + lines, 37.0


def turn_track(scene: Scene, width: float) -> tuple[str, float]:
    campaign, now = scene.setting.values.campaign, scene.view["turn"]
    unit, each = width / campaign.turns, campaign.turns_per_scenario
    parts = []
    for turn in range(1, campaign.turns + 1):
        x, here = (turn - 1) * unit, turn == now
        ground = "gold" if here else "shade" if (turn - 1) // each % 2 else "panel"
        parts.append(draw.rect(f"f-{ground} {'s-ink w2' if here else 's-line w1'}", x, 0, unit, 14))
        parts.append(draw.text(f"f-ink mid{' b' if here else ''}", x + unit / 2, 10.5, turn, 9))
    says = scene.say(Text("Turn {now} of {turns}", now=now, turns=campaign.turns))
    return draw.group("track", says, *parts), 14.0


_PHASES = {
    "fire": ("fire", Text("fire")),
    "engines": ("earth", Text("engines")),
    "manoeuvre": ("field", Text("manoeuvre")),
    "melee": ("blood", Text("melee")),
    "loyalty": ("stone", Text("loy.")),
}


def stage_track(scene: Scene) -> tuple[str, float]:
    stages, now = scene.setting.values.stages, scene.view["stage"]
    unit, seen, parts = WIDTH / len(stages), set(), []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase(number)[0]]
        x, here = (number - 1) * unit, number == now
        if ground not in seen:
            seen.add(ground)
            parts.append(draw.text("f-faint", x + 1, 9, scene.say(words), 9))
        says = scene.headed(scene.say(Text("stage {number}", number=number)), stage.name.to(scene.lang))
        box = draw.rect(f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}", x + 0.5, 12, unit - 1, 24, 2)
        figure = draw.text(f"f-ink mid{' b' if here else ''}", x + unit / 2, 28, number, 10.5)
        parts.append(draw.place(f"stage-{number}", says, box, figure, lang=scene.lang, changed=scene.changed))
    return "".join(parts), 36.0


def stage_list(scene: Scene, width: float) -> tuple[str, float]:
    stages, now, high = scene.setting.values.stages, scene.view["stage"], 27.0
    deep, step, parts = -(-len(stages) // 2), (width + GAP) / 2, []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase(number)[0]]
        name, here = stage.name.to(scene.lang), number == now
        says = scene.headed(scene.say(Text("stage {number}", number=number)), name)
        bold, word = " b" if here else "", scene.say(words)
        first = number == 1 or phase(number)[0] != phase(number - 1)[0]
        told = first and draw.width(name, 13) + draw.width(word, 11) < step - GAP - 40
        body = (
            draw.rect(f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}", 0, 0, step - GAP, high - 3, 3),
            draw.text(f"f-ink end{bold}", 20, 16, number, 12),
            draw.snug(f"f-ink{bold}", 27, 16, sentence(name), step - GAP - 34, 11.5),
            draw.text("f-ink end", step - GAP - 6, 16, word, 11) if told else "",
        )
        box = draw.place(f"stage-{number}", says, *body, lang=scene.lang, changed=scene.changed)
        parts.append(draw.at((number - 1) // deep * step, (number - 1) % deep * high, box))
    return "".join(parts), deep * high - 3
