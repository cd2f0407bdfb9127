"""What an audience may see of a game."""

from abc import abstractmethod
from typing import Any

from msgspec import Struct

from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.rules.play import Play
from domain.titles.contract.types import (
    Audience,
)


class Secrets(Play[S, B, A, F]):
    @abstractmethod
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        """The board as an audience may see it, as plain JSON data. What it may not know is absent,
        not blanked. It is the same for all where the title `keeps_secrets` from nobody."""

    def visible(self, board: B, audience: Audience, seat: str, item: A | F) -> bool:
        """Whether an audience may read an action or fact entered by `seat`, given the position it
        now stands at."""
        return True

    def keeps_secrets(self) -> bool:
        """Whether the title has anything that some audience may not know: then it says what is
        visible, or when it hides."""
        kind = type(self)
        return kind.visible is not Secrets.visible or kind.hides is not Secrets.hides

    def hides(self, board: B) -> bool:
        """Whether the board holds a secret: then no fingerprint of it is written, from which the
        secret could be guessed."""
        return False
