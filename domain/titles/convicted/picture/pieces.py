"""The pieces of The Convicted as small drawings: troops and engines with their number and two
letters, which a key explains; the city's buildings; the masonry of the fortifications."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.text import Lang
from domain.titles.convicted.board import Setting
from domain.titles.convicted.field import capitalized
from domain.titles.drawing import svg as draw
from domain.titles.kit import Text

ACROSS, DOWN = 24.5, 15.0
"""What a token takes up, with its margin."""
NARROW = 19.0


class Scene(NamedTuple):
    """The data of a picture. `lang`: the reader's language; `codes`: by kind of unit or engine, the
    two letters on its tokens."""

    setting: Setting
    view: Mapping[str, Any]
    lang: Lang
    changed: draw.Changed
    codes: Mapping[str, str]

    def say(self, text: Text) -> str:
        return text.to(self.lang)

    def named(self, id: str) -> str:
        return self.setting.named(id).to(self.lang)

    def listed(self, stack: Mapping[str, int]) -> str:
        return ", ".join(
            f"{count} × {self.named(unit)}" for unit, count in stack.items()
        ) or self.say(Text("nobody"))

    def headed(self, head: str, *rest: str) -> str:
        """A head with a capital, a colon, and the other texts that are not empty."""
        return self.say(
            Text("{head}: {rest}", head=capitalized(head), rest=", ".join(filter(None, rest)))
        )


# -- troops and engines ----------------------------------------------------------------------------

_SMALL_WORDS = frozenset(("de", "des", "du", "d", "of", "the", "la", "le", "l"))


def token_letters(setting: Setting, lang: Lang) -> dict[str, str]:
    """Two distinct letters for each kind of unit and engine, in one language: the name's initials,
    or other letters of the name if another kind has these."""
    results: dict[str, str] = {}
    taken: set[str] = set()
    for id in (*setting.troops, *setting.engines, *setting.foes):
        code = next(
            code
            for code in _possible_letters(setting.named(id).to(lang))
            if code.casefold() not in taken
        )
        taken.add(code.casefold())
        results[id] = code
    return results


def _possible_letters(name: str) -> Iterator[str]:
    words = [
        word for word in re.split(r"[^\w]+", name) if word and word.casefold() not in _SMALL_WORDS
    ] or ["?"]
    first = words[0][0].upper()
    yield from (first + word[0].upper() for word in words[1:])
    yield from (first + letter for word in (*words[1:], words[0][1:]) for letter in word.lower())
    yield from (f"{letter}{n}" for letter in (first, *"XYZ") for n in range(10))
    yield from map(str, range(1000))


_CUT = "M4.5 1H20L23.5 4.5V10.5L20 14H4.5L1 10.5V4.5Z"


def token(scene: Scene, unit: str, count: int | str, foe: bool) -> str:
    """A token for `count` pieces of one kind: round for troops, square for engines, with cut
    corners for the enemy (`foe`)."""
    engine = unit in scene.setting.engines
    if foe:
        shape = draw.path(f"f-{'fire' if engine else 'blood'} s-harm w1", _CUT)
    else:
        shape = draw.rect(
            f"f-{'earth' if engine else 'panel'} s-ink w1", 1, 1, 22.5, 13, 0 if engine else 6
        )
    return shape + _token_text("f-ink", f"{count}{scene.codes.get(unit, unit[:2])}")


def squad_token(number: int, count: int) -> str:
    return draw.path("edge f-harm s-panel w1", _CUT) + _token_text("f-paper", f"{number}:{count}")


def _token_text(cls: str, words: str) -> str:
    if len(words) > 3:
        return draw.fitted_text(f"{cls} b", 3, 10.8, words, 18.5, 9)
    return draw.text(f"{cls} mid b", 12.3, 10.8, words, 9)


def tokens(scene: Scene, stack: Mapping[str, int], foe: bool) -> list[str]:
    order = {unit: i for i, unit in enumerate(scene.codes)}
    return [
        token(scene, unit, stack[unit], foe)
        for unit in sorted(stack, key=lambda unit: order.get(unit, len(order)))
    ]


def crowd_tokens(
    scene: Scene, stack: Mapping[str, int], x: float, y: float, w: float, h: float
) -> str:
    """The enemies in a space too small for many tokens: a token for each kind if they fit, else one
    token with their total."""
    step = NARROW if w < ACROSS else ACROSS
    kinds = [(scene.codes.get(unit, unit[:2]), count) for unit, count in stack.items()]
    if len(kinds) > int(w / step) * int(h / DOWN):
        kinds = [("", sum(stack.values()))]
    across = max(1, int(w / step))
    return "".join(
        draw.at(x + i % across * step, y + i // across * DOWN, _small_token(f"{count}{code}", step))
        for i, (code, count) in enumerate(kinds)
    )


def _small_token(words: str, wide: float) -> str:
    cut = f"M4.5 1H{wide - 4.5:g}L{wide - 1:g} 4.5V10.5L{wide - 4.5:g} 14H4.5L1 10.5V4.5Z"
    return draw.path("f-blood s-harm w1", cut) + draw.at(
        wide / 2, 10.8, _centred("f-ink b", words, wide - 4)
    )


def _centred(cls: str, words: str, room: float) -> str:
    wide = draw.width(words, 9 * 1.12)
    return (
        draw.text(f"{cls} mid", 0, 0, words, 9)
        if wide <= room
        else draw.fitted_text(cls, -room / 2, 0, words, room, 9)
    )


def tokens_in_rows(drawn: Iterable[str], x: float, y: float, w: float, h: float) -> str:
    """Drawn tokens in rows within a box, scaled down until they fit."""
    pieces = list(drawn)
    scale = next(
        s
        for s in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
        if s == 0.1 or _tokens_that_fit(w, h, s) >= len(pieces)
    )
    across = max(1, int(w / (ACROSS * scale)))
    return "".join(
        draw.at(x + i % across * ACROSS * scale, y + i // across * DOWN * scale, piece, scale=scale)
        for i, piece in enumerate(pieces)
    )


def _tokens_that_fit(w: float, h: float, scale: float) -> int:
    """How many tokens fit in a box at a scale."""
    return int(w / (ACROSS * scale)) * int(h / (DOWN * scale))


# -- the city and its walls ------------------------------------------------------------------------

BUILDING_SIGNS = {
    "barracks": "M-6 6L5 -5M2 -6.5L6.5 -2M6 6L-5 -5M-2 -6.5L-6.5 -2",
    "keep": "M-5 7V-6H-2.5V-3.5H-1V-6H1V-3.5H2.5V-6H5V7ZM-1.5 7V2.5H1.5V7",
    "workshop": "M-5 -6H3L6 -3H-5ZM-1 -3V7",
    "library": "M0 -4Q-3 -6.5 -7 -5V5Q-3 3.5 0 6Q3 3.5 7 5V-5Q3 -6.5 0 -4V6",
    "mage-tower": "M0 -7L1.8 -2.2L7 -2.2L2.8 .9L4.4 6L0 3L-4.4 6L-2.8 .9L-7 -2.2L-1.8 -2.2Z",
    "chapel": "M-1.4 -7H1.4V-4H4.5V-1.2H1.4V7H-1.4V-1.2H-4.5V-4H-1.4Z",
}

GROUNDS = ("paper", "earth", "earth", "stone", "stone", "stone")
"""The material of a fortification by level: the fill colour for a barrier, for wood (levels 1 and
2) and for stone."""


def masonry(level: int, w: float, h: float) -> str:
    """The lines on a fortification's ground: planks or courses by level."""
    if level == 1:
        lines = "".join(f"M{x} 2V{h - 2:g}" for x in range(6, int(w), 6))
    elif level == 2:
        lines = "".join(f"M2 {y}H{w - 2:g}" for y in range(7, int(h), 7))
    elif level > 2:
        courses = "".join(f"M1 {y}H{w - 1:g}" for y in range(9, int(h), 9))
        joints = (
            f"M{x} {y}v-9"
            for y in range(9, int(h) + 9, 9)
            for x in range(8 if y % 2 else 16, int(w), 16)
            if y < h
        )
        lines = courses + "".join(joints)
    else:
        lines = f"M4 {h - 14:g}H{w - 4:g}M4 14H{w - 4:g}" if level == 0 else ""
    return draw.path("none s-line w1 tint", lines) if lines else ""


def rim(section: str, level: int, w: float, h: float) -> str:
    """The top of a fortification along its outer sides: hoardings at level 4, machicolations at
    level 5; empty below."""
    if level < 4:
        return ""
    strips = [(side, w if side in "NS" else h) for side in section]
    parts = []
    for side, length in strips:
        step = 8 if level > 4 else int(length)
        for start in range(0, int(length) - (3 if level > 4 else 0), step):
            long = 5.0 if level > 4 else length
            x, y = {"N": (start, -2), "S": (start, h - 3), "W": (-2, start), "E": (w - 3, start)}[
                side
            ]
            across = side in "NS"
            parts.append(
                f"M{x:g} {y:g}h{long if across else 5:g}v{5 if across else long:g}h{-(long if across else 5):g}z"
            )
    return draw.path(f"f-{'stone' if level > 4 else 'earth'} s-ink w1", "".join(parts))
