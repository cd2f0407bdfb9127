"""The numbers of a sheet: reckoned lines, sums and checks, computed once for a board.

An empty cell counts as 0. But in a round, a reckoned line has no value while a required cell that
it reads is empty."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from domain.kernel.amounts import Amount, exact_amount
from domain.kernel.text import NO_WORDS, joined, same
from domain.titles.kit import Text
from domain.titles.score_sheet.board import Board, Entry, Row, Setting
from domain.titles.score_sheet.formulas import (
    ACROSS,
    FOLDS,
    Number,
    formula_in_words,
    goes_over_sides,
    in_brackets,
    joined_by_sign,
    lines_read,
    operations,
    reckoning_order,
    table_value,
)
from domain.titles.score_sheet.values import BY_FORMULA, TABLE, Category, Check, Formula, Node

Found = Number | None


class Reckoning:
    """The numbers of a sheet, each computed when it is first asked for. `begun`: the last round
    with an entry."""

    def __init__(self, setting: Setting, cells: Mapping[str, Mapping[str, Entry]]) -> None:
        self.setting, self.cells = setting, cells
        rows = (setting.rows[id] for column in cells.values() for id in column)
        self.begun = max((row.round for row in rows), default=0)
        self._known: dict[tuple[str, str, int], Found] = {}
        self._reached: set[tuple[str, int]] = set()
        self._sums: dict[tuple[str, str], Number] = {}
        self._lasts: dict[str, tuple[int, int]] = {}
        self._undefined: set[tuple[str, int]] = set()
        self._points: dict[str, dict[str, Number]] = {}

    # -- what a line has -----------------------------------------------------------------------

    def value(self, line: Category, column: str, round: int) -> Found:
        """The number of a line in one of its own columns; None while a required cell that it reads
        is empty."""
        if line.formula is None:
            return self._entered_number(line, column, round)
        if (line.id, round) not in self._reached:
            self._compute_line(line.id, round)
        return self._known.get((line.id, column, round))

    def _compute_line(self, id: str, round: int) -> None:
        """Compute and store the numbers of a reckoned line in a round, after those of all lines
        that it reads. It uses a list instead of recursion, because lines can form long chains."""
        wanted = [(id, round)]
        while wanted:
            line, n = self.setting.categories[wanted[-1][0]], wanted[-1][1]
            needs = self._lines_needed(line, n) if wanted[-1] not in self._reached else ()
            self._reached.add(wanted[-1])
            more = [need for need in needs if need not in self._reached]
            if more:
                wanted += more
                continue
            del wanted[-1]
            for column in self.setting.columns_of(line):
                key = (line.id, column, n)
                if key not in self._known:
                    self._known[key] = self._value_of(line.formula or 0, line, column, n)

    def _lines_needed(self, line: Category, round: int) -> Iterator[tuple[str, int]]:
        """The reckoned lines that a line reads in a round: (id, round of the line read)."""
        for id in lines_read(line.formula):
            read = self.setting.categories.get(id)
            if read is not None and read.formula is not None:
                rounds = range(1, self.begun + 1) if not round else (round,)
                yield from ((id, n) for n in (rounds if read.per == "round" else (0,)))
        for node in operations(line.formula or 0):
            if isinstance(node, Node) and node.do == "before" and round > 1:
                read = self.setting.categories.get(str(node.of[0]))
                if read is not None and read.formula is not None:
                    yield read.id, round - 1

    def _entered_number(self, line: Category, column: str, round: int) -> Found:
        entry = self.cells.get(column, {}).get(f"{line.id}.{round}" if round else line.id)
        if entry is None:
            return None if round and line.required else 0
        return line.number(entry)

    def read(self, id: str, by: Category, column: str, round: int) -> Found:
        """The number that the formula of line `by` reads from line `id` for a column. If `id` is a
        line of rounds and `round` is 0, it is the sum of its rounds."""
        line = self.setting.categories.get(id)
        if line is None:
            return 0
        if line.per == "round" and not round:
            if (id, column) not in self._sums:
                rounds = (self._read_in_round(line, column, n) for n in range(1, self.begun + 1))
                self._sums[id, column] = sum(value for value in rounds if value is not None)
            return self._sums[id, column]
        return self._read_in_round(line, column, round if line.per == "round" else 0)

    def _read_in_round(self, line: Category, column: str, round: int) -> Found:
        if line.kind in ("seat", "side"):
            return self._choice_number(line, column, round)
        sides = self.setting.sides
        if column in self.setting.columns_of(line):
            return self.value(line, column, round)
        if line.whose == "table":
            own: Iterable[str] = (TABLE,)
        elif line.whose == "side":
            own = (self.setting.side_of[column],) if column in self.setting.seats else sides
        else:
            own = sides.get(column, self.setting.seats)
        values = [self.value(line, owner, round) for owner in own]
        return None if None in values else sum(value for value in values if value is not None)

    def _choice_number(self, line: Category, column: str, round: int) -> Found:
        """The number that formulas read, for a column, from a line on which people choose a seat or
        side. 1 if the column belongs to the chosen seat or side, to the side of the chosen seat, or
        to a seat of the chosen side; else 0. For the table's column, 1 once anything is chosen."""
        setting, row = self.setting, f"{line.id}.{round}" if round else line.id
        owner = column if column in setting.columns_of(line) else TABLE
        chosen = self.cells.get(owner, {}).get(row)
        if chosen is None:
            return None if round and line.required else 0
        if column in (TABLE, owner):
            return 1
        sides = setting.side_of
        return int(
            chosen == column or column == sides.get(str(chosen)) or chosen == sides.get(column)
        )

    # -- formulas ------------------------------------------------------------------------------

    def _value_of(self, formula: Formula, by: Category, column: str, round: int) -> Found:
        if isinstance(formula, int):
            return formula
        if isinstance(formula, str):
            return self.read(formula, by, column, round)
        if formula.do == "seats":
            return len(self.setting.seats)
        if formula.do == "before":
            earlier = self.read(str(formula.of[0]), by, column, round - 1) if round > 1 else 0
            return earlier if self.setting.version > 3 else earlier or 0
        if formula.do in ACROSS:
            each = (
                self.setting.sides
                if goes_over_sides(by, len(self.setting.sides))
                else self.setting.seats
            )
            values = [self._value_of(formula.of[0], by, other, round) for other in each]
            return None if None in values else ACROSS[formula.do](values)
        first = self._value_of(formula.of[0], by, column, round)
        if formula.do == "if":
            branch = formula.of[1 if first is not None and first > 0 else 2]
            return None if first is None else self._value_of(branch, by, column, round)
        values = [
            first,
            *(self._value_of(operand, by, column, round) for operand in formula.of[1:]),
        ]
        if None in values:
            return None
        if formula.do == "table":
            return table_value(formula.table, first)
        if formula.do == "floor" and len(values) == 1:
            values.append(1)
        try:
            return reduce(FOLDS[formula.do], values)
        except ZeroDivisionError:  # no check of a sheet lets it come to this
            self._undefined.add((by.id, round))
            return None

    # -- sums ----------------------------------------------------------------------------------

    def points(self, column: str) -> dict[str, Number]:
        """The points in a column, by line. Lines that people enter and have not entered are left
        out."""
        if column in self._points:
            return self._points[column]
        points: dict[str, Number] = {}
        for id, value in self.cells.get(column, {}).items():
            line = self.setting.rows[id].category
            points[line.id] = points.get(line.id, 0) + line.points(value)
        for line in self.setting.reckoned_lines:
            if column in self.setting.columns_of(line):
                rounds = range(1, self.begun + 1) if line.per == "round" else (0,)
                values = [self.value(line, column, n) for n in rounds]
                points[line.id] = (
                    sum(value for value in values if value) * line.worth * line.counted
                )
        self._points[column] = points
        return points

    def round_points(self, column: str, round: int) -> Number:
        """The points of a seat or side in one round."""
        seat = self.setting.sides[column][0] if column in self.setting.sides else column
        points: Number = 0
        for own in self.columns(seat):
            for line in self.setting.lines:
                if line.per == "round" and line.counts and own in self.setting.columns_of(line):
                    if line.kind == "reckoned":
                        points += (self.value(line, own, round) or 0) * line.worth
                    elif (entry := self.cells.get(own, {}).get(f"{line.id}.{round}")) is not None:
                        points += line.points(entry)
        return points

    def columns(self, seat: str) -> tuple[str, ...]:
        """The columns whose points make up a seat's total: its own, its mates', its side's, and the
        table's."""
        side, mates = self.setting.side_of.get(seat), self.setting.mates(seat)
        return (*mates, TABLE) if side is None else (*mates, side, TABLE)

    def total(self, column: str) -> Number:
        """The total of a seat. For a side it is the total of its first seat."""
        seat = self.setting.sides[column][0] if column in self.setting.sides else column
        return exact_amount(sum(sum(self.points(own).values()) for own in self.columns(seat)))

    # -- words ---------------------------------------------------------------------------------

    def explanation(self, line: Category, column: str, round: int) -> Text:
        """How a reckoned cell was computed: its formula with the numbers that it read. Hidden lines
        that it reads are explained first. Branches not taken and operands of 0 are left out."""
        met = {line.id}
        told = [self._equation(line, column, round, met)]
        for id in reversed(reckoning_order(self.setting.categories)):
            step = self.setting.categories[id]
            owners = self.setting.columns_of(step)
            own = next((there for there in (column, TABLE) if there in owners), None)
            if id in met and step.hidden and own and step is not line:
                text = self._equation(step, own, round, met)
                told.insert(0, Text("{name}: {told}", name=step.name, told=text))
        return joined(told, "\n")

    def _equation(self, line: Category, column: str, round: int, met: set[str]) -> Text:
        """The formula of a cell with its numbers, and the result. Adds the lines it names to
        `met`."""
        text = self._as_text(line.formula or 0, line, column, round, met)
        value = self.value(line, column, round)
        return joined((text, _number(value)), " = ")

    def _as_text(
        self, formula: Formula, by: Category, column: str, round: int, met: set[str]
    ) -> Text:
        formula = self._taken_branch(formula, by, column, round)
        if isinstance(formula, int):
            return formula_in_words(formula, {})
        value = self._value_of(formula, by, column, round)
        shown = _number(value)
        names = {line.id: line.name for line in self.setting.lines}
        if isinstance(formula, str) or formula.do in ("before", "seats", *ACROSS):
            if isinstance(formula, str):
                met.add(formula)
            name = formula_in_words(formula, names)
            return Text("{name} {value}", "{name} {value}", name=name, value=shown)
        parts = tuple(self._taken_branch(part, by, column, round) for part in formula.of)
        if formula.do == "sum":
            parts = tuple(part for part in parts if self._value_of(part, by, column, round)) or (0,)
        inner = [self._as_text(part, by, column, round, met) for part in parts]
        if len(inner) > 1 and formula.do not in ("min", "max"):
            inner = [
                in_brackets(text) if _needs_brackets(part) else text
                for text, part in zip(inner, parts, strict=True)
            ]
        text = joined_by_sign(formula.do, inner)
        return joined((text, shown), " → ") if formula.do in ("table", "floor") else text

    def _taken_branch(self, formula: Formula, by: Category, column: str, round: int) -> Formula:
        """The branch that a conditional formula takes in a cell; any other formula unchanged."""
        while isinstance(formula, Node) and formula.do == "if":
            when = self._value_of(formula.of[0], by, column, round)
            formula = formula.of[1 if when and when > 0 else 2]
        return formula

    # -- checks --------------------------------------------------------------------------------

    def failed_checks(self, round: int | None = None) -> Iterator[tuple[Row, Text]]:
        """The checks that fail, each with its row and a sentence. `round`: one round only; by
        default all rounds begun so far. Checks of lines with one cell for the whole game are always
        included."""
        for column in self.setting.columns:
            self.points(column)
        for id, n in sorted(self._undefined):
            if n <= self.begun and (round in (None, n) or not n):
                undefined = self.setting.categories[id]
                where = self.setting.line_and_round(id, n)
                yield (
                    Row(undefined, n),
                    Text("{where}: this divides by 0 and has no value.", where=where),
                )
        for check in self.setting.values.checks:
            line = self.setting.categories.get(check.line)
            if line is None:
                continue
            rounds = range(1, self.begun + 1) if line.per == "round" else (0,)
            for n in rounds:
                if round in (None, n) or not n:
                    wrong = self._failure(check, line, n)
                    if wrong is not None:
                        yield Row(line, n), wrong

    def _last_allowed_cell(self, check: Check, line: Category) -> tuple[int, int]:
        """The cell after which a `last` check allows no further entry, as (round, index of the
        column): the first entered cell in which its formula is above 0. If there is none, a cell
        after the last round begun."""
        if check.id not in self._lasts:
            self._lasts[check.id] = min(
                (
                    (n, at)
                    for n in (range(1, self.begun + 1) if line.per == "round" else (0,))
                    for at, own in enumerate(self.setting.columns_of(line))
                    if Row(line, n).id in self.cells.get(own, {})
                    and (self._value_of(check.formula or 0, line, own, n) or 0) > 0
                ),
                default=(self.begun + 1, 0),
            )
        return self._lasts[check.id]

    def open_checks_text(self) -> Text:
        """The sentences of the sheet's `open` checks whose formula is above 0 in the last round,
        with its value; empty if there are none."""
        told = []
        for check in self.setting.values.checks:
            line = self.setting.categories.get(check.line)
            if check.kind == "open" and line is not None and self.begun:
                n = self.begun if line.per == "round" else 0
                for own in self.setting.columns_of(line):
                    came = self._value_of(check.formula or 0, line, own, n) or 0
                    if came > 0:
                        text = check.text or line.name
                        told.append(Text("{text}: {came}.", text=text, came=came))
        return joined(told, " ") if told else NO_WORDS

    def _failure(self, check: Check, line: Category, round: int) -> Text | None:
        """The sentence for a check that fails in a round of its line; None if it does not fail."""
        setting, owners = self.setting, self.setting.columns_of(line)
        row = Row(line, round).id
        entries = {
            own: value for own in owners if (value := self.cells.get(own, {}).get(row)) is not None
        }
        if check.kind == "open":
            return None
        if check.kind in BY_FORMULA:
            there = [own for own in owners if line.formula is not None or own in entries]
            last = self._last_allowed_cell(check, line) if check.kind == "last" else None
            names = [
                setting.column_name(own)
                for own in there
                if (
                    last is None
                    and (came := self._value_of(check.formula or 0, line, own, round)) is not None
                    and came <= 0
                )
                or (last is not None and last < (round, owners.index(own)))
            ]
            if not names:
                return None
            whose = Text(" ({names})", names=joined(names)) if owners != (TABLE,) else NO_WORDS
            return Text("{text}{whose}", "{text}{whose}", text=check.text or line.name, whose=whose)
        if check.kind == "one-holder":
            holders = [own for own in entries if line.number(entries[own])]
            if len(holders) < 2:
                return None
            sentence = Text(
                "{names} have it, and one has it at most.",
                names=joined(map(setting.column_name, holders)),
            )
        elif len(entries) < len(owners):
            return None
        elif check.kind == "different":
            if len(set(entries.values())) == len(entries):
                return None
            sentence = Text("Two are the same, and all are different.")
        else:
            came = sum(line.number(value) for value in entries.values())
            if came == check.number:
                return None
            sentence = Text(
                "The row comes to {came}, not {number}.",
                came=came,
                number=check.number,
            )
        return Text(
            "{where}: {said}",
            where=setting.line_and_round(line.id, round),
            said=check.text or sentence,
        )


def _number(value: Amount | None) -> Text:
    return same("–") if value is None else Text("{value}", "{value}", value=value)


def _needs_brackets(formula: Formula) -> bool:
    return isinstance(formula, Node) and formula.do not in ("before", "seats", *ACROSS)


def reckoning_of(board: Board) -> Reckoning:
    """The reckoning of a board. The setting caches that of the last board, since several functions
    need it."""
    last = board.setting.last
    if last is None or last[0] is not board:
        last = board.setting.last = (board, Reckoning(board.setting, board.cells))
    there: Reckoning = last[1]
    return there
