from collections.abc import Iterator

from domain.kernel.text import NO_WORDS, brief
from domain.titles.contract.types import Field, Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.kit.offering import entry
from domain.titles.score_sheet import facts as f
from domain.titles.score_sheet.actions import MoveCounter
from domain.titles.score_sheet.board import THE_TABLE, Board
from domain.titles.score_sheet.values import LEAST, MOST, TABLE

NO = Refusals("The bank", """
no-counter
  The bank has no counter {id}: it has {known}.
not-whose
  {name} is not a counter of {whose}.
nowhere
  {name} would stay where it is: move it up or down.
bounds
  {name} goes from {least} to {most}: {to} is not possible.
""")  # fmt: skip


def judge_counter(board: Board, seat: str, action: MoveCounter) -> Verdict:
    setting, counter = board.setting, board.setting.bank.get(action.counter)
    if counter is None:
        return NO("no-counter", id=brief(action.counter), known=", ".join(setting.bank) or "–")
    column = setting.column(counter, action.whose)
    if not column:
        return NO("not-whose", name=counter.name, whose=brief(action.whose) or THE_TABLE)
    if not action.by:
        return NO("nowhere", name=counter.name)
    to = board.counters[counter.id][column] + action.by
    if counter.least <= to <= counter.most:
        return LEGAL
    return NO("bounds", name=counter.name, least=counter.least, most=counter.most, to=to)


def move_counter(course: Course, seat: str, action: MoveCounter) -> None:
    setting = course.board.setting
    column = setting.column(setting.bank[action.counter], action.whose)
    now = course.board.counters[action.counter][column] + action.by
    course.emit(f.CounterMoved(seat, action.counter, column, action.by, now))


def offers(board: Board, seat: str) -> Iterator[MoveCounter]:
    for counter in board.setting.values.counters:
        for column in board.setting.columns_of(counter):
            whose = "" if column == TABLE else column
            yield from (MoveCounter(counter.id, by, whose) for by in (1, -1))


def forms(board: Board, seat: str) -> Iterator[Template]:
    setting = board.setting
    example = next(
        (action for action in offers(board, seat) if judge_counter(board, seat, action).legal), None
    )
    if example is None:
        return
    owners = dict.fromkeys(
        column for counter in setting.values.counters for column in setting.columns_of(counter)
    )
    yield entry(
        NAME,
        example,
        counter=Field(Text("counter"), tuple(setting.bank)),
        whose=Field(
            Text.pgettext("score-sheet", "of"),
            tuple("" if column == TABLE else column for column in owners),
        ),
        by=Field(Text("up by (below 0: down)"), least=LEAST, most=MOST),
    )


def _label(board: Board, action: MoveCounter) -> Text:
    setting, counter = board.setting, board.setting.bank[action.counter]
    owner = setting.column_name(action.whose) if action.whose else NO_WORDS
    whose = Text(", {owner}", owner=owner) if owner.en else owner
    return Text("{name}{whose}: {by}", name=counter.name, whose=whose, by=f"{action.by:+d}")


NAME = Text("Move a counter")
MOVES = (
    Move(
        MoveCounter,
        ("playing",),
        judge_counter,
        move_counter,
        offers,
        _label,
        NAME,
        weight=2,
        forms=forms,
        aside=True,
    ),
)
