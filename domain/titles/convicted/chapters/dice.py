"""Lancer de dés (rolling dice): at any time of the siege the players may roll dice. They look the
result up themselves; it changes nothing on the board."""

from collections.abc import Iterator

from domain.titles.contract.types import Template
from domain.titles.convicted import actions as a, facts as f
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.declaring import FIELDS
from domain.titles.kit import Course, Move, Text, accept_any, form_from_example

D3_BY_D6 = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""A three-sided die rolled with a six-sided one."""


def roll_dice(course: Course, seat: str, action: a.RollDice) -> None:
    label = Text("six-sided dice")
    rolled = [int(v) for v in course.chance.dice(action.die, label, action.count, range(1, 7))]
    course.emit(
        f.DiceRolled(
            action.die, tuple(D3_BY_D6[v] for v in rolled) if action.die == "d3" else tuple(rolled)
        )
    )


def dice_forms(board: Board, seat: str) -> Iterator[Template]:
    yield form_from_example(FIELDS, NAME, board, seat, a.RollDice("d6"))


NAME = Text("Roll dice")
MOVES = (
    Move(
        a.RollDice, ("deployment", "assault", "pillage"), accept_any, roll_dice, lambda board, seat: (),
        Text("rolls {count} {dice}"), NAME, forms=dice_forms, aside=True,
        hint=Text("For a result that you read off a table of yours: the "
            "record keeps what came up."),
    ),
)  # fmt: skip
