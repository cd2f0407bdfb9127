"""Formulas: which lines they read, the range of their results, and their form in words.

A formula is data, and it always has a result. Its range is computed from the bounds of its lines
when a sheet is opened, so that no division by 0 and no unbounded number can occur while the sheet
is filled in."""

import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from domain.kernel.amounts import Amount
from domain.kernel.faults import Fault
from domain.kernel.text import NO_WORDS, joined, same
from domain.titles.kit import Sentences, Text
from domain.titles.score_sheet.values import (
    NODES,
    ROUNDS,
    SEATS,
    WORK,
    Category,
    Check,
    Formula,
    Node,
    Values,
)

Number = Amount
LARGEST, FINEST, LARGEST_TOTAL = 10**12, 10**6, 10**15
"""Bounds: the largest result of a formula, the largest denominator of a result, and the largest
total."""
ACROSS: dict[str, Callable[[Iterable[Any]], Any]] = {
    "across": sum,
    "across-min": min,
    "across-max": max,
}
FOLDS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": operator.add,
    "difference": operator.sub,
    "product": operator.mul,
    "quotient": lambda a, b: Fraction(a) / b,
    "floor": operator.floordiv,
    "min": min,
    "max": max,
    "at-least": lambda a, b: int(a >= b),
    "equal": lambda a, b: int(a == b),
}
_OPERANDS = {
    "sum": (1, NODES), "product": (1, NODES), "min": (1, NODES), "max": (1, NODES), "floor": (1, 2), "if": (3, 3),
    "table": (1, 1), "across": (1, 1), "across-min": (1, 1), "across-max": (1, 1), "before": (1, 1), "seats": (0, 0),
}  # fmt: skip

WRONG = Sentences("""
unknown-line
  the sheet has no line “{id}” that could be read here
itself
  the line “{id}” is reckoned from itself
no-formula
  a reckoned line has a formula
formula-unused
  only a reckoned line has a formula
operands
  “{do}” takes {least} to {most} operands, not {number}
rows
  a table has rows whose first numbers go up
before
  “before” reads a line of rounds, and is used on one
nodes
  a formula has at most {most} steps, not {number}
divides
  this divides by what can be nothing
large
  this can come to more than can be counted: give its lines bounds
fine
  this comes to parts too fine to be counted
""")


def table_value(table: tuple[tuple[int, int], ...], number: Any) -> int:
    return next((says for least, says in reversed(table) if number >= least), 0)


def operations(formula: Formula) -> Iterator[Formula]:
    yield formula
    if isinstance(formula, Node):
        for operand in formula.of:
            yield from operations(operand)


def step_count(formula: Formula, columns: int) -> int:
    """How many steps it takes to compute a formula once. `columns`: the number of columns over
    which an operation such as `across` goes."""
    if not isinstance(formula, Node):
        return 1
    steps = sum(step_count(operand, columns) for operand in formula.of)
    return 1 + steps * (columns if formula.do in ACROSS else 1)


def lines_read(formula: Formula | None, *, before: bool = False) -> Iterator[str]:
    """The ids of the lines that a formula reads in the same round; if `before`, also of those it
    reads in the round before."""
    if isinstance(formula, str):
        yield formula
    elif isinstance(formula, Node) and (before or formula.do != "before"):
        for operand in formula.of:
            yield from lines_read(operand, before=before)


def lines_read_by(ids: Iterable[str], lines: Mapping[str, Category]) -> set[str]:
    """The ids of all lines that these lines read, in any round, directly or through other lines."""
    known, left = set[str](), list(ids)
    while left:
        line = lines.get(left.pop())
        more = set(lines_read(line.formula, before=True)) - known if line else set()
        known |= more
        left += more
    return known


def reckoning_order(lines: Mapping[str, Category]) -> tuple[str, ...]:
    """The ids of the reckoned lines, each after the lines that it reads in the same round. Lines
    that depend on themselves are left out."""
    reckoned = {id: line for id, line in lines.items() if line.kind == "reckoned"}
    left = {id: set(lines_read(line.formula)) & reckoned.keys() for id, line in reckoned.items()}
    order: list[str] = []
    while ready := [id for id, needs in left.items() if not needs & left.keys()]:
        order += ready
        left = {id: needs for id, needs in left.items() if id not in ready}
    return tuple(order)


def goes_over_sides(line: Category, sides: int) -> bool:
    """Whether `across` in the formula of a line goes over the sides instead of the seats."""
    return line.whose == "side" or (line.whose == "table" and sides > 0)


# -- ranges ----------------------------------------------------------------------------------------


