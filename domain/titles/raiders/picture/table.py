"""The board as a picture: the shores to raid, from the fortresses down to the harbours, then the
village and the two ships.

Places: sites and buildings by id, raid spaces as `SITE-NUMBER`, the opponent's scheme cards as
`reveal`, the tracks, the stack. Cards: offerings and the crew. Pieces: the dice of a raid as
`die-NUMBER`.
"""

from typing import Any

from domain.titles.drawing.layout import (
    LARGER,
    Fill,
    Layout,
    at_fixed_width,
    column,
    in_grid,
    larger,
)
from domain.titles.drawing.svg import (
    Shape,
    at,
    card,
    die,
    fitted_text,
    hatch,
    path,
    piece,
    rect,
    svg,
    text,
    text_lines,
    wrapped,
)
from domain.titles.kit import Text
from domain.titles.raiders.board import AUTOMA, PLAYER, TRIGGERS
from domain.titles.raiders.picture.pieces import Scene, goods_row, letters, pawn
from domain.titles.raiders.picture.ships import opponent, player, tracks, tracks_apart
from domain.titles.raiders.picture.shores import shores
from domain.titles.raiders.turn import NOW
from domain.titles.raiders.values import COLOUR_NAMES, PLUNDER

GAP = 5.0


def picture(scene: Scene, shape: Shape) -> str:
    """The board as an `<svg>` element, whose size depends on the catalog alone."""
    wide, high, body = LAYOUT.draw(scene, shape)
    name = scene.say(Text("Raiders of the North Sea, round {round}", round=scene.view["round"]))
    return svg(name, _description(scene), wide, high, body, lang=scene.lang, title="raiders")


def _description(scene: Scene) -> str:
    player, automa = (scene.view[side] for side in (PLAYER, AUTOMA))
    spaces = [space for site in scene.view["sites"].values() for space in site]
    left = sum(any(space[piece] for piece in PLUNDER) for space in spaces)
    mine, theirs = (f"{side['armour']} / {side['valkyries']}" for side in (player, automa))
    sentences = Text(
        "{now}. {left} raid spaces have plunder. Player: {player} VP, armour / Valkyries {mine}. "
        "Opponent: {opponent} VP, {theirs}."
    )
    points = {"player": player["points"], "opponent": automa["points"]}
    return scene.say(
        sentences.filled(
            {"now": _stage_text(scene), "left": left, "mine": mine, "theirs": theirs, **points}
        )
    )


def _stage_text(scene: Scene) -> str:
    stage = scene.view["stage"]
    if stage == "over":
        return scene.say(Text("The game is over"))
    words = NOW[stage].to(scene.lang)
    return words[:1].upper() + words[1:]


def _head(scene: Scene, width: float) -> tuple[str, float]:
    round, end, raid = scene.view["round"], scene.view["end"], scene.view["raid"]
    head = scene.say(Text.pgettext("raiders", "Round {round}", round=round))
    dice = raid["dice"] if raid else []
    parts = [
        text("f-ink b", 0, 13, head, 14),
        text_lines("f-faint", 0, 27, [_stage_text(scene)], 10),
    ]
    if end:
        last = scene.say(
            Text(
                "{left:turn|turns} left: {why}",
                left=end["turns_left"],
                why=TRIGGERS[end["trigger"]],
            )
        )
        parts.append(fitted_text("f-harm b", 80, 13, last, width - 84 - 33 * len(dice), 9.5))
    for i, value in enumerate(dice):
        says = scene.say(Text("Die {die}: {value}", die=i + 1, value=value))
        shown = rect("edge f-panel s-ink w1", 0, 0, 28, 28, 5) + die(2, 2, 24, value, "none")
        parts.append(at(width - (len(dice) - i) * 33, 0, piece(f"die-{i + 1}", says, shown)))
    return "".join(parts), 30.0


def _village(scene: Scene, width: float) -> tuple[str, float]:
    return _buildings(scene, width, across=4, margin=6, foot=2)


def _village_with_deals(scene: Scene, width: float) -> tuple[str, float]:
    return _buildings(scene, width, across=2, margin=3, foot=4, deals=True)


