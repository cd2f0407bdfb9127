"""Explorer: turn up a face-down tile next to one's territories."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.land import FACING
from domain.games.northgard.setup import orientation
from domain.games.northgard.turn import may_play
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal
from domain.rules.text import Text

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


def explore(course: Resolution[Board, f.AnyFact], seat: str, action: a.Explore, chance: Chance) -> None:
    """The tile is drawn from those nobody has seen and lies as it is found. Where it joins enemies, combat follows."""
    board = course.board
    seen = {lying.tile for lying in board.grid.values()}
    unseen = tuple(t for t in board.setting.land.rings if t not in seen)
    label = Text(f"Tile in {action.cell}", f"Tuile en {action.cell}")
    tile = str(chance.draw("tile", label, unseen)[0])
    course.tell(f.CardPlayed(seat, action.card), f.TileRevealed(action.cell, tile, orientation(board, tile, chance)))
    if board.setting.options.explore_combat == "connection":
        _advance(course, seat, tile)


def _advance(course: Resolution[Board, f.AnyFact], seat: str, tile: str) -> None:
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
