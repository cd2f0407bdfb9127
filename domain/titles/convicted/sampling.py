"""Random players that use the whole game: every kind of action occurs, and scenarios reach their
end."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, TypeVar

from domain.titles.convicted import actions as a
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.chapters.stages import are_enemies_revealed
from domain.titles.convicted.chapters.works import offer_training
from domain.titles.convicted.field import HEROES, SECTIONS
from domain.titles.convicted.setup import sections_due
from domain.titles.convicted.turn import sort_key
from domain.titles.kit import Action, DeclaredForms, Move, Pick

T = TypeVar("T")
Moves = Mapping[type[Action], Move]

DONE = 0.2
"""The probability that a random player leaves a step although it could still act."""

SELDOM = ("Repair", "workshop", "engine", "second storey")


def sample(moves: Moves, board: Board, seat: str, rng: Random) -> Any:
    if board.step == "heroes":
        return a.ChooseHero(rng.choice([h for h in HEROES if not board.seat_of(h)]))
    if board.step == "sections":
        free = [s for s in SECTIONS if not board.sections[s].seat]
        return a.ChooseSections(tuple(rng.sample(free, sections_due(board))))
    return (
        _work_action(moves, board, seat, rng)
        if board.step == "actions"
        else _siege_action(moves, board, seat, rng)
    )


def _work_action(moves: Moves, board: Board, seat: str, rng: Random) -> Action:
    """A random action of period II. Chooses the kind of action first, then an action of that kind,
    so that digging, with its twelve slots, is no likelier than building. In half of the draws the
    kinds in `SELDOM`, which are seldom possible, are tried first."""
    if rng.random() < DONE / 4:
        return a.EndActions()
    listed = sorted(
        (
            item
            for move in moves.values()
            if "actions" in move.phases
            for item in move.offers(board, seat)
        ),
        key=sort_key,
    )
    kinds: dict[str, list[Action]] = {}
    for action in _shuffled((*listed, *offer_training(board, seat)), rng):
        kinds.setdefault(_kind_of_choice(board, action), []).append(action)
    order = _shuffled(kinds, rng)
    if rng.random() < 0.5:
        order.sort(key=lambda kind: kind not in SELDOM)
    for kind in order:
        for action in kinds[kind]:
            if (
                not isinstance(action, a.EndActions)
                and moves[type(action)].judge(board, seat, action).legal
            ):
                return action
    return a.EndActions()


def _kind_of_choice(board: Board, action: Action) -> str:
    """The kind by which a random player chooses an action."""
    if isinstance(action, a.Train) and action.unit in board.setting.engines:
        return "engine"
    if isinstance(action, a.Build) and action.building == "workshop" and action.level == 1:
        return "workshop"
    if isinstance(action, a.Fortify) and action.level == 2:
        return "second storey"
    return type(action).__name__


def _shuffled(things: Iterable[T], rng: Random) -> list[T]:
    order = list(things)
    rng.shuffle(order)
    return order


def _siege_action(moves: Moves, board: Board, seat: str, rng: Random) -> Action:
    if rng.random() < DONE / 6:
        return a.RollDice(rng.choice(("d3", "d6")), rng.randint(1, 2))
    if seat == ENEMY and board.step == "deployment" and not are_enemies_revealed(board):
        return a.RevealEnemies()
    if rng.random() > DONE or (seat == ENEMY and board.step != "assault"):
        declarations = [move for move in moves.values() if isinstance(move.forms, DeclaredForms)]
        for move in _shuffled(declarations, rng):
            form: Any = move.forms
            if board.step not in move.phases or not form.timely(board):
                continue
            action: Action | None = form.sample(board, seat, Pick(rng))
            if action and form.enters(seat) and move.judge(board, seat, action).legal:
                return action
    return _end_step(moves, board, seat)


def _end_step(moves: Moves, board: Board, seat: str) -> Action:
    """End the step or stage if this seat may; else roll a die."""
    for end in (a.BeginAssault(), a.CloseStage(max(board.stage, 1)), a.EndPillage()):
        move = moves[type(end)]
        if (
            board.step in move.phases
            and a.may_enter(type(end), seat)
            and move.judge(board, seat, end).legal
        ):
            return end
    return a.RollDice("d6")
