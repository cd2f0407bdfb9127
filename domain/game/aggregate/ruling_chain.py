"""The rulings that moved the chain of actions in force, and that a position rests on.

An annulment or a correction can be overturned as long as the position is one that grew from it:
until somebody takes back further than it went, and again once that is restored. Overturning it
brings back the position from before it, with the rulings that one rested on. The chain alone does
not tell this, since an annulment leaves no step on it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

Node = tuple[int, int, Any]
"""A ruling, the tip it left, and the node of the rulings that the position before it rested on (or
none)."""


class Moves:
    """For every record of a history, the rulings that the position after it rests on. Only records
    that change them are kept."""

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._nodes: list[Node | None] = []

    def after(self, seq: int) -> Iterator[int]:
        """The rulings that the position after record `seq` rests on, newest first."""
        node = self._node(seq)
        while node is not None:
            yield node[0]
            node = node[2]

    def ruled(self, seq: int, tip: int) -> None:
        """Record `seq` is a ruling that moved the chain's end to `tip`."""
        self._put(seq, (seq, tip, self._node(seq)))

    def cut(self, seq: int, holds: Callable[[int], bool]) -> None:
        """With record `seq` everything from some action on is taken back; `holds` tells whether a
        tip is still on the line."""
        was = node = self._node(seq)
        while node is not None and not holds(node[1]):
            node = node[2]
        if node is not was:
            self._put(seq, node)

    def back(self, seq: int, before: int) -> None:
        """With record `seq` the position from before record `before` is back."""
        self._put(seq, self._node(before - 1))

    def _node(self, seq: int) -> Node | None:
        at = bisect_right(self._seqs, seq)
        return self._nodes[at - 1] if at else None

    def _put(self, seq: int, node: Node | None) -> None:
        if node is not self._node(seq):
            self._seqs.append(seq)
            self._nodes.append(node)
