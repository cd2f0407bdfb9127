"""The Enemy's turn ("Tours de l'Ennemi", "Déploiement Ennemi", "Passer"), one step after another until the player is asked
something, a real card has to be turned up, or this turn's attack or card is done."""

from __future__ import annotations

from typing import Literal

from domain.games.tears import abilities, commander, placement, shots
from domain.games.tears import facts as f
from domain.games.tears.board import TearsBoard, card, card_resources, table_row
from domain.games.tears.cards import Card
from domain.games.tears.damage import Story
from domain.games.tears.draws import TOP
from domain.rules.chance import Chance

Step = Literal["play", "end", "leader", "attack", "draw"]


def next_step(board: TearsBoard) -> Step:
    """What the Enemy does next in its turn: the Commander's move if it must, else a ranged attack, else the next card."""
    turn = board.turn
    if turn and turn.revealed:
        return "play"
    if turn is None or turn.done:
        return "end"
    if commander.must_move(board):
        return "leader"
    return "draw" if shots.shooters(board) == () else "attack"


def card_wanted(board: TearsBoard) -> bool:
    """Whether the Enemy's next card has to come from a deck on the real table."""
    side = board.enemy
    return side.entered and not side.turned and next_step(board) == "draw" and table_row(board) is not None


def take_step(course: Story, chance: Chance) -> None:
    """One step of the Enemy's turn, other than its end."""
    step = next_step(course.board)
    if step == "play":
        play_revealed(course)
    elif step == "leader":
        commander.move(course)
    elif step == "attack":
        shots.attack(course)
    else:
        draw(course, chance)


def draw(course: Story, chance: Chance) -> None:
    """Turn up the next card: of the discard pile turned over its top, otherwise one of those not seen yet. An empty deck is
    turned over, unshuffled, and the Enemy passes this turn."""
    side = course.board.enemy
    if table_row(course.board) is None:
        course.tell(f.EnemySkipped("no-row"))
    elif side.turned:
        course.tell(f.Revealed(side.turned[0]))
    elif side.deck:
        course.tell(f.Revealed(str(chance.draw("enemy-card", TOP, side.deck)[0])))
    else:
        course.tell(f.DeckTurned())


def enter(course: Story, entered: Card | None) -> None:
    """What the table turned up: this card, or the end of the deck."""
    if entered is None:
        course.tell(f.DeckTurned())
    else:
        course.tell(f.CardEntered(entered), f.Revealed(entered.id))


def resources(board: TearsBoard) -> int:
    """The Enemy's resources: the row of the table and the symbols on its cards in play."""
    return (table_row(board) or 0) + card_resources(board)


def play_revealed(course: Story) -> None:
    """A card that costs no more than the Enemy's resources is played, a dearer one discarded and the next one drawn."""
    board = course.board
    turn = board.turn
    if turn is None:
        return
    id, printed, has = turn.revealed, card(board, turn.revealed), resources(board)
    if printed.cost - turn.discount > has:
        course.tell(f.Discarded(id, "too-dear", True, has))
    elif printed.kind == "event":
        abilities.play_event(course, id)
    elif printed.kind == "tactic":
        course.tell(f.Reserved("enemy", id))
        abilities.begin(course, id)
    elif printed.kind == "attachment":
        placement.attach(course, id)
    else:
        placement.place(course, id)
