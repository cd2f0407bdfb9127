"""Entering values: which values a cell of the sheet accepts, and from which seat."""

import re
from collections.abc import Iterator
from fractions import Fraction

from domain.kernel.amounts import in_digits
from domain.kernel.text import brief, listed
from domain.titles.contract.types import Field, Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.kit.offering import entry
from domain.titles.score_sheet import facts as f
from domain.titles.score_sheet.actions import Enter
from domain.titles.score_sheet.board import Board, Entry, Row, Setting
from domain.titles.score_sheet.values import TABLE, Category

NO = Refusals("The sheet", """
unknown-category
  The sheet has no category {id}: it has {known}.
unknown-column
  {category} is not entered for {whose}, but for {known}.
not-owner
  {category} of {owner} is entered by {owner} alone.
no-such-round
  {category} has the rounds 1 to {most}, not {round}.
once
  {category} is entered once, in no round.
not-a-number
  {category} takes a whole number, not “{value}”.
out-of-bounds
  {category} goes from {least} to {most}: {value} is not possible.
not-a-part
  {category} takes numbers in steps of {step}, not “{value}”.
reckoned
  {category} is reckoned from other lines of the sheet: nobody enters it.
no-such-choice
  {category} is one of {known}, not “{value}”.
nothing-there
  Nothing stands there that could be wiped off: {where}.
same-value
  {value} stands there already: {where}.
""")  # fmt: skip

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}[.,][0-9]{1,2}")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", " ": None, "\u00a0": None, "\u202f": None})


def judge_enter(board: Board, seat: str, action: Enter) -> Verdict:
    setting, category = board.setting, board.setting.categories.get(action.category)
    if category is None:
        return NO(
            "unknown-category", id=brief(action.category), known=", ".join(setting.categories)
        )
    under = NO.under(category.rule)
    if category.kind == "reckoned":
        return under("reckoned", category=category.name)
    column = setting.column(category, action.whose)
    if not column:
        known = listed(tuple(map(setting.column_name, setting.columns_of(category))))
        return under(
            "unknown-column", category=category.name, whose=brief(action.whose) or "–", known=known
        )
    if category.by == "owner" and column != seat:
        return under("not-owner", category=category.name, owner=setting.column_name(column))
    if category.per == "once" and action.round:
        return under("once", category=category.name)
    row = Row(category, action.round)
    if row.id not in setting.rows:
        return under(
            "no-such-round", category=category.name, most=setting.rounds, round=action.round
        )
    return _judge_value(board, row, column, action.value, under)


def _judge_value(board: Board, row: Row, column: str, entry: Entry, under: Refusals) -> Verdict:
    there, value = board.value(column, row.id), recorded_value(row.category, entry)
    where = board.setting.line_and_round(row.category.id, row.round)
    if entry == "":
        return under("nothing-there", where=where) if there is None else LEGAL
    wrong = _value_refusal(board.setting, row.category, value, under) or _range_refusal(
        board, row.category, value, under
    )
    if wrong is not None:
        return wrong
    return (
        under("same-value", value=board.setting.in_words(row.category, value), where=where)
        if value == there
        else LEGAL
    )


def recorded_value(category: Category, entry: Entry) -> Entry:
    """A value in the form in which it is recorded. A number that was typed as text becomes a
    number."""
    if category.kind != "number" or isinstance(entry, int):
        return entry
    typed = entry.translate(_MINUS)
    if _NUMBER.fullmatch(typed):
        return int(typed)
    if category.parts == 1 or not _DECIMAL.fullmatch(typed):
        return entry
    number = Fraction(typed.replace(",", "."))
    return number.numerator if number.denominator == 1 else in_digits(number)


def _value_refusal(
    setting: Setting, category: Category, value: Entry, under: Refusals
) -> Verdict | None:
    if category.kind == "number":
        parts, decimal = category.parts, isinstance(value, str) and _DECIMAL.fullmatch(value)
        if not isinstance(value, int) and (parts == 1 or not decimal):
            code = "not-a-number" if parts == 1 else "not-a-part"
            step = Fraction(1, parts)
            return under(code, category=category.name, value=brief(str(value)), step=step)
        number = Fraction(value)
        if parts % number.denominator:
            step = Fraction(1, parts)
            return under("not-a-part", category=category.name, value=value, step=step)
        if not category.least <= number <= category.most:
            return under(
                "out-of-bounds",
                category=category.name,
                least=category.least,
                most=category.most,
                value=value,
            )
        return None
    if value in setting.choices(category):
        return None
    some = () if category.kind == "yes-no" else setting.choices(category)
    known = listed((setting.in_words(category, id) for id in some), Text("yes, no"))
    return under("no-such-choice", category=category.name, known=known, value=brief(str(value)))


