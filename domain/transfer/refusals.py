from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text


class GameExists(Refusal):
    code = "game-exists"

    def __init__(self, game: str) -> None:
        super().__init__(Text("Game {game} is here already, with other records: nothing was imported.", game=game))


class DamagedFile(Refusal):
    """A file to import that is damaged at a line; `good` records before it form a valid prefix."""

    code = "damaged-file"
    members = ("line", "good")

    def __init__(self, line: int, good: int, text: Text) -> None:
        super().__init__(
            Text(
                "Line {line} is damaged: {text} The {good} records before it are whole; nothing was imported.",
                line=line,
                text=text,
                good=good,
            )
        )
        self.line, self.good = line, good


class RedactedFile(Refusal):
    """A file that is not the whole game, but an audience's copy: `line` is its first tombstone."""

    code = "redacted-file"
    members = ("line",)

    def __init__(self, line: int) -> None:
        super().__init__(
            Text(
                "Line {line} is a tombstone: the file is an audience's copy and lacks what that audience "
                "may not know. Only the whole export of an arbiter, an organiser or the operator can be "
                "imported; nothing was.",
                line=line,
            ),
        )
        self.line = line
