"""Faults of a board that an arbiter declared, in the words all titles share.

A title's `amiss` yields sentences without a full stop. It accepts any board of the title's type,
with any ids, seats and counts. It finds no fault with a board that play can lead to: it reports
what is impossible, not what is unlikely."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from domain.kernel.text import Text, brief

SEAT = Text("a seat of this game")


def unknown_ids(ids: Iterable[str], known: Collection[str], what: Text) -> Iterator[Text]:
    """A fault for each id that is not in `known`. `what`: the kind of id, with its article (`a
    card`)."""
    for id in dict.fromkeys(ids):
        if id not in known:
            yield Text("“{id}” is not {what}", id=brief(id), what=what)


def missing_ids(ids: Collection[str], expected: Iterable[str], the: Text) -> Iterator[Text]:
    """A fault for each id of `expected` that is not in `ids`. `the`: words before the id in the
    sentence (`the supply of`)."""
    for id in expected:
        if id not in ids:
            yield Text("{what} “{id}” is missing", what=the, id=id)


def ids_unless_exact(
    ids: Collection[str], expected: Collection[str], what: Text, the: Text
) -> Iterator[Text]:
    """Faults if `ids` are not exactly those expected: a fault for each unknown and for each missing
    id. `what` and `the` are the words for it, as in `unknown_ids` and `missing_ids`."""
    yield from unknown_ids(ids, expected, what)
    yield from missing_ids(ids, expected, the)


def repeated_ids(ids: Iterable[str]) -> Iterator[Text]:
    """A fault for each id that occurs more than once."""
    for id, count in Counter(ids).items():
        if count > 1:
            yield Text("“{id}” is there {count} times", id=brief(id), count=count)


def count_out_of_bounds(
    what: Text, count: int, least: int | None = None, most: int | None = None
) -> Iterator[Text]:
    """A fault if a number is below `least` or above `most` (None: no bound). `what`: the name of
    what it counts."""
    if least is not None and count < least:
        yield Text("{what}: {count} is less than {least}", what=what, count=count, least=least)
    if most is not None and count > most:
        yield Text("{what}: {count} is more than {most}", what=what, count=count, most=most)


def name_with_location(where: str, what: Text) -> Text:
    """The name of a count with its location before it: `T04a, units of Blue`."""
    return Text("{where}, {what}", where=where, what=what)
