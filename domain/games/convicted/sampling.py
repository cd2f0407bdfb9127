"""Random players that use the whole game: every kind of action comes up, and a scenario comes to its end."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from domain.games.convicted import actions as a
from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.contract import ConvictedRules
from domain.games.convicted.field import HEROES, SECTIONS
from domain.games.convicted.offers import training, works
from domain.games.convicted.preparation.setup import choosing
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege.proposals import SIEGE, timely
from domain.games.convicted.siege.stages import revealed

T = TypeVar("T")

DONE = 0.2
"""How often a seat leaves a step although it could still do something."""

SELDOM = ("Repair", "workshop", "engine", "second storey")


def sample(rules: ConvictedRules, board: Board, seat: str, rng: Random) -> a.ConvictedAction | None:
    """A legal action for a seat, or none if it may not act."""
    if seat not in rules.to_act(board):
        return None
    if board.step == "heroes":
        return a.ChooseHero(rng.choice([h for h in HEROES if not board.seat_of(h)]))
    if board.step == "sections":
        free = [s for s in SECTIONS if not board.sections[s].seat]
        return a.ChooseSections(tuple(rng.sample(free, choosing(board))))
    return _work(rules, board, seat, rng) if board.step == "actions" else _siege(rules, board, seat, rng)


def _work(rules: ConvictedRules, board: Board, seat: str, rng: Random) -> a.ConvictedAction:
    """First a kind of action, then one of it: digging, with twelve slots, is no likelier than building. What can seldom be
    done is done half of the time when it can."""
    if rng.random() < DONE / 4:
        return a.EndActions()
    kinds: dict[str, list[a.ConvictedAction]] = {}
    for action in _shuffled((*works(board), *training(board, seat)), rng):
        kinds.setdefault(_kind(board, action), []).append(action)
    order = _shuffled(kinds, rng)
    if rng.random() < 0.5:
        order.sort(key=lambda kind: kind not in SELDOM)
    for kind in order:
        for action in kinds[kind]:
            if not isinstance(action, a.EndActions) and rules.judge(board, seat, action).legal:
                return action
    return a.EndActions()


def _kind(board: Board, action: a.ConvictedAction) -> str:
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


def _siege(rules: ConvictedRules, board: Board, seat: str, rng: Random) -> a.ConvictedAction:
    if rng.random() < DONE / 6:
        return sa.RollDice(rng.choice(("d3", "d6")), rng.randint(1, 2))
    if seat == ENEMY and board.step == "deployment" and not revealed(board):
        return sa.RevealEnemies()
    if rng.random() > DONE or (seat == ENEMY and board.step != "assault"):
        for kind in _shuffled(SIEGE, rng):
            if board.step not in rules.steps[kind] or not timely(board, kind):
                continue
            action = SIEGE[kind](board, seat, rng)
            if action is not None and rules.judge(board, seat, action).legal:
                return action
    return _leave(rules, board, seat)


def _leave(rules: ConvictedRules, board: Board, seat: str) -> a.ConvictedAction:
    """What ends the step, or dice for a seat that cannot end it."""
    ends: tuple[a.ConvictedAction, ...] = (sa.BeginAssault(), sa.CloseStage(max(board.stage, 1)), sa.EndPillage())
    return next((end for end in ends if rules.judge(board, seat, end).legal), sa.RollDice("d6"))
