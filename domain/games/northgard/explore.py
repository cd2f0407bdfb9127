"""Explorer: turn up a face-down tile next to one's territories."""

from __future__ import annotations

from collections.abc import Iterator

from domain.chance import Chance
from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.land import FACING
from domain.games.northgard.setup import orientation
from domain.games.northgard.turn import may_play
from domain.ruleset import LEGAL, Course, Verdict, illegal
from domain.words import Text

RULE = "Explorer"


def judge_explore(board: Board, seat: str, action: a.Explore) -> Verdict:
    """A face-down tile, connected to a territory one controls."""
    verdict = may_play(board, seat, action.card, "explore")
    if not verdict.legal:
        return verdict
    cell, around = action.cell, board.setting.land.neighbours.get(action.cell)
    if around is None:
        return illegal("unknown-cell", RULE, f"There is no cell {cell}.", f"Il n'y a pas de case {cell}.")
    if cell in board.grid:
        return illegal("already-revealed", RULE, f"{cell} is already face up.", f"{cell} est déjà face visible.")
    if not connected(board, seat, cell):
        return illegal(
            "not-connected",
            RULE,
            f"{cell} is not connected to a territory you control.",
            f"{cell} n'est pas connectée à un territoire que vous contrôlez.",
        )
    return LEGAL


def explore(course: Course[Board, f.AnyFact], seat: str, action: a.Explore, chance: Chance) -> None:
    """The tile is drawn from those nobody has seen and lies as it is found. Where it joins enemies, combat follows."""
    board = course.board
    seen = {lying.tile for lying in board.grid.values()}
    unseen = tuple(t for t in board.setting.land.rings if t not in seen)
    label = Text(f"Tile in {action.cell}", f"Tuile en {action.cell}")
    tile = str(chance.draw("tile", label, unseen)[0])
    course.tell(f.CardPlayed(seat, action.card), f.TileRevealed(action.cell, tile, orientation(board, tile, chance)))


def explores(board: Board, seat: str, card: str) -> Iterator[a.Explore]:
    """The cells a card can explore."""
    for cell in board.setting.land.cells:
        if cell not in board.grid and connected(board, seat, cell):
            yield a.Explore(card, cell)


def connected(board: Board, seat: str, cell: str) -> bool:
    """Whether a territory of the seat reaches the common side of a face-down tile: every side is an edge but a closed one."""
    land = board.setting.land
    for side, beside in enumerate(land.neighbours[cell]):
        lying = board.grid.get(beside)
        if lying is None:
            continue
        ring = land.rings[lying.tile][lying.turns]
        for half in (2 * side, 2 * side + 1):
            edge = ring[FACING[half]]
            if edge is not None and board.holds(seat, board.find(edge.area) or edge.area):
                return True
    return False
