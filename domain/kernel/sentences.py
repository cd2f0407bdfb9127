"""Tables of sentences: each sentence is written once, under the slug by which code names it.

    SAID = Sentences('''
    both-won = Both sides have {points:point|points}, which ends the game.
    left [time] = left
    no-step
      A sentence that is too long for its line stands below its slug, indented,
      and goes on in further lines.
    ''')
    SAID("both-won", points=3)

A place in braces takes a text, a number or any other value; `{n:unit|units}` is a number with its
word (`domain/kernel/words/places.py`). Messages that are equal in English but not in another
language have a context in square brackets. A reader of a table may need more columns before the
sentence: `slug | rule | code = …`, as in the refusals of a title
(`domain/titles/kit/sentences.py`).

A plain dictionary of `Text` is enough if its keys are checked by their type (a `Literal`, a class)
or if its values have more than a text.
"""

import re
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.faults import Fault
from domain.kernel.text import Text

_ENTRY = re.compile(
    r"(?P<slug>[^\[|\n]+?)(?: \[(?P<context>[^\n]+?)\])?"
    r"(?: \|(?P<second>[^|\n]*?))?(?: ?\|(?P<third>[^|\n]*?))?(?: = |\n)(?P<message>.+)",
    re.DOTALL,
)


class Entry(NamedTuple):
    """An entry of a table: `slug [context] | second | third = sentence`. `second` and `third` are
    columns that only the table's reader knows; empty if the entry leaves them out."""

    slug: str
    second: str
    third: str
    text: Text


def entries(table: str) -> Iterator[Entry]:
    """Parse a table. Raises `ValueError` for an entry without a slug or a sentence."""
    for lines in filter(None, re.split(r"\n(?=\S)", textwrap.dedent(table).strip())):
        match = _ENTRY.fullmatch(lines)
        if match is None:
            raise ValueError(f"“{lines}” is no “slug = sentence”")
        slug, context, second, third, message = (
            " ".join(line.strip() for line in part.splitlines()) for part in match.groups("")
        )
        yield Entry(slug, second, third, Text(message, context=context))


class Sentences(dict[str, Text]):
    """A table of sentences by slug. A call with a slug and named values returns the sentence with
    its places filled."""

    def __init__(self, table: str) -> None:
        super().__init__((entry.slug, entry.text) for entry in entries(table))

    def __call__(self, slug: str, /, **named: Any) -> Text:
        return self[slug].filled(named) if named else self[slug]

    def when(self, wrong: object, slug: str, /, **named: Any) -> tuple[Text, ...]:
        """The sentence if the condition `wrong` is true, else nothing."""
        return (self(slug, **named),) if wrong else ()

    def at(self, pointer: str, slug: str, /, **named: Any) -> Fault:
        """The sentence as a fault of the data at a JSON pointer."""
        return Fault(pointer, self(slug, **named))

    def at_when(self, wrong: object, pointer: str, slug: str, /, **named: Any) -> tuple[Fault, ...]:
        """The sentence as a fault at a JSON pointer if the condition `wrong` is true, else
        nothing."""
        return (self.at(pointer, slug, **named),) if wrong else ()
