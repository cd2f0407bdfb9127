"""Section 9: which steps of a game are in force, and which rolls stand."""

from collections.abc import Callable
from typing import NamedTuple

from .spelling import refuse

MOST_RULINGS = 256
MOST_UNDONE = 1 << 16
MOST_STANDING = MOST_REPEATS = 1 << 14


class Ruling(NamedTuple):
    tip: int
    rests: dict[int, int]
    waits: dict[int, int]


class Resolution:
    """The steps of a game, and which are in force. `rolled` returns the numbers of a step's rolls;
    a repeated roll has the number of the first."""

    def __init__(self, rolled: Callable[[int], list[int]]) -> None:
        self.rolled = rolled
        self.tip = 0
        self.base: dict[int, int] = {}
        self.rests: dict[int, int] = {}
        self.waits: dict[int, int] = {}
        self.repeats: list[tuple[int, int]] = []
        self.rulings: dict[int, Ruling | None] = {}
        self.moved = 0
        self.undone: list[tuple[int, int, dict[int, int]]] = []
        self.overturned: set[int] = set()

    def line(self, tip: int) -> list[int]:
        tips = []
        while tip:
            tips.append(tip)
            tip = self.base[tip]
        return tips

    def holds(self, place: int, tip: int) -> bool:
        """Whether the position at `tip` grew from the one at `place`, or is the same."""
        while tip > place:
            tip = self.base[tip]
        return tip == place

    def step(self, seq: int) -> None:
        self.base[seq] = self.tip
        self.tip, self.undone = seq, []

    def cut(self, start: int) -> list[int]:
        line = self.line(self.tip)
        refuse(start not in line, f"step {start} is not in force")
        self.tip = self.base[start]
        self.rests = {
            ruling: led for ruling, led in self.rests.items() if self.holds(led, self.tip)
        }
        return line[: line.index(start) + 1][::-1]

    def rule(self, seq: int, kind: object, start: int, stands: bool) -> None:
        """Apply a ruling; one that annuls begins at the action `start`."""
        self.rulings[seq] = None
        if kind not in ("annul", "correct"):
            return
        self.moved += 1
        refuse(self.moved > MOST_RULINGS, "too many rulings")
        before = self.rulings[seq] = Ruling(self.tip, self.rests, self.waits)
        if kind == "correct":
            self.step(seq)
        else:
            self._wait(before, {n for step in self.cut(start) for n in self.rolled(step)}, stands)
        self.undone = []
        self.rests = {**self.rests, seq: self.tip}

    def _wait(self, before: Ruling, crossed: set[int], stands: bool) -> None:
        if not stands:
            self.waits = {
                n: at
                for n, at in before.waits.items()
                if n not in crossed and self.holds(at, self.tip)
            }
            return
        self.waits = dict.fromkeys(crossed, self.tip)
        for n, at in before.waits.items():
            if self.holds(at, before.tip):
                self.waits[n] = at if self.holds(at, self.tip) else self.tip
        refuse(len(self.waits) > MOST_STANDING, "too many rolls that stand")

    def overturn(self, seq: int, ruling: int) -> None:
        refuse(
            ruling not in self.rulings or ruling in self.overturned,
            f"record {ruling} is no ruling, or was overturned",
        )
        self.overturned.add(ruling)
        before = self.rulings[ruling]
        if before is None:
            return
        refuse(ruling not in self.rests, f"nothing rests on ruling {ruling}")
        self.tip, self.rests, self.waits = before
        self.undone = []

    def retract(self, seq: int, start: int, actions: list[int]) -> None:
        before = seq, self.tip, self.rests
        refuse(self.cut(start) != actions, "it does not name what it takes back")
        self.undone.append(before)
        refuse(len(self.undone) > MOST_UNDONE, "too much was taken back")

    def restore(self, retraction: int) -> None:
        refuse(
            not self.undone or self.undone[-1][0] != retraction,
            f"{retraction} is not the newest retraction",
        )
        _, self.tip, self.rests = self.undone.pop()

    def standing(self) -> list[int]:
        if not self.waits:
            return []
        done = {of for seq, of in self.repeats if self.holds(seq, self.tip)}
        return sorted(
            n for n, at in self.waits.items() if n not in done and self.holds(at, self.tip)
        )

    def repeat(self, seq: int, of: int) -> None:
        self.repeats.append((seq, of))
        refuse(len(self.repeats) > MOST_REPEATS, "too many rolls that come again")
