"""Where the Enemy's cards are placed ("Ordre de placement"), and which card a drawn one may replace
on a full battlefield ("Champ de Bataille Ennemi plein")."""

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import NONE, Board, InPlay, line_of, wedge_of
from domain.titles.tears.chapters import abilities
from domain.titles.tears.values import Card

PlacedCard = tuple[int, InPlay]


def place_card(course: Course, id: str) -> None:
    """Place a character or unit of the Enemy on the first free space. A ranged card goes to the
    first free space of the wedge of `wedges_for_ranged`; if there are several, the player is asked.
    On a full battlefield the card may replace another."""
    board = course.board
    free = board.free_spaces("enemy")
    if not free:
        _place_on_full_field(course, id)
    elif not board.card(id).ranged:
        put_on_space(course, id, free[0])
    else:
        wedges = wedges_for_ranged(board, free)
        if len(wedges) > 1:
            course.emit(f.question_fact("ranged-wedge", id, wedges))
        else:
            put_on_space(course, id, first_space_in(free, wedges[0]) if wedges else free[0])


def wedges_for_ranged(board: Board, free: tuple[int, ...]) -> tuple[int, ...]:
    """The wedges in which the Enemy's ranged card may be placed: its leader's if a space is free
    there, else those with a free space in which the player has ranged cards (A-TM-9). Empty if
    there is none; then the card is placed like others."""
    open_wedges = {wedge_of(at) for at in free}
    leader = board.leader_space("enemy")
    if leader is not None and wedge_of(leader) in open_wedges:
        return (wedge_of(leader),)
    facing = {wedge_of(at) for at, s in board.player.fielded() if board.card(s.card).ranged}
    return tuple(sorted(facing & open_wedges))


def first_space_in(free: tuple[int, ...], wedge: int) -> int:
    """The first of these free spaces that lies in a wedge."""
    return next(at for at in free if wedge_of(at) == wedge)


def put_on_space(course: Course, id: str, space: int) -> None:
    """Emit that a card of the Enemy is placed on a space, and carry out its abilities."""
    course.emit(f.Placed("enemy", id, wedge_of(space), line_of(space)))
    abilities.carry_out_abilities(course, id)


def attach_card(course: Course, id: str) -> None:
    """Attach a card of the Enemy to one of its cards in its leader's wedge or, without a leader on
    the battlefield, to any; if several are possible, the player is asked."""
    board = course.board
    leader = board.leader_space("enemy")
    at_leader = () if leader is None else board.enemy.in_wedge(wedge_of(leader))
    hosts = at_leader or tuple(s.card for _, s in board.enemy.fielded())
    if len(hosts) == 1:
        put_on_card(course, id, hosts[0])
    else:
        course.emit(f.question_fact("host", id, hosts))


def put_on_card(course: Course, id: str, host: str) -> None:
    """Emit that a card of the Enemy is attached to another, and carry out its abilities."""
    course.emit(f.Attached("enemy", id, host))
    abilities.carry_out_abilities(course, id)


# -- a full battlefield ----------------------------------------------------------------------------


def _place_on_full_field(course: Course, id: str) -> None:
    """Place a card on the Enemy's full battlefield; if it can replace several cards, ask the player
    which."""
    options = replaceable_cards(course.board, id)
    if len(options) > 1:
        course.emit(f.question_fact("replaced", id, options))
    else:
        replace_card(course, id, options[0] if options else NONE)


def replace_card(course: Course, id: str, leaving: str) -> None:
    """Place a drawn card of the Enemy in the space of `leaving`, which is discarded. If `leaving`
    is `NONE`, the drawn card is discarded: after a discount event the Enemy draws again, otherwise
    its turn ends."""
    if leaving == NONE:
        course.emit(f.Discarded(id, "no-room", course.board.turn.reduced, 0))
        return
    space = course.board.enemy.space_of(leaving)
    course.emit(f.Replaced(leaving, id))
    put_on_space(course, id, space)


def replaceable_cards(board: Board, id: str) -> tuple[str, ...]:
    """The cards on the Enemy's full battlefield that a drawn card can replace. If there are
    several, the player chooses; if there is none, the drawn card is discarded. `NONE` among them:
    the player may choose that none is replaced.

    Only ready cards in wedges not taken are replaced, no leaders (A-TM-7) and no ranged cards: the
    cheapest, if it costs less than the drawn card, or as much if that is ranged. Ties are broken by
    wedge and line for a ranged drawn card, by line 3 for cavalry, and then by the player.

    If none of them costs less than a ranged drawn card, this may also replace a ranged card of its
    own cost (A-TM-8, option `ranged_swap`)."""
    drawn, standing = board.card(id), board.untaken_wedges()
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


def _cheapest(board: Board, drawn: Card, among: list[PlacedCard]) -> list[PlacedCard]:
    """The cards of the lowest cost, if a drawn card may replace cards of this cost; else none."""
    limit = drawn.cost if drawn.ranged else drawn.cost - 1
    lowest = min((board.card(s.card).cost for _, s in among), default=limit + 1)
    return (
        [(at, s) for at, s in among if board.card(s.card).cost == lowest] if lowest <= limit else []
    )


def _break_tie(board: Board, drawn: Card, tied: list[PlacedCard]) -> list[PlacedCard]:
    """The cards left of a tie after each of the drawn card's priorities, skipping a priority that
    would leave none."""
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
