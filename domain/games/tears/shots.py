"""Ranged attacks ("Attaques à distance Ennemies"): who shoots, and at whom."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.asking import ask
from domain.games.tears.board import Army, TearsBoard, card, existing, fielded, hastings_exception, wedge_of
from domain.games.tears.damage import Story, fell_if_dead, other


def ranged_cards(board: TearsBoard, side: Army) -> tuple[str, ...]:
    """The cards with Range X on a battlefield, line by line."""
    return tuple(s.card for _, s in fielded(side) if card(board, s.card).ranged)


def prefer_ranged(board: TearsBoard, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Of the player's cards those that the Enemy targets: his ranged cards if there are any, otherwise all of them."""
    return tuple(c for c in cards if card(board, c).ranged) or cards


def shooters(board: TearsBoard) -> tuple[str, ...] | None:
    """The Enemy's cards that may attack now; none at all (`None`) while the table has still to state the might.

    At Hastings a card shoots only where the Enemy is losing the might combat of its wedge, and not at all once the player
    has passed.
    """
    ready = [(at, s.card) for at, s in fielded(board.enemy) if not s.exhausted and card(board, s.card).ranged]
    turn = board.turn
    if not ready or turn is None:
        return ()
    if turn.passing and hastings_exception(board, True):
        return ()
    if not hastings_exception(board, False):
        return tuple(id for _, id in ready)
    standing = existing(board)
    ready = [(at, id) for at, id in ready if wedge_of(at) in standing]
    if not ready:
        return ()
    if turn.might is None:
        return None
    losing = {m.wedge for m in turn.might if m.enemy < m.player}
    return tuple(id for at, id in ready if wedge_of(at) in losing)


def attack(course: Story) -> None:
    """One ranged attack of the Enemy. With several cards ready the player says which attacks: the order is his."""
    able = shooters(course.board)
    if able is None:
        ask(course, "might", "", existing(course.board))
    elif len(able) == 1:
        aim(course, able[0])
    else:
        ask(course, "shooter", "", able)


def aim(course: Story, shooter: str) -> None:
    """The attacking card picks its target: a ranged card of the player, otherwise whichever he chooses."""
    board = course.board
    targets = prefer_ranged(board, tuple(s.card for _, s in fielded(board.player)))
    if len(targets) == 1:
        fire(course, "enemy", shooter, targets[0])
    else:
        ask(course, "shot", shooter, targets)


def fire(course: Story, seat: str, shooter: str, target: str) -> None:
    """The shot: the card is exhausted, its target takes the X of its Range X (A-TM-19). The Enemy's turn ends with it, unless
    the player has passed."""
    course.tell(f.ShotFired(seat, shooter, target, card(course.board, shooter).ranged))
    fell_if_dead(course, other(seat), target)
    turn = course.board.turn
    if seat == "enemy" and turn and not turn.passing:
        course.tell(f.EnemyTurnEnded())
