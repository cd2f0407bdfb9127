"""Rolls that come again. A ruling that annuls can let the rolls it crosses stand; then the next of their kind is no new roll but
one of these, and says `of` which. So a roll may repeat another if a ruling in force let that one stand, and nothing in force has
repeated it since.

Which records were in force when a ruling crossed them is the rules' to say, so a replay looks closer than this does. What is held
here is that nobody can take a roll twice without a ruling, or a retraction, that took it back before.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right

from domain.ledger.errors import Misspelt
from domain.ledger.stored import Stored, list_in, number_in, object_in

MOST_RULINGS = 256
"""Rulings that annul, in one game."""


class Standing:
    """Which rolls of a game may come again, as its records tell."""

    def __init__(self) -> None:
        self._annulled: dict[int, tuple[int, bool]] = {}
        self._rulings: list[int] = []
        self._retractions: dict[int, list[int]] = {}
        self._retracted: set[int] = set()
        self._latest: dict[int, int] = {}
        self._copies: set[int] = set()

    def rule(self, seq: int, stored: Stored) -> None:
        """A `RulingGiven`. Raises `Misspelt`."""
        remedy = object_in(stored, "remedy")
        if remedy.get("type") == "annul":
            if len(self._rulings) >= MOST_RULINGS:
                raise Misspelt("there are more rulings than an audit follows", "il y a plus de décisions qu'un audit n'en suit")
            self._annulled[seq] = number_in(remedy, "from_seq"), remedy.get("rolls") == "stands"
            self._rulings.append(seq)

    def overturn(self, stored: Stored) -> None:
        """A `RulingOverturned`: what that ruling annulled is not annulled, what it let stand does not."""
        self._annulled.pop(number_in(stored, "ruling"), None)

    def retract(self, seq: int, stored: Stored) -> None:
        """An `ActionsRetracted`. Raises `Misspelt`."""
        actions = list_in(stored, "actions")
        if not all(type(action) is int for action in actions):
            raise Misspelt("it retracts what is no record", "elle annule ce qui n'est pas une écriture")
        self._retractions[seq] = actions
        self._retracted.update(actions)

    def restore(self, stored: Stored) -> None:
        """An `ActionsRestored`."""
        self._retracted.difference_update(self._retractions.pop(number_in(stored, "retraction"), ()))

    def take(self, of: int, number: int, seqs: array[int]) -> bool:
        """Whether roll `number` may be roll `of` again; then it stands in that one's place. `seqs` are the records of the rolls, by
        number from 1; `of` is the roll that was rolled, never one that repeats it."""
        if of in self._copies:
            return False
        latest = seqs[self._latest.get(of, of) - 1]
        taken_back = of in self._latest and latest in self._retracted
        if not self._stands(seqs[of - 1] if taken_back else latest):
            return False
        self._latest[of] = number
        self._copies.add(number)
        return True

    def _stands(self, record: int) -> bool:
        """Whether the last ruling in force that crossed a record let its rolls stand."""
        for seq in reversed(self._rulings[bisect_right(self._rulings, record) :]):
            start, stands = self._annulled.get(seq, (seq, False))
            if start <= record:
                return stands
        return False
