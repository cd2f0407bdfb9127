"""Values: what can be written in a cell of the sheet, and by whom."""

import re
from collections.abc import Iterator

from domain.kernel.text import brief, listed
from domain.titles.contract.verdict import Field, Template
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
no-such-choice
  {category} is one of {known}, not “{value}”.
nothing-there
  Nothing stands there that could be wiped off: {where}.
same-value
  {value} stands there already: {where}.
""")  # fmt: skip

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", " ": None, "\u00a0": None, "\u202f": None})


def judge_enter(board: Board, seat: str, action: Enter) -> Verdict:
    setting, category = board.setting, board.setting.categories.get(action.category)
    if category is None:
        return NO(
            "unknown-category", id=brief(action.category), known=", ".join(setting.categories)
        )
    under = NO.under(category.rule)
    column = setting.column(category, action.whose)
    if not column:
        known = listed(tuple(map(setting.owner, setting.owners(category))))
        return under(
            "unknown-column", category=category.name, whose=brief(action.whose) or "–", known=known
        )
    if category.by == "owner" and column != seat:
        return under("not-owner", category=category.name, owner=setting.owner(column))
    if category.per == "once" and action.round:
        return under("once", category=category.name)
    row = Row(category, action.round)
    if row.id not in setting.rows:
        return under(
            "no-such-round", category=category.name, most=setting.rounds, round=action.round
        )
    return _judge_value(board, row, column, action.value, under)


def _judge_value(board: Board, row: Row, column: str, entry: Entry, under: Refusals) -> Verdict:
    there, value = board.value(column, row.id), canonical(row.category, entry)
    where = board.setting.where(row.category.id, row.round)
    if entry == "":
        return under("nothing-there", where=where) if there is None else LEGAL
    wrong = _misfit(row.category, value, under) or _beyond(board, row.category, value, under)
    if wrong is not None:
        return wrong
    return (
        under("same-value", value=board.setting.said(row.category, value), where=where)
        if value == there
        else LEGAL
    )


def canonical(category: Category, entry: Entry) -> Entry:
    """A value as it is recorded: a number as a number, however it was typed."""
    if category.kind != "number" or isinstance(entry, int):
        return entry
    typed = entry.translate(_MINUS)
    return int(typed) if _NUMBER.fullmatch(typed) else entry


def _misfit(category: Category, value: Entry, under: Refusals) -> Verdict | None:
    if category.kind == "number":
        if not isinstance(value, int):
            return under("not-a-number", category=category.name, value=brief(value))
        if not category.least <= value <= category.most:
            return under(
                "out-of-bounds",
                category=category.name,
                least=category.least,
                most=category.most,
                value=value,
            )
        return None
    if value in possible(category):
        return None
    known = listed(tuple(choice.name for choice in category.choices), Text("yes, no"))
    return under("no-such-choice", category=category.name, known=known, value=brief(str(value)))


def _beyond(board: Board, category: Category, value: Entry, under: Refusals) -> Verdict | None:
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


def possible(category: Category) -> tuple[str, ...]:
    if category.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.id for choice in category.choices)


def fits(category: Category, value: Entry) -> bool:
    return canonical(category, value) == value and _misfit(category, value, NO) is None


def enter(course: Course, seat: str, action: Enter) -> None:
    setting: Setting = course.board.setting
    category = setting.categories[action.category]
    column, row = setting.column(category, action.whose), Row(category, action.round)
    was, value = course.board.value(column, row.id), canonical(category, action.value)
    if action.value == "":
        course.tell(f.ValueWiped(seat, category.id, action.round, column, was))
    else:
        course.tell(
            f.ValueEntered(
                seat, category.id, action.round, column, value, "" if was is None else was
            )
        )


def offers(board: Board, seat: str) -> Iterator[Enter]:
    """Some values for the cells that come next: of a number the least, the most and one between
    them."""
    for category in board.setting.values.categories:
        for column in board.setting.owners(category):
            if category.by == "anyone" or column == seat:
                row = next_row(board, category, column)
                whose = "" if column == TABLE else column
                yield from (
                    Enter(category.id, value, whose, row.round) for value in _some(category)
                )


def next_row(board: Board, category: Category, column: str) -> Row:
    """The first row of a category that is empty in a column; the last where none is."""
    rows = [row for row in board.setting.rows.values() if row.category is category]
    return next((row for row in rows if board.value(column, row.id) is None), rows[-1])


def _some(category: Category) -> tuple[Entry, ...]:
    if category.kind != "number":
        return possible(category)
    least, most = (
        max(category.least, min(0, category.most)),
        min(category.most, max(20, category.least)),
    )
    return tuple(dict.fromkeys((least, (least + most) // 2, most)))


def forms(board: Board, seat: str) -> Iterator[Template]:
    setting, categories = board.setting, board.setting.values.categories
    example = next(
        (action for action in offers(board, seat) if judge_enter(board, seat, action).legal), None
    )
    if example is None:
        return
    owners = dict.fromkeys(column for category in categories for column in setting.owners(category))
    asked = {
        "category": Field(Text("category"), tuple(setting.categories)),
        "whose": Field(Text("for"), tuple("" if column == TABLE else column for column in owners)),
        "round": Field(Text("round"), least=0, most=setting.rounds),
        "value": Field(Text("value")),
    }
    if not setting.rounds:
        del asked["round"]
    yield entry(NAME, example, **asked)


def _label(board: Board, action: Enter) -> Text:
    setting, category = board.setting, board.setting.categories[action.category]
    owner, where = (
        setting.owner(setting.column(category, action.whose)),
        setting.where(action.category, action.round),
    )
    if action.value == "":
        return Text("wipes off: {owner}, {where}", owner=owner, where=where)
    value = setting.said(category, canonical(category, action.value))
    return Text("enters {value}: {owner}, {where}", value=value, owner=owner, where=where)


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
