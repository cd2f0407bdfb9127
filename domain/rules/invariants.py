"""What can be amiss on a board that an arbiter declared, in the words that all titles share.

A title's `amiss` yields sentences without a full stop, for any board that its types allow: the ids, seats and counts on it can be
anything. It finds nothing on a board that play leads to, so it says what is impossible there, not what is unlikely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from domain.rules.text import Text, brief

SEAT = Text("a seat of this game", "un siège de cette partie")


def unknown(found: Iterable[str], known: Collection[str], what: Text) -> Iterator[Text]:
    """Ids that are none of those known; `what` says with its article what they should be: `a card`."""
    for id in dict.fromkeys(found):
        if id not in known:
            yield Text(f"“{brief(id)}” is not {what.en}", f"« {brief(id)} » n'est pas {what.fr}")


def missing(found: Collection[str], wanted: Iterable[str], what: Text) -> Iterator[Text]:
    """Ids that are always there and are not; `what` says with its article what they are: `the cell`."""
    for id in wanted:
        if id not in found:
            yield Text(f"{what.en} “{id}” is missing", f"il manque {what.fr} « {id} »")


def exactly(found: Collection[str], wanted: Collection[str], what: Text, the: Text) -> Iterator[Text]:
    """Ids that are none of those wanted, and wanted ones that are not there."""
    yield from unknown(found, wanted, what)
    yield from missing(found, wanted, the)


def twice(found: Iterable[str]) -> Iterator[Text]:
    """Ids of single things that are there more than once."""
    for id, count in Counter(found).items():
        if count > 1:
            yield Text(f"“{brief(id)}” is there {count} times", f"« {brief(id)} » s'y trouve {count} fois")


def below(counts: Iterable[tuple[Text, int]], least: int = 0) -> Iterator[Text]:
    """Counts that are less than they can be."""
    for what, count in counts:
        if count < least:
            yield Text(f"{what.en}: {count} is less than {least}", f"{what.fr} : {count} est inférieur à {least}")


def above(counts: Iterable[tuple[Text, int]], most: int) -> Iterator[Text]:
    """Counts that are more than they can be."""
    for what, count in counts:
        if count > most:
            yield Text(f"{what.en}: {count} is more than {most}", f"{what.fr} : {count} est supérieur à {most}")


def at(where: str, en: str, fr: str) -> Text:
    """What is counted in a place, to begin a sentence: `T04a, units of Blue`."""
    return Text(f"{where}, {en}", f"{where}, {fr}")
