"""Explorer: turning up a face-down tile beside a controlled territory."""

from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Advance, Explore
from domain.titles.northgard.board import Board
from domain.titles.northgard.land import FACING
from domain.titles.northgard.setup import draw_orientation
from domain.titles.northgard.turn import EachCard, judge_card, territory_refusal

NO = Refusals("Explorer", """
unknown-cell = There is no cell {cell}.
already-revealed = {cell} is already face up.
not-connected = {cell} is not connected to a territory you control.
no-connection = The explored tile brings no combat from {origin} to {target}; it does here: {able}.
""")  # fmt: skip


def judge_explore(board: Board, seat: str, action: Explore) -> Verdict:
    verdict = judge_card(board, seat, action.card, "explore")
    if not verdict.legal:
        return verdict
    if action.cell not in board.setting.land.neighbours:
        return NO("unknown-cell", cell=action.cell)
    if action.cell in board.grid:
        return NO("already-revealed", cell=action.cell)
    return (
        LEGAL
        if touches_cell(board, set(board.held_territories(seat)), action.cell)
        else NO("not-connected", cell=action.cell)
    )


def explore(course: Course, seat: str, action: Explore) -> None:
    """Draw a tile among those that nobody has seen, and place it in the orientation in which it is
    found. Combat follows where it connects enemy territories."""
    board = course.board
    seen = {lying.tile for lying in board.grid.values()}
    unseen = tuple(t for t in board.setting.land.rings if t not in seen)
    label = Text("Tile in {cell}", cell=action.cell)
    tile = str(course.chance.draw("tile", label, unseen)[0])
    course.emit(
        f.CardPlayed(seat, action.card),
        f.TileRevealed(action.cell, tile, draw_orientation(course, tile)),
    )
    if board.setting.options.explore_combat == "connection":
        _fight_connected_enemies(course, seat, tile)


def _fight_connected_enemies(course: Course, seat: str, tile: str) -> None:
    """Emit that the explorer has to fight for every enemy territory that the new tile connects to
    (option `explore_combat` = connection). Version 1 moved his units there at once instead: those
    of his first connected territory, by name, to the first enemy one, and so on."""
    board, rival = course.board, course.board.setting.rival[seat]
    beside = board.territories_beside(tile)
    enemies = [id for id in beside if board.holds(rival, id)]
    if board.setting.version > 1:
        if enemies:
            course.emit(f.EnemiesConnected(seat, tile, tuple(enemies)))
        return
    mine = [id for id in beside if board.holds(seat, id)]
    for origin, target in zip(mine, enemies, strict=False):
        course.emit(f.UnitsMoved(seat, origin, target, board.territories[origin].units[seat], 0))


def judge_advance(board: Board, seat: str, action: Advance) -> Verdict:
    way = board.find_territory(action.origin), board.find_territory(action.target)
    if None in way:
        return territory_refusal(action.target if way[0] else action.origin, NO.rule)
    able = ", ".join(f"{origin}–{target}" for origin, target in board.possible_advances())
    return (
        LEGAL
        if way in board.possible_advances()
        else NO("no-connection", origin=way[0], target=way[1], able=able)
    )


def advance(course: Course, seat: str, action: Advance) -> None:
    board = course.board
    origin, target = (
        board.find_territory(action.origin) or action.origin,
        board.find_territory(action.target) or action.target,
    )
    course.emit(f.UnitsAdvanced(seat, origin, target, board.territories[origin].units[seat]))


def offer_advances(board: Board, seat: str) -> Iterator[Advance]:
    return (Advance(origin, target) for origin, target in board.possible_advances())


def offer_exploring(board: Board, seat: str, cards: list[str]) -> Iterator[Explore]:
    held = set(board.held_territories(seat))
    cells = [
        cell
        for cell in board.setting.land.cells
        if cell not in board.grid and touches_cell(board, held, cell)
    ]
    return (Explore(card, cell) for card in cards for cell in cells)


def touches_cell(board: Board, held: set[str], cell: str) -> bool:
    """Whether one of the territories in `held` touches a side of the cell of a face-down tile, with
    an edge that is not closed."""
    land = board.setting.land
    for side, beside in enumerate(land.neighbours[cell]):
        lying = board.grid.get(beside)
        if lying is None:
            continue
        ring = land.rings[lying.tile][lying.turns]
        for half in (2 * side, 2 * side + 1):
            edge = ring[FACING[half]]
            if edge is not None and board.find_territory(edge.area) in held:
                return True
    return False


LABEL = Text("plays {card}: explores {cell}")
NAMES = (Text("Explore"), Text("Fight beside an explored tile"))
MOVES = (
    Move(
        Explore,
        ("playing",),
        judge_explore,
        explore,
        EachCard("explore", offer_exploring),
        LABEL,
        NAMES[0],
        always_legal=True,
    ),
    Move(
        Advance,
        ("advancing",),
        judge_advance,
        advance,
        offer_advances,
        Text("advances from {origin} to {target}"),
        NAMES[1],
        always_legal=True,
    ),
)
