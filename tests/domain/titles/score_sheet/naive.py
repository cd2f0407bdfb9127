"""Random sheets, and their totals computed from the JSON without the product's code.

    python -m tests.domain.titles.score_sheet.naive 100000

tries that many sheets against the law of `test_formulas.py` and prints how many of them were
accepted; 10⁵ take some minutes."""

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

Value = Any
"""A whole number or a fraction; None if something is missing."""


class NaiveSheet:
    """A sheet for a number of players, with its cells."""

    def __init__(self, sheet: dict[str, Any], players: int, cells: dict[str, dict[str, Any]]):
        self.seats = [f"p{n}" for n in range(1, players + 1)]
        sides = sheet.get("sides", 0)
        self.sides = {f"side-{n + 1}": self.seats[n::sides] for n in range(sides)}
        self.lines = {
            line["id"]: line
            for line in sheet["categories"]
            if players in line.get("players", [players])
        }
        self.cells = cells
        rounds = [int(row.partition(".")[2] or 0) for column in cells.values() for row in column]
        self.begun = max(rounds, default=0)
        self.known: dict[tuple[str, str, int], Value] = {}

    def columns(self, line: dict[str, Any]) -> list[str]:
        whose = line.get("whose", "seat")
        return self.seats if whose == "seat" else list(self.sides) if whose == "side" else ["table"]

    def side(self, seat: str) -> str:
        return next((side for side, seats in self.sides.items() if seat in seats), "")

    def cell(self, line: dict[str, Any], column: str, round: int) -> Value:
        return self.cells.get(column, {}).get(f"{line['id']}.{round}" if round else line["id"])

    def own(self, line: dict[str, Any], column: str, round: int) -> Value:
        """The value of a line in one of its own columns; None if a required value is missing."""
        if line.get("kind") == "reckoned":
            key = line["id"], column, round
            if key not in self.known:
                self.known[key] = self.formula_value(line["formula"], line, column, round)
            return self.known[key]
        entry = self.cell(line, column, round)
        if entry is None:
            return None if round and line.get("required") else 0
        return self.number(line, entry)

    def number(self, line: dict[str, Any], entry: Any) -> Value:
        if line.get("kind") == "choice":
            return {choice["id"]: choice.get("points", 0) for choice in line["choices"]}[entry]
        return int(entry == "yes") if line.get("kind") == "yes-no" else Fraction(entry)

    def read(self, id: str, column: str, round: int) -> Value:
        """The value of a line as read from a column; 0 if the sheet has no such line. Outside of
        rounds (`round` 0), the sum of a line of rounds."""
        line = self.lines.get(id)
        if line is None:
            return 0
        if line.get("per") != "round":
            return self.read_or_chosen(line, column, 0)
        if round:
            return self.read_or_chosen(line, column, round)
        every = [self.read_or_chosen(line, column, n) for n in range(1, self.begun + 1)]
        return sum(value for value in every if value is not None)

    def read_or_chosen(self, line: dict[str, Any], column: str, round: int) -> Value:
        own = self.columns(line)
        if line.get("kind") in ("seat", "side"):
            chosen = self.cell(line, column if column in own else "table", round)
            if chosen is None:
                return None if round and line.get("required") else 0
            same = {chosen, self.side(chosen), *self.sides.get(chosen, ())}
            return int(column == "table" or column in own or column in same)
        if column in own:
            read = [column]
        elif own == ["table"]:
            read = own
        elif line["whose"] == "side" if "whose" in line else False:
            read = [self.side(column)] if column in self.seats else own
        else:
            read = self.sides.get(column, self.seats)
        values = [self.own(line, each, round) for each in read]
        return None if None in values else sum(values)

    def formula_value(self, formula: Any, by: dict[str, Any], column: str, round: int) -> Value:
        if isinstance(formula, int):
            return formula
        if isinstance(formula, str):
            return self.read(formula, column, round)
        do, of = formula["do"], formula["of"]
        if do == "seats":
            return len(self.seats)
        if do == "before":
            return self.read(of[0], column, round - 1) if round > 1 else 0
        if do.startswith("across"):
            whose = by.get("whose", "seat")
            by_side = whose == "side" or (whose == "table" and self.sides)
            values = [self.formula_value(of[0], by, each, round) for each in (self.sides if by_side else self.seats)]  # fmt: skip
            pick: Callable[..., Value] = {"across": sum, "across-min": min, "across-max": max}[do]
            return None if None in values else pick(values)
        if do == "if":
            when = self.formula_value(of[0], by, column, round)
            return (
                None
                if when is None
                else self.formula_value(of[1 if when > 0 else 2], by, column, round)
            )
        values = [self.formula_value(each, by, column, round) for each in of]
        if None in values:
            return None
        if do == "table":
            return next((says for first, says in formula["table"][::-1] if values[0] >= first), 0)
        if do == "floor":
            return math.floor(Fraction(values[0]) / (values[1] if len(values) > 1 else 1))
        if do in ("sum", "product", "min", "max"):
            return {"sum": sum, "product": math.prod, "min": min, "max": max}[do](values)
        a, b = values
        return {
            "difference": a - b,
            "at-least": int(a >= b),
            "equal": int(a == b),
            "quotient": Fraction(a) / b if do == "quotient" else 0,
        }[do]

    def total(self, seat: str) -> Value:
        """The total of a seat, with the lines of its side and of the table."""
        side = self.side(seat)
        mine = {*self.sides.get(side, (seat,)), side, "table"}
        points = Fraction(0)
        for line in self.lines.values():
            kind, times = line.get("kind", "number"), line.get("worth", 1)
            if not line.get("counted", True) or kind in ("seat", "side"):
                continue
            for column in mine & set(self.columns(line)):
                for n in range(1, self.begun + 1) if line.get("per") == "round" else (0,):
                    if kind == "reckoned" or self.cell(line, column, n) is not None:
                        value = self.own(line, column, n) or 0
                        points += value * (1 if kind == "choice" else times)
        return points