def _range_refusal(
    board: Board, category: Category, value: Entry, under: Refusals
) -> Verdict | None:
    seats = len(board.setting.seats)
    if (
        board.setting.version == 1
        or category.across != "places"
        or (isinstance(value, int) and value <= seats)
    ):
        return None
    return under(
        "out-of-bounds",
        category=category.name,
        least=max(category.least, 1),
        most=seats,
        value=value,
    )


def accepts_value(setting: Setting, category: Category, value: Entry) -> bool:
    """Whether a line accepts this value, and the value has the form in which it is recorded."""
    same = recorded_value(category, value) == value and category.kind != "reckoned"
    return same and _value_refusal(setting, category, value, NO) is None


def enter(course: Course, seat: str, action: Enter) -> None:
    setting: Setting = course.board.setting
    category = setting.categories[action.category]
    column, row = setting.column(category, action.whose), Row(category, action.round)
    was, value = course.board.value(column, row.id), recorded_value(category, action.value)
    if action.value == "":
        course.emit(f.ValueWiped(seat, category.id, action.round, column, was))
    else:
        course.emit(
            f.ValueEntered(
                seat, category.id, action.round, column, value, "" if was is None else was
            )
        )


def offers(board: Board, seat: str) -> Iterator[Enter]:
    """Sample entries for the next cell of each line and column in which the seat may write: three
    numbers, or each choice."""
    for category in board.setting.entered_lines:
        for column in board.setting.columns_of(category):
            if category.by == "anyone" or column == seat:
                row = next_row(board, category, column)
                whose = "" if column == TABLE else column
                yield from (
                    Enter(category.id, value, whose, row.round)
                    for value in sample_values(board.setting, category)
                )


def next_row(board: Board, category: Category, column: str) -> Row:
    """The first row of a line that is empty in a column; the last row if none is."""
    rows = [row for row in board.setting.rows.values() if row.category is category]
    return next((row for row in rows if board.value(column, row.id) is None), rows[-1])


def sample_values(setting: Setting, category: Category) -> tuple[Entry, ...]:
    """Sample values for a line: all its choices, or up to three numbers of its range, as near to
    0 to 20 as the range allows."""
    if category.kind != "number":
        return setting.choices(category)
    least, most = (
        max(category.least, min(0, category.most)),
        min(category.most, max(20, category.least)),
    )
    return tuple(dict.fromkeys((least, (least + most) // 2, most)))


def forms(board: Board, seat: str) -> Iterator[Template]:
    setting, categories = board.setting, board.setting.entered_lines
    example = next(
        (action for action in offers(board, seat) if judge_enter(board, seat, action).legal), None
    )
    if example is None:
        return
    owners = dict.fromkeys(
        column for category in categories for column in setting.columns_of(category)
    )
    fields = {
        "category": Field(Text("category"), tuple(line.id for line in categories)),
        "whose": Field(Text("for"), tuple("" if column == TABLE else column for column in owners)),
        "round": Field(Text.pgettext("score-sheet", "round"), least=0, most=setting.rounds),
        "value": Field(Text("value")),
    }
    if not setting.rounds:
        del fields["round"]
    yield entry(NAME, example, **fields)


def _label(board: Board, action: Enter) -> Text:
    setting, category = board.setting, board.setting.categories[action.category]
    owner, where = (
        setting.column_name(setting.column(category, action.whose)),
        setting.line_and_round(action.category, action.round),
    )
    if action.value == "":
        return Text("wipes off: {owner}, {where}", owner=owner, where=where)
    value = setting.in_words(category, recorded_value(category, action.value))
    return Text("enters {value} for {owner}: {where}", value=value, owner=owner, where=where)


NAME = Text("Enter a value")
MOVES = (
    Move(
        Enter,
        ("playing",),
        judge_enter,
        enter,
        offers,
        _label,
        NAME,
        weight=15,
        forms=forms,
        listed=False,
    ),
)
