"""The villages as a picture: one cell each, fief by fief, with walls, owners, lords and troops."""

from __future__ import annotations

from domain.drawing import svg as draw
from domain.games.fief import words
from domain.games.fief.board import Setting
from domain.games.fief.picture import icons as signs
from domain.games.fief.picture.sight import EDGE, WIDE, Sight, broad, counted, told
from domain.games.fief.values import Village

ACROSS = 4
GAP = 4
CELL = (WIDE - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS
_LABEL = 18
_NAME = 20
_BODY = 46
HIGH = _NAME + _BODY + 4
_LINES = 4
_SIZE = 10.5
_ROOM = CELL - 23
ROW = _LABEL + HIGH + 6

Group = tuple[int, list[Village]]


def places_height(setting: Setting) -> float:
    """How high the villages are together."""
    return len(_rows(setting)) * ROW


def places(sight: Sight) -> str:
    """All places, from their own upper edge."""
    found = []
    for row, groups in enumerate(_rows(sight.setting)):
        column = 0
        for fief, villages in groups:
            x, y = EDGE + column * (CELL + GAP), row * ROW
            wide = len(villages) * (CELL + GAP) - GAP
            label = f"Fief {fief}" if fief else ""
            found.append(draw.rect("f-shade", x - 2, y, wide + 4, ROW - 3, 5))
            found.append(draw.text("f-faint b", x + 3, y + 9.5, label, 10))
            for at, village in enumerate(villages):
                found.append(draw.at(x + at * (CELL + GAP), y + _LABEL, _place(sight, village)))
            column += len(villages)
    return "".join(found)


def _rows(setting: Setting) -> list[list[Group]]:
    """The fiefs in order, each in the first row that has room for it; a fief wider than a row is broken."""
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


def _place(sight: Sight, village: Village) -> str:
    """One village: its name on the wall it has, then a line or two for each family."""
    here = sight.view["places"].get(village.id, {})
    fort, holder = here.get("fort", "open"), here.get("holder", "")
    fought = sight.view["battle"] is not None and sight.view["battle"]["place"] == village.id
    ground = "blood" if here.get("plague") else {"open": "leaf", "castle": "stone", "city": "earth"}[fort]
    line = "s-accent w3" if fought else f"s-{'ink' if holder or fort != 'open' else 'line'} w1"
    body = [
        draw.rect(f"edge f-panel {line}", 0, 0, CELL, HIGH, 3),
        draw.rect(f"f-{ground}", 1, 1, CELL - 2, _NAME - 2),
        draw.at(0, 0, signs.wall(fort, CELL)),
    ]
    if village.bishopric:
        body.append(
            signs.mark("bishop", CELL - 14, -12, 8, "f-faint") + draw.text("f-faint", CELL - 8, -8.5, village.bishopric, 10)
        )
    left, right = 4.0, CELL - 4
    if holder:
        body.append(sight.arms(holder, 11, 10, 16))
        left = 22
    if here.get("plague"):
        body.append(signs.mark("plague", right - 5, 10, 11))
        right -= 14
    if fought:
        body.append(signs.mark("crossed", right - 5, 10, 11, "f-ink"))
        right -= 14
    name = village.name
    body.append(draw.snug("f-ink", left, 14, name, right - left, 10.5))
    return draw.place(village.id, tell(sight, village), *body, _people(sight, village.id), lang=sight.lang, changed=sight.changed)


def _people(sight: Sight, place: str) -> str:
    """Who stands there: a line for each family, or two where one is too short. Where many meet, their troops are added up."""
    lines: list[tuple[str, list[str], dict[str, int]]] = []
    for seat in sight.present(place):
        lords, rows = sight.lords_of(seat, place), _split(sight.troops_of(seat, place))
        if lords and not (len(rows) == 1 and _named(sight, lords, _SIZE) + 4 + broad(rows[0], _SIZE) <= _ROOM):
            rows.insert(0, {})
        lines += [(seat if not at else "", lords if not at else [], row) for at, row in enumerate(rows)]
    if len(lines) > _LINES:
        lines = [(s, sight.lords_of(s, place), {"man": sum(sight.troops_of(s, place).values())}) for s in sight.present(place)]
    high = min(16.0, _BODY / max(len(lines), 1))
    size, found = min(_SIZE, high - 1), []
    for at, (seat, lords, troops) in enumerate(lines):
        x, y = 20.0, _NAME + high * (at + 0.5) + 1
        if seat:
            found.append(sight.arms(seat, 10, y, min(14.0, high)))
        if lords:
            room = min(_named(sight, lords, size), _ROOM - (broad(troops, size) + 4 if troops else 0))
            found.append(_lords(sight, lords, x, y, size, room))
            x += room + 4
        found.append(counted(troops, x, y, CELL - 3 - x, size))
    return "".join(found)


def _split(troops: dict[str, int]) -> list[dict[str, int]]:
    """Troops in as many rows as they need to be read."""
    rows: list[dict[str, int]] = []
    for kind, count in troops.items():
        if rows and broad({**rows[-1], kind: count}, _SIZE) <= _ROOM:
            rows[-1][kind] = count
        else:
            rows.append({kind: count})
    return rows


def _named(sight: Sight, lords: list[str], size: float) -> float:
    """How much room lords take in a row."""
    return draw.width(", ".join(sight.lord(id) for id in lords), size) + len(_crowns(sight, lords)) * (size + 1)


def _crowns(sight: Sight, lords: list[str]) -> list[str]:
    setting = sight.setting
    crowns = {setting.king: "king", setting.queen: "queen"}
    return [crowns[title] for id in lords for title in sight.view["lords"][id]["titles"] if title in crowns]


def _lords(sight: Sight, lords: list[str], x: float, y: float, size: float, room: float) -> str:
    """Names of lords; a king or a queen behind a crown."""
    found, end = [], x + room
    for crown in _crowns(sight, lords):
        found.append(signs.mark(crown, x + size * 0.45, y, size * 0.9, "f-accent"))
        x += size + 1
    names = ", ".join(sight.lord(id) for id in lords)
    return "".join(found) + draw.snug("f-ink", x, y + size * 0.36, names, end - x + 1, size)


def tell(sight: Sight, village: Village) -> str:
    """A place in words."""
    here = sight.view["places"].get(village.id, {})
    notes = [sight.say(f"fief {village.fief}, diocese {village.bishopric}", f"fief {village.fief}, diocèse {village.bishopric}")]
    if not village.fief:
        notes = [sight.say("overseas", "outre-mer")]
    notes.append(words.GROUNDS[here.get("fort", "open")].to(sight.lang))
    if here.get("holder"):
        notes.append(sight.say(f"held by {sight.family(here['holder'])}", f"tenu par {sight.family(here['holder'])}"))
    if here.get("plague"):
        notes.append(sight.say("plague", "peste"))
    parts = [f"{village.name} ({', '.join(notes)})"]
    for seat in sight.present(village.id):
        troops = sight.troops_of(seat, village.id)
        who = [*(_lord(sight, id) for id in sight.lords_of(seat, village.id)), *([told(troops).to(sight.lang)] if troops else [])]
        parts.append(sight.colon(sight.family(seat), ", ".join(who)))
    return "; ".join(parts) if sight.lang == "en" else " ; ".join(parts)


def _lord(sight: Sight, id: str) -> str:
    titles = [sight.title(t) for t in sight.view["lords"][id]["titles"]]
    return sight.lord(id) + (f" ({', '.join(titles)})" if titles else "")
