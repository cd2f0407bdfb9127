"""Damage on cards, wedges and objectives, and the endings that follow from it; and checks of spaces
and wedges that an action names ("Mise en place": the normal rules; "Objectifs")."""

from domain.titles.kit import LEGAL, Course, Refusals, Verdict
from domain.titles.tears import facts as f
from domain.titles.tears.board import SEATS, Board, other_side, space_at, wedge_of
from domain.titles.tears.turn import NORMAL


def hurt_card(course: Course, seat: str, id: str, amount: int) -> None:
    """Emit damage to a card, which destroys it once it reaches its health."""
    course.emit(f.CardHurt(seat, id, amount))
    destroy_if_dead(course, seat, id)


def destroy_if_dead(course: Course, seat: str, id: str) -> None:
    """Destroy a card whose damage has reached its health; never if that is unknown."""
    health, stands = course.board.card(id).health, course.board.army(seat).find(id)
    if stands and health is not None and stands.damage >= health:
        destroy_card(course, seat, id)


def destroy_card(course: Course, seat: str, id: str) -> None:
    """Emit that a card is destroyed; the game ends if it is a leader."""
    course.emit(f.Destroyed(seat, id))
    if course.board.is_leader(id) and not course.board.ending:
        course.emit(f.Ended("leader-killed" if seat == "player" else "enemy-leader-killed"))


def room_on_wedge(board: Board, wedge: int, by: str) -> int:
    """How much more damage a side can do to a wedge before it takes it."""
    tokens = board.wedges[wedge - 1]
    return board.setting.values.wedge_damage - (
        tokens.by_player if by == "player" else tokens.by_enemy
    )


def hurt_wedge(course: Course, wedge: int, by: str, amount: int) -> None:
    """Emit damage that side `by` does to a wedge. The last damage that the wedge can take gives it
    to this side; with its second wedge the side wins."""
    if amount:
        course.emit(f.WedgeHurt(wedge, by, amount))
    if room_on_wedge(course.board, wedge, by) > 0 or course.board.wedges[wedge - 1].taken:
        return
    course.emit(f.WedgeTaken(wedge, by))
    if sum(w.taken == by for w in course.board.wedges) >= course.board.setting.values.wedges_to_win:
        course.emit(f.Ended("two-wedges" if by == "player" else "enemy-two-wedges"))
    elif course.board.setting.options.taken_wedge == "discarded":
        _clear_wedge(course, wedge)


def _clear_wedge(course: Course, wedge: int) -> None:
    """Emit that all cards in a wedge are destroyed, except leaders."""
    for seat in SEATS:
        leader = course.board.leader_space(seat)
        for at, stands in tuple(course.board.army(seat).fielded()):
            if wedge_of(at) == wedge and at != leader:
                course.emit(f.Destroyed(seat, stands.card))


def hurt_objective(course: Course, seat: str, amount: int, destroyed: bool = False) -> None:
    """Emit damage to a side's objective. If that reaches its strength, or if `destroyed`, the
    objective is destroyed and the side's next one is turned up. The player may draw a card for each
    objective of his but the first ("Objectifs")."""
    if amount:
        course.emit(f.ObjectiveHurt(seat, amount))
    objective, damage = course.board.objective(seat), course.board.army(seat).objective_damage
    if not destroyed and (objective.strength is None or damage < objective.strength):
        return
    first = course.board.army(seat).objective == 0
    course.emit(f.ObjectiveDestroyed(seat, objective.letter))
    if course.board.is_on_last_objective(seat) and seat in course.board.left:
        course.emit(
            f.ObjectiveTested(seat)
        )  # Hastings is not tested: nothing is left to enter for this side
    player = course.board.player
    if seat == "player" and not first and (player.deck or player.entered):
        course.emit(f.question_fact("draw", objective.letter, ("yes", "no")))


def may_hurt_wedges(board: Board, seat: str) -> bool:
    """Whether a side may damage wedges: it is at Hastings and, unless the option `wedge_phase` is
    `first`, the other side is, too."""
    return board.is_on_last_objective(seat) and (
        board.setting.options.wedge_phase == "first" or board.is_on_last_objective(other_side(seat))
    )


# -- what can be named -----------------------------------------------------------------------------

NO = Refusals(NORMAL, """
no-space = Say where: a wedge 1 to 3 and a line 1 to 3.
occupied = Line {line} of wedge {wedge} is occupied by {name}.
wedge-taken = There is no wedge {wedge} left to damage; {left} still stand.
too-much = Wedge {wedge} is taken with {room} more damage: {amount} cannot be placed.
no-wedge | Ordre de placement | wedge-taken = Wedge {wedge} has been taken; {left} still stand.
player-too-early | Objectifs | not-at-hastings = The player cannot damage wedges before the Battle of Hastings.
enemy-too-early | Objectifs | not-at-hastings = The enemy cannot damage wedges before the Battle of Hastings.
""")  # fmt: skip


def check_free_space(board: Board, seat: str, wedge: int, line: int) -> Verdict:
    """Refuse a space that is not given, taken by a card, or in a wedge that has been taken."""
    if not wedge or not line:
        return NO("no-space")
    if wedge not in board.untaken_wedges():
        return NO("no-wedge", wedge=wedge, left=_wedges_left(board))
    stands = board.army(seat).spaces[space_at(wedge, line)]
    return (
        LEGAL
        if stands is None
        else NO("occupied", line=line, wedge=wedge, name=board.card(stands.card).name)
    )


def check_wedge_damage(board: Board, wedge: int, by: str, amount: int) -> Verdict:
    """Refuse damage to a wedge that is taken, by a side that may not damage wedges yet, or more
    than takes the wedge."""
    if wedge not in board.untaken_wedges():
        return NO("wedge-taken", wedge=wedge, left=_wedges_left(board))
    if amount and not may_hurt_wedges(board, by):
        return NO(f"{by}-too-early")
    room = room_on_wedge(board, wedge, by)
    return LEGAL if amount <= room else NO("too-much", wedge=wedge, room=room, amount=amount)


def _wedges_left(board: Board) -> str:
    """The numbers of the wedges not taken, joined by commas."""
    return ", ".join(map(str, board.untaken_wedges()))
