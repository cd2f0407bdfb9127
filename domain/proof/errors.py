"""What the ledger refuses, each as one sentence in English and French.

Refused
├── Misspelt    bytes that are not spelt as their format demands: they are not looked at any further
└── Unproven    well spelt, but it does not hold: a hash, a signature, an order, a rule of the audit

Whatever in this room reads or takes bytes, lines or records raises one of these and nothing else,
unless it says otherwise.
"""

from typing import Literal, NamedTuple

Lang = Literal["en", "fr"]


class Sentence(NamedTuple):
    """One sentence in both languages. (The house's `Text` needs msgspec, which an auditor may not
    have.)"""

    en: str
    fr: str

    def to(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en


class Refused(Exception):
    """Base of every refusal; `said` is the sentence, without its full stop, so that it can follow
    *because*; `record` is the record of the game at which it was found, where that is known."""

    def __init__(self, en: str, fr: str, record: int = 0) -> None:
        super().__init__(en)
        self.said = Sentence(en, fr)
        self.record = record


class Misspelt(Refused):
    """Bytes that are not spelt as the format demands."""


class Unproven(Refused):
    """Something that is spelt rightly and does not hold."""