# -- random sheets ---------------------------------------------------------------------------------

DOES = (
    *("sum", "difference", "product", "quotient", "floor", "min", "max", "at-least", "equal", "if"),
    *("table", "across", "across-min", "across-max", "seats", "before"),
)


def formula(rng: Random, lines: list[str], deep: int) -> Any:
    if not deep or rng.random() < 0.25:
        return rng.choice([*lines, *lines, rng.randint(-9, 9)])
    do = rng.choice(DOES)
    if do == "before":
        return {"do": do, "of": [rng.choice([*lines, "later"])]}
    arity = {"if": 3, "table": 1, "seats": 0, "floor": rng.randint(1, 2), "sum": rng.randint(1, 3)}
    count = 1 if do.startswith("across") else arity.get(do, 2)
    rows = {"table": [[-2, 4], [3, -1], [50, 7]]} if do == "table" else {}
    of = [formula(rng, lines, deep - 1) for _ in range(count)]
    if do == "quotient" or (do == "floor" and count == 2 and rng.random() < 0.5):
        of[1] = rng.choice([2, 3, -4, 10])
    return {"do": do, "of": of, **rows}


def sheet(rng: Random) -> dict[str, Any]:
    """A random sheet with every kind of line, for any number of players. It may contain faults."""
    sides, rounds = rng.choice([0, 0, 2, 3]), rng.choice([None, 0, 1, 3])
    whose = ["seat", "table", *(["side"] if sides else [])]
    lines: list[dict[str, Any]] = []

    def add(id: str, **more: Any) -> None:
        of_rounds = rounds is not None and rng.random() < 0.7
        more |= {"per": "round"} if of_rounds else {}
        more |= {"players": sorted(rng.sample(range(1, 7), 3))} if rng.random() < 0.15 else {}
        more |= {"counted": False} if rng.random() < 0.3 else {}
        more |= {"worth": rng.choice([-1, 2, 5])} if rng.random() < 0.2 else {}
        lines.append({"id": id, "name": {"en": id, "fr": id}, "whose": rng.choice(whose), **more})

    for n in range(rng.randint(1, 4)):
        kind = rng.choice(["number", "number", "choice", "yes-no", "seat", *(["side"] if sides else [])])  # fmt: skip
        more: dict[str, Any] = {"kind": kind}
        if kind == "number":
            least = rng.choice([-3, 0, 0, 1])
            more |= {"least": least, "most": least + rng.choice([0, 8, 60])}
            more["parts"] = rng.choice([1, 1, 2, 10])
        if kind == "choice":
            name = {"en": "c", "fr": "c"}
            more["choices"] = [{"id": str(n), "name": name, "points": n} for n in (5, 0, -2)]
        add(f"e{n}", required=rng.random() < 0.4, **more)
    reckoned = rng.randint(1, 5)
    for n in range(reckoned):
        ids = [line["id"] for line in lines]
        made = formula(rng, [*ids, f"r{rng.randrange(reckoned)}"] if rng.random() < 0.3 else ids, 4)
        add("later" if n == reckoned - 1 else f"r{n}", kind="reckoned", formula=made)
    rng.shuffle(lines)
    rest = {"sides": sides} if sides else {}
    return {"categories": lines, "seats": {"least": 1, "most": 6}, "rounds": rounds, **rest}


def entries(rng: Random, sheet: dict[str, Any], players: int) -> dict[str, dict[str, Any]]:
    """Random filled cells by column, in the form they are recorded, for some rounds or none."""
    there = NaiveSheet(sheet, players, {})
    cells: dict[str, dict[str, Any]] = {c: {} for c in (*there.seats, *there.sides, "table")}
    begun, full = rng.randint(0, sheet["rounds"] or 4), rng.choice([0.5, 0.9, 1])
    for line in there.lines.values():
        kind = line.get("kind", "number")
        for column in there.columns(line):
            for n in range(1, begun + 1) if line.get("per") == "round" else (0,):
                if kind == "reckoned" or rng.random() > full:
                    continue
                cells[column][f"{line['id']}.{n}" if n else line["id"]] = {
                    "number": _number(rng, line),
                    "choice": rng.choice(["5", "0", "-2"]),
                    "yes-no": rng.choice(["yes", "no"]),
                    "seat": rng.choice(there.seats),
                    "side": rng.choice([*there.sides, "side-1"]),
                }[kind]
    return cells


def _number(rng: Random, line: dict[str, Any]) -> Any:
    parts, least, most = line.get("parts", 1), line.get("least", 0), line.get("most", 0)
    number = rng.choice([least, most, least + Fraction(rng.randint(0, (most - least) * parts), parts)])  # fmt: skip
    number = Fraction(number)
    return int(number) if number.denominator == 1 else str(float(number))


if __name__ == "__main__":
    from tests.domain.titles.score_sheet.test_formulas import accepted

    tried = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(sum(map(accepted, range(tried))), "of", tried, "sheets were accepted, and hold")
