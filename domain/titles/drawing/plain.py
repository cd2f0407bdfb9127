"""A plain picture of the view of any title. Each seat has a panel. Each other part of the view is a
row of counted tokens, unless the title draws that part itself, for example its board. On a phone
the rows are below the panels, on a screen beside them.

The size depends only on the number of seats and parts, so pages do not jump. The entries of a row
can be tapped by their ids, unless they are too many: then the row is a line of text."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.kernel.text import Lang, Text, same
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import TALL, WIDE, Changed, Shape
from domain.titles.drawing import svg as draw
from domain.titles.drawing.scene import Scene, stacked

HEAD, PANEL, ROW, MARGIN = 34, 46, 74, 8
INSIDE = draw.WIDTHS[TALL] - 2 * MARGIN
_TOKENS = 10
"""The most tokens drawn one by one, five to a line; more are shown as a number."""
ASIDE = {"phase", "to_act", "turn", "penalties"}
"""Parts of a view that are not drawn: the headline mentions them, or the record adds them."""

Row = Callable[[Scene, float], tuple[str, float]]
"""Draws a part in a width; returns the drawing and its height."""


def picture(
    name: Text,
    says: Text,
    scene: Scene,
    names: Mapping[str, Text],
    shape: Shape = TALL,
    own: Mapping[str, Row | None] = {},
) -> str:
    """The picture of a view as an SVG. `name`: its title; `says`: its headline; `names`: the labels
    of its parts; `own`: the title's own functions for drawing parts (None: the part is not
    drawn)."""
    full, setting, lang = draw.WIDTHS[shape], scene.setting, scene.lang
    parts = {
        part: value
        for part, value in scene.view.items()
        if part not in ASIDE and own.get(part, True)
    }
    wording = _Wording(
        setting, {part: part_label(part, names).to(lang) for part in parts}, lang, scene.changed
    )
    owned = {part: value for part, value in parts.items() if _is_by_seat(setting, value)}
    left, top = (INSIDE + MARGIN, HEAD) if shape == WIDE else (0, HEAD + PANEL * len(setting.seats))
    room = full - left - 2 * MARGIN
    panels = (
        (_panel(wording, seat, seat in scene.view["to_act"], owned), PANEL)
        for seat in setting.seats
    )
    rows = (
        _in_margin(row, scene, room)
        if (row := own.get(part))
        else (_row(wording, part, value, room), ROW)
        for part, value in parts.items()
        if part not in owned
    )
    seats, below = stacked(panels, 0, 0, HEAD)
    table, end = stacked(rows, 0, left, top)
    tells = " ".join(
        (says.to(lang), *(f"{wording.part(part, value)}." for part, value in parts.items()))
    )
    return draw.svg(
        name.to(lang),
        tells,
        full,
        max(below, end) + MARGIN,
        draw.text(
            "f-ink b", MARGIN, 22, draw.cut_to_width(says.to(lang), full - 2 * MARGIN, 14), 14
        ),
        *seats,
        *table,
        lang=lang,
        title="plain",
    )


def _in_margin(row: Row, scene: Scene, room: float) -> tuple[str, float]:
    drawn, high = row(scene, room)
    return draw.at(MARGIN, 0, drawn), high


def part_label(field: str, names: Mapping[str, Text]) -> Text:
    return names.get(field) or same(field.replace("_", " "))


class _Wording(NamedTuple):
    setting: Setting
    names: Mapping[str, str]
    lang: Lang
    changed: Changed

    def in_words(self, part: str, value: Any) -> str:
        if isinstance(value, dict):
            return (
                ", ".join(
                    f"{self.in_words(part, key)} {self.in_words(part, item)}"
                    for key, item in value.items()
                )
                or "–"
            )
        if isinstance(value, list):
            return ", ".join(self.in_words(part, item) for item in value) or "–"
        return "–" if value is None or value == "" else self.setting.word(part, value).to(self.lang)

    def labelled(self, what: str, says: str) -> str:
        return Text("{what}: {says}", what=what, says=says).to(self.lang) if says else what

    def part(self, part: str, value: Any) -> str:
        return self.labelled(self.names[part], self.in_words(part, value))


def _is_by_seat(setting: Setting, value: Any) -> bool:
    """Whether a part of the view has values by seat, and no others."""
    return isinstance(value, dict) and bool(value) and set(value) <= set(setting.seats)


def _panel(wording: _Wording, seat: str, acting: bool, owned: Mapping[str, Any]) -> str:
    name, number = wording.setting.name(seat).to(wording.lang), wording.setting.seats.index(seat)
    has = ", ".join(
        wording.part(part, value[seat]) for part, value in owned.items() if seat in value
    )
    return draw.seat(
        seat,
        wording.labelled(name, has),
        draw.rect(
            "edge f-panel " + ("s-accent w2" if acting else "s-line w1"),
            MARGIN,
            2,
            INSIDE,
            PANEL - 4,
            6,
        ),
        draw.token(number % 6 + 1, MARGIN + 20, PANEL / 2, 12, name[:1]),
        draw.fitted_text("f-ink b", MARGIN + 42, PANEL / 2 + 5, name, 110, 14),
        draw.fitted_text("f-ink", MARGIN + 160, PANEL / 2 + 5, has, INSIDE - 164, 12),
        lang=wording.lang,
        changed=wording.changed,
    )


def _row(wording: _Wording, part: str, value: Any, room: float) -> str:
    label = draw.text("f-faint", MARGIN, 14, draw.cut_to_width(wording.names[part], room, 11), 11)
    entries: list[tuple[Any, Any]] = [(part, value)]
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = [(item, None) for item in value]
    step = room / max(len(entries), 1)
    if INSIDE / max(len(entries), 1) < 24:  # in every shape, so that the same can be tapped
        return label + draw.fitted_text(
            "f-ink", MARGIN, 40, wording.in_words(part, value), room, 12
        )
    cells = (
        draw.at(MARGIN + step * n, 20, _cell(wording, part, key, item, step - 4))
        for n, (key, item) in enumerate(entries)
    )
    return label + "".join(cells)


def _cell(wording: _Wording, part: str, key: Any, value: Any, wide: float) -> str:
    what = "" if key == part else wording.in_words(part, key)
    says = "" if value is None else wording.in_words(part, value)
    tall = ROW - 26
    body = [draw.rect("edge f-panel s-line w1", 0, 0, wide, tall, 5)]
    counted = isinstance(value, int) and not isinstance(value, bool)
    body.append(
        draw.fitted_text(
            "f-ink mid b",
            wide / 2,
            15 if counted else tall / 2 + 4,
            f"{what} {says}".strip(),
            wide - 6,
            12,
        )
    )
    body += [_tokens(value, wide)] if counted else []
    return draw.place(
        str(key),
        wording.labelled(what or wording.names[part], says),
        *body,
        lang=wording.lang,
        changed=wording.changed,
    )


def _tokens(count: int, wide: float) -> str:
    if not 0 < count <= _TOKENS or wide < 56:
        return ""
    lines = [min(5, count), count - min(5, count)]
    return "".join(
        draw.circle("f-seat1 s-panel w1", wide / 2 + 11 * (n - (here - 1) / 2), 26 + 12 * line, 4.5)
        for line, here in enumerate(lines)
        for n in range(here)
    )
