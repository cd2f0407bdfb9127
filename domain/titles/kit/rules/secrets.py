"""What an audience may see, by what is declared secret or hidden."""

from functools import cached_property
from typing import Any

from msgspec import Struct

from domain.titles.contract.ruleset import (
    Audience,
)
from domain.titles.contract.types import ARBITER
from domain.titles.kit import fields
from domain.titles.kit.facts import Fact
from domain.titles.kit.rules.declarations import B, S
from domain.titles.kit.rules.play import Play


class Secrets(Play[S, B]):
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        return {
            "phase": self.phase(board),
            "to_act": list(self.to_act(board)),
            **fields.seen(board, audience),
        }

    def keeps_secrets(self) -> bool:
        """Whether a kind of action or fact is `hidden`, a field of the board a secret, or the title
        says itself what is visible."""
        return self._secretive

    @cached_property
    def _secretive(self) -> bool:
        # asked for every answer, and a title stays what it is
        own = type(self).visible is not Secrets.visible or type(self).hides is not Secrets.hides
        hidden = any(
            getattr(kind, "hidden", False) for kind in (*self.action_types, *self.fact_types)
        )
        return own or hidden or fields.holds(self.board_type, fields.Secret)

    def hides(self, board: B) -> bool:
        return fields.holds(self.board_type, fields.Secret) and fields.hides(board)

    def visible(self, board: B, audience: Audience, seat: str, item: Any) -> bool:
        """What is `hidden` is for the arbiter and the seat it is of, until it is shown."""
        if not getattr(item, "hidden", False) or audience == ARBITER:
            return True
        owner = getattr(item, "seat", seat) if isinstance(item, Fact) else seat
        return audience == owner or self.shown(board, owner, item)

    def shown(self, board: B, owner: str, item: Any) -> bool:
        """Whether what was hidden when a seat entered it is shown by now; by default it never
        is."""
        return False
