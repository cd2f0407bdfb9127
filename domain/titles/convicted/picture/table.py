"""The fortress under siege as a picture: the tracks of turn and stage, the battlefield, the heroes,
the rites, and a key.

Places: sections and buildings by id, the `city`, slots of the ring as `slot-N1`, zones as
`N-assault`, both zones of a side as `side-N`, stages as `stage-9`. Cards: heroes, spells and
blessings by id. Pieces: squads as `N-0`, resources, and in the key every kind of unit and engine by
id.
"""

from functools import partial
from typing import Any

from domain.kernel.text import Lang
from domain.titles.convicted.board import ENEMY, Setting
from domain.titles.convicted.field import RESOURCES, capitalized
from domain.titles.convicted.picture.cards import (
    heading,
    heroes,
    legend,
    rite_cards,
    stage_list,
    stage_track,
    step_in_words,
    technology_cards,
    turn_track,
)
from domain.titles.convicted.picture.map import HEIGHT, battlefield_map
from domain.titles.convicted.picture.pieces import Scene, token_letters
from domain.titles.convicted.values import RESOURCE_NAMES
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import Layout, larger
from domain.titles.kit import Text


def picture(
    setting: Setting,
    view: dict[str, Any],
    lang: Lang,
    changed: draw.Changed = draw.NOTHING,
    shape: draw.Shape = draw.TALL,
) -> str:
    scene = Scene(setting, view, lang, changed, token_letters(setting, lang))
    wide, high, body = LAYOUT.draw(scene, shape)
    name = scene.say(
        Text(
            "The Convicted, scenario {scenario}, turn {turn}",
            scenario=view["scenario"],
            turn=view["turn"],
        )
    )
    return draw.svg(name, _description(scene), wide, high, body, lang=lang, title="convicted")


def _description(scene: Scene) -> str:
    view = scene.view
    ours = sum(
        sum(stack.values())
        for stack in (view["city"], *(s["units"] for s in view["sections"].values()))
    )
    zones = [front[zone] for front in view["fronts"].values() for zone in ("deployment", "assault")]
    squads = [
        squad["units"] for section in view["sections"].values() for squad in section["squads"]
    ]
    theirs = sum(sum(stack.values()) for stack in (*zones, *squads, view["inside"]))
    inside = sum(view["inside"].values())
    sentences = Text("{now}. {ours} defenders, {theirs} enemies, {inside} of them in the city.")
    return scene.say(
        sentences.filled(
            {"now": step_in_words(scene), "ours": ours, "theirs": theirs, "inside": inside}
        )
    )


# -- the battlefield and the corners of the board --------------------------------------------------


def _battlefield(scene: Scene, _: float) -> tuple[str, float]:
    low = HEIGHT - 64
    corners = (
        (0, 0, _enemy(scene)),
        (290, 0, _counter(scene)),
        (0, low, _bank(scene)),
        (290, low, _deck(scene)),
    )
    return battlefield_map(scene) + "".join(draw.at(x, y, drawn) for x, y, drawn in corners), HEIGHT


def _corner(head: str, cls: str = "s-line w1") -> str:
    """The frame and heading of a panel in a corner of the battlefield."""
    return draw.rect(f"edge f-panel {cls}", 0, 0, 58, 64, 4) + draw.fitted_text(
        "f-ink b", 4, 11, head, 50, 9
    )


def _enemy(scene: Scene) -> str:
    view = scene.view
    morale = "–" if view["morale"] is None else view["morale"]
    slain, name = view["slain"], scene.setting.name(ENEMY).to(scene.lang)
    says = scene.headed(
        name,
        scene.say(Text("morale {morale}", morale=morale)),
        scene.say(Text("{slain} slain this turn", slain=slain)),
    )
    body = (
        _corner(name, "s-accent w3" if ENEMY in view["to_act"] else "s-harm w1"),
        draw.text("f-faint", 4, 27, scene.say(Text("morale")), 9),
        draw.text("f-harm b end", 53, 30, morale, 15),
        draw.text("f-faint", 4, 45, scene.say(Text.pgettext("picture", "slain")), 9),
        draw.text("f-ink b end", 53, 46, slain, 11),
        draw.text("f-faint", 4, 59, scene.say(Text("in box")), 9),
        draw.text("f-ink end", 53, 59, view["box"]["enemies"], 10),
    )
    return draw.seat(ENEMY, says, *body, lang=scene.lang, changed=scene.changed)


