from domain.kernel.refusals import Kind, Refusal
from domain.kernel.text import Text


class UnknownStudy(Refusal):
    """The game has no study with this id, or the reader may not see it."""

    kind = Kind(
        "unknown-study",
        404,
        Text("There is no such study"),
        Text(
            "The game has no study with this id, it is not shared, or it looks at the game as "
            "somebody you may not look as."
        ),
        Text("`GET /api/v1/games/{game}/studies` lists the studies that you may read."),
    )

    def __init__(self, study: str) -> None:
        super().__init__(Text("This game has no study {study} that you may read.", study=study))


class StudyRefused(Refusal):
    kind = Kind(
        "study-refused",
        409,
        Text("This cannot be written into the study"),
        Text("The study is somebody else's or full, or has no such chapter. Nothing was recorded."),
        Text("Open a study of your own, or look at the study again: it lists its chapters."),
    )
