"""References between records: a record that another one names must come before it and be of the
right kind.

Records name others by number: a claim names the record it is about, a ruling the claim it answers,
an agreement the request. A reference to a missing or later record, or to one of a wrong kind, is
refused. `domain/proof/chance/standing_rolls.py` checks which rolls are repeated. Only a replay with
the rules can check who may take back which actions.

This module also checks that the kind of each record is known, and that each has a salt, so that
nobody can guess its content from its public entry.
"""

from collections.abc import Sequence

from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_base64
from domain.proof.stored import KINDS, Stored, number_in, text_in

SALT_SIZE = 16

BY_OPENING = {
    topics[0]: tuple(sorted(topics, key=lambda topic: topic != "ActionTaken"))
    for topics in (
        [topic for topic, kind in KINDS.items() if kind["of"] == stream]
        for stream in ("game", "campaign", "tournament", "season")
    )
}
"""The kinds of a stream's records, by the kind of its first. For games, the kind that is passed
over comes first."""

KNOWN = frozenset().union(*BY_OPENING.values())


class References:
    """The kinds of a stream's records, by number, as far as they were read."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self._kinds = {kind: n for n, kind in enumerate(kinds)}
        self._names = kinds
        self._taken = bytearray()

    def check(self, topic: str, stored: Stored) -> None:
        """Raise `Misspelt` or `Unproven` unless the record's kind is known and it has a salt."""
        if topic not in self._kinds:
            raise Unproven(
                f"{topic} is no kind of record that can stand here, as far as this version knows",
                f"{topic} n'est pas un type d'écriture possible ici, pour autant que cette "
                f"version le sache",
            )
        check_salt(text_in(stored, "salt"))

    def take(self, seq: int, topic: str, stored: Stored) -> None:
        """Check record `seq` and the records it names. Those skipped since the last call count as
        plain actions. Raises `Misspelt`, `Unproven`."""
        self._taken.extend(bytes(seq - 1 - len(self._taken)))
        for field, (kinds, may_be_none) in KINDS[topic].get("references", {}).items():
            named = number_in(stored, field)
            if named or not may_be_none:
                self._need_reference(named, kinds)
        self._taken.append(self._kinds[topic])

    def _need_reference(self, named: int, kinds: Sequence[str]) -> None:
        if not 0 < named <= len(self._taken):
            raise Unproven(
                f"it speaks of record {named}, and there is no record {named} before it",
                f"elle parle de l'écriture {named}, et il n'y a pas d'écriture {named} avant elle",
            )
        kind = self._names[self._taken[named - 1]]
        if kinds and kind not in kinds:
            raise Unproven(
                f"it speaks of record {named} as {' or '.join(kinds)}, and that is {kind}",
                f"elle parle de l'écriture {named} comme de {' ou '.join(kinds)}, et c'est {kind}",
            )


def check_salt(salt: str) -> None:
    """Raise `Misspelt` unless the text is the salt of a record. Without one, readers of its public
    entry could guess its content."""
    try:
        read_base64(salt, SALT_SIZE)
    except Misspelt:
        raise Misspelt(
            f"it does not have the salt of {SALT_SIZE} bytes that every record has",
            f"elle n'a pas le sel de {SALT_SIZE} octets que toute écriture porte",
        ) from None
