"""The scene of a picture: the view to draw, its language, and the parts to mark as changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import NOTHING, Changed
from domain.titles.drawing import svg


@dataclass(frozen=True)
class Scene:
    """An audience's view to draw in a language. `changed`: the places and seats to mark. Titles
    subclass it to add data that their pictures need."""

    setting: Any
    view: dict[str, Any]
    lang: Lang
    changed: Changed = NOTHING

    def say(self, words: Text) -> str:
        return words.to(self.lang)

    def name(self, seat: str) -> str:
        return self.say(self.setting.name(seat))

    def place(self, id: str, says: str, *body: str) -> str:
        return svg.place(id, says, *body, lang=self.lang, changed=self.changed)

    def seat(self, id: str, says: str, *body: str) -> str:
        return svg.seat(id, says, *body, lang=self.lang, changed=self.changed)


def stacked(
    parts: Iterable[tuple[str, float]], gap: float, x: float = 0, y: float = 0
) -> tuple[list[str], float]:
    """Stack drawings vertically from the point (`x`, `y`) down. `parts`: each drawing with its
    height. Returns the moved drawings, and the y at which the last ends."""
    body = []
    for drawn, height in parts:
        body.append(svg.at(x, y, drawn))
        y += height + gap
    return body, y - gap
