"""The pieces of Raiders as small drawings: goods and workers, told apart by shape, colour and
letters."""

from functools import cache

from domain.kernel.text import Lang
from domain.titles.drawing import scene
from domain.titles.drawing.svg import at, fitted_text, path, text
from domain.titles.kit import Text
from domain.titles.raiders.values import COLOUR_NAMES, GOODS, amounts_text


class Scene(scene.Scene):
    def label(self, id: str) -> str:
        return self.say(self.setting.label(id))

    def amounts(self, goods: dict[str, int]) -> str:
        return self.say(amounts_text(**goods))

    def points(self, n: int) -> str:
        return self.say(Text("{points} VP", points=n))


_SHAPES: dict[str, tuple[str, str]] = {
    "silver": ("iron", "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1 -7 0Z"),
    "provisions": ("earth", "M-3 -5L-5 -8H5L3 -5Q8 -1 7 4Q6 8 3 8H-3Q-6 8 -7 4Q-8 -1 -3 -5Z"),
    "gold": ("gold", "M0 -8.5L8.5 0L0 8.5L-8.5 0Z"),
    "iron": ("stone", "M-6.5 -6.5H6.5V6.5H-6.5Z"),
    "livestock": ("leaf", "M-7.5 -8L-4 -5.5H4L7.5 -8L6.8 -2Q6 7.5 0 7.5Q-6 7.5 -6.8 -2Z"),
    "valkyries": (
        "fire",
        "M-7.8 -7.5Q-4 -7 -3 -4Q0 -6.5 3 -4Q4 -7 7.8 -7.5Q8 0 5.2 2.5V7.5H-5.2V2.5Q-8 0 -7.8 -7.5Z",
    ),
    "armour": ("panel", "M-6.5 -7H6.5V0Q6 5 0 8Q-6 5 -6.5 0Z"),
    "cards": ("panel", "M-5.5 -8H5.5V8H-5.5Z"),
    "offering": ("blood", "M-7.5 -3H-5.5V-7H5.5V-3H7.5Q8 8 0 8Q-8 8 -7.5 -3Z"),
    "crew": ("panel", "M0 -8A3 3 0 0 1 2 -2.5Q7 -1 7 7.5H-7Q-7 -1 -2 -2.5A3 3 0 0 1 0 -8Z"),
    "dice": ("panel", "M-6 -6H6V6H-6ZM-3 -3h.1M3 3h.1M0 0h.1"),
}
"""By piece, the name of its fill and the path of its outline, drawn to a radius of 7."""

_UNLETTERED = ("crew", "dice")
_PAWN = "M0 -8.5A3.6 3.6 0 0 1 2.6 -2.4Q8 -1.5 6.8 8H-6.8Q-8 -1.5 -2.6 -2.4A3.6 3.6 0 0 1 0 -8.5Z"
_ON = {"black": "white", "grey": "black", "white": "black"}


@cache
def letters(lang: Lang) -> dict[str, str]:
    """The letters on each good and worker in a language, different for each: a short beginning of
    its name."""
    names = {
        kind: name.to(lang).capitalize()
        for kind, name in (*GOODS.items(), *COLOUR_NAMES.items())
        if kind not in _UNLETTERED
    }
    return {
        kind: _distinct(name, [other for other_kind, other in names.items() if other_kind != kind])
        for kind, name in names.items()
    }


def _distinct(name: str, others: list[str]) -> str:
    """The shortest beginning of a name that no other name has. If it has three letters or more,
    only its first and last (`Ag` and `Am` for Argent and Armement)."""
    begin = next(
        (
            name[:n]
            for n in range(1, len(name))
            if not any(other.startswith(name[:n]) for other in others)
        ),
        name,
    )
    return begin if len(begin) < 3 else begin[0] + begin[-1]


def good_mark(kind: str, x: float, y: float, lang: Lang, r: float = 7) -> str:
    ground, outline = _SHAPES[kind]
    initials = letters(lang).get(kind, "")
    words = fitted_text("f-ink mid b", 0, 4, initials, 14, max(10.0, 63 / r)) if initials else ""
    return at(x, y, path(f"f-{ground} s-ink w1 round", outline), words, scale=r / 7)


def pawn(colour: str, x: float, y: float, lang: Lang) -> str:
    initials = letters(lang)[colour]
    return at(
        x,
        y,
        path(f"f-{colour} s-ink w1", _PAWN),
        fitted_text(f"f-{_ON[colour]} mid b", 0, 6.5, initials, 12, 9.5),
    )


def goods_row(
    goods: tuple[tuple[str, object], ...], x: float, y: float, lang: Lang, step: float = 24
) -> str:
    return "".join(
        good_mark(kind, x + 7 + i * step, y, lang, 6)
        + text("f-ink b", x + 15 + i * step, y + 3.5, count, 10)
        for i, (kind, count) in enumerate(goods)
    )
