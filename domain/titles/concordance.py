"""Where each sentence of a rule text has gone: the function that enforces it, the reading it was
given, or what the table declares.

A title keeps its concordance in `concordance.json` of its folder. Headings are cited as the text
prints them, sentences by their number under the heading, counted from 1; none is quoted. The file
is read exactly: a field it should not have is refused.
"""

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
"""Where a sentence has gone: a function enforces it; a reading of the title says how it is taken;
the table declares it; or there is nothing to enforce."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule text: its title, and the SHA-256 of the stored copy that was read."""

    title: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence under a heading, or several in a row (`2-3`), and where they have gone.

    `by` names functions of the program (`module:function`, several parted by commas) or a reading's
    id; or it says what the table declares, or why nothing is enforced, with `fr` in French."""

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
    """A heading of the text, how many sentences stand under it, and where each has gone."""

    heading: Annotated[str, Meta(min_length=1)]
    of: Annotated[int, Meta(ge=1, description="How many sentences stand under it.")]
    sentences: tuple[Passage, ...]


class Concordance(Struct, frozen=True, forbid_unknown_fields=True):
    """A title's rule text, heading by heading in its order."""

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
    """The concordance in a title's folder, if there is one."""
    module = sys.modules[type(rules).__module__].__file__
    assert module is not None
    file = Path(module).parent / FILE
    return read(file.read_bytes()) if file.is_file() else None
