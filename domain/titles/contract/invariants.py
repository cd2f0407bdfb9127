"""Faults of a board that an arbiter declared, in the words all titles share.

A title's `amiss` yields sentences without a full stop, for any board its types allow: ids, seats
and counts can be anything. It finds nothing on a board that play leads to, so it reports what is
impossible, not what is unlikely.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from domain.kernel.text import Text, brief, either

SEAT = Text("a seat of this game")


def unknown(results: Iterable[str], known: Collection[str], what: Text) -> Iterator[Text]:
    """Faults for ids that are not among those known; `what` names the kind with its article: `a
    card`."""
    for id in dict.fromkeys(results):
        if id not in known:
            yield Text("“{id}” is not {what}", id=brief(id), what=what)


def missing(results: Collection[str], expected: Iterable[str], what: Text) -> Iterator[Text]:
    for id in expected:
        if id not in results:
            yield Text("{what} “{id}” is missing", what=what, id=id)


def exactly(
    results: Collection[str], expected: Collection[str], what: Text, the: Text
) -> Iterator[Text]:
    yield from unknown(results, expected, what)
    yield from missing(results, expected, the)


def twice(results: Iterable[str]) -> Iterator[Text]:
    for id, count in Counter(results).items():
        if count > 1:
            yield Text("“{id}” is there {count} times", id=brief(id), count=count)


def below(counts: Iterable[tuple[Text, int]], least: int = 0) -> Iterator[Text]:
    for what, count in counts:
        if count < least:
            yield Text("{what}: {count} is less than {least}", what=what, count=count, least=least)


def above(counts: Iterable[tuple[Text, int]], most: int) -> Iterator[Text]:
    for what, count in counts:
        if count > most:
            yield Text("{what}: {count} is more than {most}", what=what, count=count, most=most)


def between(
    what: Text, count: int, least: int | None = None, most: int | None = None
) -> Iterator[Text]:
    if least is not None:
        yield from below([(what, count)], least)
    if most is not None:
        yield from above([(what, count)], most)


def at(where: str, text: Text | str, fr: str = "") -> Text:
    """A counted thing in a place, to begin a sentence: `T04a, units of Blue`."""
    return Text("{where}, {what}", where=where, what=either(text, fr))
