from domain.kernel.refusals import Kind, Refusal
from domain.kernel.text import Text


class GameExists(Refusal):
    kind = Kind(
        "game-exists",
        409,
        Text("Another game has this id"),
        Text(
            "A game with the id of the imported one is here already and tells another story. "
            "Nothing was imported."
        ),
        Text("Compare the two: one of them was changed, or went on elsewhere."),
    )

    def __init__(self, game: str) -> None:
        super().__init__(
            Text(
                "Game {game} is here already, with other records: nothing was imported.", game=game
            )
        )


class DamagedFile(Refusal):
    """A file to import is damaged at `line`. `good`: how many records before it are whole."""

    kind = Kind(
        "damaged-file",
        422,
        Text("The file is damaged"),
        Text("A line of the file is not what an export holds there. Nothing was imported."),
        Text("`line` names it; the first `good` records are whole. Export the game again."),
    )
    members = ("line", "good")

    def __init__(self, line: int, good: int, text: Text) -> None:
        super().__init__(
            Text(
                "Line {line} is damaged: {text} The {good} records before it are whole; nothing "
                "was imported.",
                line=line,
                text=text,
                good=good,
            )
        )
        self.line, self.good = line, good


class RedactedFile(Refusal):
    """A file to import is the export for an audience and not the whole game; `line`: the first with
    a tombstone."""

    kind = Kind(
        "redacted-file",
        422,
        Text("This is an audience's copy"),
        Text(
            "The file has tombstones in the place of records that its audience may not know: the "
            "game cannot be folded from it. Nothing was imported."
        ),
        Text(
            "Import the whole export, which an arbiter, an organiser or the operator gets. `line` "
            "names the first tombstone."
        ),
    )
    members = ("line",)

    def __init__(self, line: int) -> None:
        super().__init__(
            Text(
                "Line {line} is a tombstone: the file is an audience's copy and lacks what that "
                "audience "
                "may not know. Only the whole export of an arbiter, an organiser or the operator "
                "can be "
                "imported; nothing was.",
                line=line,
            ),
        )
        self.line = line
