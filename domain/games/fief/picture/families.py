"""The families as a picture: purse, points, camp, stock, and their lords as cards with titles, marriages and captors."""

from __future__ import annotations

from typing import Any

from domain.drawing import svg as draw
from domain.games.fief import words
from domain.games.fief.board import TROOP_KINDS, Setting
from domain.games.fief.picture import icons as signs
from domain.games.fief.picture.sight import EDGE, WIDE, Sight, counted
from domain.rules.text import Text

_HEAD = 28
_CARD = 42
_ACROSS = 4
PANEL = _HEAD + _CARD + 8


def families_height(setting: Setting) -> float:
    """How high the families are together."""
    return len(setting.seats) * (PANEL + 4)


def families(sight: Sight) -> str:
    """All families in order of the seats."""
    return "".join(draw.at(0, (PANEL + 4) * row, _family(sight, seat)) for row, seat in enumerate(sight.setting.seats))


def _family(sight: Sight, seat: str) -> str:
    family, acting = sight.view["families"][seat], seat in sight.view["to_act"]
    lords = [id for id, lord in sight.view["lords"].items() if lord["family"] == seat and not lord["dead"]]
    dead = [id for id, lord in sight.view["lords"].items() if lord["family"] == seat and lord["dead"]]
    name = sight.family(seat)
    body = [
        draw.rect("edge f-panel " + ("s-accent w2" if acting else "s-line w1"), EDGE, 0, WIDE - 2 * EDGE, PANEL, 5),
        sight.arms(seat, 22, 15, 20),
        draw.snug("f-ink b", 36, 19, name, 56, 13),
        _amount("coin", family["purse"], 104),
        _amount("star", family["points"], 150, sight.say("VP", "PV")),
        _amount("mercenary", family["camp"], 206),
        draw.text("f-faint", 242, 19, sight.say("left", "reste"), 10),
        counted({kind: family["stock"][kind] for kind in TROOP_KINDS}, 270, 15, WIDE - EDGE - 274, 11),
    ]
    wide = (WIDE - 2 * EDGE - 12 - 4 * (max(_ACROSS, len(lords)) - 1)) / max(_ACROSS, len(lords))
    for at, id in enumerate(lords):
        body.append(draw.at(EDGE + 6 + at * (wide + 4), _HEAD, _lord(sight, id, wide)))
    if dead:
        names = "† " + ", ".join(sight.lord(id) for id in dead)
        free = EDGE + 6 + len(lords) * (wide + 4)
        if free < WIDE - 60:
            body.append(draw.rows("f-faint", free + 4, _HEAD + 12, draw.wrapped(names, WIDE - EDGE - free - 10, 10, 3), 10))
    return draw.seat(seat, _tell(sight, seat, lords, dead), *body, lang=sight.lang, changed=sight.changed)


def _amount(sign: str, number: int, x: float, unit: str = "") -> str:
    return signs.mark(sign, x, 15, 13) + draw.text("f-ink b", x + 10, 19.5, f"{number} {unit}".strip(), 12)


def _lord(sight: Sight, id: str, wide: float) -> str:
    """A lord or a lady as a card: name, titles as signs, ring or bars."""
    lord, card = sight.view["lords"][id], sight.setting.lords.get(id)
    held = bool(lord["captor"])
    sex = "lady" if card and card.sex == "lady" else "man"
    body = [
        draw.rect("edge " + ("f-shade s-ink w1 dash" if held else "f-gold s-ink w1"), 0, 0, wide, _CARD, 4),
        signs.mark("bars" if held else sex, 11, 12, 13),
        draw.snug("f-ink", 21, 16, sight.lord(id), wide - 24, 11),
    ]
    x = 5.0
    marks: list[tuple[str, str]] = [_title(sight, title) for title in lord["titles"]]
    if lord["spouse"]:
        marks.append(("ring", ""))
    step = min(19.0, (wide - 10 - (20 if held else 0)) / max(len(marks), 1))
    for sign, number in marks:
        body.append(signs.mark(sign, x + 6.5, 31, 13, "none s-ink w1" if sign == "fief" else "f-ink"))
        inside = sign == "fief"
        if number and (inside or step > 16):  # its title says all where there is no room
            body.append(draw.text("f-ink b" + (" mid" if inside else ""), x + (6.5 if inside else 13), 34.5, number, 10))
        x += step
    if not marks and not held:
        body.append(draw.snug("f-ink", 7, 34, sight.place(lord["place"]), wide - 12, 10))
    if held and lord["captor"] in sight.setting.seats:
        body.append(sight.arms(lord["captor"], wide - 11, 31, 16))
    return draw.card(id, _tell_lord(sight, id), *body, seat=lord["family"])


def _title(sight: Sight, id: str) -> tuple[str, str]:
    """A title's sign, and the number of its fief or diocese."""
    card = sight.setting.titles.get(id)
    if card is None:
        return "fief", "?"
    number = id.rpartition("-")[2]
    return card.kind, number if number.isdigit() else ""


def _tell_lord(sight: Sight, id: str) -> str:
    lord = sight.view["lords"][id]
    parts = [sight.title(t) for t in lord["titles"]]
    if lord["spouse"]:
        parts.append(sight.say(f"married to {sight.lord(lord['spouse'])}", f"époux ou épouse de {sight.lord(lord['spouse'])}"))
    if lord["captor"]:
        parts.append(sight.say(f"captive of {sight.family(lord['captor'])}", f"captif de {sight.family(lord['captor'])}"))
    else:
        parts.append(sight.say(f"in {sight.place(lord['place'])}", f"à {sight.place(lord['place'])}"))
    if lord["guard"]["knight"] or lord["guard"]["sergeant"]:
        guard = {f"guard_{kind}": count for kind, count in lord["guard"].items()}
        parts.append(words.counts(**guard).to(sight.lang))
    return sight.colon(sight.lord(id), ", ".join(parts))


def _tell(sight: Sight, seat: str, lords: list[str], dead: list[str]) -> str:
    family: dict[str, Any] = sight.view["families"][seat]
    points = Text(f"{family['points']} VP", f"{family['points']} PV")
    parts = [words.ecus(family["purse"]), points, words.count(family["camp"], "mercenary")]
    said = [part.to(sight.lang) for part in parts]
    if lords:
        said.append(sight.say("lords ", "seigneurs ") + ", ".join(sight.lord(id) for id in lords))
    if dead:
        said.append(sight.say("dead ", "morts ") + ", ".join(sight.lord(id) for id in dead))
    return sight.colon(sight.family(seat), ", ".join(said))
