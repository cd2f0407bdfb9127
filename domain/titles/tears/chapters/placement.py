"""Where the Enemy's cards go ("Ordre de placement"), and which of them a drawn one may replace on a
full battlefield ("Champ de Bataille Ennemi plein")."""

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import NONE, Board, InPlay, line_of, wedge_of
from domain.titles.tears.chapters import abilities
from domain.titles.tears.values import Card

Standing = tuple[int, InPlay]


def place(course: Course, id: str) -> None:
    """Put a character or unit on the first free space, a ranged card on the first of its wedge. A
    full battlefield has its own rules."""
    board = course.board
    free = board.free_spaces("enemy")
    if not free:
        _make_way(course, id)
    elif not board.card(id).ranged:
        put(course, id, free[0])
    else:
        wedges = ranged_wedges(board, free)
        if len(wedges) > 1:
            course.emit(f.asked("ranged-wedge", id, wedges))
        else:
            put(course, id, first_in(free, wedges[0]) if wedges else free[0])


def ranged_wedges(board: Board, free: tuple[int, ...]) -> tuple[int, ...]:
    """The wedges with a free space for a ranged card: its leader's, else those of the player's
    ranged cards (A-TM-9). If there are several the player chooses; if there is none the common
    order holds."""
    open_wedges = {wedge_of(at) for at in free}
    leader = board.leader_space("enemy")
    if leader is not None and wedge_of(leader) in open_wedges:
        return (wedge_of(leader),)
    facing = {wedge_of(at) for at, s in board.player.fielded() if board.card(s.card).ranged}
    return tuple(sorted(facing & open_wedges))


def first_in(free: tuple[int, ...], wedge: int) -> int:
    return next(at for at in free if wedge_of(at) == wedge)


def put(course: Course, id: str, space: int) -> None:
    course.emit(f.Placed("enemy", id, wedge_of(space), line_of(space)))
    abilities.begin(course, id)


def attach(course: Course, id: str) -> None:
    board = course.board
    leader = board.leader_space("enemy")
    at_leader = () if leader is None else board.enemy.in_wedge(wedge_of(leader))
    hosts = at_leader or tuple(s.card for _, s in board.enemy.fielded())
    if len(hosts) == 1:
        put_on(course, id, hosts[0])
    else:
        course.emit(f.asked("host", id, hosts))


def put_on(course: Course, id: str, host: str) -> None:
    course.emit(f.Attached("enemy", id, host))
    abilities.begin(course, id)


# -- a full battlefield ----------------------------------------------------------------------------


def _make_way(course: Course, id: str) -> None:
    options = replaceable(course.board, id)
    if len(options) > 1:
        course.emit(f.asked("replaced", id, options))
    else:
        replace(course, id, options[0] if options else NONE)


def replace(course: Course, id: str, leaving: str) -> None:
    """Put the card in the place of another, which is discarded; without another the card itself is
    discarded. A discount event draws on until a card is played; any other card without a place ends
    the turn."""
    if leaving == NONE:
        course.emit(f.Discarded(id, "no-room", course.board.turn.reduced, 0))
        return
    space = course.board.enemy.space_of(leaving)
    course.emit(f.Replaced(leaving, id))
    put(course, id, space)


def replaceable(board: Board, id: str) -> tuple[str, ...]:
    """The cards that the drawn card can replace: the player chooses among several; none means no
    place.

    The cheapest card of the standing wedges goes, if it is cheaper than the drawn card; for a
    ranged card the same cost suffices. Leaders (A-TM-7), exhausted and ranged cards stay. Ties are
    broken for a ranged card by wedge and line, for cavalry by line 3, and then by the player. A
    ranged card of the same cost makes way for a drawn ranged card only if the player wants it
    (A-TM-8).
    """
    drawn, standing = board.card(id), board.existing()
    open_to = [
        (at, s)
        for at, s in board.enemy.fielded()
        if wedge_of(at) in standing and not s.exhausted and not board.is_leader(s.card)
    ]
    cheapest = _cheapest(
        board, drawn, [(at, s) for at, s in open_to if not board.card(s.card).ranged]
    )
    names = tuple(s.card for _, s in _break_tie(board, drawn, cheapest))
    if not drawn.ranged or board.setting.options.ranged_swap == "never":
        return names
    if cheapest and board.card(cheapest[0][1].card).cost < drawn.cost:
        return names
    swaps = tuple(
        s.card
        for _, s in open_to
        if board.card(s.card).ranged and board.card(s.card).cost == drawn.cost
    )
    return (*names, *swaps) if names or not swaps else (*swaps, NONE)


def _cheapest(board: Board, drawn: Card, among: list[Standing]) -> list[Standing]:
    limit = drawn.cost if drawn.ranged else drawn.cost - 1
    lowest = min((board.card(s.card).cost for _, s in among), default=limit + 1)
    return (
        [(at, s) for at, s in among if board.card(s.card).cost == lowest] if lowest <= limit else []
    )


def _break_tie(board: Board, drawn: Card, tied: list[Standing]) -> list[Standing]:
    """Narrow a tie by each priority in turn, as long as a card is left. The player chooses among
    the rest."""
    if drawn.ranged:
        leader = board.leader_space("enemy")
        leading = {wedge_of(leader)} if leader is not None else set()
        shooting = {wedge_of(at) for at, s in board.enemy.fielded() if board.card(s.card).ranged}
        for wedges in (leading, shooting):
            tied = [(at, s) for at, s in tied if wedge_of(at) in wedges] or tied
        return [(at, s) for at, s in tied if line_of(at) == 1] or tied
    if drawn.cavalry:
        return [(at, s) for at, s in tied if line_of(at) == 3] or tied
    return tied
