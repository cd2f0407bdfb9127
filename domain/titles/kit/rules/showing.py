"""How a game is shown and told."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from domain.kernel.text import NO_WORDS, Lang, Text
from domain.titles.contract.ruleset import (
    Audience,
    Board,
)
from domain.titles.contract.series import Gauge
from domain.titles.contract.types import NOTHING, TALL, WIDE, Changed, Shape
from domain.titles.drawing import plain
from domain.titles.kit import fields, showing
from domain.titles.kit.facts import Fact
from domain.titles.kit.rules.corrections import Corrections
from domain.titles.kit.rules.declarations import B, S


class Showing(Corrections[S, B]):
    shapes: ClassVar[tuple[Shape, ...]] = (TALL, WIDE)
    rows: ClassVar[Mapping[str, plain.Row | None]] = {}
    """How fields of the view are drawn that are no row of counted tokens: the board of the game;
    none where a field is not drawn."""

    def headline(self, setting: S, view: Mapping[str, Any]) -> Text:
        phase = self.at.get(view["phase"])
        return showing.headline(setting, tuple(view["to_act"]), phase.doing if phase else NO_WORDS)

    @cached_property
    def field_names(self) -> Mapping[str, Text]:
        return fields.names(self.board_type)

    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        return self.draw(self.scene(setting, view, lang, changed), shape)

    def draw(self, scene: Any, shape: Shape) -> str:
        """A panel for each seat and, for each other field of the view, a row of counted tokens or
        what `rows` has for it."""
        says = self.headline(scene.setting, scene.view)
        return plain.picture(self.about.title, says, scene, self.field_names, shape, self.rows)

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        view: Any = self.view(board, audience)
        return showing.gauges(fields.by_seat(self.board_type), view, self.field_names)

    def say_action(self, board: B, seat: str, action: Any) -> Text:
        return self.moves[type(action)].said(board, action)

    def say_fact(self, board: B, fact: Fact) -> Text:
        return fact.say(board)

    @cached_property
    def _alone(self) -> frozenset[type[Fact]]:
        """The kinds of facts whose sentence follows from their fields, and from what the setting
        calls them."""
        if type(self).say_fact is not Showing.say_fact or self.board_type.word is not Board.word:
            return frozenset()
        own = (kind for kind in self.fact_types if issubclass(kind, Fact))
        plain = (kind for kind in own if kind.say is Fact.say and kind.sentence is Fact.sentence)
        return frozenset(kind for kind in plain if kind.says.places <= set(kind.__struct_fields__))

    def says_alone(self, fact: Fact) -> bool:
        return type(fact) in self._alone
