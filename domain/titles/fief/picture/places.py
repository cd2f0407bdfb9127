"""The villages as a picture: a cell for each, fief by fief, with walls, owners, lords and
troops."""

from typing import NamedTuple

from domain.titles.drawing import svg as draw
from domain.titles.drawing.layout import in_grid
from domain.titles.fief import words
from domain.titles.fief.board import Setting
from domain.titles.fief.picture import icons as signs
from domain.titles.fief.picture.scene import (
    EDGE,
    WIDE,
    FiefScene,
    troop_signs,
    troop_signs_width,
    troops_in_words,
)
from domain.titles.fief.values import Village
from domain.titles.kit import Text

ACROSS = 4
GAP = 4
LABEL = 18
"""The space above a cell for the number of its fief, its diocese and the top of its wall."""
_NAME = 20
_LINES = 4


class Cell(NamedTuple):
    """Sizes of a village's cell: its width, the height of its body, and the letters for families
    (`size`) and small ones (`small`)."""

    wide: float
    body: float
    size: float
    small: float

    @property
    def high(self) -> float:
        return _NAME + self.body + 4

    @property
    def room(self) -> float:
        return self.wide * 0.755


CELL = Cell((WIDE - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS, 46, 10.5, 10)
ROW = LABEL + CELL.high + 6

Group = tuple[int, list[Village]]


def places(scene: FiefScene, _: float) -> tuple[str, float]:
    rows = _rows(scene.setting)
    return in_grid((_row(scene, row) for row in rows), 1, 0, ROW), len(rows) * float(ROW)


def _row(scene: FiefScene, groups: list[Group]) -> str:
    parts, x, step = [], float(EDGE), CELL.wide + GAP
    for fief, villages in groups:
        wide = len(villages) * step
        cells = (place(scene, village, CELL) for village in villages)
        parts += [
            draw.rect("f-shade", x - 2, 0, wide - GAP + 4, ROW - 3, 5),
            draw.text("f-faint b", x + 3, 9.5, f"Fief {fief}" if fief else "", 10),
            in_grid(cells, len(villages), step, 0, x, LABEL),
        ]
        x += wide
    return "".join(parts)


def _rows(setting: Setting) -> list[list[Group]]:
    groups: dict[int, list[Village]] = {}
    for village in setting.places.values():
        groups.setdefault(village.fief, []).append(village)
    rows: list[list[Group]] = []
    for fief, villages in groups.items():
        for part in (villages[i : i + ACROSS] for i in range(0, len(villages), ACROSS)):
            row = next((r for r in rows if sum(len(v) for _, v in r) + len(part) <= ACROSS), None)
            if row is None:
                rows.append([(fief, part)])
            else:
                row.append((fief, part))
    return rows


def place(scene: FiefScene, village: Village, cell: Cell, land: str = "") -> str:
    """A village: its name on its wall, then a line or two for each family present. `land`: the
    ground that an empty village shows."""
    here = scene.view["places"].get(village.id, {})
    fort, holder = here.get("fort", "open"), here.get("holder", "")
    fought = scene.view["battle"] is not None and scene.view["battle"]["place"] == village.id
    ground = (
        "blood"
        if here.get("plague")
        else {"open": "leaf", "castle": "stone", "city": "earth"}[fort]
    )
    line = "s-accent w3" if fought else f"s-{'ink' if holder or fort != 'open' else 'line'} w1"
    free = land and not fought and not scene.families_present(village.id)
    sheet = f"edge f-{land} s-{land} w1" if free else f"edge f-panel {line}"
    body = [
        draw.rect(sheet, 0, 0, cell.wide, cell.high - (4 if free else 0), 3),
        draw.rect(f"f-{ground}", 1, 1, cell.wide - 2, _NAME - 2),
        draw.at(0, 0, signs.wall_edge(fort, cell.wide)),
    ]
    if village.bishopric:
        body.append(
            signs.sign_drawing("bishop", cell.wide - 14, -12, 8, "f-faint")
            + draw.text("f-faint", cell.wide - 8, -8.5, village.bishopric, cell.small)
        )
    left, right = 4.0, cell.wide - 4
    if holder:
        body.append(scene.arms(holder, 11, 10, 16))
        left = 22
    if here.get("plague"):
        body.append(signs.sign_drawing("plague", right - 5, 10, 11))
        right -= 14
    if fought:
        body.append(signs.sign_drawing("crossed", right - 5, 10, 11, "f-ink"))
        right -= 14
    body.append(draw.fitted_text("f-ink", left, 14, village.name, right - left, cell.size))
    if free:
        sign = {"open": "houses", "castle": "castle", "city": "city"}[fort]
        body.append(
            signs.sign_drawing(sign, cell.wide / 2, _NAME + cell.body / 2 + 2, 36, "f-faint")
        )
        body.append(draw.rect(f"none {line}", 0, 0, cell.wide, _NAME, 3))
    there = _people(scene, village.id, cell)
    return draw.place(
        village.id,
        _description(scene, village),
        *body,
        there,
        lang=scene.lang,
        changed=scene.changed,
    )


def _people(scene: FiefScene, place: str, cell: Cell) -> str:
    """The families present in a place, a line for each, or two if one is too short. If there are
    too many families, one line shows the sum of their troops."""
    lines: list[tuple[str, list[str], dict[str, int]]] = []
    for seat in scene.families_present(place):
        lords, rows = (
            scene.lords_of(seat, place),
            _troops_by_row(scene.troops_of(seat, place), cell),
        )
        if lords and not (
            len(rows) == 1
            and _lords_width(scene, lords, cell.size) + 4 + troop_signs_width(rows[0], cell.size)
            <= cell.room
        ):
            rows.insert(0, {})
        lines += [
            (seat if not at else "", lords if not at else [], row) for at, row in enumerate(rows)
        ]
    if len(lines) > _LINES:
        here = scene.families_present(place)
        if len(here) > _LINES:
            return _family_sums(scene, place, here, cell)
        lines = [
            (s, scene.lords_of(s, place), {"man": sum(scene.troops_of(s, place).values())})
            for s in here
        ]
    high = min(16.0, cell.body / max(len(lines), 1))
    size, parts = min(cell.size, high - 1), []
    for at, (seat, lords, troops) in enumerate(lines):
        x, y = 20.0, _NAME + high * (at + 0.5) + 1
        if seat:
            parts.append(scene.arms(seat, 10, y, min(14.0, high)))
        if lords:
            room = min(
                _lords_width(scene, lords, size),
                cell.room - (troop_signs_width(troops, size) + 4 if troops else 0),
            )
            parts.append(_lords(scene, lords, x, y, size, room))
            x += room + 4
        parts.append(troop_signs(troops, x, y, cell.wide - 3 - x, size))
    return "".join(parts)


def _family_sums(scene: FiefScene, place: str, seats: list[str], cell: Cell) -> str:
    parts, step, high = [], (cell.wide - 6) / 2, cell.body / -(-len(seats) // 2)
    for at, seat in enumerate(seats):
        men = sum(scene.troops_of(seat, place).values())
        x, y = 10 + at % 2 * step, _NAME + high * (at // 2 + 0.5) + 1
        parts.append(
            scene.arms(seat, x, y, 14) + troop_signs({"man": men}, x + 10, y, step - 22, cell.size)
        )
    return "".join(parts)


def _troops_by_row(troops: dict[str, int], cell: Cell) -> list[dict[str, int]]:
    rows: list[dict[str, int]] = []
    for kind, count in troops.items():
        if rows and troop_signs_width({**rows[-1], kind: count}, cell.size) <= cell.room:
            rows[-1][kind] = count
        else:
            rows.append({kind: count})
    return rows


def _lords_width(scene: FiefScene, lords: list[str], size: float) -> float:
    """The width of lords' crowns and names."""
    return draw.width(", ".join(scene.lord(id) for id in lords), size) + len(
        _crowns(scene, lords)
    ) * (size + 1)


def _crowns(scene: FiefScene, lords: list[str]) -> list[str]:
    setting = scene.setting
    crowns = {setting.king: "king", setting.queen: "queen"}
    return [
        crowns[title]
        for id in lords
        for title in scene.view["lords"][id]["titles"]
        if title in crowns
    ]


def _lords(scene: FiefScene, lords: list[str], x: float, y: float, size: float, room: float) -> str:
    parts, end = [], x + room
    for crown in _crowns(scene, lords):
        parts.append(signs.sign_drawing(crown, x + size * 0.45, y, size * 0.9, "f-accent"))
        x += size + 1
    names = ", ".join(scene.lord(id) for id in lords)
    return "".join(parts) + draw.fitted_text("f-ink", x, y + size * 0.36, names, end - x + 1, size)


def _description(scene: FiefScene, village: Village) -> str:
    here = scene.view["places"].get(village.id, {})
    notes = [
        scene.say(
            Text("fief {fief}, diocese {bishopric}", fief=village.fief, bishopric=village.bishopric)
        )
    ]
    if not village.fief:
        notes = [scene.say(Text("overseas"))]
    notes.append(words.GROUNDS[here.get("fort", "open")].to(scene.lang))
    if here.get("holder"):
        notes.append(scene.say(Text("held by {family}", family=scene.family(here["holder"]))))
    if here.get("plague"):
        notes.append(scene.say(Text("plague")))
    parts = [f"{village.name} ({', '.join(notes)})"]
    for seat in scene.families_present(village.id):
        troops = scene.troops_of(seat, village.id)
        who = [
            *(_lord(scene, id) for id in scene.lords_of(seat, village.id)),
            *([troops_in_words(troops).to(scene.lang)] if troops else []),
        ]
        parts.append(scene.colon(scene.family(seat), ", ".join(who)))
    return scene.say(Text("; ")).join(parts)


def _lord(scene: FiefScene, id: str) -> str:
    titles = [scene.title(t) for t in scene.view["lords"][id]["titles"]]
    return scene.lord(id) + (f" ({', '.join(titles)})" if titles else "")