class Range(NamedTuple):
    """The range of a formula's results: from `low` to `high`, all multiples of 1/`parts`."""

    low: Number
    high: Number
    parts: int = 1

    def times(self, least: int, most: int) -> "Range":
        ends = [n * end for n in (least, most) for end in (self.low, self.high)]
        return Range(min(ends), max(ends), self.parts)

    def __or__(self, other: "Range") -> "Range":
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Range(low, high, math.lcm(self.parts, other.parts))


NOTHING = Range(0, 0)


class Ranges:
    """The ranges of a sheet's lines (`known`), and the faults of their formulas (`faults`, by JSON
    pointer and code). `seats`: the least and the greatest number of players for which they are
    computed.

    Before `version` 4 of the rules, lines that do not exist for these numbers of players were
    included, and what `before` reads was not added up across seats."""

    def __init__(
        self, lines: Iterable[Category], sheet: Values, seats: tuple[int, int], version: int
    ) -> None:
        self.lines = {line.id: line for line in lines}
        self.places = {line.id: n for n, line in enumerate(sheet.categories)}
        self.sheet, self.rounds = sheet, sheet.rounds or ROUNDS
        self.seats, self.version = seats, version
        self.faults: dict[tuple[str, str], Fault] = {}
        self.known: dict[str, Range] = {}
        self._before: dict[str, Range] = {}
        order = tuple(self.lines[id] for id in reckoning_order(self.lines))
        for line in self.lines.values():
            if line.kind == "reckoned" and self._is_circular(line, {line.id for line in order}):
                self.add_fault(f"/categories/{self.places[line.id]}/formula", "itself", id=line.id)
        carried = any(
            isinstance(node, Node) and node.do == "before"
            for line in order
            for node in operations(line.formula or 0)
        )
        for _ in range(self.rounds if carried else 1):
            for line in order:
                if line.formula is not None:
                    pointer = f"/categories/{self.places[line.id]}/formula"
                    now = self.range_of(line.formula, line, pointer)
                    self.known[line.id] = now | self._before.get(line.id, now)
            if self.faults or self._before == self.known:
                break
            self._before = dict(self.known)

    def _is_circular(self, line: Category, ordered: Collection[str]) -> bool:
        """Whether a line is computed from itself: within a round or, since version 4, across rounds
        if it has one cell for the whole game."""
        once = self.version > 3 and line.per == "once"
        return line.id not in ordered or (once and line.id in lines_read_by([line.id], self.lines))

    def total(self) -> Range:
        """The range of the sum of all lines that count towards totals."""
        table = Category("total", NO_WORDS, whose="table")
        counts = [line for line in self.lines.values() if line.counts]
        each = (self.read(line.id, table, "").times(line.worth, line.worth) for line in counts)
        return reduce(lambda a, b: _range_of_operation("sum", a, b), each, NOTHING)

    def add_fault(self, pointer: str, code: str, **named: Any) -> Range:
        """Store a fault of the formula at a pointer. Returns the range 0 to 0, so that the check
        can continue."""
        self.faults.setdefault((pointer, code), WRONG.at(pointer, code, **named))
        return NOTHING

    def entry_range(self, line: Category) -> Range:
        """The range of the number that formulas read from one cell of a line."""
        if line.kind == "reckoned":
            return self.known.get(line.id, NOTHING)
        if line.kind in ("seat", "side", "yes-no"):
            return Range(0, 1)
        if line.kind == "choice":
            points = [choice.points for choice in line.choices] or [0]
            there = Range(min(points), max(points))
        else:
            there = Range(line.least, line.most, line.parts)
        always = line.required and line.per == "round" and not line.players
        return there if always else there | NOTHING

    def read(self, id: str, by: Category, pointer: str) -> Range:
        line = self.lines.get(id)
        if line is None:  # a line that is not there for these players is read as 0
            return NOTHING if id in self.places else self.add_fault(pointer, "unknown-line", id=id)
        there = self._range_read(self.entry_range(line), line, by)
        return there.times(0, self.rounds) if line.per == "round" and by.per == "once" else there

    def _range_read(self, there: Range, line: Category, by: Category) -> Range:
        """The range of what the formula of line `by` reads from `line`. `there`: the range of one
        cell of `line`. It is multiplied by the number of columns of `line` that are added up."""
        sides = max(self.sheet.sides, 1)
        if line.kind not in ("seat", "side") and by.whose != line.whose:
            if line.whose == "side" and by.whose == "table":
                there = there.times(sides, sides)
            elif line.whose == "seat":
                parts = sides if by.whose == "side" else 1
                there = there.times(self.seats[0] // parts, self.seats[1] // parts)
        return there

    def range_of(self, formula: Formula, by: Category, pointer: str) -> Range:
        if isinstance(formula, int):
            return Range(formula, formula)
        if isinstance(formula, str):
            return self.read(formula, by, pointer)
        least, most = _OPERANDS.get(formula.do, (2, 2))
        if not least <= len(formula.of) <= most:
            return self.add_fault(
                pointer, "operands", do=formula.do, least=least, most=most, number=len(formula.of)
            )
        came = self._range_of_node(formula, by, pointer)
        if not -LARGEST <= came.low <= came.high <= LARGEST:
            return self.add_fault(pointer, "large")
        return self.add_fault(pointer, "fine") if came.parts > FINEST else came

    def _range_of_node(self, node: Node, by: Category, pointer: str) -> Range:
        if node.do == "before":
            id = str(node.of[0])
            line = self.lines.get(id)
            if line is None and id in self.places:
                return NOTHING
            if line is None or line.per != "round" or by.per != "round":
                return self.add_fault(pointer, "before")
            if not line.formula:
                return self.read(id, by, pointer) | NOTHING
            there = self._before.get(id, NOTHING)
            return NOTHING | (self._range_read(there, line, by) if self.version > 3 else there)
        if node.do == "seats":
            return Range(*self.seats)
        if node.do in ACROSS:
            sides = self.sheet.sides if goes_over_sides(by, self.sheet.sides) else 0
            each = _line_with_columns(by, "side" if sides else "seat")
            there = self.range_of(node.of[0], each, f"{pointer}/of/0")
            counts = (sides, sides) if sides else self.seats
            return there.times(*counts) if node.do == "across" else there
        ranges = [
            self.range_of(operand, by, f"{pointer}/of/{n}") for n, operand in enumerate(node.of)
        ]
        if node.do == "table":
            return self._table(node, ranges[0], pointer)
        if node.do == "if":
            when, then, otherwise = ranges
            return then if when.low > 0 else otherwise if when.high <= 0 else then | otherwise
        if node.do == "floor" and len(ranges) == 1:
            ranges.append(Range(1, 1))
        divisor = ranges[-1]
        if node.do in ("floor", "quotient") and divisor.low <= 0 <= divisor.high:
            return self.add_fault(f"{pointer}/of/1", "divides")
        if node.do == "quotient" and divisor.low != divisor.high:
            return self.add_fault(f"{pointer}/of/1", "fine")
        return reduce(lambda a, b: _range_of_operation(node.do, a, b), ranges)

    def _table(self, node: Node, number: Range, pointer: str) -> Range:
        firsts = [row[0] for row in node.table]
        if not firsts or firsts != sorted(set(firsts)):
            return self.add_fault(f"{pointer}/table", "rows")
        says = [table_value(node.table, end) for end in (number.low, number.high)]
        says += [says_ for least, says_ in node.table if number.low <= least <= number.high]
        return Range(min(says), max(says))


def _line_with_columns(line: Category, whose: Any) -> Category:
    return Category(line.id, line.name, line.per, whose=whose)


def _range_of_operation(do: str, a: Range, b: Range) -> Range:
    """The range of the results of operation `do` on a number of each range."""
    if do == "equal":
        apart, single = a.high < b.low or b.high < a.low, a.low == a.high == b.low == b.high
        return Range(int(single), int(not apart))
    ends = [FOLDS[do](x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    parts = {"product": a.parts * b.parts, "floor": 1, "at-least": 1}.get(
        do, math.lcm(a.parts, b.parts)
    )
    if do == "quotient":
        parts = a.parts * abs(Fraction(b.low).numerator)
    return Range(min(ends), max(ends), parts)


def ranges_by_players(sheet: Values, version: int) -> tuple[Ranges, ...]:
    """The ranges of a sheet for each number of players for which it can be opened. Before version 4
    of the rules, one for all numbers together."""
    least, most = sheet.seats.least, sheet.seats.most
    if version < 4:
        return (Ranges(sheet.categories, sheet, (least, max(least, most)), version),)
    return tuple(
        Ranges(there, sheet, (n, n), version)
        for n in range(max(least, 1), min(most, SEATS) + 1)
        for there in [[line for line in sheet.categories if not line.players or n in line.players]]
        if not n % max(sheet.sides, 1)
        and total_steps(there, n, sheet, sheet.checks) <= WORK  # with more steps it is never opened
    )


def total_steps(
    lines: Iterable[Category], players: int, sheet: Values, checks: Iterable[Check] = ()
) -> int:
    """How many steps it takes to compute all reckoned cells and checks of a game."""
    columns = {"seat": players, "side": sheet.sides, "table": 1}
    there = {line.id: line for line in lines}
    formulas = [(line, line.formula) for line in there.values()]
    formulas += [(there[check.line], check.formula) for check in checks if check.line in there]
    return sum(
        (sheet.rounds or ROUNDS if line.per == "round" else 1)
        * columns[line.whose]
        * step_count(formula, players)
        for line, formula in formulas
        if formula is not None
    )


def faults(sheet: Values, ranges: Iterable[Ranges]) -> Iterator[Fault]:
    """The faults of a sheet's formulas, each with its JSON pointer."""
    for n, line in enumerate(sheet.categories):
        pointer = f"/categories/{n}/formula"
        if (line.kind == "reckoned") != (line.formula is not None):
            code = "no-formula" if line.kind == "reckoned" else "formula-unused"
            yield WRONG.at(pointer, code)
    formulas = [(f"/categories/{n}", line.formula) for n, line in enumerate(sheet.categories)]
    formulas += [(f"/checks/{n}", check.formula) for n, check in enumerate(sheet.checks)]
    for pointer, formula in formulas:
        count = len(tuple(operations(formula or 0)))
        if count > NODES:
            yield WRONG.at(f"{pointer}/formula", "nodes", most=NODES, number=count)
    yield from {key: fault for there in ranges for key, fault in there.faults.items()}.values()
    total = reduce(operator.or_, (there.total() for there in ranges if there.version > 3), NOTHING)
    yield from WRONG.at_when(max(-total.low, total.high) > LARGEST_TOTAL, "/categories", "large")
    yield from WRONG.at_when(total.parts > FINEST, "/categories", "fine")


def units_per_point(lines: Iterable[Category], sheet: Values, seats: int, version: int) -> int:
    """How many units make one point, so that totals are whole numbers of units: 2 if totals can be
    halves."""
    return Ranges(lines, sheet, (seats, seats), version).total().parts


# -- words -----------------------------------------------------------------------------------------

_SIGNS = {
    "sum": " + ", "difference": " − ", "product": " × ", "quotient": " ÷ ", "floor": " ÷ ",
    "at-least": " ≥ ", "equal": " = ",
}  # fmt: skip
_IF = Text("{then} if {when}, else {otherwise}")
_BEFORE = Text("{line} of the round before")
_ALL = Sentences("""
across = all of {what}
across-min = the least {what}
across-max = the most {what}
""")
_SEATS, _FLOOR, _TABLE = (
    Text("number of players"),
    Text("{what}, rounded down"),
    Text("{what}, by the table {rows}"),
)


def formula_in_words(formula: Formula, names: Mapping[str, Text]) -> Text:
    """A formula in words. `names`: the names of lines by id."""
    if isinstance(formula, int):
        return same(str(formula).replace("-", "−"))
    if isinstance(formula, str):
        return names.get(formula) or same(formula)
    parts = [formula_in_words(operand, names) for operand in formula.of]
    if formula.do == "seats":
        return _SEATS
    if formula.do == "before":
        return _BEFORE.filled({"line": parts[0]})
    if formula.do in _ALL:
        return _ALL(
            formula.do,
            what=parts[0] if _needs_no_brackets(formula.of[0]) else in_brackets(parts[0]),
        )
    if formula.do == "if":
        when, then, otherwise = parts
        return _IF.filled({"when": when, "then": then, "otherwise": otherwise})
    if formula.do == "table":
        rows = ", ".join(f"{least} → {says}" for least, says in formula.table)
        return _TABLE.filled({"what": parts[0], "rows": rows})
    if formula.do not in ("min", "max"):
        parts = [
            text if _needs_no_brackets(operand) else in_brackets(text)
            for text, operand in zip(parts, formula.of, strict=True)
        ]
    text = joined_by_sign(formula.do, parts)
    return _FLOOR.filled({"what": text}) if formula.do == "floor" else text


def joined_by_sign(do: str, parts: Iterable[Text]) -> Text:
    """Operands in words, joined by the sign of the operation `do`."""
    if do in ("min", "max"):
        return joined(parts, " ; ").changed(lambda words: f"{do}({words})")
    return joined(parts, _SIGNS.get(do, " "))


def in_brackets(text: Text) -> Text:
    return text.changed(lambda words: f"({words})")


def _needs_no_brackets(formula: Formula) -> bool:
    return not isinstance(formula, Node) or formula.do in ("min", "max", "seats")
