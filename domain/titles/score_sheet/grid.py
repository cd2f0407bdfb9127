"""The sheet as a grid to type into: a row for each line or round, a column for each seat or
side."""

from collections.abc import Iterator

from domain.kernel.amounts import in_digits
from domain.kernel.text import NO_WORDS, joined
from domain.titles.contract.grid import Grid, GridCell, GridColumn, GridField, GridForm, GridRow
from domain.titles.kit import Text
from domain.titles.score_sheet import standing
from domain.titles.score_sheet.board import Board, Row, Setting
from domain.titles.score_sheet.chapters import ending, filling
from domain.titles.score_sheet.chapters.turn import to_act
from domain.titles.score_sheet.formulas import formula_in_words
from domain.titles.score_sheet.reckoning import reckoning_of
from domain.titles.score_sheet.values import LEAST, MOST, TABLE, Category

AHEAD, DEALS = 8, 24
"""How many rounds can be typed in advance, before earlier ones are recorded: cell by cell
(`AHEAD`), or each as a whole (`DEALS`). So a table can play on while the network is down."""


def grid(board: Board, seats: tuple[str, ...], round: int = 0) -> Grid:
    """The sheet as a grid: the rounds begun so far and, for people who enter for `seats`, the next
    rounds or the form of a round. `round`: the round whose form is wanted, 0 for the next."""
    setting = board.setting
    acting = tuple(seat for seat in seats if seat in to_act(board))
    summed = setting.values.wins != "together"
    kinds = {row.category.whose for row in rows_to_show(board)}
    people = tuple(setting.sides) if setting.sides and "seat" not in kinds else setting.seats
    sides = tuple(setting.sides)
    totals = () if not summed else sides if sides and setting.version > 3 else people
    shown = people if summed or "seat" in kinds else ()
    if "side" in kinds or totals == sides:
        shown = tuple(dict.fromkeys((*shown, *sides)))
    columns = [
        GridColumn(
            column,
            setting.column_name(column),
            total_text(board, column) if column in totals else None,
        )
        for column in shown
    ]
    if "table" in kinds:
        columns.append(GridColumn(TABLE, Text("The table")))
    more = 1 + AHEAD if acting and not setting.enters_whole_rounds else 0
    return Grid(
        "enter",
        "value",
        tuple(columns),
        tuple(_row(board, row, acting) for row in rows_to_show(board, more)),
        form=round_form(board, acting, round) if setting.enters_whole_rounds and acting else None,
        due=ending.end_due_sentence(board),
        lacks=ending.missing_cells_sentence(board) if setting.version > 2 else NO_WORDS,
        running=running_totals(board, totals) if setting.rounds else {},
        notes=tuple(formula_notes(setting)),
        dice=bool(setting.dice),
    )


def total_text(board: Board, column: str) -> str:
    return in_digits(standing.total(board, column))


def running_totals(board: Board, columns: tuple[str, ...]) -> dict[str, tuple[float, ...]]:
    """By column, the totals before the first round and after each round begun so far; empty if
    none is begun. Lines that have one cell for the whole game are left out."""
    setting, there = board.setting, reckoning_of(board)
    totals: dict[str, tuple[float, ...]] = {}
    for column in columns:
        points, sums = 0.0, [0.0]
        for n in range(1, there.begun + 1):
            points += float(there.round_points(column, n))
            sums.append(points)
        totals[column] = tuple(sums)
    return totals if setting.rounds and there.begun else {}


def formula_notes(setting: Setting) -> Iterator[tuple[Text, Text]]:
    """The name of each reckoned line, with its formula in words."""
    names = {line.id: line.name for line in setting.lines}
    for line in setting.reckoned_lines:
        if line.formula is not None:
            yield line.name, formula_in_words(line.formula, names)


def rows_to_show(board: Board, more: int = 1) -> Iterator[Row]:
    """The rows to show, round by round, then the lines with one cell for the whole game. `more`:
    how many rounds after the last begun, on a sheet with any number of rounds."""
    setting = board.setting
    last = (
        min(setting.rounds, max(1, standing.rounds_begun(board) + more))
        if setting.open_ended
        else setting.rounds
    )
    every = [row for row in setting.rows.values() if not row.category.hidden]
    if setting.enters_whole_rounds:
        last = standing.rounds_begun(board)
        every = [row for row in every if not row.round or row.category.counts]
    for number in (*range(1, last + 1), 0):
        yield from (row for row in every if row.round == number)


def _row(board: Board, row: Row, acting: tuple[str, ...]) -> GridRow:
    setting, category = board.setting, row.category
    cells = tuple(_cell(board, row, column, acting) for column in setting.columns_of(category))
    number = category.kind in ("number", "reckoned")
    first = (
        setting.enters_whole_rounds
        and row.round
        and category
        is next(
            line
            for line in setting.lines
            if line.per == "round" and line.counts and not line.hidden
        )
    )
    return GridRow(
        row.id,
        _name(board, row),
        "number" if number else "choice",
        cells,
        hint=Text("{least} – {most}", least=category.least, most=category.most)
        if _is_bounded(row)
        else NO_WORDS,
        options=tuple((id, setting.in_words(category, id)) for id in setting.choices(category)),
        least=category.least if number else None,
        most=category.most if number else None,
        round=row.round,
        ahead=setting.open_ended and row.round > standing.rounds_begun(board) + 1,
        shows=_entries_in_words(board, row.round) if first else NO_WORDS,
        wrong=tuple(
            sentence
            for broken, sentence in reckoning_of(board).failed_checks(row.round)
            if broken.id == row.id or first
        ),
        editable=bool(first and acting),
    )


