"""Explorer: turn up a face-down tile next to one's territories."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import facts as f
from domain.games.northgard.actions import Explore
from domain.games.northgard.board import Board
from domain.games.northgard.land import FACING
from domain.games.northgard.setup import orientation
from domain.games.northgard.turn import EachCard, may_play
from domain.kit import LEGAL, Course, Move, Refusals, Text, Verdict

NO = Refusals("Explorer", """
unknown-cell = There is no cell {cell}.
already-revealed = {cell} is already face up.
not-connected = {cell} is not connected to a territory you control.
""")  # fmt: skip


def judge_explore(board: Board, seat: str, action: Explore) -> Verdict:
    """A face-down tile, connected to a territory one controls."""
    verdict = may_play(board, seat, action.card, "explore")
    if not verdict.legal:
        return verdict
    if action.cell not in board.setting.land.neighbours:
        return NO("unknown-cell", cell=action.cell)
    if action.cell in board.grid:
        return NO("already-revealed", cell=action.cell)
    return LEGAL if connected(board, set(board.held(seat)), action.cell) else NO("not-connected", cell=action.cell)


def explore(course: Course, seat: str, action: Explore) -> None:
    """The tile is drawn from those nobody has seen and lies as it is found. Where it joins enemies, combat follows."""
    board = course.board
    seen = {lying.tile for lying in board.grid.values()}
    unseen = tuple(t for t in board.setting.land.rings if t not in seen)
    label = Text("Tile in {cell}", cell=action.cell)
    tile = str(course.chance.draw("tile", label, unseen)[0])
    course.tell(f.CardPlayed(seat, action.card), f.TileRevealed(action.cell, tile, orientation(course, tile)))
    if board.setting.options.explore_combat == "connection":
        _advance(course, seat, tile)


def _advance(course: Course, seat: str, tile: str) -> None:
    """By an option, any connection of the new tile brings combat: for each enemy territory that it reaches, in the order of their
    names, the explorer's next one that it reaches leads all its units there. Where it joined ground of both, they stand together
    already."""
    board, rival = course.board, course.board.setting.rival[seat]
    beside = reached(board, tile)
    mine = [id for id in beside if board.holds(seat, id)]
    for origin, target in zip(mine, (id for id in beside if board.holds(rival, id)), strict=False):
        course.tell(f.UnitsMoved(seat, origin, target, board.territories[origin].units[seat], 0))


def reached(board: Board, tile: str) -> list[str]:
    """The territories that a revealed tile is part of or connected to, over a border or not, by name."""
    own = set(board.setting.land.areas_of[tile])
    areas = own | {b if a in own else a for a, b, _ in board.setting.land.links(board.grid) if a in own or b in own}
    return sorted({id for area in areas if (id := board.find(area)) is not None})


def explores(board: Board, seat: str, cards: list[str]) -> Iterator[Explore]:
    """The cells that cards can explore."""
    held = set(board.held(seat))
    found = [cell for cell in board.setting.land.cells if cell not in board.grid and connected(board, held, cell)]
    return (Explore(card, cell) for card in cards for cell in found)


def connected(board: Board, held: set[str], cell: str) -> bool:
    """Whether one of these territories reaches the common side of a face-down tile: every side is an edge but a closed one."""
    land = board.setting.land
    for side, beside in enumerate(land.neighbours[cell]):
        lying = board.grid.get(beside)
        if lying is None:
            continue
        ring = land.rings[lying.tile][lying.turns]
        for half in (2 * side, 2 * side + 1):
            edge = ring[FACING[half]]
            if edge is not None and board.find(edge.area) in held:
                return True
    return False


LABEL = Text("plays {card}: explores {cell}")
MOVES = (Move(Explore, ("playing",), judge_explore, explore, EachCard("explore", explores), LABEL, Text("Explore"), sure=True),)
