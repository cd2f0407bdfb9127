"""A random player: lively enough that every action and every ending comes up, and that sessions end."""

from __future__ import annotations

from random import Random

from domain.games.fief import actions as a
from domain.games.fief import actions as b
from domain.games.fief.actions import FiefAction
from domain.games.fief.board import Board, Phase
from domain.games.fief.contract import FiefRules
from domain.games.fief.legal import pending
from domain.games.fief.realm.auction import least_bid
from domain.games.fief.suggest import suggestion

STOP: dict[Phase, float] = {
    "placement": 0.0,
    "oyez": 0.5,
    "cards": 0.45,
    "income": 0.5,
    "ransom": 0.4,
    "purchases": 0.3,
    "moves": 0.3,
    "battles": 0.3,
    "end": 0.6,
}
"""How likely a family ends its part of a phase rather than doing something."""

WEIGHTS: dict[Phase, dict[type[FiefAction], int]] = {
    "placement": {a.Settle: 1},
    "oyez": {
        a.DeclareTitle: 6,
        a.ElectKing: 6,
        a.CrownQueen: 5,
        a.DeclareMarriage: 4,
        a.DeclareAnnulment: 2,
        a.DeclareTitleLost: 2,
        a.DeclareCession: 2,
    },
    "cards": {a.DeclareLord: 6, a.DeclarePlague: 3, a.PlayRevolt: 5, a.DeclareLosses: 1, a.DeclareDeath: 1},
    "income": {a.DeclareIncome: 8, a.DeclarePayment: 1},
    "ransom": {a.PayRansom: 5, a.DeclareRelease: 1},
    "purchases": {a.Recruit: 9, a.BuildFort: 2, a.DeclareTitle: 2, a.DeclareRelease: 1},
    "moves": {a.Move: 9, a.DeclareControl: 2},
    "battles": {b.DeclareBattle: 9, a.DeclareControl: 2, a.DeclareRelease: 1},
    "end": {a.ProposeEnd: 5, a.DeclareCession: 1},
}

LIKELY: dict[type[FiefAction], float] = {
    b.FightOn: 12.0,
    b.BreakOff: 2.0,
    b.CommitMercenaries: 0.5,
    b.AimAtLord: 2.0,
}
"""Weights of choices that are not as likely as others."""


def sample(rules: FiefRules, board: Board, seat: str, rng: Random) -> FiefAction | None:
    """A legal action, or none for a family that is not to act."""
    if seat not in rules.to_act(board):
        return None
    if board.auction is not None:
        least, purse = least_bid(board, board.auction, seat), board.families[seat].purse
        return a.Bid(rng.randint(least, max(least, min(purse, least + 3))), board.turn, board.auction.round)
    if not (board.proposal or board.revolt or board.battle) and board.phase != "upkeep":
        return _in_turn(rules, board, seat, rng)
    asked = [action for action in pending(board, seat) if rules.judge(board, seat, action).legal]
    if board.proposal is not None:
        patience = 0.8 if board.proposal.kind == "victory" else 0.2 + board.turn * 0.05
        return a.AnswerEnd(rng.random() < patience)
    return rng.choices(asked, [LIKELY.get(type(action), 1.0) for action in asked])[0]


def _in_turn(rules: FiefRules, board: Board, seat: str, rng: Random) -> FiefAction | None:
    kinds = WEIGHTS[board.phase]
    for _ in range(6):
        if rng.random() < STOP[board.phase]:
            break
        (kind,) = rng.choices(list(kinds), list(kinds.values()))
        action = suggestion(kind, board, seat, rng.choice)
        if action is not None and rules.judge(board, seat, action).legal:
            return action
    end = a.EndPhase()
    return end if rules.judge(board, seat, end).legal else _placed(rules, board, seat, rng)


def _placed(rules: FiefRules, board: Board, seat: str, rng: Random) -> FiefAction | None:
    return suggestion(a.Settle, board, seat, rng.choice)
