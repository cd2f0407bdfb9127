"""Charts as server-drawn SVG: lines over turns, and bars beside the expected values.

Lines differ by colour, dash and the name at their end. A table below each chart has its numbers.
"""

from collections.abc import Callable, Sequence
from itertools import count

from msgspec import Struct

from domain.titles.drawing.lettering import cut_to_width, escape, n, width

WIDTH, HEIGHT = 400, 216
LEFT, RIGHT, TOP, BOTTOM = 44, 92, 16, 40
# The colours that lines are called by, among those of the pictures
# (`domain/titles/drawing/palette.py`).
NUMBERS = {"blue": 1, "red": 2, "green": 3, "yellow": 4}
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 4")


class Series(Struct, frozen=True):
    """A line in a chart: its name, its number among all lines from 1 (for its colour and dash), and
    its points (turn, value)."""

    name: str
    number: int
    points: tuple[tuple[int, float], ...]


class Bar(Struct, frozen=True):
    """A bar: its label, its value, the expected value, and the ends of its interval (None: not
    shown)."""

    label: str
    value: float
    expected: float | None = None
    between: tuple[float, float] | None = None


def step_chart(
    title: str,
    says: str,
    series: Sequence[Series],
    below: str = "",
    tell: Callable[[float], str] = n,
) -> str:
    """A step chart as SVG: each value is drawn until the next turn changes it. `says` is the
    description for screen readers, `below` labels the horizontal axis, `tell` formats a value."""
    values = [value for item in series for _, value in item.points] or [0]
    low, high = min(0, *values), max(1, *values)
    turns = [at for item in series for at, _ in item.points] or [1]
    left, right = min(turns), max(*turns, min(turns) + 1)

    def x(seq: float) -> float:
        return LEFT + (seq - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [
        _grid(low, high, y, tell),
        *(_text(x(seq), HEIGHT - BOTTOM + 16, str(seq), "mid") for seq in _ticks(left, right, 5)),
    ]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, below, "mid"))
    parts += [_steps(sery, x, y) for sery in series]
    parts += [
        _name_label(item, at)
        for item, at in _with_names_apart(
            [(sery, y(sery.points[-1][1])) for sery in series if sery.points]
        )
    ]
    return _svg(title, says, *parts)


def bar_chart(
    title: str, says: str, bars: Sequence[Bar], tell: Callable[[float], str] = n, below: str = ""
) -> str:
    """A bar chart as SVG: values on top, a line across at the expected value, a whisker for the
    interval. If a label does not fit below its bar, all bars are drawn horizontally. `says` is the
    description for screen readers, `tell` formats a value, `below` labels the horizontal axis."""
    high = (
        max([1.0, *(max(bar.value, bar.expected or 0, *(bar.between or (0,))) for bar in bars)])
        * 1.1
    )
    step = (WIDTH - 2 * LEFT) / max(1, len(bars))
    if any(width(bar.label, 12) > step - 4 for bar in bars):
        return _horizontal_bars(title, says, bars, tell, high)
    wide = min(step * 0.7, 64)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - value / high * (HEIGHT - TOP - BOTTOM)

    parts = [_grid(0, high, y, tell, WIDTH - LEFT), _text(WIDTH / 2, HEIGHT - 6, below, "mid")]
    for i, bar in enumerate(bars):
        middle, top = LEFT + (i + 0.5) * step, y(bar.value)
        start, mark = middle - wide / 2, y(bar.value if bar.expected is None else bar.expected)
        over = (
            min(top, mark) if abs(top - mark) < 18 else top
        )  # so that the line does not run through the number
        parts.append(
            f'<rect class="f-water s-ink w1" x="{n(start)}" y="{n(top)}" width="{n(wide)}" '
            f'height="{n(HEIGHT - BOTTOM - top)}"/>'
        )
        if bar.between:
            low, up = (y(value) for value in bar.between)
            over = min(over, up)
            parts.append(
                f'<path class="none s-ink w2" d="M{n(middle - 5)} {n(up)}h10m-5 0V{n(low)}m-5 '
                f'0h10"/>'
            )
        parts += [
            f'<text class="f-ink mid b" x="{n(middle)}" y="{n(over - 4)}" '
            f'font-size="12">{escape(tell(bar.value))}</text>',
            _text(middle, HEIGHT - BOTTOM + 16, bar.label, "mid"),
        ]
        if bar.expected is not None:
            parts.append(
                f'<path class="none s-accent w3" d="M{n(start - 4)} {n(mark)}h{n(wide + 8)}"/>'
            )
    return _svg(title, says, *parts)


