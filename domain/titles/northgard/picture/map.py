"""The map as a picture: the tiles in their cells, each territory as one place, and the borders
between them."""

from domain.kernel.text import Text
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene
from domain.titles.northgard.land import FACING
from domain.titles.northgard.picture.icons import HOUSE
from domain.titles.northgard.picture.lands import CELL, territory
from domain.titles.northgard.picture.tiles import Point, rim_corners, tile_layout

MARGIN = 14
_HARDNESS = ("open", "regular", "rough", "closed")
_LINES = {
    "regular": "none s-ink w2 dash",
    "rough": "none s-ink w2 round",
    "closed": "none s-ink w4 round",
}


def map_picture(scene: Scene) -> str:
    corner: dict[str, Point] = {
        cell: (MARGIN + CELL * (ord(cell[0]) - 65), MARGIN + CELL * (int(cell[1:]) - 1))
        for cell in scene.setting.land.cells
    }
    lies = {
        cell: tile_layout(scene.setting.land, at["tile"], at["turns"], *corner[cell], CELL)
        for cell, at in scene.view["grid"].items()
    }
    patches = {patch.area: patch for results in lies.values() for patch in results.patches}
    lines: dict[str, list[str]] = {kind: [] for kind in _LINES}
    for kind, p, q in (
        *_outer_edges(scene, corner),
        *(border for results in lies.values() for border in results.borders),
    ):
        lines[kind].append(_border_path(kind, p, q))
    bridged = {patch.area for patch in patches.values() if patch.bridges}
    over = {
        id: bool(bridged.intersection(here["areas"]))
        for id, here in scene.view["territories"].items()
    }
    ids = sorted(over, key=lambda name: (over[name], name))
    grid = scene.setting.values.grid
    return "".join(
        (
            *(_face_down(scene, cell, corner[cell]) for cell in scene.view["face_down"]),
            *(territory(scene, id, patches) for id in ids),
            *(
                draw.path(_LINES[kind], "".join(results))
                for kind, results in lines.items()
                if results
            ),
            *(
                _tile_name(at["tile"], corner[cell])
                for cell, at in scene.view["grid"].items()
                if len(lies[cell].patches) > 1
            ),
            *(_base_sign(scene, seat, cell) for seat, cell in scene.setting.bases.items()),
            draw.rect("none s-ink w1", MARGIN, MARGIN, CELL * grid.columns, CELL * grid.rows, 2),
            *_grid_labels(scene),
        )
    )


# -- cells and their edges -------------------------------------------------------------------------


def _face_down(scene: Scene, cell: str, corner: Point) -> str:
    x, y = corner
    says = Text("{cell}: a tile face down", cell=cell).to(scene.lang)
    middle = (x + CELL / 2, y + CELL / 2)
    return scene.place(
        cell,
        says,
        draw.rect("edge f-shade s-line w1", x + 1, y + 1, CELL - 2, CELL - 2, 4),
        draw.polygon(
            "none s-line w1",
            [
                (middle[0], y + 10),
                (x + CELL - 10, middle[1]),
                (middle[0], y + CELL - 10),
                (x + 10, middle[1]),
            ],
        ),
        draw.text("f-faint mid b", middle[0], middle[1] + 6, cell, 16),
    )


def _outer_edges(scene: Scene, corner: dict[str, Point]) -> list[tuple[str, Point, Point]]:
    """The edges along the sides of revealed tiles, without the open ones: (kind, from, to)."""
    land, grid, results = scene.setting.land, scene.view["grid"], []
    for cell, at in grid.items():
        ends = rim_corners(*corner[cell], CELL)
        for half in range(8):
            beyond = land.neighbours[cell][half // 2]
            if not beyond or (beyond in grid and half not in (2, 3, 4, 5)):
                continue
            here = land.rings[at["tile"]][at["turns"]][half]
            edges = [here.edge if here else "closed"]
            if beyond in grid:
                there = land.rings[grid[beyond]["tile"]][grid[beyond]["turns"]][FACING[half]]
                edges.append(there.edge if there else "closed")
            kind = max(edges, key=_HARDNESS.index)
            if kind != "open":
                results.append((kind, ends[half], ends[(half + 1) % 8]))
    return results


def _border_path(kind: str, p: Point, q: Point) -> str:
    if kind != "rough":
        return f"M{draw.n(p[0])} {draw.n(p[1])}L{draw.n(q[0])} {draw.n(q[1])}"
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = (dx * dx + dy * dy) ** 0.5
    teeth = max(2, 2 * round(length / 12))
    steps = []
    for at in range(teeth + 1):
        off = 0.0 if at in (0, teeth) else 3.2 if at % 2 else -3.2
        x, y = (
            p[0] + dx * at / teeth - dy * off / length,
            p[1] + dy * at / teeth + dx * off / length,
        )
        steps.append(f"{draw.n(x)} {draw.n(y)}")
    return "M" + "L".join(steps)


def _tile_name(tile: str, corner: Point) -> str:
    """The name of a tile of several areas, in its upper left corner, where no signs of areas are.
    The areas themselves have letters."""
    tile = draw.cut_to_width(tile, 40, 10)
    half = draw.width(tile, 10) / 2 + 2.5
    x, y = corner[0] + half + 1, corner[1] + 7
    return draw.rect("f-panel s-line w1", x - half, y - 6.5, 2 * half, 13, 6) + draw.text(
        "f-ink mid", x, y + 3.5, tile, 10
    )


def _base_sign(scene: Scene, seat: str, cell: str) -> str:
    column, row = ord(cell[0]) - 65, int(cell[1:]) - 1
    x = 6.5 if column == 0 else MARGIN + CELL * scene.setting.values.grid.columns + 7.5
    return draw.icon(
        f"f-seat{scene.setting.seats.index(seat) + 1}",
        HOUSE,
        x,
        MARGIN + CELL * (row + 0.5) + 16,
        12,
    )


def _grid_labels(scene: Scene) -> list[str]:
    grid = scene.setting.values.grid
    columns = [
        draw.text("f-faint mid", MARGIN + CELL * (c + 0.5), 10, chr(65 + c), 10)
        for c in range(grid.columns)
    ]
    return columns + [
        draw.text("f-faint mid", 6, MARGIN + CELL * (r + 0.5) + 3, r + 1, 10)
        for r in range(grid.rows)
    ]
