"""The parts of the picture beside the battlefield: heroes, spells and blessings, technologies, the
key, and the tracks of turns and stages."""

from collections.abc import Sequence

from domain.titles.convicted.field import (
    BUILDINGS,
    HERO_NAMES,
    HEROES,
    PERIODS,
    HeroId,
    capitalized,
    phase_of,
)
from domain.titles.convicted.picture.pieces import BUILDING_SIGNS, Scene, token
from domain.titles.convicted.values import Rite
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.kit import Text


def heroes(scene: Scene, width: float, across: int = len(HEROES)) -> tuple[str, float]:
    players = {hero: player for player, hero in scene.view["heroes"].items()}
    step = (width + 4) / across
    drawn = (_hero(scene, hero, players.get(hero, ""), step - 4) for hero in HEROES)
    return in_grid(drawn, across, step, 46), -(-len(HEROES) // across) * 46.0 - 4


def _hero(scene: Scene, hero: HeroId, player: str, w: float) -> str:
    name, used = capitalized(HERO_NAMES[hero].to(scene.lang)), hero in scene.view["powers_used"]
    spent = scene.say(Text("power used")) if used else ""
    if not player:
        free = scene.say(Text("not taken"))
        edge = draw.rect("edge f-paper s-line w1 dash", 1, 1, w - 2, 40, 5)
        return draw.card(
            hero,
            scene.headed(name, free),
            edge,
            draw.fitted_text("f-faint", 6, 15, name, w - 12, 10),
            draw.text("f-faint", 6, 33, free, 9.5),
        )
    number, markers = scene.setting.seats.index(player) + 1, scene.view["markers"].get(player, 0)
    who, first = scene.setting.name(player).to(scene.lang), player == scene.view["first"]
    rim = "s-accent w3" if player in scene.view["to_act"] else f"s-seat{number} w2"
    says = scene.headed(
        name,
        who,
        scene.say(Text("first player")) if first else "",
        scene.say(Text("{markers} action markers", markers=markers)),
        spent,
    )
    body = (
        draw.rect(f"edge f-panel {rim}", 1, 1, w - 2, 40, 5),
        draw.at(1, 1, draw.hatch("s-line w1 tint", w - 2, 40)) if used else "",
        draw.fitted_text("f-ink b", 6, 15, name, w - (24 if first else 12), 10),
        draw.circle("f-gold s-ink w1", w - 11, 11.5, 6.5)
        + draw.text("f-ink b mid", w - 11, 15, 1, 9.5)
        if first
        else "",
        draw.token(number, 13, 29, 6),
        draw.fitted_text("f-ink", 24, 33, who, w - 48, 9.5),
        draw.text("f-ink b end", w - 6, 33, markers, 11),
    )
    return draw.seat(
        player,
        says,
        draw.rect("edge none", 0, 0, w, 42, 6),
        draw.card(hero, says, *body),
        lang=scene.lang,
        changed=scene.changed,
    )


def rite_cards(scene: Scene, width: float) -> tuple[str, float]:
    values = scene.setting.values
    houses = ((values.spells, "mage-tower", 0), (values.blessings, "chapel", 27))
    return "".join(_building_rites(scene, known, at, y, width) for known, at, y in houses), 51.0


def _building_rites(
    scene: Scene, known: Sequence[Rite], building: str, y: float, width: float
) -> str:
    step = (width + 3) / max(len(known), 1)
    drawn = (_rite(scene, rite, building, step - 3) for rite in known)
    return in_grid(drawn, max(len(known), 1), step, 0, y=y)


def _rite(scene: Scene, rite: Rite, building: str, w: float) -> str:
    name, used = rite.name.to(scene.lang), rite.id in scene.view["rites_used"]
    can = rite.level <= scene.view["buildings"][building]
    needs = scene.say(Text("needs level {level}", level=rite.level))
    state = scene.say(Text("used this turn")) if used else "" if can else needs
    ground = "paper" if not can else "gold" if building == "chapel" else "water"
    body = (
        draw.rect(f"edge f-{ground} s-line w1{'' if can else ' dash'}", 0, 0, w, 24, 4),
        draw.hatch("s-ink w1 tint", w, 24, 6) if used else "",
        draw.fitted_text("f-ink" if can else "f-faint", 4, 15.5, f"{rite.level} {name}", w - 8, 9),
    )
    return draw.card(rite.id, scene.headed(name, scene.named(building), state), *body)


def technology_cards(scene: Scene, width: float) -> tuple[str, float]:
    names = ", ".join(scene.named(id) for id in scene.view["technologies"]) or scene.say(
        Text.pgettext("convicted", "none yet")
    )
    words = scene.say(Text("Technologies: {names}", names=names))
    return draw.group(
        "found", words, draw.text_lines("f-ink", 0, 10, draw.wrapped(words, width, 9.5), 9.5)
    ), 23.0


def legend(scene: Scene, width: float, across: int = 3) -> tuple[str, float]:
    setting, step = scene.setting, width / across
    kinds = [*setting.troops, *setting.engines, *setting.foes]
    entries = [_legend_piece(scene, id, step) for id in kinds] + [
        _legend_building(scene, id, step) for id in BUILDINGS
    ]
    deep = -(-len(entries) // across)
    drawn = "".join(
        draw.at(i // deep * step, i % deep * 15.5, entry) for i, entry in enumerate(entries)
    )
    many = len(scene.view["house_values"])
    note = scene.say(Text("Numbers in {many} parts of this catalog are house values.", many=many))
    return drawn + (
        draw.text("f-faint", 0, deep * 15.5 + 11, note, 9) if many else ""
    ), deep * 15.5 + 14


def _legend_piece(scene: Scene, id: str, step: float) -> str:
    """A kind of unit or engine in the key."""
    engine, name = scene.setting.engines.get(id), capitalized(scene.named(id))
    foe = id in scene.setting.foes or (engine is not None and "defenders" not in engine.sides)
    edge = draw.rect("edge none", 0, 0, step - 4, 15, 4)
    return draw.piece(
        id,
        name,
        edge,
        token(scene, id, "", foe),
        draw.fitted_text("f-ink", 29, 11, name, step - 36, 9.5),
    )


def _legend_building(scene: Scene, id: str, step: float) -> str:
    """A building in the key."""
    shown = draw.at(13, 7.5, draw.path("none s-ink w2 round", BUILDING_SIGNS[id]), scale=0.85)
    return shown + draw.fitted_text("f-ink", 29, 11, capitalized(scene.named(id)), step - 36, 9.5)


GAP = 5.0


def step_in_words(scene: Scene) -> str:
    """The step and, in the assault, its round and stage."""
    view = scene.view
    now = PERIODS[view["step"]][1]
    if view["stage"]:
        name = scene.setting.values.stages[view["stage"] - 1].name
        now = Text(
            "{now}; round {round}, stage {stage}: {name}",
            now=now,
            round=view["round"],
            stage=view["stage"],
            name=name,
        )
    return capitalized(scene.say(now))


def heading(scene: Scene, width: float) -> tuple[str, float]:
    view = scene.view
    head = scene.say(
        Text("Scenario {scenario} · turn {turn}", scenario=view["scenario"], turn=view["turn"])
    )
    survived = scene.say(Text("{survived} turns survived", survived=view["survived"]))
    lines = draw.text_lines("f-accent", 0, 25, draw.wrapped(step_in_words(scene), width, 10), 10)
    return draw.text("f-ink b", 0, 11, head, 13) + draw.text(
        "f-ink end", width, 11, survived, 10
    ) + lines, 37.0


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


def stage_track(scene: Scene, width: float) -> tuple[str, float]:
    stages, now = scene.setting.values.stages, scene.view["stage"]
    unit, seen, parts = width / len(stages), set(), []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase_of(number)[0]]
        x, here = (number - 1) * unit, number == now
        if ground not in seen:
            seen.add(ground)
            parts.append(draw.text("f-faint", x + 1, 9, scene.say(words), 9))
        says = scene.headed(
            scene.say(Text("stage {number}", number=number)), stage.name.to(scene.lang)
        )
        box = draw.rect(
            f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}",
            x + 0.5,
            12,
            unit - 1,
            24,
            2,
        )
        figure = draw.text(f"f-ink mid{' b' if here else ''}", x + unit / 2, 28, number, 10.5)
        parts.append(
            draw.place(f"stage-{number}", says, box, figure, lang=scene.lang, changed=scene.changed)
        )
    return "".join(parts), 36.0


def stage_list(scene: Scene, width: float) -> tuple[str, float]:
    stages, now, high = scene.setting.values.stages, scene.view["stage"], 27.0
    deep, step, parts = -(-len(stages) // 2), (width + GAP) / 2, []
    for number, stage in enumerate(stages, 1):
        ground, words = _PHASES[phase_of(number)[0]]
        name, here = stage.name.to(scene.lang), number == now
        says = scene.headed(scene.say(Text("stage {number}", number=number)), name)
        bold, word = " b" if here else "", scene.say(words)
        first = number == 1 or phase_of(number)[0] != phase_of(number - 1)[0]
        named = first and draw.width(name, 13) + draw.width(word, 11) < step - GAP - 40
        body = (
            draw.rect(
                f"edge f-{ground} {'s-accent w3' if here else 's-line w1'}",
                0,
                0,
                step - GAP,
                high - 3,
                3,
            ),
            draw.text(f"f-ink end{bold}", 20, 16, number, 12),
            draw.fitted_text(f"f-ink{bold}", 27, 16, capitalized(name), step - GAP - 34, 11.5),
            draw.text("f-ink end", step - GAP - 6, 16, word, 11) if named else "",
        )
        box = draw.place(f"stage-{number}", says, *body, lang=scene.lang, changed=scene.changed)
        parts.append(draw.at((number - 1) // deep * step, (number - 1) % deep * high, box))
    return "".join(parts), deep * high - 3
