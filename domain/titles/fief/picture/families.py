"""The families as a picture: purse, points, camp, stock, and their lords as cards with titles,
marriages and captors."""

from typing import Any

from domain.kernel.text import Text
from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.fief import words
from domain.titles.fief.board import TROOP_KINDS
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.scene import EDGE, WIDE, FiefScene, troop_signs

_HEAD = 28
_LINES_HEAD = 48
_CARD = 42
_ACROSS = 4
PANEL = _HEAD + _CARD + 8


def family_column(scene: FiefScene, wide: float, high: float) -> str:
    seats, room = scene.setting.seats, wide - EDGE
    rows = max(1, min(2, int((high / len(seats) - 4 - _LINES_HEAD - 6) // (_CARD + 4))))
    panel = _LINES_HEAD + rows * (_CARD + 4) + 4
    drawn = (_side_panel(scene, seat, room, panel, rows) for seat in seats)
    return in_grid(drawn, 1, 0, panel + 4)


def families(scene: FiefScene, _: float) -> tuple[str, float]:
    seats = scene.setting.seats
    drawn = (_family(scene, seat) for seat in seats)
    return in_grid(drawn, 1, 0, PANEL + 4), len(seats) * (PANEL + 4.0)


def _family(scene: FiefScene, seat: str) -> str:
    family, acting = scene.view["families"][seat], seat in scene.view["to_act"]
    lords, dead = _lords_of(scene, seat)
    name = scene.family(seat)
    body = [
        draw.rect(
            "edge f-panel " + ("s-accent w2" if acting else "s-line w1"),
            EDGE,
            0,
            WIDE - 2 * EDGE,
            PANEL,
            5,
        ),
        scene.arms(seat, 22, 15, 20),
        draw.fitted_text("f-ink b", 36, 19, name, 56, 13),
        _amount("coin", family["purse"], 104),
        _amount("star", family["points"], 150, scene.say(Text("VP"))),
        _amount("mercenary", family["camp"], 206),
        draw.text("f-faint", 242, 19, scene.say(Text("left")), 10),
        troop_signs(
            {kind: family["stock"][kind] for kind in TROOP_KINDS}, 270, 15, WIDE - EDGE - 274, 11
        ),
    ]
    wide = (WIDE - 2 * EDGE - 12 - 4 * (max(_ACROSS, len(lords)) - 1)) / max(_ACROSS, len(lords))
    cards = (_lord(scene, id, wide) for id in lords)
    body.append(in_grid(cards, max(1, len(lords)), wide + 4, 0, EDGE + 6, _HEAD))
    if dead:
        names = "† " + ", ".join(scene.lord(id) for id in dead)
        free = EDGE + 6 + len(lords) * (wide + 4)
        if free < WIDE - 60:
            body.append(
                draw.text_lines(
                    "f-faint",
                    free + 4,
                    _HEAD + 12,
                    draw.wrapped(names, WIDE - EDGE - free - 10, 10, 3),
                    10,
                )
            )
    return draw.seat(
        seat,
        _family_description(scene, seat, lords, dead),
        *body,
        lang=scene.lang,
        changed=scene.changed,
    )


def _side_panel(scene: FiefScene, seat: str, wide: float, high: float, rows: int) -> str:
    family, acting = scene.view["families"][seat], seat in scene.view["to_act"]
    lords, dead = _lords_of(scene, seat)
    stock = {kind: family["stock"][kind] for kind in TROOP_KINDS}
    left = scene.say(Text("left"))
    body = [
        draw.rect(
            "edge f-panel " + ("s-accent w2" if acting else "s-line w1"), 0, 0, wide, high, 5
        ),
        scene.arms(seat, 16, 15, 20),
        draw.fitted_text("f-ink b", 31, 19, scene.family(seat), wide - 176, 13),
        _amount("coin", family["purse"], wide - 132),
        _amount("star", family["points"], wide - 74, scene.say(Text("VP"))),
        draw.at(0, 20, _amount("mercenary", family["camp"], 16)),
        draw.text("f-faint", 58, 39, left, 11),
        troop_signs(stock, 64 + draw.width(left, 11), 35, 130, 11.5),
    ]
    least = _ACROSS if rows == 1 else _ACROSS - 1
    across = max(least, -(-len(lords) // rows))
    step, tall = (wide - 12 + 4) / across, rows > 1 and len(lords) <= least
    height = rows * (_CARD + 4) - 4 if tall else _CARD
    cards = (_lord(scene, id, step - 4, height, 11) for id in lords)
    body.append(in_grid(cards, across, step, _CARD + 4, 6, _LINES_HEAD))
    if dead:
        names = "† " + ", ".join(scene.lord(id) for id in dead)
        body.append(
            draw.fitted_text(
                "f-faint",
                74 + draw.width(left, 11) + 126,
                39,
                names,
                wide - 206 - draw.width(left, 11),
                11,
            )
        )
    return draw.seat(
        seat,
        _family_description(scene, seat, lords, dead),
        *body,
        lang=scene.lang,
        changed=scene.changed,
    )


def _lords_of(scene: FiefScene, seat: str) -> tuple[list[str], list[str]]:
    """A family's lords: the living, and the dead."""
    own = [(id, lord["dead"]) for id, lord in scene.view["lords"].items() if lord["family"] == seat]
    return [id for id, dead in own if not dead], [id for id, dead in own if dead]


def _amount(sign: str, number: int, x: float, unit: str = "") -> str:
    return signs.sign_drawing(sign, x, 15, 13) + draw.text(
        "f-ink b", x + 10, 19.5, f"{number} {unit}".strip(), 12
    )


def _lord(scene: FiefScene, id: str, wide: float, high: float = _CARD, small: float = 10) -> str:
    """A lord or lady as a card: name, signs of titles, a ring if married, bars if captive. A high
    card also shows the title's name, a narrow one has no sign for man or lady. `small`: the size of
    its small letters."""
    lord, card = scene.view["lords"][id], scene.setting.lords.get(id)
    held, left = bool(lord["captor"]), 21 if wide >= 72 else 0
    sex = "lady" if card and card.sex == "lady" else "man"
    body = [
        draw.rect(
            "edge " + ("f-shade s-ink w1 dash" if held else "f-gold s-ink w1"), 0, 0, wide, high, 4
        ),
        signs.sign_drawing("bars" if held else sex, 11, 12, 13) if left else "",
        draw.fitted_text("f-ink", left or 5, 16, scene.lord(id), wide - (left + 3 or 8), 11),
    ]
    x = 5.0
    marks: list[tuple[str, str]] = [_title_sign(scene, title) for title in lord["titles"]]
    if lord["spouse"]:
        marks.append(("ring", ""))
    step = min(
        1.9 * small + 5 * (small > 10), (wide - 10 - (20 if held else 0)) / max(len(marks), 1)
    )
    for sign, number in marks:
        body.append(
            signs.sign_drawing(
                sign, x + 6.5, 31, 13, "none s-ink w1" if sign == "fief" else "f-ink"
            )
        )
        inside = sign == "fief"
        if number and (inside or step > 16):  # its title says all where there is no room
            body.append(
                draw.text(
                    "f-ink b" + (" mid" if inside else ""),
                    x + (6.5 if inside else 13),
                    34.5,
                    number,
                    small,
                )
            )
        x += step
    if high > _CARD:
        lines = _where_and_spouse(scene, id)
        body += [
            draw.fitted_text("f-ink", 7, 56 + 15 * at, word, wide - 12, 11)
            for at, word in enumerate(lines)
        ]
        guard = {f"guard_{kind}": count for kind, count in lord["guard"].items() if count}
        body.append(troop_signs(guard, 6, 52 + 15 * len(lines), wide - 12, 11.5))
    elif not marks and not held:
        body.append(draw.fitted_text("f-ink", 7, 34, scene.place(lord["place"]), wide - 12, small))
    if held and lord["captor"] in scene.setting.seats:
        body.append(scene.arms(lord["captor"], wide - 11, 31, 16))
    return draw.card(id, _lord_description(scene, id), *body, seat=lord["family"])


def _where_and_spouse(scene: FiefScene, id: str) -> list[str]:
    lord = scene.view["lords"][id]
    lines = [scene.family(lord["captor"]) if lord["captor"] else scene.place(lord["place"])]
    return [*lines, f"⚭ {scene.lord(lord['spouse'])}"] if lord["spouse"] else lines


def _title_sign(scene: FiefScene, id: str) -> tuple[str, str]:
    """The kind of a title, and the number to write on its sign."""
    if (card := scene.setting.titles.get(id)) is None:
        return "fief", "?"
    number = id.rpartition("-")[2]
    return card.kind, number if number.isdigit() else ""


def _lord_description(scene: FiefScene, id: str) -> str:
    lord = scene.view["lords"][id]
    parts = [scene.title(t) for t in lord["titles"]]
    if lord["spouse"]:
        parts.append(scene.say(Text("married to {lord}", lord=scene.lord(lord["spouse"]))))
    if lord["captor"]:
        parts.append(scene.say(Text("captive of {family}", family=scene.family(lord["captor"]))))
    else:
        parts.append(scene.say(Text("in {place}", place=scene.place(lord["place"]))))
    if lord["guard"]["knight"] or lord["guard"]["sergeant"]:
        guard = {f"guard_{kind}": count for kind, count in lord["guard"].items()}
        parts.append(words.counts(**guard).to(scene.lang))
    return scene.colon(scene.lord(id), ", ".join(parts))


def _family_description(scene: FiefScene, seat: str, lords: list[str], dead: list[str]) -> str:
    family: dict[str, Any] = scene.view["families"][seat]
    points = Text("{points} VP", points=family["points"])
    parts = [words.ecus(family["purse"]), points, words.count(family["camp"], "mercenary")]
    sentences = [part.to(scene.lang) for part in parts]
    if lords:
        sentences.append(scene.say(Text("lords ")) + ", ".join(scene.lord(id) for id in lords))
    if dead:
        sentences.append(scene.say(Text("dead ")) + ", ".join(scene.lord(id) for id in dead))
    return scene.colon(scene.family(seat), ", ".join(sentences))
