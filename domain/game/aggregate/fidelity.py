"""The fidelity of a replay: fingerprints in records are compared with the replayed boards."""

from bisect import bisect_left
from threading import RLock

from domain.game.aggregate.history import LONG, History
from domain.kernel.text import Text, same

LOOK = 8
"""How many fingerprints after a position's last action are compared to confirm it. The first nearly
always suffices."""


def fidelity_text(fidelity: str) -> Text:
    if fidelity.startswith("diverged at "):
        return Text("diverged at {seq}", seq=fidelity.removeprefix("diverged at "))
    return _TEXTS.get(fidelity, same(fidelity))


_TEXTS = {"exact": Text("exact"), "unverified": Text("unverified")}


class FingerprintChecks:
    """Compares the fingerprints of a history with its boards, each once and in order, up to the
    latest position whose fidelity was asked for."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._done = 0
        self._diverged = 0
        self._lock = RLock()

    def diverged(self, upto: int) -> int:
        """The first record up to `upto` whose fingerprint does not match, or 0."""
        history, prints = self._history, self._history.prints
        with self._lock:  # a second reader must not take what is still being compared for matched
            if self._done < len(prints) and upto - prints[self._done][0] >= LONG:
                self._done = max(
                    self._done,
                    bisect_left(prints, (history.recall_board(history.tips[upto - 1]) + 1, "")),
                )
            while not self._diverged and self._done < len(prints) and prints[self._done][0] <= upto:
                seq, fingerprint = prints[self._done]
                if history.rules.fingerprint(history.board(history.tips[seq - 1])) != fingerprint:
                    self._diverged = seq
                self._done += 1
            return self._diverged if self._diverged <= upto else 0

    def fidelity(self, seq: int) -> str:
        """How far fingerprints confirm the position after record `seq`.

        - `diverged at n`: record `n`, at or before `seq`, is the first whose fingerprint does not
          match.
        - `exact`: all fingerprints up to `seq` match. There is at least one of them, or a
          fingerprint of a later position that grew from this one matches.
        - `unverified`: no fingerprint confirms the position, or a later one that was compared does
          not match."""
        wrong = self.diverged(seq)
        if wrong:
            return f"diverged at {wrong}"
        history = self._history
        tip = history.tips[seq - 1]
        first, here = (
            bisect_left(history.prints, (tip, "")),
            bisect_left(history.prints, (seq + 1, "")),
        )
        for start in (
            first,
            max(first, here - LOOK),
        ):  # rulings may have led far away from the position, and back to it
            for later, _ in history.prints[start : start + LOOK]:
                if self.diverged(later):
                    return "unverified"
                if history.in_chain(tip, history.tips[later - 1]):
                    return "exact"
        return "exact" if here else "unverified"