def _buildings(
    scene: Scene, width: float, across: int, margin: float, foot: float, deals: bool = False
) -> tuple[str, float]:
    buildings, step = list(scene.setting.values.buildings), (width + GAP) / across
    height = -(-len(buildings) // across) * 49 - GAP
    drawn = (_building(scene, id, step - GAP, deals) for id in buildings)
    surf = path("none s-water w3 round", "M0 2" + "q5 -5 10 0t10 0" * int(width / 20))
    ground = rect("f-leaf", -margin, 4, width + 2 * margin, height + 8)
    return ground + surf + in_grid(drawn, across, step, 49, y=8), height + 8 + foot


def _building(scene: Scene, id: str, w: float, deals: bool = False) -> str:
    here, using, printed = (
        scene.view["village"][id],
        scene.view["using"],
        scene.setting.values.buildings[id],
    )
    active, name = using is not None and using["building"] == id, scene.label(id)
    allowed = (
        " ".join(letters(scene.lang)[c] for c in printed.workers)
        if len(printed.workers) < 3
        else ""
    )
    parts = [
        rect(f"edge f-panel {'s-accent w3' if active else 's-line w1'}", 0, 0, w, 44, 5),
        at(1, 1, hatch("s-harm w2 tint", w - 2, 42)) if here["blocked"] else "",
        text_lines("f-ink", 4, 12, [name] if deals else wrapped(name, w - 5, 9.5), 9.5),
        pawn(here["worker"], w - 12, 33, scene.lang) if here["worker"] else "",
    ]
    if deals and not here["blocked"]:
        parts += [_deals(scene, id), text("f-faint end", w - 5, 12, allowed, 9.5)]
    else:
        note = scene.say(Text("forbidden")) if here["blocked"] else allowed
        parts.append(text("f-harm b" if here["blocked"] else "f-faint", 4, 40, note, 9.5))
    return scene.place(id, _building_description(scene, id, here), *parts)


def _deals(scene: Scene, id: str) -> str:
    parts, x = [], 3.0
    for deal in scene.setting.values.buildings[id].deals:
        for sign, goods in (("", deal.pay.parts()), ("→", deal.gain.parts())):
            if sign and deal.pay.parts():
                parts.append(text("f-faint", x, 33, sign, 10))
                x += 11
            parts.append(goods_row(tuple(goods), x, 29, scene.lang))
            x += 24 * len(goods)
        x += 6
    return "".join(parts)


def _building_description(scene: Scene, id: str, here: dict[str, Any]) -> str:
    printed, worker = scene.setting.values.buildings[id], here["worker"]
    stands = (
        scene.say(Text("a {worker} worker", worker=COLOUR_NAMES[worker]))
        if worker
        else scene.say(Text("empty"))
    )
    barred = scene.say(Text(", forbidden this turn")) if here["blocked"] else ""
    deals = [
        f"{deal.pay.in_words.to(scene.lang)} → {deal.gain.in_words.to(scene.lang)}"
        for deal in printed.deals
    ]
    open_to = " / ".join(COLOUR_NAMES[colour].to(scene.lang) for colour in printed.workers)
    sentences = {"stands": stands, "barred": barred, "open_to": open_to, "deals": ", ".join(deals)}
    return scene.say(
        Text(
            "{building}: {stands}{barred} ({open_to}). {deals}",
            building=scene.label(id),
            **sentences,
        )
    ).rstrip(". ")


def _offerings(scene: Scene, width: float) -> tuple[str, float]:
    shown, stack = scene.view["offerings"]["face_up"], scene.view["offerings"]["stack"]
    step = (width + GAP) / (scene.setting.values.offerings_face_up + 1)
    parts = [at(i * step, 0, _tile(scene, tile, step - GAP)) for i, tile in enumerate(shown)]
    words = scene.say(Text("{tiles} tiles left", tiles=stack))
    pile = (
        rect("edge f-shade s-line w1", 0, 0, step - GAP, 42, 5),
        text_lines(
            "f-ink", 6, 17, wrapped(scene.say(Text("Stack of offerings")), step - 14, 9.5), 9.5
        ),
        text("f-ink b end", step - GAP - 6, 38, stack, 11),
    )
    parts.append(at(width - step + GAP, 0, scene.place("stack", words, *pile)))
    return "".join(parts), 42.0


def _tile(scene: Scene, tile: dict[str, Any], w: float) -> str:
    cost, points = tile["cost"], scene.points(tile["points"])
    says = scene.say(
        Text(
            "Offering {id}: {cost} for {points}",
            id=tile["id"],
            cost=scene.amounts(cost),
            points=points,
        )
    )
    return card(
        tile["id"],
        says,
        rect("edge f-blood s-line w1", 0, 0, w, 42, 5),
        goods_row(tuple((what, n) for what, n in cost.items() if n), 2, 13, scene.lang, 26),
        text("f-ink", 6, 37, tile["id"], 9.5),
        text("f-ink b end", w - 6, 37, points, 11),
    )


LAYOUT = Layout(
    tall=(_head, shores, _village, tracks, _offerings, opponent, player),
    board=column(_head, shores),
    side=(
        Fill(),
        at_fixed_width(column(_village_with_deals, tracks_apart, _offerings, opponent), 348.0),
        Fill(),
    ),
    below=(larger(player),),
    aside=348 * LARGER,
)
