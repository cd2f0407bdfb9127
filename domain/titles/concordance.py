"""The concordance of a title: for each sentence of its rule text, which function enforces it, which
reading interprets it, that the table declares its result, or that there is nothing to enforce.

A title keeps its concordance in `concordance.json` of its folder. The file names each heading as
the rule text prints it, and each sentence by its number under the heading, counted from 1; it
quotes no sentence. An unknown field in the file is an error."""

import sys
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kernel.text import Text
from domain.titles.contract.ruleset import AnyRuleset

FILE = "concordance.json"

How = Literal["enforced", "reading", "declared", "context"]
"""What becomes of a sentence. `enforced`: a function enforces it. `reading`: a reading of the title
interprets it. `declared`: the table declares its result. `context`: there is nothing to enforce."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule text: its title, and the SHA-256 of the stored copy that was read."""

    title: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence under a heading, or several in a row, and what becomes of them. `n`: its number,
    or a range (`2-3`).

    `by` depends on `how`. For `enforced` it names functions of the program (`module:function`,
    separated by commas); for `reading`, the reading's id; for `declared`, it says what the table
    declares; for `context`, why there is nothing to enforce. `fr` is `by` in French if it is a
    sentence."""

    n: Annotated[
        str,
        Meta(
            pattern="^[1-9][0-9]*(-[1-9][0-9]*)?$",
            description="One number, or a range such as 2-3.",
        ),
    ]
    how: How
    by: Annotated[str, Meta(min_length=1)]
    fr: str = ""

    @property
    def says(self) -> Text:
        return Text(self.by, self.fr or self.by)

    @property
    def numbers(self) -> range:
        first, _, last = self.n.partition("-")
        return range(int(first), int(last or first) + 1)


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """A heading of the rule text, the number of sentences under it (`of`), and what becomes of
    each."""

    heading: Annotated[str, Meta(min_length=1)]
    of: Annotated[int, Meta(ge=1, description="How many sentences stand under it.")]
    sentences: tuple[Passage, ...]


class Concordance(Struct, frozen=True, forbid_unknown_fields=True):
    """A title's rule text and its headings, in the order of the text."""

    text: Source
    headings: tuple[Heading, ...]

    def counts(self) -> dict[str, int]:
        """The number of sentences for each `How`."""
        counts = dict.fromkeys(("enforced", "reading", "declared", "context"), 0)
        for heading in self.headings:
            for entry in heading.sentences:
                counts[entry.how] += len(entry.numbers)
        return counts


def read(data: bytes) -> Concordance:
    return msgspec.json.decode(data, type=Concordance)


@cache
def concordance(rules: AnyRuleset) -> Concordance | None:
    """The concordance in a title's folder, or None if the folder has none."""
    module = sys.modules[type(rules).__module__].__file__
    assert module is not None
    file = Path(module).parent / FILE
    return read(file.read_bytes()) if file.is_file() else None
