"""Rolls that come again. A ruling that annuls can let the rolls it crosses stand; then the next of their kind is no new roll but
one of these, and says `of` which. So a roll may repeat another if a ruling let that one stand when it took its record out of
force, and nothing in force has repeated it since.

What takes a record out of force is the first ruling after it that annuls from it or from before it, or a retraction that names
it. Overturning a ruling brings the position from before it back, and all that came of it is as if it had not been. The rules'
replay looks closer still: whether the ruling could reach the record at all.
"""

from __future__ import annotations

from domain.ledger.errors import Misspelt
from domain.ledger.stored import Stored, list_in, number_in, object_in

MOST_RULINGS = 256
"""Rulings that annul or correct, in one game."""

MOST_REPEATS = 1000
"""Times that one roll may come again."""


class Standing:
    """Which rolls of a game may come again, as its records tell."""

    def __init__(self) -> None:
        self._rulings: list[tuple[int, int, bool]] = []
        self._retractions: dict[int, list[int]] = {}
        self._retracted: set[int] = set()
        self._carriers: dict[int, list[int]] = {}
        self._repeats: list[tuple[int, int]] = []
        self._copies: set[int] = set()

    def rule(self, seq: int, stored: Stored) -> None:
        """A `RulingGiven`: one that annuls, or corrects, moves the position. Raises `Misspelt`."""
        remedy = object_in(stored, "remedy")
        if remedy.get("type") not in ("annul", "correct"):
            return
        if len(self._rulings) >= MOST_RULINGS:
            raise Misspelt("there are more rulings than an audit follows", "il y a plus de décisions qu'un audit n'en suit")
        start = number_in(remedy, "from_seq") if remedy.get("type") == "annul" else seq
        self._rulings.append((seq, start, remedy.get("rolls") == "stands"))

    def overturn(self, stored: Stored) -> None:
        """A `RulingOverturned`: if that ruling moved the position, it is as before it, and so is what may be repeated."""
        ruling = number_in(stored, "ruling")
        if any(seq == ruling for seq, _, _ in self._rulings):
            self._rulings = [one for one in self._rulings if one[0] < ruling]
            while self._repeats and self._repeats[-1][0] > ruling:
                self._carriers[self._repeats.pop()[1]].pop()

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

    def take(self, seq: int, number: int, of: int, rolled_in: int) -> bool:
        """Whether roll `number`, in record `seq`, may be roll `of` again, which was rolled in record `rolled_in` and does not
        itself repeat another. From then on it stands in that one's place."""
        carriers = self._carriers.setdefault(of, [rolled_in])
        latest = next((record for record in reversed(carriers) if record not in self._retracted), 0)
        if of in self._copies or len(carriers) > MOST_REPEATS or not self._stands(latest):
            return False
        carriers.append(seq)
        self._repeats.append((seq, of))
        self._copies.add(number)
        return True

    def _stands(self, record: int) -> bool:
        """Whether the ruling that took a record out of force let its rolls stand."""
        return next((stands for seq, start, stands in self._rulings if start <= record < seq), False)
