"""The board as a picture: its lines, and the men on its points."""

from domain.kernel.text import Text
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene

SIDE, EDGE, STEP = 340, 26, 48
FREE = Text("{point}: free")
TAKEN = Text("{point}: {seat}")


def board(scene: Scene, room: float) -> tuple[str, float]:
    lines = scene.setting.values.lines
    drawn = [draw.line("s-ink w2", *_spot(line[0]), *_spot(line[-1])) for line in lines]
    points = [_point(scene, point, seat) for point, seat in scene.view["men"].items()]
    return draw.at(0, 0, *drawn, *points, scale=room / SIDE), room


def _spot(point: str) -> tuple[int, int]:
    """Where a point is: columns are letters from the left, rows are numbers from below."""
    return EDGE + STEP * "abcdefg".index(point[0]), EDGE + STEP * "7654321".index(point[1])


def _point(scene: Scene, point: str, seat: str) -> str:
    says = scene.say((TAKEN if seat else FREE).filled({"point": point, "seat": scene.name(seat)}))
    ground = draw.circle("edge f-panel s-line w1", 0, 0, 20)
    label = draw.text("f-faint mid", 0, 4, point, 11)
    if seat:
        label = draw.token(scene.setting.seats.index(seat) + 1, 0, 0, 15, point, 11)
    return draw.at(*_spot(point), scene.place(point, says, ground, label))
