"""What a picture shows and for whom: the view, the words and the marks for every part of a
picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import NOTHING, Changed
from domain.titles.drawing import svg


@dataclass(frozen=True)
class Scene:
    """One audience's view in a language, with the `changed` places and seats to mark. Titles add
    what their pictures need."""

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
    """Stack parts, given with their heights, below a point. Returns them placed, and the y at which
    they end."""
    body = []
    for drawn, height in parts:
        body.append(svg.at(x, y, drawn))
        y += height + gap
    return body, y - gap
