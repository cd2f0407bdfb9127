from collections.abc import Iterator

from domain.kernel.text import brief
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.score_sheet import facts as f
from domain.titles.score_sheet.actions import Roll
from domain.titles.score_sheet.board import Board, Entry
from domain.titles.score_sheet.values import Die

NO = Refusals("The cup", """
no-die
  The cup has no dice {id}: it has {known}.
too-many
  {name}: {most} are rolled at once at most, not {count}.
""")  # fmt: skip


def judge_roll(board: Board, seat: str, action: Roll) -> Verdict:
    die = board.setting.dice.get(action.die)
    if die is None:
        return NO("no-die", id=brief(action.die), known=", ".join(board.setting.dice) or "–")
    return (
        LEGAL
        if 1 <= action.count <= die.most
        else NO("too-many", name=die.name, most=die.most, count=action.count)
    )


def roll(course: Course, seat: str, action: Roll) -> None:
    die = course.board.setting.dice[action.die]
    course.emit(
        f.DiceRolled(
            seat, die.id, course.chance.dice(die.id, die.name, action.count, faces_of_die(die))
        )
    )


def faces_of_die(die: Die) -> tuple[Entry, ...]:
    return tuple(face.id for face in die.faces) or tuple(range(1, die.sides + 1))


def offers(board: Board, seat: str) -> Iterator[Roll]:
    return (
        Roll(die.id, count) for die in board.setting.values.dice for count in range(1, die.most + 1)
    )


def _label(board: Board, action: Roll) -> Text:
    name = board.setting.dice[action.die].name
    return Text("rolls {name} × {count}", name=name, count=action.count)


MOVES = (Move(Roll, ("playing",), judge_roll, roll, offers, _label, Text("Roll dice"), aside=True),)
