"""Which records may hold rolls: actions, and the opening of a game that is no branch. Their numbers go on from the last roll's.

Sealed dice follow from the seed and the number alone. Rolls in any other record would use up numbers, and so choose the dice that
come after. Such a record is not folded, imported or replayed, and no audit passes it (`domain/proof/chance/rolls.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.record.records import ActionTaken, GameOpened
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text

ROLLING = frozenset(kind.__name__ for kind in (GameOpened, ActionTaken))


class RollsOutOfPlace(DamagedRecord):
    """Rolls where nothing is rolled, or with other numbers than come next; `said` is the sentence for a reader."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.said = text


def need_in_place(seq: int, topic: str, numbers: Sequence[int], rolled: int, *, branch: bool = False) -> None:
    """Raise `RollsOutOfPlace` unless record `seq` may have rolls of these numbers, the last one before it being `rolled`. `branch`:
    it opens a branch."""
    if not numbers:
        return
    if branch:
        raise RollsOutOfPlace(
            Text("record {seq} opens a branch with rolls, and nothing is rolled when one opens", seq=seq),
        )
    if topic not in ROLLING:
        raise RollsOutOfPlace(
            Text(
                "record {seq} is a {topic} with rolls, and nothing is rolled in it: only openings and actions roll",
                seq=seq,
                topic=topic,
            ),
        )
    if list(numbers) != list(range(rolled + 1, rolled + 1 + len(numbers))):
        raise RollsOutOfPlace(
            Text("the roll numbers of record {seq} do not go on from {rolled}, the last one", seq=seq, rolled=rolled),
        )
