"""The board as a picture: its lines, the men on its points, and the mills that they form."""

from domain.kernel.text import Text
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene

SIDE, EDGE, STEP = 340, 26, 48
FREE = Text("{point}: free")
TAKEN = Text("{point}: {seat}")
QUIET = Text("{n:move|moves} of {most} without a mill")
MILLED = Text("{point}: {seat}, in a mill")


def board(scene: Scene, room: float) -> tuple[str, float]:
    men, mills = scene.view["men"], scene.setting.mills(scene.view["men"])
    number = {seat: n for n, seat in enumerate(scene.setting.seats, 1)}
    drawn = [draw.rect("f-earth s-line w1", 1, 1, SIDE - 2, SIDE - 2, 8)]
    for line in scene.setting.values.lines:
        cls = f"s-seat{number[men[line[0]]]} w4" if line in mills else "s-ink w1"
        drawn.append(draw.line(cls, *_spot(line[0]), *_spot(line[-1])))
    for point, seat in men.items():
        milled = any(point in line for line in mills)
        text = MILLED if milled else TAKEN if seat else FREE
        says = scene.say(text.filled({"point": point, "seat": scene.name(seat)}))
        ground = draw.circle(f"edge f-{'gold' if milled else 'panel'} s-line w1", 0, 0, 20)
        name = draw.text("f-faint mid", 0, 4, point, 11)
        label = draw.token(number[seat], 0, 0, 15, point, 11) if seat else name
        drawn.append(draw.at(*_spot(point), scene.place(point, says, ground, label)))
    quiet = {"n": scene.view["quiet"], "most": scene.setting.options.quiet}
    below = draw.text("f-ink", 0, room + 20, scene.say(QUIET.filled(quiet)), 12)
    return draw.at(0, 0, *drawn, scale=room / SIDE) + below, room + 24


def _spot(point: str) -> tuple[int, int]:
    """The x and y of a point: letters are columns from the left, numbers rows from below."""
    return EDGE + STEP * "abcdefg".index(point[0]), EDGE + STEP * "7654321".index(point[1])
