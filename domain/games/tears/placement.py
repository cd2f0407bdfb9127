"""Where the Enemy's cards go ("Ordre de placement")."""

from __future__ import annotations

from domain.games.tears import abilities, full
from domain.games.tears import facts as f
from domain.games.tears.asking import NONE, ask
from domain.games.tears.board import TearsBoard, card, fielded, free_spaces, leader_space, line_of, wedge_of
from domain.games.tears.damage import Story


def place(course: Story, id: str) -> None:
    """A character or unit goes to the first free space, a ranged card to the first one of its wedge; a full battlefield has
    rules of its own."""
    board = course.board
    free = free_spaces(board, "enemy")
    if not free:
        _replace(course, id)
    elif not card(board, id).ranged:
        put(course, id, free[0])
    else:
        wedges = ranged_wedges(board, free)
        if len(wedges) > 1:
            ask(course, "ranged-wedge", id, wedges)
        else:
            put(course, id, first_in(free, wedges[0]) if wedges else free[0])


def ranged_wedges(board: TearsBoard, free: tuple[int, ...]) -> tuple[int, ...]:
    """The wedges with a free space where a ranged card belongs: its leader's, or else those of the player's ranged cards
    (A-TM-9). Several: the player chooses; none: the common order holds."""
    open_wedges = {wedge_of(at) for at in free}
    leader = leader_space(board, "enemy")
    if leader is not None and wedge_of(leader) in open_wedges:
        return (wedge_of(leader),)
    facing = {wedge_of(at) for at, s in fielded(board.player) if card(board, s.card).ranged}
    return tuple(sorted(facing & open_wedges))


def first_in(free: tuple[int, ...], wedge: int) -> int:
    """The first free space of a wedge, in the order of placement."""
    return next(at for at in free if wedge_of(at) == wedge)


def put(course: Story, id: str, space: int) -> None:
    """The card takes the space, and its action follows."""
    course.tell(f.Placed("enemy", id, wedge_of(space), line_of(space)))
    abilities.begin(course, id)


def _replace(course: Story, id: str) -> None:
    options = full.replaceable(course.board, id)
    turn = course.board.turn
    if not options:
        # A discount event searches until a card is paid AND played; any other card that finds no room is the turn's card.
        again = turn is not None and turn.reduced
        course.tell(f.Discarded(id, "no-room", again, 0))
    elif len(options) == 1:
        replace(course, id, options[0])
    else:
        ask(course, "replaced", id, options)


def replace(course: Story, id: str, leaving: str) -> None:
    """The card takes the place of another one, which is discarded; or of none, and is discarded itself."""
    if leaving == NONE:
        course.tell(f.Discarded(id, "no-room", course.board.turn is not None and course.board.turn.reduced, 0))
        return
    space = next(at for at, s in fielded(course.board.enemy) if s.card == leaving)
    course.tell(f.Replaced(leaving, id))
    put(course, id, space)


def attach(course: Story, id: str) -> None:
    """An attachment goes to a card in the leader's wedge if possible; where there is a choice, it is the player's."""
    board = course.board
    leader = leader_space(board, "enemy")
    at_leader = tuple(s.card for at, s in fielded(board.enemy) if leader is not None and wedge_of(at) == wedge_of(leader))
    hosts = at_leader or tuple(s.card for _, s in fielded(board.enemy))
    if len(hosts) == 1:
        put_on(course, id, hosts[0])
    else:
        ask(course, "host", id, hosts)


def put_on(course: Story, id: str, host: str) -> None:
    """The attachment is put on its host, and its action follows."""
    course.tell(f.Attached("enemy", id, host))
    abilities.begin(course, id)
