"""The Enemy's turn ("Tours de l'Ennemi", "Déploiement Ennemi", "Passer"). Its steps follow one
another until the player has to answer a question, a real card has to be turned up, or the turn is
over."""

from collections.abc import Iterator
from typing import Literal

from domain.titles.contract.types import Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict, entry
from domain.titles.tears import facts as f
from domain.titles.tears.actions import Shape, TakeTurn
from domain.titles.tears.board import Board
from domain.titles.tears.chapters import abilities, commander, phases, placement, shots
from domain.titles.tears.chapters.real_cards import CARD_FIELDS, check_real_card, new_name

Step = Literal["play", "end", "leader", "attack", "draw"]

TOP = Text("Top card of the Enemy's deck")
NO = Refusals("Déploiement Ennemi", """
card-not-entered = Turn up the top card of the Enemy's deck and enter it, or say that the deck is empty.
not-entered-here = No card of the Enemy's is entered now: let it take its turn.
""")  # fmt: skip


# -- its steps -------------------------------------------------------------------------------------


def next_step(board: Board) -> Step:
    """The next step of the Enemy's turn: to play the card turned up, to end the turn, the
    Commander's move if he must move, a ranged attack if one is possible, or to draw a card."""
    turn = board.turn
    if turn and turn.revealed:
        return "play"
    if turn is None or turn.done:
        return "end"
    if commander.must_move(board):
        return "leader"
    return "draw" if shots.shooters(board) == () else "attack"


def needs_entered_card(board: Board) -> bool:
    """Whether the Enemy now turns up a card of a real deck, so that the table has to enter it."""
    side = board.enemy
    return (
        side.entered
        and not side.turned
        and next_step(board) == "draw"
        and board.table_row() is not None
    )


def take_step(course: Course) -> None:
    """Emit the facts of the next step of the Enemy's turn. The last step ends the turn, or the
    deployment if the player has passed."""
    step = next_step(course.board)
    if step == "play":
        play_revealed(course)
    elif step == "leader":
        commander.move_enemy_leader(course)
    elif step == "attack":
        shots.attack(course)
    elif step == "draw":
        turn_up_card(course)
    elif course.board.turn.passing:
        phases.close_deployment(course)
    else:
        course.emit(f.EnemyTurnEnded())


def turn_up_card(course: Course) -> None:
    """Turn up the Enemy's next card: the top card if its discard pile was turned over into a deck,
    else an unseen card by chance. If the deck is empty, the discard pile is turned over unshuffled,
    and the Enemy passes. If the resource table allows no card, none is drawn."""
    side = course.board.enemy
    if course.board.table_row() is None:
        course.emit(f.EnemySkipped("no-row"))
    elif side.turned:
        course.emit(f.Revealed(side.turned[0]))
    elif side.deck:
        course.emit(f.Revealed(str(course.chance.draw("enemy-card", TOP, side.deck)[0])))
    else:
        course.emit(f.DeckTurned())


def enemy_resources(board: Board) -> int:
    """The Enemy's resources: by the resource table, and of its cards in play."""
    return (board.table_row() or 0) + board.card_resources()


def play_revealed(course: Course) -> None:
    """Play the card turned up if the Enemy's resources cover its cost; else discard it, and the
    Enemy draws again."""
    board, turn = course.board, course.board.turn
    id, printed, has = turn.revealed, board.card(turn.revealed), enemy_resources(board)
    if printed.cost - turn.discount > has:
        course.emit(f.Discarded(id, "too-dear", True, has))
    elif printed.kind == "event":
        abilities.play_event(course, id)
    elif printed.kind == "tactic":
        course.emit(f.Reserved("enemy", id))
        abilities.carry_out_abilities(course, id)
    elif printed.kind == "attachment":
        placement.attach_card(course, id)
    else:
        placement.place_card(course, id)


# -- the action ------------------------------------------------------------------------------------


def judge_turn(board: Board, seat: str, action: TakeTurn) -> Verdict:
    """The verdict on the Enemy's turn. It is always possible, but a card must be entered with it if
    one has to be turned up from a real deck, and must not be otherwise."""
    if needs_entered_card(board):
        if action.shape and not action.deck_empty:
            return check_real_card(board, action.card, action.shape)
        return LEGAL if action == TakeTurn(deck_empty=True) else NO("card-not-entered")
    return LEGAL if action == TakeTurn() else NO("not-entered-here")


def take_turn(course: Course, seat: str, action: TakeTurn) -> None:
    enters = needs_entered_card(course.board)
    if not course.board.turn.begun:
        course.emit(f.EnemyTurnBegan())
    if enters and action.shape:
        course.emit(f.CardEntered(action.shape.as_card(action.card)), f.Revealed(action.card))
    elif enters:
        course.emit(f.DeckTurned())


def offer_turn(board: Board, seat: str) -> Iterator[TakeTurn]:
    yield TakeTurn(deck_empty=needs_entered_card(board))


def card_form(board: Board, seat: str) -> Iterator[Template]:
    if needs_entered_card(board):
        yield entry(ENTER, TakeTurn(new_name(board), Shape("unit")), **CARD_FIELDS)


def _turn_label(board: Board, action: TakeTurn) -> Text:
    if action.deck_empty:
        return Text("has no card left in its deck")
    return Text("turns up {card}", card=action.card) if action.card else Text("takes its turn")


ENTER, NAME = Text("Enter the Enemy's card"), Text("The Enemy's turn")
HINT = Text("Turn up the Enemy's next card on the table and copy what is printed on it.")
MOVES = (
    Move(
        TakeTurn, ("enemy",), judge_turn, take_turn, offer_turn, _turn_label, NAME,
        hint=HINT, forms=card_form, always_legal=True, rule="Tours de l'Ennemi",
    ),
)  # fmt: skip