def _counter(scene: Scene) -> str:
    used, most = scene.view["counter"], scene.setting.values.sharing.actions
    says = scene.say(Text("{used} of {most} actions used", used=used, most=most))
    step = min(12.5, 50 / -(-most // 3))
    pips = (
        draw.rect(
            f"f-{'seat0' if i < used else 'paper'} s-ink w1",
            4.5 + i // 3 * step,
            18 + i % 3 * 12,
            step - 2.5,
            9.5,
            2,
        )
        for i in range(most)
    )
    body = (_corner("Actions"), *pips, draw.text("f-ink b end", 53, 61, f"{used}/{most}", 9))
    return draw.place("actions", says, *body, lang=scene.lang, changed=scene.changed)


_GROUNDS = {"wood": "earth", "stone": "stone", "iron": "iron", "gold": "gold"}


def _bank(scene: Scene) -> str:
    stock, open_to = scene.view["stock"], scene.view["available"]
    parts = []
    for i, id in enumerate(RESOURCES):
        name = RESOURCE_NAMES[id].to(scene.lang)
        there = id in open_to
        says = scene.headed(
            name, str(stock[id]), "" if there else scene.say(Text("not available yet"))
        )
        body = (
            draw.rect(
                f"edge f-{_GROUNDS[id]} s-line w1{'' if there else ' dash'}", 0, 0, 27, 23, 3
            ),
            draw.text("f-ink mid", 13.5, 9.5, draw.cut_to_width(capitalized(name), 27, 9), 9),
            draw.text("f-ink b mid", 13.5, 20, stock[id], 11),
        )
        parts.append(draw.at(1.5 + i % 2 * 28, 15 + i // 2 * 24.5, draw.piece(id, says, *body)))
    names = ", ".join(f"{stock[id]} {RESOURCE_NAMES[id].to(scene.lang)}" for id in RESOURCES)
    head = scene.say(Text("Bank"))
    return draw.place(
        "bank",
        scene.headed(head, names),
        _corner(head),
        *parts,
        lang=scene.lang,
        changed=scene.changed,
    )


def _deck(scene: Scene) -> str:
    deck, sheets = scene.view["technology_deck"], scene.view["sheets"]
    head = scene.say(Text.pgettext("picture", "Research"))
    body = (
        _corner(head),
        draw.rect("f-shade s-line w1", 9, 18, 22, 28, 3),
        draw.rect("f-water s-ink w1", 6, 16, 22, 28, 3),
        draw.text("f-ink b mid", 17, 34, deck, 11),
        draw.text("f-faint", 4, 59, scene.say(Text("sheets")), 9),
        draw.text("f-ink end", 53, 59, sheets, 10),
    )
    says = scene.say(
        Text("{deck} technology cards left, {sheets} save sheets used", deck=deck, sheets=sheets)
    )
    return draw.place("research", says, *body, lang=scene.lang, changed=scene.changed)


LAYOUT = Layout(
    tall=(
        heading,
        turn_track,
        stage_track,
        _battlefield,
        heroes,
        rite_cards,
        technology_cards,
        legend,
    ),
    board=_battlefield,
    side=(
        larger(heading),
        larger(turn_track),
        stage_list,
        larger(partial(heroes, across=2), 1.35),
        larger(rite_cards),
        larger(technology_cards),
    ),
    below=(larger(partial(legend, across=6)),),
)
