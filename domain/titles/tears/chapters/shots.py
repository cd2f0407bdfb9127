"""Ranged attacks ("Attaques à distance Ennemies"): which cards shoot, and at which targets."""

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import Board, other_side, wedge_of
from domain.titles.tears.chapters.damage import destroy_if_dead


def prefer_ranged(board: Board, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Of these cards of the player, those that the Enemy may target: the ranged ones if there are
    any, else all."""
    return tuple(c for c in cards if board.card(c).ranged) or cards


def is_hastings_exception(board: Board, passing: bool) -> bool:
    """Whether the exception for the Battle of Hastings applies. `passing`: the exception for ranged
    attacks after the player has passed (A-TM-12), else that for the Enemy's turns (A-TM-13)."""
    options = board.setting.options
    question = (
        options.hastings
        if not passing or options.hastings_passed == "same"
        else options.hastings_passed
    )
    return board.is_on_last_objective("enemy") and (
        question == "enemy" or board.is_on_last_objective("player")
    )


def shooters(board: Board) -> tuple[str, ...] | None:
    """The Enemy's cards that can make a ranged attack now; None while the table still has to state
    the might.

    While the exception for Hastings applies, a card can shoot only in a wedge in which the Enemy
    has less might than the player, and no card can once the player has passed."""
    ready = [
        (at, s.card)
        for at, s in board.enemy.fielded()
        if not s.exhausted and board.card(s.card).ranged
    ]
    turn = board.turn
    if not ready or turn is None or (turn.passing and is_hastings_exception(board, True)):
        return ()
    if not is_hastings_exception(board, False):
        return tuple(id for _, id in ready)
    standing = board.untaken_wedges()
    ready = [(at, id) for at, id in ready if wedge_of(at) in standing]
    if not ready:
        return ()
    if turn.might is None:
        return None
    losing = {m.wedge for m in turn.might if m.enemy < m.player}
    return tuple(id for at, id in ready if wedge_of(at) in losing)


def attack(course: Course) -> None:
    """Make one ranged attack of the Enemy. If several cards can shoot, ask the player which; if the
    might is unknown, ask the table for it."""
    able = shooters(course.board)
    if able is None:
        course.emit(f.question_fact("might", "", course.board.untaken_wedges()))
    elif len(able) == 1:
        aim(course, able[0])
    else:
        course.emit(f.question_fact("shooter", "", able))


def aim(course: Course, shooter: str) -> None:
    """Make a ranged attack of the Enemy with this card; if several targets are possible, ask the
    player."""
    board = course.board
    targets = prefer_ranged(board, tuple(s.card for _, s in board.player.fielded()))
    if len(targets) == 1:
        fire_shot(course, "enemy", shooter, targets[0])
    else:
        course.emit(f.question_fact("shot", shooter, targets))


def fire_shot(course: Course, seat: str, shooter: str, target: str) -> None:
    """Make a ranged attack: the shooter is exhausted and damages the target by the X of its Range X
    (A-TM-19). The Enemy's attack ends its turn, unless the player has passed."""
    course.emit(f.ShotFired(seat, shooter, target, course.board.card(shooter).ranged))
    destroy_if_dead(course, other_side(seat), target)
    turn = course.board.turn
    if seat == "enemy" and turn and not turn.passing:
        course.emit(f.EnemyTurnEnded())
