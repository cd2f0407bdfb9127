"""The session as a picture: the turn, the matter at hand, the villages fief by fief, the families
with their lords.

Drawn from the view alone: a bid that the view keeps from its audience is a closed hand here too.
"""

from typing import Any

from domain.kernel.text import Lang
from domain.titles.drawing import svg as draw
from domain.titles.fief import words
from domain.titles.fief.board import TURN, Setting
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.families import columns, families, families_height
from domain.titles.fief.picture.map import map_size, realm
from domain.titles.fief.picture.matter import MATTER, matter
from domain.titles.fief.picture.places import places, places_height
from domain.titles.fief.picture.sight import EDGE, KINDS, WIDE, Sight, sight_of
from domain.titles.fief.values import Ground
from domain.titles.kit import Text

_HEAD = 46
_FOOT = 22
_WALLS: tuple[tuple[Ground, float], ...] = (("castle", 16), ("city", 36))
_LARGER = 1.1
"""How much larger than on a phone the matter at hand is drawn on a screen."""


def picture(
    setting: Setting,
    view: dict[str, Any],
    lang: Lang,
    changed: draw.Changed = draw.NOTHING,
    shape: draw.Shape = draw.TALL,
) -> str:
    sight = sight_of(setting, view, lang, changed)
    says = headline(sight)
    wide, high, body = _wide(sight) if shape == draw.WIDE else _tall(sight)
    title = draw.snug("f-ink b", EDGE + 2, 20, says, wide - 2 * EDGE - 4, 14)
    name = sight.say(Text("Fief: France 1429, tactical expansion"))
    purses = [
        sight.colon(sight.family(seat), _owns(sight, family))
        for seat, family in view["families"].items()
    ]
    tells = f"{says}. {'. '.join(purses)}."
    return draw.svg(
        name, tells, wide, high, title, _phases(sight, wide), *body, lang=lang, title="fief"
    )


def _owns(sight: Sight, family: dict[str, Any]) -> str:
    return sight.say(
        Text("{purse}, {points} VP", purse=words.ecus(family["purse"]), points=family["points"])
    )


def _tall(sight: Sight) -> tuple[float, float, list[str]]:
    villages = _HEAD + MATTER + 4
    lower = villages + places_height(sight.setting) + 4
    high = lower + families_height(sight.setting) + _FOOT
    body = [
        draw.at(0, _HEAD, matter(sight)),
        draw.at(0, villages, places(sight)),
        draw.at(0, lower, families(sight)),
        draw.at(0, high - _FOOT, _legend(sight)),
    ]
    return WIDE, high, body


def _wide(sight: Sight) -> tuple[float, float, list[str]]:
    wide, high = float(draw.WIDTHS[draw.WIDE]), float(draw.HIGH)
    across, deep = map_size(sight.setting)
    matters = MATTER * _LARGER
    scale = min(1.0, (high - _HEAD - matters - 8) / deep)
    below = _HEAD + deep * scale + 4
    aside = EDGE + across + EDGE
    body = [
        draw.at(EDGE + across * (1 - scale) / 2, _HEAD, realm(sight), scale=scale),
        draw.at(EDGE * (1 - _LARGER), below, matter(sight), scale=_LARGER),
        draw.at(EDGE + (WIDE - 2 * EDGE) * _LARGER + 14, below + 4, _key(sight)),
        draw.at(aside, _HEAD, columns(sight, wide - aside - EDGE, high - _HEAD - EDGE)),
    ]
    return wide, below + matters + 4, body


def headline(sight: Sight) -> str:
    view = sight.view
    phase = words.PHASES[view["phase"]].to(sight.lang)
    over = view["ending"] or not view["to_act"]
    who = sight.say(Text("the session is over")) if over else sight.families(view["to_act"])
    return sight.say(Text("Turn {turn} · {phase} · {who}", turn=view["turn"], phase=phase, who=who))


def _phases(sight: Sight, wide: float) -> str:
    step, now = (wide - 2 * EDGE) / len(TURN), sight.view["phase"]
    done = TURN.index(now) if now in TURN else -1
    bars = []
    for at, phase in enumerate(TURN):
        cls = "f-accent" if at == done else "f-line" if at < done else "f-shade"
        says = words.PHASES[phase].to(sight.lang)
        bars.append(
            draw.group(
                "phase",
                says,
                draw.rect(cls, EDGE + at * step + 1, 30, step - 2, 8 if at == done else 6, 2),
            )
        )
    return "".join(bars)


def _legend(sight: Sight) -> str:
    parts, x = [], EDGE + 4.0
    named = [(kind, words.kind(kind).to(sight.lang)) for kind in KINDS]
    gap = max(
        4.0,
        (WIDE - 2 * EDGE - 8 - sum(15 + draw.width(word, 10) for _, word in named))
        / (len(named) - 1),
    )
    for kind, word in named:
        parts.append(signs.mark(kind, x + 6, 8, 12) + draw.text("f-faint", x + 15, 12, word, 10))
        x += 15 + draw.width(word, 10) + gap
    return "".join(parts)


def _key(sight: Sight) -> str:
    marks = [(signs.mark(kind, 7, 0, 13), words.kind(kind).to(sight.lang)) for kind in KINDS]
    marks += [
        (draw.at(0, 5, signs.wall(fort, wide)), words.GROUNDS[fort].to(sight.lang))
        for fort, wide in _WALLS
    ]
    marks.append((signs.mark("bishop", 7, 0, 11, "f-faint"), sight.say(Text("diocese"))))
    marks.append((signs.mark("plague", 7, 0, 12), sight.say(Text("plague"))))
    lines = (
        draw.at(0, 8 + 19 * at, mark, draw.text("f-faint", 42, 4, word, 12))
        for at, (mark, word) in enumerate(marks)
    )
    return "".join(lines)
