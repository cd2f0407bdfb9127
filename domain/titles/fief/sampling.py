from collections.abc import Mapping
from random import Random

from domain.titles.fief import actions as a
from domain.titles.fief.board import Board
from domain.titles.fief.chapters.auction import least_bid
from domain.titles.kit import Action, DeclaredForms, Move, Pick
from domain.titles.kit.offering import candidates

STOP = {
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
"""By phase, the probability that a random player ends its part of the phase."""

WEIGHTS: dict[str, dict[type[Action], int]] = {
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
    "cards": {
        a.DeclareLord: 6,
        a.DeclarePlague: 3,
        a.PlayRevolt: 5,
        a.DeclareLosses: 1,
        a.DeclareDeath: 1,
    },
    "income": {a.DeclareIncome: 8, a.DeclarePayment: 1},
    "ransom": {a.PayRansom: 5, a.DeclareRelease: 1},
    "purchases": {a.Recruit: 9, a.BuildFort: 2, a.DeclareTitle: 2, a.DeclareRelease: 1},
    "moves": {a.Move: 9, a.DeclareControl: 2},
    "battles": {a.DeclareBattle: 9, a.DeclareControl: 2, a.DeclareRelease: 1},
    "end": {a.ProposeEnd: 5, a.DeclareCession: 1},
}

Moves = Mapping[type[Action], Move]


def sample(moves: Moves, board: Board, moment: str, seat: str, rng: Random) -> Action | None:
    if moment == "auction" and board.auction is not None:
        least, purse = least_bid(board, board.auction, seat), board.families[seat].purse
        return a.Bid(
            rng.randint(least, max(least, min(purse, least + 3))), board.turn, board.auction.round
        )
    if moment in WEIGHTS:
        return _sample_in_turn(moves, board, seat, rng)
    if moment == "proposal" and board.proposal is not None:
        patience = 0.8 if board.proposal.kind == "victory" else 0.2 + board.turn * 0.05
        return a.AnswerEnd(rng.random() < patience)
    choices = [
        (action, move.weight)
        for move in moves.values()
        if moment in move.phases
        for action in candidates(board, seat, move)
    ]
    return rng.choices([action for action, _ in choices], [weight for _, weight in choices])[0]


def _sample_in_turn(moves: Moves, board: Board, seat: str, rng: Random) -> Action | None:
    kinds = WEIGHTS[board.phase]
    for _ in range(6):
        if rng.random() < STOP[board.phase]:
            break
        (kind,) = rng.choices(list(kinds), list(kinds.values()))
        action = _suggested_action(moves[kind], board, seat, rng)
        if action is not None and moves[kind].judge(board, seat, action).legal:
            return action
    return (
        a.EndPhase()
        if board.phase in moves[a.EndPhase].phases
        else _suggested_action(moves[a.Settle], board, seat, rng)
    )


def _suggested_action(move: Move, board: Board, seat: str, rng: Random) -> Action | None:
    return (
        move.forms.sample(board, seat, Pick(rng)) if isinstance(move.forms, DeclaredForms) else None
    )