def _entries_in_words(board: Board, round: int) -> Text:
    """The entries of a round on lines that have no row of their own in the grid, in the sheet's
    order, as one text."""
    setting = board.setting
    values = [
        (line, column, value)
        for line in setting.entered_lines
        if line.per == "round" and not line.counts
        for column in setting.columns_of(line)
        if (value := board.value(column, f"{line.id}.{round}")) is not None
    ]
    return joined((_entry_in_words(setting, *each) for each in values), " · ")


def _entry_in_words(setting: Setting, line: Category, column: str, value: int | str) -> Text:
    shown = setting.in_words(line, value)
    if line.kind in ("seat", "side", "choice") and line is setting.entered_lines[0]:
        return shown
    if column != TABLE:
        return Text(
            "{name} {value}", "{name} {value}", name=setting.column_name(column), value=shown
        )
    return Text("{name} {value}", "{name} {value}", name=line.name, value=shown)


def _is_bounded(row: Row) -> bool:
    return row.category.kind == "number" and row.category.least > LEAST and row.category.most < MOST


def _name(board: Board, row: Row) -> Text:
    name = row.category.name
    if not row.round:
        return name
    setting = board.setting
    several = sum(
        line.per == "round" and not line.hidden and (line.counts or not setting.enters_whole_rounds)
        for line in setting.lines
    )
    more = Text(": {name}", name=name) if several > 1 else NO_WORDS
    return Text("Round {round}{more}", round=row.round, more=more)


def _cell(board: Board, row: Row, column: str, acting: tuple[str, ...]) -> GridCell:
    if row.category.kind == "reckoned":
        there = reckoning_of(board)
        number = there.value(row.category, column, row.round)
        why = there.explanation(row.category, column, row.round)
        return GridCell(column, "" if number is None else in_digits(number), {}, "", why)
    value = board.value(column, row.id)
    who = (
        acting if row.category.by == "anyone" else tuple(seat for seat in acting if seat == column)
    )
    action = {
        "type": "enter",
        "category": row.category.id,
        "whose": "" if column == TABLE else column,
        "round": row.round,
    }
    by_form = board.setting.enters_whole_rounds and row.round
    return GridCell(
        column, "" if value is None else str(value), action, who[0] if who and not by_form else ""
    )


# -- the form of a round ---------------------------------------------------------------------------


def round_form(board: Board, acting: tuple[str, ...], round: int) -> GridForm:
    setting = board.setting
    round = round if 0 < round <= standing.rounds_begun(board) else filling.next_round(board)
    sums = {check.line: check.number for check in setting.values.checks if check.kind == "sum"}
    fields = tuple(
        _field(board, line, column, round, sums.get(line.id))
        for line in setting.entered_lines
        if line.per == "round"
        for column in setting.columns_of(line)
        if line.by == "anyone" or column in acting
    )
    after = filling.next_round(board)
    ahead = tuple(
        (n, _title(setting, n)) for n in range(after, min(setting.rounds, after + DEALS) + 1)
    )
    action = {"type": "fill", "round": round}
    return GridForm(round, _title(setting, round), action, acting[0], fields, ahead)


def _title(setting: Setting, round: int) -> Text:
    if setting.values.dealer:
        return Text("Round {round}: {name} deals", round=round, name=dealer_text(setting, round))
    return Text.pgettext("score-sheet", "Round {round}", round=round)


def dealer_text(setting: Setting, round: int) -> Text:
    return setting.name(setting.seats[(round - 1) % len(setting.seats)])


def _field(board: Board, line: Category, column: str, round: int, adds_up: int | None) -> GridField:
    setting, value = board.setting, board.value(column, f"{line.id}.{round}")
    return GridField(
        line.id if column == TABLE else f"{line.id}:{column}",
        line.name,
        NO_WORDS if column == TABLE else setting.column_name(column),
        "" if value is None else str(value),
        options=tuple((id, setting.in_words(line, id)) for id in setting.choices(line))
        or _number_buttons(line),
        least=line.least if line.kind == "number" else None,
        most=line.most if line.kind == "number" else None,
        decimals=line.parts > 1,
        required=line.required,
        adds_up=adds_up,
    )


def _number_buttons(line: Category) -> tuple[tuple[str, Text], ...]:
    """The numbers of a line as buttons, if it accepts few enough of them; else empty."""
    if line.kind != "number" or line.parts > 1 or line.most - line.least > 6:
        return ()
    return tuple((str(n), Text(str(n), str(n))) for n in range(line.least, line.most + 1))
