"""Refusals of the log to be signed: one sentence, shown by `/readyz` while games go on."""

from __future__ import annotations

from domain.rules.text import Text


class Refuses(Exception):
    """The log is not signed; the sentence says why, and what to do about it."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text
