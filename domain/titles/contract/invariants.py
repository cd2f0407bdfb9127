"""Faults of a board that an arbiter declared, in the words all titles share.

A title's `amiss` yields sentences without a full stop, for any board its types allow: ids, seats
and counts can be anything. It finds nothing on a board that play leads to, so it reports what is
impossible, not what is unlikely.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from domain.kernel.text import Text, brief

SEAT = Text("a seat of this game")


def unknown(ids: Iterable[str], known: Collection[str], what: Text) -> Iterator[Text]:
    """Faults for ids that are not among those known; `what` names the kind with its article: `a
    card`."""
    for id in dict.fromkeys(ids):
        if id not in known:
            yield Text("“{id}” is not {what}", id=brief(id), what=what)


def missing(ids: Collection[str], expected: Iterable[str], the: Text) -> Iterator[Text]:
    """Faults for expected ids that are not there; `the` names one: `the supply of`."""
    for id in expected:
        if id not in ids:
            yield Text("{what} “{id}” is missing", what=the, id=id)


def exactly(
    ids: Collection[str], expected: Collection[str], what: Text, the: Text
) -> Iterator[Text]:
    """Faults for ids that are too many, and for those that are missing."""
    yield from unknown(ids, expected, what)
    yield from missing(ids, expected, the)


def twice(ids: Iterable[str]) -> Iterator[Text]:
    """Faults for ids that are there more than once."""
    for id, count in Counter(ids).items():
        if count > 1:
            yield Text("“{id}” is there {count} times", id=brief(id), count=count)


def between(
    what: Text, count: int, least: int | None = None, most: int | None = None
) -> Iterator[Text]:
    """Faults for a number out of its bounds."""
    if least is not None and count < least:
        yield Text("{what}: {count} is less than {least}", what=what, count=count, least=least)
    if most is not None and count > most:
        yield Text("{what}: {count} is more than {most}", what=what, count=count, most=most)


def located(where: str, what: Text) -> Text:
    """What is counted, and where: `T04a, units of Blue`."""
    return Text("{where}, {what}", where=where, what=what)