def _horizontal_bars(
    title: str, says: str, bars: Sequence[Bar], tell: Callable[[float], str], high: float
) -> str:
    left, each = 12, 38
    room = WIDTH - left - 64

    def x(value: float) -> float:
        return left + value / high * room

    parts = []
    for i, bar in enumerate(bars):
        top = 6 + i * each
        end = max(x(bar.value), *(x(value) for value in bar.between or (0,)), x(bar.expected or 0))
        parts += [
            _text(left, top + 12, cut_to_width(bar.label, WIDTH - 2 * left, 12), ""),
            f'<rect class="f-water s-ink w1" x="{left}" y="{n(top + 17)}" '
            f'width="{n(x(bar.value) - left)}" height="14"/>',
            f'<text class="f-ink b" x="{n(end + 6)}" y="{n(top + 28)}" '
            f'font-size="12">{escape(tell(bar.value))}</text>',
        ]
        if bar.between:
            low, up = (x(value) for value in bar.between)
            parts.append(
                f'<path class="none s-ink w2" d="M{n(low)} {n(top + 20)}v8m0 -4H{n(up)}m0 -4v8"/>'
            )
        if bar.expected is not None:
            parts.append(
                f'<path class="none s-accent w3" d="M{n(x(bar.expected))} {n(top + 14)}v20"/>'
            )
    return _svg(title, says, *parts, height=12 + each * len(bars))


def _name_label(series: Series, y: float) -> str:
    sample = (
        f'<path class="none s-seat{series.number} w3" stroke-dasharray="{_dash(series)}" '
        f'd="M{WIDTH - RIGHT + 5} {n(y)}h14"/>'
    )
    words = escape(cut_to_width(series.name, RIGHT - 24, 12))
    return (
        f'{sample}<text class="f-ink" x="{WIDTH - RIGHT + 23}" y="{n(y + 4)}" '
        f'font-size="12">{words}</text>'
    )


def _dash(series: Series) -> str:
    return DASHES[(series.number - 1) % len(DASHES)] or "none"


def _with_names_apart(names: list[tuple[Series, float]]) -> list[tuple[Series, float]]:
    """The lines of a chart, each with the height of its name, moved so that no names overlap."""
    moved_down: list[tuple[Series, float]] = []
    for item, wanted in sorted(names, key=lambda name: name[1]):
        moved_down.append((item, max(wanted, moved_down[-1][1] + 15 if moved_down else 0)))
    moved_up: list[tuple[Series, float]] = []
    lowest = float(HEIGHT - BOTTOM)
    for item, y in reversed(
        moved_down
    ):  # those that would stand below the chart move up, and only those that are in their way
        moved_up.append((item, min(y, lowest)))
        lowest = moved_up[-1][1] - 15
    return moved_up[::-1]


def _steps(series: Series, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    d, up = "", 0.0
    for seq, value in series.points:
        across, up = x(seq), y(value)
        d += f"H{n(across)}V{n(up)}" if d else f"M{n(across)} {n(up)}"
    return (
        f'<path class="none s-seat{series.number} w2" stroke-dasharray="{_dash(series)}" d="{d}"/>'
    )


def _grid(
    low: float,
    high: float,
    y: Callable[[float], float],
    tell: Callable[[float], str],
    right: float = WIDTH - RIGHT,
) -> str:
    rows = "".join(
        f'<path class="none s-shade w1" d="M{LEFT} '
        f'{n(y(value))}H{n(right)}"/>{_text(LEFT - 6, y(value) + 4, tell(value), "end")}'
        for value in _ticks(low, high)
    )
    return f'{rows}<path class="none s-line w1" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{n(right)}"/>'


def _ticks(low: float, high: float, most: int = 8) -> list[float]:
    span = high - low
    step = next(10**e * m for e in count() for m in (1, 2, 5) if span / (10**e * m) <= most)
    first = -(-low // step) * step
    return [first + i * step for i in range(int((high - first) // step) + 1)]


def _text(x: float, y: float, words: str, cls: str) -> str:
    return (
        f'<text class="f-faint {cls}" x="{n(x)}" y="{n(y)}" font-size="12">{escape(words)}</text>'
        if words
        else ""
    )


def _svg(title: str, says: str, *parts: str, height: int = HEIGHT) -> str:
    return (
        f'<svg class="board chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}. {escape(says)}">'
        f'<rect class="f-panel" width="{WIDTH}" height="{height}"/>{"".join(parts)}</svg>'
    )
