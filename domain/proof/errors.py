"""What the ledger refuses, each as one sentence in English and French.

Refused
├── Misspelt    bytes that are not spelt as their format demands: they are not examined further
└── Unproven    well spelt but false: a hash, a signature, an order, a rule of the audit

Code in this package that reads bytes, lines or records raises only these, unless it says otherwise.
"""

from typing import Literal, NamedTuple

Lang = Literal["en", "fr"]


class Sentence(NamedTuple):
    """A sentence in both languages. (`Text`, which the rest of the house uses, needs msgspec, which
    an auditor may not have.)"""

    en: str
    fr: str

    def to(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en


class Refused(Exception):
    """Base of refusals. `said` is the sentence without its full stop, so that it can follow
    *because*. `record` is the number of the record with the fault, if known."""

    def __init__(self, en: str, fr: str, record: int = 0) -> None:
        super().__init__(en)
        self.said = Sentence(en, fr)
        self.record = record


class Misspelt(Refused):
    """Bytes that are not spelt as their format demands."""


class Unproven(Refused):
    """Something well spelt that is false."""
