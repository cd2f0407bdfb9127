"""A random player of Training Grounds, who likes to fight, and plays Renew when few of his cards
are face up."""

from random import Random
from typing import Any

from domain.titles.kit import Action, Move, replace
from domain.titles.northgard.actions import Move as MoveUnits, Step
from domain.titles.northgard.board import Board
from domain.titles.northgard.turn import EachCard


def sample(board: Board, seat: str, moves: tuple[Move, ...], rng: Random) -> Action | None:
    """A random legal action, or None if there is none. The card is chosen first, so that cards with
    many possible actions are no likelier."""
    if board.stage != "playing":
        return _chosen(
            board, [action for move in moves for action in move.offers(board, seat)], rng
        )
    cards = list(board.sides[seat].up)
    rng.shuffle(cards)
    if rng.random() < len(cards) / 8:
        cards.sort(key=lambda c: "renew" in board.setting.cards[c].does)
    for card in cards:
        actions = _actions_of_card(board, seat, card, moves)
        if actions:
            return _chosen(board, actions, rng)
    return None


def _actions_of_card(board: Board, seat: str, card: str, moves: tuple[Move, ...]) -> list[Any]:
    does = board.setting.cards[card].does
    offers = (move.offers for move in moves)
    return [
        action
        for offer in offers
        if isinstance(offer, EachCard) and offer.deed in does
        for action in offer.uses(board, seat, [card])
    ]


def _chosen(board: Board, actions: list[Any], rng: Random) -> Action | None:
    if not actions:
        return None
    steps = [x for x in actions if isinstance(x, MoveUnits | Step)]
    attacks = [
        x
        for x in steps
        if board.turn not in board.territories[x.target].units and board.territories[x.target].units
    ]
    action: Action = rng.choice(attacks if attacks and rng.random() < 0.5 else actions)
    if isinstance(action, MoveUnits | Step) and rng.random() < 0.5:
        return replace(action, units=rng.randint(1, action.units))
    return action
