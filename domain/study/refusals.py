from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text


class UnknownStudy(Refusal):
    """The game has no study with this id, or none that the reader may know of."""

    code = "unknown-study"

    def __init__(self, study: str) -> None:
        super().__init__(Text("This game has no study {study} that you may read.", study=study))


class StudyRefused(Refusal):
    code = "study-refused"
