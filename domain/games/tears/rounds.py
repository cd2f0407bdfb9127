"""The round: preparation, deployment, wedges, objectives; and what goes on by itself between the players' decisions."""

from __future__ import annotations

from domain.games.tears import damage, enemy
from domain.games.tears import facts as f
from domain.games.tears.asking import ask
from domain.games.tears.board import SEATS, TearsBoard, at_hastings, existing
from domain.games.tears.damage import Story
from domain.games.tears.draws import draw_cards
from domain.rules.chance import Chance


def go_on(course: Story, chance: Chance) -> None:
    """Everything that needs nobody's decision: the Enemy's turn once it has begun, and the next phase once one is finished."""
    while True:
        board = course.board
        if board.ending or board.question:
            return
        if board.turn is not None:
            if not board.turn.begun or enemy.card_wanted(board):
                return
            _enemy_step(course, chance)
        elif board.phase == "wedges" and not board.left and facing(board):
            course.tell(f.PhaseBegan("objectives", facing(board)))
        elif board.phase in ("wedges", "objectives") and not board.left:
            begin_round(course, chance)
        else:
            return


def _enemy_step(course: Story, chance: Chance) -> None:
    """The next step of the Enemy's turn. At its end play returns to the player, or deployment is over if he has passed."""
    turn = course.board.turn
    if turn is None or enemy.next_step(course.board) != "end":
        enemy.take_step(course, chance)
    elif turn.passing:
        close_deployment(course)
    else:
        course.tell(f.EnemyTurnEnded())


def begin_round(course: Story, chance: Chance) -> None:
    """Preparation: a player without a card in his deck has lost; otherwise cards are readied and he draws."""
    course.tell(f.RoundBegan(course.board.round + 1))
    player = course.board.player
    if not player.deck and not player.entered:
        course.tell(f.Ended("deck-out"))
        return
    course.tell(f.CardsReadied())
    if player.entered:
        ask(course, "keep", "", ())
        return
    seen, kept = draws(course.board)
    cards = draw_cards(course, seen, chance)
    if len(cards) > kept:
        ask(course, "keep", "", cards)
    else:
        begin_deployment(course)


def draws(board: TearsBoard) -> tuple[int, int]:
    """How many cards the player sees each round, and how many of them he keeps."""
    numbers, options = board.setting.values.player, board.setting.options
    kept = numbers.three_cards if options.three_cards else numbers.draw
    return (max(kept, numbers.variant_draw) if options.draw_variant else kept), kept


def begin_deployment(course: Story) -> None:
    """Deployment begins, with the player's turn."""
    course.tell(f.PhaseBegan("deployment"))


def first_round(board: TearsBoard) -> bool:
    """Whether it is the round that the Enemy passes."""
    return board.round == 1


def hand_over(course: Story, sacrificed: bool = False, passing: bool = False) -> None:
    """The player's turn is over. The Enemy skips its turn after a sacrifice, and all of round 1; after the player's pass it
    has its last turn of the phase."""
    if course.board.ending:
        return
    if first_round(course.board):
        course.tell(f.EnemySkipped("first-round"))
        if passing:
            close_deployment(course)
    elif sacrificed:
        course.tell(f.EnemySkipped("sacrifice"))
    else:
        course.tell(f.TurnHandedOver(passing))


def close_deployment(course: Story) -> None:
    """The Enemy moves the marker down to cover this round's row and passes: on to the wedges if a side can damage them, and
    else to the objectives."""
    board = course.board
    course.tell(f.MarkerMoved(board.marker + 1))
    if any(damage.may_hurt_wedges(board, seat) for seat in SEATS):
        course.tell(f.PhaseBegan("wedges", tuple(map(str, existing(board)))))
    else:
        course.tell(f.PhaseBegan("objectives", facing(board)))


def facing(board: TearsBoard) -> tuple[str, ...]:
    """The sides that have an objective before them still: at Hastings there is none to test."""
    return tuple(seat for seat in SEATS if not at_hastings(board, seat))
