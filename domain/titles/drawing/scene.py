"""What a picture shows and for whom: every part of a picture gets the view, the words and the marks
from here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import NOTHING, Changed
from domain.titles.drawing import svg


@dataclass(frozen=True)
class Scene:
    """The view of one audience, in a language; marked are the places and seats that have `changed`.
    A title adds what its pictures ask for."""

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
    """Parts with their heights, one below the other from a point; and where they end."""
    body = []
    for drawn, height in parts:
        body.append(svg.at(x, y, drawn))
        y += height + gap
    return body, y - gap
