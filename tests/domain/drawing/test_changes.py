from __future__ import annotations

from domain.drawing.svg import differing


def seat(stroke: str, points: int, bold: str = "") -> str:
    return (
        f'<svg><g class="seat" data-seat="red"><title>Red</title><rect class="edge f-panel {stroke}" x="1"/>'
        f'<text class="f-ink mid{bold}">{points}</text></g></svg>'
    )


def test_whose_turn_it_is_is_no_change() -> None:
    assert differing(seat("s-line w1", 2), seat("s-accent w2", 2)) == frozenset()
    assert differing(seat("s-line w1", 2), seat("s-accent w2", 2, " b")) == frozenset()


def test_what_changed_beside_the_turn_is_marked() -> None:
    assert differing(seat("s-line w1", 2), seat("s-accent w2", 3)) == {"red"}
    assert differing(seat("s-line w1", 2), seat("s-harm w3", 2)) == {"red"}, "an edge that says something else than the turn"
