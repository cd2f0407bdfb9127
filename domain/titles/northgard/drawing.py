"""The position as monospaced text: the map, what goes on, and what each player has. At most 100
columns."""

from textwrap import wrap

from domain.kernel.text import Lang, Text
from domain.titles.contract.types import Audience
from domain.titles.northgard.board import Board
from domain.titles.northgard.land import FACING, Territory
from domain.titles.northgard.turn import DOING, to_act
from domain.titles.northgard.values import RESOURCE_NAMES, RESOURCES, initials
from domain.titles.northgard.view import side

WIDTH = 22
_UPRIGHT = {"open": " ", "regular": "┊", "rough": "≈", "closed": "█", "": "│"}
_LEVEL = {"open": " ", "regular": "┈", "rough": "≈", "closed": "█", "": "─"}


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    lines = [_headline(board, lang), "", *_map(board, lang), *_wide(board, lang), ""]
    for seat in board.sides:
        lines += _side(board, seat, lang)
    return "\n".join((*lines, "", *_legend(board, lang))) + "\n"


def _headline(board: Board, lang: Lang) -> str:
    waiting = to_act(board)
    if not waiting:
        return Text("The game is over.").to(lang)
    where = f" ({board.battle.territory})" if board.battle else ""
    return f"{board.setting.name(waiting[0]).to(lang)} {DOING[board.stage].to(lang)}{where}."


# -- the map ---------------------------------------------------------------------------------------


def _map(board: Board, lang: Lang) -> list[str]:
    columns = board.setting.values.grid.columns
    cells = board.setting.land.cells
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    lines: list[str] = []
    for row in rows:
        blocks = [_cell(board, cell, lang) for cell in row]
        height = max(len(block) for block in blocks)
        lines.append(_level(board, row, 0))
        for at in range(height):
            half = int(at >= (height + 1) // 2)
            line = "".join(
                _UPRIGHT[_edge(board, cell, 7 - half)]
                + (block[at] if at < len(block) else "").ljust(WIDTH)
                for cell, block in zip(row, blocks, strict=True)
            )
            lines.append(line + _UPRIGHT[_edge(board, row[-1], 2 + half)])
    return [*lines, _level(board, rows[-1], 4)]


def _level(board: Board, row: tuple[str, ...], side: int) -> str:
    """The line above (side 0) or below (side 4) a row of cells, in half-sides from left to
    right."""
    halves = (0, 1) if side == 0 else (5, 4)
    return (
        "+"
        + "+".join(
            "".join(_LEVEL[_edge(board, cell, h)] * (WIDTH // 2) for h in halves) for cell in row
        )
        + "+"
    )


def _edge(board: Board, cell: str, half: int) -> str:
    """What lies on a half-side of a cell, as far as one sees; nothing at the table's edge and
    between face-down tiles."""
    land = board.setting.land
    beyond = land.neighbours[cell][half // 2]
    results = [(c, h) for c, h in ((cell, half), (beyond, FACING[half])) if c in board.grid]
    if not beyond or not results:
        return ""
    rims = [land.rings[board.grid[c].tile][board.grid[c].turns][h] for c, h in results]
    edges = [rim.edge if rim else "closed" for rim in rims]
    return max(edges, key=("open", "regular", "rough", "closed").index)


def _cell(board: Board, cell: str, lang: Lang) -> list[str]:
    lying = board.grid.get(cell)
    owner = "".join(
        f" ⌂{board.setting.name(s).to(lang)}"
        for s, base in board.setting.bases.items()
        if base == cell
    )
    if lying is None:
        return [f" {cell} ?{owner}"]
    lines = [f" {cell} {lying.tile}" + (f" ↻{lying.turns}" if lying.turns else "") + owner]
    for area in board.setting.land.areas_of[lying.tile]:
        id = board.find(area) or area
        printed = "".join(
            RESOURCE_NAMES[r].to(lang)[0] for r in board.setting.land.areas[area].resources
        )
        head = (
            f" {area.removeprefix(lying.tile)} {printed} "
            if printed
            else f" {area.removeprefix(lying.tile)} "
        )
        lines.append(head + _marks(board, id, area, WIDTH - len(head), lang))
    inner = board.setting.land.inner[lying.tile]
    if inner:
        lines.append(" " + " ".join(_UPRIGHT[edge].join((a[-1], b[-1])) for a, b, edge in inner))
    return lines


def _marks(board: Board, id: str, area: str, room: int, lang: Lang) -> str:
    if id != area:
        return f"={id}"
    units, slots = _standing(board.territories[id], board, lang)
    return f"{units} {slots}".strip() if len(units) + len(slots) < room else f"{units} […]"


def _standing(here: Territory, board: Board, lang: Lang) -> tuple[str, str]:
    """Units, and buildings with the number of free slots: `B3`, `[T +2]`."""
    units = " ".join(
        f"{board.setting.name(s).to(lang)[0]}{n}" for s, n in sorted(here.units.items())
    )
    free = here.slots - len(here.buildings)
    slots = [initials(b) for b in here.buildings] + ([f"+{free}"] if free > 0 else [])
    return units, f"[{' '.join(slots)}]" if slots else ""


def _wide(board: Board, lang: Lang) -> list[str]:
    lines = []
    for id, here in sorted(board.territories.items()):
        if len(here.areas) > 1:
            marks = " ".join(part for part in _standing(here, board, lang) if part)
            lines += wrap(
                f"{id} = {' + '.join(here.areas)}{': ' if marks else ''}{marks}",
                98,
                subsequent_indent="       ",
            )
    return lines


# -- the players -----------------------------------------------------------------------------------


def _side(board: Board, seat: str, lang: Lang) -> list[str]:
    seen = side(board, seat)
    results = ", ".join(f"{RESOURCE_NAMES[r].to(lang)} {seen['resources'][r]}" for r in RESOURCES)
    have = Text("{points} of {goal} VP, {reserve} in reserve; controls {found}")
    sentence = have.filled({**seen, "goal": board.setting.goal, "found": results})
    lines = [Text("{name}: {have}", name=board.setting.name(seat), have=sentence).to(lang)]
    for head, ids in ((Text("face up:"), seen["up"]), (Text("face down:"), seen["down"])):
        lines.append(
            f"  {head.to(lang)} "
            f"{', '.join(board.setting.cards[c].name.to(lang) for c in ids) or Text.pgettext('northgard', 'none').to(lang)}"
        )
    return lines


def _legend(board: Board, lang: Lang) -> list[str]:
    kinds = board.setting.values.buildings
    supply = ", ".join(
        f"{initials(b)} {kinds[b].name.to(lang)} {left}/{kinds[b].count}"
        for b, left in board.supply.items()
    )
    letters = ", ".join(
        f"{RESOURCE_NAMES[r].to(lang)[0]} {RESOURCE_NAMES[r].to(lang)}" for r in RESOURCES
    )
    first = Text("In supply: {supply}", supply=supply)
    printed = Text("{letters}, + free slots, ⌂ base, ↻ quarter turns", letters=letters)
    edges = Text("edges: blank open, ┊ regular, ≈ rough, █ closed")
    return [
        line
        for text in (first, printed, edges)
        for line in wrap(text.to(lang), 98, subsequent_indent="  ")
    ]
