"""Charts as server-drawn SVG: lines over the records of a game, and bars beside what was expected.

Series differ by colour, by dash and by a letter at their end; the table behind a chart has its numbers. Colours are those of the
pictures (`domain/palette.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.lettering import escape, fit, n

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 68, 14, 28
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 4")


class Series(Struct, frozen=True):
    """A line: whose it is (for the letter and the legend), its number among the seats from 1, and its points (record, value)."""

    name: str
    number: int
    points: tuple[tuple[int, float], ...]


class Bar(Struct, frozen=True):
    """A bar: what it stands for, how often it came, how often it was to be expected."""

    label: str
    value: float
    expected: float


def lines(title: str, says: str, series: Sequence[Series]) -> str:
    """A chart of steps: a value holds until the next record changes it."""
    values = [value for one in series for _, value in one.points] or [0]
    low, high = min(0, *values), max(1, *values)
    last = max((seq for one in series for seq, _ in one.points), default=1)
    left, right = 1, max(last, 2)

    def x(seq: float) -> float:
        return LEFT + (seq - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [_grid(low, high, y), *(_text(x(seq), HEIGHT - 8, str(seq), "mid") for seq in _ticks(left, right))]
    ends: list[float] = []
    for one in series:
        parts.append(_steps(one, x, y))
        end = y(one.points[-1][1]) if one.points else y(0)
        while any(abs(end - other) < 14 for other in ends):
            end += 14
        ends.append(end)
        letters, at = escape(fit(one.name, RIGHT - 8, 13)), f'x="{n(WIDTH - RIGHT + 6)}" y="{n(end + 4)}"'
        parts.append(f'<text class="f-seat{one.number} b" {at} font-size="13">{letters}</text>')
    return _svg(title, says, *parts)


def bars(title: str, says: str, found: Sequence[Bar]) -> str:
    """A chart of bars, each with a line across where it was to be expected."""
    high = max([1.0, *(bar.value for bar in found), *(bar.expected for bar in found)])
    step = (WIDTH - LEFT - RIGHT) / max(1, len(found))

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - value / high * (HEIGHT - TOP - BOTTOM)

    parts = [_grid(0, high, y)]
    for i, bar in enumerate(found):
        at, top, wide = LEFT + i * step + step * 0.15, y(bar.value), step * 0.7
        line = y(bar.expected)
        parts += [
            f'<rect class="f-water s-ink w1" x="{n(at)}" y="{n(top)}" width="{n(wide)}" height="{n(HEIGHT - BOTTOM - top)}"/>',
            f'<path class="none s-accent w3" d="M{n(at - 4)} {n(line)}h{n(wide + 8)}"/>',
            _text(at + wide / 2, HEIGHT - 8, bar.label, "mid"),
        ]
    return _svg(title, says, *parts)


def _steps(one: Series, x: object, y: object) -> str:
    assert callable(x) and callable(y)
    d, height = "", 0.0
    for seq, value in one.points:
        at, height = x(seq), y(value)
        d += f"H{n(at)}V{n(height)}" if d else f"M{n(at)} {n(height)}"
    dash = DASHES[(one.number - 1) % len(DASHES)]
    return f'<path class="none s-seat{one.number} w2" stroke-dasharray="{dash or "none"}" d="{d}"/>'


def _grid(low: float, high: float, y: object) -> str:
    assert callable(y)
    rows = "".join(
        f'<path class="none s-shade w1" d="M{LEFT} {n(y(value))}H{WIDTH - RIGHT}"/>{_text(LEFT - 6, y(value) + 4, n(value), "end")}'
        for value in _ticks(low, high)
    )
    return f'{rows}<path class="none s-line w1" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'


def _ticks(low: float, high: float) -> list[float]:
    """Round values between two, four to eight of them."""
    span = high - low
    step = next(10**e * m for e in range(-1, 9) for m in (1, 2, 5) if span / (10**e * m) <= 8)
    step = max(1, step)
    first = -(-low // step) * step
    return [first + i * step for i in range(int((high - first) // step) + 1)]


def _text(x: float, y: float, words: str, cls: str) -> str:
    return f'<text class="f-faint {cls}" x="{n(x)}" y="{n(y)}" font-size="12">{escape(words)}</text>'


def _svg(title: str, says: str, *parts: str) -> str:
    return (
        f'<svg class="board chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}. {escape(says)}">'
        f'<rect class="f-panel" width="{WIDTH}" height="{HEIGHT}"/>{"".join(parts)}</svg>'
    )
